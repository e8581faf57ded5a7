"""Questions answered by a number that stands only in our own message (bot.services.approval.numbers). A wrong try is
counted and said; the last one ends the question."""

from collections.abc import Callable

from bot.conversation.talk import Talk
from bot.dao import interactions
from bot.models import PendingInteraction
from bot.reading.replies.assent import is_doubted
from bot.reading.replies.confirmations import DIGITS, number_in
from bot.services.approval import questions
from bot.services.approval.numbers import DAY, MOST_TRIES, VOID, is_same
from bot.services.mail import drafts

SHORTEST_TRY = 3  # digits; a shorter number is a line of the menu
CONFIRM = "confirm"  # kind of bot.conversation.dialogues.confirmation
NUMBERED = (CONFIRM, questions.KIND, drafts.KIND)


def tried(interaction: PendingInteraction, reply: str) -> str | None:
    """The number somebody types where a number is asked for; None when none is, or when it is a line of the menu, or
    it is doubted: « 48213 ❌ », « 48213 ? »."""
    is_tried = interaction.payload.get("number") and not is_doubted(reply, agrees=True)
    number = number_in(reply) if is_tried else None
    return number if number is not None and len(number) >= SHORTEST_TRY else None


def check(talk: Talk, interaction: PendingInteraction, number: str, end: Callable[[str], object]) -> bool:
    """Whether the number is right. A wrong one is counted and said; when it was the last try, `end` is called with the
    outcome."""
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


def is_of_old(talk: Talk, reply: str) -> bool:
    """Whether a reply is the number of a question put here lately. Where that is not open any more it says nothing."""
    number, since = number_in(reply), talk.now - DAY
    if number is None or len(number) != DIGITS:
        return False
    asked = interactions.payloads(talk.session, talk.person.conversation_id, NUMBERED, since)
    return any(is_same(payload.get("number", ""), number) for payload in asked)


def check_or_void(talk: Talk, interaction: PendingInteraction, number: str) -> bool:
    """`check` for questions of which nothing has to be undone at the last wrong try: they are just closed."""
    return check(
        talk, interaction, number, lambda outcome: interactions.claim(talk.session, interaction.id, outcome, talk.now)
    )
