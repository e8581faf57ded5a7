"""Quizzes over a real database: asked by the agent, answered through the handler, recorded once."""

import json
import re
from typing import Any

import pytest
from sqlalchemy import text

from bot.agent.spec import Completion, ToolCall, Usage
from bot.conversation.commands.table import VOCABULARY
from bot.conversation.dialogues.quizzes import Quizzes
from bot.conversation.outcomes import Ask, Done, NotAnswered
from bot.conversation.people import person
from bot.conversation.talk import Talk
from bot.conversation.turn import model_input
from bot.conversation.turn.journal import DatabaseJournal
from bot.dao import interactions
from bot.errors import ShuttingDown
from bot.models import Run
from bot.services.quiz.sealing import Sealer, sealer_of
from bot.signing.keys import Keys
from bot.types import StopReason
from tests.fakes.model import calls, says
from tests.fakes.threads import at_once
from tests.integration.quiz.conftest import GRACE_S, KEY, World

WHY = "Un quart de cent fait vingt-cinq."
QUIZ = {
    "question": "Combien font 25 % de 100 ?",
    "options": ["4", "25", "75"],
    "correct_index": 1,
    "explanation": WHY,
    "subject": "Maths",
}
TRUE = {"statement": "Le Niger est un fleuve.", "is_true": True, "explanation": "Et un pays.", "subject": "Géo"}


def ask_quiz(world: World, *asked: tuple[str, Any], words: str = "À vous !") -> Run:
    """Two turns: a greeting, then the quiz."""
    if not world.opened:
        world.turn("Bonjour", says("Bonjour !"))
        world.opened = True
    return world.turn("Un quiz", calls(*(asked or (("interactive_quiz", QUIZ),)), text=words))


def test_a_quiz_ends_the_run_and_stands_below_its_text(world: World) -> None:
    run = ask_quiz(world)
    assert run.stop_reason == StopReason.AWAITING_USER
    question = world.question(run)
    assert question is not None
    assert question.splitlines()[:4] == ["**Quiz :** Combien font 25 % de 100 ?", "1. 4", "2. 25", "3. 75"]
    assert len(world.model.requests) == 2


def test_what_somebody_asks_for_in_their_very_first_words_is_done(world: World) -> None:
    run = world.turn("Bonjour, un quiz sur les fractions stp", calls(("interactive_quiz", QUIZ)))
    assert run.stop_reason == StopReason.AWAITING_USER
    assert "2. 25" in (world.question(run) or "")


def test_never_on_the_first_message_of_a_conversation_of_the_models_own_initiative(world: World) -> None:
    run = world.turn("Explique les fractions", calls(("interactive_quiz", QUIZ)), says("D’abord, parlons."))
    assert run.stop_reason == StopReason.DONE_SIGNAL
    assert "first message" in world.tool_results(run)[0]["message"]
    assert world.open_quiz() is None
    assert world.question(run) is None


def test_a_fresh_start_and_a_day_make_a_new_conversation(world: World) -> None:
    ask_quiz(world)
    world.fresh_start()
    run = world.turn("Bonjour", calls(("interactive_quiz", QUIZ)), says("Parlons."))
    assert "first message" in world.tool_results(run)[0]["message"]
    world.clock.skip(25 * 3600)
    run = world.turn("Rebonjour", calls(("true_false_quiz", TRUE)), says("Parlons."))
    assert "first message" in world.tool_results(run)[0]["message"]


NOTE = "[Quiz] Réponse donnée : 2. 25. C’est juste."


def test_at_most_three_quizzes_in_a_row_unless_the_person_asks_on(world: World) -> None:
    ask_quiz(world)
    for _ in range(2):  # of the model's own initiative, after an answer
        assert world.turn(NOTE, calls(("true_false_quiz", TRUE))).stop_reason == StopReason.AWAITING_USER
    run = world.turn(NOTE, calls(("interactive_quiz", QUIZ)), says("Bravo !"))
    assert [result["status"] for result in world.tool_results(run)] == ["error"]
    assert "in a row" in world.tool_results(run)[0]["message"]
    for _ in range(2):  # as many as one wants
        assert ask_quiz(world).stop_reason == StopReason.AWAITING_USER


def test_several_questions_of_one_step_count_each(world: World) -> None:
    ask_quiz(world, ("true_false_quiz", TRUE), ("true_false_quiz", TRUE | {"is_true": False}))
    run = world.turn(NOTE, calls(("true_false_quiz", TRUE), ("interactive_quiz", QUIZ)))
    assert [result["status"] for result in world.tool_results(run)] == ["success", "error"]


def test_a_quiz_that_was_refused_does_not_count(world: World) -> None:
    bad = ("interactive_quiz", QUIZ | {"correct_index": 3})
    world.turn("Bonjour", says("Bonjour !"))
    for _ in range(2):
        world.turn("Un quiz", calls(bad), calls(bad, bad), says("Pardon."))
    assert world.turn("Un quiz", calls(("interactive_quiz", QUIZ))).stop_reason == StopReason.AWAITING_USER


