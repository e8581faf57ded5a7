"""The tasks that one run may note down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import addresses, tasks
from bot.dao.database import Database
from bot.dao.work import runs
from bot.errors import ToolFailed, ToolRetry
from bot.i18n.day import is_hour_open, moment_in, place_of, zone_of
from bot.models import Task
from bot.services.approval.own_words import just_said
from bot.services.memory.facts import is_said_by
from bot.services.tasks.asked import is_asked_for, is_move_asked_for
from bot.services.tasks.asked_time import AskedTime
from bot.services.tasks.due import Due
from bot.services.tasks.moving import meant
from bot.services.tasks.repeating import following, for_this_time, hour_of, is_short_month_end, moved, zone_of_task
from bot.services.tasks.wording import JUST_REMINDED, due_in_words, repeats_in_words
from bot.text.folding import folded
from bot.types import JSON, Language

MOST_OPEN = 100
MOST_REPEATING = 20
OVER_FOR = timedelta(days=30)
NOT_ASKED = (
    "Not noted: pages, files or search results were read, and the user has not asked for this task in these words. If "
    "they want it, they say « rappelle-moi de … »; the title is then made of their own words and no others."
)
INSTEAD_OF = (
    "Their task {0} is the same at another time and stays: move would have moved it. If this one takes its place, tell "
    "them to write « annule le rappel {0} »."
)
NOT_MOVED = (
    "Not moved: pages, files or search results were read, and the user has not asked to move this task. If they want "
    "it, they say « décale le rappel N à … »."
)
FULL = (
    f"They have {MOST_REPEATING} reminders that come back, and no more are possible. Say so, and that one goes by "
    "« annule le rappel N »; /taches shows them."
)
ONCE = "never; if they want it again and again, call again with move and repeat"
LAST_DAY = "if they mean the last day of every month, call again with move, and due on the 31st of this month"
OF_NUMBER = (
    "that of {0}, though elsewhere in their country it is another hour: name it, and if they are not there, call again "
    "with move, and their zone behind due"
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
        self, title: str, priority: str, tags: Sequence[str], time: AskedTime
    ) -> tuple[JSON, Callable[[Session], None]]:
        """What the model is told, and what stores the task once it is called with the journal's transaction. Raises
        ToolRetry for a day that is none; the effect raises ToolFailed when there are too many, or when the run has read
        what strangers wrote and the person has not asked for this."""
        now, address = self.clock.now(), self._address()
        time, elsewhere = time.elsewhere()
        zone = elsewhere or zone_of(address)
        when = time.read(zone, now)

        def commit(session: Session) -> None:
            owner = self._owner(session)
            kept = self._vouched(session, owner, title, tags)
            if tasks.has_open(session, owner, title, *((when.at, when.repeats) if when else (None,))):
                return
            if tasks.count_open(session, owner) >= MOST_OPEN:
                self._make_room(session, owner, now)
            if when is not None and when.repeats is not None:
                _check_room(session, owner)
            task = Task(user_id=owner, conversation_id=self.conversation_id, title=title, priority=priority)
            task.tags, task.zone = kept, zone.key
            if when is not None:
                for name, value in _columns(when).items():
                    setattr(task, name, value)
            tasks.add(session, task)

        told = {"noted": title} | self._told(when, zone, address)
        if when is not None and not when.whole_day and elsewhere is None and is_hour_open(address, when.at):
            told["clock"] = OF_NUMBER.format(place_of(zone))
        if (same := self._same(title, when)) is not None:
            told["instead_of"] = INSTEAD_OF.format(same)
        return told, commit

    def move(self, title: str, time: AskedTime) -> tuple[JSON, Callable[[Session], None]]:
        """`create` for a task that gets another time: only its next time where it comes back, unless a new rhythm is
        given. Raises ToolRetry where it is not plain which task is meant."""
        now, address = self.clock.now(), self._address()
        number, task = meant(self._still_open(), title)
        own = self._zone_of(task)
        time, elsewhere = time.elsewhere()
        zone = elsewhere or own
        when = time.at_hour(hour_of(task, own)).read(zone, now)
        if when is None:
            raise ToolRetry("Give due or in_minutes: the new time. Ask them if they have not said one.")
        if when.repeats is not None and time.until is None and task.repeats_until and task.repeats_until >= when.at:
            when = replace(when, until=task.repeats_until)
        is_this_time = task.repeats is not None and when.repeats is None
        columns = for_this_time(task, when, own, now) if is_this_time else _columns(when) | {"zone": zone.key}

        def commit(session: Session) -> None:
            owner = self._owner(session)
            if runs.is_tainted(session, self.run_id) and not self._is_move_wanted(session, owner, number, task, now):
                raise ToolFailed(NOT_MOVED)
            if when.repeats is not None and task.repeats is None:
                _check_room(session, owner)
            if not tasks.move(session, owner, task.id, **columns):
                raise ToolFailed("It is done or taken off meanwhile, and stays so.")

        told = {"moved": task.title, "number": number} | self._told(when, zone, address)
        if is_this_time:
            then = following(moved(task, columns), own, max(now, when.remind_at or when.at))
            told["repeats"] = "only this time is moved; to move all of them call again with repeat"
            told["then"] = due_in_words(then, own, self.language) if then else "none: this is the last time"
        return told, commit

    def _owner(self, session: Session) -> int:
        owner = runs.owner(session, self.run_id) or self.user_id
        if owner is None:
            raise ToolFailed("Only somebody who is signed in has tasks.")
        return owner

    def _is_move_wanted(self, session: Session, owner: int, number: int, task: Task, now: datetime) -> bool:
        said = just_said(session, self.conversation_id, owner, self.run_id)
        last = tasks.last_reminded(session, owner, now - JUST_REMINDED)
        return is_move_asked_for(number, task.title, said, is_reminded=last is not None and last.id == task.id)

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
        still = self._still_open()
        same = (number for number, task in still if folded(task.title) == folded(title) and _is_apart(task, when))
        return max(same, default=None)

    def _still_open(self) -> Sequence[tuple[int, Task]]:
        with self.database.read() as session:
            return tasks.still_open(session, self.user_id) if self.user_id is not None else ()

    def _will_have_left(self, remind_at: datetime) -> bool:
        """Whether each of their sign-ins ends before: nobody is reminded where they are signed in no more."""
        with self.database.read() as session:
            return self.user_id is not None and not addresses.reachable_of(session, self.user_id, remind_at)

    def _address(self) -> str:
        with self.database.read() as session:
            return addresses.of_conversation(session, self.conversation_id) or ""

    def _zone_of(self, task: Task) -> ZoneInfo:
        with self.database.read() as session:
            return zone_of_task(task, addresses.of_conversation(session, task.conversation_id) or "")

    def _told(self, when: Due | None, zone: ZoneInfo, address: str) -> dict[str, JSON]:
        if when is None:
            return {"reminder": "none: it has no day"}
        remind = when.remind_at
        reminder = moment_in(remind.astimezone(zone), self.language) if remind else "none: the day is nearly over"
        told: dict[str, JSON] = {
            "due": due_in_words(when, zone, self.language, zone_of(address)),
            "reminder": reminder,
            "repeats": repeats_in_words(when, zone, self.language) or ONCE,
            "list": "/taches",
            "tick_off": "/fait N",
            "take_off": "« annule le rappel N »",
        }
        if is_short_month_end(when, zone):
            told["last_day"] = LAST_DAY
        if remind is not None and self._will_have_left(remind):
            told["unless"] = UNLESS
        return told


def _columns(when: Due) -> dict[str, Any]:
    """What is stored of a time that was asked for. A time of what comes back leaves the way in which it does so."""
    columns: dict[str, Any] = {"due_at": when.at, "whole_day": when.whole_day, "remind_at": when.remind_at}
    return columns | ({"repeats": when.repeats, "repeats_until": when.until} if when.repeats else {})


def _check_room(session: Session, owner: int) -> None:
    if tasks.count_repeating(session, owner) >= MOST_REPEATING:
        raise ToolFailed(FULL)


def _is_apart(task: Task, when: Due | None) -> bool:
    """Whether a task is due at another time, or has one while the other has none, or comes back otherwise."""
    if task.repeats != (when.repeats if when else None):
        return True
    if task.due_at is None or when is None:
        return task.due_at is not None or when is not None
    return abs(task.due_at - when.at) > tasks.ABOUT
