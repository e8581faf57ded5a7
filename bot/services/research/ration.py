"""How many pages a run may read. A run in the background has time for many; somebody has to stop it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.agent.spec import ToolCall, ToolOutput
from bot.agent.stream import parsed
from bot.agent.transcripts import made_before
from bot.clients.addresses import spelling
from bot.errors import ToolFailed
from bot.services.research.run_sources import BROWSE
from bot.types import Message

USED_UP = "Refused: {most} pages were read, which is all that this task may read. Write with what you have."
TOO_MANY = "Refused: {most} pages is all that this task may read; left: {left}. Ask for those that matter most."


@dataclass(frozen=True, slots=True)
class PageRation:
    """Judges the calls of one run. A page counts once, however often it is read; one that could not be read counts
    with the call that got others."""

    most: int

    def judge(self, call: ToolCall, transcript: Sequence[Message]) -> ToolOutput | None:
        """See bot.agent.spec.Till: None for a call that may be made. Raises ToolFailed for one that asks for more."""
        if call.name != BROWSE:
            return None
        read = {page for made in made_before(call, transcript) if made.name == BROWSE for page in _pages(made)}
        new = set(_pages(call)) - read
        left = self.most - len(read)
        if not new or len(new) <= left:
            return None
        raise ToolFailed((TOO_MANY if left > 0 else USED_UP).format(most=self.most, left=left))


def _pages(call: ToolCall) -> Iterable[str]:
    arguments = parsed(call.arguments)
    urls = arguments.get("urls") if isinstance(arguments, dict) else None
    return (spelling(url) or url for url in (urls if isinstance(urls, list) else ()) if isinstance(url, str))
