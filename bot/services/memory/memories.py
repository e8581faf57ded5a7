"""Keeping, listing and forgetting facts about a person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import memories
from bot.dao.work import runs
from bot.errors import ToolFailed
from bot.models import Memory, Run
from bot.services.approval.allowed import words_of_person
from bot.services.memory.facts import is_said_by, is_same, is_secret
from bot.services.privacy import holding
from bot.text.safe import safe_text

MOST = 50
LONGEST = 300  # characters
NOT_THEIRS = (
    "Not saved: pages, files or search results were read, and the user has not said this themselves in this "
    "conversation. Ask them to write it, and save it then."
)
FULL = f"Not saved: there are {MOST} already. Tell the user that /memoire lists them and /oublier N makes room."
NEVER_KEPT = (
    "Not saved: passwords, codes, card numbers and keys are never kept. Tell the user so, and not to send them."
)
SIGNED_OUT = "Not saved: nobody is signed in."


def shown_to(session: Session, run: Run, phone: str | None, now: datetime) -> Sequence[memories.Kept]:
    """The memories a run is shown: its user's, whose number this is, none for a guest, and while the account is held
    none made before. Not those it makes itself, so that a later life of it is shown the same."""
    if run.user_id is None:
        return []
    return memories.shown_to(session, run.user_id, run.id, holding.since(session, phone, now))


def forget(session: Session, user_id: int, numbers: Sequence[int] | None) -> dict[int, str]:
    """Forget the memories of these numbers, as they are listed (1 is the first), or all of them. Returns what they said
    by number; what has no such number is left out."""
    found = dict(enumerate(memories.locked(session, user_id), 1))
    forgotten = {number: found[number].body for number in (found if numbers is None else numbers) if number in found}
    for number in forgotten:
        memories.remove(session, found[number])
    return forgotten


@dataclass(frozen=True, slots=True)
class RunMemories:
    """Keeps what the agent of one run wants remembered."""

    clock: Clock
    conversation_id: str
    user_id: int | None
    run_id: int

    def keep(self, fact: str) -> Callable[[Session], None]:
        """What keeps a fact once it is called with the journal's transaction; one that is known stays once, last.
        Raises ToolFailed, as the effect may: what was read meanwhile must not speak for the person."""
        body = " ".join(safe_text(fact).split())[:LONGEST]
        if self.user_id is None:
            raise ToolFailed(SIGNED_OUT)
        if not body or is_secret(body):
            raise ToolFailed(NEVER_KEPT)

        def commit(session: Session) -> None:
            user_id = runs.owner(session, self.run_id)  # a merge may have made it another's
            if user_id is None:
                raise ToolFailed(SIGNED_OUT)
            if runs.is_tainted(session, self.run_id) and not is_said_by(body, self._said(session, user_id)):
                raise ToolFailed(NOT_THEIRS)
            known = memories.locked(session, user_id)
            same = [memory for memory in known if is_same(body, memory.body)]
            if same and same[-1] is known[-1]:
                return
            if len(known) - len(same) >= MOST:
                raise ToolFailed(FULL)
            for memory in same:  # said again: it comes behind what has contradicted it meanwhile
                memories.remove(session, memory)
            memories.add(session, Memory(user_id=user_id, run_id=self.run_id, body=body, created_at=self.clock.now()))

        return commit

    def _said(self, session: Session, user_id: int) -> tuple[str, ...]:
        rows = runs.transcript(session, self.conversation_id, user_id, 0)
        return words_of_person(row.message for row in rows)
