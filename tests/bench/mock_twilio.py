"""Twilio's API in a process of its own, as cheap as can be: `python -m tests.bench.mock_twilio CALLBACKS_PORT` writes
its port and serves until killed. A message it takes is sent, delivered and read at once, and it says so by signed
callbacks. `GET /arrived` tells to whom messages came, when (the machine's monotonic clock), and how they began."""

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from urllib.parse import parse_qs, urlencode
from urllib.request import urlopen

from tests.bench.mock_model import requests
from tests.bench.processes import Process, running
from tests.bench.product import signature_of
from tests.fakes.twilio import ACCOUNT_SID

KEPT = 120  # characters of a message
STATES = ("sent", "delivered", "read")
MESSAGES = f"/2010-04-01/Accounts/{ACCOUNT_SID}/Messages.json"
NO_CONTENT = b" 204 "


class MockTwilio:
    """The server; one task a connection, and a few that call back."""

    def __init__(self, callbacks_port: int) -> None:
        self._port = callbacks_port
        self._numbers = count(1)
        self._arrived: list[tuple[str, float, str]] = []
        self._to_tell: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request after the other until the client leaves."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            async for path, body in requests(reader):
                status, answer = self._answer(path, body)
                head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(answer)}\r\n\r\n"
                writer.write(head.encode() + answer)
                await writer.drain()
        writer.close()

    def _answer(self, path: str, body: bytes) -> tuple[str, bytes]:
        if path == "/arrived":
            return "200 OK", json.dumps(self._arrived).encode()
        if path != MESSAGES:
            return "200 OK", b'{"messages": [], "media_list": [], "success": true}'
        fields = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        self._arrived.append((fields["To"], asyncio.get_running_loop().time(), fields.get("Body", "")[:KEPT]))
        sid = f"SM{next(self._numbers):032x}"
        self._to_tell.put_nowait((fields["StatusCallback"], sid))
        return "201 Created", json.dumps({"sid": sid, "status": "queued"}).encode()

    async def call_back(self) -> None:
        """Tell the states of one message after the other, over one connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        while True:
            url, sid = await self._to_tell.get()
            for state in STATES:
                fields = {"MessageSid": sid, "MessageStatus": state, "AccountSid": ACCOUNT_SID}
                try:
                    await _post(reader, writer, url, fields)
                except (ConnectionError, asyncio.IncompleteReadError):  # gunicorn closes what has lain idle
                    reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                    await _post(reader, writer, url, fields)


async def _post(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, url: str, fields: Mapping[str, str]
) -> None:
    body = urlencode(fields)
    head = (
        f"POST /{url.split('/', 3)[3]} HTTP/1.1",
        "Host: palabre.test",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        f"X-Twilio-Signature: {signature_of(url, fields)}",
    )
    writer.write(("\r\n".join(head) + "\r\n\r\n" + body).encode())
    await writer.drain()
    answer = await reader.readuntil(b"\r\n\r\n")
    if NO_CONTENT not in answer.partition(b"\r\n")[0] + b" ":
        raise RuntimeError(f"a callback was refused: {answer[:80]!r}")


async def main(callbacks_port: int) -> None:
    """Serve until killed."""
    twilio = MockTwilio(callbacks_port)
    server = await asyncio.start_server(twilio.connection, "127.0.0.1", 0, backlog=1_024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    async with server, asyncio.TaskGroup() as tasks:
        for _ in range(4):
            tasks.create_task(twilio.call_back())


@contextmanager
def running_twilio(callbacks_port: int) -> Iterator[tuple[Process, str]]:
    """The server in a process of its own, and its address."""
    with running("-m", "tests.bench.mock_twilio", str(callbacks_port), reads=True) as process:
        assert process.stdout is not None
        yield process, f"http://127.0.0.1:{int(process.stdout.readline())}"


def arrived(root_url: str) -> list[tuple[str, float]]:
    """To whom messages came, and when, in order."""
    return [(to, at) for to, at, _ in told(root_url)]


def told(root_url: str) -> list[tuple[str, float, str]]:
    """The same, each with its first KEPT characters."""
    with urlopen(f"{root_url}/arrived", timeout=30) as response:
        return [(to, at, body) for to, at, body in json.load(response)]


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
