"""How somebody is getting on: exercise results by subject, as text and as the chart that goes with it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.capabilities import capabilities_of
from bot.documents.chart.render import MOST_BARS, Bar, Chart
from bot.documents.labels import long_date
from bot.i18n.catalogue import say
from bot.services.quiz import subjects
from bot.types import Language

RECENT_DAYS = 30
BLOCKS = 10  # of a bar made of characters


@dataclass(frozen=True, slots=True)
class Score:
    """Right answers of all, in one subject or altogether. `total` is never 0."""

    subject: str
    correct: int
    total: int

    @property
    def percent(self) -> int:
        """Rounded, but 100 only when all are right and 0 only when none is."""
        if 0 < self.correct < self.total:
            return min(99, max(1, round(100 * self.correct / self.total)))
        return 100 if self.correct else 0


@dataclass(frozen=True, slots=True)
class Results:
    """One person's scores by subject, the subject practised most first: of the last days, and of all time."""

    recent: tuple[Score, ...]
    all_time: tuple[Score, ...]

    @property
    def shown(self) -> tuple[Score, ...]:
        """What is told subject by subject."""
        return self.recent or self.all_time


def scores(rows: Iterable[tuple[str, int, int]]) -> tuple[Score, ...]:
    """One score a subject from (subject, right, in all), whatever its name is written like: « Maths » is
    « mathématiques ». The subject practised most comes first."""
    alike: dict[str, list[tuple[str, int, int]]] = {}
    for row in rows:
        alike.setdefault(subjects.subject(row[0]), []).append(row)
    found = [
        Score(
            subjects.shown((name, total) for name, _, total in same),
            sum(correct for _, correct, _ in same),
            sum(total for _, _, total in same),
        )
        for same in alike.values()
    ]
    return tuple(sorted((score for score in found if score.total), key=lambda score: -score.total))


def written(results: Results, language: Language, channel: str) -> str:
    """The results as Markdown; with small bars where they cost nothing."""
    if not results.all_time:
        return say(language, "results_none")
    period = "results_recent" if results.recent else "results_all"
    lines = [f"**{say(language, 'results_title')}**", say(language, period)]
    listed = _at_most(results.shown, MOST_BARS, language)
    lines += [_line(score, language, channel) for score in listed]
    if len(listed) > 1:
        lines.append(f"**{_plain_line(_sum(results.shown, say(language, 'results_total')), language)}**")
    if results.recent and results.recent != results.all_time:
        lines.append(_plain_line(_sum(results.all_time, say(language, "results_all")), language))
    return "\n".join(lines)


def chart_of(results: Results, language: Language, service_name: str, today: datetime) -> Chart:
    """The chart of the same subjects."""
    period = say(language, "results_recent" if results.recent else "results_all")
    return Chart(
        title=say(language, "results_title"),
        caption=f"{say(language, 'results_caption')} · {period.lower()}",
        bars=tuple(_bar(score, language) for score in _at_most(results.shown, MOST_BARS, language)),
        footer=f"{service_name} · {long_date(today, language)}",
    )


def _line(score: Score, language: Language, channel: str) -> str:
    line = _plain_line(score, language)
    if capabilities_of(channel).segmented:
        return line
    full = round(BLOCKS * score.correct / score.total)
    return f"{line}\n{'▓' * full}{'░' * (BLOCKS - full)}"


def _plain_line(score: Score, language: Language) -> str:
    return say(
        language,
        "results_score",
        subject=score.subject,
        correct=score.correct,
        total=score.total,
        percent=score.percent,
    )


def _bar(score: Score, language: Language) -> Bar:
    return Bar(
        label=score.subject,
        share=score.correct / score.total,
        value=say(language, "results_percent", percent=score.percent),
        detail=f"{score.correct}/{score.total}",
    )


def _at_most(found: Sequence[Score], count: int, language: Language) -> list[Score]:
    """The first subjects; what is beyond `count` as one score."""
    if len(found) <= count:
        return list(found)
    return [*found[: count - 1], _sum(found[count - 1 :], say(language, "results_others"))]


def _sum(found: Sequence[Score], name: str) -> Score:
    return Score(name, sum(score.correct for score in found), sum(score.total for score in found))
