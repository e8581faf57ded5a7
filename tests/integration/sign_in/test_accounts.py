"""Whose an address is: joining, merging, changing numbers, silence, signing out."""

from datetime import timedelta

import pytest
from sqlalchemy import func, update
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.dao import conversations, otp
from bot.dao.money import ledger
from bot.dao.privacy import copied_rows, owned_rows
from bot.dao.work import runs
from bot.models import Address, ExerciseResult, InboundMessage, LedgerEntry, OutboundPart, Run, StoredFile, User
from bot.models.base import utc_now
from bot.services.money import credits
from bot.services.money.prices import prices_of
from bot.services.money.settling import Used, settle
from bot.services.privacy import holding
from bot.services.sign_in import accounts
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.threads import at_once
from tests.integration.sign_in.conftest import AWA, AWA_SMS, HIDDEN, KOFFI, House

OTHER = "+2250500000007"


def belongings(house: House, address: str, user_id: int | None) -> None:
    """A run with its transcript, a file and a result in a conversation."""
    with house.database.write() as session:
        key = conversations.ensure(session, address).id
        run = runs.start(session, Run(conversation_id=key, user_id=user_id, mode="student", language="fr"))
        runs.append(session, run.id, key, {"role": "user", "content": "Bonjour"})
        session.add(
            StoredFile(
                conversation_id=key, user_id=user_id, name="a.pdf", content_type="application/pdf", size=1, sha256="0"
            )
        )
        session.add(
            ExerciseResult(
                conversation_id=key, user_id=user_id, subject="maths", correct=1, total=1, source="quiz", key=key
            )
        )


def written(house: House, address: str, body: str, hours: float) -> None:
    """A message that no run answered, so many hours from now."""
    received_at = utc_now() + timedelta(hours=hours)
    with house.database.write() as session:
        message = InboundMessage(
            message_sid=f"SM{hours:032.3f}", conversation_id=conversation_id(address), sender=address, channel="sms",
            kind="text", body=body, received_at=received_at, processed_at=received_at, outcome="command",
        )  # fmt: skip
        session.add(message)


def received(house: House, address: str) -> list[InboundMessage]:
    """What is shown to whoever an address belongs to as theirs."""
    with house.database.read() as session:
        return list(copied_rows.received(session, owned_rows.holder(session, house.address(address))))


def owners(house: House) -> list[set[int | None]]:
    """Who owns files, results and runs."""
    with house.database.read() as session:
        return [set(session.exec(select(table.user_id))) for table in (StoredFile, ExerciseResult, Run)]


def balances_are_sums(house: House) -> bool:
    with house.database.read() as session:
        balances = {user.id: user.credits for user in session.exec(select(User))}
        sums = dict(session.exec(select(LedgerEntry.user_id, func.sum(LedgerEntry.amount)).group_by("user_id")).all())
    return all(balance == sums.get(user_id or 0, 0) for user_id, balance in balances.items())


def heard(house: House, address: str) -> list[str]:
    """Everything written to an address."""
    with house.database.read() as session:
        found = select(OutboundPart.body).where(OutboundPart.address == address).order_by(col(OutboundPart.id))
        return list(session.exec(found))


def test_a_first_confirmation_makes_a_user_with_a_gift(house: House) -> None:
    made = house.signs_in(AWA)
    assert (made.is_new, made.joined) == (True, False)
    assert (made.user.phone, made.user.credits, made.user.mode) == (AWA_SMS, 20, None)
    assert house.address(AWA).user_id == made.user.id
    assert balances_are_sums(house)


def test_two_addresses_with_one_number_are_one_user_and_the_first_is_told(house: House) -> None:
    first = house.signs_in(AWA)
    house.clock.skip(61)
    second = house.signs_in(HIDDEN, AWA_SMS)
    assert second.user.id == first.user.id
    assert (second.is_new, second.joined) == (False, True)
    assert second.user.credits == 20
    assert "WhatsApp (…4d5E)" in heard(house, AWA)[-1]
    assert "aide@palabre.example" in heard(house, AWA)[-1]
    house.clock.skip(61)
    third = house.signs_in(AWA_SMS)
    assert third.user.id == first.user.id
    assert "SMS (…0001)" in heard(house, HIDDEN)[-1]


