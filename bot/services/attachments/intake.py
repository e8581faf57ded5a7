"""What people send, taken in before their turn begins: each attachment is fetched, told apart, read and kept, and its
message says so in one fenced transaction. Whoever dies in between leaves nothing: the next life fetches it again."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from bot.channels.names import attachment_name
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.dao import alerts
from bot.dao.database import Database
from bot.errors import AttachmentRefused, AuthError, StorageError, Unwanted
from bot.models import InboundMessage, StoredFile
from bot.refusals import AttachmentRefusal
from bot.services.attachments import entries
from bot.services.attachments.fetching import Fetching, MediaSource, go_on, tried_again
from bot.services.attachments.keeping import Found, Keeping, declared, declared_kind, entry_of, refused
from bot.services.attachments.reading import Kind, Reader, Reading, Sent
from bot.services.attachments.sniffing import kind_of
from bot.services.money.cost_guards import ALERT_AGAIN_S
from bot.services.work.leases import Lease
from bot.text.safe import safe_text
from bot.text.storable import storable
from bot.types import Language, Mode

AT_ONCE = 3  # of a process: each may hold its bytes, and a child process that reads them
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Sender:
    """Whose attachments. `user_id` is None for a guest."""

    conversation_id: str
    user_id: int | None
    language: Language
    mode: Mode = Mode.STUDENT
    address: str = ""


@dataclass(frozen=True, slots=True)
class Intake:
    """One instance a process. What no reader is for is refused."""

    settings: Settings
    database: Database
    store: FileStore
    source: MediaSource
    readers: Mapping[Kind, Reader]
    clock: Clock
    keeping: Keeping
    _room: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(AT_ONCE))

    def take_in(
        self,
        lease: Lease,
        sender: Sender,
        messages: Sequence[InboundMessage],
        is_leaving: Callable[[], bool],
    ) -> None:
        """Read what of a turn's attachments was not read yet, at most as many as one turn may have; the others are
        refused. Stops early when the process leaves or the person wants it no more. Raises LeaseLost, DatabaseAway."""
        place = 0
        for message in messages:
            for number, url in enumerate(entries.addresses(message)):
                place += 1
                if number < len(entries.entries(message)):
                    continue
                if is_leaving():
                    return
                try:
                    found = self._found(sender, message, number, url, is_beyond=place > entries.MOST_MEDIA)
                except Unwanted:
                    return
                with lease.write() as session:
                    entry = self.keeping.keep(session, message.id, number, found)
                if entry is None:
                    return
                # The next is counted by what this one's row says now.
                message.details = {**message.details, "attachments": [*entries.entries(message), entry]}

    def _found(self, sender: Sender, message: InboundMessage, number: int, url: str, *, is_beyond: bool) -> Found:
        """What is to be kept of one attachment. Raises Unwanted."""
        go_on()
        meant = declared_kind(message, number)  # what the person believes to have sent
        try:
            if is_beyond:
                raise AttachmentRefused(AttachmentRefusal.TOO_MANY)
            with self._room:
                body = self._fetching.get(url)
                kind = kind_of(body, declared(message, number))
                meant = kind if meant is Kind.OTHER else meant
                sent = Sent(body, declared(message, number), entries.file_name(message), sender.language,
                            is_guest=sender.user_id is None, mode=sender.mode, address=sender.address)  # fmt: skip
                go_on()
                reading = self._read(kind, sent)
            if reading.then is not None:  # others may come in meanwhile
                reading = reading.then()
            file = self._file(sender, reading)
        except AttachmentRefused as refusal:
            return Found(refused(meant, refusal.reason))
        except AuthError as error:
            self._alert(str(error))
            return Found(refused(meant, AttachmentRefusal.UNREACHABLE))
        if reading.refused is not None:
            return Found(refused(meant, reading.refused), file)
        return Found(entry_of(reading), file, storable(safe_text(reading.said)).strip())

    @property
    def _fetching(self) -> Fetching:
        return Fetching(self.source, self.clock, round(self.settings.media_mb * MIB))

    def _read(self, kind: Kind, sent: Sent) -> Reading:
        """Raises AttachmentRefused, Unwanted."""
        reader = self.readers.get(kind)
        if reader is None:
            raise AttachmentRefused(AttachmentRefusal.NOT_READ)
        return tried_again(lambda: reader.read(sent), self.clock)

    def _file(self, sender: Sender, reading: Reading) -> StoredFile | None:
        """The bytes are in the store; their row comes with the entry. Raises AttachmentRefused, Unwanted."""
        if reading.kept is None:
            return None
        kept = reading.kept
        title = entries.one_line(kept.title)[:256]
        return StoredFile(
            conversation_id=sender.conversation_id,
            user_id=sender.user_id,
            name=attachment_name(title, kept.ending),
            title=title,
            content_type=kept.content_type,
            size=len(kept.body),
            sha256=self._stored(kept.body),
            tainted=reading.untrusted,
            origin="sent",
        )

    def _stored(self, body: bytes) -> str:
        try:
            return self.store.put(body)
        except StorageError as error:
            go_on()
            raise AttachmentRefused(AttachmentRefusal.UNREACHABLE) from error

    def _alert(self, detail: str) -> None:
        now = self.clock.now()
        with self.database.write() as session:
            if not alerts.is_recent(session, "provider_auth", detail, now - timedelta(seconds=ALERT_AGAIN_S)):
                alerts.add(session, "provider_auth", detail)
