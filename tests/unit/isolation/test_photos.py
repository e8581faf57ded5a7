"""Photos made fit to be kept: small, upright, without the camera's notes; hostile ones refused for what they are."""

import io
import struct
import zipfile
import zlib

import pytest
from PIL import Image

from bot.errors import AttachmentRefused
from bot.isolation.children import run_child
from bot.isolation.framing import framed, unframed
from bot.isolation.photos import child
from bot.isolation.photos.normalising import MODULE, normalised
from bot.isolation.photos.recognition import can_recognise, recognised
from bot.refusals import AttachmentRefusal
from bot.services.attachments.photos import Photos
from bot.services.attachments.reading import Sent
from bot.types import Language
from tests.fakes import photographs
from tests.fakes.clock import FakeClock
from tests.fakes.photographs import jpeg, page, saved

LONG_SIDE = 800
ORIENTATION, MODEL, GPS = 0x0112, 0x0110, 0x8825


def opened(body: bytes) -> Image.Image:
    return Image.open(io.BytesIO(body), formats=("JPEG",))


def told(body: bytes) -> tuple[bytes, bytes]:
    """What the child says of it, in this process: its line of JSON, and the picture."""
    head, _, picture = child.answer(framed({"long_side": 800}, body)).partition(b"\n")
    return head, picture


def refusal(body: bytes) -> str:
    head, picture = told(body)
    assert picture == b""
    return head.decode()


