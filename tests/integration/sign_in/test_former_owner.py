"""A number that was silent for long may have another owner: what stands between its code and the account behind it."""

import time
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from bot.cli.commands import add_user
from bot.conversation.commands.table import VOCABULARY
from bot.conversation.people import heard, person
from bot.dao import contexts
from bot.dao.database import Database
from bot.dao.money import ledger
from bot.dao.work import runs
from bot.models import Chore, LedgerEntry, OutboundPart, Run, StoredFile, User
from bot.services.delivery import codes
from bot.services.privacy import holding
from bot.services.work.chores import DELETIONS
from bot.types import Language, Mode
from tests.fakes.keys import conversation_id
from tests.integration.sign_in.conftest import AWA, AWA_SMS, KOFFI, House, make_house
from tests.integration.sign_in.test_accounts import belongings

DAY = 86_400
EMAIL = "awa.kone@exemple.ci"
QUESTION = "Ce numéro n’a pas écrit ici depuis longtemps."


@pytest.fixture
def mailing(tmp_path: Path, database: Database) -> House:
    """A house that can send e-mails."""
    return make_house(tmp_path, database, smtp_url="smtp://127.0.0.1:1", mail_from="aide@palabre.example")


def silent_for(house: House, days: float, email: str | None = None) -> User:
    """Awa, who has a past, and has not written for so long."""
    user = house.signs_in(AWA).user
    belongings(house, AWA, user.id)
    with house.database.write() as session:
        session.get_one(User, user.id).email = email
        ledger.post(session, user.id, 30, "grant", "grant:test")
    house.clock.skip(days * DAY)
    return user


def deletions_due_in(house: House, due_s: float | None) -> None:
    """By the database's clock; None: they were never done."""
    with house.database.write() as session:
        due = 0.0 if due_s is None else time.time() + due_s
        session.add(Chore(name=DELETIONS, due=due))


def types_code(house: House, address: str = AWA) -> str:
    """Whoever has the number now gets its code, and types it."""
    house.says(address, "/connexion")
    if address == AWA:
        house.says(AWA, "1")
    return house.says(address, house.code())


def shown(house: House) -> str:
    """All that was ever said to anybody."""
    with house.database.read() as session:
        return "\n".join(session.exec(select(OutboundPart.body)).all())


def mailed_code(house: House) -> str:
    return house.codes.code(house.rows()[-1].nonce)


@pytest.mark.parametrize(("days", "is_asked"), [(119, False), (121, True), (364, True), (366, False)])
def test_whoever_comes_back_after_a_season_is_asked_and_below_nothing_changes(
    house: House, days: int, is_asked: bool
) -> None:
    old = silent_for(house, days)
    if days > 365:
        house.was_silent(old.id, days)
    assert (QUESTION in types_code(house)) is is_asked
    if is_asked:
        assert house.address(AWA).user_id == old.id
        assert house.address(AWA).signed_in_until < house.clock.now()
        assert house.open_step(AWA) == "former"
    else:
        assert house.signed_in[-1].is_new is (days > 365)


DUE_S = {  # how far ahead of the database's clock deletions are due
    "a process is years ahead": None,
    "nothing is done by that clock": -8 * DAY,
    "deletions are put off": DAY - 5,
}


@pytest.mark.parametrize("due_s", DUE_S.values(), ids=DUE_S)
def test_by_a_clock_that_may_be_years_ahead_nobody_loses_their_account_unasked(
    house: House, due_s: float | None
) -> None:
    """Their number and phones were taken from whoever signed in in the minutes of a wrong clock, for a new account."""
    old = silent_for(house, 800)
    if due_s is not None:
        house.was_silent(old.id, 800)
        deletions_due_in(house, due_s)
    assert QUESTION in types_code(house)
    assert house.user(old.id).phone is not None
    house.says(AWA, "1")
    assert (house.signed_in[-1].user.id, house.alerts()) == (old.id, [])


@pytest.mark.parametrize("due_s", [-6 * DAY, 3600, None], ids=["late", "just done", "never done"])
def test_deletions_that_go_on_leave_a_year_a_year(house: House, due_s: float | None) -> None:
    old = silent_for(house, 366)
    house.was_silent(old.id, 366)
    deletions_due_in(house, due_s)
    assert QUESTION not in types_code(house)
    assert house.signed_in[-1].user.id != old.id


@pytest.mark.parametrize("days", [150, 400])
def test_an_account_that_has_no_number_is_asked_about_however_long_it_was_silent(house: House, days: int) -> None:
    """An operator made it: no number of it starts clean by itself after a year."""
    add_user(house.database, KOFFI, Mode.PRO, 50)
    made = house.address(KOFFI).user_id
    house.clock.skip(days * DAY)
    for said in ("/connexion", "1"):
        house.says(KOFFI, said)
    assert QUESTION in house.says(KOFFI, house.code(KOFFI.removeprefix("whatsapp:")))
    house.says(KOFFI, "2")
    assert (house.signed_in[-1].user.id != made, house.user(made).credits) == (True, 50)


