"""Whether a person could read what is on a photo: sharpness and light, measured on the picture as it is shown.

Sharpness is how steep edges are for their height: the difference between neighbours, over the difference of what lies
REACH pixels apart, tile by tile, along rows and along columns (a hand that shakes blurs one of them). Unlike the
variance of a Laplacian it does not grow with ink: a page with one word on it is as sharp as that word. A few sharp
tiles are enough, and where there are few edges, or none, nobody is sent back: better a blurred photo read than a clear
one refused. Every threshold was set on pictures of a known blur and light (tests/unit/isolation/test_clearness.py)."""

from collections.abc import Sequence
from itertools import product
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from bot.refusals import AttachmentRefusal

TILE: Final = 48  # pixels
REACH: Final = 12  # pixels between the two sides of an edge
GRAIN: Final = 1.0  # standard deviation, in pixels, of the smoothing that takes away a small camera's noise
LEAST_RISE: Final = 12  # levels of grey, of 255, between two sides: below it there is no edge to judge by
LEAST_LEAN: Final = 0.4  # of the rise in the other direction: along a line that leans a little nothing is steep
LEAST_STEP: Final = 4  # levels of grey above the noise
MOST_NOISE: Final = 5  # levels of grey; more of it are edges everywhere
SHARP: Final = 0.115  # a clear photo has 0.31 and more; a blur of 3 pixels leaves 0.12, of 5 pixels 0.10
FEW_SHARP, SHARE_SHARP = 3, 0.02  # so many sharp tiles, or such a share of those with edges, are enough
FEW_TILES: Final = 8  # with edges in them: of fewer nothing is concluded
DARK: Final = 56  # levels of grey that nothing exceeds
PALE: Final = 215  # … that nothing falls below
FAINT: Final = 20  # levels of grey between the lightest and the darkest
A_STROKE: Final = 0.00002  # of all pixels: one word on a page is something to see


def flaw_of(image: Image.Image) -> AttachmentRefusal | None:
    """What is wrong with a photo, None where it can be seen."""
    grey = image.convert("L")
    lightest, darkest = _percentile(grey, 0.999), _percentile(grey, A_STROKE)
    if lightest < DARK:
        return AttachmentRefusal.DARK
    if darkest > PALE and lightest - darkest < FAINT:
        return AttachmentRefusal.WASHED_OUT
    return AttachmentRefusal.BLURRED if min(sharpness(grey)) < SHARP else None


def sharpness(grey: Image.Image) -> tuple[float, float]:
    """Along rows and along columns, 0 … about 0.5; 1 where there are too few edges to judge by."""
    smooth = grey.filter(ImageFilter.GaussianBlur(GRAIN))
    tiles = [
        (left, top, left + TILE, top + TILE)
        for top, left in product(*(range(REACH, side - TILE - REACH + 1, TILE) for side in (grey.height, grey.width)))
    ]
    rows, columns = _edges(smooth, tiles, 1, 0), _edges(smooth, tiles, 0, 1)
    return _steepest(rows, columns), _steepest(columns, rows)


Edges = Sequence[tuple[int, int]]  # of each tile: its steepest step, its tallest rise, in levels of grey


def _edges(grey: Image.Image, tiles: Sequence[tuple[int, int, int, int]], across: int, down: int) -> Edges:
    half = REACH // 2
    steps = ImageChops.difference(grey, ImageChops.offset(grey, across, down))
    rises = ImageChops.difference(
        ImageChops.offset(grey, across * half, down * half), ImageChops.offset(grey, -across * half, -down * half)
    )
    return [(_percentile(steps.crop(tile), 0.98), _percentile(rises.crop(tile), 0.99)) for tile in tiles]


def _steepest(edges: Edges, others: Edges) -> float:
    """How steep edges are in one direction where they are steepest; `others`: those of the other direction."""
    if not edges:
        return 1.0
    noise = min(MOST_NOISE, sorted(step for step, _ in edges)[len(edges) // 10])
    judged = sorted(
        (step - noise) / rise
        for (step, rise), (_, other) in zip(edges, others, strict=True)
        if rise >= max(LEAST_RISE, LEAST_LEAN * other) and (step - noise >= LEAST_STEP or rise * SHARP >= LEAST_STEP)
    )
    if len(judged) < FEW_TILES:
        return 1.0
    return judged[-max(FEW_SHARP, int(len(judged) * SHARE_SHARP)) - 1]


def _percentile(image: Image.Image, share: float) -> int:
    """The level of grey that so many of the pixels do not exceed."""
    left = share * image.width * image.height
    for level, number in enumerate(image.histogram()):
        left -= number
        if left <= 0:
            return level
    return 255
