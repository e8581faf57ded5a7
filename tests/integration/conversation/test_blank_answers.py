"""Answers of which nothing can be read: nobody is left without a word, and nobody pays for them."""

import pytest

from bot.cli.commands import add_user
from bot.types import Mode, StopReason
from tests.fakes.model import Step, blank, calls, dies_midstream, errors, in_turn, says
from tests.integration.conversation.conftest import PUPIL, Line

pytestmark = pytest.mark.one_database

SMS = "+2250700000001"
QUIZ = {"question": "1 + 1 ?", "options": ["2", "3"], "correct_index": 0, "explanation": "e", "subject": "Maths"}
NOTHING = ["\u200b", "<br>", "&nbsp;", "<!-- fini -->", "---", "#", "| |\n|-|", "$$ $$"]


@pytest.mark.parametrize("end", [blank(), says("<br>"), says("\u200b"), errors(400), errors(402), dies_midstream()])
@pytest.mark.parametrize("address", [PUPIL, SMS])
def test_what_is_ready_comes_without_a_word_of_trying_again(line: Line, end: Step, address: str) -> None:
    """« Réessayez » stood above the very file that was asked for: whoever obeyed paid for another one."""
    add_user(line.database, SMS, Mode.STUDENT, 0)
    before = line.credits()
    made = calls(("generate_pdf", {"title": "Fiche", "content": "Les fractions."}))
    line.model.script(in_turn(made, then=lambda: None, last=end))
    line.says("Une fiche", address=address)
    told, _file = line.hears(address)
    assert told.endswith(("mais voici ce qui est prêt. Votre message n’a rien coûté.", "n'a rien couté."))
    assert "essayez" not in told
    assert line.credits() == before


@pytest.mark.parametrize("text", NOTHING)
@pytest.mark.parametrize("address", [PUPIL, SMS])
def test_an_answer_that_shows_nothing_is_said_to_be_none_and_costs_nothing(line: Line, text: str, address: str) -> None:
    add_user(line.database, SMS, Mode.STUDENT, 0)
    before = line.credits()
    line.model.script(lambda _request: says(text))
    line.says("Bonjour", address=address)
    (told,) = line.hears(address)
    assert told.startswith("Désolé")
    assert line.credits() == before
    assert (line.run().stop_reason, line.run().error) == (StopReason.ERROR, "blank_answer")


def test_below_a_question_the_text_may_be_blank(line: Line) -> None:
    line.model.script(lambda _request: calls(("interactive_quiz", QUIZ), text="---"))
    line.says("Fais-moi un quiz")
    assert "1 + 1" in line.hears()[-1]


@pytest.mark.parametrize("words", ["cut in « \ud83d", "a\x00b", "\udcc3\udca9"])
def test_what_a_provider_says_of_its_refusal_keeps_nobody_waiting(line: Line, words: str) -> None:
    """Half an emoji where its gateway has cut what somebody wrote: no text that can be stored. The end of the turn
    failed over it three times, and asked the model as often."""
    before = line.credits()
    line.model.script(lambda _request: errors(400, {"error": {"message": words}}))
    line.says("Bonjour")
    (told,) = line.hears()
    assert told.startswith("Désolé")
    assert line.credits() == before
    assert line.run().error.startswith("provider_refused: ")
