"""One-time codes: every limit, and races for them."""

from collections import Counter
from pathlib import Path

import pytest

from bot.dao.database import Database
from bot.services.sign_in.otp import (
    Checking,
    Cooldown,
    Dead,
    Expired,
    Gone,
    Locked,
    Right,
    Sending,
    Sent,
    TooMany,
    Unavailable,
    Wrong,
)
from tests.fakes.threads import at_once
from tests.integration.sign_in.conftest import House, make_house, mobile

AWA = "+2250700000001"


def send(house: House, number: str = AWA, asker: str = "a") -> Sending:
    with house.database.write() as session:
        return house.desk.send(session, mobile(number), asker, house.clock.now())


def sent(house: House, number: str = AWA, asker: str = "a") -> int:
    outcome = send(house, number, asker)
    assert isinstance(outcome, Sent)
    return outcome.otp_id


def check(house: House, otp_id: int, code: str, asker: str = "a") -> Checking:
    with house.database.write() as session:
        return house.desk.check(session, otp_id, asker, code, house.clock.now())


def tell(house: House, typed: str, asker: str = "a", number: str | None = None) -> bool:
    with house.database.write() as session:
        return house.desk.was_ever_sent(session, asker, number, {typed})


def states(house: House) -> list[str]:
    return [row.state for row in house.rows()]


def test_the_right_code_is_right_once(house: House) -> None:
    otp_id = sent(house)
    assert check(house, otp_id, house.code()) == Right(AWA)
    assert check(house, otp_id, house.code()) == Gone()
    assert states(house) == ["used"]


def test_a_wrong_code_costs_a_try_and_the_fifth_kills_it(house: House) -> None:
    otp_id = sent(house)
    assert [check(house, otp_id, house.wrong()) for _ in range(4)] == [Wrong(4), Wrong(3), Wrong(2), Wrong(1)]
    assert check(house, otp_id, house.wrong()) == Dead()
    assert check(house, otp_id, house.code()) == Dead()


def test_a_code_is_good_for_ten_minutes(house: House) -> None:
    otp_id = sent(house)
    house.clock.skip(590)
    assert check(house, otp_id, house.wrong()) == Wrong(4)
    house.clock.skip(11)
    assert check(house, otp_id, house.code()) == Expired()
    assert house.rows()[0].tries == 1


def test_a_code_is_bound_to_whoever_asked(house: House) -> None:
    otp_id = sent(house)
    assert check(house, otp_id, house.code(), asker="b") == Gone()
    assert house.rows()[0].tries == 0
    assert check(house, 999, house.code()) == Gone()
    assert check(house, otp_id, house.code()) == Right(AWA)


def test_a_new_code_waits_a_minute_and_voids_the_old_one(house: House) -> None:
    old = sent(house)
    house.clock.skip(20)
    outcome = send(house)
    assert isinstance(outcome, Cooldown)
    assert 38 <= outcome.seconds <= 40
    assert outcome.otp_id == old
    first = house.code()
    house.clock.skip(41)
    new = sent(house)
    assert check(house, old, first) == Gone()
    assert check(house, new, house.code()) == Right(AWA)
    assert states(house) == ["void", "used"]


@pytest.mark.parametrize("ahead_s", [3_600, 10 * 31_536_000], ids=["an hour", "ten years"])
def test_codes_that_a_clock_ahead_has_sent_keep_nobody_from_another(house: House, ahead_s: float) -> None:
    house.clock.skip(ahead_s)
    for _ in range(3):
        last = sent(house)
        house.clock.skip(61)
    house.clock.skip(-ahead_s)
    assert send(house) == TooMany(600, last), "as if they had been sent now"
    house.clock.skip(601)
    assert check(house, last, house.code()) == Expired()
    assert isinstance(send(house), Sent)


def test_the_minute_is_the_numbers_whoever_asks(house: House) -> None:
    first = sent(house, asker="a")
    assert send(house, asker="b") == Cooldown(60, None)
    assert isinstance(send(house, "+2250700000009", asker="b"), Sent)
    assert send(house, asker="b") == Cooldown(60, None), "theirs to another number is none for this one"
    assert check(house, first, house.code()) == Right(AWA), "nor does it end what went to this one"


