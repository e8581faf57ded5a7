"""Answers to somebody who spoke are said aloud too: after the text, once, and only where that helps."""

import io
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import av
import pytest
from sqlmodel import Session, col, select

from bot.dao import addresses
from bot.dao.database import Database
from bot.dao.money import spending
from bot.models import Address, OutboundPart, SpokenAnswer, StoredFile
from bot.services.privacy.retention import Retention
from bot.services.speech import saying
from bot.services.work.chores import Chore, Chores
from bot.types import Mode
from tests.fakes.model import Step, calls, errors, says
from tests.fakes.sounds import silence
from tests.fakes.speech import Trouble
from tests.integration.conversation.callers import QUIZ, Caller
from tests.integration.conversation.conftest import GUEST, PUPIL

ANSWER = "La moyenne est la somme des notes divisée par leur nombre."


@pytest.fixture
def talker(open_caller: Callable[..., Caller]) -> Caller:
    caller = open_caller(model_speech="tongue", speech_voice="nova")
    caller.line.model.script(lambda _request: says(ANSWER))
    return caller


def says_it(caller: Caller) -> None:
    """What the wake-up, or the sweep behind it, comes to."""
    caller.line.runtime.saying.say(caller.line.run().id)


def unsaid(caller: Caller) -> list[SpokenAnswer]:
    with caller.line.database.read() as session:
        return list(session.exec(select(SpokenAnswer)))


def parts(caller: Caller) -> list[OutboundPart]:
    with caller.line.database.read() as session:
        return list(session.exec(select(OutboundPart).order_by(col(OutboundPart.id))))


def notes(caller: Caller) -> list[OutboundPart]:
    return [part for part in parts(caller) if part.key.endswith(":voice")]


def read_note(caller: Caller) -> StoredFile:
    with caller.line.database.read() as session:
        return session.exec(select(StoredFile)).one()


@pytest.mark.parametrize("kind", ["ogg", "mp3", "wav"])
def test_the_answer_is_a_voice_note_behind_its_text(talker: Caller, kind: str) -> None:
    talker.speech.speaks_as = kind
    talker.says("C'est quoi une moyenne ?")
    assert talker.hears()[-1] == ANSWER
    assert notes(talker) == []
    says_it(talker)
    (note,) = notes(talker)
    assert parts(talker)[-1] == note
    assert (note.kind, note.address, note.state) == ("media", PUPIL, "pending")
    file = read_note(talker)
    assert (file.content_type, file.user_id, file.name[-4:]) == ("audio/ogg", 1, ".ogg")
    with av.open(io.BytesIO(talker.line.runtime.inbox.turns.store.read(file.sha256))) as sound:
        assert (sound.format.name, sound.streams.audio[0].codec_context.name) == ("ogg", "opus")
    (asked,) = talker.speech.spoken
    assert (asked.text, asked.voice, asked.response_format) == (ANSWER, "nova", "opus")
    with talker.line.database.read() as session:
        spent = spending.so_far(session, now := talker.line.clock.now(), Mode.STUDENT, None, now)
    assert spent.of_mode > 0


