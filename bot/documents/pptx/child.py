"""The child's side of render_pptx. Only ever run by bot.isolation.children."""

import io
from datetime import UTC

from bot.documents.package import stable
from bot.documents.pptx.draw import Drawer
from bot.documents.pptx.marks import marked, plain
from bot.documents.pptx.model import Deck
from bot.documents.pptx.pages import pages_of
from bot.documents.pptx.template import new_presentation
from bot.text.french import spaced
from bot.text.safe import safe_text
from bot.types import Language


def answer(payload: bytes) -> bytes:
    """A Deck as JSON in, the presentation out."""
    deck = Deck.model_validate_json(payload)

    def clean(text: str) -> str:
        text = marked(safe_text(text).replace("\t", " "))
        return spaced(text) if deck.language is Language.FR else text

    made = new_presentation()
    drawer = Drawer(made, deck.language, deck.images)
    title = plain(clean(deck.title))
    drawer.opening(title, plain(clean(deck.subtitle)))
    for page in pages_of(deck.slides, clean):
        drawer.page(page)
    properties = made.core_properties
    properties.title, properties.author = title, deck.service_name
    properties.last_modified_by = deck.service_name
    properties.language = "fr-FR" if deck.language is Language.FR else "en-GB"
    properties.created = properties.modified = deck.created_at.astimezone(UTC).replace(tzinfo=None)
    properties.revision = 1
    body = io.BytesIO()
    made.save(body)
    return stable(body.getvalue())
