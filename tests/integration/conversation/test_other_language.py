"""« english please », « je comprends pas » below a question of ours: it is put again and stays open, whatever it asks;
nobody pays for that. Below a draft or a quiz the other language is the agent's."""

import pytest

from tests.fakes.model import calls, says
from tests.integration.conversation.callers import QUIZ
from tests.integration.conversation.conftest import Line
from tests.integration.conversation.test_mail_tools import answers, file_of
from tests.integration.conversation.test_waiting_behind import asks, office

__all__ = ["office"]  # a fixture

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        ("/supprimer", "Do you really want to erase everything?"),
        ("/exporter", "To confirm, type this number"),
        ("/mode", "What can I do for you?"),
        ("/acheter", "How many credits"),
        ("/email neuf@example.org", "To confirm, type this number"),
        ("/connexion", "already signed in here"),
        ("fais un gros pdf", "This request will cost"),
        ("Fais-moi un dossier sur le riz, en arrière-plan", "in the background"),
    ],
)
@pytest.mark.parametrize("said", ["english please", "In English pls"])
def test_it_is_put_again_and_stays_open(office: Line, asked: str, again: str, said: str) -> None:
    answers(office, "C’est quoi un verbe ?")
    asks(office, asked)
    before, requests = office.credits(), len(office.model.requests)
    told = answers(office, said).replace("\u00a0", " ")
    assert again in told
    assert "C’est annulé" not in told
    assert "0. Cancel" in told or "type 0" in told or "1. Yes" in told
    assert (office.credits(), len(office.model.requests)) == (before, requests)


@pytest.mark.parametrize(
    ("said", "verdict"), [("in english please", "Well done"), ("Explique la 2 stp", "Bonne réponse")]
)
def test_the_verdict_of_a_quiz_is_in_the_language_they_have_asked_for_since(
    line: Line, said: str, verdict: str
) -> None:
    line.model.then(says("Bonjour"), calls(("interactive_quiz", QUIZ)), says("Yes."), says("Fin."))
    answers(line, "Bonjour, je révise")
    asks(line, "Fais-moi un quiz de géographie")
    answers(line, said)
    assert verdict in answers(line, "b")


def test_where_languages_can_be_chosen_it_chooses(office: Line) -> None:
    asks(office, "/langue")
    assert answers(office, "english please") == "Done: I will speak English with you."


@pytest.mark.parametrize("asked", ["/acheter", "/mode", "fais un gros pdf", "Fais-moi un dossier, en arrière-plan",
                                   "Écris un e-mail à la compta"])  # fmt: skip
@pytest.mark.parametrize("said", ["je comprends pas", "jai rien compris", "C’est quoi ça ?"])
def test_who_understands_nothing_of_it_is_told_and_nobody_pays(office: Line, asked: str, said: str) -> None:
    asks(office, asked)
    before, requests = office.credits(), len(office.model.requests)
    assert "1" in answers(office, said)
    assert (office.credits(), len(office.model.requests)) == (before, requests)


@pytest.mark.parametrize("asked", ["/acheter", "/mode", "/exporter", "/fichiers"])
@pytest.mark.parametrize("said", ["👎", "non", "non merci", "nan"])
def test_a_no_leaves_it(office: Line, asked: str, said: str) -> None:
    file_of(office)
    asks(office, asked)
    before, requests = office.credits(), len(office.model.requests)
    assert "annulé" in answers(office, said)
    assert (office.credits(), len(office.model.requests)) == (before, requests)
