"""The one spelling of an address: what is compared is what is sent."""

from urllib.parse import urlsplit

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from bot.clients.addresses import canonical
from bot.errors import AddressRefused

SAME = [
    ("HTTPS://Example.ORG", "https://example.org/"),
    ("https://example.org:443/a", "https://example.org/a"),
    ("http://example.org:80/a", "http://example.org/a"),
    ("https://example.org./a", "https://example.org/a"),
    ("https://example。org/a", "https://example.org/a"),
    ("https://ｅｘａｍｐｌｅ.org/a", "https://example.org/a"),
    ("https://École.example.org/", "https://xn--cole-9oa.example.org/"),
    ("https://example.org/a#secret", "https://example.org/a"),
    ("https://example.org/%61%2d%7E", "https://example.org/a-~"),
    ("https://example.org/%c3%a9", "https://example.org/é"),
    ("https://example.org/x/../a/./b", "https://example.org/a/b"),
    ("https://example.org/x/%2e%2e/a/%2E/b", "https://example.org/a/b"),
    ("https://example.org/a?", "https://example.org/a"),
    ("https://example.org/a?b=%41", "https://example.org/a?b=A"),
]
OTHER = [
    ("https://example.org/a", "http://example.org/a"),
    ("https://example.org/a", "https://example.org/A"),
    ("https://example.org/a", "https://example.org/a/"),
    ("https://example.org/a", "https://www.example.org/a"),
    ("https://example.org/a", "https://example.org:8443/a"),
    ("https://example.org/a", "https://example.org/a?d"),
    ("https://example.org/a?b=1", "https://example.org/a?b=2"),
    ("https://example.org/?a=1&b=2", "https://example.org/?b=2&a=1"),
    ("https://example.org/a%2Fb", "https://example.org/a/b"),
    ("https://example.org/?a=b+c", "https://example.org/?a=b%20c"),
    ("https://example.org/?a=1%262", "https://example.org/?a=1&2"),
    ("https://example.org/\u00e9", "https://example.org/e\u0301"),  # composed and decomposed
    ("https://xn--e1awd7f.example.org/", "https://epic.example.org/"),  # Cyrillic look-alikes
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_address(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)
    assert canonical(one).isascii()


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_addresses_that_are_not_the_same(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    "url",
    [
        "https://awa@example.org/",
        "https://example.org\\@evil.example/",
        "https://exa\u200bmple.org/",
        "https://example.org/a\u200bb",
        "https://example.org/\u202eb",
        "https://example.org/\U000e0041",
        "https://exa\u00admple.org/",
        "https://example.org/a b",
        "https://example.org/a\nb",
        "ftp://example.org/",
        "https:///a",
        "https://localhost../",
        "https://127.0.0.1../",
    ],
)
def test_what_is_no_address_for_anybody(url: str) -> None:
    with pytest.raises(AddressRefused):
        canonical(url)


PIECES = st.sampled_from(["%2e", "%", "%2", "%65", "/", "..", ".", "a", "é", "%25", "%2f", ";", "%7e", "%c3%a9", "//"])


@given(
    st.one_of(st.text(st.characters(codec="utf-8"), max_size=40), st.lists(PIECES, max_size=8).map("".join)),
    st.text(st.characters(codec="utf-8"), max_size=40),
)
def test_one_spelling_is_what_goes_over_the_wire(path: str, query: str) -> None:
    try:
        one = canonical(f"https://Example.org/{path}?{query}")
    except AddressRefused:
        return
    assert one.isascii()
    assert canonical(one) == one
    assert requests.Request("GET", one).prepare().url == one
    assert urlsplit(one).netloc == "example.org"


@given(st.text("abcxyz019-._~", min_size=1, max_size=20), st.data())
def test_no_way_of_encoding_tells_the_server_anything(word: str, data: st.DataObject) -> None:
    """A page's link, each character of it plain or escaped, in one case or the other, is one request."""
    ways = st.sampled_from([lambda c: c, lambda c: f"%{ord(c):02x}", lambda c: f"%{ord(c):02X}"])
    written = "".join(data.draw(ways)(character) for character in word)
    assert canonical(f"https://example.org/x{written}y?q={written}") == canonical(
        f"https://example.org/x{word}y?q={word}"
    )
