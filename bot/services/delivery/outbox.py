"""What is said becomes rows here: a reply is cut into parts in the transaction that ends its turn."""

from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.channels.compose import Composition, compose, set_line
from bot.channels.offers import Offer, Options
from bot.dao import addresses
from bot.i18n.catalogue import say
from bot.models import StoredFile
from bot.services.delivery.writing import Draft, Recipient, write
from bot.services.library.files import Links, link_line

__all__ = ["Outbox", "Recipient"]


class Outbox:
    """Writes parts for one recipient. Nothing is written for an address that opted out."""

    def __init__(
        self,
        session: Session,
        recipient: Recipient,
        links: Links,
        run_id: int | None = None,
        *,
        silent: bool | None = None,
    ) -> None:
        """`silent`: whether it has opted out, where that was asked in this transaction."""
        self._session = session
        self._to = recipient
        self._links = links
        self._run_id = run_id
        self._silent = addresses.is_silent(session, recipient.address) if silent is None else silent

    def text(self, key: str, text: str, kind: str = "text") -> None:
        """Say something, in as many parts as it takes (3 at most)."""
        self.composed(key, self._composition(text), kind)

    def offer(self, key: str, offer: Offer, interaction_id: int | None) -> None:
        """Ask something with options: as numbered text, and beside it what may be tapped instead, unless the question
        is no open interaction or needs several parts."""
        composition = self._composition(offer.written())
        tapped = interaction_id is not None and len(offer.labels) > 0 and len(composition.parts) == 1
        self.composed(key, composition, options=self._options(offer, interaction_id or 0) if tapped else None)

    def composed(self, key: str, composition: Composition, kind: str = "text", options: Options | None = None) -> None:
        """Say something already cut into parts."""
        for number, body in enumerate(composition.parts):
            self._write(Draft(key=f"{key}:{number}", body=body, kind=kind, options=options))

    def files(self, key: str, files: Sequence[StoredFile]) -> None:
        """Hand files over: attached where the channel can, else as links with their size. Their rows must be
        flushed."""
        attachments = capabilities_of(self._to.channel).attachments
        for file in files:
            if attachments.take(file.content_type, file.size):
                self._write(Draft(key=f"{key}:file{file.id}", kind="media", file_id=file.id))
            else:
                self.text(f"{key}:link{file.id}", link_line(file, self._links, self._to.language))

    def _composition(self, text: str) -> Composition:
        return compose(text, self._to.channel, self._to.language)

    def _options(self, offer: Offer, interaction_id: int) -> Options:
        above = "\n\n".join(self._composition(offer.tapped()).parts)
        labels = tuple(set_line(label, self._to.channel, self._to.language) for label in offer.labels)
        return Options(interaction_id, labels, above, say(self._to.language, "list_button"))

    def _write(self, draft: Draft) -> None:
        if not self._silent:
            write(self._session, self._to, replace(draft, run_id=self._run_id))
