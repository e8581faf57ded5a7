"""Which memory may lie in large pages, and that what lies there stays what it was."""

import threading

import pytest

from bot.large_pages import PAGE, areas, keep_gathering

WHOLE = f"{3 * PAGE:x}-{5 * PAGE:x}"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (f"{WHOLE} rw-p 00000000 00:00 0", [(3 * PAGE, 5 * PAGE)]),
        (f"{WHOLE} rw-p 00000000 00:00 0      [heap]", [(3 * PAGE, 5 * PAGE)]),
        (f"{3 * PAGE + 4096:x}-{5 * PAGE - 4096:x} rw-p 00000000 00:00 0", []),
        (f"{3 * PAGE - 4096:x}-{4 * PAGE + 4096:x} rw-p 00000000 00:00 0", [(3 * PAGE, 4 * PAGE)]),
        (f"{WHOLE} rw-p 00000000 00:00 0      [stack]", []),
        (f"{WHOLE} rw-p 00000000 08:01 1234   /usr/lib/with a space.so", []),
        (f"{WHOLE} r-xp 00000000 08:01 1234   /usr/lib/x.so", []),
        (f"{WHOLE} ---p 00000000 00:00 0", []),
        (f"{WHOLE} rw-s 00000000 00:01 5      /dev/zero (deleted)", []),
        ("", []),
    ],
)
def test_where_large_pages_fit(line: str, found: list[tuple[int, int]]) -> None:
    assert list(areas(line)) == found


def test_what_is_gathered_stays_what_it_was_and_the_thread_ends() -> None:
    held = [str(number) for number in range(200_000)]
    keep_gathering((0.0, 0.0))
    for thread in threading.enumerate():
        if thread.name == "large pages":
            thread.join(30)
            assert not thread.is_alive()
    assert held == [str(number) for number in range(200_000)]