def test_three_codes_in_ten_minutes(house: House) -> None:
    for _ in range(3):
        last = sent(house)
        house.clock.skip(61)
    outcome = send(house)
    assert isinstance(outcome, TooMany)
    assert 415 <= outcome.seconds <= 417
    assert outcome.otp_id == last
    house.clock.skip(418)
    assert isinstance(send(house), Sent)


def test_five_codes_a_day(house: House) -> None:
    for _ in range(5):
        sent(house)
        house.clock.skip(601)
    outcome = send(house)
    assert isinstance(outcome, TooMany)
    assert 83_300 < outcome.seconds < 83_500
    assert outcome.otp_id is None
    house.clock.skip(outcome.seconds + 1)
    assert isinstance(send(house), Sent)


def test_thirty_codes_an_hour_for_a_prefix(house: House) -> None:
    for number in range(30):
        sent(house, f"+22507000001{number:02d}", asker=f"a{number}")
    assert send(house) == Unavailable()
    assert isinstance(send(house, "+2250500000001"), Sent)
    assert house.alerts() == ["otp_prefix_cap_reached"]
    house.clock.skip(3_601)
    assert isinstance(send(house), Sent)


def test_the_cap_of_a_day_warns_at_eighty_percent_and_holds(tmp_path: Path, database: Database) -> None:
    house = make_house(tmp_path, database, otp_global_daily_cap=5)
    for number in range(4):
        assert house.alerts() == []
        sent(house, f"+22507{number}0000001")
    assert house.alerts() == ["otp_cap_near"]
    sent(house, "+2250750000001")
    assert house.alerts() == ["otp_cap_near", "otp_cap_reached"]
    assert [send(house, f"+22506{number}0000001") for number in range(3)] == [Unavailable()] * 3
    assert house.alerts() == ["otp_cap_near", "otp_cap_reached"]
    house.clock.skip(86_400)
    assert isinstance(send(house), Sent)


def test_one_person_gets_no_more_than_thirty_a_day(house: House) -> None:
    for number in range(30):
        sent(house, f"+22507{number:02d}000001")
    assert isinstance(send(house, "+2250555555555"), TooMany)
    assert isinstance(send(house, "+2250555555555", asker="b"), Sent)


def lock(house: House) -> int:
    """Ten wrong codes."""
    for _ in range(2):
        otp_id = sent(house)
        outcomes = [check(house, otp_id, house.wrong()) for _ in range(5)]
        house.clock.skip(61)
    assert outcomes[-1] == Locked(86_400)
    return otp_id


def test_ten_wrong_codes_lock_the_number_for_a_day_and_tell_how_long(house: House) -> None:
    otp_id = lock(house)
    waiting = check(house, otp_id, house.code())
    assert isinstance(waiting, Locked)
    assert 86_330 <= waiting.seconds <= 86_339
    house.clock.skip(3_600)
    assert isinstance(send(house), Locked)
    assert isinstance(send(house, asker="b"), Locked)
    assert tell(house, house.code())
    assert isinstance(send(house), Locked), "whoever knows a code of before opens nothing by it"
    assert isinstance(send(house, "+2250500000001"), Sent)
    house.clock.skip(82_800)
    assert check(house, sent(house), house.code()) == Right(AWA)


def test_wrong_codes_are_counted_over_several_codes_but_not_the_right_ones(house: House) -> None:
    for wrong in (4, 4):
        otp_id = sent(house)
        for _ in range(wrong):
            check(house, otp_id, house.wrong())
        assert check(house, otp_id, house.code()) == Right(AWA)
        house.clock.skip(601)
    otp_id = sent(house)
    assert check(house, otp_id, house.wrong()) == Wrong(4)
    assert isinstance(check(house, otp_id, house.wrong()), Locked)