@pytest.mark.parametrize("said", ["2", "non", "Non.", "Non, ce numéro est nouveau pour moi"])
def test_a_new_owner_sees_and_takes_nothing_and_nothing_is_lost(house: House, said: str) -> None:
    old = silent_for(house, 150)
    answer = types_code(house) + house.says(AWA, said)
    fresh = house.signed_in[-1]
    assert fresh.user.id != old.id
    assert fresh.is_new
    assert "50" not in answer
    assert "Koné" not in answer
    assert "vous commencez avec un compte neuf" in answer
    kept = house.user(old.id)
    assert (kept.credits, kept.phone, kept.deleted_at) == (50, None, None)
    assert house.alerts() == ["number_changed_hands"]
    with house.database.read() as session:
        assert session.exec(select(StoredFile.user_id)).all() == [old.id]
        assert runs.transcript(session, conversation_id(AWA), fresh.user.id, 0) == []
        entries = session.exec(select(LedgerEntry).where(LedgerEntry.user_id == old.id)).all()
        assert sum(entry.amount for entry in entries) == 50
    house.clock.skip(61)
    assert house.signs_in(AWA_SMS).user.id == fresh.user.id, "nor is there a way back by the other channel"


@pytest.mark.parametrize("said", ["1", "oui", "Oui, c’est moi"])
def test_the_same_person_goes_on_and_older_data_stay_for_a_day(house: House, said: str) -> None:
    old = silent_for(house, 150)
    types_code(house)
    house.says(AWA, said)
    assert house.signed_in[-1].user.id == old.id
    with house.database.read() as session:
        assert holding.held_for(session, house.user(old.id), house.clock.now()) == DAY
    house.clock.skip(31 * DAY)
    assert QUESTION not in types_code(house), "once they have spoken up there is no doubt"
    assert house.alerts() == []


@pytest.mark.one_database
@pytest.mark.parametrize("said", ["0", "non merci", "laisse tomber", "/annuler"])
def test_who_leaves_the_question_has_said_nothing(house: House, said: str) -> None:
    old = silent_for(house, 150)
    types_code(house)
    assert "/connexion" in house.says(AWA, said)
    assert (house.user(old.id).phone, house.address(AWA).user_id, house.open_step(AWA)) == (AWA_SMS, old.id, None)
    assert len(house.signed_in) == 1


@pytest.mark.one_database
@pytest.mark.parametrize(("said", "outcome"), [("3", "interaction"), ("ok", "interaction"), ("C’est quoi ?", "agent")])
def test_what_is_no_answer_signs_nobody_in(house: House, said: str, outcome: str) -> None:
    silent_for(house, 150)
    types_code(house)
    house.says(AWA, said)
    assert (house.outcome, house.open_step(AWA), len(house.signed_in)) == (outcome, "former", 1)


def test_an_account_with_an_e_mail_wants_the_code_mailed_there_and_does_not_name_it(mailing: House) -> None:
    old = silent_for(mailing, 150, EMAIL)
    types_code(mailing)
    answer = mailing.says(AWA, "1")
    assert "[otp]" in answer
    assert "à son adresse e-mail" in answer
    assert "1. Recevoir un nouveau code\n2. Non, ce numéro est nouveau pour moi\n0. Annuler" in answer
    assert "pas le bon code" in mailing.says(AWA, mailing.wrong(mailing.rows()[-1].number))
    assert "déjà parti" in mailing.says(AWA, "1")
    assert len(mailing.signed_in) == 1
    with mailing.database.write() as session:  # it bounces
        part = session.exec(select(OutboundPart).where(OutboundPart.channel == "email")).one()
        codes.tell(session, part, "otp_not_delivered", mailing.clock.now())
    mailing.says(AWA, mailed_code(mailing))
    assert mailing.signed_in[-1].user.id == old.id
    assert EMAIL not in shown(mailing)
    with mailing.database.read() as session:
        assert not holding.held_for(session, mailing.user(old.id), mailing.clock.now()), "that is proof"


@pytest.mark.one_database
def test_who_asks_to_sign_in_once_more_is_offered_what_a_digit_means_there(mailing: House) -> None:
    old = silent_for(mailing, 150, EMAIL)
    question = types_code(mailing)
    assert mailing.says(AWA, "/connexion") == question
    mailing.says(AWA, "1")
    answer = mailing.says(AWA, "/connexion")
    assert "code envoyé à l’adresse e-mail" in answer
    assert "1. Recevoir un nouveau code\n2. Non, ce numéro est nouveau pour moi\n0. Annuler" in answer
    mailing.says(AWA, mailed_code(mailing))
    assert mailing.signed_in[-1].user.id == old.id


