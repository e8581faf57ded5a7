"""Signed out is private: whoever holds the phone sees nothing of who was signed in there, nor does the model."""

import io
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import Session, col, func, select

from bot.cli.commands import add_user
from bot.dao import contexts, conversations, inbound, interactions
from bot.dao.delivery import parts
from bot.dao.work import runs
from bot.models import (
    Address,
    ExerciseResult,
    InboundMessage,
    OtpCode,
    OutboundPart,
    PendingInteraction,
    Run,
    StoredFile,
    User,
)
from bot.services.privacy.erase import erase
from bot.services.privacy.export import build
from bot.services.sign_in import accounts
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Language, Mode
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

OTHER = "+2250700000009"
SMS = PUPIL.removeprefix("whatsapp:")
SECRET = "ma soeur s'appelle Baobab"
ANSWER = "Réponse ananas"
QUIZ = {"question": "Que vaut 1/2 + 1/2 ?", "options": ["1", "2", "3"], "correct_index": 0, "explanation": "Un tout.",
        "subject": "maths"}  # fmt: skip


@pytest.fixture
def told(line: Line) -> Line:
    """The pupil has confided something."""
    line.model.script(lambda _request: says(ANSWER))
    with line.database.write() as session:
        session.get_one(User, 1).phone = PUPIL.removeprefix("whatsapp:")
    line.says(SECRET)
    line.hears()
    return line


def here(session: Session, address: str = PUPIL) -> Address:
    return session.exec(select(Address).where(Address.value == address)).one()


def sign_out(line: Line, address: str = PUPIL) -> None:
    line.says("/deconnexion", "1", address=address)
    line.hears(address)


def expire(line: Line, address: str = PUPIL) -> None:
    with line.database.write() as session:
        here(session, address).signed_in_until = line.clock.now() - timedelta(seconds=1)


def sign_in(line: Line, number: str = PUPIL.removeprefix("whatsapp:"), address: str = PUPIL) -> int:
    """As the right code does it; returns the user."""
    with line.database.write() as session:
        found = accounts.confirm(session, here(session, address), number, line.clock.now(), line.runtime.inbox.settings)
        found.user.mode = found.user.mode or Mode.STUDENT
        return found.user.id


def sign_in_elsewhere(line: Line) -> int:
    """Somebody else is known already; returns their id."""
    with line.database.write() as session:
        made = User(phone=OTHER, mode=Mode.STUDENT)
        session.add(made)
        session.flush()
        return made.id


def shown(line: Line, body: str, address: str = PUPIL) -> str:
    """Everything the model is asked with for a message."""
    before = len(line.model.requests)
    line.says(body, address=address)
    assert len(line.model.requests) > before
    return str(line.model.requests[before:])


ENDS: list[Callable[[Line], None]] = [sign_out, expire]


@pytest.mark.parametrize("end", ENDS)
def test_the_model_hears_nothing_of_the_one_who_was_signed_in(told: Line, end: Callable[[Line], None]) -> None:
    end(told)
    request = shown(told, "De quoi parlions-nous ?")
    assert "Baobab" not in request
    assert ANSWER not in request


@pytest.mark.parametrize("end", ENDS)
def test_guests_hear_what_guests_said_since_and_the_user_has_everything_back(
    told: Line, end: Callable[[Line], None]
) -> None:
    end(told)
    shown(told, "Je suis une mangue")
    assert "mangue" in shown(told, "Et moi ?")
    sign_in(told)
    back = shown(told, "Me revoilà")
    assert "Baobab" in back
    assert "mangue" in back, "guest history stays after sign-in"
    end(told)
    assert "mangue" not in shown(told, "Encore moi"), "and is the user's from then on"


def test_what_a_guest_said_before_the_first_sign_in_goes_on(line: Line) -> None:
    line.model.script(lambda _request: says(ANSWER))
    line.says("Je suis une mangue", address=GUEST)
    sign_in(line, address=GUEST)
    assert "mangue" in shown(line, "Et maintenant ?", GUEST)
    expire(line, GUEST)
    assert "mangue" not in shown(line, "Et maintenant ?", GUEST)


def test_two_people_on_one_phone_never_hear_each_other(told: Line) -> None:
    awa = sign_in(told)
    sign_out(told)
    bintou = sign_in(told, OTHER)
    assert awa != bintou
    assert "Baobab" not in shown(told, "Je suis la papaye")
    assert "papaye" in shown(told, "Et moi ?")
    sign_out(told)
    assert sign_in(told) == awa
    mine = shown(told, "Me revoilà")
    assert "Baobab" in mine
    assert "papaye" not in mine


