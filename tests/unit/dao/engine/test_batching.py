"""Batcher: many threads, one action at a time, everybody gets their own result."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.dao.engine.batching import Batcher
from tests.fakes.waiting import eventually


class Doubling:
    """An action that doubles numbers, and refuses negative ones with whoever is in their company. It can be held."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.go = threading.Event()
        self.go.set()

    def __call__(self, numbers: Sequence[int]) -> list[int]:
        self.groups.append(list(numbers))
        assert self.go.wait(10)
        if min(numbers) < 0:
            raise ValueError(f"negative: {min(numbers)}")
        return [number * 2 for number in numbers]


def test_one_caller_is_served_at_once() -> None:
    doubling = Doubling()
    assert Batcher(doubling).handle(3) == 6
    assert doubling.groups == [[3]]


def test_who_comes_while_one_is_served_is_served_together() -> None:
    doubling = Doubling()
    together = Batcher(doubling)
    doubling.go.clear()
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(together.handle, 0)
        eventually(lambda: doubling.groups)
        others = [pool.submit(together.handle, number) for number in range(1, 9)]
        eventually(lambda: len(together._waiting) == 9)
        doubling.go.set()
        assert [future.result(10) for future in (first, *others)] == list(range(0, 18, 2))
    assert [sorted(group) for group in doubling.groups] == [[0], list(range(1, 9))]
    assert not together._waiting


def test_who_is_served_does_not_wait_for_the_next_group() -> None:
    """A thread that leads one group and comes again at once leads the next, and those of the first have been served."""
    groups, begins, goes_on, served = list[int](), threading.Event(), threading.Event(), list[int]()

    def action(numbers: Sequence[int]) -> Sequence[int]:
        groups.append(len(numbers))
        held = {1: begins, 2: None}.get(len(groups), goes_on)
        assert held is None or held.wait(10)
        return numbers

    together = Batcher(action)

    def come_twice(number: int) -> None:
        served.append(together.handle(number))
        together.handle(-number)

    with ThreadPoolExecutor(4) as pool:
        pool.submit(together.handle, 0)
        eventually(lambda: groups)
        for number in (1, 2, 3):
            pool.submit(come_twice, number)
        eventually(lambda: len(together._waiting) == 4)
        begins.set()
        try:
            eventually(lambda: sorted(served) == [1, 2, 3])
        finally:
            goes_on.set()
    assert groups[:2] == [1, 3]


def test_an_item_that_fails_fails_alone() -> None:
    doubling = Doubling()
    together = Batcher(doubling)
    doubling.go.clear()
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(together.handle, 0)
        eventually(lambda: doubling.groups)
        bad, *good = (pool.submit(together.handle, number) for number in (-1, 1, 2))
        eventually(lambda: len(together._waiting) == 4)
        doubling.go.set()
        assert [future.result(10) for future in (first, *good)] == [0, 2, 4]
        with pytest.raises(ValueError, match="negative: -1"):
            bad.result(10)


def test_an_interrupted_leader_leaves_nobody_behind() -> None:
    served = []
    arrived, go = threading.Event(), threading.Event()

    def action(numbers: Sequence[int]) -> list[int]:
        if not arrived.is_set():
            arrived.set()
            assert go.wait(10)
            raise KeyboardInterrupt  # as RQ's time limit: no Exception
        served.append(sorted(numbers))
        return list(numbers)

    together = Batcher(action)
    with ThreadPoolExecutor(3) as pool:
        leader = pool.submit(together.handle, 1)
        assert arrived.wait(10)
        others = [pool.submit(together.handle, number) for number in (2, 3)]
        eventually(lambda: len(together._waiting) == 3)
        go.set()
        with pytest.raises(KeyboardInterrupt):
            leader.result(10)
        assert [future.result(10) for future in others] == [2, 3]
    assert served == [[1, 2, 3]]


def test_under_load_everybody_gets_their_own_result() -> None:
    together = Batcher(Doubling())
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(together.handle, range(2000))) == list(range(0, 4000, 2))
