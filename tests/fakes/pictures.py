"""Pictures as files."""

import io

from PIL import Image


def png(colour: str = "green") -> bytes:
    """A picture of one colour."""
    body = io.BytesIO()
    Image.new("RGB", (800, 500), colour).save(body, "PNG")
    return body.getvalue()
