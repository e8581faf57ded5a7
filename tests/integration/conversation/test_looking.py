"""While what was sent is being looked at: for whom nobody looks, who interrupts it, who waits for whom, its price."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from bot.clients.storage import FileStore
from bot.errors import AttachmentRefused, DocumentError, StorageError
from bot.isolation.children import run_child
from bot.models import InboundMessage
from bot.refusals import AttachmentRefusal
from bot.services.attachments.reading import Kind, Reading, Sent
from bot.services.library.patience import PatientStore
from bot.services.work.holds import Hold
from tests.fakes.speech import Trouble
from tests.fakes.waiting import eventually
from tests.integration.conversation.callers import Caller
from tests.integration.conversation.conftest import CREDITS, GUEST, Line
from tests.integration.conversation.desks import JPEG, Eyes, OpenDesk

STOPPED = "D’accord, j’arrête. Cette demande ne vous coûte rien."


# --- guests whose day is used up -------------------------------------------------------------------------------------


def test_nothing_is_fetched_for_a_guest_whose_day_is_used_up(open_desk: OpenDesk) -> None:
    desk = open_desk(guest_daily_messages=1)
    desk.sends(JPEG + b"a", address=GUEST)
    desk.line.hears(GUEST)
    desk.sends(JPEG + b"b", address=GUEST)
    desk.sends(JPEG + b"c", body="Et celle-ci ?", address=GUEST)
    assert [sent.body for sent in desk.eyes.seen] == [JPEG + b"a"]
    assert desk.line.outcomes() == ["done_signal", "allowance_used", "allowance_used"]
    (told,) = desk.line.hears(GUEST)
    assert "connectez-vous" in told
    assert len(desk.files()) == 1


def test_a_command_of_theirs_is_obeyed_all_the_same(open_desk: OpenDesk) -> None:
    desk = open_desk(guest_daily_messages=0)
    desk.sends(JPEG + b"a", body="/aide", address=GUEST)
    assert (desk.line.outcomes(), desk.eyes.seen) == (["command"], [])


def test_whoever_is_in_distress_is_looked_at_whatever_they_have_used(open_desk: OpenDesk) -> None:
    desk = open_desk(guest_daily_messages=0)
    desk.sends(JPEG + b"a", body="je veux mourir", address=GUEST)
    assert len(desk.eyes.seen) == 1


def test_nor_is_such_a_guest_listened_to(open_caller: Callable[..., Caller]) -> None:
    caller = open_caller(guest_daily_messages=1)
    caller.says("Bonjour", address=GUEST)
    caller.says("Encore", address=GUEST)
    assert caller.speech.requests == 1
    assert "connectez-vous" in caller.hears(GUEST)[-1]


# --- who interrupts it -----------------------------------------------------------------------------------------------


@dataclass
class Interrupted:
    """Looks at a photo in a child that never answers; meanwhile something happens."""

    meanwhile: Callable[[], object] = lambda: None
    seen: list[Sent] = field(default_factory=list)
    ended: str = ""

    def read(self, sent: Sent) -> Reading:
        self.seen.append(sent)
        self.meanwhile()
        try:
            run_child("tests.integration.research.child_samples", b"hang", timeout_s=20)
        except DocumentError as error:
            self.ended = str(error)
        raise AttachmentRefused(AttachmentRefusal.CORRUPT)


@pytest.mark.parametrize(
    ("words", "outcome", "said"),
    [("/annuler", "cancelled", STOPPED), ("on arrête", "cancelled", STOPPED), ("STOP", "opted_out", "")],
)
def test_whoever_cancels_ends_it_at_once(
    open_desk: OpenDesk, open_line: Callable[..., Line], words: str, outcome: str, said: str
) -> None:
    reader = Interrupted()
    desk, other = open_desk(reader), open_line()

    def cancelled() -> None:
        other.says(words)
        desk.line.runtime.inbox.turns.presence.hear()

    reader.meanwhile = cancelled
    desk.stores([JPEG + b"a", JPEG + b"b"], "Exercice 4")
    desk.line.drain()
    assert reader.ended
    assert "long" not in reader.ended  # it was killed, and did not run into its bounds
    assert len(reader.seen) == 1
    assert desk.line.outcomes()[0] == outcome
    assert (desk.files(), desk.line.model.requests, desk.line.credits()) == ([], [], CREDITS)
    (answer,) = desk.line.hears()
    assert said in answer


def test_what_nobody_wants_any_more_is_not_kept(open_desk: OpenDesk, open_line: Callable[..., Line]) -> None:
    """Cancelled in the last moment, when the look is over."""

    class Late(Eyes):
        def read(self, sent: Sent) -> Reading:
            if not self.seen:
                other.says("/annuler")
            return super().read(sent)

    other, reader = open_line(), Late()
    desk = open_desk(reader)
    desk.stores([JPEG + b"a", JPEG + b"b"])
    desk.line.drain()
    assert (desk.files(), len(reader.seen), desk.line.outcomes()[0]) == ([], 1, "cancelled")
    assert desk.line.hears() == [STOPPED]
    desk.sends(JPEG + b"c")
    assert desk.line.hears() == ["Vu."]


def test_a_voice_that_is_written_down_is_interrupted_too(
    open_caller: Callable[..., Caller], open_line: Callable[..., Line]
) -> None:
    caller, other = open_caller(), open_line()
    caller.speech.trouble.append(Trouble(hangs_s=30))
    at_work = threading.Thread(target=lambda: caller.says("Bonjour"))
    at_work.start()
    eventually(lambda: caller.speech.requests == 1)
    other.says("/annuler")
    caller.line.runtime.inbox.turns.presence.hear()
    at_work.join(10)
    assert not at_work.is_alive()
    assert caller.line.outcomes()[0] == "cancelled"
    assert caller.hears() == [STOPPED.replace("\u00a0", " ")]
    caller.speech.trouble.extend([Trouble(503), Trouble(503)])
    caller.says("Encore")  # it was not the transcriber who failed: who is away is asked once
    assert caller.asked() == "Encore"


def test_what_only_waits_is_answered_behind_a_cancel(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.line.stores("Bonjour")
    desk.line.says("/annuler")
    assert desk.line.outcomes() == ["done_signal", "command"]


# --- who waits for whom ----------------------------------------------------------------------------------------------


class Narrow(threading.BoundedSemaphore):
    """Room for one; who would have to wait fails."""

    def __init__(self) -> None:
        super().__init__(1)

    def __enter__(self) -> bool:  # type: ignore[override]
        assert self.acquire(blocking=False), "there was no room"
        return True


def test_nobody_waits_for_what_another_waits_for_outside(open_desk: OpenDesk) -> None:
    class Asks(Eyes):
        def read(self, sent: Sent) -> Reading:
            read = super().read(sent)
            return Reading(Kind.PHOTO, then=lambda: self.asked(read)) if sent.body.endswith(b"slow") else read

        def asked(self, read: Reading) -> Reading:
            desk.sends(JPEG + b"quick", address=GUEST)
            return read

    desk = open_desk(Asks())
    desk.uses(_room=Narrow())
    desk.sends(JPEG + b"slow")
    assert [file.user_id for file in desk.files()] == [None, 1]
    assert desk.line.hears() == ["Vu."]
    assert "Vu." in desk.line.hears(GUEST)


# --- the store -------------------------------------------------------------------------------------------------------


class Away:
    """A store that is away for the first so many calls."""

    def __init__(self, store: FileStore, calls: int) -> None:
        self._store, self._left = store, calls

    def put(self, body: bytes) -> str:
        self._left -= 1
        if self._left >= 0:
            raise StorageError("cannot store a file: away")
        return self._store.put(body)


@pytest.mark.parametrize(("calls", "said"), [(3, "Vu."), (4, "Je n’ai pas réussi à récupérer votre photo")])
def test_a_store_that_comes_back_is_asked_again(open_desk: OpenDesk, calls: int, said: str) -> None:
    desk = open_desk(media_window_s=0)
    patient = desk.line.runtime.inbox.intake.store
    assert isinstance(patient, PatientStore)
    desk.uses(store=PatientStore(Away(patient.store, calls), desk.line.clock))  # type: ignore[arg-type]
    desk.sends(JPEG + b"a")
    assert desk.line.hears()[0].startswith(said)
    assert desk.line.clock.waited == 7
    assert len(desk.eyes.seen) == 1  # what was read of it stands


# --- lives -----------------------------------------------------------------------------------------------------------


def test_a_look_and_its_turn_are_one_life(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.sends(JPEG + b"a", body="Exercice 4")
    assert [message.attempts for message in desk.messages()] == [1]


def test_lives_that_a_look_has_cost_are_not_the_turn_s(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.eyes.fails_at = 1
    desk.stores([JPEG + b"a"], "Exercice 4")
    with pytest.raises(RuntimeError):
        desk.line.drain()
    assert desk.messages()[0].attempts == 1
    desk.line.drain()
    assert (desk.messages()[0].attempts, desk.line.hears()) == (1, ["Vu."])


def test_a_life_that_a_look_has_counted_is_given_back_once() -> None:
    photo, words = InboundMessage(id=1, attempts=0), InboundMessage(id=2, attempts=0)
    hold = Hold("k")
    assert hold.takes([photo]) == (photo,)
    photo.attempts, hold.looked_at = 1, frozenset([1])
    assert (hold.takes([photo, words]), hold.lives) == ((words,), ((1, 0), (2, 0)))
    assert (hold.takes([photo]), hold.lives) == ((photo,), ((1, 1),))
