"""The whole of `make run` in a real Chromium: from a sentence typed on the phone to a PDF that can be opened."""

import io
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

ROOT = Path(__file__).parents[2]
READY_S = 120
ANSWER_MS = 60_000


class RunningStack:
    """`python -m bot.simulator.stack` and the lines it has printed."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        own = ("REDIS_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "DATABASE_URL", "STORAGE_URL", "ENVIRONMENT")
        environment = {name: value for name, value in os.environ.items() if name not in own}
        command = [sys.executable, "-m", "bot.simulator.stack", "--port", str(port), "--data", str(data)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: list[str] = []
        self._fresh: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

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


@pytest.fixture(scope="module")
def stack(tmp_path_factory) -> Iterator[RunningStack]:
    running = RunningStack(tmp_path_factory.mktemp("stack"))
    try:
        running.wait_for("Palabre est prêt")
        yield running
    finally:
        code = running.stop()
    assert code == 0, running.lines


@pytest.fixture
def phone(page: Page, stack: RunningStack) -> Page:
    page.goto(f"{stack.url}/phone")
    return page


def say(phone: Page, channel: str, text: str) -> None:
    box = phone.locator(f".{channel} textarea")
    box.fill(text)
    box.press("Enter")


def test_a_pdf_summary_with_sources_arrives_on_whatsapp_and_opens(phone):
    say(phone, "whatsapp", "Fais-moi un résumé PDF sur les fractions avec des sources")
    answers = phone.locator(".whatsapp .bubble[data-sid]:not(.mine)")
    card = answers.locator("a.file")
    expect(card).to_be_visible(timeout=ANSWER_MS)
    expect(answers.locator(".status").first).to_have_attribute("data-status", "read", timeout=ANSWER_MS)
    expect(answers.last.locator(".status")).to_have_attribute("data-status", "read", timeout=ANSWER_MS)
    expect(phone.locator(".whatsapp .mine .status")).to_have_attribute("data-status", "read")
    text = answers.first.inner_text()
    addresses = re.findall(r"http://127\.0\.0\.1:\d+/pages/[a-z-]+", text)
    assert len(addresses) == 3
    assert "sans IA" in text
    answer = phone.request.get(card.get_attribute("href"))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    written = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.body())).pages)
    unbroken = re.sub(r"\s", "", written)
    assert all(address in unbroken for address in addresses)
    assert "dénominateur" in written


def test_a_professional_gets_the_answer_to_a_calculation_by_sms(phone):
    phone.locator("#person").select_option("+2250700000002")
    say(phone, "sms", "Combien font 3 × (12,5 + 7) ?")
    answer = phone.locator(".sms .bubble[data-sid]:not(.mine)").last
    expect(answer).to_contain_text("58,5", timeout=ANSWER_MS)
    expect(answer.locator(".status")).to_have_attribute("data-status", "delivered", timeout=ANSWER_MS)
    phone.locator("#drawer-button").click()
    expect(phone.locator(".run").first.locator("summary")).to_contain_text("calculate")


def test_a_guest_gets_a_lesson_without_tools(phone):
    phone.locator("#person").select_option("+2250700000003")
    say(phone, "whatsapp", "Explique-moi le théorème de Pythagore")
    expect(phone.locator(".whatsapp .bubble[data-sid]:not(.mine)", has_text="hypoténuse")).to_be_visible(
        timeout=ANSWER_MS
    )


def test_a_port_in_use_is_said_in_one_line(stack, tmp_path):
    command = [sys.executable, "-m", "bot.simulator.stack", "--port", stack.url.rpartition(":")[2]]
    done = subprocess.run([*command, "--data", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1
    assert "est déjà pris" in done.stdout
    assert done.stderr == ""
