"""A list that comes between a question and its digit: « 1 » may name a line of that list, and sends or pays nothing."""

import pytest

from bot.models import User
from bot.types import Background
from tests.fakes.mail import MailServer
from tests.fakes.model import calls, last_user_text, says
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_background_work import open_runs, work
from tests.integration.conversation.test_mail_tools import answers, drafts, line, post, reads
from tests.integration.conversation.test_tasks import due_now, noted, remind
from tests.integration.conversation.till import Till

__all__ = ["line"]  # a fixture

LIST = "Lequel voulez-vous ?\n1. Le court\n2. Le long"
PAPER = {"title": "Cacao", "content": "mot " * 12_000}


def a_list_arrives(line: Line) -> None:
    line.model.script(lambda _request: says(LIST))
    for run in open_runs(line):
        if run.background == Background.WORKING:
            work(line, run.id)
    assert "Le court" in "\n".join(line.hears())
    reads(line)


def test_a_digit_behind_the_end_of_other_work_sends_no_draft(line: Line, server: MailServer) -> None:
    line.says("/fond Un rapport sur le fonio")
    drafts(line)
    a_list_arrives(line)
    assert "chiffre 1" in answers(line, "1")
    post(line)
    assert server.inbox == []
    assert "part maintenant" in answers(line, "1")
    post(line)
    assert len(server.inbox) == 1


@pytest.mark.parametrize(("first", "is_asked_again"), [("Appeler maman", True), ("Boire de l’eau", False)])
def test_a_digit_behind_the_reminder_of_task_1_sends_no_draft(
    line: Line, server: MailServer, first: str, *, is_asked_again: bool
) -> None:
    """Which says « répondez /fait 1 »; that of the second task asks for no 1."""
    for title in dict.fromkeys((first, "Appeler maman")):
        noted(line, title, **({"in_minutes": 60} if title == "Appeler maman" else {}))
    drafts(line)
    due_now(line)
    remind(line)
    assert "Appeler maman" in line.hears()[-1]
    reads(line)
    assert ("chiffre 1" in answers(line, "1")) == is_asked_again
    post(line)
    assert len(server.inbox) == (not is_asked_again)
    if is_asked_again:
        assert "part maintenant" in answers(line, "1")


def test_one_that_was_sent_before_the_list_came_counts(line: Line, server: MailServer) -> None:
    line.says("/fond Un rapport sur le fonio")
    drafts(line)
    line.stores("1")
    a_list_arrives(line)
    line.drain()
    post(line)
    assert len(server.inbox) == 1


def test_nor_pays_a_price_or_begins_other_work(line: Line) -> None:
    line.says("/fond Un rapport sur le fonio")
    line.model.script(lambda _request: calls(("generate_pdf", PAPER)))
    line.says("Fais un gros pdf")
    assert "Cette demande coûtera" in "\n".join(line.hears())
    reads(line)
    a_list_arrives(line)
    before = line.credits()
    assert "Pour accepter ce prix" in answers(line, "1")
    assert line.credits() == before
    line.says("2", "/fond Un rapport sur le mil", "Fais-moi un dossier sur le riz, en arrière-plan")
    assert "D’accord ?" in "\n".join(line.hears()).replace("\u00a0", " ")
    reads(line)
    a_list_arrives(line)
    before = line.credits()
    assert "répondez 1" in answers(line, "1")
    assert line.credits() == before
    assert "C’est parti" in answers(line, "1")
    assert last_user_text(line.model.requests[-1]) == "Un rapport sur le mil"


@pytest.mark.parametrize("asked", ["Fais un gros pdf", "Fais-moi un dossier sur le riz, en arrière-plan"])
@pytest.mark.parametrize("said", ["1 ?", "ok ?", "2 ?", "C’est bon, non ?", "??"])
def test_nobody_pays_or_refuses_by_a_question(line: Line, asked: str, said: str) -> None:
    line.model.script(lambda _request: calls(("generate_pdf", PAPER)))
    line.says(asked)
    line.hears()
    reads(line)
    before = line.credits()
    assert "répondez 1" in answers(line, said).replace("chiffre", "répondez")
    assert line.credits() == before
    line.says("1")
    assert line.credits() < before


