"""Questions that a number of our own answers: a try is counted and told, the last one ends the question."""

from collections.abc import Callable

from bot.conversation.talk import Talk
from bot.dao import interactions
from bot.models import PendingInteraction
from bot.reading.replies.confirmations import number_in
from bot.services.approval.numbers import MOST_TRIES, VOID, is_same

SHORTEST_TRY = 3  # digits; a shorter number is a line of the menu


def tried(interaction: PendingInteraction, reply: str) -> str | None:
    """The number somebody types where a number is asked for; None when none is, or when it is a line of the menu."""
    number = number_in(reply) if interaction.payload.get("number") else None
    return number if number is not None and len(number) >= SHORTEST_TRY else None


def is_right(talk: Talk, interaction: PendingInteraction, number: str, end: Callable[[str], object]) -> bool:
    """Compare and, when it is wrong, say so. `end` is called with the outcome when it was the last try."""
    payload = interaction.payload
    if is_same(payload["number"], number):
        return True
    tries = payload.get("tries", 0) + 1
    interactions.change(talk.session, interaction, {**payload, "tries": tries})
    if (left := MOST_TRIES - tries) > 0:
        talk.say("confirm_wrong", left=left)
    else:
        end(VOID)
        talk.say("confirm_void")
    return False


def is_right_or_void(talk: Talk, interaction: PendingInteraction, number: str) -> bool:
    """The same where nothing but the question has to end."""
    return is_right(
        talk, interaction, number, lambda outcome: interactions.claim(talk.session, interaction.id, outcome, talk.now)
    )
