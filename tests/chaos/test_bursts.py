"""Bursts come when they are due, once; and who was told twice that they wait is seen."""

from random import Random

from bot.simulator.records import Sent
from bot.types import Mode
from tests.chaos.bursts import AT, PEOPLE, Bursts, told_twice
from tests.fakes.clock import FakeClock


def sent(to: str, body: str) -> Sent:
    return Sent(sid="SM1", to=to, from_="", body=body, created_at=FakeClock().now())


def test_each_burst_comes_once_half_of_it_guests() -> None:
    bursts = Bursts(201, 10.0, Random(1))
    people = bursts.people
    assert [person.number for person in people] == list(range(201, 201 + len(people)))
    assert bursts.due(10 * AT[0] - 0.1) == []
    first, second = bursts.due(10 * AT[0]), bursts.due(10.0)
    assert [*first, *second] == people
    assert all(PEOPLE[0] <= len(crowd) <= PEOPLE[1] for crowd in (first, second))
    assert {person.mode for person in first} == {None, Mode.STUDENT, Mode.PRO}
    assert abs(sum(person.mode is None for person in first) - len(first) / 2) <= 1
    assert bursts.due(10.0) == []


def test_who_was_told_twice_is_seen() -> None:
    line = "Beaucoup de monde m’écrit en ce moment."
    assert told_twice([sent("a", line), sent("b", line), sent("b", "Réponse t1x1")]) == []
    assert [found.address for found in told_twice([sent("a", line), sent("b", line), sent("b", line)])] == ["b"]
