"""The number that is asked for, and what stands beside it."""

import pytest

from bot.conversation.dialogues.numbered import tried
from bot.models import PendingInteraction

ASKED = PendingInteraction(conversation_id="c", kind="draft", payload={"number": "48213"})


@pytest.mark.parametrize("reply", ["48213", "48 213", "oui 48213", "48213 👍🏿", "48213 stp"])
def test_the_number_is_tried(reply: str) -> None:
    assert tried(ASKED, reply) == "48213"


@pytest.mark.parametrize("reply", ["48213 ✋🏿", "48213 ?", "48213 ❌", "oui 48213 🤔", "✋ 48213", "non 48213", "2"])
def test_who_doubts_it_tries_nothing(reply: str) -> None:
    """Each of them sent the draft, or made the call."""
    assert tried(ASKED, reply) is None
