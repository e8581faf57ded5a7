"""Alerts on the administrators' page: by kind, to be seen to, and all of them."""

import re

import pytest
from sqlmodel import select

from bot.dao import conversations
from bot.dao.admin import alerts
from bot.dao.database import Database
from bot.models import Address, AdminAction, Alert, OutboundPart, User
from tests.fakes.admin import Browser, text_of
from tests.fakes.engines import hear
from tests.fakes.product import Web


def test_alerts_are_grouped_and_somebody_sees_to_those_that_were_shown(either_web: Web) -> None:
    browser = Browser(either_web)
    browser.signs_in()
    with either_web.database.write() as session:
        for number in range(12):
            session.add(Alert(kind="delivery_refused", detail=f"code {63000 + number}"))
        session.add(Alert(kind="brand_new", detail="<b>x</b>"))
    page = browser.get("/admin/alerts").get_data(as_text=True)
    assert "× 12" in page
    assert "Envoi refusé par l’opérateur" in page
    assert "brand_new" in page, "a kind without a name says itself"
    assert "<b>x</b>" not in page
    found = re.search(r'name="kind" value="delivery_refused">\s*<input type="hidden" name="upto" value="(\d+)"', page)
    assert found
    with either_web.database.write() as session:
        session.add(Alert(kind="delivery_refused", detail="came meanwhile"))
    answer = browser.post("/admin/alerts/seen", kind="delivery_refused", upto=found[1], shown="12")
    assert "C’est noté" in text_of(browser.get(answer.location))
    answer = browser.post("/admin/alerts/seen", kind="delivery_refused", upto=found[1], shown="12")
    assert "étaient déjà vues" in text_of(browser.get(answer.location))
    with either_web.database.read() as session:
        still_open = session.exec(select(Alert.detail).where(Alert.acknowledged_at == None)).all()  # noqa: E711
        seen = {alert.acknowledged_by for alert in session.exec(select(Alert)) if alert.acknowledged_at}
        logged = [act.detail for act in session.exec(select(AdminAction)) if act.kind == "acknowledge"]
    assert sorted(still_open) == ["<b>x</b>", "came meanwhile"]
    assert seen == {"…0077"}
    assert logged == ["delivery_refused × 12"]


@pytest.mark.parametrize("told", [{"shown": "1"}, {"shown": ""}, {}], ids=["shown", "empty", "older page"])
def test_an_alert_that_stands_before_those_that_were_shown_stays_open(either_web: Web, told: dict[str, str]) -> None:
    """PostgreSQL gives ids before it commits: who has the lower one may be there later."""
    browser = Browser(either_web)
    browser.signs_in()
    with either_web.database.write() as session:
        session.add(Alert(id=7, kind="distress", detail="shown"))
    assert 'name="shown" value="1"' in browser.get("/admin/alerts").get_data(as_text=True)
    with either_web.database.write() as session:
        session.add(Alert(id=6, kind="distress", detail="came meanwhile"))
    answer = browser.post("/admin/alerts/seen", kind="distress", upto="7", **told)
    page = browser.get(answer.location)
    assert "ne sont plus celles qui étaient affichées" in text_of(page)
    with either_web.database.read() as session:
        assert [row.acknowledged_at for row in session.exec(select(Alert))] == [None, None]
    assert 'name="shown" value="2"' in page.get_data(as_text=True)
    browser.post("/admin/alerts/seen", kind="distress", upto="7", shown="2")
    with either_web.database.read() as session:
        assert None not in [row.acknowledged_at for row in session.exec(select(Alert))]


def test_an_alert_about_somebody_leads_to_them(either_web: Web) -> None:
    browser = Browser(either_web)
    browser.signs_in()
    with either_web.database.write() as session:
        user = User()
        session.add(user)
        session.flush()
        for number, owner in (("+2250700004321", user.id), ("+2250700008765", None)):
            key = conversations.ensure(session, number).id
            session.exec(select(Address).where(Address.value == number)).one().user_id = owner
            session.add(Alert(kind="human_requested", detail=f"conversation {key}"))
            session.add(OutboundPart(conversation_id=key, channel="sms", body="x", key=key, address=number))
    page = browser.get("/admin/alerts").get_data(as_text=True).partition("<table")[2]
    links = re.findall(r'<a href="(/admin/deliveries\?user=\w+)">Qui c’est', page)
    shown = [text_of(browser.get(link)) for link in links]
    assert [("4321" in each, "8765" in each) for each in shown] == [(False, True), (True, False)]


@pytest.mark.parametrize("upto", ["", "x", "-1", "9" * 40, "1.5"])
def test_seeing_to_nothing_changes_nothing(web: Web, admin: Browser, upto: str) -> None:
    with web.database.write() as session:
        session.add(Alert(kind="x"))
    answer = admin.post("/admin/alerts/seen", kind="x", upto=upto)
    assert answer.status_code == 303
    assert "étaient déjà vues" in text_of(admin.get(answer.location))


def test_alerts_go_on_by_cursor_and_by_kind(web: Web, admin: Browser) -> None:
    with web.database.write() as session:
        for number in range(130):
            session.add(Alert(kind="even" if number % 2 == 0 else "odd", detail=f"detail-{number:03d}"))
    seen: list[str] = []
    path = "/admin/alerts?kind=even"
    while path:
        page = admin.get(path).get_data(as_text=True)
        seen += re.findall(r"detail-(\d+)", page.partition("<table")[2])
        found = re.search(r'rel="next" href="([^"]+)"', page)
        path = found[1].replace("&amp;", "&") if found else ""
    assert seen == [f"{number:03d}" for number in range(128, -1, -2)]
    assert "Ce choix n’existe pas" in text_of(admin.get("/admin/alerts?kind=none"))


def test_an_alert_that_goes_while_the_page_is_made_is_no_error(database: Database) -> None:
    """Each statement of PostgreSQL sees what is there by then: the newest of a kind may have gone between two."""
    with database.write() as session:
        session.add_all(Alert(id=number, kind="distress", detail="") for number in (1, 2))
    others, going = database.apart(), [2]

    def goes(*given: object) -> None:
        if "FROM alert" in str(given[2]) and going:
            with others.write() as session:
                session.delete(session.get_one(Alert, going.pop()))

    hear(database, "after_cursor_execute", goes)
    with database.read() as session:
        assert [(group.count, group.upto) for group in alerts.open_groups(session)] == [(2, 2)]
    assert not going
    others.close()
