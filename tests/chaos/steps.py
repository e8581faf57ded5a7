"""What a person of the campaign does: steps of a play."""

from collections.abc import Generator
from dataclasses import dataclass

from bot.simulator.records import Media


@dataclass(frozen=True, slots=True)
class Say:
    """A person sends a message. `due` is what must be heard for it, in order; `results` and `documents` are what its
    tools must leave behind. `twice`: the webhook is delivered twice at once. `waits`: until the webhook has answered.
    `beside`: it may be worked on in the background, so that what is due for it comes whenever it is ready. `media`:
    what is sent along."""

    text: str
    due: tuple[str, ...] = ()
    results: int = 0
    documents: int = 0
    twice: bool = False
    waits: bool = True
    beside: bool = False
    media: tuple[Media, ...] = ()


@dataclass(frozen=True, slots=True)
class Hear:
    """A person waits until they have heard this; the play is sent False when it will not come."""

    words: str


@dataclass(frozen=True, slots=True)
class Pause:
    """A person does nothing for some seconds."""

    seconds: float


Play = Generator[Say | Hear | Pause, bool, None]