def test_who_cannot_read_the_e_mail_may_still_say_that_the_number_is_new(mailing: House) -> None:
    old = silent_for(mailing, 150, EMAIL)
    types_code(mailing)
    mailing.says(AWA, "1")
    mailing.says(AWA, "2")
    assert mailing.signed_in[-1].user.id != old.id
    assert mailing.user(old.id).email == EMAIL


def test_who_takes_a_recycled_number_into_their_account_takes_nothing_along(house: House) -> None:
    old = silent_for(house, 150)
    koffi = house.signs_in(KOFFI).user
    house.clock.skip(61)
    for said in ("/connexion", "2", AWA_SMS):
        house.says(KOFFI, said)
    assert QUESTION in house.says(KOFFI, house.code())
    assert "le numéro" not in house.says(KOFFI, "2")
    assert (house.signed_in[-1].user.id, house.user(koffi.id).phone) == (koffi.id, AWA_SMS)
    assert (house.user(koffi.id).credits, house.user(old.id).credits) == (20, 50)


def test_a_no_that_comes_after_somebody_proved_it_elsewhere_takes_nothing(house: House) -> None:
    old = silent_for(house, 150)
    types_code(house)
    house.clock.skip(61)
    types_code(house, AWA_SMS)
    house.says(AWA_SMS, "1")
    house.says(AWA, "2")
    assert house.user(old.id).phone == AWA_SMS
    assert house.address(AWA_SMS).user_id == old.id


def test_what_guests_said_before_the_silence_stays_behind(house: House) -> None:
    old = house.signs_in(AWA).user
    house.clock.skip(40 * DAY)
    belongings(house, AWA, None)
    house.clock.skip(100 * DAY)
    with house.database.write() as session:
        for row in (*session.exec(select(Run)), *session.exec(select(StoredFile))):
            at = "started_at" if isinstance(row, Run) else "created_at"
            setattr(row, at, house.clock.now() - timedelta(days=100))
    types_code(house)
    house.says(AWA, "2")
    fresh = house.signed_in[-1].user.id
    with house.database.read() as session:
        assert set(session.exec(select(Run.user_id))) == set(session.exec(select(StoredFile.user_id))) == {old.id}
        assert runs.transcript(session, conversation_id(AWA), fresh, 0) == []


@pytest.mark.parametrize(("days", "seen"), [(29, 1), (31, 0)])
def test_a_guest_who_comes_after_a_month_is_shown_nothing_of_the_guest_before(
    house: House, days: int, seen: int
) -> None:
    house.signs_in(AWA)
    house.clock.skip(40 * DAY)
    belongings(house, AWA, None)
    key = conversation_id(AWA)
    for wait in (0, days):
        house.clock.skip(wait * DAY)
        with house.database.write() as session:
            who = person(session, key, "", Language.FR, house.clock.now(), VOCABULARY)
            heard(session, who, "", house.clock.now())
    with house.database.read() as session:
        after = contexts.of(session, key, None).context_from
        assert len(runs.transcript(session, key, None, after)) == seen


def test_no_sign_in_outlives_the_silence(tmp_path: Path, database: Database) -> None:
    house = make_house(tmp_path, database, sign_in_days=400)
    house.signs_in(AWA)
    until = house.address(AWA).signed_in_until
    assert until is not None
    assert until - house.clock.now() <= timedelta(days=120)


@pytest.mark.parametrize("said", ["c’était à mon frère", "oui c’est nouveau", "à ma sœur", "c’est mon numéro"])
def test_who_does_not_say_whose_it_was_is_asked_again(house: House, said: str) -> None:
    """« à » is no line « a »: whoever said that it had been their brother's was signed in as him."""
    old = silent_for(house, 150)
    types_code(house)
    signed_in = len(house.signed_in)
    assert QUESTION in house.says(AWA, said)
    assert (len(house.signed_in), house.open_step(AWA)) == (signed_in, "former")
    house.says(AWA, "2")
    assert house.signed_in[-1].user.id != old.id


@pytest.mark.parametrize(
    ("said", "is_theirs"), [("c’est moi", True), ("c’est pas moi", False), ("nouvelle puce", False)]
)
def test_whose_it_was_is_said_in_other_words(house: House, said: str, is_theirs: bool) -> None:
    old = silent_for(house, 150)
    types_code(house)
    house.says(AWA, said)
    assert (house.signed_in[-1].user.id == old.id) is is_theirs