def test_the_verdict_comes_at_once_and_the_agent_goes_on_with_it(world: World) -> None:
    ask_quiz(world)
    requests = len(world.model.requests)
    came = world.talk("la b")
    assert len(world.model.requests) == requests, "without a model call"
    assert f"Bonne réponse !* 2. 25\n{WHY}" in world.said()[-1]
    assert isinstance(came, Ask)
    assert came.free
    assert came.text.startswith("[Quiz]")
    assert WHY in came.text
    assert world.results() == [("Maths", 1, 1, "quiz")]
    assert world.open_quiz() is None


def test_questions_of_one_run_share_an_interaction_and_are_answered_in_turn_or_at_once(world: World) -> None:
    run = ask_quiz(world, ("interactive_quiz", QUIZ), ("true_false_quiz", TRUE))
    assert "Question 2 sur 2" in (world.question(run) or "")
    first = world.reply("a")
    assert "Pas tout à fait" in first
    assert "Question 2 sur 2" in first
    assert world.results() == [("Maths", 0, 1, "quiz")]
    came = world.talk("vrai")
    assert isinstance(came, Ask)
    assert "1. 4 (faux)" in came.text
    assert world.results() == [("Maths", 0, 1, "quiz"), ("Géo", 1, 1, "quiz")]

    world.fresh_start()
    ask_quiz(world, ("interactive_quiz", QUIZ), ("true_false_quiz", TRUE))
    assert isinstance(world.talk("1b 2 faux"), Ask)
    assert world.results()[2:] == [("Maths", 1, 1, "quiz"), ("Géo", 0, 1, "quiz")]


def test_not_knowing_gets_a_hint_then_the_answer(world: World) -> None:
    ask_quiz(world)
    hint = world.reply("je sais pas")
    assert "indice" in hint
    assert WHY not in hint
    assert world.results() == []
    assert WHY in world.reply("je passe")
    assert world.results() == [("Maths", 0, 1, "quiz")]


def test_whoever_wants_the_answer_is_told_and_why_and_has_not_found_it(world: World) -> None:
    ask_quiz(world)
    came = world.talk("donne la réponse")
    assert f"Voici la réponse :* 2. 25\n{WHY}" in world.said()[-1]
    assert isinstance(came, Ask)
    assert came.free
    assert world.results() == [("Maths", 0, 1, "quiz")]


def test_a_number_that_is_not_on_the_list_brings_the_options_again_once(world: World) -> None:
    ask_quiz(world)
    again = world.reply("9")
    assert "choix 9" in again
    assert "3. 75" in again
    assert world.talk("9") == NotAnswered(), "from then on it is an ordinary message"
    assert world.open_quiz() is not None
    assert WHY in world.reply("2")


@pytest.mark.parametrize("words", ["répète la question stp", "Tu peux répéter ?"])
def test_a_quiz_is_put_again_for_whoever_asks(world: World, words: str) -> None:
    ask_quiz(world)
    assert world.talk(words) == Done()
    assert "Combien font 25 % de 100" in world.said()[-1]
    assert WHY in world.reply("2")
    assert world.results() == [("Maths", 1, 1, "quiz")]


def test_behind_another_answer_only_its_name_means_the_quiz(world: World) -> None:
    ask_quiz(world)
    world.turn("C’est quoi un pour cent ?", says("Un sur cent."))
    assert world.talk("répète") == NotAnswered(), "what the agent has said"
    assert world.talk("répète la question") == Done()


def test_what_is_no_answer_leaves_the_quiz_open(world: World) -> None:
    ask_quiz(world)
    assert world.talk("j’ai 2 questions") == NotAnswered()
    world.turn("j’ai 2 questions", says("Oui ?"))
    assert WHY in world.reply("2")


def test_a_new_quiz_replaces_the_one_nobody_answered(world: World) -> None:
    first = ask_quiz(world)
    second = ask_quiz(world, ("true_false_quiz", TRUE))
    assert world.question(first) is None
    assert "Niger" in (world.question(second) or "")
    world.reply("vrai")
    assert world.results() == [("Géo", 1, 1, "quiz")]


@pytest.mark.parametrize(
    "asked", [(("interactive_quiz", QUIZ),), (("interactive_quiz", QUIZ), ("true_false_quiz", TRUE))]
)
def test_twenty_identical_answers_at_once_count_once(world: World, asked: tuple[tuple[str, Any], ...]) -> None:
    """Without the lane that would keep them apart: the claim, or the key of the result, has to decide."""
    ask_quiz(world, *asked)
    messages = [world.receive("2") for _ in range(20)]
    quizzes = Quizzes(sealer_of(world.settings))
    opened = world.open_quiz()
    assert opened is not None

    def answer(index: int) -> bool:
        with world.database.write() as session:
            now = world.clock.now()
            who = person(session, KEY, "2", world.settings.default_language, now, VOCABULARY)
            talk = Talk(world.desk, session, who, [messages[index]], now)
            as_all_read_it = session.merge(opened, load=False)
            return not isinstance(quizzes.answer(talk, as_all_read_it, "2"), NotAnswered)

    assert at_once(20, answer).count(True) == 1
    assert world.results() == [("Maths", 1, 1, "quiz")]


