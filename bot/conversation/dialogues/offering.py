"""Questions with options that may also be left: what menus and the sign-in dialogue put, as one offer."""

from collections.abc import Sequence

from bot.channels.offers import Offer
from bot.conversation.talk import Talk
from bot.i18n.catalogue import say


def cancellable(talk: Talk, question: str, labels: Sequence[str]) -> Offer:
    """A question whose last line says how to leave it, typed or tapped."""
    leave = "\n" + say(talk.person.language, "menu_cancel_line")
    return Offer(question, tuple(labels), ending=leave, tapped_ending=leave)