def test_who_is_left_is_heard_when_the_other_one_of_a_phone_is_erased(told: Line) -> None:
    """SQLite gives the ids of the newest rows again: not below where the one who is left has begun anew."""
    sign_out(told)
    sign_in(told, OTHER)
    told.says("Je suis la papaye")
    sign_out(told)
    sign_in(told)
    told.says("Me revoilà")
    sign_out(told)
    sign_in(told, OTHER)
    told.says("/nouveau")
    sign_out(told)
    sign_in(told)
    key = told.conversation().id
    with told.database.write() as session:
        runs.taint(session, told.run().id, key)
        erase(session, here(session), key, 1_000, told.clock.now())
    told.clock.skip(60)
    bintou = sign_in(told, OTHER)
    told.says("Je suis la mangue")
    request = shown(told, "Et moi ?")
    assert "mangue" in request
    assert "papaye" not in request
    with told.database.read() as session:
        assert not contexts.is_tainted(session, key, bintou), "what was read before that is the other one's"


def test_a_summary_is_shown_to_nobody_but_its_owner(told: Line) -> None:
    with told.database.write() as session:
        upto = runs.last_transcript_id(session, told.conversation().id)
        contexts.store_summary(session, told.conversation().id, 1, "Résumé : Baobab", upto)
    assert "Résumé : Baobab" in shown(told, "Et alors ?")
    expire(told)
    assert "Baobab" not in shown(told, "Et alors ?")
    sign_in(told, OTHER)
    assert "Baobab" not in shown(told, "Et alors ?")
    sign_out(told)
    sign_in(told)
    assert "Résumé : Baobab" in shown(told, "Et alors ?")


def test_a_guests_fresh_start_does_not_forget_for_the_user(told: Line) -> None:
    expire(told)
    told.says("/nouveau")
    sign_in(told)
    assert "Baobab" in shown(told, "Me revoilà")
    told.says("/nouveau")
    assert "Baobab" not in shown(told, "Et maintenant ?")


def test_a_merge_brings_what_was_said_along(told: Line) -> None:
    with told.database.write() as session:
        contexts.store_summary(session, told.conversation().id, 1, "Résumé : Baobab", 1)
        target = User(phone=OTHER, mode=Mode.STUDENT)
        session.add(target)
        session.flush()
    assert sign_in(told, OTHER) == target.id
    request = shown(told, "Me revoilà")
    assert "Résumé : Baobab" in request
    assert ANSWER in request


def test_commands_of_a_guest_show_nothing_of_the_user(told: Line) -> None:
    with told.database.write() as session:
        session.get_one(User, 1).level = "middle"
        session.add(StoredFile(conversation_id=told.conversation().id, user_id=1, name="a.pdf", title="Cours ananas",
                               content_type="application/pdf", size=1, sha256="0"))  # fmt: skip
    expire(told)
    for command in (
        "/compte",
        "/fichiers",
        "/progres",
        "/statut",
        "/exporter",
        "/supprimer",
        "/annuler",
        "/mode",
        "oui",
    ):
        told.says(command)
    said = "\n".join(told.hears())
    for private in ("Baobab", "ananas", "/media/", "crédits", "collège", "écrivez ce nombre"):
        assert private not in said.replace(ANSWER, "")


def test_who_is_signed_out_is_not_told_that_there_are_no_results(told: Line) -> None:
    with told.database.write() as session:
        session.add(ExerciseResult(user_id=1, conversation_id=told.conversation().id, subject="maths", correct=7,
                                   total=10, source="quiz", key="quiz:1"))  # fmt: skip
    expire(told)
    told.says("/progres")
    assert "connectez-vous d’abord" in told.hears()[0]
    told.says("/progres", address=GUEST)
    assert "une fois la connexion faite" in told.hears(GUEST)[0]
    sign_in(told)
    told.says("/progres")
    assert "7/10" in told.hears()[0]


