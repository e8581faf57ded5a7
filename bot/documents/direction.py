"""Which way a text is written."""

import unicodedata

from bot.documents.blocks import Spans


def runs_leftward(spans: Spans) -> bool:
    """Whether the first letter of a text belongs to a script written from right to left."""
    letter = next((character for span in spans for character in span.text if character.isalpha()), "")
    return unicodedata.bidirectional(letter) in ("R", "AL") if letter else False
