"""A model that does whatever a page tells it to: the worst reader there is. What it knows are the person’s words."""

import json
import re
from collections.abc import Callable
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


def _begin(request: Request) -> int:
    """Where the last user message stands."""
    return max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")
