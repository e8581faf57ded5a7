"""Users at the administrators' page: found, shown without what they write, given credits, blocked."""

import re
import threading
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import delete
from sqlmodel import Session, col, select
from werkzeug.test import TestResponse

from bot.dao import addresses, conversations
from bot.dao.admin import users as admin_users
from bot.dao.admin.sessions import Known
from bot.dao.money import ledger
from bot.models import (
    Address,
    AdminAction,
    AdminSession,
    LedgerEntry,
    OutboundPart,
    Run,
    StoredFile,
    TranscriptMessage,
    User,
)
from bot.models.base import utc_now
from bot.services.admin import people
from bot.services.privacy.erase import erase
from bot.services.sign_in import accounts
from tests.fakes.admin import ADMIN, Browser, code_sent_to, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.product import Web, open_web

EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)>'
REASON = "Geste commercial du 22 mai"


def make_user(
    session: Session, number: str, credits: int = 10, mode: str | None = "student", name: str = "Awa"
) -> User:
    user = User(mode=mode, phone=number)
    session.add(user)
    session.flush()
    address = session.get_one(Address, conversations.ensure(session, f"whatsapp:{number}").address_id)
    address.user_id, address.profile_name = user.id, name
    ledger.post(session, user.id, credits, "welcome", f"welcome:{number}")
    session.refresh(user)
    return user


@pytest.fixture
def awa(web: Web) -> int:
    with web.database.write() as session:
        return make_user(session, "+2250701020304", name=EVIL).id


def balance(web: Web, user_id: int) -> tuple[int, list[tuple[str, int, str, str]]]:
    with web.database.read() as session:
        found = session.exec(select(LedgerEntry).where(LedgerEntry.user_id == user_id).order_by(LedgerEntry.id)).all()
        return session.get_one(User, user_id).credits, [(e.kind, e.amount, e.reason, e.actor) for e in found][1:]


def acts(web: Web) -> list[tuple[str, str, str]]:
    with web.database.read() as session:
        found = session.exec(select(AdminAction).order_by(AdminAction.id)).all()
        return [(act.kind, act.subject, act.reason) for act in found if act.kind not in ("sign_in", "confirm")]


def test_users_are_listed_with_their_numbers_masked(web: Web, admin: Browser, awa: int) -> None:
    page = admin.get("/admin/users")
    assert "…0304" in text_of(page)
    assert "+22507" not in page.get_data(as_text=True).replace("+225 07", "")
    assert "10 crédits" in text_of(page)
    assert "n° 1" in text_of(page)


@pytest.mark.parametrize(
    ("search", "found"),
    [("+2250701020304", True), ("+225 07 01 02 03 04", True), ("0701020304", True), ("0304", True), ("20304", True),
     ("n° 1", True), ("#1", True), ("N°1", True), ("nº 1", True), ("n°\u00a01", True), ("0305", False),
     ("\u202a+225 07 01 02 03 04\u202c", True), ("(+225) 07-01-02-03-04", True), ("n° 2", False), ("", True),
     ("n° 999999999999999999", False)],
)  # fmt: skip
def test_somebody_is_found_by_what_one_knows_of_them(admin: Browser, awa: int, search: str, found: bool) -> None:
    page = text_of(admin.get("/admin/users", query_string={"q": search}))
    assert ("…0304" in page) == found
    assert ("Personne ne correspond" in page) == (not found)


@pytest.mark.parametrize("user_id", [1, -3])
def test_an_id_is_read_as_the_pages_write_it_by_each_of_them(web: Web, admin: Browser, awa: int, user_id: int) -> None:
    """Those below zero are made-up people's."""
    with web.database.write() as session:
        session.merge(User(id=user_id))
    for typed in (f"n° {user_id}", f"#{user_id}", f"N°{user_id}".replace("-", "−")):
        assert f"/admin/users/{user_id}" in admin.get("/admin/users", query_string={"q": typed}).get_data(as_text=True)
        for page in ("credits", "runs", "deliveries", "payments"):
            shown = text_of(admin.get(f"/admin/{page}", query_string={"user": typed}))
            assert not re.search("Personne (de|n’est) connu|Ce n’est ni un numéro", shown), (page, typed)


