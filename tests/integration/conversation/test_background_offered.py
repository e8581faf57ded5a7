"""Work in the background that was offered, or asked for twice: in which words it is answered, and what is known of it
by whoever is asked something else meanwhile."""

import pytest

from bot.types import Background
from tests.integration.conversation.conftest import CREDITS, Line
from tests.integration.conversation.test_background_work import DONE, REPORT, answers, heard, open_runs
from tests.integration.conversation.test_quoting import quoting

pytestmark = pytest.mark.one_database


@pytest.fixture
def offered(line: Line) -> Line:
    """A line on which the offer has been read."""
    answers(line, DONE)
    line.says(f"{REPORT[:-1]}, en arrière-plan")
    assert "Prix : 5 crédits" in heard(line)[0]
    return line


@pytest.mark.parametrize("words", ["Oui, en arrière-plan", "ok, vas-y en arrière plan stp", "Yes, in the background"])
def test_a_yes_may_say_what_to(offered: Line, words: str) -> None:
    offered.says(words)
    assert [run.background for run in open_runs(offered)] == [Background.WORKING]
    assert offered.credits() == CREDITS - 5


@pytest.mark.parametrize(
    "words", ["Pas en arrière-plan", "non fais-le ici", "Réponds ici", "je préfère attendre ici", "just do it here"]
)
def test_a_no_may_say_where_instead(offered: Line, words: str) -> None:
    offered.says(words)
    assert heard(offered) == [DONE]
    assert not open_runs(offered)
    assert offered.credits() == CREDITS - 1


@pytest.mark.parametrize("words", ["/fond", "en arrière-plan", "/statut"])
def test_a_command_that_means_the_offer_is_told_its_digits(offered: Line, words: str) -> None:
    offered.says(words)
    assert "répondez 1" in heard(offered)[0]
    assert not offered.model.requests


def test_the_command_with_the_same_words_takes_the_offer(offered: Line) -> None:
    offered.says(f"/fond {REPORT[:-1]}")
    assert "C’est parti" in heard(offered)[0]
    offered.says("1")
    assert [run.background for run in open_runs(offered)] == [Background.WORKING]
    assert offered.credits() == CREDITS - 6, "the digit is a message by now"


@pytest.mark.parametrize("words", ["/fond 1", "/fond oui", "/fond vas-y", "/background yes"])
def test_a_yes_behind_the_command_takes_the_offer(offered: Line, words: str) -> None:
    offered.says(words)
    assert "C’est parti" in heard(offered)[0]
    assert [run.background for run in open_runs(offered)] == [Background.WORKING]
    assert offered.credits() == CREDITS - 5


def test_a_no_behind_the_command_has_it_answered_here(offered: Line) -> None:
    offered.says("/fond 2")
    assert heard(offered) == [DONE]
    assert offered.credits() == CREDITS - 1


@pytest.mark.parametrize("words", ["pourquoi ?", "c'est quoi", "combien ça coûte stp", "c koi", "how much is it?",
                                   "c'est payant ?", "combien de crédits ?", "how does this work?"])  # fmt: skip
def test_a_question_about_the_command_is_answered_and_begins_nothing(offered: Line, words: str) -> None:
    offered.says(f"/fond {words}")
    assert "Prix : 5 crédits" in heard(offered)[0]
    assert [run.background for run in open_runs(offered)] == [Background.OFFERED]
    assert offered.credits() == CREDITS - 1
    offered.says("2")
    heard(offered)
    offered.says(f"/fond {words}")
    assert "écrivez /fond suivi de votre demande" in heard(offered)[0]
    assert not open_runs(offered)
    assert offered.credits() == CREDITS - 1


def test_what_is_asked_of_a_message_that_they_quote_is_work(line: Line) -> None:
    answers(line, "La photosynthèse fait du sucre avec la lumière.")
    line.says("La photosynthèse ?")
    heard(line)
    line.says("/fond explique", **quoting(line, "La photosynthèse"))
    assert [run.background for run in open_runs(line)] == [Background.WORKING]


def test_another_request_behind_the_command_is_one(offered: Line) -> None:
    offered.says("/fond Fais une version plus courte de mon rapport")
    assert [run.background for run in open_runs(offered)] == [Background.OFFERED, Background.WORKING]


def test_a_number_behind_the_command_is_no_work_by_itself(line: Line) -> None:
    line.says("/fond 1")
    assert "écrivez /fond suivi de votre demande" in heard(line)[0]
    assert line.credits() == CREDITS


def test_the_agent_knows_what_they_are_asked_until_it_is_over(offered: Line) -> None:
    offered.says("Combien de temps ça prendra ?")
    told = "\n".join(str(message["content"]) for message in offered.asked()[-1])
    assert "Fais-moi un dossier complet" in told
    assert "5 crédits (1 déjà compté)" in told
    assert "within 30 minutes" in told
    offered.clock.skip(3_601)
    offered.says("Et le café ?")
    assert "Prix" not in str(offered.asked()[-1])


def test_the_same_words_again_are_the_work_that_is_under_way(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    heard(line)
    line.says(f"/fond {REPORT}")
    (told,) = heard(line)
    assert told.startswith("C’est déjà en cours")
    assert "N° 1" in told
    assert line.credits() == CREDITS - 5
    line.says("/annuler", f"/fond {REPORT}")
    assert "N° 2" in heard(line)[-1], "what is being stopped is not what is wanted now"


@pytest.mark.parametrize(
    ("words", "told"), [("statut", "en cours depuis"), ("annuler 1", "j’arrête"), ("/annuler 7", "Aucune demande")]
)
def test_a_command_behind_the_command_is_no_work(line: Line, words: str, told: str) -> None:
    line.says(f"/fond {REPORT}", f"/fond {words}")
    assert told in heard(line)[-1]
    assert len(open_runs(line)) == 1
    assert line.credits() == CREDITS - 5


def test_what_stops_already_is_not_asked_about(line: Line) -> None:
    line.says(f"/fond {REPORT}", "/fond Fais-moi un dossier sur le mil", "/annuler 1")
    heard(line)
    line.says("/annuler")
    (told,) = heard(line)
    assert "N° 2" in told
    assert "j’arrête" in told
    line.says("/annuler")
    assert ["j’arrête" in told for told in heard(line)] == [True, True]
    assert all(run.cancelled_at for run in open_runs(line))
