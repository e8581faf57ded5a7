"""Quizzes: asked, answered, marked at once, and the agent goes on; the answer stays with the server until then."""

from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import everything_in

EXPLANATION = "Le denominateur dit en combien de parts egales on coupe."
QUIZ = {
    "question": "Dans 3/4, que vaut le dénominateur ?",
    "options": ["3", "4", "7"],
    "correct_index": 1,
    "explanation": EXPLANATION,
    "subject": "Maths",
}


def tutor(request: Request) -> Step:
    """Asks a quiz when asked to, and reacts to its outcome."""
    text = last_user_text(request)
    if text.startswith("[Quiz]"):
        return says("Continue comme ça !")
    if "quiz" in text.lower():
        return calls(("interactive_quiz", QUIZ))
    return says("Bonjour.")


def test_a_quiz_from_question_to_encouragement(stack: Stack) -> None:
    stack.model.script(tutor)
    stack.start(FRAGMENT_WINDOW_S="0.1")
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    awa.hears(20)
    awa.says("Fais-moi un quiz sur les fractions")
    asked = awa.hears(20).body
    assert "dénominateur" in asked
    assert "2. 4" in asked
    assert "parts egales" not in asked
    assert "parts egales" not in everything_in(stack)
    awa.says("la b")
    verdict = awa.hears(20).body
    assert "parts egales" in verdict
    assert awa.hears(20).body == "Continue comme ça !"
    assert "still waits" not in str(stack.model.requests[-1]["messages"])
    outcome = last_user_text(stack.model.requests[-1])
    assert outcome.startswith("[Quiz]")
    with stack.database.read() as session:
        connection = session.connection()
        result = connection.exec_driver_sql("SELECT subject, correct, total FROM exercise_result").one()
        balance = connection.exec_driver_sql("SELECT credits FROM user_account WHERE id = 1").scalar_one()
    assert tuple(result) == ("Maths", 1, 1)
    assert balance == 48  # two questions; the continuation is free


def test_two_identical_answers_count_once(stack: Stack) -> None:
    stack.model.script(tutor)
    stack.start(FRAGMENT_WINDOW_S="1.5")
    ali = stack.twilio.phone(PRO)
    ali.says("Bonjour")
    ali.hears(20)
    ali.says("Un quiz svp")
    ali.hears(20)
    ali.says("1")
    ali.says("1")
    verdict, reaction = ali.hears_all(2, 20)
    assert "parts egales" in verdict.body
    assert reaction.body.startswith("Continue")
    ali.silence(1.5)
    with stack.database.read() as session:
        rows = session.connection().exec_driver_sql("SELECT correct, total FROM exercise_result").all()
    assert [tuple(row) for row in rows] == [(0, 1)]


def test_another_question_in_between_leaves_the_quiz_open(stack: Stack) -> None:
    stack.model.script(tutor)
    stack.start(FRAGMENT_WINDOW_S="0.1")
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    awa.hears(20)
    awa.says("Fais-moi un quiz")
    awa.hears(20)
    awa.says("Attends, j'ai 2 questions avant")
    assert awa.hears(20).body == "Bonjour."
    told = [message["content"] for message in stack.model.requests[-1]["messages"] if message["role"] == "system"]
    assert "still waits" in told[-1]
    assert "2. 4" in told[-1]
    assert "parts egales" not in told[-1]
    awa.says("9")
    assert "2. 4" in awa.hears(20).body
    awa.says("je sais pas")
    awa.hears(20)
    awa.says("b")
    assert "parts egales" in awa.hears(20).body


def test_on_the_first_message_only_for_who_asks(stack: Stack) -> None:
    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            return says("D’abord, parlons.")
        return calls(("interactive_quiz", QUIZ))

    stack.model.script(rule)
    stack.start(FRAGMENT_WINDOW_S="0.1")
    awa, koffi = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    awa.says("Explique-moi les parts")
    assert awa.hears(20).body == "D’abord, parlons."
    koffi.says("Quiz !")
    assert "Dans 3/4" in koffi.hears(20).body


def test_progress_comes_with_a_picture(stack: Stack) -> None:
    stack.model.script(tutor)
    stack.start(FRAGMENT_WINDOW_S="0.1")
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    awa.hears(20)
    awa.says("Fais-moi un quiz")
    awa.hears(20)
    awa.says("2")
    awa.hears_all(2, 20)
    awa.says("mes progrès")
    text, picture = awa.hears_all(2, 30)
    assert "Maths" in text.body
    assert picture.media[0].content.startswith(b"\x89PNG")
