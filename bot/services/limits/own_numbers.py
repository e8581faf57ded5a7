"""Our own numbers: what comes from one of them is an echo of ours, never a person."""

from bot.config import Settings


def own_numbers(settings: Settings) -> frozenset[str]:
    """The senders the settings name."""
    return frozenset(number for number in (settings.twilio_whatsapp_from, settings.twilio_sms_from) if number)