def test_results_are_not_shown_to_who_is_there_when_they_are_ready(told: Line) -> None:
    """A sign-in that ends between the looking and the telling."""
    with told.database.write() as session:
        session.add(ExerciseResult(user_id=1, conversation_id=told.conversation().id, subject="maths", correct=7,
                                   total=10, source="quiz", key="quiz:1"))  # fmt: skip
    exchange = told.runtime.inbox.exchange
    told.stores("/progres")
    with told.database.read() as session:
        messages = inbound.waiting(session, told.conversation().id, limit=1)
        who = exchange.who(session, told.conversation().id, messages, told.clock.now())
    response = exchange.prepare(who, messages)
    expire(told)
    assert sign_in(told, OTHER) != who.user_id
    with told.database.write() as session:
        exchange.handle(told.runtime.inbox.beside.talk(session, told.conversation().id, messages), response)
    assert "7/10" not in " ".join(told.hears())


def test_what_the_one_before_was_told_is_told_the_next_one_too(told: Line) -> None:
    """Each refusal is said a few times a day to one sender; whoever is new on the phone has read none of it."""
    for user_id in (1, sign_in_elsewhere(told)):
        with told.database.write() as session:
            session.get_one(User, user_id).credits = 0
    for _ in range(4):
        told.says("Bonjour")
    assert len(told.hears()) == 3, "no more is said to the same one"
    sign_out(told)
    sign_in(told, OTHER)
    told.says("Bonsoir")
    assert "plus assez de crédits" in told.hears()[0]
    sign_out(told)
    sign_in(told)
    sign_out(told)
    sign_in(told)
    for _ in range(4):
        told.says("Me revoilà")
    assert len(told.hears()) == 3


def test_a_guest_does_not_change_the_users_language(told: Line) -> None:
    with told.database.write() as session:
        session.get_one(User, 1).language = Language.FR
    expire(told)
    told.says("/langue", "2")
    with told.database.read() as session:
        assert session.get_one(User, 1).language == Language.FR
    assert told.address(PUPIL).language == Language.EN


@pytest.mark.parametrize("end", [expire, lambda line: sign_in(line, OTHER)])
def test_a_question_of_the_user_is_not_open_for_somebody_else(told: Line, end: Callable[[Line], None]) -> None:
    told.model.script(_quiz_then(says("Bien.")))
    told.says("Un quiz")
    assert any("1/2" in body for body in told.hears())
    if end is not expire:
        expire(told)
    end(told)
    assert "Que vaut" not in shown(told, "1")
    assert not any("Bonne" in body or "Un tout" in body for body in told.hears())


def _quiz_then(last: Step) -> Callable[[Request], Step]:
    def rule(request: Request) -> Step:
        asks = request.get("tools") and "Un quiz" in str(request["messages"][-1])
        return calls(("interactive_quiz", QUIZ)) if asks else last

    return rule


def test_a_question_asked_while_the_sign_in_runs_out_is_still_the_users(told: Line) -> None:
    key = told.conversation().id
    with told.database.write() as session:
        run = runs.start(session, Run(conversation_id=key, user_id=1, mode="student", language="fr"))
        run.status = "done"
        here(session).signed_in_until = told.clock.now()
        interactions.open_interaction(session, key, "quiz", {}, told.clock.now(), 60, run.id)
        assert interactions.current(session, key, told.clock.now()) is None


def test_a_menu_of_the_user_is_not_answered_by_the_next_one(told: Line) -> None:
    told.says("/langue")
    told.hears()
    expire(told)
    told.says("2")
    assert told.hears()[0] == ANSWER
    assert told.address(PUPIL).language == Language.FR


def test_a_run_whose_sign_in_ended_meanwhile_is_given_back(open_line: Callable[..., Line]) -> None:
    first = open_line()

    def rule(_request: Request) -> Step:
        first.runtime.shutdown.ask()
        first.clock.skip(60)
        return calls(("calculate", {"expression": "6*7"}))

    first.model.script(rule)
    first.says(SECRET)
    before = first.credits()
    expire(first)
    heir = open_line()
    asked = len(heir.model.requests)
    heir.drain()
    assert len(heir.model.requests) == asked, "the model is asked nothing"
    assert "Votre connexion a pris fin" in heir.hears()[-1]
    assert heir.credits() == before + 1
    assert heir.outcomes() == ["signed_out"]


def test_signing_out_everywhere_stops_what_runs_elsewhere(told: Line) -> None:
    epoch = told.conversation().lane_epoch
    with told.database.write() as session:
        accounts.sign_out_everywhere(session, session.get_one(User, 1), here="elsewhere")
    assert told.conversation().lane_epoch == epoch + 1


