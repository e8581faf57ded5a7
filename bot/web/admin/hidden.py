"""Words of people and tools on a page: hidden until a reason was given, cut so that the page stays small, and what is
sealed in the database stays sealed even then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import escape

from bot.agent.stream import parsed
from bot.agent.tool_results import text_of
from bot.tools.secrets import KEPT, SEALED

BYTES: Final = 24_000  # of all words on a page, as they are sent


@dataclass(frozen=True, slots=True)
class Hidden:
    """A text as a page shows it: None while it is hidden. `cut`: there is more of it."""

    text: str | None
    length: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one page, by what they are."""

    shown: Mapping[str, Hidden]

    @classmethod
    def of(cls, texts: Sequence[str], readable: bool, most: int = BYTES) -> "Words":
        """They share the page's bytes: the short ones are whole, the long ones get as much as each other."""
        if not readable:
            return cls({text: Hidden(None, len(text)) for text in texts})
        shown: dict[str, Hidden] = {}
        for left, text in zip(range(len(texts), 0, -1), sorted(texts, key=len), strict=True):
            shown[text] = _shown(text, most // left)
            most -= _size(shown[text].text or "")
        return cls(shown)

    def __call__(self, text: str) -> Hidden:
        return self.shown[text]


def open_part(arguments: str) -> str:
    """The arguments of a call without what is sealed of them (bot.tools.secrets)."""
    stored = parsed(arguments)
    if not isinstance(stored, dict) or SEALED not in stored:
        return arguments
    return text_of({name: value for name, value in stored.items() if name != SEALED} | KEPT)


def _shown(text: str, most: int) -> Hidden:
    kept = text
    while (size := _size(kept)) > most:
        kept = kept[: min(len(kept) - 1, len(kept) * most // size)]
    return Hidden(kept, len(text), len(kept) < len(text))


def _size(text: str) -> int:
    """Bytes of it in a page."""
    return len(str(escape(text)).encode())
