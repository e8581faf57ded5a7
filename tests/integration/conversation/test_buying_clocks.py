"""Buying while the clock of a worker is ahead, and after it has gone back."""

import pytest

from bot.dao import clock_jumps
from bot.dao.money import payments
from tests.fakes.wave import FakeWave
from tests.integration.conversation.till import Till

AHEAD_S = 1_200.0  # less than a link is good for


def goes_back(till: Till, ahead_s: float = AHEAD_S) -> int:
    """The clock, and what the next sweep does first."""
    till.clock.jump(-ahead_s)
    with till.database.write() as session:
        return clock_jumps.set_back_payments(session, till.clock.now())


@pytest.mark.parametrize("ahead_s", [AHEAD_S, 3_000.0])
def test_a_link_that_could_not_be_had_by_a_clock_ahead_comes_when_it_is_back(
    till: Till, wave: FakeWave, ahead_s: float
) -> None:
    till.says("/acheter")
    till.says("2")
    till.clock.jump(ahead_s)
    wave.fails(500)
    till.works()
    assert "ne répond pas" in till.hears()[-1]
    assert goes_back(till, ahead_s) == 1
    till.works()
    assert till.hears()[0].startswith("Pour payer 1 000 FCFA")


def test_what_was_bought_by_a_clock_ahead_is_looked_at_when_it_is_back(till: Till, wave: FakeWave) -> None:
    till.clock.jump(AHEAD_S)
    till.buys()
    wave.stand_in.pay(wave.session.id)
    assert goes_back(till) == 1
    till.works()
    assert till.hears()[0].startswith("Paiement reçu")
    assert till.payment().created_at < till.clock.now()


def test_who_says_that_they_have_paid_has_it_looked_at_whatever_clock_looked_last(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.clock.jump(AHEAD_S)
    assert till.told(wave) == "new"
    till.works()
    till.clock.jump(-AHEAD_S)
    wave.stand_in.pay(wave.session.id)
    till.hears()
    till.says("j’ai payé et je n’ai rien reçu")
    till.works()
    assert till.hears()[-1].startswith("Paiement reçu")


@pytest.mark.parametrize("passed_s", [0, 130, 700, 1_000])
def test_no_wait_on_purpose_is_taken_for_one_of_a_clock_ahead(till: Till, wave: FakeWave, passed_s: float) -> None:
    till.buys()
    till.clock.skip(passed_s)
    till.works()
    with till.database.write() as session:
        before = payments.get(session, 1).due_at
        assert clock_jumps.set_back_payments(session, till.clock.now()) == 0
        assert payments.get(session, 1).due_at == before
