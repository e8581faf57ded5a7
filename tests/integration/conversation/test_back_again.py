"""What is open again behind a question of a command takes no answer that was meant for that one."""

import re
from collections.abc import Callable

import pytest

from bot.dao.work import runs
from bot.services.background.lapses import follow_up
from tests.fakes.keys import conversation_id
from tests.fakes.mail import MailServer
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_mail_tools import answers, post, reads
from tests.integration.conversation.test_waiting_behind import asks, office, says_all

__all__ = ["office"]  # a fixture

pytestmark = pytest.mark.one_database

MAIL, WORK = "Écris un e-mail à la compta", "Fais-moi un dossier sur le riz, en arrière-plan"
OVER = "n’est plus"


def number_asked(line: Line, command: str) -> str:
    return re.findall(r"\b\d{5}\b", answers(line, command))[0]


def pauses(line: Line, minutes: int) -> None:
    line.clock.skip(60 * minutes)


@pytest.mark.parametrize("over", [lambda line, _: pauses(line, 11), answers], ids=["late", "twice"])
def test_a_number_that_is_over_changes_no_draft(
    office: Line, server: MailServer, over: Callable[[Line, str], object]
) -> None:
    asks(office, MAIL)
    number = number_asked(office, "/exporter")
    over(office, number)
    asked = len(office.model.requests)
    assert "plus ouvert" in answers(office, number) or OVER in answers(office, number)
    assert len(office.model.requests) == asked
    assert "part maintenant" in answers(office, "1")
    post(office)
    assert len(server.inbox) == 1


@pytest.mark.parametrize("between", [("/supprimer", 11, "non"), ("/supprimer", 11, "0"), ("/supprimer", "non", "non"),
                                     ("/langue", "0", "0")], ids=str)  # fmt: skip
def test_a_no_to_what_is_over_throws_no_draft_away(office: Line, between: tuple[str | int, ...]) -> None:
    asks(office, MAIL)
    for said in between[:-1]:
        pauses(office, said) if isinstance(said, int) else says_all(office, (said,))
    said = str(between[-1])
    assert "par le chiffre 1" in answers(office, said)
    reads(office)
    assert "n’est pas envoyé" in answers(office, said)


PRICE, LINK = "fais un gros pdf", "ouvre la recette"


def has_read_a_page(line: Line) -> None:
    answers(line, "Bonjour")
    with line.database.write() as session:
        runs.taint(session, line.run().id, conversation_id(PUPIL))


REFUSED = [(PRICE, "répondez 1", "Je continue sans"), (LINK, "par le chiffre 1", "Je continue sans"),
           (WORK, "répondez 1", "")]  # fmt: skip


@pytest.mark.parametrize(("wish", "again", "left"), REFUSED, ids=["price", "call", "work"])
@pytest.mark.parametrize("said", ["non", "0", "Non merci"])
def test_nor_does_it_refuse_a_price_a_call_or_an_offer(
    office: Line, wish: str, again: str, left: str, said: str
) -> None:
    """« 0 » gave a whole work up."""
    if wish == LINK:
        has_read_a_page(office)
    asks(office, wish)
    says_all(office, ("/langue", "0"))
    before, asked = office.credits(), len(office.model.requests)
    assert again in answers(office, said).replace("\u00a0", " ")
    assert len(office.model.requests) == asked
    reads(office)
    assert left in answers(office, said)
    assert office.credits() >= before, "a work that is left gives its credit back"


@pytest.mark.parametrize(("wish", "again", "left"), [*REFUSED, (MAIL, "chiffre 1", "n’est pas envoyé")])
@pytest.mark.parametrize("said", ["❌", "🚫", "1 🙅🏾", "1 🛑", "1 ✖️"])
def test_a_sign_that_says_no_refuses_for_nothing_and_never_agrees(
    office: Line, server: MailServer, wish: str, again: str, left: str, said: str
) -> None:
    """« ❌ » went to the agent, for a credit, and a draft was written anew; « 1 🙅🏾 » paid, or sent it."""
    if wish == LINK:
        has_read_a_page(office)
    asks(office, wish)
    before = office.credits()
    told = answers(office, said).replace("\u00a0", " ")
    assert (again if "1" in said else left) in told
    post(office)
    assert (office.credits() >= before, server.inbox) == (True, [])


@pytest.mark.parametrize("said", ["3", "ne l’envoie pas", "annule"])
def test_what_is_surely_said_of_the_draft_is_heeded_at_once(office: Line, said: str) -> None:
    asks(office, MAIL)
    says_all(office, ("/langue", "0"))
    assert "n’est pas envoyé" in answers(office, said)


def test_a_question_that_runs_out_behind_another_gives_the_place_back_too(office: Line) -> None:
    asks(office, MAIL)
    says_all(office, ("/supprimer",))
    pauses(office, 5)
    says_all(office, ("/langue",))
    pauses(office, 6)
    says_all(office, ("0",))
    told = answers(office, "1")
    assert "part maintenant" in (told if "chiffre 1" not in told else answers(office, "1"))


def test_an_offer_does_not_lapse_behind_two_questions(office: Line) -> None:
    asks(office, WORK)
    says_all(office, ("/supprimer", "/langue"))
    follow_up(office.database, office.runtime.inbox.exchange.desk.links, office.clock.now())
    says_all(office, ("0", "0"))
    told = answers(office, "1")
    assert "C’est parti en arrière-plan" in (told if "répondez 1" not in told else answers(office, "1"))


@pytest.mark.parametrize(("wish", "taken"), [(PRICE, "D’accord"), (WORK, "C’est parti")], ids=["price", "work"])
@pytest.mark.parametrize("between", [("/langue", "1"), ("/langue", "2", "/langue", "1")], ids=" ".join)
def test_what_was_put_again_is_what_they_have_read_last(
    office: Line, wish: str, taken: str, between: tuple[str, ...]
) -> None:
    """Its own lines were taken for another list’s: the « 1 » below it was asked for once more."""
    asks(office, wish)
    says_all(office, between)
    assert taken in answers(office, "1")


def test_so_is_an_offer_that_is_put_again_by_a_question_about_it(office: Line) -> None:
    asks(office, WORK)
    says_all(office, ("/fond pourquoi ?",))
    assert "C’est parti" in answers(office, "1")
