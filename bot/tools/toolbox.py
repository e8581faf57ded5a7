"""The tools of one process: what it has for them, which of them it can therefore offer, and why not the others."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Self, TypeVar

from bot.agent.spec import Tool
from bot.i18n.catalogue import catalogue
from bot.services.quiz.sealing import Sealer
from bot.tools.context import ToolContext
from bot.tools.secrets import CallSecrets
from bot.tools.toolsets import TOOLSETS
from bot.types import Language, Mode

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Off:
    """Why this process does not have a service, in a few words for operators."""

    reason: str

    @classmethod
    def unset(cls, setting: str) -> Self:
        """A setting is missing; by its name in the environment."""
        return cls(f"{setting} is not set")

    @classmethod
    def failed(cls, what: str) -> Self:
        """It was tried out at the start and does not work."""
        return cls(f"its self-test failed: {what}")


@dataclass(frozen=True, slots=True)
class Service:
    """Something tools use, found by its type."""

    kind: type
    make: Callable[[ToolContext], object] | Off


def shared(kind: type[Kind], made: Kind | Off) -> Service:
    """One for the whole process; used by several threads at once."""
    return Service(kind, made if isinstance(made, Off) else lambda _run: made)


def per_run(kind: type[Kind], make: Callable[[ToolContext], Kind] | Off) -> Service:
    """Made for the run it works for, anew for each call: what it must remember stands in the database."""
    return Service(kind, make)


class Toolbox:
    """Composed once a process (bot.tools.composition). Raises TypeError at once for a tool that it could neither offer
    nor explain: one that needs what no line of the composition names, or lacks its sentences."""

    def __init__(
        self, services: Iterable[Service], sealer: Sealer, toolsets: Mapping[Mode, tuple[Tool, ...]] = TOOLSETS
    ) -> None:
        made = {service.kind: service.make for service in services}
        self._off = {kind: make for kind, make in made.items() if isinstance(make, Off)}
        self._toolsets = toolsets
        self.services = {kind: make for kind, make in made.items() if not isinstance(make, Off)}
        self.tools = {tool.name: tool for tools in toolsets.values() for tool in tools}
        self.secrets = CallSecrets(sealer, self.tools.values())  # also of those that are off: a model may name them
        for tool in self.tools.values():
            for kind in tool.needs:
                if kind not in made:
                    raise TypeError(f"{tool.name} needs {kind.__name__}: no line of bot.tools.composition makes one")
        if lost := missing_sentences(self.tools):
            raise TypeError(f"sentences are missing: {', '.join(lost)}")

    def offered(self, mode: Mode) -> tuple[Tool, ...]:
        """The tools of a mode that have what they need, in the order of the list."""
        return tuple(tool for tool in self._toolsets[mode] if not self._lacks(tool))

    def off(self) -> list[str]:
        """One line for each tool that is off in this process, with the reason; for the log at the start."""
        lacking = ((name, self._lacks(tool)) for name, tool in self.tools.items())
        return [f"{name} is off: {'; '.join(off.reason for off in reasons)}" for name, reasons in lacking if reasons]

    def _lacks(self, tool: Tool) -> list[Off]:
        return [self._off[kind] for kind in tool.needs if kind in self._off]


def missing_sentences(tools: Iterable[str]) -> list[str]:
    """What the catalogues do not say: while a tool runs (`progress_`), and when somebody asks (`doing_`)."""
    return [
        f"{language}/{key}"
        for language in Language
        for key in (f"{beginning}_{tool}" for tool in tools for beginning in ("doing", "progress"))
        if key not in catalogue(language)
    ]