def bomb(width: int, height: int) -> bytes:
    """A PNG of so many black pixels, far smaller than they are."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes((width + 7) // 8 + 1) * 100) for _ in range(height // 100)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as kept:
        kept.writestr("virus.exe", b"MZ")
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "GIF", "BMP", "TIFF", "AVIF"])
def test_a_picture_of_every_kind_becomes_a_small_jpeg(kind: str) -> None:
    photo = normalised(saved(page(size=(900, 1200)), kind), LONG_SIDE)
    assert (photo.width, photo.height) == (900, 1200)
    assert opened(photo.jpeg).size == (600, 800)
    assert len(photo.jpeg) < child.MOST_BYTES


def test_a_small_picture_is_not_made_larger() -> None:
    assert opened(normalised(jpeg(page(size=(500, 600))), LONG_SIDE).jpeg).size == (500, 600)


def test_a_photo_held_sideways_is_turned_and_says_nothing_of_its_camera() -> None:
    image = page(size=(900, 600))
    image.putpixel((0, 0), (255, 0, 0))
    notes = Image.Exif()
    notes[ORIENTATION], notes[MODEL], notes[GPS] = 6, "Tecno Spark", {1: "N", 2: (5.0, 20.0, 0.0)}
    sent = jpeg(image, exif=notes.tobytes(), comment=b"Awa's house", icc_profile=b"profile of a screen")
    photo = normalised(sent, LONG_SIDE)
    assert b"Tecno" in sent
    assert (photo.width, photo.height) == (600, 900)
    assert opened(photo.jpeg).height > opened(photo.jpeg).width
    assert not opened(photo.jpeg).getexif()
    assert not any(word in photo.jpeg for word in (b"Tecno", b"Awa's house", b"profile", b"Exif"))


def test_nor_does_a_picture_of_another_kind_keep_notes_or_stay_on_its_side() -> None:
    notes = Image.Exif()
    notes[ORIENTATION], notes[MODEL] = 8, "Tecno Spark"
    photo = normalised(saved(page(size=(900, 600)), "PNG", exif=notes.tobytes()), LONG_SIDE)
    assert (photo.width, photo.height) == (600, 900)
    assert opened(photo.jpeg).size == (533, 800)
    assert b"Tecno" not in photo.jpeg


def test_broken_notes_do_not_lose_the_photo() -> None:
    sent = jpeg(page(size=(500, 600)), exif=b"Exif\0\0II*\0\xff\xff\xff\x00broken")
    assert opened(normalised(sent, LONG_SIDE).jpeg).size == (500, 600)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "1", "L", "CMYK", "I;16"])
def test_pictures_of_every_mode_are_read_and_lie_on_white(mode: str) -> None:
    if mode in ("RGBA", "LA"):
        drawn = Image.new(mode, (600, 800), (0, 0, 0, 0) if mode == "RGBA" else (0, 0))
        drawn.paste(Image.new(mode, (100, 100), (0, 0, 0, 255) if mode == "RGBA" else (0, 255)), (300, 300))
        body = saved(drawn, "PNG")
    elif mode == "I;16":
        deep = page(size=(600, 800)).convert("L").convert("I").point(lambda tone: tone * 257)
        body = saved(deep.convert("I;16"), "PNG")
    else:
        body = saved(page(size=(600, 800)).convert(mode), "TIFF" if mode == "CMYK" else "PNG")
    seen = opened(normalised(body, LONG_SIDE).jpeg).convert("L")
    assert seen.getpixel((5, 5)) > 230
    assert seen.getextrema()[0] < 60


@pytest.mark.parametrize(("ink", "ground"), [("white", 0), ("black", 255)])
def test_ink_on_nothing_is_seen(ink: str, ground: int) -> None:
    """A sticker, or a formula copied from a dark screen: white on a white page is called washed out."""
    shape = page(size=(600, 600), ink=0).convert("L").point(lambda tone: 255 - tone)
    drawn = Image.new("RGBA", (600, 600), ink)
    drawn.putalpha(shape)
    photo = normalised(saved(drawn, "PNG"), LONG_SIDE)
    assert photo.flaw is None
    assert abs(opened(photo.jpeg).convert("L").getpixel((5, 5)) - ground) < 20


@pytest.mark.parametrize("noise", [30, 120])
def test_a_noisy_photo_is_packed_until_it_is_light(noise: int) -> None:
    grainy = photographs.noisy(page(size=(1568, 1568)), noise)
    body = unframed(child.answer(framed({"long_side": 1568}, jpeg(grainy, 95))))[1]
    assert 0 < len(body) <= child.MOST_BYTES * 1.2


DISGUISED = {
    "a ZIP": archive(),
    "a page": b"<!doctype html><script>alert(1)</script>",
    "a drawing with a script": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "nothing": b"",
    "a head alone": b"\xff\xd8\xff\xe0",
    "half a photo": jpeg(page())[:5_000],
    "a broken PNG": bomb(100, 100)[:40],
    "a PostScript program": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n",
    "a JPEG's sign before a ZIP": b"\xff\xd8\xff" + archive(),
    "a HEIC of nothing": b"\0\0\0\x18ftypheic" + bytes(200),
}


@pytest.mark.parametrize("name", DISGUISED)
def test_what_is_no_picture_is_refused_by_its_content(name: str) -> None:
    assert AttachmentRefusal.CORRUPT in refusal(DISGUISED[name])


@pytest.mark.parametrize(("kind", "pages", "partly"), [("TIFF", 3, AttachmentRefusal.FIRST_PAGE), ("GIF", 1, None)])
def test_of_a_fax_of_several_pages_the_others_are_told(kind: str, pages: int, partly: AttachmentRefusal | None) -> None:
    """A drawing that moves is one picture all the same."""
    out, sheet = io.BytesIO(), page()
    sheet.save(out, kind, save_all=True, append_images=[sheet.rotate(90), sheet.rotate(180)])
    read = Photos(FakeClock(), 1_568, sees=True).read(Sent(out.getvalue(), "", "", Language.FR, is_guest=False))
    assert (read.partly, f"the first of {pages} pages" in read.facts) == (partly, pages > 1)


def test_a_bomb_is_refused_by_its_head() -> None:
    body = bomb(10_000, 5_000)
    assert len(body) < 30_000
    with pytest.raises(AttachmentRefused) as refused:
        normalised(body, LONG_SIDE)
    assert refused.value.reason is AttachmentRefusal.TOO_MANY_PIXELS


def test_so_is_one_whose_pixels_are_not_even_there() -> None:
    body = bytearray(bomb(100, 100))
    body[16:24] = struct.pack(">II", 2_000_000_000, 2_000_000_000)
    body[29:33] = struct.pack(">I", zlib.crc32(bytes(body[12:29])))
    assert AttachmentRefusal.TOO_MANY_PIXELS in refusal(bytes(body))


@pytest.mark.parametrize("size", [(1, 1), (4_000, 10)])
def test_what_has_nothing_to_see_is_too_small(size: tuple[int, int]) -> None:
    assert AttachmentRefusal.TOO_SMALL in refusal(saved(Image.new("RGB", size, "grey"), "PNG"))


def test_a_blurred_photo_is_told_to_be_one_and_made_fit_all_the_same() -> None:
    photo = normalised(jpeg(photographs.blurred(page(size=(900, 1200), points=24), 7)), LONG_SIDE)
    assert (photo.flaw, opened(photo.jpeg).size) == (AttachmentRefusal.BLURRED, (600, 800))
    assert normalised(jpeg(page(size=(900, 1200))), LONG_SIDE).flaw is None


def test_a_child_without_room_says_so_and_nobody_else_is_touched() -> None:
    """A large picture, and not enough memory to spread its colours."""
    body = saved(Image.new("P", (6_000, 6_000)), "PNG", compress_level=1)
    answer = run_child(MODULE, framed({"long_side": 800}, body), memory_mib=160)
    assert AttachmentRefusal.TOO_MANY_PIXELS.encode() in answer


@pytest.mark.skipif(not can_recognise(), reason="no tesseract on this machine")
def test_words_are_recognised_in_french() -> None:
    words = recognised(jpeg(page(size=(1200, 900))))
    assert "Exercice 3" in words
    assert "équations" in words


@pytest.mark.skipif(not can_recognise(), reason="no tesseract on this machine")
@pytest.mark.parametrize("turned", [90, 180])
def test_words_of_a_page_that_lies_on_its_side_or_its_head_are_recognised(turned: int) -> None:
    words = recognised(jpeg(page(size=(1200, 900)).rotate(turned, expand=True)))
    assert "Exercice 3" in words


@pytest.mark.skipif(not can_recognise(), reason="no tesseract on this machine")
def test_what_is_no_picture_has_no_words() -> None:
    assert recognised(b"\xff\xd8\xff nonsense") == ""
