"""Leaving: nothing new from the moment it is asked, running turns only when the grace is over."""

from bot.services.departure import Departure
from tests.fakes.clock import FakeClock


def test_what_runs_has_its_grace() -> None:
    clock = FakeClock()
    departure = Departure(clock, 15)
    assert (departure.is_asked(), departure.is_due()) == (False, False)
    departure.ask()
    assert (departure.is_asked(), departure.is_due()) == (True, False)
    clock.skip(8)
    assert not departure.is_due()
    clock.skip(8)
    assert departure.is_due()
