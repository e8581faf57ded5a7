"""A small campaign: whatever dies, every message is answered once; and a judge who would see it if it were not so."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.chaos import campaign
from tests.chaos.bursts import PEOPLE
from tests.chaos.campaign import Round
from tests.chaos.lives import Lives
from tests.chaos.recoveries import KILL
from tests.chaos.tally import Tally
from tests.chaos.world import Servers, servers
from tests.fakes.orders import ROOT

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


def test_who_leaves_for_a_newer_one_costs_nobody_an_answer_or_a_life(stage: tuple[Servers, Lives]) -> None:
    tally = Tally()
    Round(*stage, tally, "deploy", weathers=("deploys",)).run(
        storm_s=5, people=25, per_second=8, enough=lambda tally: bool(tally.leaves_s["worker"])
    )
    assert tally.violations == []
    assert tally.kills == 0
    assert tally.leaves_s["worker"]


def test_a_burst_of_far_more_than_is_served_is_gone_soon_and_costs_nobody_a_life(stage: tuple[Servers, Lives]) -> None:
    tally = Tally()
    Round(*stage, tally, "burst", weathers=("overload",)).run(storm_s=3, people=5, per_second=4)
    assert tally.violations == []
    assert tally.events["people who came in a burst"] == tally.conversations - 5 >= 2 * PEOPLE[0]


def test_what_is_left_behind_a_calm_is_seen(stage: tuple[Servers, Lives], monkeypatch: pytest.MonkeyPatch) -> None:
    tally = Tally()
    monkeypatch.setattr(campaign, "CALM_S", 0.0)
    found = Round(*stage, tally, "hasty", weathers=("overload",)).run(storm_s=0.5, people=2, per_second=8)
    assert "not over" in {violation.kind for violation in found}


MADE = """
import os
from tests.chaos.broken import BROKEN
for name, broken in BROKEN.items():
    if os.fork() == 0:
        broken.apply()
        os._exit(0)
    if os.wait()[1]:
        print(name)
"""


def test_every_broken_runtime_can_be_made() -> None:
    """One that cannot is not seen to be broken but does not run at all."""
    made = subprocess.run(
        [sys.executable, "-c", MADE], check=False, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (made.stdout, made.stderr) == ("", "")


def somebody_was_hit(tally: Tally) -> bool:
    return tally.kills >= 3 and bool(tally.recoveries_s[KILL])


def test_the_judge_sees_a_charge_that_is_committed_apart_from_its_run(stage: tuple[Servers, Lives]) -> None:
    tally = Tally()
    for number in range(15):  # one or two on a quiet machine
        Round(*stage, tally, f"apart-{number}", broken="charge").run(storm_s=3, people=20, per_second=7)
        if tally.violations:
            break
    assert {violation.kind for violation in tally.violations} == {"charge"}
