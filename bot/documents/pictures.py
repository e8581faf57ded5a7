"""Images of the user's files, made as small as a phone shows them. In the child: what is opened is a stranger's."""

import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from bot.documents.blocks import Picture
from bot.errors import DocumentError

MAX_BYTES = 16_000_000
MAX_PIXELS = 40_000_000  # a large telephone's camera; a picture bomb has more
WIDEST = 1_280
HIGHEST = 1_600
QUALITY = 72
FEW_COLOURS = 256


def picture_in(body: bytes, name: str) -> Picture:
    """A picture that fits on a page, upright, without the camera's data: PNG for drawings, else JPEG. Raises
    DocumentError for what is no picture or far too large a one."""
    if len(body) > MAX_BYTES:
        raise DocumentError(f"{name[:60]!r} is too large for an image")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            opened = Image.open(io.BytesIO(body), formats=("PNG", "JPEG", "WEBP", "GIF"))
            if opened.width * opened.height > MAX_PIXELS:
                raise DocumentError(f"{name[:60]!r} has too many pixels")
            opened.draft("RGB", (WIDEST, HIGHEST))
            image = ImageOps.exif_transpose(opened)
            flat = Image.new("RGB", image.size, "white")
            flat.paste(image, mask=image.convert("RGBA").getchannel("A") if _is_see_through(image) else None)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError):
        raise DocumentError(f"{name[:60]!r} is no image that can be read") from None
    flat.thumbnail((WIDEST, HIGHEST))
    return Picture(_smallest(flat), flat.width, flat.height, name, "")


def _is_see_through(image: Image.Image) -> bool:
    return "A" in image.getbands() or "transparency" in image.info


def _smallest(image: Image.Image) -> bytes:
    """A drawing of few colours as PNG, a photograph as JPEG."""
    out = io.BytesIO()
    if image.getcolors(FEW_COLOURS) is not None:
        image.quantize(FEW_COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    else:
        image.save(out, "JPEG", quality=QUALITY, optimize=True, progressive=False)
    return out.getvalue()