def test_nothing_says_the_answer_before_the_pupil_has_given_one(world: World) -> None:
    """Not a table, not a request, not the phone; afterwards the phone and the note do."""
    run = ask_quiz(world, ("interactive_quiz", QUIZ), ("true_false_quiz", TRUE))
    world.turn("Attends, c’est quoi un pour cent ?", says("Une part de cent."))
    world.reply("je sais pas")
    hidden = (WHY, "Et un pays", "correct_index", "is_true")
    for place in (world.dump(), world.question(run) or "", "\n".join(world.said())):
        assert not [secret for secret in hidden if secret in place]
    shown = [json.dumps(request["messages"], ensure_ascii=False) for request in world.model.requests]
    assert not [secret for secret in hidden for request in shown if secret in request]
    assert "kept by the server" in shown[-1], "the call itself is still there to be read"
    assert not re.search(r"gAAAA[\w-]{20}", shown[-1]), "no model pays for reading sealed text"
    assert WHY in world.reply("b")


def test_a_run_that_dies_before_its_tool_ran_asks_the_same_quiz_in_its_next_life(world: World) -> None:
    world.turn("Bonjour", says("Bonjour !"))
    message = world.receive("Un quiz")
    run = world.begin(message, "Un quiz")
    world.model.then(calls(("interactive_quiz", QUIZ), text="À vous !"))
    turns = world.turns
    turns.shutdown.ask()
    world.clock.skip(GRACE_S + 1)  # due: it stops at its first checkpoint, when the answer of the model is stored
    with pytest.raises(ShuttingDown):
        turns.execute(world.lane, world.who(), [message], run)
    assert WHY not in world.dump()
    assert world.open_quiz() is None
    world.clock.skip(-GRACE_S - 1)

    requests = len(world.model.requests)
    world.turns.execute(world.lane, world.who(), [message], run)
    assert len(world.model.requests) == requests, "the model is not asked again"
    assert "2. 25" in (world.question(run) or "")
    assert WHY in world.reply("2")
    assert world.results() == [("Maths", 1, 1, "quiz")]


def test_a_run_reads_its_own_calls_to_the_byte(world: World) -> None:
    world.turn("Bonjour", says("Bonjour !"))
    run = world.begin(world.receive("Un quiz"), "Un quiz")
    journal = DatabaseJournal(world.lane, run.id, world.clock, world.toolbox.secrets, lambda: False)
    arguments = json.dumps(QUIZ, indent=3)
    call = {"id": "a", "type": "function", "function": {"name": "interactive_quiz", "arguments": arguments}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    journal.completed(1, Completion("", (ToolCall("a", "interactive_quiz", arguments),), "stop", "m", Usage(), 1))
    journal.settle()
    assert WHY not in world.dump()
    summariser = world.turns.summariser
    shown = model_input.build(world.lane, world.settings, summariser, world.who(), run, world.toolbox.secrets)
    assert list(shown.trail) == [message]


def test_exercises_are_recorded_and_quizzes_not_twice(world: World) -> None:
    report = ("report_exercise_result", {"subject": "SVT", "correct": 3, "total": 4})
    world.turn("J’ai fini", calls(report, report), says("Bravo !"))
    assert world.results() == [("SVT", 3, 4, "report")] * 2
    run = world.turn("[Quiz] juste", calls(report), says("Bravo !"))
    assert "recorded already" in world.tool_results(run)[0]["message"]
    assert len(world.results()) == 2


def test_a_quiz_whose_key_is_gone_says_so(world: World) -> None:
    ask_quiz(world)
    other = Quizzes(Sealer(Keys(b"x" * 32)))
    assert world.talk("2", other) == Done()
    assert "ne retrouve plus" in world.said()[-1]
    assert world.open_quiz() is None
    assert world.results() == []


def test_a_quiz_of_a_cancelled_run_was_never_shown_and_takes_no_answers(world: World) -> None:
    run = ask_quiz(world)
    with world.database.write() as session:
        session.execute(text("UPDATE run SET stop_reason = 'cancelled' WHERE id = :id"), {"id": run.id})
    assert world.talk("2") == NotAnswered()
    assert world.results() == []


def test_zero_leaves_a_quiz_on_sms_only(world: World) -> None:
    ask_quiz(world)
    assert "choix 0" in world.reply("0")
    with world.database.write() as session:
        session.execute(text("UPDATE address SET channel = 'sms'"))
    assert "on laisse" in world.reply("0")
    assert world.open_quiz() is None


def test_an_expired_quiz_is_closed(world: World) -> None:
    ask_quiz(world)
    world.clock.skip(world.settings.interaction_ttl_s + 1)
    with world.database.write() as session:
        assert interactions.current(session, KEY, world.clock.now()) is None
