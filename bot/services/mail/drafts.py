"""An e-mail to others that waits for the person's digit: how it is stored, shown, and known to be what was shown."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlmodel import Session

from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.i18n.size import shown_size
from bot.reading.replies.meant_addresses import usual_address
from bot.services.approval.questions import FENCE, reaches_whole
from bot.types import Language

KIND: Final = "mail_draft"
NOTE_MARK: Final = "[Draft]"  # begins what the agent is told of a draft
MOST_RECIPIENTS: Final = 5


@dataclass(frozen=True, slots=True)
class DraftFile:
    """A file that goes along, by what makes it this very one."""

    id: int
    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that would leave. `ending` is the line below the text; `reply_to` the user's confirmed address."""

    recipients: tuple[str, ...]
    subject: str
    text: str
    reply_to: str
    ending: str
    files: tuple[DraftFile, ...] = ()

    @property
    def digest(self) -> str:
        """Of every character and file."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def payload_of(draft: Draft, number: str = "") -> dict[str, Any]:
    """The payload to store, with the digest of what is shown. `number`: what sends it instead of the digit 1
    (bot.services.approval.numbers). `insisted` is read by the release before."""
    return {"draft": asdict(draft), "digest": draft.digest, "number": number, "insisted": False}


def draft_in(payload: Mapping[str, Any]) -> Draft | None:
    """The draft of a stored payload; None when it is not the one that was shown."""
    stored = payload["draft"]
    lists = {"recipients": tuple(stored["recipients"]), "files": tuple(DraftFile(**file) for file in stored["files"])}
    draft = Draft(**{**stored, **lists})
    return draft if draft.digest == payload["digest"] else None


def question(draft: Draft, language: Language, number: str = "") -> str:
    """The draft as its recipients will read it, in a fence: nothing in there is converted, shortened or made a link.
    Below it the addresses that look mistyped, and what the digits do, or the number that sends it."""
    opening = say(language, "draft_opening", several=len(draft.recipients) > 1)
    near = {address: usual_address(address) for address in draft.recipients}
    doubts = [say(language, "draft_doubt", written=written, meant=meant) for written, meant in near.items() if meant]
    below = "\n".join([*doubts, say(language, "draft_choice", number=number)])
    return f"{opening}\n{FENCE}\n{_shown(draft, language)}\n{FENCE}\n{below}"


def can_be_shown(draft: Draft, language: Language, channel: str) -> bool:
    """Whether every character of it reaches the person's screen."""
    return reaches_whole(question(draft, language), [_shown(draft, language)], language, channel)


def asked(session: Session, run_id: int, language: Language) -> str | None:
    """The draft a run has put and nobody has answered yet, as a question; None when there is none."""
    opened = interactions.open_of_run(session, run_id, KIND)
    draft = draft_in(opened.payload) if opened is not None else None
    return question(draft, language, opened.payload.get("number", "")) if opened and draft else None


def _shown(draft: Draft, language: Language) -> str:
    files = ", ".join(f"{file.name} ({shown_size(file.size, language)})" for file in draft.files)
    head = say(
        language,
        "draft_head",
        recipients=", ".join(draft.recipients),
        subject=draft.subject,
        reply_to=draft.reply_to,
        files=files,
    )
    return f"{head}\n\n{draft.text}\n\n{draft.ending}"