def somebody_signs_in(line: Line) -> None:
    """To the pupil's account, on another phone: the pupil is told."""
    line.says("Bonjour", address=GUEST)
    sign_in(line, address=GUEST)
    desk = line.runtime.inbox.exchange.desk
    with line.database.write() as session:
        owner = session.get_one(User, 1)
        accounts.tell_others(session, owner, here(session, GUEST), desk.links, "aide@example.org", line.clock.now())
    assert "vient de se connecter" in line.hears()[-1]


@pytest.mark.parametrize("said", ["ce n'est pas moi", "C’est pas moi !!", "Bonjour, c pas moi qui me suis connectée"])
def test_who_says_that_it_was_not_them_is_helped_at_once_and_free_of_charge(told: Line, said: str) -> None:
    somebody_signs_in(told)
    before, asked = told.credits(), len(told.model.requests)
    told.says(said)
    told_of_a_person, question = told.hears()
    assert "une personne" in told_of_a_person
    assert "toutes vos conversations" in question
    (number,) = re.findall(r"\d{5}", question)
    told.says(number)
    assert "partout" in told.hears()[-1]
    assert (told.credits(), len(told.model.requests)) == (before, asked)
    assert told.address(GUEST).signed_in_until is None


def has_taken_it_elsewhere(line: Line) -> None:
    """Whoever has signed in on another phone has given the account another number since."""
    somebody_signs_in(line)
    with line.database.write() as session:
        session.get_one(User, 1).phone = OTHER


def test_who_says_so_of_an_account_that_was_given_another_number_keeps_it(told: Line) -> None:
    """A code to their own phone would open it no more: they stay where they are, and take the number back."""
    has_taken_it_elsewhere(told)
    told.says("ce n'est pas moi")
    _, question = told.hears()
    assert "partout ailleurs" in question
    assert "Vous restez connecté ici, car le numéro du compte est le 07 … 09" in question
    told.says(re.findall(r"\d{5}", question)[0])
    done, menu = told.hears()
    assert "n’est plus connecté qu’ici. Si le 07 … 09 n’est pas à vous, changez vite le numéro" in done
    assert "2. Changer le numéro du compte" in menu
    assert told.address(GUEST).signed_in_until is None
    assert told.address(PUPIL).signed_in_until is not None
    told.says("2", SMS)
    told.hears()
    with told.database.read() as session:
        asked = session.exec(select(OtpCode).order_by(col(OtpCode.id).desc()).limit(1)).one()
    told.says(OneTimeCodes(told.runtime.inbox.settings).code(asked.nonce))
    with told.database.read() as session:
        assert session.get_one(User, 1).phone == SMS


def test_by_sms_where_no_number_is_changed_a_person_is_named(told: Line) -> None:
    with told.database.write() as session:
        conversations.ensure(session, SMS)
        accounts.confirm(session, here(session, SMS), SMS, told.clock.now(), told.runtime.inbox.settings)
    has_taken_it_elsewhere(told)
    with told.database.write() as session:
        desk, owner = told.runtime.inbox.exchange.desk, session.get_one(User, 1)
        accounts.tell_others(session, owner, here(session, GUEST), desk.links, "", told.clock.now())
    told.says("c'est pas moi", address=SMS)
    told.says(re.findall(r"nombre : (\d{5})", told.hears(SMS)[-1])[0], address=SMS)
    assert "ecrivez vite" in told.hears(SMS)[-1].replace("é", "e")
    assert told.address(SMS).signed_in_until is not None
    assert told.address(PUPIL).signed_in_until is None


def test_who_has_just_joined_does_not_stay(told: Line) -> None:
    has_taken_it_elsewhere(told)
    with told.database.write() as session:
        session.add(
            OtpCode(number=SMS, prefix="2250700", asker=told.conversation().id, digest="", state="joined",
                    expires_at=told.clock.now() + timedelta(hours=20))
        )  # fmt: skip
    told.says("ce n'est pas moi")
    assert "toutes vos conversations" in told.hears()[-1]


