"""The pictures of a message as the demo model gets them: it has no eyes, but it can measure. Only pictures that the
service has made itself come here."""

import base64
import io

from PIL import Image

from bot.types import Message

DATA = "data:image/"


def sizes_of(message: Message) -> tuple[tuple[int, int], ...]:
    """Width and height in pixels of each picture that really arrived. Raises ValueError for what is none."""
    content = message.get("content")
    parts = content if isinstance(content, list) else ()
    addresses = (part["image_url"]["url"] for part in parts if part.get("type") == "image_url")
    return tuple(_size(address) for address in addresses if address.startswith(DATA))


def _size(address: str) -> tuple[int, int]:
    body = base64.b64decode(address.partition(",")[2], validate=True)
    with Image.open(io.BytesIO(body)) as picture:
        return picture.size
