"""Many people who write at the same time, and what must hold of all of them afterwards, whatever was slow meanwhile."""

import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from bot.cli.commands import add_user
from bot.types import Mode
from tests.fakes.model import Request, Step, last_user_text, says
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.flows.conftest import Stack
from tests.flows.steps import column

CREDITS = 50
TWILIO_GIVES_UP_S = 15.0
LONG_S = 90.0  # on a busy machine
OPEN_PARTS = "SELECT count(*) FROM outbound_part WHERE closed_at IS NULL"


def echo(request: Request) -> Step:
    """An answer by which its question is known."""
    return says(f"Reçu : {last_user_text(request)}")


class Crowd:
    """`size` pupils at a running stack whose model answers `echo`. `asked` counts all their questions."""

    def __init__(self, stack: Stack, size: int) -> None:
        self.stack = stack
        numbers = [f"whatsapp:+22507000001{number:02d}" for number in range(size)]
        for number in numbers:
            add_user(stack.database, number, Mode.STUDENT, CREDITS)
        self.phones = [stack.twilio.phone(number) for number in numbers]
        self.asked = 0
        self.slowest_webhook_s = 0.0

    def ask(self, *questions: str) -> float:
        """Everybody asks all this, one after the other without waiting, and hears every answer in order. Returns how
        long that took, in seconds."""
        began = time.monotonic()
        self.write(*questions)
        self.hear(*questions)
        return time.monotonic() - began

    def write(self, *questions: str) -> None:
        """Only the first half."""
        with ThreadPoolExecutor(len(self.phones)) as pool:
            list(pool.map(lambda phone: [self._says(phone, question) for question in questions], self.phones))
        self.asked += len(questions) * len(self.phones)

    def hear(self, *questions: str) -> None:
        """And the second."""
        for phone in self.phones:
            assert [phone.hears(LONG_S).body for _ in questions] == [f"Reçu : {question}" for question in questions]

    def turn_s(self, times: int = 3) -> float:
        """How long one person waits for an answer, in seconds: the median."""
        took = []
        for number in range(times):
            began = time.monotonic()
            self._says(self.phones[0], f"seule {number}")
            assert self.phones[0].hears(LONG_S).body == f"Reçu : seule {number}"
            took.append(time.monotonic() - began)
        self.asked += times
        return statistics.median(took)

    def is_well(self, *, lives: int = 1) -> None:
        """Nothing waits, nothing was said or paid twice, nobody was alarmed, and no message took more lives."""
        eventually(lambda: column(self.stack, OPEN_PARTS) == [0], LONG_S)
        for phone in self.phones:
            phone.silence(0.2)
        assert column(self.stack, "SELECT count(*) FROM inbound_message WHERE processed_at IS NULL") == [0]
        assert column(self.stack, "SELECT count(*) FROM run WHERE status != 'done'") == [0]
        taken = CREDITS * len(self.phones) - self._sum("SELECT credits FROM user_account WHERE id > 2")
        assert taken == self.asked == -self._sum("SELECT amount FROM ledger_entry WHERE kind = 'turn'")
        assert column(self.stack, "SELECT kind FROM alert") == []
        assert max(column(self.stack, "SELECT attempts FROM inbound_message")) <= lives
        assert self.slowest_webhook_s < TWILIO_GIVES_UP_S

    def stops(self, phone: Phone) -> None:
        """One of them says STOP and is told so; from then on nothing reaches them."""
        self._says(phone, "STOP")
        while "ne recevrez plus" not in phone.hears(LONG_S).body:
            pass
        self._says(phone, "encore une question")

    def _says(self, phone: Phone, text: str) -> None:
        began = time.monotonic()
        assert phone.says(text).http_status == 200
        self.slowest_webhook_s = max(self.slowest_webhook_s, time.monotonic() - began)

    def _sum(self, query: str) -> int:
        found: Sequence[int] = column(self.stack, query)
        return sum(found)
