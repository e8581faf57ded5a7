"""Floods against the whole product: automatic replies, pictures, commands, numbers of our own, short codes. On both
databases, and with Redis killed in the middle."""

from functools import partial
from time import monotonic

import pytest

from bot.simulator.records import Media
from tests.fakes.model import says
from tests.fakes.twilio import SMS_NUMBER, WHATSAPP_NUMBER, Phone
from tests.fakes.waiting import eventually
from tests.flows.conftest import GUEST, PRO, PUPIL, Stack
from tests.flows.steps import column, hears_about

PHOTO = Media(b"\xff\xd8\xff", "image/jpeg")
AWAY = "Bonjour, je suis absent du bureau. Je vous répondrai à mon retour."
OPEN = "SELECT count(*) FROM inbound_message WHERE processed_at IS NULL"


@pytest.fixture
def stack_database(database_url: str) -> str:
    """Each kind of database."""
    return database_url


def is_quiet(stack: Stack) -> bool:
    """Nothing waits, and nothing is on its way out."""
    parts = "SELECT count(*) FROM outbound_part WHERE closed_at IS NULL AND state IN ('pending', 'dispatching')"
    return column(stack, OPEN) == [0] and column(stack, parts) == [0]


def heard_by(stack: Stack, address: str) -> list[str]:
    """All that was sent to an address."""
    return [message.body for message in stack.twilio.stand_in.sent if message.to == address]


def answers_everything(stack: Stack, phone: Phone, words: str, most: int) -> int:
    """A machine that answers each of our messages at once; returns how many of ours it drew."""
    for answered in range(most):
        eventually(partial(_has_more_or_ended, stack, phone, answered), 60)
        if len(heard_by(stack, phone.address)) == answered:
            return answered
        phone.says(words)
    return len(heard_by(stack, phone.address))


def _has_more_or_ended(stack: Stack, phone: Phone, answered: int) -> bool:
    return len(heard_by(stack, phone.address)) > answered or is_quiet(stack)


@pytest.mark.parametrize("address", [GUEST, PRO])
def test_a_machine_that_answers_everything_draws_a_handful(stack: Stack, address: str) -> None:
    stack.model.script(lambda _request: says("Que puis-je faire pour vous ?"))
    stack.start(FRAGMENT_WINDOW_S="0.01")
    phone = stack.twilio.phone(address)
    phone.says(AWAY)
    assert answers_everything(stack, phone, AWAY, 60) <= 8


def test_sixty_automatic_replies_draw_a_handful_and_redis_does_not_matter(stack: Stack) -> None:
    stack.model.script(lambda _request: says("Que puis-je faire pour vous ?"))
    stack.start(FRAGMENT_WINDOW_S="0.01")
    phone = stack.twilio.phone(PRO)
    for number in range(60):
        if number == 20:
            stack.valkey.kill()
        if number == 40:
            stack.valkey.start()  # empty
        phone.says(AWAY)
    eventually(lambda: is_quiet(stack), 60)
    assert len(heard_by(stack, PRO)) <= 8
    assert column(stack, "SELECT count(*) FROM inbound_message WHERE outcome = ''") == [0]


def test_pictures_and_commands_without_end(stack: Stack) -> None:
    stack.start()
    awa, kofi = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    began = monotonic()
    for _ in range(60):
        awa.says(media=[PHOTO])
        kofi.says("aide")
    room = 20 * (monotonic() - began) / 60  # messages more: what a minute has room for comes back meanwhile
    eventually(lambda: is_quiet(stack), 60)
    assert len(heard_by(stack, PUPIL)) <= 11 + room
    assert len(heard_by(stack, PRO)) <= 70 + 3 * room  # twenty helps of up to three parts each, and one line
    assert len([body for body in heard_by(stack, PRO) if "Attendez une minute" in body or "Wait a minute" in body]) == 1
    awa.says("STOP")
    hears_about(awa, "ne recevrez plus")


def test_what_no_person_sends_is_stored_and_left_alone(stack: Stack) -> None:
    stack.start()
    machines = ["ORANGE", "36000", SMS_NUMBER, WHATSAPP_NUMBER]
    for sender in machines:
        for _ in range(3):
            assert stack.twilio.phone(sender).says("Votre forfait expire demain").http_status == 200
    awa = stack.twilio.phone(PUPIL)
    awa.says("/aide")
    awa.hears(20)
    eventually(lambda: is_quiet(stack), 60)
    assert [heard_by(stack, sender) for sender in machines] == [[], [], [], []]
    outcomes = column(stack, "SELECT outcome FROM inbound_message ORDER BY id")
    assert outcomes == ["not_a_person"] * 12 + ["command"]
    assert column(stack, "SELECT count(*) FROM conversation") == [2]  # of the two people there were
    assert stack.model.requests == []
