"""Contact cards as telephones show them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.simulator.cards import read_card


@pytest.mark.parametrize(
    ("card", "name", "phones"),
    [
        ("BEGIN:VCARD\r\nFN:Awa Koné\r\nTEL;TYPE=CELL:+225070000\r\nEND:VCARD", "Awa Koné", ["+225070000"]),
        ("FN:Traoré\\, Mariam\\; x\\\\y", "Traoré, Mariam; x\\y", []),
        ("fn;CHARSET=UTF-8:Awa\nitem1.TEL:+1\nitem2.TEL;VALUE=uri:tel:+2", "Awa", ["+1", "+2"]),
        ("FN:Un nom qui\r\n  continue\r\nTEL:1", "Un nom qui continue", ["1"]),
        ("N:Koné;Awa;;;\nTEL:+1", "", ["+1"]),
        ("", "", []),
    ],
)  # fmt: skip
def test_a_name_and_numbers(card: str, name: str, phones: list[str]) -> None:
    assert read_card(card.encode()) == {"name": name, "phones": phones}


def test_a_card_with_a_thousand_numbers_shows_a_few() -> None:
    assert len(read_card(b"TEL:+1\n" * 1000)["phones"]) == 5


@given(st.binary(max_size=200))
def test_no_card_breaks_the_page(content: bytes) -> None:
    card = read_card(content)
    assert isinstance(card["name"], str)
    assert all(isinstance(phone, str) for phone in card["phones"])
