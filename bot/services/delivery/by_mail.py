"""E-mails: handed to the mail server once, as far as anybody can know. It keeps no log we could ask afterwards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from bot.channels.emails import Email
from bot.clients.mail import Mailer
from bot.clients.mail_message import Attachment, Mail
from bot.clients.storage import FileStore
from bot.errors import AuthError, FileGone, PermanentError, ProviderError, StorageError, TransientError
from bot.models import OutboundPart, StoredFile
from bot.services.delivery.transport import Accepted, Fate, NobodyKnows, Outgoing, Refusal, Sought

LOST_AFTER_S: Final = 260.0  # longer than any SMTP dialogue lasts, with all that may hang on an e-mail
BACKOFF_S: Final = (10, 60, 300, *(900,) * 5)  # greylists end within minutes, a restart of a server within the hour


class AttachmentGone(PermanentError):
    """A file that was to go along is not there any more."""


@dataclass(frozen=True, slots=True)
class ByMail:
    """Sends e-mails; without a mailer (SMTP_URL is unset) every one of them is refused."""

    mailer: Mailer | None
    store: FileStore
    lost_after_s: float = LOST_AFTER_S
    settles_s: float = 0.0

    def claiming(self, _session: Session, _part: OutboundPart, _now: datetime) -> Mapping[str, Any]:
        return {}

    def send(self, outgoing: Outgoing) -> Accepted:
        if self.mailer is None:
            raise PermanentError("no mail server is configured")
        if outgoing.part.email is None:
            raise PermanentError("an e-mail without recipients")
        email = Email.read(outgoing.part.email)
        if len(outgoing.files) != len(set(email.attachments)):
            raise AttachmentGone("an attachment is gone")
        mail = Mail(
            recipients=email.recipients,
            subject=email.subject,
            text=outgoing.body,
            html=email.html,
            reply_to=email.reply_to,
            attachments=self._attachments(outgoing.files),
            unsubscribe=email.unsubscribe,
            one_click=email.one_click,
            only=email.only,
        )
        self.mailer.send(mail)
        return Accepted()

    def pause_after(self, error: ProviderError, attempts: int) -> float | None:
        """A password may be mended meanwhile: it goes on."""
        if isinstance(error, (TransientError, AuthError)) and attempts <= len(BACKOFF_S):
            return BACKOFF_S[attempts - 1]
        return None

    def find(self, _sought: Sought) -> Fate:
        return NobodyKnows()

    def refusal(self, code: int | None) -> Refusal:
        return Refusal(code=code)

    def _attachments(self, files: Sequence[StoredFile]) -> tuple[Attachment, ...]:
        try:
            return tuple(Attachment(file.name, file.content_type, self.store.read(file.sha256)) for file in files)
        except FileGone as error:
            raise AttachmentGone("an attachment is gone") from error
        except StorageError as error:  # nothing was sent; the store may be back soon
            raise TransientError("an attachment cannot be read") from error
