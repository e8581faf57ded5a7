"""The second net below `bot.reading.distress`: a model that understands what we have not read begins its answer with a
mark. The person is then answered, and the team told, as if we had read it ourselves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlmodel import Session

from bot.agent.spec import RunResult
from bot.config import Settings
from bot.conversation.people import Person
from bot.dao import conversations
from bot.models import InboundMessage
from bot.reading.distress.danger import Danger
from bot.reading.incoming.priority import Priority
from bot.services.library.files import Links
from bot.services.support.care import Care
from bot.services.support.human_help import Asker

# As templates/prompts/common.md.j2 asks for it; wherever a model puts it, nobody is to read it.
_MARK: Final = re.compile(
    rf"(?<![*_`])[*_`]*+\[\s*+care\s*+:\s*+({'|'.join(Danger)})\s*+\][*_`]*[^\S\n]*\n*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Noticed:
    """What a model has seen. A page may have had the mark written in a tainted run: then nobody else is told."""

    danger: Danger
    tainted: bool


def taken_from(result: RunResult) -> tuple[RunResult, Noticed | None]:
    """A result without its mark, and what that says. One that stands beside a call says as much, whatever comes of
    that: models do not mark the answer behind it once more."""
    found = _MARK.search(result.text) or _MARK.search(result.aside)
    if found is None:
        return result, None
    noticed = Noticed(Danger(found[1].lower()), result.tainted)
    return replace(result, text=_MARK.sub("", result.text).strip()), noticed


def answer(
    session: Session,
    settings: Settings,
    links: Links,
    person: Person,
    messages: Sequence[InboundMessage],
    noticed: Noticed | None,
) -> None:
    """Our own answer, in front of the model's, if it has noticed something. From then on the message counts as one that
    we have read ourselves: the model is careful, and turns are free for a while."""
    if noticed is None:
        return
    message = messages[-1]
    asker = Asker(person.conversation_id, person.address, person.profile_name, person.phone, f"in{message.id}")
    care = Care(session, settings, links, person.recipient, asker, links.clock.now(), alarms=not noticed.tainted)
    care.answer(message.id, noticed.danger)
    conversations.mark(session, [message], Priority.DISTRESS)
