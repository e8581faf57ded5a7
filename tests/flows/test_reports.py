"""A report worth waiting for, with the demonstration model: twenty pages and a table from twelve pages read, whatever
dies meanwhile."""

import io
import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pypdf
import pytest
from openpyxl import load_workbook

from bot.simulator.demo.server import create_demo
from tests.fakes.serving import AppServer
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack
from tests.flows.steps import column, hears_about
from tests.flows.test_endurance import credits_of

WISH = "Fais-moi un rapport de 20 pages sur le SYSCOHADA révisé avec sources, et un tableau Excel des changements"

pytestmark = pytest.mark.timeout(240)


@dataclass
class DemoWorld:
    """The demo world, served, whose pages may be held: `let(n)` answers n of them."""

    host: str = ""
    asked: list[str] = field(default_factory=list)
    _let: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def let(self, pages: int) -> None:
        for _ in range(pages):
            self._let.release()

    def around(self, application: Any) -> Any:
        def served(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            if environ["PATH_INFO"].startswith("/dossiers/"):
                self.asked.append(environ["PATH_INFO"])
                self._let.acquire(timeout=60)
            answer: Iterable[bytes] = application(environ, start_response)
            return answer

        return served


@pytest.fixture
def demo() -> Iterator[DemoWorld]:
    world = DemoWorld()
    application = create_demo()
    application.wsgi_app = world.around(application.wsgi_app)  # type: ignore[method-assign]
    with AppServer(application) as server:
        world.host = server.host
        yield world
        world.let(1_000)


def test_a_report_of_twenty_pages_and_its_table_whatever_is_killed(stack: Stack, demo: DemoWorld) -> None:
    base = f"http://{demo.host}"
    stack.start(workers=0, OPENAI_BASE_URL=f"{base}/v1", TAVILY_URL=base, BROWSE_ALLOW_HOSTS=demo.host)
    worker = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    phone.says(WISH)
    assert "5 crédits" in hears_about(phone, "arrière-plan")
    phone.says("1")
    hears_about(phone, "N° 1")
    for life in range(5):
        eventually(lambda life=life: len(demo.asked) > 3 * life, 30)
        stack.kill(worker)
        demo.let(1)  # to nobody
        if life == 2:
            phone.says("/statut")
        worker = stack.start_worker()
        demo.let(2)
        if life == 2:
            assert "Lire les pages une à une" in hears_about(phone, "en cours")
    demo.let(100)
    hears_about(phone, "Voici votre rapport en PDF")
    pdf, sheet = (phone.hears(20).media[0] for _ in range(2))
    phone.silence(1.5)

    pages = [f"{base}{path}" for path in dict.fromkeys(demo.asked)]
    assert len(pages) == 12
    paper = pypdf.PdfReader(io.BytesIO(pdf.content))
    assert 19 <= len(paper.pages) <= 22
    text = re.sub(r"\s+", "", "".join(page.extract_text() for page in paper.pages))
    assert all(page in text for page in pages), "every source with its address"
    assert "prééminencedelaréalitééconomique" in text
    rows = list(load_workbook(io.BytesIO(sheet.content)).active.iter_rows(values_only=True))  # type: ignore[union-attr]
    sources = {cell for row in rows for cell in row if str(cell).startswith("http")}
    assert sources == set(pages)
    assert len([row for row in rows if str(row[-1]).startswith("http")]) >= 24

    balance, ledger = credits_of(stack)
    assert balance == ledger
    kinds = column(stack, "SELECT kind || ' ' || coalesce(reason, '') FROM ledger_entry WHERE run_id IS NOT NULL")
    assert sorted(kinds) == ["tool generate_pdf", "tool generate_xlsx", "turn ", "turn "], "each once"
    assert column(stack, "SELECT charged FROM run WHERE number = 1") == [50 - balance]
    assert column(stack, "SELECT count(*) FROM tool_call WHERE tool = 'browse_url' AND status = 'success'") == [12]
    assert column(stack, "SELECT count(*) FROM stored_file") == [2]