@pytest.mark.parametrize(("number", "later_s"), [("+2250500000001", 0), (AWA, 86_400)], ids=["another's", "old"])
def test_wrong_codes_of_another_number_or_of_the_day_before_lock_nobody(
    house: House, number: str, later_s: float
) -> None:
    for _ in range(2):
        otp_id = sent(house, number, asker="b")
        for _ in range(4):
            check(house, otp_id, house.wrong(number), asker="b")
        house.clock.skip(61)
    house.clock.skip(later_s)
    otp_id = sent(house)
    assert [check(house, otp_id, house.wrong()) for _ in range(4)] == [Wrong(left) for left in (4, 3, 2, 1)]


def test_a_code_once_sent_is_known_for_ever_and_only_here(house: House) -> None:
    otp_id = sent(house)
    code = house.code()
    assert check(house, otp_id, code) == Right(AWA)
    house.clock.skip(90 * 86_400)
    assert tell(house, code)
    assert not tell(house, house.wrong())
    assert not tell(house, code, asker="b")
    assert tell(house, code, asker="b", number=AWA)
    assert not tell(house, code, asker="b", number="+2250700000002")


def test_asking_whether_a_guess_is_right_destroys_the_code(house: House) -> None:
    """Else digits typed after giving up would be uncounted tries."""
    otp_id = sent(house)
    assert not tell(house, house.wrong())
    assert tell(house, house.code())
    assert check(house, otp_id, house.code()) == Gone()


def test_the_owner_of_the_number_may_type_it_in_the_wrong_place_first(house: House) -> None:
    otp_id = sent(house)
    assert tell(house, house.code(), asker="b", number=AWA)
    assert check(house, otp_id, house.code()) == Right(AWA)


def test_twenty_sends_at_once_make_one_code(house: House) -> None:
    outcomes = at_once(20, lambda number: send(house, asker=f"a{number}"))
    assert Counter(type(outcome) for outcome in outcomes) == {Sent: 1, Cooldown: 19}
    assert len(house.rows()) == 1


def test_twenty_numbers_at_once_do_not_pass_the_cap(tmp_path: Path, database: Database) -> None:
    house = make_house(tmp_path, database, otp_prefix_hourly_cap=7)
    outcomes = at_once(20, lambda number: send(house, f"+22507000000{number:02d}", asker=f"a{number}"))
    assert Counter(type(outcome) for outcome in outcomes) == {Sent: 7, Unavailable: 13}


def test_twenty_wrong_checks_at_once_evaluate_five(house: House) -> None:
    otp_id, wrong = sent(house), house.wrong()
    outcomes = at_once(20, lambda _: check(house, otp_id, wrong))
    assert Counter(type(outcome) for outcome in outcomes) == {Wrong: 4, Dead: 16}
    assert house.rows()[0].tries == 5


def test_twenty_right_checks_at_once_succeed_once(house: House) -> None:
    otp_id, code = sent(house), house.code()
    outcomes = at_once(20, lambda _: check(house, otp_id, code))
    assert Counter(type(outcome) for outcome in outcomes) == {Right: 1, Gone: 19}


def test_right_and_wrong_at_once_never_evaluate_more_than_five(house: House) -> None:
    otp_id, code, wrong = sent(house), house.code(), house.wrong()
    outcomes = at_once(20, lambda number: check(house, otp_id, code if number % 10 == 9 else wrong))
    evaluated = [outcome for outcome in outcomes if isinstance(outcome, Right | Wrong)]
    assert len(evaluated) <= 5
    assert house.rows()[0].tries <= 5


def test_a_resend_and_checks_at_once_leave_one_code_to_type(house: House) -> None:
    old, code = sent(house), house.code()
    house.clock.skip(61)
    at_once(10, lambda number: send(house) if number == 0 else check(house, old, code[::-1] + "0"))
    assert states(house)[1] == "open"
    assert states(house)[0] in ("void", "dead")


def test_neither_code_nor_key_is_in_any_table(house: House) -> None:
    otp_id = sent(house)
    code = house.code()
    check(house, otp_id, house.wrong())
    check(house, otp_id, code)
    assert code not in house.dump()
