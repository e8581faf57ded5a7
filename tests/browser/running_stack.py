"""What `make run` starts, started for the tests of this folder: every process of a development machine."""

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parents[2]
READY_S = 120
ANSWER_MS = 60_000


class RunningStack:
    """`python -m bot.simulator.stack` and the lines it has printed."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.data, self.url = data, f"http://127.0.0.1:{port}"
        own = (
            "REDIS_URL",
            "OPENAI_API_KEY",
            "OPENAI_BASE_URL",
            "DATABASE_URL",
            "STORAGE_URL",
            "ENVIRONMENT",
            "SMTP_URL",
        )
        environment = {name: value for name, value in os.environ.items() if name not in own}
        command = [sys.executable, "-m", "bot.simulator.stack", "--port", str(port), "--data", str(data)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: list[str] = []
        self._fresh: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def redis_url(self) -> str:
        """As it has told its processes."""
        child = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()[-1]
        told = dict(each.split("=", 1) for each in Path(f"/proc/{child}/environ").read_text().split("\0") if each)
        return told["REDIS_URL"]

    def wait_for(self, text: str) -> None:
        """Wait for a line that holds `text`."""
        while True:
            line = self._fresh.get(timeout=READY_S)
            assert line is not None, "it ended:\n" + "\n".join(self.lines)
            if text in line:
                return

    def stop(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(60)
        self._reader.join()
        return code

    def _read(self) -> None:
        assert self._process.stdout
        with self._process.stdout as output:
            for line in output:
                self.lines.append(line.rstrip())
                self._fresh.put(line)
        self._fresh.put(None)


def say(phone: Page, channel: str, text: str) -> None:
    """Type a message on one of the page's telephones and send it."""
    box = phone.locator(f".{channel} textarea")
    box.fill(text)
    box.press("Enter")


def heard(phone: Page, channel: str, text: str) -> Locator:
    """The newest message with some words that arrived on a telephone."""
    return phone.locator(f".{channel} .bubble[data-key]:not(.mine)", has_text=text).last
