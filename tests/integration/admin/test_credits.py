"""The credit log as an administrator's browser sees it: what is filtered, summed, linked to, and refused in words."""

import re
from datetime import UTC, datetime

import pytest

from bot.dao.admin import credits
from bot.dao.admin.credits import CreditFilter
from bot.dao.database import Database
from bot.models import LedgerEntry, User
from tests.fakes import ledger as made
from tests.fakes.admin import Browser, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.product import Web, open_web

END = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
NAUGHTY = "<script>alert(1)</script>"
ENTRIES = (
    (1, 20, 20, "welcome", "", "system", 1),
    (1, -2, 18, "turn", "", "system", 2),
    (1, -3, 15, "tool", "generate_pdf", "system", 3),
    (2, 500, 500, "purchase", "Pack Famille", "user:2", 4),
    (2, 5, 505, "grant", "Geste après la panne", "admin:1", 21),
    (2, -1, 504, "adjustment", NAUGHTY, "admin:1", 22),
)


def write(database: Database) -> None:
    with database.write() as session:
        for number in (1, 2):
            session.add(User(id=number, mode="student", phone=f"+225070000000{number}", credits=0))
        session.flush()
        for place, (user, amount, balance, kind, reason, actor, day) in enumerate(ENTRIES):
            session.add(LedgerEntry(user_id=user, amount=amount, balance=balance, kind=kind, reason=reason, actor=actor,
                                    run_id=place + 70 if kind in ("turn", "tool") else None,
                                    idempotency_key=f"e:{place}",
                                    created_at=datetime(2026, 11, day, 8, 30, tzinfo=UTC)))  # fmt: skip
    made.close(database, END)


@pytest.fixture
def log(web: Web, admin: Browser) -> Browser:
    write(web.database)
    return admin


def entries(browser: Browser, query: str = "") -> list[str]:
    """The credits of each entry on a page, in order."""
    page = browser.get(f"/admin/credits{query}").get_data(as_text=True)
    return re.findall(r'<td class="main figure [a-z]+">([+−]\d+) crédits?</td>', page)


def test_every_entry_stands_there_the_newest_first(log: Browser) -> None:
    page = log.get("/admin/credits")
    assert page.status_code == 200
    assert entries(log) == ["−1", "+5", "+500", "−3", "−2", "+20"]
    said = text_of(page)
    for words in ("Achat", "Outil", "generate_pdf", "504 crédits", "22 nov. 2026, 08:30", "administrateur 1", "n° 72"):
        assert words in said
    assert "Mouvements 6" in said
    assert "+525 crédits" in said
    assert "−6 crédits" in said
    assert "+519 crédits" in said