@pytest.mark.parametrize("hidden", [False, True])
def test_nor_does_who_came_by_a_code_to_the_number_that_the_account_has(told: Line, *, hidden: bool) -> None:
    """A thief would be alone in it, and change its number with nobody left who is told."""
    somebody_signs_in(told)
    with told.database.write() as session:
        codes = OneTimeCodes(told.runtime.inbox.settings)
        session.add(
            OtpCode(number=codes.pseudonym(SMS) if hidden else SMS, prefix="", asker=told.conversation(GUEST).id,
                    digest="", state="joined", expires_at=told.clock.now() + timedelta(days=1))
        )  # fmt: skip
    told.clock.skip(86_400 + 60)
    with told.database.write() as session:
        desk, owner = told.runtime.inbox.exchange.desk, session.get_one(User, 1)
        accounts.tell_others(session, owner, here(session), desk.links, "", told.clock.now())
    told.says("ce n'est pas moi", address=GUEST)
    assert "toutes vos conversations" in told.hears(GUEST)[-1]


def test_whose_own_number_is_hidden_stays_too(told: Line) -> None:
    hidden = "whatsapp:CI.1234567890abcdef"
    told.says("Bonjour", address=hidden)
    sign_in(told, address=hidden)
    has_taken_it_elsewhere(told)
    told.hears(hidden)
    told.says("ce n'est pas moi", address=hidden)
    assert "partout ailleurs" in told.hears(hidden)[-1]


def test_what_one_was_told_says_nothing_to_the_next_at_the_phone(told: Line) -> None:
    somebody_signs_in(told)
    sign_out(told)
    sign_in(told, OTHER)
    told.says("pas moi")
    assert told.hears() == [ANSWER]


def test_the_same_words_are_for_the_agent_where_nobody_signed_in(told: Line) -> None:
    told.says("ce n'est pas moi")
    assert told.hears() == [ANSWER]
    somebody_signs_in(told)
    told.clock.skip(timedelta(days=3).total_seconds())
    told.says("c'est pas moi")
    assert told.hears() == [ANSWER]


def test_status_tells_a_guest_nothing_of_the_users_turn(told: Line) -> None:
    with told.database.write() as session:
        run = runs.start(session, Run(conversation_id=told.conversation().id, user_id=1, mode="student", language="fr"))
    expire(told)
    key = told.conversation().id
    told.stores("/statut")
    told.stores("/annuler")
    told.is_taken_elsewhere()
    told.runtime.inbox.drain(key)
    said = "\n".join(told.hears())
    assert "Je ne travaille sur rien" in said
    assert "rien à arrêter" in said
    with told.database.read() as session:
        assert session.get_one(Run, run.id).cancelled_at is None


def test_an_answer_that_was_held_back_waits_for_its_user(told: Line) -> None:
    with told.database.write() as session:
        answer = session.exec(select(OutboundPart).where(col(OutboundPart.run_id).is_not(None))).first()
        assert answer is not None
        answer.state, answer.closed_at = "held", None
        number = answer.id
    expire(told)
    told.says("Bonjour")
    assert state_of(told, number) == "held"
    sign_in(told)
    told.says("Bonjour")
    assert state_of(told, number) == "pending"


def state_of(line: Line, number: int | None) -> str:
    with line.database.read() as session:
        part = parts.get(session, number or 0)
        assert part is not None
        return part.state


def test_the_copy_of_the_next_one_holds_nothing_of_the_one_before(told: Line) -> None:
    """Nor what was said without the agent, long after the last turn."""
    told.clock.skip(7_200)
    told.says("/compte", "ma grand-mère Fromager ?")
    expire(told)
    told.clock.skip(7_200)
    sign_in(told, OTHER)
    told.says("/compte", "ma petite Goyave ?")
    whole = copied(told).values()
    assert "ma petite Goyave ?" in "".join(whole)
    assert [word for word in ("Baobab", "Fromager") if word in "".join(whole)] == []


def test_the_other_phone_of_the_user_is_unaffected(told: Line) -> None:
    sms = "+2250700000001"
    add_user(told.database, sms, Mode.STUDENT, 0)
    with told.database.write() as session:
        here(session, sms).user_id = 1
    told.says("Par SMS : Fromager", address=sms)
    sign_out(told)
    assert "Fromager" in shown(told, "Et ici ?", sms)


