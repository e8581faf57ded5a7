"""Which way a text is written."""

import unicodedata

from bot.documents.blocks import Listing, Paragraph, Quote, Spans, Table


def runs_leftward(spans: Spans) -> bool:
    """Whether the first letter of a text belongs to a script written from right to left."""
    letter = next((character for span in spans for character in span.text if character.isalpha()), "")
    return unicodedata.bidirectional(letter) in ("R", "AL") if letter else False


def quote_runs_leftward(quote: Quote) -> bool:
    """Whether its first paragraph does."""
    return runs_leftward(next((block.spans for block in quote.blocks if isinstance(block, Paragraph)), ()))


def list_runs_leftward(listing: Listing) -> bool:
    """Whether the first item that begins with words does."""
    first = (block.spans for item in listing.items for block in item[:1] if isinstance(block, Paragraph))
    return runs_leftward(next(first, ()))


def table_runs_leftward(table: Table) -> bool:
    """Whether the first title of a column that has words does."""
    return runs_leftward(next((cell for cell in table.head if any(span.text.strip() for span in cell)), ()))
