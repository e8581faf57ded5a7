"""Whatever reads what people write, or writes what they read, is quick whatever its shape: regular expressions hold
up every thread of the process."""

import importlib
import inspect
import pkgutil
import time
import typing
from collections.abc import Callable, Iterator
from functools import partial

import pytest

import bot.channels
import bot.obs
import bot.reading
import bot.text
from bot.channels.markup import to_plain
from bot.conversation.texts import NOTE_MARK_TYPED
from bot.obs.masks import masked
from bot.reading.answers.formulas import formula
from bot.reading.incoming.inbound import MAX_BODY
from bot.reading.replies.accepting import accepts

Reader = Callable[[str], object]
AT_MOST_S = 1.5  # of processor time, for one shape
LENGTH = 4 * MAX_BODY  # what was sent within a moment is one text
SHORTER = {"bot.reading.answers.formulas.signs"}  # only ever asked about replies to a quiz, which are short
PIECES = [
    " ", "\n", "a", "1 ", "1.", "- ", "*", "(", "[a](", "$", "\\", "`a", "<a", ":", "=", "@", "½", "\u200d", "\n| a",
    "\\frac{1}{", "http://a", "h:/", "je ", "et ", "avec ",
]  # fmt: skip


def readers() -> Iterator[tuple[str, Reader]]:
    """Every public function of these packages that takes one text."""
    for package in (bot.channels, bot.obs, bot.reading, bot.text):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            held = vars(importlib.import_module(found.name)).items()
            ours = [(name, value) for name, value in held if getattr(value, "__module__", "") == found.name]
            public = [(f"{found.name}.{name}", value) for name, value in ours if not name.startswith("_")]
            yield from (each for each in public if inspect.isfunction(each[1]) and takes_a_text(each[1]))


def takes_a_text(function: Reader) -> bool:
    """Whether nothing else has to be given."""
    asked = [each for each in inspect.signature(function).parameters.values() if each.default is each.empty]
    return len(asked) == 1 and typing.get_type_hints(function)[asked[0].name] is str


def slowest(reader: Reader) -> tuple[float, str]:
    """How many seconds a reader takes at most for one piece again and again, and which."""
    took = []
    for piece in PIECES:
        text = f"x{piece * (LENGTH // len(piece))}!x"
        began = time.process_time()
        reader(text)
        took.append((time.process_time() - began, piece))
    return max(took)


@pytest.mark.parametrize(
    ("name", "reader"), [pytest.param(*each, id=each[0]) for each in readers() if each[0] not in SHORTER]
)
def test_a_text_of_any_shape_is_read_at_once(name: str, reader: Reader) -> None:
    seconds, piece = slowest(reader)
    assert seconds < AT_MOST_S, (name, piece)


def test_there_are_many() -> None:
    assert len(list(readers())) > 60


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (masked, "½" * 50_000), (partial(NOTE_MARK_TYPED.sub, ""), "[photo" + " " * 100_000),
        (accepts, "=" * 80_000), (accepts, "-" * 80_000), (formula, "=" * 80_000), (formula, "-" * 80_000),
        (to_plain, f"x{' ' * 80_000}!"),
    ],
    ids=["a line of the log", "marks of notes that are typed", "=", "-", "= of formulas", "- of formulas", "spaces"],
)  # fmt: skip
def test_what_takes_the_square_of_a_length_is_found_in_longer_ones(reader: Reader, text: str) -> None:
    began = time.process_time()
    reader(text)
    assert time.process_time() - began < AT_MOST_S
