"""A load generator that keeps to the clock: each message has its moment, whatever became of those before."""

import re
import select
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from html import unescape

from tests.bench.load import LONGEST_SILENCE_S, Connection
from tests.bench.product import signed_request

CONNECTIONS = 16
REPLY = re.compile(rb"<Message>(.*?)</Message>", re.DOTALL)

Hears = Callable[[int, str], None]  # who wrote, and what the webhook's answer says to them; mostly nothing


def post(
    port: int, numbers: Sequence[int], every_s: float, body: str = "", hears: Hears = lambda _number, _text: None
) -> dict[int, float]:
    """Post messages to the webhook, one every so many seconds, or as fast as they are taken; all say `body`, if given.
    Returns at which moment (the machine's monotonic clock) each was due: one that finds no free connection has waited
    from then on. Raises RuntimeError for any answer but 200, TimeoutError when nothing comes for long."""
    requests = {number: signed_request(number, body=body) for number in numbers}
    begin = time.monotonic()
    due = {number: begin + place * every_s for place, number in enumerate(numbers)}
    left, busy = deque(numbers), 0
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        free = [_open(stack, port) for _ in range(min(CONNECTIONS, len(numbers)))]
        while left or busy:
            while free and left and due[left[0]] <= time.monotonic():
                connection, busy = _still_open(stack, free.pop(), port), busy + 1
                selector.register(connection.socket, selectors.EVENT_READ, connection)
                connection.number = left.popleft()
                connection.send(requests[connection.number])
            until_next = due[left[0]] - time.monotonic() if left and free else LONGEST_SILENCE_S
            ready = selector.select(max(0.0, until_next))
            if busy and not ready and until_next >= LONGEST_SILENCE_S:
                raise TimeoutError("the server fell silent")
            for key, _ in ready:
                if key.data.is_answered():
                    text = REPLY.search(key.data.received)
                    hears(key.data.number, unescape(text[1].decode()) if text else "")
                    selector.unregister(key.fileobj)
                    free.append(key.data)
                    busy -= 1
    return due


def _still_open(stack: ExitStack, connection: Connection, port: int) -> Connection:
    """The same, or a new one where the server has closed what lay idle: nothing is to be read before a request."""
    is_closed = bool(select.select([connection.socket], [], [], 0)[0])
    return _open(stack, port) if is_closed else connection


def _open(stack: ExitStack, port: int) -> Connection:
    opened = stack.enter_context(socket.create_connection(("127.0.0.1", port), LONGEST_SILENCE_S))
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Connection(opened)
