"""A small campaign: whatever dies, every message is answered once; and a judge who would see it if it were not so."""

from collections.abc import Iterator

import pytest

from tests.chaos.campaign import Round
from tests.chaos.lives import Lives
from tests.chaos.recoveries import KILL
from tests.chaos.tally import Tally
from tests.chaos.world import Servers, servers

pytestmark = pytest.mark.timeout(400)


@pytest.fixture(scope="module")
def stage() -> Iterator[tuple[Servers, Lives]]:
    with servers(postgresql=False) as shared, Lives() as lives:
        yield shared, lives


def test_whatever_dies_every_message_is_answered_exactly_once(stage: tuple[Servers, Lives]) -> None:
    tally = Tally()
    Round(*stage, tally, "smoke").run(storm_s=7, people=35, per_second=6, enough=somebody_was_hit)
    assert tally.violations == []
    assert tally.conversations == 35
    assert somebody_was_hit(tally)


def test_what_an_outage_leaves_in_the_hands_of_a_living_worker_is_given_back(stage: tuple[Servers, Lives]) -> None:
    tally = Tally()
    Round(*stage, tally, "outage", weathers=("restarts",)).run(
        storm_s=5, people=25, per_second=8, enough=lambda tally: bool(tally.recoveries_s["restarts"])
    )
    assert tally.violations == []
    assert tally.kills == 0
    assert tally.recoveries_s["restarts"]


def somebody_was_hit(tally: Tally) -> bool:
    return tally.kills >= 3 and bool(tally.recoveries_s[KILL])


def test_the_judge_sees_a_charge_that_is_committed_apart_from_its_run(stage: tuple[Servers, Lives]) -> None:
    tally = Tally()
    for number in range(15):  # one or two on a quiet machine
        Round(*stage, tally, f"apart-{number}", broken="charge").run(storm_s=3, people=20, per_second=7)
        if tally.violations:
            break
    assert {violation.kind for violation in tally.violations} == {"charge"}
