"""Nobody is kept out by strangers, by a disk, or by what the page does not say."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Request
from sqlmodel import select
from werkzeug.test import EnvironBuilder

from bot.dao import addresses
from bot.models import OtpCode
from bot.services.admin.sessions import IDLE
from bot.web.admin.buckets import MORE_PROVIDED, Buckets
from bot.web.admin.login import ALL_TYPE, TYPES, LoginPages
from tests.fakes.admin import ADMIN, Browser, code_sent_to, codes_of, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.product import Web


def asked_from(address: str) -> Request:
    return Request(EnvironBuilder(environ_base={"REMOTE_ADDR": address}).get_environ())


def test_strangers_who_type_codes_keep_nobody_who_is_in_from_confirming(
    web: Web, admin: Browser, clock: FakeClock
) -> None:
    door: LoginPages = web.app.view_functions["admin.login_check"].__self__  # type: ignore[attr-defined]
    for number in range(ALL_TYPE // TYPES + 1):
        for _ in range(TYPES):
            door._types.takes(asked_from(f"198.51.100.{number}"))
    clock.skip(301)
    stranger = Browser(web)
    stranger.get("/admin/login")
    assert stranger.post("/admin/login/code", code="123456").status_code == 429
    assert admin.confirms(then="/admin/alerts").location == "/admin/alerts"


def test_one_client_who_is_in_may_not_try_for_ever(admin: Browser, clock: FakeClock) -> None:
    clock.skip(301)
    admin.get("/admin/confirm?next=/admin/alerts")
    assert [admin.post("/admin/confirm", code="123456").status_code for _ in range(TYPES + 1)][-1] == 429


@pytest.mark.parametrize(
    ("networks", "most"),
    [
        ([f"2001:db8:1:{number:x}::1" for number in range(100)], 2 * MORE_PROVIDED),
        ([f"2001:db8:1:1::{number:x}" for number in range(1, 100)], 2),
        ([f"2001:db8:{number:x}::1" for number in range(1, 10)], 2 * 9),
        ([f"::ffff:203.0.113.{number}" for number in range(9)], 2 * 9),
    ],
)
def test_who_has_many_networks_is_not_everybody(networks: list[str], most: int) -> None:
    buckets = Buckets(FakeClock(), 2, 600.0, 200)
    taken = [buckets.takes(asked_from(address)) for address in networks for _ in range(3)]
    assert taken.count(True) == most
    assert buckets.takes(asked_from("198.51.100.1"))


def test_who_is_in_is_told_when_no_code_leaves(web: Web, admin: Browser, clock: FakeClock) -> None:
    """Five a day for a number: signing in took the first."""
    said = []
    for _ in range(5):
        clock.skip(700)
        admin.get("/admin/confirm?next=/admin/alerts")
        said.append(text_of(admin.post("/admin/confirm/send", next="/admin/alerts")))
    with web.database.read() as session:
        assert len(session.exec(select(OtpCode)).all()) == 5
    assert ["Un SMS part" in each for each in said] == [True, True, True, True, False]
    assert "Aucun code ne part" in said[-1]
    assert "pourra partir dans 23 h 0" in said[-1].replace("\u00a0", " ")


def test_who_is_in_is_told_when_others_asked_for_too_many(web: Web, admin: Browser, clock: FakeClock) -> None:
    clock.skip(301)
    codes_of(web)._verifier._prefix_cap = 1
    admin.get("/admin/confirm?next=/admin/alerts")
    page = text_of(admin.post("/admin/confirm/send", next="/admin/alerts"))
    assert "trop ont été demandés par d’autres" in page
    assert "Un SMS part" not in page


def test_who_is_in_is_told_when_their_number_has_sent_stop(web: Web, admin: Browser, clock: FakeClock) -> None:
    """« Un SMS part » stood there, and none left."""
    with web.database.write() as session:
        addresses.opt_out(session, ADMIN, clock.now())
    clock.skip(301)
    admin.get("/admin/confirm?next=/admin/alerts")
    said = text_of(admin.post("/admin/confirm/send", next="/admin/alerts"))
    assert ("ce numéro a envoyé STOP" in said, "Un SMS part" in said) == (True, False)
    with web.database.write() as session:
        assert len(session.exec(select(OtpCode)).all()) == 1, "none is counted that does not leave"
        addresses.opt_in(session, ADMIN)
    clock.skip(61)
    assert "Un SMS part" in text_of(admin.post("/admin/confirm/send", next="/admin/alerts"))


def test_who_asks_for_another_code_still_comes_to_where_they_wanted(
    web: Web, browser: Browser, clock: FakeClock
) -> None:
    browser.asks_code(then="/admin/alerts")
    clock.skip(61)
    page = browser.get("/admin/login/code").get_data(as_text=True)
    again = "/admin/login?next=/admin/alerts"
    assert (f'action="{again}"' in page, f'href="{again}"' in page) == (True, True)
    browser.post(again, number=ADMIN)
    assert browser.post("/admin/login/code", code=code_sent_to(web) or "").location == "/admin/alerts"


def test_who_is_in_reads_on_while_the_database_takes_no_writes(
    web: Web, admin: Browser, clock: FakeClock, tmp_path: Path
) -> None:
    """As on a full disk, when alerts are most wanted; no longer than without it."""
    clock.skip(60)
    held = sqlite3.connect(tmp_path / "palabre.db", isolation_level=None)
    with closing(held):
        held.execute("BEGIN IMMEDIATE")
        assert admin.get("/admin/alerts").status_code == 200
    clock.skip(IDLE.total_seconds() - 50)
    assert admin.get("/admin/alerts").status_code == 303
