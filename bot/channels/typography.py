"""French spacing on channels that can show it."""

from bot.text import french
from bot.types import Channel, Language


def spaced(text: str, language: str, channel: str) -> str:
    """The text as it is set in French on WhatsApp. Other languages and SMS, which has no such space, keep theirs."""
    return french.spaced(text) if language == Language.FR and channel == Channel.WHATSAPP else text


def with_plain_spaces(text: str) -> str:
    """The text with ordinary spaces for no-break ones: one of these makes a whole SMS UCS-2."""
    return text.replace(french.NO_BREAK, " ").replace("\u202f", " ")
