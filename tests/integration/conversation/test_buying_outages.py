"""A payment provider that is away, back, and away again: each outage is waited out and told by itself, and what it does
not know while a link is good is no end of a payment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest
from sqlmodel import Session

from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.services.money.books import AWAY_TRIES
from tests.fakes.paystack import FakePaystack
from tests.fakes.wave import FakeWave
from tests.integration.conversation.conftest import Line
from tests.integration.conversation.till import Till

AT_FIRST = timedelta(seconds=20)  # is asked again a provider that has not answered


def asks_in_vain(till: Till, wave: FakeWave) -> timedelta:
    """A webhook comes while the provider is away. When it is asked again."""
    wave.fails(503)
    till.told(wave, event_id=f"EV_{till.clock.now().timestamp()}")
    assert till.works() == 1
    return till.payment().due_at - till.clock.now()


def test_a_provider_that_made_links_in_vain_has_its_tries_anew_when_it_answers(till: Till, wave: FakeWave) -> None:
    wave.fails(*[503] * (AWAY_TRIES - 1))
    till.says("/acheter")
    till.says("2")
    while not till.payment().session_id:
        till.works()
        till.clock.skip(121)
    assert asks_in_vain(till, wave) <= AT_FIRST
    assert till.alerts() == []


def test_so_has_one_that_was_asked_in_vain_and_has_answered_since(till: Till, wave: FakeWave) -> None:
    till.buys()
    for _ in range(AWAY_TRIES - 1):
        asks_in_vain(till, wave)
    till.clock.skip(601)
    till.works()
    assert asks_in_vain(till, wave) <= AT_FIRST
    assert till.alerts() == []


def test_credentials_that_are_refused_behind_the_link_are_told_at_once(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.told(wave)
    wave.fails(401)
    till.works()
    assert (till.payment().status, till.alerts()) == ("pending", ["payment_provider"])


def test_a_provider_that_never_comes_back_is_forgotten_after_a_week(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    wave.fails(*[503] * 100)
    for _ in range(9):
        till.clock.skip(86_400)
        till.works()
    forgotten = till.payment()
    assert (forgotten.status, forgotten.due_at, forgotten.closed_at is None) == ("pending", None, False)
    wave.faults.clear()
    assert till.told(wave) == "new"  # … unless it speaks
    till.works()
    assert till.purchases() == [120]


def test_a_provider_whose_keys_are_gone_is_asked_when_they_are_back(
    open_line: Callable[..., Line], till: Till, wave: FakeWave
) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    without = Till(open_line())
    for _ in range(AWAY_TRIES):
        till.clock.skip(601)
        assert without.works() == 1
    assert (till.payment().status, till.alerts()) == ("pending", ["payment_provider"])
    till.clock.skip(601)
    till.works()
    assert till.purchases() == [120]


def test_what_got_no_link_before_the_keys_were_gone_is_over_and_said(
    open_line: Callable[..., Line], till: Till
) -> None:
    till.says("/acheter")
    till.says("2")
    Till(open_line()).works()
    assert (till.payment().status, till.alerts()) == ("refused", ["payment_provider"])
    assert till.hears()[-1].startswith("Le paiement de 1 000 FCFA n’a pas pu être préparé")


def test_what_got_no_link_is_over(till: Till, wave: FakeWave) -> None:
    wave.fails(401)
    till.says("/acheter")
    till.says("2")
    till.works()
    refused = till.payment()
    assert (refused.status, refused.due_at, refused.closed_at is None) == ("refused", None, False)


def test_a_payment_that_is_not_known_while_its_link_is_good_may_be_paid(open_line: Callable[..., Line]) -> None:
    with FakePaystack() as paystack:
        till = Till(open_line(**paystack.settings))
        till.buys("1")
        known = dict(paystack.transactions)
        paystack.transactions.clear()
        till.clock.skip(121)
        till.works()
        assert (till.payment().status, till.hears()) == ("pending", [])
        paystack.transactions.update(known)
        paystack.pay(till.payment().session_id)
        till.clock.skip(21)
        till.works()
        assert till.purchases() == [50]


def test_a_link_that_its_provider_never_ends_ends_by_its_time(open_line: Callable[..., Line]) -> None:
    """Paystack has no word for it: what nobody has finished stays abandoned."""
    with FakePaystack() as paystack:
        till = Till(open_line(**paystack.settings))
        till.buys("1")
        till.clock.skip(32 * 60)
        till.works()
        assert till.payment().status == "expired"
        assert till.hears()[0].startswith("Le lien de paiement de 500 FCFA a expiré.")


class Restarting:
    """A database that goes away so many times behind the provider's answer."""

    def __init__(self, till: Till, times: int) -> None:
        self._database, self.left = till.database, times

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)

    @contextmanager
    def write(self) -> Iterator[Session]:
        if self.left:
            self.left -= 1
            raise DatabaseAway("it restarts")
        with self._database.write() as session:
            yield session


@pytest.mark.parametrize("times", [1, 3])
def test_a_database_that_restarts_behind_the_answer_costs_its_own_time_and_no_more(
    till: Till, wave: FakeWave, times: int
) -> None:
    """Of the link, and of the receipt; the provider is asked once for each."""
    cashier = till.line.runtime.cashier
    till.says("/acheter")
    till.says("2")
    till.hears()
    for said, asked in (("Pour payer", 1), ("Paiement reçu", 2)):
        away = Restarting(till, times)
        patient = replace(cashier, books=replace(cashier.books, database=cast(Database, away)))
        before = till.clock.waited
        patient.advance(till.payment().id)
        assert [body.startswith(said) for body in till.hears()] == [True]
        assert till.clock.waited - before == sum((1, 2, 4)[:times])
        assert (away.left, len(wave.requests)) == (0, asked)
        wave.stand_in.pay(wave.session.id)
        till.told(wave)


def test_one_that_stays_away_is_left_to_the_sweeper(till: Till, wave: FakeWave) -> None:
    cashier = till.line.runtime.cashier
    till.says("/acheter")
    till.says("2")
    till.hears()
    away = cast(Database, Restarting(till, 4))
    with pytest.raises(DatabaseAway):
        replace(cashier, books=replace(cashier.books, database=away)).advance(till.payment().id)
    till.clock.skip(21)
    till.works()
    assert wave.session.launch_url in till.hears()[-1]
    assert len(wave.stand_in.sessions) == 1
