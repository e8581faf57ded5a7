"""Long captures of a screen: laid out in columns, so that what is written on them stays legible."""

import io

import pytest
from PIL import Image

from bot.isolation.photos.columns import OVERLAP, columns_of, in_columns
from bot.isolation.photos.normalising import normalised
from bot.services.attachments.photos import Photos
from bot.services.attachments.reading import Sent
from bot.types import Language
from tests.fakes.clock import FakeClock
from tests.fakes.photographs import page, saved

LONG_SIDE = 1_568


@pytest.mark.parametrize(
    ("width", "height", "columns"),
    [
        (1_080, 20_000, 4),
        (1_080, 5_000, 2),
        (1_080, 2_640, 1),  # the longest telephone
        (3_000, 4_000, 1),
        (12_000, 1_000, 1),
        (100, 700, 1),  # nothing is made smaller
        (40, 40_000, 8),
    ],
)
def test_a_strip_has_as_many_columns_as_make_it_a_page(width: int, height: int, columns: int) -> None:
    assert columns_of(width, height, LONG_SIDE) == columns


@pytest.mark.parametrize("columns", [2, 3, 8])
def test_every_line_is_whole_in_one_of_the_columns(columns: int) -> None:
    rows = [number.to_bytes(2, "big") for number in range(3_001)]
    laid = in_columns(Image.frombytes("L", (2, 3_001), b"".join(rows)), columns)
    height, step = laid.height, 2 + 16
    found = [laid.crop((at * step, 0, at * step + 2, height)).tobytes() for at in range(columns)]
    for top in range(3_001 - OVERLAP):
        line = b"".join(rows[top : top + OVERLAP])
        assert any(line in column for column in found)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_capture_of_a_whole_conversation_is_shown_in_columns(kind: str) -> None:
    photo = normalised(saved(page(size=(1_080, 12_000)), kind), LONG_SIDE)
    shown = Image.open(io.BytesIO(photo.jpeg))
    assert (photo.width, photo.height, photo.columns) == (1_080, 12_000, 3)
    assert max(shown.size) <= LONG_SIDE
    assert shown.width > 3 * 350  # 141 pixels, of one column


def test_the_model_is_told_of_columns() -> None:
    photos = Photos(FakeClock(), LONG_SIDE, sees=True)

    def facts(size: tuple[int, int]) -> str:
        return photos.read(Sent(saved(page(size=size), "JPEG"), "image/jpeg", "", Language.FR, is_guest=False)).facts

    assert facts((1_080, 12_000)) == (
        "1080 × 12000 px, a strip shown in 3 columns, the next of which goes on where one ends"
    )
    assert facts((1_080, 1_400)) == "1080 × 1400 px"