def test_signing_in_again_at_the_same_place_tells_nobody(house: House) -> None:
    first = house.signs_in(AWA)
    house.clock.skip(61)
    house.signs_in(HIDDEN, AWA_SMS)
    told = len(heard(house, HIDDEN))
    house.clock.skip(31 * 86_400)
    assert house.signs_in(AWA).joined is False
    assert len(heard(house, HIDDEN)) == told
    assert house.user(first.user.id).credits == 20


def test_who_is_signed_in_and_proves_their_own_number_again_becomes_one_with_nobody(house: House) -> None:
    first = house.signs_in(AWA).user
    house.clock.skip(61)
    with house.database.write() as session:
        address = session.get_one(Address, house.address(AWA).id)
        again = accounts.confirm(session, address, AWA_SMS, house.clock.now(), house.settings)
        assert (again.user.id, again.is_new, again.joined) == (first.id, False, False)
    stays = house.user(first.id)
    assert (stays.deleted_at, stays.merged_into, stays.phone, stays.credits) == (None, None, AWA_SMS, 20)


def test_nobody_signed_out_is_told_about_the_others(house: House) -> None:
    house.signs_in(AWA)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    told = len(heard(house, AWA))
    house.clock.skip(61)
    assert house.signs_in(HIDDEN, AWA_SMS).joined
    assert len(heard(house, AWA)) == told


def test_an_operators_user_gets_the_number_it_confirms(house: House) -> None:
    add_user(house.database, KOFFI, Mode.PRO, 50)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(KOFFI))
    made = house.signs_in(KOFFI)
    assert (made.is_new, made.joined) == (False, False)
    assert (made.user.phone, made.user.credits, made.user.mode) == ("+2250500000002", 50, "pro")


@pytest.mark.parametrize("address", [KOFFI, HIDDEN])
@pytest.mark.parametrize("is_known", [False, True])
def test_whom_an_operator_made_leaves_nothing_to_the_next_on_their_phone(
    house: House, address: str, is_known: bool
) -> None:
    """They have confirmed no number, and have signed out: a number of somebody else's is no proof."""
    add_user(house.database, address, Mode.PRO, 50)
    made = house.address(address).user_id
    belongings(house, address, made)
    if is_known:
        house.signs_in(AWA)
        house.clock.skip(61)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(address))
    next_one = house.signs_in(address, AWA_SMS).user
    assert (next_one.id != made, next_one.credits, next_one.mode) == (True, 20, None)
    assert owners(house) == [{made}] * 3
    assert (house.user(made).credits, house.user(made).deleted_at) == (50, None)


def test_whom_an_operator_made_is_known_again_when_the_sign_in_has_run_out(house: House) -> None:
    for address, number in ((HIDDEN, OTHER), ("whatsapp:+22507000001", "+2250707000001")):
        add_user(house.database, address, Mode.PRO, 50, sign_in_days=-1)
        made = house.address(address).user_id
        assert house.signs_in(address, number).user.id == made
        assert house.user(made).phone == number


def test_merging_adds_balances_and_moves_everything(house: House) -> None:
    add_user(house.database, KOFFI, Mode.PRO, 50)
    source = house.address(KOFFI).user_id
    belongings(house, KOFFI, source)
    target = house.signs_in(AWA).user.id
    belongings(house, AWA, target)
    house.clock.skip(61)
    merged = house.takes(KOFFI, AWA_SMS)
    assert (merged.user.id, merged.joined, merged.is_new) == (target, True, False)
    assert merged.user.credits == 70
    assert merged.user.mode == "pro"
    assert owners(house) == [{target}] * 3
    emptied = house.user(source)
    assert (emptied.credits, emptied.phone) == (0, None)
    assert emptied.deleted_at is not None
    assert balances_are_sums(house)
    with house.database.read() as session:
        shown = runs.transcript(session, conversation_id(KOFFI), target, 0)
        kinds = session.exec(select(LedgerEntry.kind).order_by(col(LedgerEntry.id))).all()
    assert len(shown) == 1, "both histories are kept"
    assert kinds == ["grant", "welcome", "merge", "merge"]


@pytest.mark.parametrize("which", ["source", "target"])
def test_whoever_is_blocked_in_the_midst_of_a_merge_stays_so(house: House, which: str) -> None:
    source, target, _ = begun(house, 0)
    with house.database.write() as session:
        session.get_one(User, source if which == "source" else target).blocked_at = house.clock.now()
    merged(house, source, target)
    assert house.user(target).blocked_at is not None


