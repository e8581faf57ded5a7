"""Which of some options a text is but for a slip of the finger. Pure.

A slip is forgiven in a long word only (25 cm is not 25 m), and only where no other option is nearly as close: whoever
chooses between « chevaux » and « chevals » is asked how it is written."""

from collections.abc import Sequence
from typing import Final

from bot.reading.answer_words import one_edit_apart

_SHORTEST: Final = 5  # letters that a text has whose blanks may stand elsewhere
_NEARLY: Final = 2  # edits; as far from what was typed may no other option be

Words = Sequence[str]


def but_for_a_slip(typed: Words, options: Sequence[Words]) -> int | None:
    """The one option that was meant; None where it is none, or may be another."""
    close = [index for index, option in enumerate(options) if _is_slip(typed, option)]
    if len(close) != 1:
        return None
    said = " ".join(typed)
    others = (" ".join(option) for index, option in enumerate(options) if index != close[0])
    return None if any(_edits(said, other) <= _NEARLY for other in others) else close[0]


def _is_slip(typed: Words, meant: Words) -> bool:
    if len(typed) == len(meant):
        other = [(said, word) for said, word in zip(typed, meant, strict=True) if said != word]
        return len(other) == 1 and one_edit_apart(*other[0])
    letters = "".join(typed)
    return len(letters) >= _SHORTEST and letters.isalpha() and letters == "".join(meant)


def _edits(one: str, other: str) -> int:
    """How many letters are added, left out or replaced, or neighbours swapped, between two texts; more than `_NEARLY`
    is not counted."""
    if abs(len(one) - len(other)) > _NEARLY:
        return _NEARLY + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, beside in enumerate(other, 1):
            edits = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != beside))
            if i > 1 < j and letter == other[j - 2] and one[i - 2] == beside:
                edits = min(edits, earlier[j - 2] + 1)
            row.append(edits)
    return row[-1]
