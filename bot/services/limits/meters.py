"""What one sender has used: a bucket that leaks, a count of the day, a small reserve, refusals said. Pure.

Stored as one JSON value in the address's row, written by transactions that write this row anyway."""

import hashlib
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, Final, Self

RESERVE: Final = 10  # messages that matter, honoured though the bucket is full
RESERVE_BACK_S: Final = 300.0  # one comes back after so long: nobody is silenced for good
MOST_SAME: Final = 4  # times the same sentence is answered in a row
SAME_FOR_S: Final = 3_600.0
SENTENCE_WORDS: Final = 3  # a shorter text (2, oui, continue) may well be said again and again
MINUTE_S: Final = 60.0
CLOCK_SLACK_S: Final = 60.0  # how far the clocks of machines may differ
_MOMENTS: Final = re.compile(r"\d{1,4}([:/.\-])\d{1,2}(\1\d{1,4})?|\d{1,2} ?[hH] ?\d{0,2}")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a sender may have."""

    per_minute: int
    per_day: int


@dataclass(frozen=True, slots=True)
class Meters:
    """Where a sender stands. A bucket is kept as the moment at which it will be empty again, in seconds since 1970;
    `day` is the local date of the counts."""

    minute: float = 0.0
    reserve: float = 0.0
    day: str = ""
    messages: int = 0
    told: tuple[tuple[str, int], ...] = ()  # how often each refusal was said this day
    same: str = ""  # a digest of the last sentence
    times: int = 0  # how often it came in a row
    since: float = 0.0  # when it came first
    outage: int = 0  # the last one of the provider that was told
    credited: int = 0  # the entry that gave credits last, when a want of them was told
    beside: int = 0  # the message of a command with which something came that waits for its question

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """As they stand in the row."""
        known = {name: stored[name] for name in cls.__slots__ if name in stored}
        return cls(**{**known, "told": tuple((kind, count) for kind, count in known.get("told", ()))})

    def stored(self) -> dict[str, Any]:
        """As they go into the row."""
        return {name: getattr(self, name) for name in self.__slots__}

    def on(self, today: date) -> Self:
        """The same on a day, the sender's own: the counts of another one are over. Machines whose clocks differ around
        midnight do not begin the day twice."""
        if self.day and 0 <= (date.fromisoformat(self.day) - today).days <= 1:
            return self
        return replace(self, day=today.isoformat(), messages=0, told=())

    def room_at(self, moment: datetime, limits: Limits) -> datetime:
        """From when on a message has room in the minute's bucket; not later than `moment`: one that comes then has."""
        empty_at = _empty_at(self.minute, moment, MINUTE_S)
        return datetime.fromtimestamp(empty_at + MINUTE_S / limits.per_minute - MINUTE_S, UTC)

    def took(self, count: int, moment: datetime, limits: Limits) -> Self:
        """With so many messages more, which came in at a moment. Fragments that are one question go in together: the
        bucket is never fuller than full."""
        seconds = moment.timestamp()
        minute = max(_empty_at(self.minute, moment, MINUTE_S), seconds) + count * MINUTE_S / limits.per_minute
        return replace(self, minute=min(minute, seconds + MINUTE_S), messages=self.messages + count)

    def has_reserve(self, moment: datetime) -> bool:
        """Whether one message that matters may still be answered."""
        left = _empty_at(self.reserve, moment, RESERVE * RESERVE_BACK_S) - moment.timestamp()
        return left <= (RESERVE - 1) * RESERVE_BACK_S

    def drew_reserve(self, moment: datetime) -> Self:
        """With one message answered out of the reserve."""
        empty_at = _empty_at(self.reserve, moment, RESERVE * RESERVE_BACK_S)
        return replace(self, reserve=max(empty_at, moment.timestamp()) + RESERVE_BACK_S)

    def said(self, kind: str) -> int:
        """How often a refusal was said this day."""
        return dict(self.told).get(kind, 0)

    def telling(self, kind: str) -> Self:
        """With a refusal said once more."""
        return replace(self, told=tuple(sorted({**dict(self.told), kind: self.said(kind) + 1}.items())))

    def forgetting(self, kinds: Set[str]) -> Self:
        """As if these refusals had not been said this day."""
        return replace(self, told=tuple(said for said in self.told if said[0] not in kinds))

    def heard(self, text: str, moment: datetime) -> Self:
        """With a text taken note of: how often the same sentence came in a row. Times and dates inside do not count,
        so that an automatic reply that says when it was written is the same every time."""
        words = _MOMENTS.sub("#", text.casefold()).split()
        if len(words) < SENTENCE_WORDS:
            return replace(self, same="", times=0)
        digest = hashlib.blake2b(" ".join(words).encode(), digest_size=6).hexdigest()
        seconds = moment.timestamp()
        if digest == self.same and 0 <= seconds - self.since < SAME_FOR_S:
            return replace(self, times=self.times + 1)
        return replace(self, same=digest, times=1, since=seconds)

    @property
    def repeats(self) -> bool:
        """Whether the last sentence has been answered often enough."""
        return self.times > MOST_SAME


def _empty_at(stored: float, moment: datetime, full_s: float) -> float:
    """When a bucket is empty again. One that is fuller than full was filled by a clock that ran ahead: nobody is to
    wait until the others have caught up."""
    seconds = moment.timestamp()
    return stored if stored - seconds <= full_s + CLOCK_SLACK_S else seconds
