"""The second net below `bot.reading.distress`: a model that understands what we have not read begins its answer with a
mark. The person is then answered, and the team told, as if we had read it ourselves."""

import re
from dataclasses import dataclass, replace
from typing import Final

from sqlmodel import Session

from bot.agent.spec import RunResult
from bot.config import Settings
from bot.conversation.care import is_marked
from bot.conversation.people import Person
from bot.conversation.turn.manner import is_in_background
from bot.dao import conversations
from bot.dao.work import background_runs, runs
from bot.models import Run
from bot.reading.distress.danger import Danger
from bot.reading.incoming.priority import Priority
from bot.services.library.files import Links
from bot.services.support import human_help
from bot.services.support.care import Care
from bot.services.support.human_help import Asker

# As templates/prompts/common.md.j2 asks for it; wherever a model puts it, nobody is to read it.
_MARK: Final = re.compile(
    rf"(?<![*_`])[*_`]*+\[\s*+care\s*+:\s*+({'|'.join(Danger)})\s*+\][*_`]*[^\S\n]*\n*", re.IGNORECASE
)
# With a word of the model's own in it (« self-harm », « suicide »), where it is to stand.
_ODD: Final = re.compile(
    r"^[^\S\n]*+[*_`]*+\[\s*+care\s*+:([^\]\n]{1,40})\][*_`]*[^\S\n]*\n*", re.IGNORECASE | re.MULTILINE
)
_WORD: Final = re.compile(r"[a-z]+")


def danger_in(text: str) -> Danger | None:
    """What the mark in a text says, wherever it stands; None where there is none."""
    found = _MARK.search(text) or _ODD.search(text)
    words = _WORD.findall(found[1].lower()) if found else ()
    return next((danger for danger in Danger if danger in words), Danger.OTHER) if found else None


def taken_from(result: RunResult) -> tuple[RunResult, Danger | None]:
    """A result without its mark, and what that says. One that stands beside a call says as much, whatever comes of
    that: models do not mark the answer behind it once more."""
    danger = danger_in(result.text) or danger_in(result.aside)
    if danger is None:
        return result, None
    return replace(result, text=_ODD.sub("", _MARK.sub("", result.text)).strip()), danger


@dataclass(frozen=True, slots=True)
class Noticing:
    """Heeds the marks of one run, each in the transaction that stores what it stands in: a run may go on for long
    behind it, elsewhere, or have no end."""

    settings: Settings
    links: Links
    person: Person
    run: Run

    def hear(self, session: Session, text: str) -> None:
        """Heed the mark in what the model has said, if there is one: our own answer, and the team's alert, once for
        what the run was asked. A page may have had it written in a tainted run: then nobody else is told, also by
        whoever looks at what waits, in which the message is not marked yet. Whoever has signed out since may have
        passed the phone on: there nothing is said."""
        danger = danger_in(text)
        asked = conversations.of_run(session, self.run.id) if danger else ()
        if danger is None or not asked or is_marked(asked):
            return
        message, person, now = asked[-1], self.person, self.links.clock.now()
        alarms = not runs.is_tainted(session, self.run.id)
        if alarms or message.processed_at is not None:
            message.priority = Priority.DISTRESS
        if not (is_in_background(self.run) and background_runs.has_left(session, self.run, now)):
            asker = Asker(person.conversation_id, person.address, person.profile_name, person.phone, f"in{message.id}")
            to = person.recipient
            Care(session, self.settings, self.links, to, asker, now, alarms=alarms).answer(message.id, danger)
        elif alarms:
            asker = Asker(person.conversation_id, person.address, person.profile_name, None, f"in{message.id}")
            human_help.request(session, self.settings, self.links, asker, now, kind=human_help.DISTRESS)


def is_heeded(session: Session, run: Run) -> bool:
    """Whether what a run was asked is known to speak of distress."""
    return is_marked(conversations.of_run(session, run.id))


def remember(session: Session, run: Run, danger: Danger | None) -> None:
    """From its end on, what a run was asked in which danger was noticed counts as a message that we have read
    ourselves: the model is careful, and turns are free for a while."""
    if danger is not None:
        conversations.of_run(session, run.id)[-1].priority = Priority.DISTRESS
