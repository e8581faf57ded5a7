"""The one factory of outbound parts: whoever says something to anybody writes it here, once for each key."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.channels.emails import Email
from bot.channels.gsm7 import segments
from bot.channels.offers import Options
from bot.dao.delivery import parts
from bot.types import Language

KEY = 64  # characters
PROGRESS = "progress"  # the kind of a line that says how far something is: nobody wants to read it later
ADDRESS_CHARS = 160  # of a part's column: an e-mail's recipients stand whole in its own


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who is spoken to, in which conversation's line: not always the one whose conversation it is. `user_id`: whose
    words they are that are said; None where anybody may read them."""

    conversation_id: str
    address: str
    channel: str
    language: Language
    user_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a part carries beside its recipient. `body` is composed already (bot.channels.compose)."""

    key: str  # what it is for, in its conversation
    body: str = ""
    kind: str = "text"
    run_id: int | None = None
    file_id: int | None = None
    otp_id: int | None = None  # the body is made of it when it leaves
    options: Options | None = None
    email: Email | None = None
    due_at: datetime | None = None


def write(session: Session, to: Recipient, draft: Draft) -> None:
    """Make one part, unless the conversation has one with this key already."""
    when = {} if draft.due_at is None else {"due_at": draft.due_at}
    parts.add(
        session,
        conversation_id=to.conversation_id,
        run_id=draft.run_id,
        user_id=to.user_id if draft.run_id is None else None,
        key=draft.key[:KEY],
        address=to.address,
        channel=to.channel,
        kind=draft.kind,
        body=draft.body,
        options=draft.options.stored() if draft.options else None,
        email=draft.email.stored() if draft.email else None,
        file_id=draft.file_id,
        otp_id=draft.otp_id,
        segments=segments(draft.body) if capabilities_of(to.channel).segmented else 0,
        **when,
    )
