"""The door of the administrators' page: who gets in, who learns what, and how long it stays open."""

import hashlib
import re
from threading import Semaphore

import pytest
from flask import Request
from sqlmodel import select
from werkzeug.test import EnvironBuilder

from bot.dao.admin import administrators
from bot.models import AdminAction, Administrator, AdminSession, OtpCode, OutboundPart
from bot.services.admin.sessions import ABSOLUTE, IDLE
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Language
from bot.web.admin.buckets import Buckets
from tests.fakes.admin import ADMIN, OTHER_ADMIN, STRANGER, Browser, code_sent_to, codes_of, make_administrator, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.product import Web


def test_an_administrator_gets_in_with_the_code_of_an_sms(either_web: Web) -> None:
    browser = Browser(either_web)
    assert browser.get("/admin").location == "/admin/login"
    assert browser.asks_code().location == "/admin/login/code"
    code = code_sent_to(either_web)
    answer = browser.post("/admin/login/code", code=f"{code[:3]} {code[3:]}" if code else "")
    assert (answer.status_code, answer.location) == (303, "/admin")
    assert browser.get("/admin").status_code == 200
    with either_web.database.read() as session:
        (part,) = session.exec(select(OutboundPart)).all()
        (logged,) = session.exec(select(AdminAction)).all()
    assert (part.address, part.channel, part.kind, part.body) == (ADMIN, "sms", "otp", "")
    assert (logged.kind, logged.who) == ("sign_in", "…0077")


def test_the_sms_can_be_filled_in_by_the_browser_of_that_host_alone(web: Web, browser: Browser) -> None:
    browser.asks_code()
    code = code_sent_to(web)
    with web.database.read() as session:
        row = session.exec(select(OtpCode)).one()
    for language in Language:
        lines = OneTimeCodes(web.settings).text(row, language).split("\n")
        assert lines[-1] == f"@127.0.0.1 #{code}"
        assert len("\n".join(lines)) <= 160


def test_whoever_is_none_reads_the_same_and_gets_nothing(web: Web) -> None:
    """Step by step, to the letter, but for the number that was typed, the proofs, and the seconds that went by."""
    said = []
    for number in (ADMIN, STRANGER):
        browser = Browser(web)
        pages = [browser.asks_code(number), browser.get("/admin/login/code")]
        right = code_sent_to(web, number)
        for wrong in ("000001", "000002", "000003", "000004", "000005", "000006"):
            assert wrong != right
            pages.append(browser.post("/admin/login/code", code=wrong))
        pages.append(browser.post("/admin/login", number=number))
        words = [re.sub(r"\b\d+ s\b", "S s", text_of(page).replace(number, "N")) for page in pages]
        said.append([(page.status_code, page.location, text) for page, text in zip(pages, words, strict=True)])
    assert said[0] == said[1]
    with web.database.read() as session:
        assert {part.address for part in session.exec(select(OutboundPart))} == {ADMIN}
        assert {row.number for row in session.exec(select(OtpCode))} == {ADMIN}


def test_nothing_is_looked_up_before_the_answer(web: Web, browser: Browser) -> None:
    """What tells an administrator's number from another's happens in a thread of its own, behind the answer."""
    held = Semaphore(0)
    release = codes_of(web)._thread.submit(lambda: held.acquire(timeout=20))
    browser.get("/admin/login")
    answer = browser.post("/admin/login", number=ADMIN)
    assert answer.status_code == 303
    with web.database.read() as session:
        assert session.exec(select(OtpCode)).all() == []
    held.release()
    release.result(20)
    assert code_sent_to(web) is not None


def test_a_code_is_good_for_five_tries(web: Web, browser: Browser) -> None:
    browser.asks_code()
    right = code_sent_to(web) or ""
    left = []
    for _ in range(5):
        wrong = f"{(int(right) + 1) % 10**6:06d}"
        left.append(text_of(browser.post("/admin/login/code", code=wrong)))
    assert "Il reste 4 essais" in left[0]
    assert "Il reste un essai" in left[3]
    assert "n’est plus valable" in left[4]
    soon = text_of(browser.post("/admin/login", number=ADMIN))
    assert "Vous pourrez en demander un autre" in soon, "none would leave yet"
    assert browser.post("/admin/login/code", code=right).status_code == 400
    assert browser.get("/admin").location == "/admin/login"


