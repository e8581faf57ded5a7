"""Hides pieces of a text behind single private-use characters while the rest is being parsed, and puts them back."""

import re
from typing import Final

_SIZE: Final = 0xFFFE
_PRIVATE: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")


def without_private_use(text: str) -> str:
    """The text without private-use characters: they mean nothing to a reader, and a stash needs them."""
    return _PRIVATE.sub("", text)


class Stash:
    """Pieces hidden in one text that came out of `without_private_use`.

    To a parser the characters are neither letters nor spaces nor punctuation. Each stash of a text needs its own
    plane: 15 or 16."""

    def __init__(self, plane: int) -> None:
        self._first = plane << 16
        self._hidden = re.compile(f"[{chr(self._first)}-{chr(self._first + _SIZE - 1)}]")
        self._pieces: list[str] = []

    def hide(self, piece: str) -> str:
        """A character that stands for the piece; the piece itself when there are too many."""
        if len(self._pieces) == _SIZE:
            return piece
        self._pieces.append(piece)
        return chr(self._first + len(self._pieces) - 1)

    def restore(self, text: str) -> str:
        """The text with every hidden piece back, also those hidden inside other pieces."""
        while self._hidden.search(text):
            text = self._hidden.sub(lambda match: self._pieces[ord(match[0]) - self._first], text)
        return text

    def split(self, text: str, kind: type[str]) -> list[str]:
        """The text cut around its hidden pieces of one kind, these as they were hidden; the rest restored."""
        parts: list[str] = []
        at = 0
        for found in self._hidden.finditer(text):
            piece = self._pieces[ord(found[0]) - self._first]
            if isinstance(piece, kind):
                parts += [self.restore(text[at : found.start()]), piece]
                at = found.end()
        return [part for part in [*parts, self.restore(text[at:])] if part]
