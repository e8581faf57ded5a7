"""How long a session of the administrators' page waits for its code, and when what was left behind goes."""

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.models import AdminSession
from bot.services.admin.sessions import ABSOLUTE, FRESH, IDLE
from tests.fakes.admin import ADMIN, STRANGER, Browser, code_sent_to, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.product import Web


def test_who_asks_for_another_code_has_time_to_type_it(web: Web, browser: Browser, clock: FakeClock) -> None:
    browser.asks_code()
    clock.skip(IDLE.total_seconds() - 60)
    browser.asks_code()
    clock.skip(120)
    assert browser.post("/admin/login/code", code=code_sent_to(web) or "").location == "/admin"


def test_who_comes_back_with_the_cookie_of_yesterday_begins_anew(web: Web, browser: Browser, clock: FakeClock) -> None:
    """Others have asked since, whose first code deletes what nobody uses any more."""
    browser.asks_code()
    clock.skip(ABSOLUTE.total_seconds() + 1)
    Browser(web).asks_code(STRANGER)
    assert browser.asks_code().location == "/admin/login/code"
    assert browser.post("/admin/login/code", code=code_sent_to(web) or "").location == "/admin"


def test_who_types_is_there(browser: Browser, clock: FakeClock) -> None:
    browser.asks_code()
    for _ in range(2):
        clock.skip(IDLE.total_seconds() - 600)
        answer = browser.post("/admin/login/code", code="000000")
        assert answer.status_code == 400, "the code is too old, and the session is not over"
    assert "n’est plus valable" in text_of(answer)


@pytest.mark.parametrize("seconds", [FRESH.total_seconds() + 60, -FRESH.total_seconds() - 60])
def test_a_typed_code_is_fresh_for_five_minutes_by_either_clock(
    admin: Browser, clock: FakeClock, seconds: float
) -> None:
    """Typed by a clock that was ahead, it would open what needs one until that time has come."""
    clock.skip(seconds)
    assert admin.get("/admin/confirm?next=/admin/alerts").status_code == 200


def test_what_strangers_have_left_behind_goes(web: Web, clock: FakeClock) -> None:
    for _ in range(3):
        Browser(web).asks_code()
    clock.skip((ABSOLUTE + timedelta(seconds=1)).total_seconds())
    Browser(web).asks_code(ADMIN)
    with web.database.read() as session:
        assert len(session.exec(select(AdminSession)).all()) == 1


def test_who_has_mistyped_their_number_need_not_wait_for_the_code_of_the_right_one(web: Web, browser: Browser) -> None:
    browser.asks_code(STRANGER)
    browser.asks_code(ADMIN)
    assert browser.post("/admin/login/code", code=code_sent_to(web) or "").location == "/admin"