@pytest.mark.parametrize(
    "chosen", [{}, {"email": "b@example.org", "mode": "student", "level": "high", "language": "fr"}]
)
def test_of_two_that_become_one_what_the_other_has_not_chosen_is_taken_over(
    house: House, chosen: dict[str, str]
) -> None:
    source, target, _ = begun(house, 0)
    taken = {"email": "a@example.org", "mode": "pro", "level": "middle", "language": "en"}
    with house.database.write() as session:
        session.get_one(User, source).phone = OTHER
        for user_id, values in ((source, taken), (target, dict.fromkeys(taken, None) | chosen)):
            for name, value in values.items():
                setattr(session.get_one(User, user_id), name, value)
    merged(house, source, target)
    user, gone = house.user(target), house.user(source)
    assert {name: getattr(user, name) for name in taken} == (chosen or taken)
    assert [getattr(gone, name) for name in ("phone", *taken)] == [None] * 5, "erasing the other finds no trace of it"


def test_merging_twice_moves_nothing_twice(house: House) -> None:
    add_user(house.database, KOFFI, Mode.PRO, 50)
    target, source = house.signs_in(AWA).user.id, house.address(KOFFI).user_id
    for _ in range(2):
        with house.database.write() as session:
            accounts.merge(session, session.get_one(User, source), session.get_one(User, target), house.clock.now())
    assert (house.user(source).credits, house.user(target).credits) == (0, 70)
    assert balances_are_sums(house)


def test_after_signing_out_a_shared_phone_gives_the_next_person_nothing(house: House) -> None:
    awa = house.signs_in(AWA).user
    belongings(house, AWA, awa.id)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    house.clock.skip(61)
    next_one = house.signs_in(AWA, OTHER)
    assert next_one.user.id != awa.id
    assert (next_one.is_new, next_one.user.credits) == (True, 20)
    assert owners(house) == [{awa.id}] * 3
    assert house.user(awa.id).phone == AWA_SMS
    with house.database.read() as session:
        key = conversation_id(AWA)
        assert runs.transcript(session, key, next_one.user.id, 0) == [], "the model does not see what Awa said"
        assert len(runs.transcript(session, key, awa.id, 0)) == 1
    house.clock.skip(61)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    assert house.signs_in(AWA).user.id == awa.id


def test_what_names_nobody_is_claimed_by_the_next_but_for_what_may_be_of_the_one_before(house: House) -> None:
    """Messages of before 0034 name nobody, whoever wrote them."""
    awa = house.signs_in(AWA).user
    belongings(house, AWA, awa.id)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    written(house, AWA, "perhaps of Awa", hours=0.5)
    written(house, AWA, "of a guest", hours=2)
    house.clock.skip(3 * 3_600)
    house.signs_in(AWA, OTHER)
    shown = [message.body for message in received(house, AWA)]
    assert ("perhaps of Awa" in shown, "of a guest" in shown) == (False, True)
    house.clock.skip(61)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    house.signs_in(AWA)
    assert "of a guest" not in [message.body for message in received(house, AWA)]


def test_a_signed_in_person_who_takes_a_known_number_becomes_its_user(house: House) -> None:
    other = house.signs_in(KOFFI).user
    awa = house.signs_in(AWA).user
    house.clock.skip(61)
    merged = house.takes(AWA, "+2250500000002")
    assert (merged.user.id, merged.user.credits) == (other.id, 40)
    assert house.user(awa.id).deleted_at is not None
    assert "WhatsApp (…0001)" in heard(house, KOFFI)[-1]


def test_after_a_year_of_silence_a_number_starts_clean(house: House) -> None:
    old = house.signs_in(AWA).user
    house.clock.skip(61)
    house.signs_in(AWA_SMS)
    belongings(house, AWA, old.id)
    written(house, AWA_SMS, "/email baobab@exemple.ci", hours=2)
    with house.database.write() as session:
        ledger.post(session, old.id, 30, "grant", "grant:test")
    house.was_silent(old.id, 366)
    house.clock.skip(366 * 86_400)
    fresh = house.signs_in(AWA)
    assert fresh.user.id != old.id
    assert (fresh.is_new, fresh.user.credits, house.user(old.id).credits) == (True, 20, 50)
    assert fresh.user.credits <= 20, "at most a gift, nothing of the old balance"
    assert house.user(old.id).phone is None
    assert house.user(old.id).deleted_at is None
    assert owners(house) == [{old.id}] * 3
    with house.database.read() as session:
        assert runs.transcript(session, conversation_id(AWA), fresh.user.id, 0) == []
    house.clock.skip(61)
    by_sms = house.signs_in(AWA_SMS)
    assert by_sms.user.id == fresh.user.id, "the other address of the old owner brings nothing back"
    assert owners(house) == [{old.id}] * 3
    assert "/email baobab@exemple.ci" not in [message.body for message in received(house, AWA_SMS)]


