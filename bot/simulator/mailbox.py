"""`python -m bot.simulator.mailbox --port N --folder F`: the mail server of `make run` where no SMTP_URL is set. It
listens on 127.0.0.1 alone, takes every e-mail and keeps it in the folder (mails.py). Nothing leaves the machine."""

import argparse
import socketserver
import threading
from pathlib import Path
from typing import Any, Final, cast

from bot.simulator.mails import keep

LINE: Final = 1_002  # bytes read at once: a line of text with its end (RFC 5321, 4.5.3.1.6)
MOST_BYTES: Final = 40_000_000  # of an e-mail
MOST_AT_ONCE: Final = 8  # connections
SILENCE_S: Final = 60.0
FILLERS: Final = (b"EHLO", b"HELO", b"RSET", b"NOOP")


class Mailbox(socketserver.ThreadingTCPServer):
    """A thread for each connection; those beyond MOST_AT_ONCE are closed at once, and their clients try again."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self._room = threading.BoundedSemaphore(MOST_AT_ONCE)
        super().__init__(("127.0.0.1", port), _Dialogue)

    def verify_request(self, _request: Any, _client: Any) -> bool:
        return self._room.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()


class _Dialogue(socketserver.StreamRequestHandler):
    """As much of RFC 5321 as a client needs to hand in messages, without password or encryption."""

    timeout = SILENCE_S

    def handle(self) -> None:
        try:
            self._say("220 127.0.0.1 Palabre development mailbox")
            while self._answer(self.rfile.readline(LINE).strip().upper()):
                pass
        except OSError:  # silent for too long, or gone
            return

    def _answer(self, line: bytes) -> bool:
        """Whether the dialogue goes on. An unknown word ends it: a web page that posts to this port gets no further
        than its first line."""
        if line == b"DATA":
            self._say("354 End with a dot")
            return self._take()
        if line.startswith((*FILLERS, b"MAIL FROM:", b"RCPT TO:")):
            return self._say("250 127.0.0.1")
        self._say("221 Bye" if line == b"QUIT" else "502 Not here")
        return False

    def _take(self) -> bool:
        content, size, is_start = bytearray(), 0, True
        while (line := self.rfile.readline(LINE)) != b".\r\n" or not is_start:
            if not line:
                return False  # it hung up in the middle: there is no such e-mail
            line = line[1:] if is_start and line.startswith(b".") else line
            is_start = line.endswith(b"\n")
            size += len(line)
            if size <= MOST_BYTES:
                content += line
        if size > MOST_BYTES:
            return self._say("552 Too large")
        try:
            keep(cast(Mailbox, self.server).folder, bytes(content))
        except OSError:
            return self._say("452 No room")
        return self._say("250 Kept")

    def _say(self, line: str) -> bool:
        self.connection.sendall(f"{line}\r\n".encode())
        return True


def main() -> None:
    """Serve for ever."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    with Mailbox(options.folder, options.port) as mailbox:
        mailbox.serve_forever()


if __name__ == "__main__":
    main()
