"""Keys of one use: derived as the standard says, and what was sealed with one is known by its end alone."""

import pytest
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from bot.signing.keys import Keys, derive

OLD, NEW, OTHER = (bytes([number]) * 32 for number in range(3))
BOTH = Keys(NEW, (OLD,))


@given(secret=st.text(min_size=1).filter(lambda text: text.isprintable()), label=st.text())
def test_keys_are_those_of_the_standard(secret: str, label: str) -> None:
    stock = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"palabre:{label}".encode())
    assert derive(secret, label) == stock.derive(secret.encode())


@given(secret=st.binary())
def test_what_is_sealed_is_opened_by_the_current_key_and_those_before(secret: bytes) -> None:
    before, now = Keys(OLD).seal(secret), BOTH.seal(secret)
    assert BOTH.unseal(before) == BOTH.unseal(now) == Keys(NEW).unseal(now) == secret
    assert Keys(NEW).unseal(before) is Keys(OLD).unseal(now) is Keys(OTHER).unseal(now) is None


@given(secret=st.binary(max_size=40), at=st.integers(min_value=0), bit=st.integers(0, 7))
def test_its_end_says_who_has_sealed_it_and_that_it_is_whole(secret: bytes, at: int, bit: int) -> None:
    token = Keys(OLD).seal(secret)
    assert BOTH.has_sealed(token)
    assert not Keys(NEW).has_sealed(token)
    changed = bytearray(token.encode())
    changed[at % len(changed)] ^= 1 << bit
    if (text := changed.decode("latin-1")).rstrip("=") != token.rstrip("="):
        assert BOTH.has_sealed(text) == (BOTH.unseal(text) is not None)


@pytest.mark.parametrize("token", ["", "gAAAAA", "é", "\ud800", "=" * 44, "a", "A" * 44, "-_" * 60])
def test_what_is_no_token_was_sealed_by_nobody(token: str) -> None:
    assert not BOTH.has_sealed(token)


def test_a_token_is_stock() -> None:
    assert Keys(b"k" * 32).unseal(Fernet("a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=").encrypt(b"x").decode()) == b"x"
