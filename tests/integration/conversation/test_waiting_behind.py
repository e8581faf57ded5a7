"""What a command asks takes the place of a question that waits, and that one is open again behind it: a draft, a price,
a permission, a quiz. Who leaves everything leaves it too."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import col, select

from bot.dao.work import runs
from bot.models import PendingInteraction, User
from bot.services.background.lapses import follow_up
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.mail import MailServer
from tests.fakes.model import Request, Step, calls, errors, last_user_text, says
from tests.fakes.wave import FakeWave
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_mail_tools import AWA, DRAFT, answers, post, reads
from tests.integration.conversation.test_taps import QUIZ
from tests.integration.conversation.till import Till

pytestmark = pytest.mark.one_database

PAPER = {"title": "Cacao", "content": "mot " * 12_000}
LINK = "https://recettes.example/riz?d=1"
NUMBER = "{number}"  # the one that is to be typed


def helper(request: Request) -> Step:
    """A model that does what its person asks for."""
    if request["messages"][-1]["role"] == "tool":
        return says("fini")
    text = last_user_text(request)
    if text.startswith("[Draft]") and "court" in text:
        return calls(("draft_email", DRAFT | {"text": "Court."}))
    wanted: dict[str, tuple[str, Any]] = {
        "e-mail": ("draft_email", DRAFT),
        "gros pdf": ("generate_pdf", PAPER),
        "ouvre": ("browse_url", {"urls": [LINK]}),
        "quiz": ("interactive_quiz", QUIZ),
    }
    call = next((call for word, call in wanted.items() if word in text and not text.startswith("[")), None)
    return calls(call) if call else says(f"dit : {text}")


@pytest.fixture
def office(open_line: Callable[..., Line], server: MailServer, wave: FakeWave) -> Line:
    """A professional with an address, to whom credits are sold."""
    line = open_line(
        **wave.settings, smtp_url=f"smtp://127.0.0.1:{server.port}", mail_from="Palabre <bot@palabre.example>"
    )
    with line.database.write() as session:
        user = session.get_one(User, 1)
        user.mode, user.email = Mode.PRO, AWA
    wave.stand_in.clock = wave.clock = line.clock
    line.model.script(helper)
    return line


def asks(line: Line, wish: str) -> None:
    line.says(wish)
    line.hears()
    reads(line)


def says_all(line: Line, between: tuple[str, ...]) -> None:
    for said in between:
        answers(line, said)


BETWEEN = [
    ("/langue", "1"),
    ("/langue", "0"),
    ("/mode", "1", "3"),
    ("/acheter", "0"),
    ("/acheter", "/langue", "0", "0"),
    ("/supprimer", "non"),
    ("/exporter", "/supprimer", "0"),
    ("/email neuf@example.org", "0"),
    ("/connexion", "0"),
    ("/connexion", "2", "0"),
    ("/deconnexion", "0"),
    ("/acheter", "/annuler"),
    ("arrête", "0"),
]


@pytest.mark.parametrize("between", BETWEEN, ids=" ".join)
def test_a_draft_waits_behind_what_a_command_asks(office: Line, server: MailServer, between: tuple[str, ...]) -> None:
    asks(office, "Écris un e-mail à la compta")
    asked = len(office.model.requests)
    says_all(office, between)
    told = answers(office, "1")
    if "part maintenant" not in told:  # a list came since, of which 1 may be a line
        assert "chiffre 1" in told
        assert "part maintenant" in answers(office, "1")
    post(office)
    assert len(server.inbox) == 1
    assert len(office.model.requests) == asked, "nothing of it is the agent's"


@pytest.mark.parametrize("between", [("/langue", "1"), ("/acheter", "0"), ("/supprimer", "non")], ids=" ".join)
def test_so_do_a_price_and_a_quiz(office: Line, between: tuple[str, ...]) -> None:
    asks(office, "fais un gros pdf")
    says_all(office, between)
    before = office.credits()
    told = answers(office, "1")
    if "D’accord" not in told:
        assert "Pour accepter ce prix" in told
        answers(office, "1")
    assert office.credits() < before
    asks(office, "fais-moi un quiz")
    says_all(office, between)
    assert "C’est en bas" in answers(office, "2")


@pytest.mark.parametrize("between", [("/langue", "1"), ("/acheter", "0")], ids=" ".join)
def test_so_does_a_permission(office: Line, between: tuple[str, ...]) -> None:
    answers(office, "Bonjour")
    with office.database.write() as session:
        runs.taint(session, office.run().id, conversation_id(PUPIL))
    asks(office, "ouvre la recette")
    says_all(office, between)
    assert "Je continue sans" in answers(office, "2")


@pytest.mark.parametrize("between", [("/langue", "1"), ("/acheter", "0"), ("/supprimer", "0")], ids=" ".join)
def test_so_does_the_offer_to_go_on_in_the_background(office: Line, between: tuple[str, ...]) -> None:
    """It is not over as long as it waits there, nor longer than it would have been."""
    asks(office, "Fais-moi un dossier sur le riz, en arrière-plan")
    answers(office, between[0])
    follow_up(office.database, office.runtime.inbox.exchange.desk.links, office.clock.now())
    says_all(office, between[1:])
    told = answers(office, "1")
    assert "C’est parti en arrière-plan" in (told if "répondez 1" not in told else answers(office, "1"))
    asks(office, "Fais-moi un dossier sur le mil, en arrière-plan")
    answers(office, between[0])
    office.clock.skip(3_601)
    follow_up(office.database, office.runtime.inbox.exchange.desk.links, office.clock.now())
    assert "le mil" in "\n".join(office.hears())


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        ("/supprimer", "Do you really want to erase everything?"),
        ("/acheter", "How many credits"),
        ("/connexion", "already signed in here"),
        ("fais un gros pdf", "This request will cost"),
        ("Fais-moi un dossier sur le riz, en arrière-plan", "in the background"),
    ],
)
def test_what_is_ours_is_put_again_in_the_language_that_was_chosen(office: Line, asked: str, again: str) -> None:
    asks(office, asked)
    answers(office, "/langue")
    assert again in answers(office, "2").replace("\u00a0", " ")


def test_a_number_goes_on_behind_a_menu_but_not_behind_another_number(office: Line) -> None:
    office.says("/exporter")
    number = re.findall(r"\b\d{5}\b", "\n".join(office.hears()))[0]
    says_all(office, ("/langue", "1"))
    assert "Voici la copie" in answers(office, number)
    office.says("/exporter")
    says_all(office, ("/langue", "/supprimer", "0"))
    assert "dit\u00a0: Combien" in answers(office, "Combien font 2 et 2 ?"), "nothing is left to be cancelled"


def test_behind_a_pack_that_was_paid_the_digit_is_the_draft_s(office: Line, server: MailServer, wave: FakeWave) -> None:
    till = Till(office)
    asks(office, "Écris un e-mail à la compta")
    says_all(office, ("/acheter", "2"))
    till.works()
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    assert "Paiement reçu" in "\n".join(till.hears())
    reads(office)
    assert "chiffre 1" in answers(office, "1")
    assert "part maintenant" in answers(office, "1")
    post(office)
    assert len(server.inbox) == 1


def test_so_it_is_once_the_link_is_old(office: Line, server: MailServer) -> None:
    asks(office, "Écris un e-mail à la compta")
    says_all(office, ("/acheter", "2"))
    office.clock.skip(301)
    assert "chiffre 1" in answers(office, "1")
    assert "part maintenant" in answers(office, "1")


def test_a_command_s_question_whose_time_is_over_gives_the_place_back(office: Line) -> None:
    asks(office, "Écris un e-mail à la compta")
    says_all(office, ("/supprimer",))
    office.clock.skip(601)
    assert "part maintenant" in answers(office, "1")


@pytest.mark.parametrize("leaving", [("/langue", "STOP", "START"), ("/acheter", "/nouveau")], ids=" ".join)
def test_who_leaves_everything_leaves_what_waits_behind(
    office: Line, server: MailServer, leaving: tuple[str, ...]
) -> None:
    asks(office, "Écris un e-mail à la compta")
    says_all(office, leaving)
    assert "dit\u00a0: 1" in answers(office, "1")
    post(office)
    assert server.inbox == []


@pytest.mark.parametrize("leaving", [("arrête", "1"), ("annule",), ("/acheter", "annule", "annule")], ids=" ".join)
def test_the_agent_learns_that_a_draft_was_left(office: Line, leaving: tuple[str, ...]) -> None:
    asks(office, "Écris un e-mail à la compta")
    says_all(office, leaving)
    answers(office, "tu l’as envoyé ?")
    assert "elle ne veut pas l’envoyer" in str(office.asked()[-1])
    answers(office, "/nouveau")
    answers(office, "Bonjour")
    assert "elle ne veut pas l’envoyer" not in str(office.asked()[-1])


def test_a_change_that_fails_behind_a_menu_leaves_the_draft_open(office: Line, server: MailServer) -> None:
    asks(office, "Écris un e-mail à la compta")
    says_all(office, ("/langue", "1"))
    office.model.script(lambda _request: errors(500))
    answers(office, "plus court")
    office.model.script(helper)
    reads(office)
    told = answers(office, "1")
    assert "part maintenant" in (told if "part" in told else answers(office, "1"))


def test_whoever_signs_in_next_finds_nothing_of_it(office: Line) -> None:
    asks(office, "Écris un e-mail à la compta")
    says_all(office, ("/deconnexion", "1"))
    answers(office, "1")
    with office.database.read() as session:
        asked = session.exec(select(PendingInteraction).order_by(col(PendingInteraction.id))).all()
    assert [row.outcome for row in asked] == ["expired", "answered"]


def test_a_menu_that_was_opened_twice_is_left_once(office: Line) -> None:
    office.says("/langue", "/langue", "0", "0")
    assert sum("annulé" in said for said in office.hears()) == 1