def test_the_last_eight_digits_are_not_only_a_number_of_before_they_grew(web: Web, clock: FakeClock) -> None:
    """Since there are numbers that begin with 05 12, the old 12 34 56 78 is not the only one that ends so."""
    with web.database.write() as session:
        for number in ("+2250512345678", "+2250112345678"):
            make_user(session, number)
    here = open_web(web.settings.model_copy(update={"otp_countries": ("CI",)}), web.database, clock)
    admin = Browser(here)
    admin.signs_in(then="/admin/users")
    page = admin.get("/admin/users?q=12345678").get_data(as_text=True)
    assert sorted(re.findall(r'href="/admin/users/(\d+)"', page)) == ["1", "2"]
    here.wake.close()


@pytest.mark.parametrize("address", ["whatsapp:+2250708090102", "+2250708090102", "whatsapp:+2252720304050"])
def test_a_number_leads_to_whoever_writes_from_it_on_every_page(
    web: Web, admin: Browser, awa: int, address: str
) -> None:
    """Who has confirmed another was nobody in the log of credits; a landline, as people write it, nobody elsewhere."""
    with web.database.write() as session:
        session.get_one(Address, conversations.ensure(session, address).address_id).user_id = awa
    number = address.rpartition("+")[2]
    typed = f"+{number[:3]} {number[3:5]} {number[5:]}"
    for page in ("credits", "runs", "deliveries", "payments"):
        found = admin.get(f"/admin/{page}", query_string={"user": typed}).get_data(as_text=True)
        assert f'name="user" type="text" value="{awa}"' in found, page
    assert f'href="/admin/users/{awa}"' in admin.get("/admin/users", query_string={"q": typed}).get_data(as_text=True)


def test_whoever_has_no_number_comes_before_who_has_another(web: Web, admin: Browser, awa: int) -> None:
    """By SMS somebody an operator made, by WhatsApp somebody who confirmed another number."""
    with web.database.write() as session:
        made = User(mode="pro")
        session.add(made)
        session.flush()
        for address, user_id in (("whatsapp:+2250708090102", awa), ("+2250708090102", made.id)):
            session.get_one(Address, conversations.ensure(session, address).address_id).user_id = user_id
        expected = made.id
    for page in ("credits", "runs", "deliveries", "payments"):
        found = admin.get(f"/admin/{page}?user=%2B2250708090102").get_data(as_text=True)
        assert f'name="user" type="text" value="{expected}"' in found, page


def test_a_whole_number_that_found_somebody_stands_nowhere_on_the_page(admin: Browser, awa: int) -> None:
    page = admin.get("/admin/users?q=%2B2250701020304&mode=student").get_data(as_text=True)
    assert "0701020304" not in page
    assert f'value="n° {awa}"' in page
    assert f"n° {awa}" in text_of(admin.get(f"/admin/users?q=n° {awa}&mode=student"))


@pytest.mark.parametrize("search", ["30", "Awa", "' OR 1=1 --", "%", "____", "é" * 30, "n° 0", "0x304", "٠٣٠٤"])
def test_a_search_that_is_none_is_said_to_be_none(admin: Browser, awa: int, search: str) -> None:
    page = admin.get("/admin/users", query_string={"q": search})
    assert page.status_code == 200
    assert "Cherchez par un numéro entier" in text_of(page)
    assert "…0304" in text_of(page)


def test_filters_that_are_endless_or_wrong_leave_the_page_there(admin: Browser, awa: int) -> None:
    page = admin.get("/admin/users", query_string={"q": "a" * 10_000, "mode": "king", "state": "\x00", "before": "x1"})
    assert page.status_code == 200
    for said in ("C’est trop long", "Ce choix n’existe pas", "Cette page de la liste n’existe pas", "…0304"):
        assert said in text_of(page), said
    assert len(page.data) < 60_000


