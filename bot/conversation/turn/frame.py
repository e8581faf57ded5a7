"""What is said around the end of a run in the background: its person has talked about other things meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from bot.conversation.people import Person
from bot.dao.library import files
from bot.i18n.catalogue import say
from bot.models import Run
from bot.services.background.wording import title_of
from bot.services.money.prices import Prices
from bot.services.money.stopping import reckoned


@dataclass(frozen=True, slots=True)
class Frame:
    """What is said around the end of a run in the background: which it is, and that it failed or was stopped."""

    heading: str
    failed: str
    stopped: str


def frame_of(session: Session, person: Person, run: Run, prices: Prices) -> Frame:
    """That of one run. What it has finished goes out whatever its end."""
    values = {"number": run.number, "title": title_of(session, run.id), "credits": run.price}
    ready = bool(files.of_run(session, run.id))
    return Frame(
        heading=say(person.language, "background_done", number=values["number"], title=values["title"]),
        failed=say(person.language, "background_failed", ready=ready, **values),
        stopped=_stopped(session, person, run, prices, values),
    )


def _stopped(session: Session, person: Person, run: Run, prices: Prices, values: Mapping[str, object]) -> str:
    ready = reckoned(session, prices, run)
    told = {**values, "ready": bool(files.of_run(session, run.id)), "credits": ready.back, "cost": ready.cost}
    return say(person.language, "background_stopped", **told)