def test_tries_made_before_the_code_was_written_down_count(web: Web, browser: Browser) -> None:
    """It is written behind the answer; until then there is none that could count them."""
    held = Semaphore(0)
    release = codes_of(web)._thread.submit(lambda: held.acquire(timeout=20))
    browser.get("/admin/login")
    browser.get(browser.post("/admin/login", number=ADMIN).location or "")
    for wrong in range(5):
        last = text_of(browser.post("/admin/login/code", code=f"00000{wrong}"))
    held.release()
    release.result(20)
    assert "n’est plus valable" in last
    assert browser.post("/admin/login/code", code=code_sent_to(web) or "").status_code == 400
    assert browser.get("/admin").location == "/admin/login"


def test_a_code_sent_twice_at_once_throws_nobody_out(web: Web, browser: Browser) -> None:
    """The second tap left with the first one's cookie; its answer comes last."""
    browser.asks_code(then="/admin/alerts")
    code, proof = code_sent_to(web) or "", browser.proof
    before = browser.client.get_cookie("palabre-admin", path="/admin")
    assert before
    assert browser.post("/admin/login/code", code=code).location == "/admin/alerts"
    opened = browser.client.get_cookie("palabre-admin", path="/admin")
    assert opened
    browser.client.set_cookie("palabre-admin", before.value, path="/admin")
    twin = browser.client.post("/admin/login/code", data={"csrf_token": proof, "code": code})
    assert "Set-Cookie" not in twin.headers
    browser.client.set_cookie("palabre-admin", opened.value, path="/admin")
    assert browser.get(twin.location).location == "/admin/alerts", "nor is it led astray"


def test_who_types_a_code_when_its_time_is_long_over_is_told_and_comes_back(
    web: Web, browser: Browser, clock: FakeClock
) -> None:
    browser.asks_code(then="/admin/alerts")
    code = code_sent_to(web) or ""
    clock.skip(IDLE.total_seconds() + 1)
    page = browser.get(browser.post("/admin/login/code", code=code).location)
    assert "Votre session est terminée" in text_of(page)
    assert browser.signs_in(then="/admin/alerts").location == "/admin/alerts"


def test_what_cannot_be_a_code_costs_no_try(web: Web, browser: Browser) -> None:
    browser.asks_code()
    for typed in ("", "12345", "1234567", "bonjour", "x" * 100):
        answer = browser.post("/admin/login/code", code=typed)
        assert answer.status_code == 400
        assert "Cet essai n’est pas compté" in text_of(answer)
    assert browser.post("/admin/login/code", code=code_sent_to(web) or "").status_code == 303


def test_a_code_expires(web: Web, browser: Browser, clock: FakeClock) -> None:
    browser.asks_code()
    code = code_sent_to(web) or ""
    clock.skip(601)
    answer = browser.post("/admin/login/code", code=code)
    assert answer.status_code == 400
    assert "n’est plus valable" in text_of(answer)


def test_a_code_is_the_browsers_that_asked(web: Web, browser: Browser, clock: FakeClock) -> None:
    browser.asks_code()
    code = code_sent_to(web) or ""
    other = Browser(web)
    other.asks_code(STRANGER)
    assert other.post("/admin/login/code", code=code).status_code == 400
    assert browser.post("/admin/login/code", code=code).status_code == 303
    again = Browser(web)
    clock.skip(61)
    again.asks_code()
    assert again.post("/admin/login/code", code=code).status_code == 400, "used"


def test_another_code_waits_a_minute_and_replaces_the_first(web: Web, browser: Browser, clock: FakeClock) -> None:
    browser.asks_code()
    first = code_sent_to(web) or ""
    answer = browser.post("/admin/login", number=ADMIN)
    assert "Vous pourrez en demander un autre" in text_of(answer)
    clock.skip(61)
    browser.post("/admin/login", number=ADMIN)
    second = code_sent_to(web) or ""
    assert first != second
    assert browser.post("/admin/login/code", code=first).status_code == 400
    assert browser.post("/admin/login/code", code=second).status_code == 303


@pytest.mark.parametrize("typed", ["", "bonjour", "12", "+33140000000", "+12025550100", "9" * 500, "+225 07\x00"])
def test_what_is_no_number_is_said_and_sends_nothing(web: Web, browser: Browser, typed: str) -> None:
    answer = browser.asks_code(typed)
    assert answer.status_code == 400
    assert "Vérifiez-le" in text_of(answer)
    assert code_sent_to(web) is None


