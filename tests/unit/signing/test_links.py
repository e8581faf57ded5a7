"""Signed links: every part of what is signed matters, and no key serves two uses."""

import itertools

import pytest

from bot.signing.keys import Keys, derive
from bot.signing.links import LinkSigner, read_claims

SIGNER = LinkSigner(Keys(b"k" * 32), "https://bot.example")
FILE = {"owner": "awa", "version": 1, "expires_at": 2_000}


def token(signer: LinkSigner = SIGNER, file: str = "f1", **changes: object) -> str:
    return signer.link(file, "cours.pdf", **(FILE | changes)).split("/")[4]  # type: ignore[arg-type]


def is_genuine(link: str, owner: str = "awa", version: int = 1, now: float = 1_000) -> bool:
    claims = read_claims(link)
    return claims is not None and SIGNER.is_genuine(claims, owner=owner, version=version, now=now)


def test_a_link_is_good_until_its_last_second() -> None:
    assert is_genuine(token())
    assert is_genuine(token(), now=1_999.9)
    assert not is_genuine(token(), now=2_000)


def test_a_link_is_for_one_owner_and_one_version() -> None:
    assert not is_genuine(token(), owner="ali")
    assert not is_genuine(token(), version=2)
    assert not is_genuine(token(version=2))


def test_a_link_is_for_one_file_and_one_time() -> None:
    file, expiry, signature = token().split(".")
    assert not is_genuine(f"f2.{expiry}.{signature}")
    assert not is_genuine(f"{file}.{5_000:x}.{signature}")


@pytest.mark.parametrize("index", range(24))
def test_every_character_of_the_signature_counts(index: int) -> None:
    file, expiry, signature = token().split(".")
    other = "A" if signature[index] != "A" else "B"
    assert not is_genuine(f"{file}.{expiry}.{signature[:index]}{other}{signature[index + 1 :]}")


def test_another_key_makes_other_links() -> None:
    assert not is_genuine(token(LinkSigner(Keys(b"x" * 32), "https://bot.example")))


def test_a_link_of_the_key_before_is_good_while_that_key_is_known() -> None:
    claims = read_claims(token(LinkSigner(Keys(b"x" * 32), "https://bot.example")))
    assert claims is not None
    given = {"owner": "awa", "version": 1, "now": 1_000}
    assert LinkSigner(Keys(b"y" * 32, (b"x" * 32,)), "").is_genuine(claims, **given)  # type: ignore[arg-type]
    assert not LinkSigner(Keys(b"y" * 32), "").is_genuine(claims, **given)  # type: ignore[arg-type]
    new = token(LinkSigner(Keys(b"y" * 32, (b"x" * 32,)), "https://bot.example"))
    assert new == token(LinkSigner(Keys(b"y" * 32), "https://bot.example"))


@pytest.mark.parametrize(
    "odd", ["", "a", "a.b", "a.1.", ".1.x", "a..x", "a.g.x", "a.1.x.y", "é.1.x", f"a.{'f' * 17}.x"]
)
def test_what_does_not_look_like_a_link_has_no_claims(odd: str) -> None:
    assert read_claims(odd) is None


def test_each_use_has_a_key_of_its_own() -> None:
    keys = [derive(secret, label) for secret, label in itertools.product(("one", "two"), ("media links", "codes"))]
    assert len(set(keys)) == 4
    assert {len(key) for key in keys} == {32}
