"""What is sent again stands where it stood."""

import pytest

from bot.models import OutboundPart
from bot.services.delivery.stand_ins import in_place


def part(key: str) -> OutboundPart:
    state, _, key = key.rpartition(" ")
    return OutboundPart(conversation_id="c", address="+1", channel="whatsapp", key=key, state=state or "pending")


@pytest.mark.parametrize(
    ("written", "placed"),
    [
        ("r7:1|r7:2|r7:file3|r7:0:again", "r7:0:again|r7:1|r7:2|r7:file3"),
        ("r7:2|r7:1:sms0|r7:1:sms1", "r7:1:sms0|r7:1:sms1|r7:2"),
        ("r7:1|r7:0:sms0:again|r8:0", "r7:0:sms0:again|r7:1|r8:0"),
        ("r7:link4:0|r7:0:text", "r7:0:text|r7:link4:0"),
        ("r7:2|r7:0:again|r7:1:again", "r7:0:again|r7:1:again|r7:2"),
        ("sent r7:1|r7:2|r7:0:again", "r7:1|r7:0:again|r7:2"),
        ("r7:0|r7:1:again", "r7:0|r7:1:again"),
        ("r70:1|r7:0:again|r7:voice", "r70:1|r7:0:again|r7:voice"),
        ("r7:1|r7:0:unknown|r7:file3:again", "r7:1|r7:0:unknown|r7:file3:again"),
    ],
)
def test_it_stands_before_the_rest_of_its_answer(written: str, placed: str) -> None:
    assert [each.key for each in in_place([part(key) for key in written.split("|")])] == placed.split("|")
