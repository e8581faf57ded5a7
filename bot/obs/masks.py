"""What a log line must not show, by its shape: numbers, addresses, the questions inside web addresses. Pure."""

import re

PHONE = re.compile(r"\+?\d{6,11}(?=\d{4}(?!\d))")
SPACED_PHONE = re.compile(r"(?<![\w.:,+-])(?:\+\d|0\d)(?:[\s.\-()/\u00a0\u202f]{0,2}\d){7,13}(?!\w)")
HIDDEN = re.compile(r"\b([A-Z]{2}\.)(?:ENT\.)?[A-Za-z0-9]{4,136}([A-Za-z0-9]{4})\b")  # a WhatsApp user without a number
MAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]+@(?=[\w-]+\.\w)")
QUERY = re.compile(r"(https?://[^\s?#'\"<>]*)[?#][^\s'\"<>]*")


def masked(text: str) -> str:
    """The text without them; numbers keep their last four digits."""
    text = QUERY.sub(r"\1?…", text)
    text = MAIL.sub("…@", text)
    text = HIDDEN.sub(r"\1…\2", text)
    text = SPACED_PHONE.sub(lambda found: f"…{re.sub('[^0-9]', '', found[0])[-4:]}", text)
    return PHONE.sub("…", text)