def test_the_token_changes_at_sign_in_and_only_its_digest_is_stored(web: Web, browser: Browser) -> None:
    browser.asks_code()
    with browser.client.session_transaction(path="/admin") as cookie:
        planted = cookie["token"]
    browser.post("/admin/login/code", code=code_sent_to(web) or "")
    with browser.client.session_transaction(path="/admin") as cookie:
        token = cookie["token"]
    assert token != planted
    with web.database.read() as session:
        (row,) = session.exec(select(AdminSession)).all()
    assert row.digest == hashlib.sha256(token.encode()).hexdigest()
    assert token not in str(row)


def test_whoever_planted_a_cookie_is_not_let_in(web: Web, browser: Browser) -> None:
    """Session fixation: both hold the same cookie, one of them types the code."""
    browser.asks_code()
    planted = browser.client.get_cookie("palabre-admin", path="/admin")
    assert planted is not None
    attacker = Browser(web)
    attacker.client.set_cookie("palabre-admin", planted.value, path="/admin")
    browser.post("/admin/login/code", code=code_sent_to(web) or "")
    assert browser.get("/admin").status_code == 200
    assert attacker.get("/admin").location == "/admin/login"
    assert "terminée" in text_of(attacker.get("/admin/login")) or attacker.get("/admin").status_code == 303


def test_it_ends_when_nobody_uses_it(admin: Browser, clock: FakeClock) -> None:
    for _ in range(3):
        clock.skip(IDLE.total_seconds() - 60)
        assert admin.get("/admin").status_code == 200
    clock.skip(IDLE.total_seconds() + 1)
    answer = admin.get("/admin/alerts?kind=x")
    assert answer.location == "/admin/login?next=/admin/alerts?kind%3Dx"
    assert "Votre session est terminée" in text_of(admin.get(answer.location))


def test_it_ends_after_half_a_day_whatever_is_done(admin: Browser, clock: FakeClock) -> None:
    for _ in range(int(ABSOLUTE / IDLE) * 2 - 1):
        clock.skip(IDLE.total_seconds() / 2)
        assert admin.get("/admin").status_code == 200
    clock.skip(IDLE.total_seconds() / 2 + 1)
    assert admin.get("/admin").status_code == 303


def test_it_does_not_outlive_a_clock_that_was_ahead(admin: Browser, clock: FakeClock) -> None:
    """Signed in by a clock that has lost its year, it would stay open, and fresh, until that year has come."""
    clock.skip(-10 * 31_536_000)
    assert admin.get("/admin").status_code == 303


def test_signing_out_ends_it_on_the_server(web: Web, admin: Browser) -> None:
    cookie = admin.client.get_cookie("palabre-admin", path="/admin")
    assert cookie is not None
    assert admin.post("/admin/logout").location == "/admin/login"
    kept = Browser(web)
    kept.client.set_cookie("palabre-admin", cookie.value, path="/admin")
    assert kept.get("/admin").status_code == 303


def test_signing_out_everywhere_ends_the_others_too(web: Web, admin: Browser, clock: FakeClock) -> None:
    clock.skip(61)
    elsewhere, colleague = Browser(web), Browser(web)
    elsewhere.signs_in()
    make_administrator(web, OTHER_ADMIN)
    colleague.signs_in(OTHER_ADMIN)
    admin.post("/admin/logout/everywhere")
    assert [each.get("/admin").status_code for each in (admin, elsewhere, colleague)] == [303, 303, 200]


def test_who_is_removed_is_out_at_once(either_web: Web) -> None:
    browser = Browser(either_web)
    browser.signs_in()
    with either_web.database.write() as session:
        assert administrators.remove(session, ADMIN)
    assert browser.get("/admin").status_code == 303
    with either_web.database.read() as session:
        assert session.exec(select(AdminSession)).all() == []
    fresh = Browser(either_web)
    fresh.asks_code()
    assert fresh.post("/admin/login/code", code="123456").status_code == 400


