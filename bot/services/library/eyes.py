"""A model that looks at one picture, apart from any conversation: it is told nothing but what to say of it."""

from contextlib import closing
from dataclasses import dataclass
from functools import cache

from sqlmodel import Session

from bot.agent.pictures import picture_part
from bot.agent.spec import Model, Usage
from bot.agent.stream import fold
from bot.dao.money import spending
from bot.errors import ModelError
from bot.i18n.catalogue import TEMPLATES
from bot.models.base import utc_now
from bot.services.money.prices import Prices
from bot.text.safe import safe_text
from bot.text.storable import storable

MOST_CHARS = 1_500  # of what is said of a picture
PNG = b"\x89PNG"
PROMPT = "look_at_picture.md"
DESCRIBE = (
    "Describe this picture for somebody who will answer questions about it later without seeing it: every word and "
    "formula on it, in their order, then what is drawn, photographed or marked, and what cannot be read."
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a model says of a picture; nothing to be trusted. `dollars`: what it took."""

    text: str
    usage: Usage
    dollars: float
    mode: str  # whose day's money it is

    def count(self, session: Session, number: int) -> None:
        """Count what it took among what its mode spends today; `number` spreads who counts at one moment."""
        spending.count(session, self.mode, number, utc_now(), self.usage.total_tokens, self.dollars)


@dataclass(frozen=True, slots=True)
class Eyes:
    """One instance a process, in several threads at once."""

    model: Model
    prices: Prices

    def look(self, name: str, picture: bytes, question: str, mode: str, *, timeout_s: float) -> Seen:
        """What the model of this name says of a JPEG or PNG. Raises ProviderError, ModelError."""
        kind = "image/png" if picture.startswith(PNG) else "image/jpeg"
        asked = [{"type": "text", "text": question}, picture_part(picture, kind)]
        request = {
            "model": name,
            "messages": [{"role": "system", "content": _prompt()}, {"role": "user", "content": asked}],
        }
        with closing(self.model.stream(request, timeout_s=timeout_s)) as chunks:
            completion = fold(chunks, name)
        text = storable(safe_text(completion.text)).strip()[:MOST_CHARS]
        if not text:
            raise ModelError("nothing was said of a picture")
        used = completion.usage
        dollars = used.cost or self.prices.in_dollars(
            name, used.prompt_tokens, used.completion_tokens, used.cached_tokens
        )
        return Seen(text, used, dollars, mode)


@cache
def _prompt() -> str:
    return (TEMPLATES / "prompts" / PROMPT).read_text(encoding="utf-8").strip()
