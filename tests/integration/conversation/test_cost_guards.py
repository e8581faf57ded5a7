"""The rings around one run's limits: a user's day, a mode's day, everybody's day, and a provider that refuses us. Each
is told once, costs nothing, is shared by all workers and ends by itself."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import event, func
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.dao import breakers
from bot.dao.money import spending
from bot.dao.money.spending import SoFar
from bot.models import Alert, ProviderBreaker, Run
from bot.types import Mode
from tests.fakes.model import Request, Step, errors, says
from tests.integration.conversation.conftest import CREDITS, GUEST, PUPIL, Line

CLERK = "whatsapp:+2250700000009"
NO_MONEY = errors(402, {"error": {"message": "Insufficient credits"}})
NOT_ALLOWED = errors(403, {"error": {"message": "no"}})


def serves(line: Line, step: Step | None = None) -> None:
    line.model.script(lambda _request: step or says("Oui."))


def alerts(line: Line, kind: str) -> list[str]:
    with line.database.read() as session:
        return list(session.exec(select(Alert.detail).where(Alert.kind == kind)))


def spend(line: Line, mode: Mode, dollars: float) -> None:
    with line.database.write() as session:
        spending.count(session, mode, 7, line.clock.now(), 1_000, dollars)


def breaker(line: Line) -> ProviderBreaker:
    with line.database.read() as session:
        found = session.get(ProviderBreaker, breakers.MODEL)
        assert found is not None
        return found


# -- days


def test_a_users_day_is_told_once_then_silence_and_tomorrow_it_is_over(open_line: Callable[..., Line]) -> None:
    line = open_line(user_daily_tokens=120)  # what one answer takes
    serves(line)
    add_user(line.database, CLERK, Mode.PRO, 20)
    for _ in range(3):
        line.says("Bonjour")
    first, refusal = line.hears()
    assert first == "Oui."
    assert "limite pour vous" in refusal
    assert line.outcomes() == ["done_signal", "not_served", "not_served"]
    line.says("Bonjour", address=CLERK)
    assert line.hears(CLERK) == ["Oui."], "nobody else's day"
    line.says("/credits")
    assert line.outcomes()[-1] == "command"
    assert alerts(line, "user_budget") == ["user 1: the day's 120 tokens are used"]
    line.clock.skip(86_400)
    line.says("Bonjour")
    assert line.outcomes()[-1] == "done_signal"


@pytest.mark.parametrize(
    ("setting", "mode", "kind", "others"),
    [
        ("student_daily_dollars", Mode.STUDENT, "mode_budget", "Oui."),
        ("daily_budget_dollars", Mode.PRO, "day_budget", "limite de travail"),
    ],
)
def test_a_days_dollars_are_told_once_and_alert_once(
    open_line: Callable[..., Line], setting: str, mode: Mode, kind: str, others: str
) -> None:
    line = open_line(**{setting: 2.0})
    serves(line)
    add_user(line.database, CLERK, Mode.PRO, 20)
    spend(line, mode, 1.5)
    line.says("Bonjour")
    assert line.hears() == ["Oui."]
    spend(line, mode, 0.5)
    for _ in range(3):
        line.says("Bonjour")
    (refusal,) = line.hears()
    assert "limite de travail" in refusal
    assert line.credits_of(1) == CREDITS - 1
    line.says("Bonjour", address=CLERK)
    assert others in line.hears(CLERK)[0]
    assert len(alerts(line, kind)) == 1
    line.clock.skip(86_400)
    line.says("Bonjour")
    assert line.hears() == ["Oui."]


def test_guests_have_a_ring_of_their_own(open_line: Callable[..., Line]) -> None:
    line = open_line(guest_daily_dollars=1.0)
    serves(line)
    spend(line, Mode.GUEST, 1.0)
    line.says("Bonjour", address=GUEST)
    assert line.outcomes() == ["not_served"]
    line.says("Bonjour")
    assert line.outcomes() == ["not_served", "done_signal"]


def test_whoever_is_in_distress_is_answered_whatever_is_spent(open_line: Callable[..., Line]) -> None:
    line = open_line(daily_budget_dollars=1.0)
    serves(line, says("Je suis là."))
    spend(line, Mode.PRO, 5.0)
    line.says("Je veux mourir")
    assert "done_signal" in line.outcomes()


def test_what_the_models_take_is_counted_as_it_is_stored(line: Line) -> None:
    serves(line)
    line.says("Bonjour")
    with line.database.read() as session:
        now = line.clock.now()
        pupils = spending.so_far(session, now, Mode.STUDENT, 1, now - timedelta(hours=1))
        offices = spending.so_far(session, now, Mode.PRO, None, now)
    assert pupils == SoFar(pytest.approx(line.run().cost), pytest.approx(line.run().cost), 120, None)  # type: ignore[arg-type]
    assert offices == SoFar(pytest.approx(line.run().cost), 0, 0, None)  # type: ignore[arg-type]
    assert line.run().cost > 0, "estimated, where the provider does not say it"


# -- an outage of the provider


def test_a_provider_that_wants_money_is_asked_no_more_and_everybody_is_told_once(line: Line) -> None:
    add_user(line.database, CLERK, Mode.PRO, 20)
    serves(line, NO_MONEY)
    line.says("Bonjour")
    assert "rien coûté" in line.hears()[0]
    asked = len(line.model.requests)
    for _ in range(3):
        line.says("Et maintenant ?")
        line.says("Bonjour", address=CLERK)
    assert len(line.model.requests) == asked, "nobody asks a provider that refuses us"
    assert ["ne répond plus" in said for said in line.hears()] == [True]
    assert len(line.hears(CLERK)) == 1
    assert (line.credits_of(1), line.credits_of(2)) == (CREDITS, 20)
    assert len(alerts(line, "service_paused")) == len(alerts(line, "provider_payment")) == 1


def test_it_is_tried_again_by_one_and_closes_by_itself(line: Line) -> None:
    serves(line, NO_MONEY)
    line.says("Bonjour")
    line.clock.skip(61)
    line.says("Bonjour")  # tries, in vain
    asked = len(line.model.requests)
    line.says("Bonjour")
    assert len(line.model.requests) == asked
    assert breaker(line).outages == 1
    line.clock.skip(61)
    serves(line)
    line.says("Bonjour")
    assert line.outcomes()[-1] == "done_signal"
    assert breaker(line).opened_at is None
    line.says("Bonjour")
    assert line.outcomes()[-1] == "done_signal"
    assert len(alerts(line, "service_paused")) == 1


def test_what_a_clock_ahead_has_put_off_is_tried_when_it_is_back(line: Line) -> None:
    serves(line, NO_MONEY)
    line.clock.skip(3_600)
    line.says("Bonjour")
    line.clock.skip(-3_600)
    line.model.script(lambda _request: says("Bonjour\u00a0!"))
    line.hears()
    line.says("Bonjour")
    assert "Bonjour\u00a0!" in line.hears()
    assert breaker(line).opened_at is None


def test_of_two_that_come_when_the_wait_is_over_one_tries(line: Line) -> None:
    add_user(line.database, CLERK, Mode.PRO, 20)
    serves(line, NO_MONEY)
    line.says("Bonjour")
    line.clock.skip(61)

    def meanwhile(_request: Request) -> Step:
        line.model.script(lambda _request: says("Oui."))
        line.says("Bonjour", address=CLERK)
        return says("Oui.")

    line.model.script(meanwhile)
    line.says("Bonjour")
    assert line.outcomes()[-2:] == ["done_signal", "not_served"]


def test_who_cannot_pay_tries_nothing_out_for_the_others(line: Line) -> None:
    add_user(line.database, CLERK, Mode.PRO, 0)
    serves(line, NO_MONEY)
    line.says("Bonjour")
    line.clock.skip(61)
    serves(line)
    line.says("Bonjour", address=CLERK)
    line.says("Bonjour")
    assert line.outcomes() == ["error", "no_credits", "done_signal"]


def test_a_probe_that_dies_does_not_keep_it_open(line: Line) -> None:
    serves(line, NO_MONEY)
    line.says("Bonjour")
    with line.database.write() as session:
        assert breakers.claim_probe(session, breakers.MODEL, line.clock.now().replace(year=2099), 60)
        breakers.note_trial(session, breakers.MODEL, 999)  # nobody hears of it again
    with line.database.write() as session:
        session.get_one(ProviderBreaker, breakers.MODEL).probe_at = line.clock.now()
    serves(line)
    line.says("Bonjour")
    assert breaker(line).opened_at is None


def test_a_try_that_is_cancelled_before_an_answer_does_not_end_it(line: Line) -> None:
    serves(line, NO_MONEY)
    line.says("Bonjour")
    line.clock.skip(61)

    def meanwhile(_request: Request) -> Step:
        line.says("annuler")
        return errors(503)

    line.model.script(meanwhile)
    line.says("Bonjour")
    assert line.outcomes()[1] == "cancelled"
    assert breaker(line).opened_at is not None


def test_every_worker_sees_it_and_a_restart_forgets_nothing(open_line: Callable[..., Line]) -> None:
    first = open_line()
    serves(first, NO_MONEY)
    first.says("Bonjour")
    asked = len(first.model.requests)
    second = open_line()
    second.says("Bonjour")
    assert len(second.model.requests) == asked


def test_a_new_outage_is_told_and_operators_hear_of_it_once_in_an_hour(line: Line) -> None:
    for outage in range(1, 4):
        serves(line, NO_MONEY)
        line.says("Bonjour")
        line.says("Bonjour")
        assert sum("ne répond plus" in said for said in line.hears()) == 1
        line.clock.skip(61)
        serves(line)
        line.says("Bonjour")
        assert breaker(line).outages == outage
    assert len(alerts(line, "service_paused")) == 1
    line.clock.skip(3_600)
    serves(line, NO_MONEY)
    line.says("Bonjour")
    assert len(alerts(line, "service_paused")) == 2


def test_one_request_that_is_refused_stops_nobody_and_two_of_two_people_do(line: Line) -> None:
    add_user(line.database, CLERK, Mode.PRO, 20)
    serves(line, NOT_ALLOWED)
    for _ in range(3):
        line.says("Bonjour")
    assert line.outcomes() == ["error"] * 3
    line.says("Bonjour", address=CLERK)
    line.says("Bonjour")
    assert line.outcomes()[3:] == ["error", "not_served"]


def test_a_run_that_began_before_an_outage_does_not_end_it(line: Line) -> None:
    def meanwhile(_request: Request) -> Step:
        with line.database.write() as session:
            breakers.trip(session, breakers.MODEL, "provider_payment", line.clock.now(), 60)
        return says("Oui.")

    line.model.script(meanwhile)
    line.says("Bonjour")
    assert breaker(line).opened_at is not None


def test_guards_cost_a_plain_turn_no_transaction_of_their_own(line: Line) -> None:
    serves(line)
    line.says("Bonjour")
    written: list[str] = []

    def note(connection: object) -> None:
        written.append("commit")  # what only reads rolls back

    engine = line.runtime.inbox.database.write_engine
    event.listen(engine, "commit", note)
    line.says("Bonjour")
    event.remove(engine, "commit", note)
    with line.database.read() as session:
        assert session.exec(select(func.count(col(Run.id)))).one() == 2
    assert PUPIL
    assert len(written) == 3, "as many as without guards"


# -- what a refusal leaves as it was


@pytest.mark.one_database
def test_what_nobody_answers_takes_nothing_of_a_guests_day(line: Line) -> None:
    line.model.script(lambda _request: NO_MONEY)
    for number in range(3):
        line.says(f"Question {number}", address=GUEST)
    assert line.outcomes() == ["error", "not_served", "not_served"]
    assert "n’a rien coûté" in "".join(line.hears(GUEST))
    assert line.address(GUEST).guest_messages == 0
