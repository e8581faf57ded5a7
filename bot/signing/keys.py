"""Keys derived from SECRET_KEY, one per use, so that a signature made for one thing never fits another; and from
SECRET_KEY_PREVIOUS, so that what was made before a rotation is still recognised."""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from bot.config import Settings

_MAC: Final = 32  # bytes, at the end of what is sealed


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

    def seal(self, secret: bytes) -> str:
        """Authenticated encryption (Fernet) with the current key: a token that says nothing without it."""
        return str(_fernet().Fernet(base64.urlsafe_b64encode(self.current)).encrypt(secret).decode())

    def unseal(self, token: str) -> bytes | None:
        """What is sealed in it; None when it was not sealed with one of these keys."""
        fernet = _fernet()
        ciphers = [fernet.Fernet(base64.urlsafe_b64encode(key)) for key in self]
        try:
            return bytes(fernet.MultiFernet(ciphers).decrypt(token.encode()))
        except fernet.InvalidToken:
            return None

    def has_sealed(self, token: str) -> bool:
        """Whether one of these keys has sealed it. The end of a token says so: HMAC-SHA256 of all before it, by the
        first half of the key."""
        try:
            sealed = base64.urlsafe_b64decode(token.encode())
        except ValueError:
            return False
        macs = (hmac.digest(key[:16], sealed[:-_MAC], hashlib.sha256) for key in self)
        return any(hmac.compare_digest(mac, sealed[-_MAC:]) for mac in macs)


def keys_of(settings: Settings, label: str) -> Keys:
    """The keys of the use that `label` names."""
    previous = settings.secret_key_previous
    return Keys(
        derive(settings.secret_key.get_secret_value(), label),
        (derive(previous.get_secret_value(), label),) if previous else (),
    )


def derive(secret: str, label: str) -> bytes:
    """32 bytes for one use: HKDF (RFC 5869) of SHA-256 without salt, the label as info; they are its first block."""
    extracted = hmac.digest(bytes(32), secret.encode(), hashlib.sha256)
    return hmac.digest(extracted, f"palabre:{label}".encode() + b"\x01", hashlib.sha256)


def _fernet() -> Any:
    """Loaded for who seals or opens: it takes 8 MiB, and an idle worker never asks for it."""
    return import_module("cryptography.fernet")


def _mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), hashlib.sha256)


def _encoded(mac: bytes) -> str:
    return base64.urlsafe_b64encode(mac[:18]).decode()
