"""The child's side of bot.isolation.photos.normalising: opens a stranger's picture. Only ever run by run_child.

What it is stands in its first bytes, never in its name; how large it is in its head, which is read before any pixel."""

import io
import warnings
from importlib import import_module
from typing import Final

from PIL import Image, ImageOps, ImageStat

from bot.errors import AttachmentRefused
from bot.isolation.framing import framed, unframed
from bot.isolation.photos.clearness import flaw_of
from bot.isolation.photos.columns import columns_of, in_columns, room_of
from bot.refusals import AttachmentRefusal

SIGNS: Final = (  # first bytes, Pillow's name of the kind, the module that opens it
    (b"\xff\xd8\xff", "JPEG", "PIL.JpegImagePlugin"),
    (b"\x89PNG\r\n\x1a\n", "PNG", "PIL.PngImagePlugin"),
    (b"GIF8", "GIF", "PIL.GifImagePlugin"),
    (b"BM", "BMP", "PIL.BmpImagePlugin"),
    (b"II*\0", "TIFF", "PIL.TiffImagePlugin"),
    (b"MM\0*", "TIFF", "PIL.TiffImagePlugin"),
)
HEIF_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
MOST_PIXELS: Final = 40_000_000  # of what is unpacked whole; a bomb has more
MOST_PIXELS_OF: Final = {"JPEG": 200_000_000, "HEIF": 50_000_000}  # read at an eighth; a telephone's largest
LEAST_SIDE: Final = 16  # pixels: below it there is nothing to see
LIGHT: Final = 200  # of 255: ink that a white page swallows
OPAQUE: Final = 127
MOST_BYTES: Final = 1_000_000
QUALITIES: Final = (85, 75, 60, 40)


def answer(payload: bytes) -> bytes:
    """A line of JSON {long_side} and the picture behind it, to a line of JSON and the JPEG behind it: {kind, width,
    height} as it was sent and upright, {pages} it has, {columns} that it is laid out in, {flaw}: "" or why nobody
    may see anything on it; or {error} alone. Both are of AttachmentRefusal."""
    wanted, body = unframed(payload)
    try:
        said, jpeg = _normalised(body, int(wanted["long_side"]))
    except AttachmentRefused as refused:
        said, jpeg = {"error": refused.reason}, b""
    except MemoryError:
        said, jpeg = {"error": AttachmentRefusal.TOO_MANY_PIXELS}, b""
    except Exception:  # the parsers of a hostile file raise anything
        said, jpeg = {"error": AttachmentRefusal.CORRUPT}, b""
    return framed(said, jpeg)


def _normalised(body: bytes, long_side: int) -> tuple[dict[str, str | int], bytes]:
    kind = _kind(body)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a camera's odd notes do not make its picture unreadable
        sent = _opened(body, kind)
        pages = getattr(sent, "n_frames", 1) if kind == "TIFF" else 1  # what moves has one, and photos a thumbnail
        turned = _is_turned(sent)
        width, height = sent.size[::-1] if turned else sent.size
        columns = 1 if turned else columns_of(width, height, long_side)
        image = _upright(_small(sent, room_of(columns, long_side)))
    if min(image.size) < LEAST_SIDE:
        raise AttachmentRefused(AttachmentRefusal.TOO_SMALL)
    flat = _on_plain(image)
    said: dict[str, str | int] = {"kind": kind, "width": width, "height": height, "pages": pages}
    return said | {"columns": columns, "flaw": flaw_of(flat) or ""}, _jpeg(in_columns(flat, columns))


def _kind(body: bytes) -> str:
    for sign, kind, module in SIGNS:
        if body.startswith(sign):
            import_module(module)
            return kind
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        import_module("PIL.WebPImagePlugin")
        return "WEBP"
    if body[4:12] == b"ftypavif":
        import_module("PIL.AvifImagePlugin")
        return "AVIF"
    if body[4:8] == b"ftyp" and body[8:12] in HEIF_BRANDS:
        import_module("pillow_heif").register_heif_opener(thumbnails=False, decode_threads=1)
        return "HEIF"
    raise AttachmentRefused(AttachmentRefusal.CORRUPT)


def _opened(body: bytes, kind: str) -> Image.Image:
    """Its head is read, its pixels are not."""
    Image.MAX_IMAGE_PIXELS = None  # we have bounds of our own
    image = Image.open(io.BytesIO(body), formats=(kind,))
    if image.width * image.height > MOST_PIXELS_OF.get(kind, MOST_PIXELS):
        raise AttachmentRefused(AttachmentRefusal.TOO_MANY_PIXELS)
    return image


def _is_turned(image: Image.Image) -> bool:
    """Whether the camera was held so that its width is the height."""
    try:
        return image.getexif().get(0x0112) in (5, 6, 7, 8)
    except Exception:  # notes that cannot be read are no notes
        return False


def _small(image: Image.Image, room: tuple[int, int]) -> Image.Image:
    """A JPEG is read at a half, a quarter or an eighth where that is enough."""
    if image.format in ("JPEG", "MPO"):
        image.thumbnail(room, Image.Resampling.LANCZOS)
        return image
    image.load()
    small = _with_tones(image)
    small.thumbnail(room, Image.Resampling.LANCZOS)
    if exif := image.info.get("exif"):
        small.info["exif"] = exif
    return small


def _with_tones(image: Image.Image) -> Image.Image:
    """In a mode that can be made smaller smoothly; of sixteen bits a tone the upper eight."""
    if image.mode.startswith(("I", "F")):
        return image.convert("F").point(lambda value: value * (1 / 256) + 0).convert("L")
    if "transparency" in image.info or image.mode in ("LA", "PA", "La", "RGBa"):
        return image.convert("RGBA")
    return image if image.mode in ("L", "RGB", "RGBA", "CMYK") else image.convert("RGB")


def _upright(image: Image.Image) -> Image.Image:
    try:
        return ImageOps.exif_transpose(image)
    except Exception:  # notes that cannot be read turn nothing
        return image


def _on_plain(image: Image.Image) -> Image.Image:
    """Without what was transparent, light ink on black; and without the camera's notes: a new picture has none."""
    mask = image.getchannel("A") if "A" in image.getbands() else None
    flat = Image.new("RGB", image.size, "black" if mask and _is_light(image, mask) else "white")
    flat.paste(image.convert("RGB"), mask=mask)
    return flat


def _is_light(image: Image.Image, mask: Image.Image) -> bool:
    """Whether what can be seen is too light for a white page."""
    seen = ImageStat.Stat(image.convert("L"), mask.point(lambda alpha: 255 if alpha > OPAQUE else 0))
    return seen.count[0] > 0 and seen.mean[0] > LIGHT


def _jpeg(image: Image.Image) -> bytes:
    for quality in QUALITIES:
        out = io.BytesIO()
        image.save(out, "JPEG", quality=quality, optimize=True)
        if out.tell() <= MOST_BYTES:
            break
    return out.getvalue()
