"""The e-mails of one run: to the confirmed address of its user, and drafts to others, which wait for a digit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from bot.channels.emails import Email
from bot.clock import Clock
from bot.dao import interactions
from bot.dao.database import Database
from bot.dao.delivery import mails as waiting_mails
from bot.dao.delivery import said_parts, suppressions
from bot.dao.privacy import owned_rows
from bot.errors import ToolFailed
from bot.i18n.catalogue import say
from bot.models import StoredFile, User
from bot.services.approval.numbers import is_locked, number_for
from bot.services.approval.one_question import asked_already
from bot.services.delivery import mails
from bot.services.delivery.mails import Letter
from bot.services.library.files import Links
from bot.services.mail import attached, rendering
from bot.services.mail.drafts import KIND, Draft, payload_of
from bot.services.mail.unsubscribing import Unsubscribing, with_way_out
from bot.types import Language

MOST_A_DAY: Final = 20  # e-mails of one user, whoever they go to
DAY: Final = timedelta(days=1)
NOT_CONFIRMED: Final = (
    "Refused: the user has no confirmed e-mail address. Tell them to write /email followed by their address; the code "
    "that is mailed to it, typed back here, confirms it. Then they can ask again."
)
UNSUBSCRIBED: Final = (
    "Refused: the user has unsubscribed from these e-mails by the link in one of them. Tell them so. To receive them "
    "again they write /email {address} and type the mailed code back here; then they can ask again."
)
WANT_NONE: Final = (
    "Refused: {addresses} asked for no more e-mails prepared with this service. Tell the user so: they can write there "
    "from their own mailbox."
)
TOO_MANY: Final = f"Refused: {MOST_A_DAY} e-mails left for this user in 24 hours. Tell them to ask again tomorrow."
LOCKED: Final = "Refused: too many wrong numbers were typed below drafts today. Tell the user to ask again tomorrow."
ONE_AT_A_TIME: Final = (
    "Refused: another draft is shown to the person first. When they have answered that one you are asked to go on: "
    "call again then."
)


@dataclass(frozen=True, slots=True)
class RunMails:
    """Writes for one run. Whose address it is comes from here, never from the model."""

    database: Database
    links: Links
    unsubscribing: Unsubscribing
    mailbox: str  # ours: who answers an e-mail to the user writes there
    clock: Clock
    ttl_s: float
    conversation_id: str
    user_id: int | None
    run_id: int
    language: Language
    service_name: str
    channel: str

    def own_address(self) -> str:
        """Where the user's e-mails go. Raises ToolFailed, which says how to confirm one, or to have them again."""
        with self.database.read() as session:
            return self._open_address(session)

    def reply_address(self) -> str:
        """Where others answer the user, who need not want e-mails from us. Raises ToolFailed like `own_address`."""
        with self.database.read() as session:
            return self._address(session)

    def to_user(self, subject: str, markdown: str, files: Sequence[StoredFile]) -> Callable[[Session], None]:
        """What writes the e-mail, called with the transaction that stores the tool's result: both or neither."""
        rendered = rendering.message(subject, markdown, self.service_name, self.language)

        def commit(session: Session) -> None:
            user_id = self._counted(session)
            address = self._open_address(session)
            link = self.unsubscribing.link(session, address)
            email = with_way_out(Email((address,), subject, html=rendered.html, to_user=True), self.mailbox, link)
            letter = Letter(
                self._key(session), email, rendered.text, attached.again(session, files, user_id),
                unsubscribe_line=say(self.language, "mail_way_out"), unsubscribe_link=link,
            )  # fmt: skip
            mails.post(session, self.conversation_id, letter, self.links, self.language, self.run_id)

        return commit

    def draft(self, draft: Draft) -> Callable[[Session], None]:
        """What puts a draft to the person, in the transaction that stores the tool's result. One of an earlier turn is
        replaced: its digits act on nothing any more. A second one of this turn has to wait."""

        def commit(session: Session) -> None:
            self._counted(session)
            if self._address(session) != draft.reply_to:
                raise ToolFailed(NOT_CONFIRMED)
            if unwilling := suppressions.among(session, draft.recipients):
                raise ToolFailed(WANT_NONE.format(addresses=", ".join(unwilling)))
            now = self.clock.now()
            if asked_already(session, self.conversation_id, self.run_id, now, KIND):
                raise ToolFailed(ONE_AT_A_TIME)
            if is_locked(session, self.conversation_id, KIND, now):
                raise ToolFailed(LOCKED)
            payload = payload_of(draft, number_for(self.channel))
            interactions.open_interaction(session, self.conversation_id, KIND, payload, now, self.ttl_s, self.run_id)

        return commit

    def _address(self, session: Session) -> str:
        user = session.get(User, self.user_id) if self.user_id is not None else None
        if user is None or user.email is None:
            raise ToolFailed(NOT_CONFIRMED)
        return user.email

    def _open_address(self, session: Session) -> str:
        address = self._address(session)
        if suppressions.among(session, [address]):
            raise ToolFailed(UNSUBSCRIBED.format(address=address))
        return address

    def _counted(self, session: Session) -> int:
        """The user, whose next e-mail is within what a day allows; one transaction at a time decides."""
        if self.user_id is None:
            raise ToolFailed(NOT_CONFIRMED)
        owned_rows.lock(session, self.user_id)
        if is_day_full(session, self.user_id, self.clock):
            raise ToolFailed(TOO_MANY)
        return self.user_id

    def _key(self, session: Session) -> str:
        prefix = f"run{self.run_id}:mail"
        return f"{prefix}{len(said_parts.written(session, self.conversation_id, prefix, self.clock.now() - DAY))}"


def is_day_full(session: Session, user_id: int, clock: Clock) -> bool:
    """Whether a user's e-mails of the last 24 hours are as many as may be."""
    return waiting_mails.written(session, user_id, clock.now() - DAY) >= MOST_A_DAY
