"""What a command is: its words, its slow half, and the fast half that the slow one returns. docs/extending.md has the
recipe."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.conversation.dialogues.confirmation import Confirmed
from bot.conversation.dialogues.menus import Menu
from bot.conversation.outcomes import Done, Obeyed
from bot.conversation.people import Person
from bot.conversation.talk import Desk, Dialogue, Talk
from bot.dao.database import Database
from bot.reading.commands.arguments import Argument
from bot.reading.commands.vocabulary import Wording

Act = Callable[[Talk], Obeyed]  # the fast half: inside the transaction that closes the message


@dataclass(frozen=True, slots=True)
class Request:
    """What the slow half knows. `person` was read a moment ago: what must be true is asked again in the fast half."""

    desk: Desk
    database: Database
    person: Person
    argument: Argument | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `prepare` does everything slow outside any transaction and returns the rest. What its questions
    lead to stands beside it: acts that a number confirms, menus, dialogues of its own."""

    name: str
    wording: Wording
    prepare: Callable[[Request], Act]
    confirmed: Mapping[str, Confirmed] = field(default_factory=dict)
    menus: tuple[Menu, ...] = ()
    dialogues: tuple[Dialogue, ...] = ()


def quick(act: Callable[[Talk], None]) -> Callable[[Request], Act]:
    """A command that has no slow half, and of which nothing follows but what it says."""

    def fast(talk: Talk) -> Obeyed:
        act(talk)
        return Done()

    return lambda _request: fast


def quick_with(act: Callable[[Talk, Argument | None], None]) -> Callable[[Request], Act]:
    """`quick` for a command that takes an argument."""
    return lambda request: quick(lambda talk: act(talk, request.argument))(request)
