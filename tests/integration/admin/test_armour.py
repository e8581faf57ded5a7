"""What stands around every page: headers, the cookie, forged posts, other hosts, addresses that lead elsewhere, mishaps
in words."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.web.admin.access import STREAM, safe_next
from bot.web.admin.blueprint import DESK
from tests.fakes.admin import ADMIN, Browser, code_sent_to, text_of
from tests.fakes.product import Web, make_settings, open_web
from tests.integration.admin.conftest import NO_REDIS
from tests.integration.web.test_guards import PRODUCTION

OPEN = {"admin.static", "admin.login", "admin.login_ask", "admin.login_code", "admin.login_check"}


def rules(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Every address of the page that can be made without knowing a row, with a method and its endpoint."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/admin") and rule.endpoint != "admin.static":
            path = re.sub(r"<int:\w+>", "1", re.sub(r"<(?:\w+:)?\w+>", "x", re.sub(r"<int:\w+>", "1", rule.rule)))
            for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "DELETE", "PATCH"}):
                yield path, method, rule.endpoint


def test_no_page_opens_for_who_is_not_signed_in(web: Web) -> None:
    """Whatever is added: a view is closed unless it is named here."""
    browser = Browser(web)
    for path, method, endpoint in rules(web.app):
        browser.get("/admin/login")
        answer = browser.client.open(path, method=method, data={"csrf_token": browser.proof})
        if endpoint in OPEN:
            assert "/admin/login" in (answer.location or "/admin/login"), path
        else:
            door = answer.status_code == 303 and (answer.location or "").startswith("/admin/login")
            assert answer.status_code == 403 if endpoint == STREAM else door, (path, method)


def test_no_post_counts_without_its_proof(admin: Browser) -> None:
    """For every address that takes a post, signed in; so whatever is added is asked too."""
    asked = 0
    for path, method, _ in rules(admin.web.app):
        if method != "GET":
            for forged in ({}, {"csrf_token": "x"}, {"csrf_token": admin.proof[:-3]}):
                answer = admin.client.open(path, method=method, data=forged)
                assert answer.status_code == 403, (path, method)
                assert "Ce formulaire n’est plus valable" in text_of(answer)
            asked += 1
    assert asked > 5
    assert admin.get("/admin").status_code == 200, "nobody was signed out"


def test_the_proof_of_another_browser_proves_nothing(web: Web, admin: Browser) -> None:
    other = Browser(web)
    other.get("/admin/login")
    assert admin.client.post("/admin/logout", data={"csrf_token": other.proof}).status_code == 403


def test_the_proof_of_before_the_signing_in_proves_nothing_behind_it(web: Web) -> None:
    """Whoever had the browser then may have noted it."""
    browser = Browser(web)
    browser.get("/admin/login")
    before = browser.proof
    assert browser.signs_in(then="/admin/users").status_code == 303
    assert browser.client.post("/admin/logout", data={"csrf_token": before}).status_code == 403
    assert browser.post("/admin/logout").status_code == 303


@pytest.mark.parametrize("path", ["/admin", "/admin/login", "/admin/nothing/here", "/admin/"])
def test_every_answer_carries_its_armour(admin: Browser, path: str) -> None:
    headers = admin.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self'",
        "connect-src": "'self'", "form-action": "'self'", "frame-ancestors": "'none'", "base-uri": "'none'",
    }  # fmt: skip
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_no_page_has_a_script_or_style_of_its_own(admin: Browser) -> None:
    for path, method, _ in rules(admin.web.app):
        if method == "GET":
            body = admin.get(path).get_data(as_text=True)
            assert not re.search(r"<style|\sstyle=|<script(?! src=\"/admin/static/)|\son\w+=|javascript:", body), path


def test_the_two_files_may_be_kept_and_change_their_name(admin: Browser) -> None:
    page = admin.get("/admin").get_data(as_text=True)
    for path in re.findall(r'(?:href|src)="(/admin/static/admin\.\w+\?v=\w+)"', page):
        with admin.client.get(path) as answer:
            assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
    assert admin.get("/admin/static/../access.py").status_code == 404


def test_other_parts_of_the_application_are_left_as_they_were(admin: Browser) -> None:
    admin.client.get("/healthz")
    answer = admin.client.get("/healthz")
    assert "Content-Security-Policy" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert admin.client.post("/webhooks/twilio/message").data == b"", "its own refusal, not the page's"


def cookie_of(web: Web) -> str:
    answer = web.app.test_client().get("/admin/login", headers={"Host": web.settings.public_url.split("//")[1]})
    return answer.headers["Set-Cookie"]


def test_the_cookie_is_for_this_page_alone(web: Web) -> None:
    assert re.fullmatch(r"palabre-admin=[^;]+; HttpOnly; Path=/admin; SameSite=Lax", cookie_of(web)), cookie_of(web)


def test_by_https_the_cookie_goes_nowhere_else(database: Database, tmp_path: Path) -> None:
    settings = make_settings(redis_url=NO_REDIS, storage_url=f"file://{tmp_path}/f", **PRODUCTION)
    web = open_web(settings, database)
    said = cookie_of(web)
    assert re.fullmatch(r"__Secure-palabre-admin=[^;]+; Secure; HttpOnly; Path=/admin; SameSite=Lax", said), said
    web.wake.close()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "a b", "[::1"])
def test_another_host_is_shown_nothing(web: Web, host: str) -> None:
    answer = web.app.test_client().get("/admin/login", headers={"Host": host})
    assert (answer.status_code, answer.data) in ((403, b""), (400, b"")), answer.status_code


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/admin", "//evil.example/admin", "/\\evil.example", "/admin/../phone", "/phone", "/adminx",
     "javascript:alert(1)", "\t//evil.example", "/admin\r\nSet-Cookie: a=b", "http:/admin", "/admin/" + "a" * 3_000,
     "https:///evil.example/admin", "///evil.example/admin", "/admin\\@evil.example", "[::1", "",
     "/admin/\\evil.example", "/admin/\r\nSet-Cookie: a=b", "/admin/\t/evil.example"],
)  # fmt: skip
def test_after_signing_in_nobody_is_led_elsewhere(web: Web, wanted: str) -> None:
    with web.app.test_request_context("/admin"):
        assert safe_next(wanted) == "/admin"
        assert safe_next("/admin/alerts?kind=a%20b") == "/admin/alerts?kind=a%20b"


def test_the_page_that_was_asked_for_opens_after_signing_in(web: Web) -> None:
    browser = Browser(web)
    browser.get("/admin/login?next=/admin/nowhere?a%3Db")
    browser.post("/admin/login?next=/admin/nowhere?a%3Db", number=ADMIN)
    browser.get("/admin/login/code")
    answer = browser.post("/admin/login/code", code=code_sent_to(web) or "")
    assert answer.location == "/admin/nowhere?a=b"


def test_mishaps_are_pages_in_words(admin: Browser, caplog: pytest.LogCaptureFixture) -> None:
    admin.web.app.testing = False
    assert "Il n’y a rien à cette adresse" in text_of(admin.get("/admin/nothing"))
    desk = admin.web.app.extensions[DESK]

    def fails(error: Exception) -> int:
        def view() -> str:
            raise error

        admin.web.app.view_functions["admin.home"] = view
        answer = admin.get("/admin")
        assert "secret" not in answer.get_data(as_text=True)
        assert "Traceback" not in answer.get_data(as_text=True)
        return answer.status_code

    with caplog.at_level(logging.ERROR):
        assert fails(ValueError("secret")) == 500
    assert "secret" in caplog.text
    assert fails(DatabaseAway("secret")) == 503
    assert desk.settings.service_name in text_of(admin.get("/admin"))


def test_english_is_spoken_when_the_browser_asks(web: Web) -> None:
    client = web.app.test_client()
    for asked, lang, word in (
        ("en-GB,en;q=0.9", "en", "Get a code"),
        ("de", "fr", "Recevoir un code"),
        ("", "fr", "Recevoir"),
    ):
        answer = client.get("/admin/login", headers={"Accept-Language": asked})
        assert f'<html lang="{lang}">' in answer.get_data(as_text=True)
        assert word in text_of(answer)
        assert answer.headers["Content-Language"] == lang
