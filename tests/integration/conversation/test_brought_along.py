"""What came along with a command belongs to what its sender asks next."""

from typing import Any

import pytest
from sqlmodel import select

from bot.models import StoredFile
from bot.services.limits.refusals import SAID_A_DAY
from tests.integration.conversation.conftest import GUEST, PUPIL
from tests.integration.conversation.desks import JPEG, Desk, shown

ASKED = "Et la question 3 ?"


def is_shown(desk: Desk, address: str = PUPIL, asked: str = ASKED) -> bool:
    """Whether the model sees the photo beside a question, or is told of none at all."""
    desk.line.says(asked, address=address)
    content: Any = shown(desk)
    if content == asked:
        return False
    (file,) = desk.files()
    assert content[0]["text"] == f"[Photo: {file.name}, file {file.id}, 1080 × 1440 px]\n{asked}"
    assert len(content) == 2
    assert desk.line.run().tainted
    return True


@pytest.mark.parametrize("command", ["/aide", "solde", "/nouveau", "/langue fr", "/mode eleve"])
def test_a_photo_below_a_command_is_seen_by_who_answers_the_next_question(desk: Desk, command: str) -> None:
    desk.sends(JPEG + b"a", body=command)
    assert any("gardé ce que vous avez joint" in said for said in desk.line.hears())
    assert is_shown(desk)
    assert not is_shown(desk, asked="Et la 4 ?"), "it belongs to one question; later ones carry its note"
    assert "[Photo: " in str(desk.line.asked()[-1])


@pytest.mark.parametrize("said", ["Je veux parler à un humain", "remboursez-moi svp"])
def test_who_wants_a_person_may_say_so_below_a_photo(desk: Desk, said: str) -> None:
    """Such as one of a receipt."""
    desk.sends(JPEG + b"a", body=said)
    assert "une personne" in desk.line.hears()[0]
    assert desk.line.model.requests == []
    assert is_shown(desk)


def test_a_guest_s_is_too(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/aide", address=GUEST)
    assert is_shown(desk, GUEST)


def test_what_comes_with_start_waits_for_its_question(desk: Desk) -> None:
    desk.line.says("STOP")
    desk.sends(JPEG + b"a", body="START")
    assert any("gardé ce que vous avez joint" in said for said in desk.line.hears())
    assert is_shown(desk)


def test_a_question_in_between_that_no_model_answers_leaves_it_waiting(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/aide")
    desk.line.says("/credits")
    assert is_shown(desk)


def test_what_was_refused_since_does_not_take_its_place(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/aide")
    desk.sends(b"\x7fELF\x02\0\0\0", declared="application/octet-stream")
    assert is_shown(desk)


def test_an_hour_later_nobody_means_it_any_more(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/aide")
    desk.line.clock.skip(3_700)
    assert not is_shown(desk)


def test_what_is_sent_with_the_question_comes_in_its_place(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/aide")
    desk.sends(JPEG + b"b", body=ASKED)
    assert len(shown(desk)) == 2
    assert not is_shown(desk, asked="Et la 4 ?")


def test_one_that_was_deleted_meanwhile_is_gone(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/aide")
    with desk.line.database.write() as session:
        session.delete(session.exec(select(StoredFile)).one())
    assert not is_shown(desk)


def test_what_was_refused_without_a_word_is_known_to_who_asks_why(desk: Desk) -> None:
    for _ in range(SAID_A_DAY["unreadable"]):
        desk.sends(b"\x00\x01\x02\x00", declared="application/x-thing")
    assert len(desk.line.hears()) == SAID_A_DAY["unreadable"]
    desk.sends(JPEG + b"blurred")
    assert desk.line.hears() == []
    desk.line.says("pourquoi ?")
    assert "a photo that could not be read" in str(shown(desk))