def test_the_list_goes_on_by_cursor_and_stays_the_same_while_people_come(either_web: Web) -> None:
    with either_web.database.write() as session:
        for number in range(120):
            make_user(session, f"+2250700{number:06d}", mode="pro" if number % 2 else "student")
    browser = Browser(either_web)
    browser.signs_in()
    seen: list[int] = []
    path = "/admin/users?mode=student"
    while path:
        page = browser.get(path)
        seen += [int(each) for each in re.findall(r'/admin/users/(\d+)"', page.get_data(as_text=True))]
        with either_web.database.write() as session:
            make_user(session, f"+2250800{len(seen):06d}")
        found = re.search(r'rel="next" href="([^"]+)"', page.get_data(as_text=True))
        path = found[1].replace("&amp;", "&") if found else ""
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(set(seen)) == 60
    assert "Personne ne correspond" in text_of(browser.get("/admin/users?before=1"))
    assert browser.get("/admin/users?before=999999999999999999").status_code == 200


def test_one_user_is_shown_without_a_word_of_what_was_said(web: Web, admin: Browser, awa: int) -> None:
    with web.database.write() as session:
        key = conversations.ensure(session, "whatsapp:+2250701020304").id
        run = Run(
            conversation_id=key, user_id=awa, status="done", mode="student", language="fr", stop_reason="done_signal",
            ended_at=utc_now(),
        )  # fmt: skip
        session.add(run)
        session.add(Run(conversation_id=key, user_id=awa, status="dead", mode="student", language="fr",
                        stop_reason="error", ended_at=utc_now()))  # fmt: skip
        session.flush()
        session.add(
            TranscriptMessage(conversation_id=key, run_id=run.id, role="user", message={"content": "SECRETWORD"})
        )
        session.add(OutboundPart(conversation_id=key, key="a", address="whatsapp:+2250701020304", channel="whatsapp",
                                 body="SECRETWORD", state="undelivered", error_code=63016))  # fmt: skip
        session.add(StoredFile(conversation_id=key, user_id=awa, name=f"a{EVIL}"[:64], title="SECRETWORD",
                               content_type="application/pdf", size=2_500, sha256="0" * 64))  # fmt: skip
    page = admin.get(f"/admin/users/{awa}")
    body = page.get_data(as_text=True)
    for shown in ("63016", "terminée", "Abandonnée", "2,5 ko", "Bienvenue", "…0304"):
        assert shown in text_of(page).replace("\xa0", " "), shown
    for hidden in ("SECRETWORD", "+2250701020304", "<script>alert", "<img src=x", "0" * 64):
        assert hidden not in body, hidden
    assert "&lt;script&gt;alert(" in body


@pytest.mark.parametrize(
    "path", ["/admin/users/2", "/admin/users/99999999999999999999999", "/admin/users/x", "/admin/users/-1"]
)
def test_nobody_is_nobody(admin: Browser, awa: int, path: str) -> None:
    answer = admin.get(path)
    assert answer.status_code == 404
    assert "Il n’y a rien à cette adresse" in text_of(answer)


def confirmed(admin: Browser, user_id: int, amount: str = "20", reason: str = REASON) -> tuple[TestResponse, str]:
    """The form, filled in; the ticket on the page behind it."""
    admin.get(f"/admin/users/{user_id}/grant")
    page = admin.post(f"/admin/users/{user_id}/grant", amount=amount, reason=reason)
    found = re.search(r'name="ticket" value="([^"]+)"', page.get_data(as_text=True))
    return page, found[1] if found else ""


def test_credits_are_given_in_two_steps_and_a_second_tap_does_nothing(web: Web, admin: Browser, awa: int) -> None:
    page, ticket = confirmed(admin, awa)
    assert "10 → 30" in text_of(page)
    assert f"n° {awa} (…0304)" in text_of(page), "whom it is for, by what they can be told from others by"
    assert balance(web, awa) == (10, []), "nothing before the second step"
    assert acts(web) == []
    said = []
    for _ in range(3):
        answer = admin.post(f"/admin/users/{awa}/grant/do", ticket=ticket)
        assert answer.location == f"/admin/users/{awa}"
        said.append(text_of(admin.get(answer.location)))
    assert "C’est fait" in said[0]
    assert "C’était déjà fait" in said[1]
    assert balance(web, awa) == (30, [("grant", 20, REASON, "admin:1")])
    assert acts(web) == [("grant", f"user:{awa}", REASON)]


