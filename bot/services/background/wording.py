"""How work in the background is spoken of: by its number and the first words of what was asked."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlmodel import Session

from bot.agent.control import plan_in
from bot.dao.work import background_runs, runs
from bot.i18n.catalogue import catalogue, say
from bot.models import Run
from bot.services.approval.unlinking import opens_nothing
from bot.services.attachments.entries import kind_noted, without_notes
from bot.text.safe import safe_text
from bot.types import Background, Language, known

LONGEST_TITLE: Final = 48  # characters
USUAL_S: Final = 600.0  # what is said of work that has no plan yet


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run is. Minutes; `step`: the words of its plan, or of the tool it waits for."""

    minutes: int
    left: int
    step: str = ""
    at: int = 0
    of: int = 0


def asked_in(session: Session, run_id: int) -> str:
    """What was asked, with the notes of what came along."""
    rows = runs.own_transcript(session, run_id)
    said = rows[0].message.get("content") if rows else ""
    return said if isinstance(said, str) else ""


def title_of(session: Session, run_id: int) -> str:
    """The first words of what was asked, never the notes beside them; of a photo alone, that it is one."""
    asked = asked_in(session, run_id)
    line = " ".join(safe_text(without_notes(asked)).split())
    if asked and not line:
        line = say(known(Language, session.get_one(Run, run_id).language, Language.FR), f"what_{kind_noted(asked)}")
    if len(line) <= LONGEST_TITLE:
        return line
    return f"{line[:LONGEST_TITLE].rsplit(' ', 1)[0].rstrip(' ,;:.')}…"


def standing(session: Session, run: Run, language: Language, now: datetime, timeout_s: float) -> Standing:
    """How far a run is that has begun. What is left is reckoned from the steps that are done, never more than the time
    it may still take, nor less than a minute."""
    elapsed = max(0.0, (now - (run.background_at or now)).total_seconds())
    steps = plan_in(background_runs.plan(session, run.id) or "{}")
    done = sum(step.state == "done" for step in steps)
    usual = elapsed * (len(steps) - done) / done if done else USUAL_S - elapsed
    left = max(60.0, min(usual, timeout_s - elapsed))
    doing = next((step.text for step in steps if step.state == "doing"), "")
    if not doing:
        told = catalogue(language).get(f"doing_{runs.tool_under_way(session, run.id)}")
        doing = told.render() if told is not None else ""
    at = min(done + 1, len(steps))
    doing = opens_nothing(safe_text(doing)) if runs.is_tainted(session, run.id) else safe_text(doing)
    return Standing(round(elapsed / 60), max(1, round(left / 60)), doing, at, len(steps))


def line(
    session: Session, run: Run, language: Language, now: datetime, timeout_s: float, *, for_model: bool = False
) -> str:
    """One line of an answer to `status`. `for_model`: another run reads it, so without the words of the plan, which a
    page may have dictated."""
    title = title_of(session, run.id)
    if run.cancelled_at is not None:
        return say(language, "background_stopping", number=run.number, title=title)
    if run.background == Background.WAITING:
        return say(language, "background_in_line", number=run.number, title=title)
    far = standing(session, run, language, now, timeout_s)
    return say(
        language,
        "background_line",
        number=run.number,
        title=title,
        minutes=far.minutes,
        left=far.left,
        step="" if for_model else far.step,
        at=far.at,
        of=far.of,
    )


def heartbeat(session: Session, run: Run, language: Language, now: datetime, timeout_s: float) -> str:
    """A sign of life."""
    return say(language, "background_heartbeat", line=line(session, run, language, now, timeout_s), number=run.number)
