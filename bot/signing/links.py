"""Signed, expiring links to stored files: `/media/<token>/<name>`, where the token is `file.expiry.signature`."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from bot.signing.keys import Keys


@dataclass(frozen=True, slots=True)
class LinkClaims:
    """What a link asserts, before its signature is checked against the file's row."""

    file_token: str
    expires_at: int
    signature: str


class LinkSigner:
    """Makes and checks links, and finds them in a text: the group of `link_pattern` is the token. The signature covers
    the file, its owner, the expiry and the link version."""

    def __init__(self, keys: Keys, public_url: str) -> None:
        self._keys = keys
        self._public_url = public_url
        self.link_pattern = re.compile(rf"{re.escape(public_url)}/media/([\w.=-]+)/[\w%~.-]*[\w~-]", re.ASCII)

    def link(self, file_token: str, name: str, *, owner: str, version: int, expires_at: int) -> str:
        """An absolute address that works until `expires_at` (seconds since 1970)."""
        signature = self._keys.signature(_signed(file_token, owner, version, expires_at))
        return f"{self._public_url}/media/{file_token}.{expires_at:x}.{signature}/{quote(name)}"

    def is_genuine(self, claims: LinkClaims, *, owner: str, version: int, now: float) -> bool:
        """Whether a link was made by us for this file and is still valid."""
        signed = _signed(claims.file_token, owner, version, claims.expires_at)
        return self._keys.has_signed(signed, claims.signature) and now < claims.expires_at


def _signed(file_token: str, owner: str, version: int, expires_at: int) -> str:
    return "\n".join((file_token, owner, str(version), str(expires_at)))


def read_claims(token: str) -> LinkClaims | None:
    """The parts of a link's token, or None when it does not look like one."""
    parts = token.split(".")
    if len(parts) != 3 or not all(part.isascii() for part in parts) or not all(parts) or len(parts[1]) > 16:
        return None
    try:
        return LinkClaims(parts[0], int(parts[1], 16), parts[2])
    except ValueError:
        return None