def test_the_number_of_an_erased_user_starts_clean(house: House) -> None:
    old = house.signs_in(AWA).user
    with house.database.write() as session:
        session.execute(update(User).where(col(User.id) == old.id).values(deleted_at=house.clock.now()))
    house.clock.skip(61)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    assert house.signs_in(AWA).user.id != old.id


def test_signing_out_here_and_everywhere(house: House) -> None:
    user = house.signs_in(AWA).user
    house.clock.skip(61)
    house.signs_in(HIDDEN, AWA_SMS)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    assert house.address(AWA).signed_in_until is None
    assert house.address(HIDDEN).signed_in_until is not None
    with house.database.write() as session:
        accounts.sign_out_everywhere(session, user)
    assert house.address(HIDDEN).signed_in_until is None
    assert house.address(HIDDEN).user_id == user.id


def test_a_sign_in_lasts_as_long_as_the_setting_says(house: House) -> None:
    house.signs_in(AWA)
    until = house.address(AWA).signed_in_until
    assert until is not None
    assert until - house.clock.now() <= timedelta(days=30)
    house.clock.skip(30 * 86_400 + 5)
    assert "1. Recevoir le code" in house.says(AWA, "/connexion")


def test_credits_spent_before_a_merge_stay_spent(house: House) -> None:
    add_user(house.database, KOFFI, Mode.PRO, 50)
    with house.database.write() as session:
        user_id = house.address(KOFFI).user_id
        assert ledger.post(session, user_id or 0, -30, "turn", "run:1:reserve")
    house.signs_in(AWA)
    house.clock.skip(61)
    assert house.takes(KOFFI, AWA_SMS).user.credits == 40
    assert balances_are_sums(house)


def held_for(house: House, user: User) -> int:
    with house.database.read() as session:
        return holding.held_for(session, session.get(User, user.id), house.clock.now())


def test_a_second_address_holds_the_copy_of_the_data_back_for_a_day(house: House) -> None:
    user = house.signs_in(AWA).user
    assert held_for(house, user) == 0, "a first sign-in brings nobody to anything"
    house.clock.skip(61)
    house.signs_in(HIDDEN, AWA_SMS)
    assert 86_300 < held_for(house, user) <= 86_400
    house.clock.skip(86_401)
    assert held_for(house, user) == 0
    with house.database.write() as session:
        accounts.sign_out(session, house.address(AWA))
    house.signs_in(AWA)
    assert held_for(house, user) == 0, "signing in again at the same place changes nothing"


@pytest.mark.parametrize(("days", "joins"), [(1, False), (31, True)])
def test_who_comes_back_to_a_shared_phone_waits_for_nothing_unless_long_after(
    house: House, days: int, joins: bool
) -> None:
    awa = house.signs_in(AWA).user
    belongings(house, AWA, awa.id)
    for seconds, number in ((61, OTHER), (86_400 * days, None)):
        with house.database.write() as session:
            accounts.sign_out(session, house.address(AWA))
        house.clock.skip(seconds)
        last = house.signs_in(AWA, number)
    assert (last.user.id, last.joined, held_for(house, awa) > 0) == (awa.id, joins, joins)


def test_another_number_holds_it_back_too(house: House) -> None:
    user = house.signs_in(AWA).user
    house.clock.skip(61)
    for words in ("/connexion", "2", OTHER, ""):
        house.says(AWA, words or house.code(OTHER))
    assert house.user(user.id).phone == OTHER
    assert held_for(house, house.user(user.id)) > 86_300


def test_whoever_has_just_joined_gives_the_account_no_other_number(house: House) -> None:
    """A thief who reads one code would take it away, or begin the day anew for ever. Who was there before may go on
    under another number, where the thief reads no code any more."""
    user = house.signs_in(AWA).user
    house.clock.skip(61)
    house.signs_in(HIDDEN, AWA_SMS)
    house.says(HIDDEN, "/connexion")
    assert "pourrez supprimer le compte, ou changer son numéro, dans 24 heures" in house.says(HIDDEN, "2")
    assert "pourrez" in house.says(HIDDEN, "changer de numéro")
    assert house.takes(AWA, OTHER).user.phone == OTHER
    assert "pourrez" in house.says(HIDDEN, "2"), "a number that was theirs"
    house.clock.skip(86_401)
    assert house.takes(HIDDEN, AWA_SMS).user.id == user.id


