"""Tools that teach: quizzes, and exercises that are counted. What the person must not read yet stays on the server."""

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.channels.markup import to_whatsapp
from bot.errors import ToolFailed, ToolRetry
from bot.reading.answers.written_options import as_typed
from bot.services.approval.run_links import RunLinks
from bot.services.approval.unlinking import opens_nothing
from bot.services.quiz.mistakes import mistake_in, mistake_in_statement
from bot.services.quiz.numbering import told_by_digits, without_labels, without_number, without_options
from bot.services.quiz.questions import Secret
from bot.services.quiz.run_quizzes import RunQuizzes
from bot.tools.context import ToolContext
from bot.tools.registry import tool

ASKED = {
    "asked": True,
    "note": "The question goes out below your text and your turn ends; you will be told what was answered.",
}
NO_ADDRESS = "Write no web address into a question, its options or its explanation, and a space behind every full stop."
MOST_SUBJECT = 40  # characters
LABELLED = "Write no letters or numbers before the options: each line gets its number."
NOTHING_SHOWN = "The question, each option and the explanation need something that can be seen."
MINUS = re.compile(r"^[-\u2012\u2013\u2212] (?=\d)")  # « - 20 » would be read as a line of a list that says 20

Subject = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_SUBJECT,
        description="Always written the same: Maths, SVT…",
    ),
]
Explanation = Annotated[str, Field(min_length=1, max_length=700, description="Why, in one to three sentences")]


class InteractiveQuiz(BaseModel):
    """Arguments of interactive_quiz."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=600, description="Without its options")
    options: list[Annotated[str, Field(min_length=1, max_length=120)]] = Field(
        min_length=2, max_length=4, description="2 to 4, short, without letters or numbers before"
    )
    correct_index: int = Field(ge=0, le=3, description="Counted from 0")
    explanation: Explanation
    subject: Subject


class TrueFalseQuiz(BaseModel):
    """Arguments of true_false_quiz."""

    model_config = ConfigDict(extra="forbid")

    statement: str = Field(min_length=1, max_length=600, description="Clearly true or false")
    is_true: bool = Field(description="")
    explanation: str = Field(min_length=1, max_length=700, description="")
    subject: str = Field(min_length=1, max_length=MOST_SUBJECT, description="")


class ReportExerciseResult(BaseModel):
    """Arguments of report_exercise_result."""

    model_config = ConfigDict(extra="forbid")

    subject: str = Field(min_length=1, max_length=MOST_SUBJECT, description="As in quizzes")
    correct: int = Field(ge=0, le=100, description="Right at the first try")
    total: int = Field(ge=1, le=100, description="")


@tool("pedagogy", effect="local", timeout_s=10, max_chars=500, secret_fields=("correct_index", "explanation"))
def interactive_quiz(_ctx: ToolContext, args: InteractiveQuiz, quizzes: RunQuizzes, links: RunLinks) -> ToolOutput:
    """Ask one multiple-choice question to check what was understood. The server shows it below your text, reads the
    answer, gives verdict and explanation. Write at most one sentence yourself; never the question, options or answer.
    At most 3 quizzes in a row; on the first message only when asked for; several questions are several calls in one
    step. Not for graded homework, nor questions without one answer."""
    written = [MINUS.sub("-", " ".join(option.split())) for option in args.options]
    unlabelled = without_labels(written)
    if unlabelled is None:
        raise ToolRetry(LABELLED)
    options = tuple(map(_visible, unlabelled))
    if args.correct_index >= len(options):
        raise ToolRetry(f"correct_index counts from 0: with {len(options)} options it is {len(options) - 1} at most.")
    shown = {as_typed(to_whatsapp(option)) for option in options}  # `a` and `à`, CO and Co are a question of their own
    if len(shown) < len(options):
        raise ToolRetry("Two options say the same. Call again with options that are all different.")
    question = without_options(args.question, options)
    secret = Secret(args.correct_index, told_by_digits(args.explanation, question, options))
    mistake = mistake_in(question, options, args.correct_index, secret.explanation)
    if mistake is not None:
        raise ToolRetry(mistake)
    return _ask(quizzes, links, question, options, args.subject, secret)


@tool("pedagogy", effect="local", timeout_s=10, max_chars=500, secret_fields=("is_true", "explanation"))
def true_false_quiz(_ctx: ToolContext, args: TrueFalseQuiz, quizzes: RunQuizzes, links: RunLinks) -> ToolOutput:
    """Ask whether one statement is true or false, for a quick check. All rules and fields of interactive_quiz hold:
    never write the statement or its answer yourself. Both count together."""
    mistake = mistake_in_statement(args.explanation, is_true=args.is_true)
    if mistake is not None:
        raise ToolRetry(mistake)
    secret = Secret(0 if args.is_true else 1, args.explanation)
    return _ask(quizzes, links, args.statement, None, args.subject, secret)


@tool("rewards", effect="local", timeout_s=10, max_chars=500)
def report_exercise_result(_ctx: ToolContext, args: ReportExerciseResult, quizzes: RunQuizzes) -> ToolOutput:
    """Record how an exercise you gave and corrected in the conversation went. Silently, once an exercise; never mention
    it. Not for quizzes the service marked, nor exercises the user only talks about."""
    if args.correct > args.total:
        raise ToolRetry("correct cannot be more than total.")
    commit = quizzes.report(subject=_subject(args.subject), correct=args.correct, total=args.total)
    return ToolOutput(data={"recorded": True, "note": "Do not mention it."}, commit=commit)


def _ask(
    quizzes: RunQuizzes, links: RunLinks, question: str, options: tuple[str, ...] | None, subject: str, secret: Secret
) -> ToolOutput:
    if links.names_unknown([question, *(options or ()), subject, secret.explanation]):
        raise ToolRetry(NO_ADDRESS)
    if not all(map(_is_seen, [to_whatsapp(question), secret.explanation, *(options or ())])):
        raise ToolRetry(NOTHING_SHOWN)
    refusal = quizzes.refusal()
    if refusal is not None:
        raise ToolFailed(refusal)
    asked = without_number(question.strip())
    commit = quizzes.ask(question=asked, options=options, subject=_subject(subject), secret=secret)
    return ToolOutput(data=ASKED, commit=commit, awaits_user=True)


def _visible(option: str) -> str:
    """An option of which Markdown would show nothing, `<br>` in a quiz about HTML, as code."""
    return option if to_whatsapp(option) or not option else f"`{option}`"


def _is_seen(text: str) -> bool:
    return any(sign.isprintable() and not sign.isspace() for sign in text)


def _subject(name: str) -> str:
    """One spelling for one subject: single spaces, a capital letter first. It opens nothing where results are told."""
    words = " ".join(opens_nothing(name).split())[:MOST_SUBJECT]
    if not words:
        raise ToolRetry("The subject is the name of a school subject.")
    return words[:1].upper() + words[1:]
