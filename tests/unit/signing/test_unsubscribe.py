"""Links that end e-mails: ours alone, for one address, one use and one time."""

import pytest

from bot.signing.keys import Keys, derive
from bot.signing.links import LinkSigner
from bot.signing.unsubscribe import UnsubscribeSigner, without_tokens

SECRET = "k3Jd82hdkWm49skLpQ02mzxn"
HERE = "https://bot.example"
SIGNER = UnsubscribeSigner(Keys(derive(SECRET, "unsubscribe links")), HERE)
AWA, ALI = "a" * 32, "b" * 32


def token(digest: str = AWA, expires_at: int = 2_000, signer: UnsubscribeSigner = SIGNER) -> str:
    return signer.link(digest, expires_at).removeprefix(f"{HERE}/unsubscribe/")


def test_a_link_is_good_until_its_last_second() -> None:
    assert SIGNER.digest_in(token(), 1_999.9) == AWA
    assert SIGNER.digest_in(token(), 2_000) is None


def test_a_link_is_for_one_address_and_one_time() -> None:
    digest, expiry, signature = token().split(".")
    assert SIGNER.digest_in(f"{ALI}.{expiry}.{signature}", 1_000) is None
    assert SIGNER.digest_in(f"{digest}.{9_000:x}.{signature}", 1_000) is None
    assert SIGNER.digest_in(f"{digest}.{expiry}.{token(ALI).split('.')[2]}", 1_000) is None


def test_no_signature_of_another_use_or_key_fits() -> None:
    for keys in (Keys(derive(SECRET, "media links")), Keys(derive("another secret, as long", "unsubscribe links"))):
        assert SIGNER.digest_in(token(signer=UnsubscribeSigner(keys, HERE)), 1_000) is None
    link = LinkSigner(Keys(derive(SECRET, "media links")), HERE).link(AWA, "x", owner="", version=1, expires_at=2_000)
    assert SIGNER.digest_in(link.split("/")[4], 1_000) is None


def test_after_a_rotation_the_links_of_before_still_work() -> None:
    new = UnsubscribeSigner(Keys(derive("new", "unsubscribe links"), (derive(SECRET, "unsubscribe links"),)), HERE)
    assert new.digest_in(token(), 1_000) == AWA


@pytest.mark.parametrize("changed", ["", ".", "..", "a.b.c", "é" * 32, f"{token()}x", f"{token()}\n", token().upper(),
                                     token().replace(".", "%2E"), "a" * 100_000])  # fmt: skip
def test_nonsense_is_no_link(changed: str) -> None:
    assert SIGNER.digest_in(changed, 1_000) is None


def test_a_text_is_shown_without_the_tokens_of_its_links() -> None:
    text = f"Assez ? {token()} {HERE}/unsubscribe/liste {HERE}/unsubscribe/"
    assert without_tokens(f"{text}\n{HERE}/unsubscribe/{token()}\nFin") == f"{text}\n{HERE}/unsubscribe/…\nFin"
