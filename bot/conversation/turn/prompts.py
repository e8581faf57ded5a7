"""System prompts: Jinja files in templates/prompts, one a mode."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.agent import tool_results
from bot.capabilities import capabilities_of
from bot.i18n.catalogue import TEMPLATES
from bot.i18n.day import day_in
from bot.types import Language, Level, Mode

LEARNERS = {
    None: "a pupil or student whose level you do not know yet: find out from the question",
    Level.PRIMARY: "a primary school child",
    Level.MIDDLE: "a pupil of lower secondary school (collège)",
    Level.HIGH: "a pupil of upper secondary school (lycée)",
    Level.UNIVERSITY: "a university student",
}
MANNERS = {
    None: "- Begin simply and go further when they follow.",
    Level.PRIMARY: (
        "- Very short sentences, everyday words, things to count and draw; one idea a message. Speak of death, war and "
        "illness gently and without detail."
    ),
    Level.MIDDLE: (
        "- Short sentences; define every new word; examples from daily life (market, transport, football)."
        " Hard subjects (war, illness, violence) as a school book puts them, without cruel detail."
    ),
    Level.HIGH: "- Precise vocabulary, the method step by step, what examiners expect.",
    Level.UNIVERSITY: "- Rigour: definitions, hypotheses, references; discuss methods and limits.",
}
LANGUAGE_NAMES = {Language.FR: "French", Language.EN: "English"}


@dataclass(frozen=True, slots=True)
class Facts:
    """What an installation says of itself: its name, what it is for, whom people turn to, what things cost."""

    service: str
    scope: str
    contact: str
    prices: str


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES / "prompts"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - plain text for a model
        trim_blocks=True,
        keep_trailing_newline=True,  # what is included ends its line
    )


@lru_cache(maxsize=256)
def system_prompt(
    mode: Mode,
    level: Level | None,
    channel: str,
    language: Language,
    facts: Facts,
    today: date,
) -> str:
    """The system prompt of a conversation; the same bytes for the same arguments, so that caches hit."""
    template = _environment().get_template(f"{mode}.md.j2")
    return template.render(
        service=facts.service,
        scope=facts.scope,
        contact=facts.contact,
        prices=facts.prices,
        channel_name=capabilities_of(channel).name,
        is_brief=capabilities_of(channel).segmented,
        language_name=LANGUAGE_NAMES[language],
        learner=LEARNERS[level],
        how=MANNERS[level],
        today=f"{day_in(today, Language.EN)} ({today.isoformat()})",
    ).strip()


def summary_prompt(language: Language) -> str:
    """What the summarising model is told."""
    return _environment().get_template("summary.md.j2").render(language_name=LANGUAGE_NAMES[language]).strip()


@lru_cache(maxsize=len(Language))
def run_summary_prompt(language: Language) -> str:
    """What is told to the model that sums up the beginning of a long run."""
    return _environment().get_template("run_summary.md.j2").render(language_name=LANGUAGE_NAMES[language]).strip()


def earlier_prompt(summary: str) -> str:
    """What the model is told of turns that are no longer shown, fenced as data: it may repeat what a page has said."""
    return f"Summary of the earlier conversation:\n{tool_results.fenced(summary)}"


def at_work_prompt(begun: datetime, line: str) -> str:
    """What the model is told of a task that goes on in the background; its words are the person's."""
    return (
        _environment()
        .get_template("at_work.md.j2")
        .render(since=begun.strftime("%H:%M UTC"), line=tool_results.fenced(line))
        .strip()
    )


def offered_prompt(offer: str, minutes: int) -> str:
    """What the model is told of an offer to work in the background that waits for the person's answer. Its words are
    the person's, too; `minutes`: what the work may take at most."""
    return (
        _environment().get_template("offered.md.j2").render(offer=tool_results.fenced(offer), minutes=minutes).strip()
    )


def reminded_prompt(since: datetime, number: int, task: str) -> str:
    """What the model is told of a task that its person was reminded of; its words are theirs."""
    given = {"since": since.strftime("%H:%M UTC"), "number": number, "task": tool_results.fenced(task)}
    return _environment().get_template("reminded.md.j2").render(given).strip()


def open_quiz_prompt(quiz: str, marked: str) -> str:
    """What the model is told of a quiz that still waits for its answer, or for the rest of them."""
    given = {"quiz": tool_results.fenced(quiz), "marked": marked and tool_results.fenced(marked)}
    return _environment().get_template("open_quiz.md.j2").render(given).strip()


def quiz_over_prompt(quiz: str) -> str:
    """What the model is told of a quiz that ended before it was answered."""
    return _environment().get_template("quiz_over.md.j2").render(quiz=tool_results.fenced(quiz)).strip()


def care_prompt(language: Language, contact: str, helplines: Sequence[str]) -> str:
    """What the model is told while somebody may be in danger."""
    template = _environment().get_template("care.md.j2")
    return template.render(language_name=LANGUAGE_NAMES[language], contact=contact, helplines=helplines).strip()


def memories_prompt(memories: Sequence[tuple[str, str]]) -> str:
    """What the model is told of the person's memories, each with its day and fenced as data."""
    fenced = [(day, tool_results.fenced(fact)) for day, fact in memories]
    return _environment().get_template("memories.md.j2").render(memories=fenced).strip()
