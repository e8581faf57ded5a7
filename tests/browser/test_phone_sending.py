"""Sending from the phone page: servers that go away, answers that get lost, too much at once, two tabs, odd numbers."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone_app import AWA, CannedApplication, Server
from tests.browser.running_stack import say
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.browser

AWAY_MS = 20_000


def mine(phone: Page, channel: str = "whatsapp"):
    return phone.locator(f".{channel} .mine")


def bodies(canned: CannedApplication) -> list[str]:
    return [message.body for message in canned.stand_in.inbound]


def go_away(phone: Page, server: Server) -> None:
    server.away()
    expect(phone.locator("#offline")).to_be_visible(timeout=AWAY_MS)


def test_what_is_typed_while_the_server_is_away_waits_with_a_clock_and_goes_once_in_order(phone, server, canned):
    canned.silent = True
    say(phone, "whatsapp", "avant")
    expect(mine(phone).locator(".status")).to_have_attribute("data-status", "delivered")
    go_away(phone, server)
    for text in ("un", "deux", "trois"):
        say(phone, "whatsapp", text)
    expect(mine(phone).locator(".text")).to_have_text(["avant", "un", "deux", "trois"])
    expect(mine(phone).locator(".status[data-status=waiting]")).to_have_count(3)
    assert mine(phone).last.locator(".status use").evaluate("use => use.getBBox().width") > 5, "the clock is drawn"
    expect(phone.locator(".whatsapp .presence")).to_have_text("connexion…")
    server.back()
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(4, timeout=AWAY_MS)
    expect(phone.locator("#offline")).to_be_hidden()
    expect(mine(phone).locator(".text")).to_have_text(["avant", "un", "deux", "trois"])
    assert bodies(canned) == ["avant", "un", "deux", "trois"]


def test_what_waits_survives_closing_the_page(phone, server, canned):
    canned.silent = True
    expect(phone.locator(".whatsapp .ideas")).to_be_visible()
    go_away(phone, server)
    say(phone, "whatsapp", "pendant la panne")
    expect(mine(phone).locator(".status[data-status=waiting]")).to_have_count(1)
    other = phone.context.new_page()
    phone.close()
    server.back()
    other.goto(f"{canned.url}/phone")
    expect(mine(other).locator(".status[data-status=delivered]")).to_have_count(1, timeout=AWAY_MS)
    assert bodies(canned) == ["pendant la panne"]
    other.reload()
    expect(mine(other)).to_have_count(1)
    assert bodies(canned) == ["pendant la panne"]


def test_a_message_whose_answer_got_lost_is_sent_once(phone, canned):
    canned.silent = True
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    phone.route("**/phone/messages", lose)
    say(phone, "whatsapp", "une seule fois")
    say(phone, "whatsapp", "ensuite")
    eventually(lambda: phone.wait_for_timeout(50) or len(canned.forms) == 2, 20)
    assert lost == [200]
    assert bodies(canned) == ["une seule fois", "ensuite"]
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(2)


def test_a_server_that_fails_for_a_moment_is_asked_again(phone, canned):
    failures = iter([503, 500])

    def fail(route: Route) -> None:
        status = next(failures, None)
        route.fulfill(status=status) if status else route.continue_()

    phone.route("**/phone/messages", fail)
    say(phone, "whatsapp", "rien")
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(1, timeout=AWAY_MS)
    assert bodies(canned) == ["rien"]


def test_a_message_the_server_refuses_says_why_and_blocks_nobody(phone, canned):
    refusals = iter([{"error": "large"}])

    def refuse(route: Route) -> None:
        told = next(refusals, None)
        route.fulfill(status=413, json=told) if told else route.continue_()

    phone.route("**/phone/messages", refuse)
    say(phone, "whatsapp", "trop")
    mine(phone).locator(".bang").click()
    expect(mine(phone).locator(".reason")).to_have_text("Le fichier est trop gros\u00a0: 16\u00a0Mo au plus.")
    say(phone, "whatsapp", "rien")
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(1)
    assert bodies(canned) == ["rien"]


def test_fifty_messages_in_a_second_arrive_once_and_in_order(phone, canned):
    canned.silent = True
    wanted = [f"message {number}" for number in range(50)]
    phone.evaluate(
        """texts => {
            const box = document.querySelector(".whatsapp textarea");
            for (const text of texts) { box.value = text; box.form.requestSubmit(); }
        }""",
        wanted,
    )
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(50, timeout=60_000)
    assert bodies(canned) == wanted
    expect(mine(phone).locator(".text")).to_have_text(wanted)
    expect(mine(phone).last).to_be_in_viewport()


def test_a_text_of_20000_characters_leaves_in_pieces_that_twilio_takes(phone, canned):
    canned.silent = True
    sentence = "Les fractions 😀 se simplifient : on divise le haut et le bas par le même nombre. "
    text = (sentence * 300)[:20_000].strip()
    phone.locator(".whatsapp textarea").fill(text)
    expect(phone.locator(".whatsapp .hint")).to_contain_text("partira en 13 messages")
    phone.locator(".whatsapp .send").click()
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(13, timeout=60_000)
    assert all(len(body.encode("utf-16-le")) // 2 <= 1600 for body in bodies(canned))
    assert all(body.endswith(".") for body in bodies(canned)[:-1]), "cut behind a sentence"
    assert "".join(" ".join(bodies(canned)).split()) == "".join(text.split())
    expect(phone.locator(".whatsapp .hint")).to_be_hidden()


def test_a_text_without_a_single_space_is_cut_too_and_one_of_a_book_is_refused(phone, canned):
    canned.silent = True
    box, hint = phone.locator(".whatsapp textarea"), phone.locator(".whatsapp .hint")
    box.fill("x" + "😀" * 1000)
    phone.locator(".whatsapp .send").click()
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(2)
    assert bodies(canned) == ["x" + "😀" * 799, "😀" * 201]
    box.fill("mot " * 10_000)
    expect(hint).to_contain_text("Envoyez plutôt un document")
    box.press("Enter")
    expect(phone.locator(".whatsapp .send")).to_be_disabled()
    expect(box).not_to_have_value("")
    assert len(canned.stand_in.inbound) == 2


def test_two_tabs_on_one_person_agree(phone, server, canned):
    canned.silent = True
    other = phone.context.new_page()
    other.goto(f"{canned.url}/phone")
    say(phone, "whatsapp", "du premier")
    expect(mine(other).locator(".text")).to_have_text(["du premier"])
    say(other, "whatsapp", "du second")
    expect(mine(phone).locator(".text")).to_have_text(["du premier", "du second"])
    go_away(phone, server)
    say(phone, "whatsapp", "un")
    say(other, "whatsapp", "deux")
    server.back()
    for tab in (phone, other):
        expect(mine(tab).locator(".status[data-status=delivered]")).to_have_count(4, timeout=AWAY_MS)
    assert sorted(bodies(canned)[2:]) == ["deux", "un"]
    for tab in (phone, other):
        expect(mine(tab).locator(".text")).to_have_text(bodies(canned))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "avec son indicatif"),
        ("0701020304", "Il manque l’indicatif du pays"),
        ("+0701020304", "ne commence pas par 0"),
        ("+225", "trop court"),
        ("+225 07 01 02 03 04 05 06 07", "trop long"),
        ("+225 O7 01 02 03 04", "que des chiffres"),
        ("awa", "que des chiffres"),
    ],
)
def test_a_wrong_number_is_explained_and_what_was_written_stays(phone, canned, typed, said):
    phone.locator("#person").select_option("")
    own = phone.locator("#number")
    own.fill(typed)
    say(phone, "whatsapp", "bonjour")
    expect(phone.locator("#number-help")).to_contain_text(said)
    expect(own).to_have_attribute("aria-invalid", "true")
    expect(own).to_be_focused()
    expect(phone.locator(".whatsapp textarea")).to_have_value("bonjour")
    own.fill("+225 07-01-02.03 04")
    own.press("Enter")
    expect(phone.locator("#number-help")).to_be_hidden()
    expect(own).to_have_value("+2250701020304")
    phone.locator(".whatsapp textarea").press("Enter")
    expect(mine(phone).locator(".status[data-status=delivered]")).to_have_count(1)
    assert canned.stand_in.inbound[0].from_ == "whatsapp:+2250701020304"


def test_changing_person_gives_up_the_poll_and_shows_at_once(page: Page, canned: CannedApplication, server: Server):
    canned.stand_in.receive("whatsapp:+2250700000002", "je suis Koffi")
    canned.wait_s = 60  # longer than this test may take
    server.away()
    server.back()
    page.goto(f"{canned.url}/phone")
    expect(page.locator(".whatsapp .ideas")).to_be_visible()
    with page.expect_event("requestfailed", lambda request: "/phone/events" in request.url):
        page.locator("#person").select_option("+2250700000002")
    expect(mine(page).locator(".text")).to_have_text("je suis Koffi")
    page.locator("#person").select_option(AWA.removeprefix("whatsapp:"))
    expect(page.locator(".whatsapp .bubble")).to_have_count(0)
    expect(page.locator(".whatsapp .ideas")).to_be_visible()
    assert page.locator("#offline").is_hidden()


def test_a_restarted_server_is_believed_anew(phone, server, canned):
    """Its count of changes begins again and may meet the number the page knows: the life in the version tells."""
    expect(phone.locator(".whatsapp .ideas")).to_be_visible()
    go_away(phone, server)  # its last request is over: it would hear of what follows
    canned.stand_in.restore([], [canned.stand_in.receive(AWA, "d’une autre vie")])
    canned.stand_in.version = 0
    server.back()
    expect(mine(phone).locator(".text")).to_have_text("d’une autre vie", timeout=AWAY_MS)


def test_the_whole_of_a_number_is_seen_on_a_small_screen(phone: Page) -> None:
    phone.set_viewport_size({"width": 390, "height": 780})
    phone.locator("#person").select_option("")
    number = phone.locator("#number")
    number.fill("+225 07 01 02 03 04")
    assert number.evaluate("field => field.scrollWidth <= field.clientWidth")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
