"""The frame of a letter on its page: French usage, sender on the left, recipient and date on the right."""

from typing import Protocol

from bot.documents.blocks import Span, Spans, Style
from bot.documents.letters import Frame
from bot.documents.pdf.sheets import Sheets
from bot.documents.theme import BODY, INK, LEADING, LEFT, RIGHT, Colour

RECIPIENT = LEFT + (RIGHT - LEFT) * 0.55  # where the right half begins, as in a window envelope
CLOSE = 1.35  # line height of an address


class Setter(Protocol):
    """What sets paragraphs: the composer."""

    sheets: Sheets

    def lines(self, spans: Spans, x: float, size: float, leading: float, colour: Colour) -> None:
        """Set a paragraph from `x` to the right margin."""


def open_letter(setter: Setter, frame: Frame) -> None:
    """Sender, recipient, place and date, object."""
    for number, line in enumerate(frame.sender):
        setter.lines((Span(line, Style(bold=number == 0)),), LEFT, BODY, CLOSE, INK)
    setter.sheets.y += 14
    for line in frame.recipient:
        setter.lines((Span(line),), RECIPIENT, BODY, CLOSE, INK)
    setter.sheets.y += 22
    setter.lines((Span(frame.dateline),), RECIPIENT, BODY, CLOSE, INK)
    setter.sheets.y += 22
    if frame.subject:
        subject = (Span(frame.subject_label, Style(bold=True)), Span(frame.subject))
        setter.lines(subject, LEFT, BODY, CLOSE, INK)
        setter.sheets.y += 16


def close_letter(setter: Setter, frame: Frame) -> None:
    """The closing formula, and room for the hand above the name; never parted from each other."""
    setter.sheets.need(3 * BODY * LEADING + 60)
    if frame.closing:
        setter.sheets.space(10)
        setter.lines((Span(frame.closing),), LEFT, BODY, LEADING, INK)
    if frame.signature:
        setter.sheets.y += 40
        setter.lines((Span(frame.signature),), RECIPIENT, BODY, LEADING, INK)
