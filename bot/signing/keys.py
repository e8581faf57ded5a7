"""Keys derived from SECRET_KEY, one per use, so that a signature made for one thing never fits another."""

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derive(secret: str, label: str) -> bytes:
    """32 bytes for one use (RFC 5869, the label as info)."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"palabre:{label}".encode()).derive(secret.encode())