def test_numbers_are_masked_everywhere(log: Browser) -> None:
    page = log.get("/admin/credits").get_data(as_text=True)
    assert "…0001" in page
    assert "070000000" not in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?user=1", ["−3", "−2", "+20"]),
        ("?user=%232", ["−1", "+5", "+500"]),
        ("?user=n%C2%B0+2", ["−1", "+5", "+500"]),
        ("?user=%2B225+07+00+00+00+02", ["−1", "+5", "+500"]),
        ("?user=2250700000001", ["−3", "−2", "+20"]),
        ("?kind=purchase", ["+500"]),
        ("?since=2026-11-21", ["−1", "+5"]),
        ("?until=2026-11-02", ["−2", "+20"]),
        ("?since=2026-11-02&until=2026-11-03", ["−3", "−2"]),
        ("?min=5", ["+5", "+500", "+20"]),
        ("?max=-2", ["−3", "−2"]),
        ("?max=%E2%88%922", ["−3", "−2"]),
        ("?min=5&max=1%20000", ["+5", "+500", "+20"]),
        ("?min=-1%E2%80%AF000&max=-2", ["−3", "−2"]),
        ("?q=PANNE", ["+5"]),
        ("?q=apres", ["+5"]),
        ("?q=pdf&kind=tool&user=1", ["−3"]),
        ("?q=zzz", []),
        ("?sort=oldest", ["+20", "−2", "−3", "+500", "+5", "−1"]),
        ("?sort=most", ["+500", "+20", "+5", "−1", "−2", "−3"]),
        ("?sort=least&min=-2", ["−2", "−1", "+5", "+20", "+500"]),
    ],
)
def test_filters_and_orders(log: Browser, query: str, found: list[str]) -> None:
    assert entries(log, query) == found


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?since=hier", "Il faut une date"),
        ("?until=2026-13-45", "Il faut une date"),
        ("?until=11/22/2026", "Il faut une date"),
        ("?since=2026-11-20&until=2026-11-10", "La fin est avant le début"),
        ("?min=5&max=1", "C’est au-dessous du plus petit"),
        ("?min=1.5", "Il faut un nombre entier"),
        ("?max=99999999999999999999999", "Il faut un nombre entier"),
        ("?user=abc", "Ce n’est ni un numéro"),
        ("?user=%2B22501", "Ce n’est ni un numéro"),
        ("?user=%2B2250799999999", "Personne n’est connu sous ce numéro"),
        ("?user=99", "Personne n’est connu sous ce numéro"),
        ("?user=-7", "Personne n’est connu sous ce numéro"),
        ("?kind=theft", "Ce choix n’existe pas"),
        ("?sort=amount;drop", "Ce choix n’existe pas"),
        (f"?q={'x' * 10_000}"[:8_000], "C’est trop long"),
        ("?after=abc", "Cette page de la liste n’existe pas"),
        ("?after=999999", "Cette page de la liste n’existe pas"),
        ("?before=-1", "Cette page de la liste n’existe pas"),
        ("?after=99999999999999999999999999", "Cette page de la liste n’existe pas"),
    ],
)
def test_what_cannot_be_read_is_said_and_the_page_is_there(log: Browser, query: str, sentence: str) -> None:
    page = log.get(f"/admin/credits{query}")
    assert page.status_code == 200
    assert sentence in text_of(page)
    assert "…000" in page.get_data(as_text=True)
    assert len(page.data) < 60_000


@pytest.mark.parametrize("query", ["?until=9999-12-31", "?since=0001-01-01", "?min=-9223372036854775807", "?user=-7"])
def test_the_ends_of_the_world_are_no_error(log: Browser, query: str) -> None:
    assert log.get(f"/admin/credits{query}").status_code == 200


@pytest.mark.parametrize("typed", ["10/11/2026", "10.11.2026", "10-11-2026", "2026-11-10"])
def test_a_day_is_read_as_people_write_it_and_said_so(log: Browser, typed: str) -> None:
    """Where a browser has no field for days, and where what was typed could not be read, the field is a text."""
    page = log.get("/admin/credits", query_string={"since": typed, "kind": "turn"})
    assert 'type="date" value="2026-11-10"' in page.get_data(as_text=True)
    assert "Du : 10 nov. 2026" in text_of(page).replace("\u00a0", " ")


@pytest.mark.parametrize("page", ["credits", "runs", "deliveries", "payments"])
def test_a_whole_number_that_was_typed_stands_nowhere_on_the_page(log: Browser, page: str) -> None:
    """Somebody looks over the shoulder, prints it, or sends a link."""
    found = log.get(f"/admin/{page}", query_string={"user": "\u202a+225 07 00 00 00 01\u202c"}).get_data(as_text=True)
    assert 'name="user" type="text" value="1"' in found
    assert not re.search(r"07 ?00 ?00 ?00 ?01", found)
    assert "Ce n’est ni un numéro" not in found


