"""How whoever receives the agent's e-mails ends them (RFC 8058): by one click in the mail program, or on our page."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from bot.channels.emails import Email
from bot.clock import Clock
from bot.config import Settings
from bot.dao.delivery import suppressions
from bot.signing.keys import keys_of
from bot.signing.unsubscribe import UnsubscribeSigner

LIVES: Final = timedelta(days=365)  # people end e-mails by one they find again months later


@dataclass(frozen=True, slots=True)
class Unsubscribing:
    """Makes the links and takes what comes back by them."""

    signer: UnsubscribeSigner
    clock: Clock

    def link(self, session: Session, address: str) -> str:
        """The link by which this address, and no other, is left alone."""
        expires_at = int((self.clock.now() + LIVES).timestamp())
        return self.signer.link(suppressions.digest_of(session, address), expires_at)

    def is_genuine(self, token: str) -> bool:
        """Whether a link is ours and still works."""
        return self._digest_in(token) is not None

    def take(self, session: Session, token: str) -> bool:
        """Somebody wants no more e-mails. False: by no link of ours. Taken again it changes nothing."""
        digest = self._digest_in(token)
        if digest is not None:
            suppressions.add(session, digest, self.clock.now())
        return digest is not None

    def _digest_in(self, token: str) -> str | None:
        return self.signer.digest_in(token, self.clock.now().timestamp())


def unsubscribing_of(settings: Settings, clock: Clock) -> Unsubscribing:
    """With a key of its own."""
    return Unsubscribing(UnsubscribeSigner(keys_of(settings, "unsubscribe links"), settings.public_url), clock)


def with_way_out(email: Email, mailbox: str, link: str) -> Email:
    """An e-mail whose headers say how to end such e-mails: a letter to a mailbox, or one click. Mail programs follow
    only https: on a developer's machine there is no click."""
    return replace(email, unsubscribe=mailbox, one_click=link if link.startswith("https://") else "")
