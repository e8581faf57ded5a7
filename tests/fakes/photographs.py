"""Photos as pupils take them: a page written by us, then held askew, in the shade, out of focus, in the dark."""

import io
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from bot import documents

FONTS = Path(documents.__file__).parent / "fonts"
EXERCISE = """Exercice 3

Résoudre dans R les équations suivantes :
a)  2x + 3 = 11
b)  5(x − 2) = 3x + 4
c)  x² − 5x + 6 = 0

On donne le triangle ABC rectangle en A avec
AB = 6 cm et AC = 8 cm. Calculer BC."""


def page(text: str = EXERCISE, size: tuple[int, int] = (1200, 1600), points: int = 36, ink: int = 30) -> Image.Image:
    """A page with a text in letters `points` pixels high."""
    image = Image.new("RGB", size, (250, 249, 245))
    font = ImageFont.truetype(str(FONTS / "NotoSans-Regular.ttf"), points)
    ImageDraw.Draw(image).multiline_text((90, 110), text, (ink, ink, ink + 20), font, spacing=points // 2)
    return image


def drawing() -> Image.Image:
    """A triangle with its three letters: few edges, much white."""
    image = Image.new("RGB", (1200, 900), "white")
    pen = ImageDraw.Draw(image)
    pen.line([(200, 700), (1000, 700), (200, 150), (200, 700)], "black", 4)
    font = ImageFont.truetype(str(FONTS / "NotoSans-Regular.ttf"), 48)
    for at, letter in (((150, 700), "A"), ((1010, 700), "B"), ((150, 100), "C")):
        pen.text(at, letter, "black", font)
    return image


def screenshot() -> Image.Image:
    """A telephone in dark mode: light words on black, coloured bubbles."""
    image = Image.new("RGB", (1080, 2340), (11, 20, 26))
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(FONTS / "NotoSans-Regular.ttf"), 40)
    for row, said in enumerate(("Bonjour !", "Tu as fait l’exercice 4 ?", "Pas encore, et toi ?")):
        pen.rounded_rectangle((60, 200 + 220 * row, 900, 340 + 220 * row), 30, (0, 92, 75))
        pen.text((100, 240 + 220 * row), said, (233, 237, 239), font)
    return image


def photographed(image: Image.Image, *, seed: int = 1, grain: float = 6, askew: float = 0.06) -> Image.Image:
    """The same lying on a table: seen from the side, a shadow over a part of it, with a small camera's noise."""
    chance = random.Random(seed)
    width, height = image.size
    table = Image.new("RGB", (width + 200, height + 200), (120, 90, 62))
    table.paste(image, (100, 100))
    width, height = table.size
    lean = [chance.uniform(0, askew) for _ in range(8)]
    corners = (
        (lean[0] * width, lean[1] * height), (lean[2] * width, height - lean[3] * height),
        (width - lean[4] * width, height - lean[5] * height), (width - lean[6] * width, lean[7] * height),
    )  # fmt: skip
    seen = table.transform(
        table.size, Image.Transform.QUAD, [value for corner in corners for value in corner], Image.Resampling.BICUBIC
    )
    shadow = Image.new("L", seen.size, 255)
    ImageDraw.Draw(shadow).polygon([(0, 0), (width // 2, 0), (width // 4, height), (0, height)], 150)
    shadow = shadow.filter(ImageFilter.GaussianBlur(60))
    return noisy(ImageChops.multiply(seen, shadow.convert("RGB")), grain)


def noisy(image: Image.Image, grain: float) -> Image.Image:
    """With noise of so many levels (standard deviation)."""
    noise = Image.effect_noise(image.size, grain).convert("RGB")
    return ImageChops.add(image, noise, 1, -128)


def blurred(image: Image.Image, radius: float) -> Image.Image:
    """Out of focus; `radius`: the standard deviation of the blur in pixels."""
    return image.filter(ImageFilter.GaussianBlur(radius))


def shaken(image: Image.Image, length: int, *, upwards: bool = False) -> Image.Image:
    """Moved by so many pixels while it was taken, to the right or upwards."""
    width, height = image.size
    total = image.convert("RGB")
    for step in range(1, length):  # the mean of all its places
        moved = ImageChops.offset(image, 0, step) if upwards else ImageChops.offset(image, step, 0)
        total = Image.blend(total, moved, 1 / (step + 1))
    return total.crop((0, length, width, height) if upwards else (length, 0, width, height))


def darkened(image: Image.Image, light: float) -> Image.Image:
    """With so much of its light (0 … 1)."""
    return image.point(lambda value: value * light)


def jpeg(image: Image.Image, quality: int = 80, **options: object) -> bytes:
    """As a file of the kind that telephones make."""
    return saved(image, "JPEG", quality=quality, **options)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    """As a file of any kind that Pillow writes; HEIF too."""
    if kind == "HEIF":
        import pillow_heif

        pillow_heif.register_heif_opener()
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()
