"""Keys derived from SECRET_KEY, one per use, so that a signature made for one thing never fits another; and from
SECRET_KEY_PREVIOUS, so that what was made before a rotation is still recognised."""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.config import Settings


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one use, 32 bytes each: new things are made with the current one, old ones fit any."""

    current: bytes
    previous: tuple[bytes, ...] = ()

    def __iter__(self) -> Iterator[bytes]:
        """The current key first."""
        return iter((self.current, *self.previous))

    def mac(self, text: str) -> bytes:
        """HMAC-SHA256 with the current key."""
        return _mac(self.current, text)

    def macs(self, text: str) -> tuple[bytes, ...]:
        """What `mac` gives or gave: by the current key, then by those before."""
        return tuple(_mac(key, text) for key in self)

    def signature(self, text: str) -> str:
        """What stands in a link for `mac`: 24 characters of the URL-safe base64 alphabet."""
        return _encoded(self.mac(text))

    def has_signed(self, text: str, signature: str) -> bool:
        """Whether `signature` gives or gave this for a text. Compares in constant time; both are ASCII."""
        return any(hmac.compare_digest(_encoded(mac), signature) for mac in self.macs(text))

    def cipher(self) -> MultiFernet:
        """Authenticated encryption: seals with the current key, opens with any."""
        return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in self])


def keys_of(settings: Settings, label: str) -> Keys:
    """The keys of the use that `label` names."""
    previous = settings.secret_key_previous
    return Keys(
        derive(settings.secret_key.get_secret_value(), label),
        (derive(previous.get_secret_value(), label),) if previous else (),
    )


def derive(secret: str, label: str) -> bytes:
    """32 bytes for one use (RFC 5869, the label as info)."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"palabre:{label}".encode()).derive(secret.encode())


def _mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), hashlib.sha256)


def _encoded(mac: bytes) -> str:
    return base64.urlsafe_b64encode(mac[:18]).decode()
