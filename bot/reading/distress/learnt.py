"""What was learnt, as numbers for each mark, in some ten bytes where a dict would take two hundred: every worker and
every web process holds them. Reads one file."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_LAST: Final = 2**63 - 1
_BITS: Final = 64  # of a hash


class Learnt:
    """The numbers of a file beside this one, which has a mark and its numbers on each line. Marks are known by their
    hash alone: that two of them have the same is less likely than a broken disk."""

    def __init__(self, name: str) -> None:
        hashes, numbers = array("q"), array("h")
        with Path(__file__).with_name(name).open(encoding="utf-8") as lines:
            for line in lines:
                if not line.startswith("//"):
                    mark, _, said = line.partition("\t")
                    hashes.append(hash(mark))
                    numbers.extend(map(int, said.split()))
        columns = len(numbers) // len(hashes)
        order = sorted(range(len(hashes)), key=hashes.__getitem__)
        self._hashes = array("q", [*(hashes[at] for at in order), _LAST])
        self._shift = _BITS + 1 - len(hashes).bit_length()  # what is left of a hash is shared by one other, or two
        half = 1 << (_BITS - 1 - self._shift)
        beginnings = (*range(half), *range(-half, 0))  # in the order of an index: the negative ones count from the end
        self._first = array("I", [bisect_left(self._hashes, begun << self._shift) for begun in beginnings])
        self.columns = [array("h", [numbers[at * columns + which] for at in order]) for which in range(columns)]

    def places(self, marks: Iterable[str]) -> set[int]:
        """Where in each column the numbers of these marks are, of those that have any."""
        hashes, first, shift, places = self._hashes, self._first, self._shift, set[int]()
        for hashed in map(hash, marks):
            place = first[hashed >> shift]
            while hashes[place] < hashed:
                place += 1
            if hashes[place] == hashed:
                places.add(place)
        return places

    def of(self, mark: str) -> list[int]:
        """The numbers of one mark; none when it is not known."""
        return [column[place] for place in self.places([mark]) for column in self.columns]
