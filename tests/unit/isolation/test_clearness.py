"""What is said of a photo's sharpness and light: clear ones of every kind are fine, useless ones are found."""

import io
from functools import cache

import pytest
from PIL import Image, ImageDraw

from bot.isolation.photos.clearness import flaw_of
from bot.refusals import AttachmentRefusal
from tests.fakes import photographs
from tests.fakes.photographs import blurred, darkened, jpeg, noisy, page, photographed, shaken

SIZE = (900, 1200)


@cache
def table(points: int = 30, ink: int = 30, text: str = photographs.EXERCISE) -> Image.Image:
    """A page as a telephone sees it, without noise."""
    return photographed(page(text, SIZE, points, ink), grain=0)


def seen(image: Image.Image, quality: int = 80) -> AttachmentRefusal | None:
    """What is said of it once it was packed as JPEG."""
    return flaw_of(Image.open(io.BytesIO(jpeg(image, quality))).convert("RGB"))


def ruled() -> Image.Image:
    """An empty page of an exercise book, its lines leaning a little."""
    image = Image.new("RGB", (SIZE[0] * 4, SIZE[1] * 4), "white")
    for y in range(240, 4600, 200):
        ImageDraw.Draw(image).line([(0, y), (SIZE[0] * 4, y + 96)], (120, 140, 220), 12)
    return image.reduce(4)  # no camera sees the teeth of a line


def before_a_blur() -> Image.Image:
    """A sharp label on a background that is out of focus."""
    image = blurred(table(50), 9)
    image.paste(page("Exercice 4 page 12", (400, 250), 26).rotate(4, expand=True, fillcolor=(90, 80, 70)), (250, 400))
    return noisy(image, 5)


CLEAR = {
    "a page on a table": lambda: noisy(table(), 5),
    "small print": lambda: noisy(table(18), 5),
    "faint pencil": lambda: noisy(table(ink=205), 5),
    "a small camera in a dim room": lambda: noisy(darkened(table(), 0.35), 9),
    "one word on a white page": lambda: page("Bonjour", SIZE, 36),
    "one word on a page on a table": lambda: noisy(table(36, text="Bonjour"), 5),
    "a drawing": photographs.drawing,
    "a telephone in dark mode": photographs.screenshot,
    "an empty ruled page": ruled,
    "before a background out of focus": before_a_blur,
    "one colour": lambda: Image.new("RGB", (800, 500), "green"),
    "slightly soft": lambda: noisy(blurred(table(), 2), 5),
    "soft, in faint pencil, scanned": lambda: blurred(page(size=SIZE, ink=205), 3),
}
USELESS = {
    "out of focus": (lambda: noisy(blurred(table(), 5), 5), AttachmentRefusal.BLURRED),
    "far out of focus": (lambda: noisy(blurred(table(), 12), 5), AttachmentRefusal.BLURRED),
    "small print out of focus": (lambda: noisy(blurred(table(18), 5), 5), AttachmentRefusal.BLURRED),
    "a blurred scan": (lambda: blurred(page(size=SIZE), 6), AttachmentRefusal.BLURRED),
    "a hand that shook sideways": (lambda: noisy(shaken(table(), 25), 5), AttachmentRefusal.BLURRED),
    "a hand that shook upwards": (lambda: noisy(shaken(table(), 25, upwards=True), 5), AttachmentRefusal.BLURRED),
    "at night": (lambda: noisy(darkened(table(), 0.1), 4), AttachmentRefusal.DARK),
    "a lens that is covered": (lambda: noisy(Image.new("RGB", SIZE), 4), AttachmentRefusal.DARK),
    "an empty page": (lambda: noisy(Image.new("RGB", SIZE, (250, 250, 250)), 2), AttachmentRefusal.WASHED_OUT),
}


@pytest.mark.parametrize("name", CLEAR)
def test_a_clear_photo_is_fine(name: str) -> None:
    assert seen(CLEAR[name]()) is None


@pytest.mark.parametrize("quality", [30, 95])
def test_a_clear_page_is_fine_however_it_is_packed(quality: int) -> None:
    assert seen(noisy(table(), 5), quality) is None


@pytest.mark.parametrize("name", USELESS)
def test_what_nobody_could_read_is_found(name: str) -> None:
    make, flaw = USELESS[name]
    assert seen(make()) is flaw
