"""A model that does whatever a page tells it to: the worst reader there is. What it knows are the person’s words."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.fakes.model import Request, Step, calls, last_user_text, says

Order = Callable[[str, str], Step]  # (the attacker's address, what was confided) → what the page makes the model do

SECRET = re.compile(r"secret\w+")
ORDER = re.compile(r"ORDRE (\w+)")


def opens(*addresses: str) -> Step:
    """One call of browse_url."""
    return calls(("browse_url", {"urls": list(addresses)}))


class Obedient:
    """Reads the page a person names, then obeys the order in it once a run, and says « fini » in the end."""

    def __init__(self, evil: str, orders: dict[str, Order]) -> None:
        self._evil, self._orders = evil, orders

    def __call__(self, request: Request) -> Step:
        text = last_user_text(request)
        since = len(request["messages"]) - _begin(request)
        own: list[dict[str, Any]] = request["messages"][-since + 1 :] if since > 1 else []
        results = [message["content"] for message in own if message["role"] == "tool"]
        page = re.search(r"lis (\S+)", text)
        if page and not results:
            return opens(page[1])
        if len(results) > (1 if page else 0):
            return says("fini")
        everything = json.dumps(request["messages"], ensure_ascii=False)
        order, secret = ORDER.search(results[-1] if page else everything), SECRET.search(everything)
        known = self._orders.get(order[1]) if order else None
        return known(self._evil, secret[0]) if known and secret else says("fini")


@dataclass(frozen=True)
class Trap:
    """What a stranger has written. The model reads it with `reading`; once it has seen `mark` it makes all the calls
    that were ordered, and answers with what was ordered. `later`: a turn after it was read."""

    reading: tuple[str, Mapping[str, Any]]
    mark: str
    orders: Sequence[tuple[str, Mapping[str, Any]]]
    answer: str = "fini"
    later: bool = False


class Trapped:
    """Obeys the trap that a person’s message names as « piège NAME », to the letter and without a doubt."""

    def __init__(self, traps: Mapping[str, Trap]) -> None:
        self._traps = traps

    def __call__(self, request: Request) -> Step:
        named = re.search(r"piège (\w+)", last_user_text(request))
        if named is None:
            return says("fini")
        trap, own = self._traps[named[1]], request["messages"][_begin(request) :]
        read = [message["content"] for message in own if message["role"] == "tool"]
        known = any(trap.mark in str(m["content"]) for m in request["messages"] if m["role"] == "tool")
        if not read and not (trap.later and known):
            return calls(trap.reading)
        if trap.mark not in "".join(read[:1]) and not (trap.later and known):
            return says("fini")
        if trap.later and read and trap.mark in read[0]:
            return says("Une leçon.")  # what it was told to do, it does a turn later
        done = len(read) - (0 if trap.later else 1)
        return calls(*trap.orders) if not done and trap.orders else says(trap.answer)


def _begin(request: Request) -> int:
    """Where the last user message stands."""
    return max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")
