"""What a reader of attachments is given and what it gives back. One reader a kind; see `composition`."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.refusals import AttachmentRefusal
from bot.types import Language, Mode


class Kind(StrEnum):
    """What an attachment is, by its content. The names stand in rows."""

    PHOTO = "photo"
    VOICE = "voice"
    DOCUMENT = "document"
    CONTACT = "contact"
    VIDEO = "video"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Sent:
    """One attachment as it was fetched. `declared`: its content type as its sender's side calls it, lower case, without
    parameters: a hint at most. `name`: of the file, if the channel told one. `language` and `address`: of the person,
    whose day it is by."""

    body: bytes
    declared: str
    name: str
    language: Language
    is_guest: bool
    mode: Mode = Mode.STUDENT
    address: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file for the person's library."""

    body: bytes
    content_type: str
    ending: str  # with its dot
    title: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of an attachment. `facts`: for the model, English and short, such as `1080 × 1440 px`; `said`: what
    was spoken, which counts as typed; `untrusted`: a run that is shown it is tainted; `refused`: it is kept, and not
    read; `partly`: why only some of it is; `pages_shown`: the model is shown so many pages of the kept document as
    pictures, since they are nothing else. `then`: all else stands in what this returns, which waits for somebody
    outside and may raise AttachmentRefused and Unwanted; no other attachment is kept waiting meanwhile."""

    kind: Kind
    facts: str = ""
    kept: Kept | None = None
    said: str = ""
    untrusted: bool = False
    refused: AttachmentRefusal | None = None
    partly: AttachmentRefusal | None = None
    pages_shown: int = 0
    then: "Callable[[], Reading] | None" = None


class Reader(Protocol):
    """Reads one kind of attachment. Slow, outside any transaction, in many threads at once; parses in child
    processes only."""

    def read(self, sent: Sent) -> Reading:
        """What it holds. Raises AttachmentRefused when it will never be read, ProviderError or StorageError when it
        may be later, Unwanted when nobody waits for it any more."""
