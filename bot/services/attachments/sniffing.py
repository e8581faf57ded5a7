"""The kind of an attachment by its first bytes. What its sender declares decides only between sound and film, which
share their containers, and tells a text from what came in a photo's place. Pure; nothing is parsed here."""

from bot.isolation.signs import SOUND_TAGS, charset_of_wide, is_bitmap
from bot.services.attachments.reading import Kind

PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
SOUNDS = (*SOUND_TAGS, b"OggS", b"#!AMR", b"fLaC", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"\xff\xf1", b"\xff\xf9")
CONTAINERS = (b"\x1a\x45\xdf\xa3",)  # Matroska, WebM
BY_RIFF = {b"WEBP": Kind.PHOTO, b"WAVE": Kind.VOICE, b"AVI ": Kind.VIDEO}
PICTURE_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif")
SOUND_BRANDS = (b"M4A ", b"M4B ")
DOCUMENTS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf")
NO_TEXTS = ("image/", "audio/", "video/")
HEAD = 4_096


def kind_of(body: bytes, declared: str) -> Kind:
    """The kind; OTHER for what nobody here knows. A document's own kind is told by whoever reads it."""
    head = body[:HEAD]
    if b"%PDF-" in head[:1_024] or head.startswith(DOCUMENTS):
        return Kind.DOCUMENT
    if head[:4] == b"RIFF" and head[8:12] in BY_RIFF:
        return BY_RIFF[head[8:12]]
    if head[4:8] == b"ftyp":
        return _of_brand(head[8:12], declared)
    if head.startswith(CONTAINERS):
        return _sound_or_film(declared)
    if head.startswith(PICTURES) or is_bitmap(head):
        return Kind.PHOTO
    if head.startswith(SOUNDS):
        return Kind.VOICE
    # A page in a photo's place is what something on its way says of an error, and nobody's document.
    return Kind.OTHER if declared.startswith(NO_TEXTS) else _of_text(head)


def _of_brand(brand: bytes, declared: str) -> Kind:
    """A file of the ISO base media format, by its major brand."""
    if brand in PICTURE_BRANDS:
        return Kind.PHOTO
    return Kind.VOICE if brand in SOUND_BRANDS else _sound_or_film(declared)


def _sound_or_film(declared: str) -> Kind:
    return Kind.VOICE if declared.startswith("audio/") else Kind.VIDEO


def _of_text(head: bytes) -> Kind:
    if b"\0" in head and not charset_of_wide(head):
        return Kind.OTHER
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:11].upper() == b"BEGIN:VCARD":
        return Kind.CONTACT
    is_drawing = start[:1] == b"<" and b"<svg" in head.lower() and b"<html" not in head.lower()
    return Kind.OTHER if is_drawing else Kind.DOCUMENT