def test_an_entry_has_one_name_on_every_page(web: Web, admin: Browser, awa: int) -> None:
    with web.database.write() as session:
        for kind in ("bonus", "adjustment", "merge"):
            ledger.post(session, awa, 1, kind, kind)
    for page in (f"users/{awa}", f"credits?user={awa}"):
        assert all(word in text_of(admin.get(f"/admin/{page}")) for word in ("Récompense", "Correction", "Fusion")), (
            page
        )


def test_a_question_that_the_browser_loads_again_asks_for_no_second_gift(web: Web, admin: Browser, awa: int) -> None:
    def asked(once: str, amount: str = "20") -> str:
        page = admin.post(f"/admin/users/{awa}/grant", amount=amount, reason=REASON, once=once)
        return re.findall(r'name="ticket" value="([^"]+)"', page.get_data(as_text=True))[0]

    def form() -> str:
        page = admin.get(f"/admin/users/{awa}/grant").get_data(as_text=True)
        return re.findall(r'name="once" value="([^"]+)"', page)[0]

    def balances(*tickets: str) -> list[int]:
        done = []
        for ticket in tickets:
            admin.post(f"/admin/users/{awa}/grant/do", ticket=ticket)
            done.append(balance(web, awa)[0])
        return done

    first, second = form(), form()
    assert balances(asked(first), asked(first)) == [30, 30]
    assert balances(asked(first, "5"), asked(second)) == [35, 55], "another amount, and another form, are other gifts"
    assert balances(asked("x" * 16), asked("x" * 16)) == [75, 95], "what no form is called makes nothing one"


def test_a_form_that_was_filled_in_wrong_is_still_the_same_form(web: Web, admin: Browser, awa: int) -> None:
    wrong = admin.post(f"/admin/users/{awa}/grant", amount="?", reason=REASON, once="0123456789abcdef")
    assert 'name="once" value="0123456789abcdef"' in wrong.get_data(as_text=True)


def test_the_longest_reason_is_read_whole_by_whom_it_is_about(web: Web, admin: Browser, awa: int) -> None:
    reason = "é" * 250
    _, ticket = confirmed(admin, awa, reason=reason)
    admin.post(f"/admin/users/{awa}/grant/do", ticket=ticket)
    assert balance(web, awa) == (30, [("grant", 20, reason, "admin:1")])


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("1 000", "+1 000"),
        ("1\u202f000", "+1 000"),
        ("1,000", "+1 000"),
        ("+7", "+7"),
        ("\u22125", "\u22125"),
        ("- 5", "\u22125"),
    ],
)
def test_an_amount_is_read_as_pages_write_it(web: Web, admin: Browser, awa: int, typed: str, shown: str) -> None:
    page, ticket = confirmed(admin, awa, typed)
    assert ticket
    assert f"{shown} crédits" in text_of(page)


def test_credits_are_taken_but_never_below_zero(web: Web, admin: Browser, awa: int) -> None:
    page, ticket = confirmed(admin, awa, "-10")
    admin.post(f"/admin/users/{awa}/grant/do", ticket=ticket)
    assert balance(web, awa) == (0, [("adjustment", -10, REASON, "admin:1")])
    page, ticket = confirmed(admin, awa, "-1")
    assert (page.status_code, ticket) == (400, "")
    assert "ne peut pas passer sous zéro" in text_of(page)


def test_what_was_spent_meanwhile_cannot_be_taken(web: Web, admin: Browser, awa: int) -> None:
    _, ticket = confirmed(admin, awa, "-10")
    with web.database.write() as session:
        ledger.post(session, awa, -1, "turn", "run:1:reserve")
    answer = admin.post(f"/admin/users/{awa}/grant/do", ticket=ticket)
    assert "Le solde ne suffit pas" in text_of(admin.get(answer.location))
    assert balance(web, awa)[0] == 9
    assert acts(web) == []


@pytest.mark.parametrize(
    "amount",
    ["", "0", "1.5", "1,5", "abc", "10001", "-10001", "1e3", "9" * 300, "٣٠٠٠٠", "20 crédits", "--5", "+", "1 00",
     "1 0000", "10 00 000"],
)  # fmt: skip
def test_an_amount_that_is_none_changes_nothing(web: Web, admin: Browser, awa: int, amount: str) -> None:
    page, ticket = confirmed(admin, awa, amount)
    assert (page.status_code, ticket) == (400, "")
    assert "Il faut un nombre entier autre que zéro" in text_of(page)
    assert balance(web, awa) == (10, [])


