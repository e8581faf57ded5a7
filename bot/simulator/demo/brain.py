"""The demo model: from a turn to what comes next, by rules. Pure; the same turn always gives the same step."""

import json
import re
from dataclasses import dataclass
from typing import Any, assert_never

from bot.simulator.demo.conversation import Result, Turn
from bot.simulator.demo.library import Library
from bot.simulator.demo.phrases import Phrases, phrases
from bot.simulator.demo.quizzes import QuizBank, verdicts
from bot.simulator.demo.wishes import (
    Arithmetic,
    AskQuiz,
    Document,
    Greeting,
    Question,
    QuizOutcome,
    Research,
    UseTool,
    read_wish,
    subject_of,
)
from bot.simulator.demo.writing import Source, bullet_list, document, key_point, sources_in
from bot.types import Language

MAX_PAGES = 3
MAX_SHOWN = 900  # characters of a tool's data in an answer


@dataclass(frozen=True, slots=True)
class Say:
    """The final answer of the turn."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool to call now."""

    name: str
    arguments: dict[str, Any]


Step = Say | Call


class Brain:
    """Knows the demo pages as lessons; everything else comes from tools."""

    def __init__(self, library: Library, quizzes: QuizBank) -> None:
        self._library = library
        self._quizzes = quizzes

    def next_step(self, turn: Turn) -> Step:
        """What the model does now; every `Say` carries the label that says it is a demo."""
        words = phrases(turn.language)
        step = self._step(turn, words)
        if isinstance(step, Call):
            return step
        text = f"{step.text}\n\n{words.label}"
        if "final_answer" in turn.offered:
            return Call("final_answer", {"text": text, "confidence": 90})
        return Say(text)

    def summarise(self, turn: Turn) -> str:
        """The questions of a conversation, one after another."""
        asked = [" ".join(text.split())[:300] for text in (*turn.earlier, turn.text) if text]
        return phrases(turn.language).summary.format(points=" ; ".join(asked) or "–")

    def _step(self, turn: Turn, words: Phrases) -> Step:
        wish = read_wish(turn.text, turn.earlier)
        match wish:
            case UseTool():
                return _use(wish, turn, words)
            case Document() | Research() if "web_search" in turn.offered or turn.results:
                return _research(wish, turn, words)
            case Arithmetic() if "calculate" in turn.offered or turn.results:
                return _calculate(wish, turn, words)
            case AskQuiz():
                return self._quiz(wish, turn, words)
            case QuizOutcome():
                return _encourage(turn, words)
            case Greeting():
                return Say(words.greeting if turn.offered else words.guest_greeting)
            case Document() | Research() | Arithmetic() | Question():
                return self._lesson(turn, words)
            case _:
                assert_never(wish)

    def _lesson(self, turn: Turn, words: Phrases) -> Say:
        hits = self._library.find(subject_of(turn.text) or turn.text, turn.language)
        if not hits or hits[0].page.language is not turn.language:
            return Say(words.unknown if turn.offered else words.guest_unknown)
        page = hits[0].page
        template = words.lesson if turn.offered else words.guest_lesson
        return Say(template.format(title=page.title, summary=page.summary))

    def _quiz(self, wish: AskQuiz, turn: Turn, words: Phrases) -> Step:
        """Ask a question; after a refusal, say kindly why there is none."""
        if turn.results:
            return Say(words.quiz_enough if turn.earlier else words.quiz_first)
        subjects = [wish.subject, *(subject_of(old) or old for old in reversed(turn.earlier))]
        quiz = self._quizzes.choose(subjects, turn.language, turn.quizzed, true_or_false=wish.true_or_false)
        if quiz.tool not in turn.offered:
            return Say(words.quiz_guest)
        return Call(quiz.tool, _fitting(turn, quiz.tool, quiz.arguments()))


def _encourage(turn: Turn, words: Phrases) -> Say:
    """One sentence that fits the outcome of a quiz; its verdict was read already."""
    right, total = verdicts(turn.text, turn.language)
    return Say(words.quiz_right if right == total else words.quiz_partly if right else words.quiz_wrong)