def test_the_next_person_at_a_shared_phone_is_none_who_has_joined(house: House) -> None:
    house.signs_in(AWA)
    house.clock.skip(61)
    house.signs_in(HIDDEN, AWA_SMS)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(HIDDEN))
    new = house.signs_in(HIDDEN, OTHER).user
    assert house.takes(HIDDEN, KOFFI.removeprefix("whatsapp:")).user.id == new.id


def test_what_becomes_anothers_is_held_back_where_that_one_was_at_home(house: House) -> None:
    """Who reads another's codes on a phone of their own signs in there as the other one, and goes on under their own
    number: the two become one, and another day begins with that."""
    thief = house.signs_in(KOFFI).user
    belongings(house, KOFFI, thief.id)
    awa = house.signs_in(AWA).user
    house.clock.skip(61)
    with house.database.write() as session:
        accounts.sign_out(session, house.address(KOFFI))
    assert house.signs_in(KOFFI, AWA_SMS).user.id == awa.id
    house.clock.skip(86_401)
    last = house.takes(KOFFI, KOFFI.removeprefix("whatsapp:"))
    assert (last.user.id, last.joined, house.address(AWA).user_id) == (thief.id, True, thief.id)
    assert held_for(house, house.user(thief.id)) > 86_300
    assert "WhatsApp (…0002)" in heard(house, AWA)[-1]


def test_a_code_that_joined_counts_no_wrong_try(house: House) -> None:
    house.signs_in(AWA)
    house.clock.skip(61)
    house.signs_in(HIDDEN, AWA_SMS)
    with house.database.read() as session:
        assert otp.wrong_tries(session, AWA_SMS, house.clock.now() - timedelta(days=1)) == 0


def begun(house: House, count: int) -> tuple[int, int, list[int]]:
    """Two users and some turns that run for the first of them; what they cost is taken."""
    add_user(house.database, KOFFI, Mode.PRO, 50)
    add_user(house.database, AWA, Mode.STUDENT, 20)
    source, target = house.address(KOFFI).user_id or 0, house.address(AWA).user_id or 0
    key = conversation_id(KOFFI)
    with house.database.write() as session:
        made = [runs.start(session, Run(conversation_id=key, user_id=source, mode="pro", language="fr"))
                for _ in range(count)]  # fmt: skip
        return (
            source,
            target,
            [credits.reserve(session, source, 2, run.id) and run.id for run in made],
        )


def merged(house: House, source: int, target: int) -> None:
    with house.database.write() as session:
        accounts.merge(session, session.get_one(User, source), session.get_one(User, target), house.clock.now())


def test_what_a_turn_gives_back_after_a_merge_is_the_remaining_users(house: House) -> None:
    source, target, (run_id,) = begun(house, 1)
    merged(house, source, target)
    assert house.user(target).credits == 68
    for _ in range(2):
        with house.database.write() as session:
            credits.refund(session, source, 2, run_id)
    assert (house.user(source).credits, house.user(target).credits) == (0, 70)
    assert balances_are_sums(house)


def test_what_is_left_of_a_price_after_a_merge_is_the_remaining_users(house: House) -> None:
    source, target, (run_id,) = begun(house, 1)
    with house.database.read() as session:
        run = session.get_one(Run, run_id)
        session.expunge(run)
    run.price, run.quoted = 2, True
    merged(house, source, target)
    with house.database.write() as session:
        assert settle(session, prices_of(house.settings), run, Used(), called=True).charged == 0
    assert (house.user(source).credits, house.user(target).credits) == (0, 70)
    assert balances_are_sums(house)


def test_refunds_and_a_merge_at_the_same_moment_lose_nothing(house: House) -> None:
    source, target, run_ids = begun(house, 11)

    def act(index: int) -> None:
        if index == 5:
            merged(house, source, target)
            return
        with house.database.write() as session:
            credits.refund(session, source, 2, run_ids[index])

    at_once(11, act)
    assert (house.user(source).credits, house.user(target).credits) == (0, 68)
    assert balances_are_sums(house)
