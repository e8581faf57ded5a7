"""How somebody is getting on, as text and as a chart to draw."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.channels.compose import compose
from bot.documents.chart.render import MOST_BARS
from bot.services.quiz.scores import Results, Score, chart_of, scores, written
from bot.types import Channel, Language

RECENT = (Score("Maths", 7, 10), Score("Français", 3, 5))
ALL = (Score("Maths", 17, 30), Score("Français", 3, 5))
DAY = datetime(2026, 8, 12, tzinfo=UTC)


def test_subjects_are_one_whatever_their_case_and_accents() -> None:
    rows = [("SVT", 0, 2), ("Français", 3, 5), ("francais", 1, 1), ("FRANÇAIS ", 0, 1), ("Vide", 0, 0)]
    assert scores(rows) == (Score("Français", 4, 7), Score("SVT", 0, 2))


@pytest.mark.parametrize(
    "names",
    [
        ("Maths", "Mathématiques", "mathematiques", "math", "MATHS ", "Mathematics"),
        ("Français", "francais", "FRANÇAIS", "fr", "French"),
        ("SVT", "svt", "S.V.T.", "Sciences de la vie et de la Terre"),
        ("Physique-chimie", "physique chimie", "PC", "Physique et chimie", "Sciences physiques", "Physique/Chimie"),
        ("Histoire-géo", "Histoire-géographie", "HG", "histoire géo", "Histoire & géographie"),
        ("EPS", "Éducation physique et sportive"),
        ("Anglais", "english", "ang."),
        ("Philo", "Philosophie"),
        ("Éco", "économie", "Economics"),
        ("Compta", "Comptabilité", "accounting"),
    ],
)
def test_the_names_of_a_subject_are_one(names: tuple[str, ...]) -> None:
    (score,) = scores((name, 1, 1) for name in names)
    assert (score.correct, score.total) == (len(names), len(names))


def test_different_subjects_stay_apart() -> None:
    apart = (
        "Physique",
        "Chimie",
        "Physique-chimie",
        "Histoire",
        "Géographie",
        "Maths financières",
        "Fractions",
        "数学",
    )
    assert len(scores((name, 1, 1) for name in apart)) == len(apart)


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        ([("maths", 1, 9), ("Mathématiques", 1, 2), ("mathematiques", 1, 1)], "Mathématiques"),
        ([("mathematiques", 1, 1), ("Mathématiques", 1, 1)], "mathematiques"),
        ([("PC", 1, 1), ("pc", 1, 5)], "pc"),
        ([("  Droit   OHADA ", 1, 1)], "Droit OHADA"),
        ([("???", 1, 1)], "???"),
        (
            [("SVT (Tle D)", 1, 5), ("Sciences de la vie et de la Terre (SVT)", 1, 1)],
            "Sciences de la vie et de la Terre",
        ),
        ([("Maths (3e)", 1, 1), ("maths", 1, 1)], "Maths"),
        ([("(3e)", 1, 1)], "(3e)"),
    ],
)
def test_the_full_name_used_most_is_shown(rows: list[tuple[str, int, int]], shown: str) -> None:
    assert [score.subject for score in scores(rows)] == [shown]


def test_on_whatsapp_every_subject_has_a_bar() -> None:
    assert written(Results(RECENT, ALL), Language.FR, Channel.WHATSAPP).splitlines() == [
        "**Vos progrès**",
        "Ces 30 derniers jours",
        "Maths : 7/10 (70 %)",
        "▓▓▓▓▓▓▓░░░",
        "Français : 3/5 (60 %)",
        "▓▓▓▓▓▓░░░░",
        "**Total : 10/15 (67 %)**",
        "Depuis le début : 20/35 (57 %)",
    ]


def test_on_sms_it_is_plain_and_short() -> None:
    text = compose(written(Results(RECENT, ALL), Language.FR, Channel.SMS), Channel.SMS, Language.FR).parts[0]
    assert "▓" not in text
    assert "Maths : 7/10 (70 %)" in text
    assert len(text) <= 160


def test_english_is_written_the_english_way() -> None:
    assert "Maths: 7/10 (70%)" in written(Results(RECENT, RECENT), Language.EN, Channel.SMS)


def test_what_would_be_said_twice_is_said_once() -> None:
    text = written(Results(RECENT[:1], RECENT[:1]), Language.FR, Channel.SMS)
    assert text.splitlines() == ["**Vos progrès**", "Ces 30 derniers jours", "Maths : 7/10 (70 %)"]


def test_old_results_stand_for_themselves() -> None:
    assert "Depuis le début\nMaths : 17/30" in written(Results((), ALL), Language.FR, Channel.SMS)


@pytest.mark.parametrize("language", list(Language))
def test_nobody_without_results_is_left_without_a_next_step(language: Language) -> None:
    assert "quiz" in written(Results((), ()), language, Channel.WHATSAPP)


def test_many_subjects_become_ten_at_most_and_none_is_lost() -> None:
    many = tuple(Score(f"Matière {number}", 1, 2) for number in range(25))
    text = written(Results(many, many), Language.FR, Channel.SMS)
    assert text.count("Matière") == MOST_BARS - 1
    assert "Autres matières : 16/32 (50 %)" in text
    assert "Total : 25/50" in text
    assert len(chart_of(Results(many, many), Language.FR, "Palabre", DAY).bars) == MOST_BARS


def test_the_chart_says_the_same_in_the_same_order() -> None:
    chart = chart_of(Results(RECENT, ALL), Language.FR, "Palabre", DAY)
    assert [(bar.label, bar.share, bar.value, bar.detail) for bar in chart.bars] == [
        ("Maths", 0.7, "70 %", "7/10"),
        ("Français", 0.6, "60 %", "3/5"),
    ]
    assert (chart.title, chart.footer) == ("Vos progrès", "Palabre · 12 août 2026")
    assert chart.caption == "Bonnes réponses par matière · ces 30 derniers jours"


@given(st.integers(1, 10_000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_only_all_is_100_percent_and_only_nothing_is_0(result: tuple[int, int]) -> None:
    correct, total = result
    percent = Score("x", correct, total).percent
    assert 0 <= percent <= 100
    assert (percent == 100) == (correct == total)
    assert (percent == 0) == (correct == 0)
