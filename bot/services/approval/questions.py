"""A call held until the person has said yes: how it is stored, and how it is put to them. Pure: no database."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.agent.spec import Departure
from bot.capabilities import capabilities_of
from bot.channels.compose import compose
from bot.channels.gsm7 import transliterate
from bot.i18n.catalogue import say
from bot.text.safe import safe_text
from bot.types import Language

KIND = "approval"
NOTE_MARK = "[Permission]"  # begins what the agent is told of an answer
MOST_QUESTIONS = 3  # one after the other, before the person writes something of their own again
FENCE = "```"


@dataclass(frozen=True, slots=True)
class Held:
    """The effect, exactly: `tool` with `arguments` (JSON text) and nothing else. `departures` is what the person is
    shown of it; `asked` counts the questions up to this one."""

    tool: str
    arguments: str
    departures: tuple[Departure, ...]
    asked: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What the person's digit said."""

    interaction_id: int
    held: Held
    agreed: bool

    @property
    def asked(self) -> int:
        """Questions so far; who has said no is not asked again."""
        return self.held.asked if self.agreed else MOST_QUESTIONS


def payload_of(held: Held, number: str = "") -> dict[str, Any]:
    """The payload to store. `number`: what says yes instead of the digit 1 (bot.services.approval.numbers). `again`
    comes to say that how to answer was repeated once."""
    return {"held": asdict(held), "number": number, "again": False}


def held_in(payload: Mapping[str, Any]) -> Held:
    """What a stored payload holds."""
    stored = payload["held"]
    return Held(**{**stored, "departures": tuple(Departure(**departure) for departure in stored["departures"])})


def question(held: Held, language: Language, number: str = "") -> str:
    """The question as Markdown, with the number that says yes, if one does. What would leave stands in fences: nothing
    in there is converted, shortened, spaced or made a link that opens at a touch."""
    addresses = [departure.recipient for departure in held.departures if departure.kind == "address"]
    links = [departure.recipient for departure in held.departures if departure.kind == "link"]
    blocks = []
    if addresses:
        blocks += [say(language, "approval_open"), *map(_fenced, addresses)]
    if links:
        blocks += [say(language, "approval_link"), *map(_fenced, links)]
    for departure in held.departures:
        if departure.kind == "message":
            blocks += [say(language, "approval_send"), _fenced(f"{departure.recipient}\n\n{departure.text}")]
    return "\n".join([*blocks, say(language, "approval_choice", number=number)])


def can_be_shown(held: Held, language: Language, channel: str) -> bool:
    """Whether every character of what would leave reaches the person's screen, over several messages if need be: none
    is invisible, none is dropped, and nothing steps out of its fence. What is paid by the segment may
    spell letters its own way."""
    wanted = [text for departure in held.departures for text in (departure.recipient, departure.text)]
    return reaches_whole(question(held, language), wanted, language, channel)


def reaches_whole(asked: str, wanted: Sequence[str], language: Language, channel: str) -> bool:
    """Whether some texts, fenced within any question, reach a person whole on a channel."""
    if any(safe_text(text) != text or FENCE in text for text in wanted):
        return False
    composition = compose(asked, channel, language)
    numbers = [f"({at}/{len(composition.parts)}) " for at in range(1, len(composition.parts) + 1)]
    shown = "".join(part.removeprefix(number) for number, part in zip(numbers, composition.parts, strict=True))
    spelt = [transliterate(text) for text in wanted] if capabilities_of(channel).segmented else wanted
    return all(_bare(text) in _bare(shown) for text in spelt)


def _fenced(text: str) -> str:
    return f"{FENCE}\n{text}\n{FENCE}"


def _bare(text: str) -> str:
    """Without white space, which is lost where a text is cut, and without the fences that are closed and opened
    there."""
    return "".join(text.replace(FENCE, "").split())
