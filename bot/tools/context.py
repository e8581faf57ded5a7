"""What a tool may know and use: who it works for and the services at hand. Identities are here, never in arguments."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bot.clients.tavily import TavilySearch
from bot.services.quiz.quizzes import Secret
from bot.services.research.browse import Browser
from bot.types import JSON, Channel, Language, Mode


class FileKeeper(Protocol):
    """Keeps files a tool made, for the user of this run."""

    def keep(self, *, title: str, ending: str, content_type: str, body: bytes) -> tuple[JSON, Callable[[Any], None]]:
        """Store the bytes durably; the name is made of `title` and `ending`. Returns what the model is told, and
        what makes the file exist once it is called with the journal's transaction. Raises StorageError."""


class QuizDesk(Protocol):
    """Asks quizzes and records exercises for the user of this run. What it returns takes effect once it is called
    with the journal's transaction."""

    def refusal(self) -> str | None:
        """Why no quiz may be asked now, for the model; None when it may."""

    def ask(
        self, *, question: str, options: tuple[str, ...] | None, subject: str, secret: Secret
    ) -> Callable[[Any], None]:
        """Put a question; without options it is "true or false?"."""

    def report(self, *, subject: str, correct: int, total: int) -> Callable[[Any], None]:
        """Record an exercise. The effect may raise ToolFailed."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """One run, as its tools see it. `deadline`: monotonic seconds at which the run ends; `started_at`: when it
    began, the same in every life of the run, so that a document made again has the same bytes."""

    user_id: int | None
    conversation_id: str
    run_id: int
    channel: Channel
    language: Language
    mode: Mode
    files: FileKeeper
    deadline: float
    started_at: datetime
    service_name: str
    search: TavilySearch | None = None
    browser: Browser | None = None
    quizzes: QuizDesk | None = None

    def left_s(self, at_most: float) -> float:
        """Seconds a tool may still take: `at_most`, or what the run has left, never less than 1."""
        return max(1.0, min(at_most, self.deadline - time.monotonic()))
