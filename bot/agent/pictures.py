"""A picture beside the words of a message, in the form of OpenAI's chat completions. Pure."""

import base64

from bot.types import JSON


def picture_part(body: bytes, content_type: str) -> JSON:
    """A part of a message's content (platform.openai.com/docs/guides/images-vision)."""
    return {"type": "image_url", "image_url": {"url": data_url(body, content_type)}}


def data_url(body: bytes, content_type: str) -> str:
    """RFC 2397."""
    return f"data:{content_type};base64,{base64.b64encode(body).decode('ascii')}"
