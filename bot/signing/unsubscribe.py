"""Signed, expiring links by which a reader ends e-mails: `/unsubscribe/<token>`, the token being
`digest.expiry.signature`. The digest stands for an e-mail address (bot.dao.delivery.suppressions), which stands in
no link."""

import re
from typing import Final

from bot.signing.keys import Keys

PATH: Final = "/unsubscribe"
_TOKEN: Final = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{1,10})\.([A-Za-z0-9_-]{24})")
_IN_TEXT: Final = re.compile(rf"(?<={PATH}/){_TOKEN.pattern}")


class UnsubscribeSigner:
    """Makes links and reads what comes back of them."""

    def __init__(self, keys: Keys, public_url: str) -> None:
        self._keys = keys
        self._public_url = public_url

    def link(self, digest: str, expires_at: int) -> str:
        """An absolute address that works until `expires_at` (seconds since 1970)."""
        signature = self._keys.signature(_signed(digest, expires_at))
        return f"{self._public_url}{PATH}/{digest}.{expires_at:x}.{signature}"

    def digest_in(self, token: str, now: float) -> str | None:
        """Whom a token of ours stands for; None for any other, and when its time is over."""
        found = _TOKEN.fullmatch(token)
        if found is None:
            return None
        digest, expires_at = found[1], int(found[2], 16)
        is_genuine = self._keys.has_signed(_signed(digest, expires_at), found[3])
        return digest if is_genuine and now < expires_at else None


def without_tokens(text: str) -> str:
    """A text whose links end nobody's e-mails: only who receives one may."""
    return _IN_TEXT.sub("…", text)


def _signed(digest: str, expires_at: int) -> str:
    return f"{digest}\n{expires_at}"
