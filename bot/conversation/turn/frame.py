"""The sentences around the answer of a background run. They name it by number and title, since its person has talked
about other things meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from bot.conversation.people import Person
from bot.conversation.turn.already import already_done
from bot.dao.library import files
from bot.i18n.catalogue import say
from bot.models import Run
from bot.services.background.wording import title_of
from bot.services.money.prices import Prices
from bot.services.money.stopping import reckoned


@dataclass(frozen=True, slots=True)
class Frame:
    """`heading` stands above the answer; `failed` and `stopped` stand in for one."""

    heading: str
    failed: str
    stopped: str


def frame_of(session: Session, person: Person, run: Run, prices: Prices) -> Frame:
    """The frame of one run. Files it has finished go out however it ended, so the sentences say whether there are
    any."""
    values = {"number": run.number, "title": title_of(session, run.id), "credits": run.price}
    ready = bool(files.of_run(session, run.id))
    done = already_done(session, run.id, person.language)
    return Frame(
        heading=say(person.language, "background_done", number=values["number"], title=values["title"]),
        failed=f"{say(person.language, 'background_failed', ready=ready, **values)} {done}".rstrip(),
        stopped=f"{_stopped(session, person, run, prices, values)} {done}".rstrip(),
    )


def _stopped(session: Session, person: Person, run: Run, prices: Prices, values: Mapping[str, object]) -> str:
    ready = reckoned(session, prices, run)
    told = {**values, "ready": bool(files.of_run(session, run.id)), "credits": ready.back, "cost": ready.cost}
    return say(person.language, "background_stopped", **told)