@pytest.mark.parametrize("typed", ["07 00 00 00 01", "0700000001", "00225 07.00.00.00.01", "2250700000001"])
def test_a_number_is_read_as_the_first_country_writes_it(web: Web, clock: FakeClock, typed: str) -> None:
    write(web.database)
    here = open_web(web.settings.model_copy(update={"otp_countries": ("CI", "SN")}), web.database, clock)
    admin = Browser(here)
    admin.signs_in(then="/admin/users")
    for page in ("credits", "runs", "deliveries", "payments"):
        found = admin.get(f"/admin/{page}", query_string={"user": typed}).get_data(as_text=True)
        assert 'name="user" type="text" value="1"' in found, page
    assert len(admin.get("/admin/credits.csv", query_string={"user": typed}).get_data(as_text=True).splitlines()) == 4
    here.wake.close()


def test_filters_are_in_the_address_and_one_tap_clears_each_or_all(log: Browser) -> None:
    page = log.get("/admin/credits?kind=tool&user=1&min=").get_data(as_text=True)
    assert 'href="/admin/credits?user=1"' in page
    assert 'href="/admin/credits?kind=tool"' in page
    assert 'class="clear" href="/admin/credits"' in page
    assert 'href="/admin/credits.csv?user=1&amp;kind=tool"' in page


def test_pages_lead_on_and_back_with_their_filters(web: Web, admin: Browser) -> None:
    made.fill(web.database, 300, users=3, days=20, end=END)
    seen: list[str] = []
    address: str | None = "/admin/credits?kind=turn&sort=least"
    back: str | None = None
    first = address
    for _ in range(20):
        assert address is not None
        page = admin.get(address).get_data(as_text=True)
        seen += re.findall(r"n° (\d+)<", page)
        following = re.search(r'rel="next" href="([^"]+)"', page)
        previous = re.search(r'rel="prev" href="([^"]+)"', page)
        assert (previous is None) == (address == first)
        back = previous[1].replace("&amp;", "&") if previous else None
        if following is None:
            break
        address = following[1].replace("&amp;", "&")
    with web.database.read() as session:
        expected = sum(day.entries for day in credits.by_day(session, CreditFilter(kind="turn")))
    assert len(seen) == expected > 80
    assert back is not None
    assert "kind=turn" in back
    assert "sort=least" in back
    assert admin.get(back).status_code == 200


def test_behind_the_last_entry_there_is_a_way_to_the_beginning(log: Browser) -> None:
    page = log.get("/admin/credits?after=1")
    assert "Il n’y a rien au-delà" in text_of(page)
    assert 'href="/admin/credits"' in page.get_data(as_text=True)


def test_an_empty_log_says_so(admin: Browser) -> None:
    assert "Rien n’a encore été donné ni pris" in text_of(admin.get("/admin/credits"))
    assert "Aucun mouvement ne correspond" in text_of(admin.get("/admin/credits?kind=turn"))


def test_words_of_people_are_text(log: Browser) -> None:
    page = log.get(f"/admin/credits?q={NAUGHTY}").get_data(as_text=True)
    assert NAUGHTY not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 2


def test_the_chart_says_in_words_and_figures_what_it_draws(log: Browser) -> None:
    page = log.get("/admin/credits")
    assert "Du 1er nov. 2026 au 22 nov. 2026 : crédits donnés, 525 ; pris, 6." in text_of(page).replace("\u00a0", " ")
    assert "4 nov. 2026 500 0" in text_of(page)


def test_a_year_is_drawn_by_day_and_told_by_month(web: Web, admin: Browser) -> None:
    made.fill(web.database, 1_000, users=5, days=365, end=END)
    page = admin.get("/admin/credits")
    assert len(page.data) < 60_000
    assert "févr. 2026" in text_of(page)


def test_in_english_too(log: Browser) -> None:
    said = text_of(log.get("/admin/credits?kind=grant", headers={"Accept-Language": "en"}))
    assert "+5 credits" in said
    assert "Gift" in said
    assert "1 to 22" not in said


def test_nobody_else_sees_it(log: Browser, browser: Browser) -> None:
    for path in ("/admin/credits", "/admin/credits.csv", "/admin/credits.xlsx"):
        answer = browser.get(path)
        assert answer.status_code == 303
        assert "/admin/login" in answer.location