def _use(wish: UseTool, turn: Turn, words: Phrases) -> Step:
    done = turn.last(wish.name)
    if done:
        return Say(
            words.tool_done.format(name=done.name, data=_shown(done.data)) if _ok(done) else _failure(done, words)
        )
    if wish.name not in turn.offered:
        return Say(words.tool_unknown.format(name=wish.name, offered=", ".join(sorted(turn.offered)) or "–"))
    try:
        arguments = json.loads(wish.arguments or "{}")
    except ValueError:
        arguments = None
    return Call(wish.name, arguments) if isinstance(arguments, dict) else Say(words.tool_bad_json.format())


def _calculate(wish: Arithmetic, turn: Turn, words: Phrases) -> Step:
    done = turn.last("calculate")
    if done is None:
        return Call("calculate", _fitting(turn, "calculate", {"expression": wish.expression}))
    if not _ok(done):
        return Say(_failure(done, words))
    expression = done.arguments.get("expression", wish.expression)
    return Say(words.calculated.format(expression=expression, value=_grouped(_value(done.data), turn.language)))


def _research(wish: Document | Research, turn: Turn, words: Phrases) -> Step:
    """Search, read what was found, write the document if one is wanted, then tell; one step a call."""
    search = turn.last("web_search")
    if search is None:
        return Call("web_search", _fitting(turn, "web_search", {"query": wish.subject}))
    if not _ok(search):
        return Say(_failure(search, words))
    found = sources_in(search.data)[:MAX_PAGES]
    if not found:
        return Say(words.nothing_found.format(subject=wish.subject))
    reading = turn.last("browse_url")
    if reading is None and "browse_url" in turn.offered:
        return Call("browse_url", _fitting(turn, "browse_url", {"urls": [source.url for source in found]}))
    if reading and not _ok(reading):
        return Say(_failure(reading, words))
    pages = [page for page in sources_in(reading.data) if page.text] if reading else found
    return _tell(wish, turn, pages or found, words)


def _tell(wish: Document | Research, turn: Turn, pages: list[Source], words: Phrases) -> Step:
    points = bullet_list([key_point(page) for page in pages])
    sources = bullet_list([page.url for page in pages])
    made = turn.last("generate_pdf")
    if isinstance(wish, Document) and made is None and "generate_pdf" in turn.offered:
        return Call("generate_pdf", _fitting(turn, "generate_pdf", _sheet(pages, words)))
    if made and not _ok(made):
        return Say(_failure(made, words))
    if made:
        title = made.arguments.get("title", wish.subject)
        contents = bullet_list([page.title for page in pages])
        return Say(words.document.format(title=title, points=contents, sources=sources))
    apology = words.document_missing if isinstance(wish, Document) else ""
    return Say(apology + words.read.format(subject=wish.subject, points=points, sources=sources))


def _sheet(pages: list[Source], words: Phrases) -> dict[str, Any]:
    title = pages[0].title.partition(" – ")[0]
    return {
        "title": title,
        "subtitle": words.subtitle,
        "content": document(title, pages, words),
        "sources": [{"title": page.title, "url": page.url} for page in pages],
    }


def _fitting(turn: Turn, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Only the arguments that the tool's schema knows."""
    known = turn.offered.get(name, {}).get("properties", {})
    return {key: value for key, value in arguments.items() if key in known}


def _ok(result: Result) -> bool:
    return result.status == "success"


def _failure(result: Result, words: Phrases) -> str:
    return words.failed.format(name=result.name, problem=result.problem)


def _value(data: Any) -> str:
    """The result in a calculator's data, whatever its field is called."""
    if isinstance(data, dict):
        return str(data.get("result") or data.get("value") or next(reversed(data.values()), ""))
    return str(data)


def _grouped(value: str, language: Language) -> str:
    """A number as people write it: `7200.5` is `7 200,5` in French (the space never breaks), `7,200.5` in English."""
    thousands, mark = ("\u00a0", ",") if language is Language.FR else (",", ".")
    whole, dot, decimals = value.partition(".")
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", thousands, whole) + (mark + decimals if dot else "")


def _shown(data: Any) -> str:
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=1)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
