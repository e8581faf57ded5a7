"""Messages that a run sends to its user's own addresses, on whichever channel they ask for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from bot.capabilities import capabilities_of, is_open
from bot.channels.compose import compose
from bot.clock import Clock
from bot.dao import addresses, conversations
from bot.dao.database import Database
from bot.dao.delivery import said_parts
from bot.dao.library import files
from bot.dao.privacy import owned_rows
from bot.errors import ToolFailed, ToolRetry
from bot.models import Address, StoredFile
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.library.files import Links
from bot.types import Channel, Language

DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = {Channel.SMS: 15, Channel.WHATSAPP: 40}  # parts; an SMS is paid by the segment
PREFIX: Final = "own"


@dataclass(frozen=True, slots=True)
class RunMessages:
    """Sends for one run. Whose addresses they are comes from here, never from the model."""

    database: Database
    links: Links
    clock: Clock
    conversation_id: str
    user_id: int | None
    run_id: int
    language: Language

    def to_own(self, channel: Channel, markdown: str, attached: Sequence[StoredFile]) -> Callable[[Session], None]:
        """What writes the parts, called with the transaction that stores the tool's result: both or neither. Raises
        ToolFailed when the user cannot be written to there now, ToolRetry when it is too long."""
        composition = compose(markdown, channel, self.language)
        if composition.overflow or not composition.parts:
            most = capabilities_of(channel).most_parts * capabilities_of(channel).longest
            raise ToolRetry(f"The text is empty, or too long for {most} characters. Write less, or attach a document.")
        with self.database.read() as session:
            self._address(session, channel)

        def commit(session: Session) -> None:
            address = self._address(session, channel)
            self._count(session, channel, len(composition.parts) + len(attached))
            kept = [row for file in attached if (row := files.own(session, file.id, self.user_id)) is not None]
            if len(kept) != len(attached):
                raise ToolFailed("Refused: one of the files is no longer there.")
            conversation = conversations.ensure(session, address.value)
            to = Recipient(conversation.id, address.value, channel, self.language)
            key = f"{PREFIX}{self.run_id}:{self._number(session, conversation.id)}"
            outbox = Outbox(session, to, self.links, self.run_id)
            outbox.composed(key, composition)
            outbox.files(key, kept)

        return commit

    def _address(self, session: Session, channel: Channel) -> Address:
        """Where the user is signed in on a channel: here if they write there, else where they wrote last."""
        name, now = capabilities_of(channel).name, self.clock.now()
        found = [] if self.user_id is None else addresses.signed_in_on(session, self.user_id, channel, now)
        if not found:
            raise ToolFailed(
                f"Refused: the user is not signed in on {name}. They can write to the service there and sign in with "
                "/connexion (/login); then it can be sent."
            )
        wanted = [address for address in found if address.opted_out_at is None and address.bad_at is None]
        if not wanted:
            raise ToolFailed(f"Refused: the user has stopped messages on {name}, or cannot be reached there.")
        reachable = [one for one in wanted if is_open(capabilities_of(channel), one.last_inbound_at, now)]
        if not reachable:
            raise ToolFailed(
                f"Refused: the user has written nothing on {name} for 24 hours, so nothing may be sent there. They can "
                "write a word there, or take it by another way."
            )
        here = addresses.of_conversation(session, self.conversation_id)
        return next((address for address in reachable if address.value == here), reachable[0])

    def _count(self, session: Session, channel: Channel, more: int) -> None:
        """Within what a day allows; one transaction at a time decides."""
        if self.user_id is not None:
            owned_rows.lock(session, self.user_id)
            since = self.clock.now() - DAY
            written = said_parts.written_by_runs(session, self.user_id, channel, PREFIX, since)
            if written + more > MOST_A_DAY[channel]:
                raise ToolFailed(f"Refused: too many {capabilities_of(channel).name} messages for the user today.")

    def _number(self, session: Session, conversation_id: str) -> int:
        prefix = f"{PREFIX}{self.run_id}:"
        return len(said_parts.written(session, conversation_id, prefix, self.clock.now() - DAY))
