"""The credit log with a million entries of two thousand people over a year, SQLite: its page as the server makes it
(session, filter, sums, chart, entries, template), and the whole of it as a file."""

import re
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.report import Finding
from tests.fakes import ledger
from tests.fakes.admin import Browser, make_administrator
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import make_settings, open_web

ENTRIES = 1_000_000
PAGES: Mapping[str, Sequence[str]] = {  # the first page of each; from it the next one and the one after that
    "unfiltered": ("", "sort=oldest", "sort=most", "sort=least"),
    "by user": ("user=7", "user=1500&sort=least", "user=40", "user=2250700000900&kind=turn"),
    "by kind": ("kind=turn", "kind=grant", "kind=tool&sort=most", "kind=refund&sort=oldest"),
    "by dates": ("since=2026-03-01&until=2026-03-31", "since=2026-11-21", "until=2026-01-15&sort=most"),
    "by amount": ("min=50", "max=-2", "min=-1&max=1&sort=oldest", "min=40&max=60&sort=least"),
    "by text": ("q=pdf", "q=panne", "q=DICTEE&sort=most", "q=pack&since=2026-06-01"),
}
P95_MS, EXPORT_S, EXPORT_MIB = 200.0, 60.0, 40.0


def credits(rounds: int, entries: int = ENTRIES) -> list[Finding]:
    """p95 of wall time over every page, order and round of a filter; of an export wall time and how memory grows."""
    with tempfile.TemporaryDirectory(prefix="palabre-bench-", ignore_cleanup_errors=True) as folder:
        database = open_database(f"sqlite:///{folder}/credits.db")
        migrate(database)
        ledger.fill(database, entries)
        web = open_web(make_settings(redis_url="redis://127.0.0.1:9/0", storage_url=f"file://{folder}/files"), database)
        make_administrator(web)
        browser = Browser(web)
        browser.signs_in()
        _milliseconds(browser, "/admin/credits")
        count = f"{entries:,} entries"
        findings = [
            Finding(f"credits: a page {name} of {count}, p95", "ms", _p95(browser, queries, rounds), P95_MS)
            for name, queries in PAGES.items()
        ]
        for ending in ("csv", "xlsx"):
            seconds, mebibytes = _export(browser, ending)
            findings += [
                Finding(f"credits: {count} as {ending}", "s", seconds, EXPORT_S),
                Finding(f"credits: memory that the {ending} takes", "MiB", mebibytes, EXPORT_MIB),
            ]
        web.wake.close()
        database.close()
    return findings


def _p95(browser: Browser, queries: Sequence[str], rounds: int) -> float:
    times: list[float] = []
    for _ in range(rounds):
        for query in queries:
            address: str | None = f"/admin/credits?{query}"
            for _page in range(3):
                if address is None:
                    break
                took, address = _milliseconds(browser, address)
                times.append(took)
    return statistics.quantiles(times, n=20)[-1]


def _milliseconds(browser: Browser, address: str) -> tuple[float, str | None]:
    """How long a page took, and where the next one is."""
    began = time.perf_counter()
    answer = browser.client.get(address)
    took = (time.perf_counter() - began) * 1_000
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status}")
    found = re.search(r'rel="next" href="([^"]+)"', answer.get_data(as_text=True))
    return took, found[1].replace("&amp;", "&") if found else None


def _export(browser: Browser, ending: str) -> tuple[float, float]:
    """Read to the end, piece by piece; seconds, and mebibytes more than before at their most."""
    before, most, began = _resident_mib(), 0.0, time.perf_counter()
    answer = browser.client.get(f"/admin/credits.{ending}")
    for place, _ in enumerate(answer.iter_encoded()):
        if place % 50 == 0:
            most = max(most, _resident_mib())
    answer.close()
    return time.perf_counter() - began, max(0.0, most - before)


def _resident_mib() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024
