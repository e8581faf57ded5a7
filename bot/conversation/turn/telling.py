"""What whoever watches a run is told of it: what the loop says, without a word of anybody (bot.queue.progress)."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.agent.progress import Progress
from bot.agent.spec import RunResult, Tool
from bot.models import Run
from bot.queue.progress import Event, Fact, ProgressFeed

FILES: Final = "files"  # the category of tools that make one


class RunTeller:
    """Tells of one life of a run. A model may name tools that do not exist: they count as « other »."""

    def __init__(self, feed: ProgressFeed, run: Run, tools: Mapping[str, Tool]) -> None:
        self._feed, self._tools = feed, tools
        self._run_id, self._conversation_id = run.id, run.conversation_id

    def began(self, lives: int, *, in_background: bool) -> None:
        """A life of the run begins."""
        self._tell("turn_start", background=in_background, lives=lives)

    def progress(self, event: Progress) -> None:
        """What the loop says of itself. Its end is no news: that of the run is told when it is written down."""
        step, tool = event.iteration, self._tools.get(event.name)
        match event.kind:
            case "iteration":
                self._tell("content", iteration=step, state="asked")
            case "completed":
                self._tell("content", iteration=step, state="written", tokens=event.tokens)
            case "tool_started":
                self._tell("tool_start", iteration=step, tool=tool.name if tool else "other")
            case "tool_ended":
                self._tell("tool_end", iteration=step, tool=tool.name if tool else "other", status=event.detail)
                if tool and tool.category == FILES and event.detail == "success":
                    self._tell("file", iteration=step, kind=tool.name.removeprefix("generate_"))
            case "retry" if tool:
                self._tell("tool_progress", iteration=step, tool=tool.name, state="again")
            case "retry" | "fallback":
                self._tell("content", iteration=step, state="again")

    @property
    def on_words(self) -> Callable[[str], None] | None:
        """Who hears what the model writes while it comes: somebody on a development machine alone."""
        return self._words if self._feed.newsreel else None

    def _words(self, text: str) -> None:
        self._feed.tell(Event("content", self._run_id, self._conversation_id, words=text))

    def ended(self, result: RunResult) -> None:
        """The end of the run stands in the database."""
        self._tell("done", stop_reason=str(result.stop_reason), iterations=result.iterations)

    def _tell(self, kind: str, /, **facts: Fact) -> None:
        self._feed.tell(Event(kind, self._run_id, self._conversation_id, facts))
