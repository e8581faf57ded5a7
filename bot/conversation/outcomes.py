"""What a step came to: small values. Whoever asks for one matches its whole union (at the end of the file)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.services.approval.questions import Decision


class Ending(StrEnum):
    """What became of messages that no agent answered, as it stands in their rows."""

    CARED = "cared"
    COMMAND = "command"
    INTERACTION = "interaction"
    OPTED_OUT = "opted_out"
    OPTED_IN = "opted_in"
    HELPED = "helped"
    UNREADABLE = "unreadable"
    STALE_PRESS = "stale_press"
    FETCHED = "fetched"
    OLD_CODE = "old_code"
    SENT_AGAIN = "sent_again"
    UNCLEAR = "unclear"
    ALLOWANCE_USED = "allowance_used"
    NO_CREDITS = "no_credits"
    NOT_SERVED = "not_served"


@dataclass(frozen=True, slots=True)
class Done:
    """All is said. Once this is committed, the bytes of files whose rows are gone follow (`erased`, their digests),
    somebody looks at payments that were opened (`payments`), and runs in the background may begin (`begun`)."""

    erased: Sequence[str] = ()
    payments: Sequence[int] = ()
    begun: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """The agent is to answer this. `free`: it continues something that was paid for. `decision`: it begins with what
    the person has allowed; `quoted`: the credits that they have agreed to for it. `background`: beside the
    conversation. `untrusted`: strangers may have written some of the text. `resumes`: a run that was offered to go on
    there and is answered here after all."""

    text: str
    free: bool = False
    decision: Decision | None = None
    quoted: int = 0
    background: Literal["", "offered", "at once"] = ""
    untrusted: bool = False
    resumes: int | None = None


@dataclass(frozen=True, slots=True)
class NotAnswered:
    """The text is no answer to the question that is open: it is read on as any other."""


@dataclass(frozen=True, slots=True)
class NotMeant:
    """The words of a command, said of something else: the messages are read as any others."""


@dataclass(frozen=True, slots=True)
class Closed:
    """All is said and the messages are closed with this word; the rest as in Done."""

    ending: Ending
    erased: Sequence[str] = ()
    payments: Sequence[int] = ()
    begun: Sequence[int] = ()


Acted = Done | Ask  # of what is confirmed by number
Obeyed = Acted | NotMeant  # of a command
Replied = Done | Ask | NotAnswered  # of a reply to an open question
Came = Closed | Ask  # of a turn's messages
