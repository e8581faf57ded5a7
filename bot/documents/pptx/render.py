"""The parent's side of making a presentation."""

from bot.documents.pptx.model import Deck
from bot.isolation.children import run_child

MODULE = "bot.documents.pptx.child"


def render_pptx(deck: Deck, *, timeout_s: float = 30) -> bytes:
    """The presentation; the same bytes for the same deck. Raises DocumentError."""
    return run_child(MODULE, deck.model_dump_json().encode(), timeout_s=timeout_s)