@pytest.mark.parametrize("reason", ["", "   ", "abc", "x" * 251, "a b", "a\x00\x00\x00b"])
def test_without_a_reason_nothing_is_given(web: Web, admin: Browser, awa: int, reason: str) -> None:
    page, ticket = confirmed(admin, awa, reason=reason)
    assert (page.status_code, ticket) == (400, "")
    assert "Donnez une raison" in text_of(page)


def test_what_no_database_takes_is_left_out_of_a_reason(either_web: Web) -> None:
    typed, kept = "Geste\x00 du\u200b 22\x07 mai", "Geste du 22 mai"
    with either_web.database.write() as session:
        bob = make_user(session, "+2250701020305").id
    admin = Browser(either_web)
    admin.signs_in()
    answers = [
        confirmed(admin, bob, reason="a\x00b\x00c\u200b")[0],
        admin.post(f"/admin/users/{bob}/grant/do", ticket=confirmed(admin, bob, reason=typed)[1]),
        admin.post(f"/admin/users/{bob}/block", reason=typed),
        admin.post(f"/admin/reveal?subject=user:{bob}&next=/admin", reason=typed),
    ]
    assert [answer.status_code for answer in answers] == [400, 303, 303, 303]
    assert balance(either_web, bob) == (30, [("grant", 20, kept, "admin:1")])
    assert [reason for _, _, reason in acts(either_web)] == [kept] * 3


def test_a_ticket_does_what_it_says_and_for_whom_it_says_it(
    web: Web, admin: Browser, awa: int, clock: FakeClock
) -> None:
    with web.database.write() as session:
        other = make_user(session, "+2250700000005").id
    _, ticket = confirmed(admin, awa)
    for user_id, given in ((other, ticket), (awa, ticket[:-2]), (awa, ""), (awa, "x" * 5_000)):
        answer = admin.post(f"/admin/users/{user_id}/grant/do", ticket=given)
        assert "n’est plus valable" in text_of(admin.get(answer.location))
    clock.skip(61)
    elsewhere = Browser(web)
    elsewhere.signs_in()
    answer = elsewhere.post(f"/admin/users/{awa}/grant/do", ticket=ticket)
    assert "n’est plus valable" in text_of(elsewhere.get(answer.location)), "another session's"
    assert (balance(web, awa), balance(web, other)) == ((10, []), (10, []))


def test_credits_ask_for_a_code_typed_minutes_ago(web: Web, admin: Browser, awa: int, clock: FakeClock) -> None:
    _, ticket = confirmed(admin, awa)
    clock.skip(301)
    door = f"/admin/confirm?next=/admin/users/{awa}/grant"
    assert admin.get(f"/admin/users/{awa}/grant").location == door
    assert admin.post(f"/admin/users/{awa}/grant/do", ticket=ticket).location == door
    assert balance(web, awa) == (10, [])
    assert admin.confirms(then=f"/admin/users/{awa}/grant").location == f"/admin/users/{awa}/grant"
    assert admin.get(f"/admin/users/{awa}/grant").status_code == 200


def test_who_was_erased_is_given_nothing(web: Web, admin: Browser, awa: int) -> None:
    _, ticket = confirmed(admin, awa)
    admin.post(f"/admin/users/{awa}/block", reason=REASON)
    with web.database.write() as session:
        address = addresses.by_value(session, "whatsapp:+2250701020304")
        assert address
        erase(session, address, conversations.ensure(session, address.value).id, 0, web.clients.clock.now())
    assert admin.post(f"/admin/users/{awa}/grant/do", ticket=ticket).status_code == 404
    assert admin.post(f"/admin/users/{awa}/block", reason=REASON).status_code == 404
    assert "Effacé" in text_of(admin.get(f"/admin/users/{awa}"))
    assert acts(web) == [("block", f"user:{awa}", "")], "what was said of them is gone too"


