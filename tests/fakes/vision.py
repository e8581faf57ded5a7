"""Eyes for the scripted model: what it says of a picture it has measured in the bytes that came over HTTP."""

import base64
import io
from typing import Any

from PIL import Image, ImageStat

from tests.fakes.model import Request, Step, says

PREFIX = "data:image/jpeg;base64,"


def pictures_in(message: dict[str, Any]) -> list[Image.Image]:
    """The pictures of one message, decoded."""
    content = message.get("content")
    parts = content if isinstance(content, list) else ()
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    return [_decoded(url) for url in urls]


def pictures_of(request: Request) -> list[Image.Image]:
    """Every picture of a request, from the oldest."""
    return [picture for message in request["messages"] for picture in pictures_in(message)]


def looks(request: Request) -> Step:
    """Says of each picture how large it is, which of red, green and blue it has most of, and how light it is."""
    seen = [_said(picture) for picture in pictures_of(request)]
    return says(f"Je vois {len(seen)} image(s) : {' ; '.join(seen)}.")


def _decoded(url: str) -> Image.Image:
    assert url.startswith(PREFIX), url[:40]
    picture = Image.open(io.BytesIO(base64.b64decode(url.removeprefix(PREFIX), validate=True)), formats=("JPEG",))
    picture.load()
    return picture


def _said(picture: Image.Image) -> str:
    tones = ImageStat.Stat(picture.convert("RGB")).mean
    colour = ("rouge", "vert", "bleu")[tones.index(max(tones))]
    return f"{picture.width}x{picture.height}, {colour}, {'claire' if sum(tones) > 380 else 'sombre'}"
