"""Leaving: nothing new from the moment it is asked, running turns only when the grace is over."""

from bot.services.work.shutdown import Shutdown
from tests.fakes.clock import FakeClock


def test_what_runs_has_its_grace() -> None:
    clock = FakeClock()
    shutdown = Shutdown(clock, 15)
    assert (shutdown.is_asked(), shutdown.is_due()) == (False, False)
    shutdown.ask()
    assert (shutdown.is_asked(), shutdown.is_due()) == (True, False)
    clock.skip(8)
    assert not shutdown.is_due()
    clock.skip(8)
    assert shutdown.is_due()