def test_once_however_often_it_is_asked_for(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    run = talker.line.run().id
    threads = [threading.Thread(target=talker.line.runtime.saying.say, args=(run,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    says_it(talker)
    assert len(notes(talker)) == len(talker.speech.spoken) == 1
    assert unsaid(talker) == []


class Killed(BaseException):
    """As if the process had ended there."""


def test_killed_in_the_middle_it_is_said_by_the_next_one_once(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    runtime = talker.line.runtime

    class Dies:
        def put(self, _body: bytes) -> str:
            raise Killed

    with pytest.raises(Killed):
        replace(runtime.saying, store=Dies()).say(talker.line.run().id)  # type: ignore[arg-type]
    says_it(talker)  # nobody else while it may still be alive
    assert notes(talker) == []
    talker.line.clock.skip(saying.CLAIMED_FOR.total_seconds() + 1)
    says_it(talker)
    assert len(notes(talker)) == 1
    assert unsaid(talker) == []


def test_a_ghost_that_was_given_up_hands_over_nothing(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    runtime, run = talker.line.runtime, talker.line.run().id

    class Slow:
        def put(self, body: bytes) -> str:
            talker.line.clock.skip(saying.CLAIMED_FOR.total_seconds() + 1)
            runtime.saying.say(run)  # another worker, meanwhile
            return runtime.saying.store.put(body)

    replace(runtime.saying, store=Slow()).say(run)  # type: ignore[arg-type]
    assert len(notes(talker)) == 1


@pytest.mark.parametrize(
    ("trouble", "tries"), [(Trouble(503), 2), (Trouble(400), 1), (Trouble(body=b"no sound"), 1), (Trouble(body=b""), 1)]
)
def test_trouble_costs_the_voice_never_the_text(talker: Caller, trouble: Trouble, tries: int) -> None:
    talker.says("C'est quoi une moyenne ?")
    talker.speech.trouble.extend([trouble] * 10)
    asked = talker.speech.requests
    for _ in range(4):
        says_it(talker)
        talker.line.clock.skip(saying.CLAIMED_FOR.total_seconds() + 1)
    assert talker.hears()[-1] == ANSWER
    assert notes(talker) == []
    assert unsaid(talker) == []
    assert talker.speech.requests - asked == tries


def test_a_server_that_says_nothing_is_given_up(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    talker.speech.trouble.append(Trouble(body=silence()))
    says_it(talker)
    assert notes(talker) == []


def test_what_was_typed_is_answered_in_writing(talker: Caller) -> None:
    talker.line.says("C'est quoi une moyenne ?")
    assert unsaid(talker) == []


def test_without_the_setting_nothing_is_said(caller: Caller) -> None:
    caller.says("C'est quoi une moyenne ?")
    assert unsaid(caller) == []


def test_a_quiz_is_answered_by_a_number_and_not_said(talker: Caller) -> None:
    steps = iter((calls(("interactive_quiz", QUIZ)), says("À vous.")))
    talker.line.model.script(lambda _request: next(steps))
    talker.says("Fais-moi un quiz sur les capitales")
    assert unsaid(talker) == []


def test_a_failure_a_command_and_distress_are_not_said(talker: Caller) -> None:
    talker.line.model.script(lambda _request: errors(400))
    talker.says("C'est quoi une moyenne ?")
    talker.says("Mes crédits.")
    talker.line.model.script(lambda _request: says(ANSWER))
    talker.says("Je veux mourir.")
    assert unsaid(talker) == []


def test_formulas_are_said_and_tables_left_to_the_text(talker: Caller) -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    talker.line.model.script(lambda _request: says(f"Donc $x^2 = 9$.\n\n{table}\n\nVoir https://example.org/x."))
    talker.says("Explique")
    (row,) = unsaid(talker)
    assert row.text == "Donc x au carré égale 9. Voir. La suite est dans le texte."


def test_a_long_answer_is_said_as_far_as_one_listens(open_caller: Callable[..., Caller]) -> None:
    caller = open_caller(model_speech="tongue", speech_chars=150)
    caller.line.model.script(lambda _request: says("Une phrase qui compte. " * 90))
    caller.says("Raconte")
    (row,) = unsaid(caller)
    assert len(row.text) < 200
    assert row.text.endswith("La suite est dans le texte.")


def test_an_answer_that_others_have_followed_is_not_said(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    first = talker.line.run().id
    talker.line.says("Et la médiane ?")
    talker.line.runtime.saying.say(first)
    assert notes(talker) == []
    assert unsaid(talker) == []
    assert talker.speech.spoken == []


def test_what_was_followed_while_it_was_said_is_not_handed_over(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    first, runtime = talker.line.run().id, talker.line.runtime

    class Late:
        def put(self, body: bytes) -> str:
            talker.line.says("Et la médiane ?")
            return runtime.saying.store.put(body)

    replace(runtime.saying, store=Late()).say(first)  # type: ignore[arg-type]
    assert notes(talker) == []
    assert unsaid(talker) == []


def test_nobody_hears_an_answer_of_somebody_who_left(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    talker.line.says("/deconnexion")
    says_it(talker)
    assert notes(talker) == []
    talker.says("Et la médiane ?", address=GUEST)
    talker.line.says("STOP", address=GUEST)
    says_it(talker)
    assert notes(talker) == []


def test_who_opted_out_while_it_was_thought_of_hears_nothing_and_it_is_no_failure(talker: Caller) -> None:
    """Nothing stands there that anything could have followed. Each look failed over that, every few seconds."""

    def stopped_meanwhile(_request: object) -> Step:
        with talker.line.database.write() as session:
            addresses.opt_out(session, PUPIL, talker.line.clock.now())
        return says(ANSWER)

    talker.line.model.script(stopped_meanwhile)
    talker.says("C'est quoi une moyenne ?")
    assert [part for part in parts(talker) if part.run_id is not None] == []
    assert len(unsaid(talker)) == 1
    says_it(talker)
    assert (unsaid(talker), notes(talker), talker.speech.spoken) == ([], [], [])


def test_nor_of_somebody_whose_sign_in_has_just_ended(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    with talker.line.database.write() as session:
        session.exec(select(Address).where(Address.value == PUPIL)).one().signed_in_until = None
    says_it(talker)
    assert talker.speech.spoken == []
    assert notes(talker) == []


def test_a_guest_who_speaks_is_answered_aloud_too(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?", address=GUEST)
    says_it(talker)
    assert [note.address for note in notes(talker)] == [GUEST]


def test_too_late_is_not_at_all(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    talker.line.clock.skip(saying.TOO_LATE.total_seconds() + 1)
    says_it(talker)
    assert talker.speech.spoken == []
    assert unsaid(talker) == []


def test_the_sweep_finds_what_nobody_was_woken_for(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    woken: list[tuple[str, object]] = []

    class Wake:
        def standing_for(self, _job: str) -> tuple[str, ...]:
            return ()

        def without(self, _job: str, found: list[int]) -> list[int]:
            return found

        def wake_all(self, job: str, several: object) -> bool:
            woken.append((job, several))
            return True

    talker.line.clock.skip(1)
    replace_wake = replace(talker.line.runtime.sweeper, wake=Wake())  # type: ignore[arg-type]
    replace_wake.wake_waiting()
    assert ("speak", [(talker.line.run().id,)]) in woken


def test_its_bytes_go_after_a_day(talker: Caller) -> None:
    talker.says("C'est quoi une moyenne ?")
    says_it(talker)
    file = read_note(talker)
    store, database = talker.line.runtime.saying.store, talker.line.database
    with database.write() as session:
        age(session, timedelta(hours=23))
    retain(database, talker)
    assert store.read(file.sha256)
    with database.write() as session:
        age(session, timedelta(hours=2))
        for part in session.exec(select(OutboundPart)):
            part.state, part.closed_at = "delivered", part.created_at
    retain(database, talker)
    with database.read() as session:
        assert session.exec(select(StoredFile)).all() == []


def age(session: Session, by: timedelta) -> None:
    for file in session.exec(select(StoredFile)):
        file.created_at -= by


def retain(database: Database, caller: Caller) -> None:
    runtime = caller.line.runtime
    retention = Retention(runtime.saying.store, runtime.delivery.codes, 365)
    with database.write() as session:
        session.connection().exec_driver_sql("DELETE FROM chore")
    chores = Chores(database, "test", (Chore("retention", 3_600.0, retention.act),))
    chores.tick()
    chores.stop()