@pytest.mark.parametrize("first", [ADMIN, f"whatsapp:{ADMIN}"])
@pytest.mark.parametrize("removed", [ADMIN, f"whatsapp:{ADMIN}"])
def test_who_stands_there_twice_is_out_whichever_is_removed(web: Web, first: str, removed: str) -> None:
    second = ADMIN if first != ADMIN else f"whatsapp:{ADMIN}"
    with web.database.write() as session:
        administrators.remove(session, ADMIN)
        session.flush()
        session.add_all([Administrator(value=first), Administrator(value=second)])
    browser = Browser(web)
    browser.signs_in()
    make_administrator(web, OTHER_ADMIN)
    with web.database.write() as session:
        assert administrators.remove(session, removed) == [first, second]
        assert administrators.all_of(session) == [OTHER_ADMIN]
    assert browser.get("/admin/credits").status_code == 303


def test_who_is_one_already_is_not_added_by_the_other_channel(web: Web) -> None:
    with web.database.write() as session:
        for number in (ADMIN, OTHER_ADMIN):
            administrators.remove(session, number)
        assert administrators.add(session, f"whatsapp:{ADMIN}")
        assert not administrators.add(session, ADMIN)
        assert administrators.add(session, OTHER_ADMIN)
        assert administrators.all_of(session) == [f"whatsapp:{ADMIN}", OTHER_ADMIN]


def test_who_is_removed_while_the_code_is_on_its_way_stays_out(web: Web, browser: Browser) -> None:
    browser.asks_code()
    code = code_sent_to(web) or ""
    with web.database.write() as session:
        administrators.remove(session, ADMIN)
    assert browser.post("/admin/login/code", code=code).status_code == 400


def test_a_whatsapp_administrator_gets_an_sms(web: Web) -> None:
    make_administrator(web, f"whatsapp:{OTHER_ADMIN}")
    assert Browser(web).signs_in(OTHER_ADMIN).status_code == 303


def test_one_client_may_not_try_for_ever(web: Web, browser: Browser, clock: FakeClock) -> None:
    answers = [browser.asks_code(STRANGER).status_code for _ in range(12)]
    assert answers[-1] == 429
    assert "Attendez dix minutes" in text_of(browser.asks_code(STRANGER))
    clock.skip(601)
    assert browser.asks_code(STRANGER).status_code in (200, 303)


def test_who_is_refused_takes_no_try_from_others() -> None:
    buckets = Buckets(FakeClock(), 2, 600.0, 5)

    def tries(address: str) -> bool:
        return buckets.takes(Request(EnvironBuilder(environ_base={"REMOTE_ADDR": address}).get_environ()))

    assert [tries("203.0.113.1") for _ in range(20)].count(True) == 2
    assert [tries("203.0.113.2") for _ in range(20)].count(True) == 2, "a stranger elsewhere keeps nobody out"
    assert [tries(f"203.0.113.{number}") for number in range(3, 9)].count(True) == 1, "all together have five"


def test_an_act_that_needs_it_asks_for_a_code_again(web: Web, admin: Browser, clock: FakeClock) -> None:
    assert admin.get("/admin/confirm?next=/admin/alerts").location == "/admin/alerts", "typed a moment ago"
    clock.skip(301)
    page = admin.get("/admin/confirm?next=/admin/alerts")
    assert page.status_code == 200
    assert "moins de cinq minutes" in text_of(page)
    assert admin.confirms(then="/admin/alerts").location == "/admin/alerts"
    assert admin.get("/admin/confirm?next=/admin/alerts").status_code == 303


@pytest.mark.parametrize(
    ("told", "then"),
    [
        ("http://localhost/admin/users/1?a=b#c", "/admin/users/1?a%3Db"),
        ("http://evil.example//evil.example/admin", None),
        ("http://[/admin/users/1", None),
        ("http://localhost/admin", None),
        ("", None),
    ],
)
def test_who_posts_behind_the_end_of_their_session_comes_back_to_the_form(
    admin: Browser, clock: FakeClock, told: str, then: str | None
) -> None:
    admin.get("/admin/users")
    clock.skip(31 * 60)
    form = {"csrf_token": admin.proof, "reason": "Geste commercial"}
    answer = admin.client.post("/admin/users/1/block", data=form, headers={"Referer": told})
    assert answer.location == ("/admin/login" + (f"?next={then}" if then else ""))
    assert "Votre session est terminée" in text_of(admin.get(answer.location))
