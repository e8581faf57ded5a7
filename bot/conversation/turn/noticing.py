"""The second net below `bot.reading.distress`: a model that understands what we have not read begins its answer with a
mark. The person is then answered, and the team told, as if we had read it ourselves."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlmodel import Session

from bot.agent.spec import RunResult
from bot.config import Settings
from bot.conversation.care import STAYS, is_marked
from bot.conversation.people import Person
from bot.conversation.turn.manner import is_in_background
from bot.dao import conversations
from bot.dao.work import background_runs, run_ends, runs
from bot.models import InboundMessage, Run
from bot.reading.distress.danger import Danger
from bot.reading.incoming.priority import Priority
from bot.services.library.files import Links
from bot.services.support import human_help
from bot.services.support.care import Care, is_answered
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
# How it begins where a model fills it in all the same (« none », « n/a »).
_NOBODY: Final = frozenset("no none not nobody n na nil null false safe non aucun aucune personne rien".split())


def danger_in(text: str) -> Danger | None:
    """What the mark in a text says, wherever it stands; None where there is none, or it says that nobody is."""
    if found := _MARK.search(text):
        return Danger(found[1].lower())
    marks = (_WORD.findall(found[1].lower()) for found in _ODD.finditer(text))
    words = next((words for words in marks if words and words[0] not in _NOBODY), None)
    return next((danger for danger in Danger if danger in words), Danger.OTHER) if words else None


def taken_from(result: RunResult) -> tuple[RunResult, Danger | None]:
    """A result without its mark, and what that says. One that stands beside a call says as much, whatever comes of
    that: models do not mark the answer behind it once more."""
    danger = danger_in(result.text) or danger_in(result.aside)
    text = _ODD.sub("", _MARK.sub("", result.text))
    return (result if text == result.text else replace(result, text=text.strip())), danger


@dataclass(frozen=True, slots=True)
class Noticing:
    """Heeds the marks of one run, each in the transaction that stores what it stands in: a run may go on for long
    behind it, elsewhere, or have no end."""

    settings: Settings
    links: Links
    person: Person
    run: Run
    answered: Callable[[], None] = lambda: None  # told when ours is written

    def hear(self, session: Session, text: str) -> None:
        """Heed the mark in what the model has said, if there is one."""
        danger = danger_in(text)
        if danger is not None:
            self._heed(session, danger)

    def remember(self, session: Session, danger: Danger | None) -> None:
        """From the run's end on, what it was asked in which danger was noticed counts as a message that we have read
        ourselves: the model is careful, and turns are free for a while. Also heeds a mark that was stored unheard, by
        a release that looked for it at the end."""
        asked = self._heed(session, danger) if danger is not None else ()
        if asked:
            asked[-1].priority = Priority.DISTRESS

    def _heed(self, session: Session, danger: Danger) -> Sequence[InboundMessage]:
        """Our own answer, and the team's alert, once for what the run was asked, which is returned. A page may have had
        the mark written in a tainted run: then nobody else is told, also by whoever looks at what waits, in which the
        message is not marked yet. Whoever has signed out since may have passed the phone on: there nothing is said."""
        asked = conversations.of_run(session, self.run.id)
        if not asked or is_marked(asked):
            return asked
        message, person, now = asked[-1], self.person, self.links.clock.now()
        alarms = not runs.is_tainted(session, self.run.id)
        if alarms or message.processed_at is not None:
            message.priority = Priority.DISTRESS
        if not (is_in_background(self.run) and background_runs.has_left(session, self.run, now)):
            asker = Asker(person.conversation_id, person.address, person.profile_name, person.phone, f"in{message.id}")
            to = person.recipient
            Care(session, self.settings, self.links, to, asker, now, alarms=alarms).answer(message.id, danger)
            self.answered()
        elif alarms:
            asker = Asker(person.conversation_id, person.address, person.profile_name, None, f"in{message.id}")
            human_help.request(session, self.settings, self.links, asker, now, kind=human_help.DISTRESS)
        return asked


def is_heeded(session: Session, run: Run) -> bool:
    """Whether what a run was asked is known to speak of distress, be it by a mark that is not to be told yet."""
    asked, since = conversations.of_run(session, run.id), run.started_at - STAYS
    return is_marked(asked) or any(is_answered(session, run.conversation_id, one.id, since) for one in asked)


def is_new(session: Session, run: Run) -> bool:
    """Whether nobody was in distress there in the day before a run: who was pays for it what they would without a mark.
    Else whoever has the model write one in each answer would never pay again."""
    return not run_ends.was_marked_before(session, run, Priority.DISTRESS, run.started_at - STAYS)