@pytest.mark.parametrize("end", ENDS)
def test_who_has_the_old_phone_by_now_stands_in_no_copy_or_list_of_its_former_user(
    told: Line, end: Callable[[Line], None]
) -> None:
    """It was sold, and its number given to somebody who has never signed in."""
    add_user(told.database, SMS, Mode.STUDENT, 0)
    with told.database.write() as session:
        here(session, SMS).user_id = 1
    end(told)
    told.clock.skip(7_200)
    told.says("/compte", "Je suis la papaye")
    with told.database.write() as session:
        here(session).profile_name = "Papaye Koné"
        session.add(StoredFile(conversation_id=told.conversation().id, name="a.pdf", title="Passeport papaye",
                               content_type="application/pdf", size=1, sha256="0", origin="sent",
                               created_at=told.clock.now()))  # fmt: skip
    told.says("/fichiers", address=SMS)
    assert "papaye" not in "".join(told.hears(SMS))
    assert ("Baobab" in copy_of(told, SMS), "papaye" in copy_of(told, SMS)) == (True, False)
    assert "Papaye" not in copy_of(told, SMS, "profile")
    sign_in(told)
    assert "papaye" in copy_of(told, SMS), "who proves the number has all that was said there"


@pytest.mark.parametrize("leaving", ["/annuler", "/nouveau", "0"])
def test_a_code_whose_question_is_left_is_void(line: Line, leaving: str) -> None:
    newcomer = "+2250700000055"
    line.says("/connexion", address=newcomer)
    line.says(leaving, address=newcomer)
    with line.database.read() as session:
        assert session.exec(select(OtpCode)).one().state == "void"


@pytest.mark.parametrize("end", ENDS)
def test_what_no_run_answered_stays_its_writers_when_the_phone_changes_hands(
    told: Line, end: Callable[[Line], None]
) -> None:
    """A command with an address in it, and the number that the next one types to sign in."""
    told.says("/email baobab@exemple.ci")
    end(told)
    told.says("/connexion")
    told.says("05 00 00 00 09")
    told.says(code_of(told))
    assert "05 00 00 00 09" in "".join(told.hears())
    awa_sms = PUPIL.removeprefix("whatsapp:")
    add_user(told.database, awa_sms, Mode.STUDENT, 0)

    assert ("baobab@" in copy_of(told, awa_sms), "05 00 00 00 09" in copy_of(told, awa_sms)) == (True, False)
    assert ("baobab" in copy_of(told), "05 00 00 00 09" in copy_of(told)) == (False, True)
    erase_all(told, awa_sms)
    assert ("baobab" in everything(told), "05 00 00 00 09" in everything(told)) == (False, True)
    erase_all(told)
    assert not [number for number in ("05 00 00 00 09", "+2250500000009") if number in everything(told)]


def code_of(line: Line) -> str:
    """The code that was sent last."""
    with line.database.read() as session:
        row = session.exec(select(OtpCode).order_by(col(OtpCode.id).desc()).limit(1)).one()
    return OneTimeCodes(line.runtime.inbox.settings).code_of(row)


def copy_of(line: Line, address: str = PUPIL, table: str = "messages") -> str:
    """The messages, or another table, in the copy of everything of whoever an address belongs to."""
    return copied(line, address)[f"{table}.json"]


def copied(line: Line, address: str = PUPIL) -> dict[str, str]:
    """Every file in that copy."""
    with line.database.read() as session:
        found = here(session, address)
    body = io.BytesIO()
    build(body, line.database, line.runtime.inbox.exchange.desk.store, found, Language.FR)
    with zipfile.ZipFile(body) as archive:
        return {name: archive.read(name).decode(errors="replace") for name in archive.namelist()}


def erase_all(line: Line, address: str = PUPIL) -> None:
    with line.database.write() as session:
        upto = session.exec(select(func.max(InboundMessage.id))).one() or 0
        erase(session, here(session, address), line.conversation(address).id, upto, line.clock.now())


def everything(line: Line) -> str:
    """Every message in both directions, and every question."""
    with line.database.read() as session:
        tables = (InboundMessage, OutboundPart, PendingInteraction)
        return "".join(str(row) for table in tables for row in session.exec(select(table)))


def test_whose_sign_in_has_run_out_is_told_once_each_time_and_who_signed_out_is_not(line: Line) -> None:
    line.model.script(lambda _request: says(ANSWER))
    with line.database.write() as session:
        here(session).welcomed_at = line.clock.now() - timedelta(days=30)
    for _ in range(2):
        expire(line)
        line.clock.skip(60)
        line.says("Bonjour", "C’est quoi une fraction ?")
        first, lapse, second = line.hears()
        assert (first, second) == (ANSWER, ANSWER)
        assert "Votre connexion a pris fin" in lapse
        line.clock.skip(60)
        sign_in(line)
    sign_out(line)
    line.says("Bonjour")
    assert line.hears() == [ANSWER]