def test_who_is_blocked_is_so_until_somebody_unblocks_them(web: Web, admin: Browser, awa: int) -> None:
    assert "Donnez une raison" in text_of(admin.post(f"/admin/users/{awa}/block", reason=" "))
    for _ in range(2):
        answer = admin.post(f"/admin/users/{awa}/block", reason="Insultes répétées")
        assert "L’utilisateur est bloqué" in text_of(admin.get(answer.location))
    assert "Bloqué" in text_of(admin.get("/admin/users?state=blocked"))
    admin.post(f"/admin/users/{awa}/unblock", reason="S’est excusée")
    assert "Personne ne correspond" in text_of(admin.get("/admin/users?state=blocked"))
    assert acts(web) == [("block", f"user:{awa}", "Insultes répétées"), ("unblock", f"user:{awa}", "S’est excusée")]


def merges(session: Session, _known: Known, awa: int) -> None:
    twin = make_user(session, "+2250701020305", name="Awa")
    accounts.merge(session, session.get_one(User, awa), twin, utc_now())


def blocks(session: Session, known: Known, awa: int) -> None:
    assert people.block(session, known, awa, "Insultes répétées", utc_now())


def test_a_gift_that_is_sent_twice_at_once_is_logged_once(either_web: Web) -> None:
    with either_web.database.write() as session:
        awa = make_user(session, "+2250701020304").id
        balance = session.get_one(User, awa).credits
    known, gift = Known(1, 1, ADMIN, utc_now(), utc_now(), utc_now()), people.Grant(awa, 5, "Un geste", "ab" * 8)
    came: list[people.Granted] = []

    def gives() -> None:
        with either_web.database.write() as session:
            came.append(people.grant(session, known, gift, utc_now()))

    second = threading.Thread(target=gives)
    with either_web.database.write() as session:
        assert people.grant(session, known, gift, utc_now()) is people.Granted.DONE
        second.start()
        second.join(0.7)
    second.join(20)
    assert came == [people.Granted.ALREADY]
    assert [kind for kind, *_ in acts(either_web)] == ["grant"]
    with either_web.database.read() as session:
        assert session.get_one(User, awa).credits == balance + 5


@pytest.mark.parametrize(("first", "answer", "known"), [(blocks, 303, 1), (merges, 404, 0)])
def test_who_blocks_somebody_waits_for_whoever_decides_about_them(
    either_web: Web, first: Callable[[Session, Known, int], None], answer: int, known: int
) -> None:
    """Two administrators at once, or one just while two users become one."""
    admin = Browser(either_web)
    admin.signs_in()
    with either_web.database.write() as session:
        awa = make_user(session, "+2250701020304").id
        row = session.exec(select(AdminSession).where(AdminSession.administrator_id != None)).one()  # noqa: E711
    other = Known(row.id, row.administrator_id or 0, ADMIN, utc_now(), utc_now(), utc_now())
    admin.get(f"/admin/users/{awa}")
    answers: list[int] = []

    def judge() -> None:
        answers.append(admin.post(f"/admin/users/{awa}/block", reason="Il triche").status_code)

    judging = threading.Thread(target=judge)
    with either_web.database.write() as session:
        first(session, other, awa)
        session.flush()
        judging.start()
        judging.join(0.7)
    judging.join(20)
    assert answers == [answer]
    assert acts(either_web) == [("block", f"user:{awa}", "Insultes répétées")] * known


def test_a_whole_number_is_shown_for_a_reason_that_is_logged(
    web: Web, admin: Browser, awa: int, clock: FakeClock
) -> None:
    path = f"/admin/users/{awa}"
    assert "whatsapp:+2250701020304" not in admin.get(path).get_data(as_text=True)
    admin.post(f"/admin/reveal?subject=user:{awa}&next={path}", reason="no")
    assert "+2250701020304" not in admin.get(path).get_data(as_text=True)
    answer = admin.post(f"/admin/reveal?subject=user:{awa}&next={path}", reason="La rappeler au sujet d’un paiement")
    assert answer.location == path
    assert "whatsapp:+2250701020304" in admin.get(path).get_data(as_text=True)
    assert acts(web) == [("reveal", f"user:{awa}", "La rappeler au sujet d’un paiement")]
    clock.skip(61)
    colleague = Browser(web)
    colleague.signs_in()
    assert "+2250701020304" not in colleague.get(path).get_data(as_text=True), "one's own reason alone"
    clock.skip(600)
    assert "+2250701020304" not in admin.get(path).get_data(as_text=True)
    answer = admin.post(f"/admin/reveal?subject=user:{awa}&next={path}", reason="La rappeler encore une fois")
    assert answer.location == f"/admin/confirm?next={path}"
    assert len(acts(web)) == 1


