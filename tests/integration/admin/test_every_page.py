"""What holds of every page of the administrators, taken from the application's own table of addresses: a page that is
added is asked by itself."""

import re
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlmodel import select

from bot.dao.admin import administrators
from bot.models import Address, AdminAction, Alert, OutboundPart, Run, StoredFile, ToolCallRecord, User
from bot.web.admin.access import STREAM
from tests.fakes import activity
from tests.fakes.admin import ADMIN, Browser, desk_of, text_of
from tests.fakes.product import Web
from tests.integration.admin.test_armour import OPEN

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
LONG = "x" * 10_000
SMALL = 60_000  # bytes
POSTS = ("POST", "PUT", "DELETE", "PATCH")


def addresses(app: Flask, number: str = "1") -> Iterator[tuple[str, str, str]]:
    """Path, method and endpoint of every address of the page, a row's `number` wherever one is named."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/admin") and rule.endpoint != "admin.static":
            named = re.sub(r"<(?:[^>]*:)?(?:\w+_id|number)>", number, rule.rule)
            path = re.sub(r"<[^>]+>", "nowhere", named)
            for method in sorted((rule.methods or set()) & {"GET", *POSTS}):
                yield path, method, rule.endpoint


def pages(app: Flask, number: str = "1") -> list[str]:
    return [path for path, method, _ in addresses(app, number) if method == "GET"]


@pytest.fixture
def busy(web: Web) -> Web:
    """With rows on every page, and malice in every word of theirs that anybody else wrote."""
    activity.fill(web.database, 120, users=20)
    with web.database.write() as session:
        for address in session.exec(select(Address)):
            address.profile_name = EVIL
        for part in session.exec(select(OutboundPart)):
            part.body = EVIL
        for call in session.exec(select(ToolCallRecord)):
            call.arguments, call.result, call.tool = EVIL, EVIL, "<i>"
        for run in session.exec(select(Run)):
            run.error, run.model = EVIL, "<i>model"
        session.add(StoredFile(conversation_id=activity.conversation_of(1), user_id=1, run_id=1, name="<b>.pdf",
                               content_type="application/pdf", size=1, sha256="0"))  # fmt: skip
        session.add(Alert(kind="<i>", detail=EVIL, run_id=1))
        session.add(AdminAction(administrator_id=1, who="<i>", kind="grant", subject="user:1", user_id=1, reason=EVIL))
    return web


def test_every_page_opens_small_and_lets_no_word_be_a_tag(busy: Web) -> None:
    admin = Browser(busy)
    admin.signs_in()
    for subject in ("run:1", "part:1", "user:1", "payment:1"):
        admin.get("/admin/runs/1")
        admin.post(f"/admin/reveal?subject={subject}&next=/admin", reason=EVIL)
    shown = 0
    for path in pages(busy.app):
        answer = admin.client.get(path, buffered=True)
        assert answer.status_code in (200, 204, 303, 404), path
        if "html" not in answer.content_type:
            continue
        body = answer.get_data(as_text=True)
        assert len(answer.data) < SMALL, path
        assert not re.search(r"<script(?! src=)|<img src=x|<i>|<b>\.pdf", body), path
        shown += "&lt;script" in body
    assert shown >= 4, "the malice is there, as text"


def test_every_page_is_shown_to_administrators_alone(busy: Web) -> None:
    """Users, blocked ones, guests and former administrators stay at the door; the page behind tells them nothing."""
    with busy.database.write() as session:
        session.get_one(User, 2).blocked_at = busy.clients.clock.now()
    for number in (activity.number_of(1), activity.number_of(2), activity.number_of(10), "+2250700009999"):
        stranger = Browser(busy)
        assert stranger.signs_in(number).status_code == 400
        assert all_refused(stranger), number
    former = Browser(busy)
    former.signs_in()
    assert former.get("/admin/runs").status_code == 200
    with busy.database.write() as session:
        assert administrators.remove(session, ADMIN)
    assert all_refused(former)


def test_every_page_closes_with_the_session(busy: Web, clock: object) -> None:
    admin = Browser(busy)
    admin.signs_in()
    busy.clients.clock.skip(timedelta(minutes=31).total_seconds())  # type: ignore[attr-defined]
    assert all_refused(admin)


def all_refused(browser: Browser) -> bool:
    for path, method, endpoint in addresses(browser.web.app):
        if endpoint not in OPEN:
            browser.get("/admin/login")
            answer = browser.client.open(path, method=method, data={"csrf_token": browser.proof})
            door = answer.status_code == 303 and (answer.location or "").startswith("/admin/login")
            assert answer.status_code == 403 if endpoint == STREAM else door, (path, method)
            assert "<table" not in answer.get_data(as_text=True)
    return True


@pytest.mark.parametrize("number", ["0", "-1", "999999999", "99999999999999999999999", "1.5", "abc", "%00", "1%27--"])
def test_a_row_that_is_none_is_a_page_in_words(busy: Web, number: str) -> None:
    admin = Browser(busy)
    admin.signs_in()
    asked = 0
    for path, method, _ in addresses(busy.app, number):
        if number in path:
            answer = admin.client.open(path, method=method, data={"csrf_token": admin.proof, "reason": "pour voir"})
            assert answer.status_code in (303, 404) if method in POSTS or "grant" in path else 404, (path, method)
            if answer.status_code == 404:
                assert "Il n’y a rien à cette adresse" in text_of(answer), path
            asked += 1
    assert asked > 10


FILTERS = ("user", "q", "kind", "since", "until", "min", "max", "state", "stop", "mode", "tool", "failed", "code",
           "channel", "status", "provider", "reference", "sort", "before", "after", "page", "cursor", "reason",
           "next", "seen", "open", "blocked", "subject")  # fmt: skip
NONSENSE = (
    LONG,
    "2026-02-30",
    "0001-01-01",
    "9999-12-31",
    "-1",
    "9" * 30,
    "\x00",
    EVIL,
    "٣",
    "\ud83d".encode("utf-8", "replace").decode(),
    "1e9",
    "%",
)


@pytest.mark.parametrize("number", ["-9999999999", "9999999999", "-2147483648", "-0"])
def test_no_place_in_a_list_breaks_a_page(either_web: Web, number: str) -> None:
    """Numbers that no row of either database can have."""
    admin = Browser(either_web)
    admin.signs_in()
    for path in ("users", "runs", "deliveries", "payments", "alerts", "actions", "credits"):
        for name in ("before", "after"):
            assert admin.get(f"/admin/{path}?{name}={number}").status_code == 200, (path, name)


def test_no_filter_breaks_a_page(busy: Web) -> None:
    """Whatever stands in an address: a page in words, small, and nothing of it a tag."""
    admin = Browser(busy)
    admin.signs_in()
    for nonsense in NONSENSE:
        query = urlencode(dict.fromkeys(FILTERS, nonsense))
        for path in pages(busy.app):
            if path.endswith((".csv", ".xlsx")):
                continue
            answer = admin.get(f"{path}?{query}")
            assert answer.status_code in (200, 204, 303, 400, 404), (path, nonsense)
            assert len(answer.data) < SMALL, (path, nonsense[:20])
            assert EVIL not in answer.get_data(as_text=True), path


def test_every_answer_carries_its_armour(busy: Web) -> None:
    """Pages, mishaps, redirects and downloads, to whoever asks."""
    admin, stranger = Browser(busy), Browser(busy)
    admin.signs_in()
    for browser in (admin, stranger):
        for path, method, _ in addresses(busy.app):
            if path == "/admin/logout" or "everywhere" in path:
                continue
            with browser.client.open(path, method=method, buffered=True) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert "frame-ancestors 'none'" in policy, path
                assert "unsafe" not in policy
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Cache-Control"] == "no-store", path
                assert answer.headers["X-Frame-Options"] == "DENY"


def test_whole_numbers_of_people_stay_hidden(busy: Web) -> None:
    """On every page, until somebody says why."""
    admin = Browser(busy)
    admin.signs_in()
    for path in pages(busy.app):
        if path.startswith(("/admin/login", "/admin/confirm")):
            continue
        body = admin.get(path).get_data(as_text=True)
        assert not re.search(r"\+?225070\d{7}", body), path
    assert desk_of(busy).now()
