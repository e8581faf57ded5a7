"""The toolbox: what is offered with what a process has, what is said of the rest, what it refuses to be made with."""

from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import Tool, ToolOutput
from bot.services.quiz.sealing import Sealer
from bot.signing.keys import Keys
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.tools.toolbox import Off, Service, Toolbox, per_run, shared
from bot.types import Mode
from tests.fakes.tool_runs import tool_context

SEALER = Sealer(Keys(b"k" * 32))


@dataclass(frozen=True)
class Dictionary:
    """One for all."""

    words: str = "mots"


@dataclass(frozen=True)
class Notes:
    """Those of one run."""

    run_id: int


class Word(BaseModel):
    model_config = ConfigDict(extra="forbid")

    word: str = Field(description="A word.")


@tool("library", effect="read")
def web_search(_ctx: ToolContext, args: Word, dictionary: Dictionary, notes: Notes) -> ToolOutput:
    """Look a word up; it has the name of a tool whose sentences exist."""
    return ToolOutput([args.word, dictionary.words, notes.run_id])


@tool("library", effect="read")
def calculate(_ctx: ToolContext, args: Word) -> ToolOutput:
    """Needs nothing."""
    return ToolOutput(args.word)


TOOLSETS = {Mode.GUEST: (), Mode.STUDENT: (calculate,), Mode.PRO: (web_search, calculate)}
DICTIONARY = shared(Dictionary, Dictionary())
NOTES = per_run(Notes, lambda run: Notes(run.run_id))


def toolbox(*services: Service, toolsets: Any = None) -> Toolbox:
    return Toolbox(services, SEALER, toolsets or TOOLSETS)


def names(tools: tuple[Tool, ...]) -> list[str]:
    return [tool.name for tool in tools]


def test_a_tool_is_given_the_services_its_signature_names_for_its_run() -> None:
    box = toolbox(DICTIONARY, NOTES)
    ctx = tool_context(run_id=7, services=box.services)
    assert web_search.needs == (Dictionary, Notes)
    assert web_search.function(ctx, Word(word="sel")).data == ["sel", "mots", 7]
    assert box.off() == []
    assert [names(box.offered(mode)) for mode in (Mode.GUEST, Mode.STUDENT, Mode.PRO)] == [
        [],
        ["calculate"],
        ["web_search", "calculate"],
    ]


@pytest.mark.parametrize(
    ("off", "reason"),
    [
        (Off.unset("DICTIONARY_KEY"), "DICTIONARY_KEY is not set"),
        (Off.failed("user namespaces are not allowed"), "its self-test failed: user namespaces are not allowed"),
    ],
)
def test_a_tool_without_its_service_is_not_offered_and_the_start_says_why(off: Off, reason: str) -> None:
    box = toolbox(shared(Dictionary, off), NOTES)
    assert names(box.offered(Mode.PRO)) == ["calculate"]
    assert box.off() == [f"web_search is off: {reason}"]
    assert set(box.tools) == {"web_search", "calculate"}, "known all the same: counted and sealed by its name"


def test_all_reasons_are_said() -> None:
    box = toolbox(shared(Dictionary, Off("no words")), per_run(Notes, Off("no paper")))
    assert box.off() == ["web_search is off: no words; no paper"]


def test_a_tool_whose_service_nobody_composes_stops_the_start() -> None:
    with pytest.raises(TypeError, match=r"web_search needs Dictionary: no line of bot\.tools\.composition"):
        toolbox(NOTES)


def test_a_tool_without_sentences_stops_the_start() -> None:
    def send_fax(_ctx: ToolContext, args: Word) -> ToolOutput:
        """Send a fax."""
        return ToolOutput(args.word)

    fax = tool("library", effect="read")(send_fax)
    with pytest.raises(TypeError, match="fr/doing_send_fax, fr/progress_send_fax, en/doing_send_fax"):
        toolbox(toolsets={Mode.PRO: (fax,)})


def test_a_service_that_is_no_class_cannot_be_found() -> None:
    def look(_ctx: ToolContext, args: Word, dictionary: "Dictionary | None") -> ToolOutput:
        """Look."""
        return ToolOutput(f"{args}{dictionary}")

    with pytest.raises(TypeError, match="look: `dictionary` must be annotated with the class"):
        tool("library", effect="read")(look)


def test_a_secret_must_be_an_argument_and_stay_in_the_house() -> None:
    def ask(_ctx: ToolContext, args: Word) -> ToolOutput:
        """Ask."""
        return ToolOutput(args.word)

    with pytest.raises(TypeError, match="ask: `secret_fields` names no arguments of it: answer"):
        tool("pedagogy", effect="local", secret_fields=("word", "answer"))(ask)
    with pytest.raises(TypeError, match="ask: `secret_fields` cannot leave the house"):
        tool("pedagogy", effect="keyed", outward=lambda _args: (), secret_fields=("word",))(ask)
    assert tool("pedagogy", effect="local", secret_fields=("word",))(ask).secret_fields == ("word",)
