"""Reminds people of their tasks: a chore, one short transaction for each few."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.dao import lock_order, tasks, users
from bot.i18n.catalogue import say
from bot.models import Task
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.delivery.reaching import recipient_of
from bot.services.library.files import Links
from bot.services.tasks.wording import due_in_words
from bot.services.work.chores import Turn
from bot.types import Language

EVERY_S = 30.0
AT_ONCE = 20
LATER = timedelta(hours=1)  # nobody may be told: they are blocked, or signed in nowhere and somebody else has the phone
TOO_LATE = timedelta(days=7)


def key_of(task: Task) -> str:
    """What the key of a part begins with that reminds of a task."""
    return f"task{task.id}:"


@dataclass(frozen=True, slots=True)
class Reminders:
    """Writes one message for each task whose time has come, where its owner is signed in and can be written to."""

    links: Links
    default_language: Language

    def act(self, turn: Turn) -> None:
        """Remind of everything that is due."""
        found = AT_ONCE
        while found == AT_ONCE:
            with turn.step() as session:
                due = tasks.to_remind(session, turn.now, AT_ONCE)
                found = len(due)
                lock_order.enter(session, {task.user_id for task in due})  # an erasure is waited for here, not below
                told = [task for task in due if self._remind(session, task, turn.now)]
            turn.count("reminders", len(told))

    def _remind(self, session: Session, task: Task, now: datetime) -> bool:
        to = self._recipient(session, task, now)
        if to is None:
            is_late = task.due_at is not None and now - task.due_at > TOO_LATE
            tasks.postpone(session, task.id, None if is_late else now + LATER)
            return False
        number = tasks.number_of(session, task)
        if not tasks.reminded(session, task, now):
            return False
        when = due_in_words(task, to.address, to.language)
        text = say(to.language, "task_reminder", title=task.title, due=when, number=number)
        Outbox(session, to, self.links).text(f"{key_of(task)}{number}", text)
        return True

    def _recipient(self, session: Session, task: Task, now: datetime) -> Recipient | None:
        """Where they are told. Whoever an administrator has blocked hears nothing that they have not just asked for."""
        owner = users.by_id(session, task.user_id)
        if owner is None or owner.blocked_at is not None:
            return None
        return recipient_of(session, task.user_id, task.conversation_id, now, self.default_language)
