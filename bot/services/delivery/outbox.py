"""What is said becomes rows here: a reply is cut into parts in the transaction that ends its turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.channels.compose import Composition, compose
from bot.channels.gsm7 import segments
from bot.channels.markup import to_plain
from bot.channels.offers import Offer, Options
from bot.channels.typography import spaced
from bot.dao import addresses, parts
from bot.i18n.catalogue import say
from bot.models import OutboundPart, StoredFile
from bot.services.library.files import Links
from bot.types import Channel, Language

ATTACHABLE = {
    "application/pdf": 16_000_000,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": 16_000_000,
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": 16_000_000,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": 16_000_000,
    "image/png": 5_000_000,
    "image/jpeg": 5_000_000,
}  # what WhatsApp takes as an attachment, and up to how many bytes


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who is spoken to."""

    conversation_id: str
    address: str
    channel: Channel
    language: Language


class Outbox:
    """Writes parts for one recipient. Nothing is written for an address that opted out."""

    def __init__(self, session: Session, recipient: Recipient, links: Links, run_id: int | None = None) -> None:
        self._session = session
        self._to = recipient
        self._links = links
        self._run_id = run_id
        address = addresses.by_value(session, recipient.address)
        self._silent = address is not None and address.opted_out_at is not None

    def text(self, key: str, text: str, kind: str = "text") -> None:
        """Say something, in as many parts as it takes (3 at most)."""
        self.composed(key, compose(text, self._to.channel), kind)

    def offer(self, key: str, offer: Offer, interaction_id: int | None) -> None:
        """Ask something with options: as numbered text, and beside it what may be tapped instead, unless the question
        is no open interaction or needs several parts."""
        composition = compose(offer.written(), self._to.channel)
        tapped = interaction_id is not None and len(offer.labels) > 0 and len(composition.parts) == 1
        self.composed(key, composition, options=self._options(offer, interaction_id or 0) if tapped else None)

    def composed(self, key: str, composition: Composition, kind: str = "text", options: Options | None = None) -> None:
        """Say something already cut into parts."""
        for number, body in enumerate(composition.parts):
            self._part(f"{key}:{number}", body=body, kind=kind, options=options)

    def files(self, key: str, files: Sequence[StoredFile]) -> None:
        """Hand files over: attached where the channel can, else as links. The files' rows must be flushed."""
        for file in files:
            if self._to.channel == Channel.WHATSAPP and file.size <= ATTACHABLE.get(file.content_type, 0):
                self._part(f"{key}:file{file.id}", body="", kind="media", file_id=file.id)
            else:
                title = file.title or file.name
                line = say(self._to.language, "file_link", title=title, link=self._links.to(file))
                self.text(f"{key}:link{file.id}", line)

    def _options(self, offer: Offer, interaction_id: int) -> Options:
        above = "\n\n".join(compose(offer.tapped(), self._to.channel).parts)
        labels = tuple(self._spaced(to_plain(label).strip()) for label in offer.labels)
        return Options(interaction_id, labels, self._spaced(above), say(self._to.language, "list_button"))

    def _spaced(self, text: str) -> str:
        return spaced(text, self._to.language, self._to.channel)

    def _part(
        self, key: str, *, body: str, kind: str, file_id: int | None = None, options: Options | None = None
    ) -> None:
        if self._silent:
            return
        part = OutboundPart(
            conversation_id=self._to.conversation_id,
            run_id=self._run_id,
            key=key,
            address=self._to.address,
            channel=self._to.channel,
            kind=kind,
            body=self._spaced(body),
            options=options.stored() if options else None,
            file_id=file_id,
            segments=segments(body) if self._to.channel == Channel.SMS else 0,
        )
        parts.add(self._session, part)