def test_the_digits_are_told_once_for_a_list_whatever_is_said_in_between(line: Line) -> None:
    line.says("/fond Un rapport sur le fonio")
    line.model.script(lambda _request: calls(("generate_pdf", PAPER)))
    line.says("Fais un gros pdf")
    line.hears()
    reads(line)
    a_list_arrives(line)
    before = line.credits()
    for said in ("1", "merci"):
        assert "Pour accepter ce prix" in answers(line, said)
        reads(line)
    line.says("1")
    assert line.credits() < before


@pytest.mark.parametrize("asked", ["Fais un gros pdf", "Fais-moi un dossier sur le riz, en arrière-plan"])
def test_an_ok_behind_a_reminder_is_said_of_it(line: Line, asked: str) -> None:
    noted(line, "Appeler maman", in_minutes=60)
    line.model.script(lambda _request: calls(("generate_pdf", PAPER)))
    line.says(asked)
    due_now(line)
    remind(line)
    assert "Appeler maman" in line.hears()[-1]
    reads(line)
    before = line.credits()
    assert "répondez 1" in answers(line, "ok").replace("chiffre", "répondez")
    assert line.credits() == before
    reads(line)
    line.says("d’accord")
    assert line.credits() < before


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("asks", "digit", "again"),
    [("/mode", "2", "dans votre travail"), ("/connexion", "1", "un code à 6 chiffres par SMS"),
     ("arrêter", "2", "plus de messages"), ("/langue", "2", "English")],
)  # fmt: skip
def test_a_digit_below_a_list_of_the_agent_is_a_line_of_that_one(line: Line, asks: str, digit: str, again: str) -> None:
    line.model.script(lambda _request: says(LIST))
    answers(line, asks)
    answers(line, "Donne-moi le choix")
    line.model.script(lambda request: says(f"La ligne {last_user_text(request)}."))
    assert answers(line, digit) == f"La ligne {digit}."
    assert line.address(PUPIL).signed_in_until is not None
    assert "1." in answers(line, asks), "the question once more: then it is the last list"
    assert again in answers(line, digit)


@pytest.mark.one_database
@pytest.mark.parametrize("asks", ["/acheter", "Je voudrais m’offrir un pack"])
def test_nor_does_it_open_a_payment(till: Till, asks: str) -> None:
    line = till.line
    line.model.script(lambda _request: calls(("buy_credits", {})))
    assert "1. 50 crédits" in answers(line, asks).replace("\u00a0", " ")
    line.model.script(lambda _request: says(LIST))
    answers(line, "Donne-moi le choix")
    line.model.script(lambda request: says(f"La ligne {last_user_text(request)}."))
    assert answers(line, "2") == "La ligne 2."
    assert till.payments() == []
    assert "1. 50 crédits" in answers(line, "/acheter").replace("\u00a0", " ")
    answers(line, "2")
    assert [payment.pack for payment in till.payments()] == ["medium"]


@pytest.mark.one_database
@pytest.mark.parametrize("digit", ["1", "2"])
def test_a_list_that_the_agent_opened_is_answered_by_its_digits(till: Till, digit: str) -> None:
    till.line.model.script(lambda _request: calls(("buy_credits", {})))
    answers(till.line, "Je voudrais m’offrir un pack")
    answers(till.line, digit)
    assert len(till.payments()) == 1


@pytest.mark.one_database
def test_nor_does_it_send_another_code_by_e_mail(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).email = None
    line.model.script(lambda _request: says(LIST))
    assert "1. Recevoir un nouveau code" in answers(line, "/email awa@example.org")
    answers(line, "Donne-moi le choix")
    line.model.script(lambda request: says(f"La ligne {last_user_text(request)}."))
    assert answers(line, "1") == "La ligne 1."


@pytest.mark.one_database
@pytest.mark.parametrize("said", ["M’aider dans mon travail", "pro"])
def test_what_names_an_option_in_words_is_none(line: Line, said: str) -> None:
    line.model.script(lambda _request: says(LIST))
    answers(line, "/mode")
    answers(line, "Donne-moi le choix")
    assert "dans votre travail" in answers(line, said)
