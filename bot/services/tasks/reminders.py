"""Reminds people of their tasks: a chore, one short transaction for each few."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.dao import addresses, lock_order, tasks, users
from bot.dao.delivery import held_parts
from bot.i18n.catalogue import say
from bot.i18n.day import zone_of
from bot.models import Address, Task
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.delivery.reaching import recipient_among
from bot.services.library.files import Links
from bot.services.tasks.due import Due
from bot.services.tasks.repeating import columns_of, following, time_of_reminder, zone_of_task
from bot.services.tasks.wording import due_in_words
from bot.services.work.chores import EVERYBODYS, Turn
from bot.types import Language

EVERY_S = 30.0
AT_ONCE = 30
LATER = timedelta(hours=1)  # nobody may be told: they are blocked, or signed in nowhere and somebody else has the phone
TOO_LATE = timedelta(days=7)


def key_of(task: Task) -> str:
    """What the key of a part begins with that reminds of a task."""
    return f"task{task.id}:"


@dataclass(frozen=True, slots=True)
class _Known:
    """What is asked at once for all tasks of a step (on SQLite nobody else writes meanwhile): the addresses of their
    users, those of the conversations where they were asked for, and their numbers."""

    addresses: Mapping[int, Sequence[Address]]
    places: Mapping[str, str]
    numbers: Mapping[int, int]

    @classmethod
    def of(cls, session: Session, tasks_read: Sequence[Task]) -> "_Known":
        return cls(
            addresses.all_of(session, {task.user_id for task in tasks_read}),
            addresses.of_conversations(session, {task.conversation_id for task in tasks_read}),
            tasks.numbers_of(session, [task.id for task in tasks_read]),
        )

    def zone(self, task: Task) -> ZoneInfo:
        """In which its hours are meant."""
        return zone_of_task(task, self.places.get(task.conversation_id, ""))

    def reachable(self, task: Task, at: datetime) -> Sequence[Address]:
        """Where its user may be written to at a moment."""
        return [each for each in self.addresses.get(task.user_id, ()) if addresses.is_reachable(each, at)]


@dataclass(frozen=True, slots=True)
class Reminders:
    """Writes one message for each task whose time has come, where its owner is signed in and can be written to."""

    links: Links
    default_language: Language

    def act(self, turn: Turn) -> None:
        """Remind of everything that is due: of several in one step and, where that fails, of each in its own. What our
        own code fails over keeps nobody else waiting, and is tried again later."""
        found = AT_ONCE
        while found >= AT_ONCE:
            looked_at: list[int] = []
            try:
                self._step(turn, looked_at)
            except EVERYBODYS:
                raise
            except Exception:
                if not looked_at:
                    raise
                for task_id in looked_at:
                    self._alone(turn, task_id)
            found = len(looked_at)

    def _alone(self, turn: Turn, task_id: int) -> None:
        if not turn.alone(f"task {task_id}", lambda: self._step(turn, [], task_id)):
            with turn.step() as session:
                tasks.put_off(session, task_id, turn.now, turn.now + LATER)

    def _step(self, turn: Turn, looked_at: list[int], only: int | None = None) -> None:
        """`looked_at`: to which are added the ids of those whose time has come, known also if it fails."""
        with turn.step() as session:
            due = tasks.to_remind(session, turn.now, AT_ONCE, only)
            lost = tasks.astray(session, turn.now, AT_ONCE, only)
            looked_at += dict.fromkeys(task.id for task in (*due, *lost))
            # An erasure is waited for here, not below.
            lock_order.enter(session, {task.user_id for task in (*due, *lost)})
            known, of_now = _Known.of(session, [*due, *lost]), {task.id for task in due}
            for task in lost:  # the release before reminds once of what comes back
                if task.id not in of_now:
                    coming = following(task, known.zone(task), turn.now)
                    tasks.go_on(session, task, reminded_at=None, **columns_of(coming))
            told = [task for task in due if self._remind(session, known, task, turn.now)]
        turn.count("reminders", len(told))

    def _remind(self, session: Session, known: _Known, task: Task, now: datetime) -> bool:
        to, zone = self._recipient(session, known, task, now), known.zone(task)
        coming = following(task, zone, now)
        if to is None:
            tasks.go_on(session, task, remind_at=_next_look(task, coming, now))
            return False
        due, was_told = time_of_reminder(task, zone, now), task.reminded_at is not None
        key = f"{key_of(task)}{round((due.remind_at or now).timestamp())}"
        said = self._said(known, task, to, due, coming)
        if not tasks.reminded(session, task, now, **columns_of(coming)):
            return False
        if was_told:  # what still waits to be read is of a time that is over
            held_parts.withdraw(session, task.user_id, key_of(task), now)
        Outbox(session, to, self.links, silent=False).text(key, said)  # who has opted out is no recipient
        return True

    def _said(self, known: _Known, task: Task, to: Recipient, due: Due, coming: Due | None) -> str:
        number, here = known.numbers.get(task.id, 0), zone_of(to.address)
        when = due_in_words(due, known.zone(task), to.language, here)
        if task.repeats is None:
            return say(to.language, "task_reminder", title=task.title, due=when, number=number)
        until = coming.remind_at if coming is not None else None
        is_left = until is not None and not known.reachable(task, until)
        given = {"title": task.title, "due": when, "number": number, "is_last": coming is None, "is_left": is_left}
        return say(to.language, "task_reminder_again", **given)

    def _recipient(self, session: Session, known: _Known, task: Task, now: datetime) -> Recipient | None:
        """Where they are told. Whoever an administrator has blocked hears nothing that they have not just asked for."""
        owner = users.by_id(session, task.user_id)
        if owner is None or owner.blocked_at is not None:
            return None
        reachable, origin = known.reachable(task, now), known.places.get(task.conversation_id)
        return recipient_among(session, task.user_id, reachable, origin, now, self.default_language)


def _next_look(task: Task, coming: Due | None, now: datetime) -> datetime | None:
    """When to try again whom nobody could tell: what comes back is tried once each time after a week of that, and then
    said of the last time alone."""
    if task.due_at is None or now - task.due_at <= TOO_LATE:
        return now + LATER
    return coming.remind_at if coming is not None else None