def test_numbers_of_made_up_people_are_shown_for_a_reason_too(either_web: Web) -> None:
    """Their ids are below zero: the form led to an error."""
    browser = Browser(either_web)
    browser.signs_in()
    with either_web.database.write() as session:
        session.add(User(id=-3))
        session.flush()
        address = session.get_one(Address, conversations.ensure(session, "whatsapp:+2250000000003").address_id)
        address.user_id = -3
    browser.post("/admin/reveal?subject=user:-3&next=/admin/users/-3", reason="Voir le mois inventé")
    assert "whatsapp:+2250000000003" in browser.get("/admin/users/-3").get_data(as_text=True)
    beyond = browser.post(f"/admin/reveal?subject=user:-{'9' * 18}&next=/admin", reason="Voir personne du tout")
    assert beyond.status_code == 303


def test_what_was_said_on_a_shared_phone_is_told_of_whom_it_was_for(either_web: Web) -> None:
    """The page named whoever has signed in there last, beside answers to somebody else, and showed the other none."""
    browser = Browser(either_web)
    browser.signs_in()
    with either_web.database.write() as session:
        awa, koffi = make_user(session, "+2250701020304").id, make_user(session, "+2250705060708").id
        shared = conversations.ensure(session, "whatsapp:+2250700000055")
        session.get_one(Address, shared.address_id).user_id = koffi
        runs = [Run(conversation_id=shared.id, user_id=user, mode="student", language="fr") for user in (awa, koffi)]
        session.add_all(runs)
        session.flush()
        said: list[dict[str, int | None]] = [
            {"run_id": runs[0].id},
            {"user_id": awa},
            {"run_id": runs[1].id},
            {"user_id": koffi},
            {},
        ]
        for number, whose in enumerate(said, 1):
            session.add(OutboundPart(id=100 + number, conversation_id=shared.id, key=f"{number}", channel="whatsapp",
                                     address="whatsapp:+2250700000055", **whose))  # fmt: skip
    named: dict[str, list[tuple[int, int | None]]] = {
        "": [(105, None), (104, koffi), (103, koffi), (102, awa), (101, awa)],
        f"?user={awa}": [(105, None), (102, awa), (101, awa)],
        f"?user={koffi}": [(105, None), (104, koffi), (103, koffi)],
    }
    with either_web.database.write() as session:  # signing in has sent a code
        session.execute(delete(OutboundPart).where(col(OutboundPart.kind) == "otp"))
    for query, expected in named.items():
        page = browser.get(f"/admin/deliveries{query}").get_data(as_text=True).partition("<tbody>")[2]
        rows = [row for row in page.split("<tr>") if "/admin/deliveries/" in row]
        users = [re.search(r"/admin/users/(\d+)", row) for row in rows]
        found = [re.search(r"/admin/deliveries/(\d+)", row) for row in rows]
        assert [
            (int(part[1]), int(user[1]) if user else None) for part, user in zip(found, users, strict=True) if part
        ] == expected, query
    with either_web.database.read() as session:
        assert [part.id for part in admin_users.deliveries(session, awa, 9)] == [105, 102, 101]
        assert [part.id for part in admin_users.deliveries(session, koffi, 9)] == [105, 104, 103]


@pytest.mark.parametrize("subject", ["", "user:", "user:x", "../etc", "secret:1", "user:1;drop", "user:" + "1" * 30])
def test_a_subject_that_is_none_is_refused(web: Web, admin: Browser, subject: str) -> None:
    assert (
        admin.client.post(
            "/admin/reveal", query_string={"subject": subject}, data={"csrf_token": admin.proof, "reason": "Pour voir"}
        ).status_code
        == 400
    )
    assert acts(web) == []


@pytest.fixture(autouse=True)
def _nothing_leaks(web: Web, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever a test does, its log shows no number and no code."""
    yield
    assert "2250701020304" not in caplog.text
    code = code_sent_to(web)
    assert code is None or code not in caplog.text
