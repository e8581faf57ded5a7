"""Who gets what: guests and their allowance, the first words they hear, and people who want nothing more."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import SQLModel

from bot.conversation.people import address_of, heard, user_of
from bot.dao import addresses
from bot.dao.delivery import parts
from bot.services.sign_in.accounts import confirm
from bot.text.french import with_plain_spaces
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

NOTICE = "service automatique"


@pytest.fixture
def line(open_line: Callable[..., Line]) -> Line:
    """Guests may write twice a day."""
    made = open_line(guest_daily_messages=2)
    made.model.script(lambda _request: says("Oui."))
    return made


def test_a_guest_has_no_tools_and_a_pupil_has(line: Line) -> None:
    line.says("Bonjour", address=GUEST)
    line.says("Bonjour")
    assert [bool(request.get("tools")) for request in line.model.requests] == [False, True]


def test_a_guest_is_told_once_who_answers(line: Line) -> None:
    line.says("Bonjour", address=GUEST)
    assert [NOTICE in body for body in line.hears(GUEST)] == [False, True]
    line.says("Tu es là ?", address=GUEST)
    assert line.hears(GUEST) == ["Oui."]


@pytest.mark.parametrize("address", [PUPIL, GUEST])
def test_a_person_is_a_value_that_outlives_its_session(line: Line, address: str) -> None:
    """No row in it that a later look could find detached or stale."""
    line.says("Bonjour", address=address)
    key, now = conversation_id(address), line.clock.now()
    with line.database.write() as session:
        before = line.runtime.inbox.exchange.who(session, key, (), now)
        after = heard(session, before, "Awa", now)
    assert not [value for value in asdict(after).values() if isinstance(value, SQLModel)]
    assert before.profile_name == ""
    assert (after.profile_name, after.last_inbound_at) == ("Awa", now)
    with line.database.read() as session:
        assert line.runtime.inbox.exchange.who(session, key, (), now) == after
        row, user = address_of(session, after), user_of(session, after)
    assert (row.value, row.profile_name, user and user.id) == (address, "Awa", after.user_id)
    assert (after.mode == Mode.GUEST) == (user is None) == (not after.signed_in) == (address == GUEST)


def test_a_user_is_not_welcomed_as_a_guest(line: Line) -> None:
    line.says("Bonjour")
    assert line.hears() == ["Oui."]


def test_what_could_not_be_read_is_a_first_contact_too(line: Line) -> None:
    line.says("…", address=GUEST)
    assert [NOTICE in body for body in line.hears(GUEST)] == [False, True]
    line.says("…", address=GUEST)
    assert len(line.hears(GUEST)) == 1


LAGOS, HIDDEN = "whatsapp:+2348030000001", "whatsapp:CI.1A2b3C4d5E"
FRENCH, ENGLISH = "automatique", "automated service"


@pytest.mark.parametrize(
    ("address", "first", "words"),
    [
        (GUEST, "login", ENGLISH), (GUEST, "/login", ENGLISH), (GUEST, "help", ENGLISH), (GUEST, "/progress", ENGLISH),
        (GUEST, "/connexion", FRENCH), (LAGOS, "/connexion", FRENCH), (LAGOS, "me connecter", FRENCH),
        (LAGOS, "aide", FRENCH), (LAGOS, "menu", ENGLISH), (GUEST, "menu", FRENCH), (HIDDEN, "/login", ENGLISH),
        (HIDDEN, "/statut", FRENCH),
    ],
)  # fmt: skip
def test_a_newcomer_is_answered_in_the_language_of_the_command_they_begin_with(
    line: Line, address: str, first: str, words: str
) -> None:
    line.says(first, address=address)
    assert words in "\n".join(line.hears(address))


def test_a_command_in_the_other_language_changes_nothing_later_nor_against_a_choice(line: Line) -> None:
    line.says("Bonjour", address=GUEST)
    line.says("/help", address=GUEST)
    assert "Écrivez votre question" in "\n".join(line.hears(GUEST))
    line.says("/langue")
    line.says("1")
    line.says("/login")
    assert "déjà connecté" in line.hears()[-1]


def test_what_a_guest_chose_stays_until_they_choose_again_and_is_theirs_when_they_sign_in(line: Line) -> None:
    line.says("Bonjour, je veux apprendre les fractions", address=GUEST)
    line.says("/langue anglais", address=GUEST)
    for said in ("C’est quoi une fraction ?", "statut"):
        line.says(said, address=GUEST)
    assert "I am not working on anything" in line.hears(GUEST)[-1]
    line.says("/connexion", "1", address=GUEST)
    assert "Your 6-digit code" in line.hears(GUEST)[-1]
    with line.database.write() as session:
        address = addresses.by_value(session, GUEST)
        assert address is not None
        user = confirm(session, address, "+2250700000003", line.clock.now(), line.runtime.settings).user
        assert (user.language, address.chosen_language) == ("en", None)


def test_a_guest_who_asks_for_the_other_language_in_words_has_chosen_anew(line: Line) -> None:
    line.says("/langue anglais", address=GUEST)
    line.says("en français stp", "statut", address=GUEST)
    assert "Je ne travaille sur rien" in line.hears(GUEST)[-1]
    assert line.address(GUEST).chosen_language == "fr"


def test_what_the_service_is_for_is_said_in_the_language_of_each_sentence(line: Line) -> None:
    line.says("What is a fraction?", address=GUEST)
    assert "for help with homework and office work" in line.hears(GUEST)[-1]
    line.says("aide", address=HIDDEN)
    assert "pour l’aide aux devoirs et le travail de bureau" in "\n".join(line.hears(HIDDEN))
    assert "automated service for help with homework" in str(line.model.requests[0]["messages"][0]["content"])


def test_a_purpose_of_ones_own_is_said_as_it_is(open_line: Callable[..., Line]) -> None:
    line = open_line(service_scope="les cours du lycée Sainte-Marie")
    line.model.script(lambda _request: says("Yes."))
    for words in ("What is a fraction?", "/help"):
        line.says(words, address=GUEST)
    assert all("for les cours du lycée Sainte-Marie" in body for body in line.hears(GUEST)[1:])
    assert "les cours du lycée Sainte-Marie" in str(line.model.requests[0]["messages"][0]["content"])


def until_midnight(line: Line, zone: str) -> float:
    """Seconds until the day ends somewhere."""
    now = line.clock.now().astimezone(ZoneInfo(zone))
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return (midnight - now).total_seconds()


@pytest.mark.parametrize(
    ("address", "zone"),
    [
        (GUEST, "Africa/Abidjan"),
        ("+261340000001", "Indian/Antananarivo"),
        ("+2389911234", "Atlantic/Cape_Verde"),
        ("whatsapp:CD.1a2B3c", "Africa/Kinshasa"),
        ("whatsapp:ZZ.1a2B3c", "UTC"),
    ],
)
def test_the_allowance_ends_and_comes_back_at_the_midnight_of_the_guest(line: Line, address: str, zone: str) -> None:
    line.clock.skip(until_midnight(line, zone) + 60)
    for _ in range(2):
        line.says("Bonjour", address=address)
    line.hears(address)
    line.says("Encore", address=address)
    assert len(line.hears(address)) == 1
    assert len(line.model.requests) == 2
    assert line.outcomes()[-1] == "allowance_used"
    line.clock.skip(until_midnight(line, zone) - 60)
    line.says("Toujours pas", address=address)
    assert line.outcomes()[-1] == "allowance_used"
    line.says("/compte", address=address)
    assert "épuisés" in line.hears(address)[-1]
    line.clock.skip(61)
    line.says("/compte", address=address)
    assert "2" in line.hears(address)[-1], "and /compte counts the same day"
    for _ in range(3):
        line.says("Bonjour", address=address)
    assert line.outcomes()[-2:] == ["done_signal", "allowance_used"]
    assert len(line.hears(address)) == 3, "and that it is used up is said again"


def test_fragments_count_one_by_one(line: Line) -> None:
    for _ in range(3):
        line.stores("mot", GUEST)
    line.drain(GUEST)
    assert line.address(GUEST).guest_messages >= 3


def test_a_second_life_of_a_message_is_not_counted_again(line: Line) -> None:
    """A worker died after the message had been counted and before its run was there, or while it ran."""
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE iteration RENAME TO away")
    with pytest.raises(Exception, match="iteration"):
        line.says("Bonjour", address=GUEST)
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE away RENAME TO iteration")
    line.drain(GUEST)
    assert line.outcomes() == ["done_signal"]
    assert line.address(GUEST).guest_messages == 1


def test_a_message_whose_first_worker_died_at_once_is_counted_once(line: Line) -> None:
    line.says("Bonjour", address=GUEST, attempts=1)
    assert line.address(GUEST).guest_messages == 1


def test_the_welcome_leaves_alone_what_changed_during_the_turn(line: Line) -> None:
    """Twilio says in the middle of the first turn that the person opted out."""

    def rule(request: Request) -> Step:
        with line.database.write() as session:
            addresses.opt_out(session, GUEST, line.clock.now())
        return says("Oui.")

    line.model.script(rule)
    line.says("Bonjour", address=GUEST)
    assert line.address(GUEST).opted_out_at is not None
    assert line.address(GUEST).guest_messages == 1
    assert line.hears(GUEST) == []


def test_stop_is_confirmed_and_then_there_is_silence(line: Line) -> None:
    line.says("arrêt", address=GUEST)
    (confirmed,) = line.hears(GUEST)  # and no welcome to somebody who leaves
    assert "ne recevrez plus" in confirmed
    for body in ("Bonjour", "/aide", "…", "arrêt"):
        line.says(body, address=GUEST)
    assert line.hears(GUEST) == []
    assert line.outcomes()[1:] == ["opted_out"] * 4
    assert line.model.requests == []


def test_start_ends_the_silence(line: Line) -> None:
    line.says("arrêt", address=GUEST)
    line.hears(GUEST)
    line.says("START", address=GUEST)
    assert "retrouver" in line.hears(GUEST)[0]
    line.says("Bonjour", address=GUEST)
    assert "Oui." in line.hears(GUEST)


@pytest.mark.parametrize("word", ["START", "start svp", "/start", "?", "hein ??"])
def test_who_begins_with_a_start_or_a_question_mark_is_told_whom_they_talk_to(line: Line, word: str) -> None:
    line.says(word, address=GUEST)
    answer, notice = line.hears(GUEST)
    assert NOTICE in notice
    assert "retrouver" not in answer
    line.says(word, address=GUEST)
    assert len(line.hears(GUEST)) == 1


@pytest.mark.parametrize(("word", "address"), [("reprendre", PUPIL), ("Reprise.", PUPIL), ("YES", "+2250700000005")])
def test_a_word_of_the_lesson_brings_back_only_who_had_opted_out(line: Line, word: str, address: str) -> None:
    line.says(word, address=address)
    assert line.hears(address)[0] == "Oui."
    line.says("STOP", address=address)
    line.hears(address)
    line.says(word, address=address)
    assert "retrouver" in line.hears(address)[0]
    assert line.outcomes() == ["done_signal", "opted_out", "opted_in"]


def test_start_does_not_bring_back_what_was_written_into_the_silence(line: Line) -> None:
    line.says("arrêt")
    line.hears()
    with line.database.write() as session:
        parts.add(session, conversation_id=line.conversation().id, key="late", address=PUPIL,
                  channel="whatsapp", body="Trop tard")  # fmt: skip
    line.says("START")
    (greeting,) = line.hears()
    assert "retrouver" in greeting


def test_a_number_that_could_not_be_reached_is_good_again_when_it_writes(line: Line) -> None:
    line.says("Bonjour")
    with line.database.write() as session:
        addresses.mark_bad(session, PUPIL, line.clock.now())
    line.says("Bonjour")
    assert line.address(PUPIL).bad_at is None


@pytest.mark.parametrize("told", ["STOP", "START"])
def test_what_twilio_has_answered_is_not_answered_again(line: Line, told: str) -> None:
    line.says("Bonjour")
    line.hears()
    line.says("ça suffit", details={"opt_out_type": told})
    assert line.hears() == []
    assert (line.address(PUPIL).opted_out_at is not None) == (told == "STOP")


def test_an_opt_out_drops_what_had_not_left_yet(line: Line) -> None:
    line.says("Bonjour")
    line.says("arrêt")
    (confirmed,) = line.hears()
    assert "ne recevrez plus" in confirmed


def test_french_marks_stay_with_their_words_on_whatsapp_in_answers_and_sentences(line: Line) -> None:
    line.model.script(lambda _request: says("Tu connais ? Voici : `a ? b` !"))
    line.says("Bonjour")
    line.says("/compte")
    assert line.hears()[0] == "Tu connais\u00a0? Voici\u00a0: `a ? b`\u00a0!"
    line.says("/compte")
    assert "Solde\u00a0: " in line.hears()[0]


def test_by_sms_and_in_english_there_is_no_such_space(line: Line) -> None:
    line.model.script(lambda _request: says("Tu connais\u00a0? Oui\u202f!"))
    sms, abroad = "+2250700000004", "whatsapp:+2348030000004"
    line.says("Bonjour", address=sms)
    line.says("/aide", address=sms)
    heard = line.hears(sms)
    assert heard[0] == "Tu connais ? Oui !"
    assert not any("\u00a0" in body or "\u202f" in body for body in heard)
    line.says("/help", address=abroad)
    assert not any("\u00a0" in body for body in line.hears(abroad))


def test_a_first_burst_that_is_over_the_allowance_is_told_whom_it_talks_to(open_line: Callable[..., Line]) -> None:
    line = open_line(fragment_window_s=0.7, sender_per_minute=100)
    for number in range(11):
        line.stores(f"bout {number}", GUEST)
    line.clock.skip(1)
    line.drain(GUEST)
    limit, notice = line.hears(GUEST)
    assert "messages d’essai du jour" in with_plain_spaces(limit)
    assert NOTICE in with_plain_spaces(notice)
