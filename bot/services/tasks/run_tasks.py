"""The tasks that one run may note down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import addresses, tasks
from bot.dao.database import Database
from bot.dao.work import runs
from bot.errors import ToolFailed, ToolRetry
from bot.i18n.day import day_in, moment_in, zone_of
from bot.models import Task
from bot.services.approval.own_words import just_said
from bot.services.memory.facts import is_said_by
from bot.services.tasks.asked import is_asked_for
from bot.services.tasks.due import Due, in_minutes, read_due
from bot.text.folding import folded
from bot.types import JSON, Language

MOST_OPEN = 100
OVER_FOR = timedelta(days=30)
NOT_ASKED = (
    "Not noted: pages, files or search results were read, and the user has not asked for this task in these words. If "
    "they want it, they say « rappelle-moi de … »; the title is then made of their own words and no others."
)
INSTEAD_OF = (
    "Their task {0} is the same at another time and stays. If this one takes its place, tell them to write « annule le "
    "rappel {0} »."
)
UNLESS = (
    "No reminder comes unless they sign in once more before, for their sign-in ends sooner. Tell them so, and the way: "
    "/connexion"
)


@dataclass(frozen=True, slots=True)
class RunTasks:
    """Identity comes from here, never from the model."""

    database: Database
    clock: Clock
    conversation_id: str
    user_id: int | None
    run_id: int
    language: Language

    def create(
        self, title: str, priority: str, tags: Sequence[str], due: str | None, minutes: int | None
    ) -> tuple[JSON, Callable[[Session], None]]:
        """What the model is told, and what stores the task once it is called with the journal's transaction. Raises
        ToolRetry for a day that is none; the effect raises ToolFailed when there are too many, or when the run has read
        what strangers wrote and the person has not asked for this."""
        if due and minutes:
            raise ToolRetry("Give due or in_minutes, not both.")
        now = self.clock.now()
        zone = self._zone()
        when = in_minutes(minutes, now) if minutes else read_due(due, zone, now) if due else None

        def commit(session: Session) -> None:
            owner = runs.owner(session, self.run_id) or self.user_id
            if owner is None:
                raise ToolFailed("Only somebody who is signed in has tasks.")
            kept = self._vouched(session, owner, title, tags)
            if tasks.has_open(session, owner, title, when.at if when else None):
                return
            if tasks.count_open(session, owner) >= MOST_OPEN:
                self._make_room(session, owner, now)
            task = Task(user_id=owner, conversation_id=self.conversation_id, title=title, priority=priority)
            task.tags = kept
            if when is not None:
                task.due_at, task.whole_day, task.remind_at = when.at, when.whole_day, when.remind_at
            tasks.add(session, task)

        told = self._told(title, when, zone)
        if when is not None and when.remind_at is not None and self._will_have_left(when.remind_at):
            told["unless"] = UNLESS
        if (same := self._same(title, when)) is not None:
            told["instead_of"] = INSTEAD_OF.format(same)
        return told, commit

    def _make_room(self, session: Session, owner: int, now: datetime) -> None:
        """What was never ticked off, a month behind its reminder, leaves a full list for what is to come."""
        over = tasks.longest_over(session, owner, now - OVER_FOR)
        if over is None:
            raise ToolFailed("Their list is full. Ask them to tick some off: /taches shows them, /fait N ticks off.")
        tasks.finish(session, over, now)

    def _vouched(self, session: Session, owner: int, title: str, tags: Sequence[str]) -> list[str]:
        """The tags that may be kept. In a tainted run those, and the title, are the person's own words."""
        if not runs.is_tainted(session, self.run_id):
            return list(tags)
        said = just_said(session, self.conversation_id, owner, self.run_id)
        if not is_asked_for(title, said):
            raise ToolFailed(NOT_ASKED)
        return [tag for tag in tags if is_said_by(tag, said)]

    def _same(self, title: str, when: Due | None) -> int | None:
        """The number of what they have to do already by this title at another time, if there is such a task."""
        with self.database.read() as session:
            still = tasks.still_open(session, self.user_id) if self.user_id is not None else ()
        same = (number for number, task in still if folded(task.title) == folded(title) and _is_apart(task, when))
        return max(same, default=None)

    def _will_have_left(self, remind_at: datetime) -> bool:
        """Whether each of their sign-ins ends before: nobody is reminded where they are signed in no more."""
        with self.database.read() as session:
            return self.user_id is not None and not addresses.reachable_of(session, self.user_id, remind_at)

    def _zone(self) -> ZoneInfo:
        with self.database.read() as session:
            return zone_of(addresses.of_conversation(session, self.conversation_id) or "")

    def _told(self, title: str, when: Due | None, zone: ZoneInfo) -> dict[str, JSON]:
        if when is None:
            return {"noted": title, "reminder": "none: it has no day"}
        local = when.at.astimezone(zone)
        shown = day_in(local.date(), self.language) if when.whole_day else moment_in(local, self.language)
        remind = when.remind_at
        reminder = moment_in(remind.astimezone(zone), self.language) if remind else "none: the day is nearly over"
        return {
            "noted": title,
            "due": shown,
            "reminder": reminder,
            "repeats": "never: if they asked for several, say that this is one",
            "list": "/taches",
            "tick_off": "/fait N",
            "take_off": "« annule le rappel N »",
        }


def _is_apart(task: Task, when: Due | None) -> bool:
    """Whether a task is due at another time, or has one while the other has none."""
    if task.due_at is None or when is None:
        return task.due_at is not None or when is not None
    return abs(task.due_at - when.at) > tasks.ABOUT
