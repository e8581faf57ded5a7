"""What was found of an attachment becomes an entry of its message, with its file and the words that were spoken: in the
caller's transaction, whole or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.dao.library import files, room
from bot.dao.library.room import Owner
from bot.dao.privacy.owned_rows import FLEETING
from bot.errors import LibraryFull
from bot.models import InboundMessage, StoredFile
from bot.reading.incoming.message import bare_type
from bot.refusals import AttachmentRefusal
from bot.services.attachments import entries
from bot.services.attachments.hearing import Hearing
from bot.services.attachments.reading import Kind, Reading
from bot.services.library.room import room_of


@dataclass(frozen=True, slots=True)
class Found:
    """One attachment, before it is kept: its entry, its file, whose bytes are in the store, and what was spoken."""

    entry: entries.Entry
    file: StoredFile | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Keeping:
    """One instance a process."""

    settings: Settings
    clock: Clock
    hearing: Hearing

    def refuse(self, session: Session, messages: Sequence[InboundMessage], reason: AttachmentRefusal) -> None:
        """Refuse whatever of these messages was not looked at."""
        for message in messages:
            for number in range(len(entries.entries(message)), len(entries.addresses(message))):
                self.keep(session, message.id, number, Found(refused(declared_kind(message, number), reason)))

    def keep(self, session: Session, message_id: int, number: int, found: Found) -> entries.Entry | None:
        """What is now known of one attachment; None when its message was closed meanwhile, and nothing is kept."""
        message, entry = session.get_one(InboundMessage, message_id, populate_existing=True), found.entry
        if message.processed_at is not None:
            return None
        if len(entries.entries(message)) > number:
            return entry  # an earlier life's commit was there after all
        facts = [entry.pop("facts", "")]
        try:
            kept = self._received(session, found.file, entry) if found.file is not None else None
        except LibraryFull:
            entry, facts, kept = refused(Kind(entry["kind"]), AttachmentRefusal.LIBRARY_FULL), [], None
        if kept is not None:
            entry["file"] = kept.id
            if "refused" not in entry:
                facts.insert(0, f"{kept.name}, file {kept.id}")
        if told := ", ".join(filter(None, facts)):
            entry["note"] = f"{entry['kind'].capitalize()}: {entries.one_line(told)}"
        message.details = {**message.details, "attachments": [*entries.entries(message), entry]}
        if found.said:
            self.hearing.hears(session, message, found.said, self.clock.now())
        session.add(message)
        return entry

    def _received(self, session: Session, file: StoredFile, entry: entries.Entry) -> StoredFile:
        """The file in the person's library, for which the oldest of those made for them may go. Raises LibraryFull."""
        owner = Owner(file.user_id, file.conversation_id)
        room.lock(session, owner)  # the same may come by another channel just now
        known = files.same_sent(session, file)
        if known is not None:
            return known
        if file.content_type not in FLEETING:
            room_of(self.settings).make(session, owner, file.size, self.clock.now())
        return files.receive(session, file, is_read="refused" not in entry)


def entry_of(reading: Reading) -> entries.Entry:
    """The entry of what was read."""
    entry: entries.Entry = {"kind": str(reading.kind), "facts": reading.facts}
    if reading.untrusted:
        entry["untrusted"] = True
    if reading.said:
        entry["spoken"] = True
    if reading.partly is not None:
        entry["partly"] = str(reading.partly)
    if reading.pages_shown:
        entry["pages_shown"] = reading.pages_shown
    return entry


def refused(kind: Kind, reason: AttachmentRefusal) -> entries.Entry:
    """The entry of what was not. The model is told too, in case something else of the turn was read."""
    note = f"Attachment: a {kind} that could not be read ({reason.replace('_', ' ')}); the person was told so"
    return {"kind": str(kind), "refused": str(reason), "note": note}


def declared(message: InboundMessage, number: int) -> str:
    """The declared type of one attachment; rows of an older release know only the first."""
    types = message.details.get("content_types") or [message.details.get("content_type", "")]
    stated = types[number] if number < len(types) else ""
    return bare_type(str(stated))


def declared_kind(message: InboundMessage, number: int) -> Kind:
    """What somebody meant to send, where nothing could be fetched: it names the thing in a sentence."""
    stated = declared(message, number)
    if stated in ("text/vcard", "text/x-vcard"):
        return Kind.CONTACT
    family = {"image": Kind.PHOTO, "audio": Kind.VOICE, "video": Kind.VIDEO, "application": Kind.DOCUMENT}
    return family.get(stated.partition("/")[0], Kind.OTHER)
