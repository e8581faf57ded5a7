"""A photo that was called blurred and is read all the same, because whoever took it says so."""

from typing import Any

import pytest
from sqlmodel import select

from bot.models import Address, FileIndex, User
from tests.integration.conversation.conftest import CREDITS, GUEST, PUPIL
from tests.integration.conversation.desks import JPEG, Desk, shown


def pictures(desk: Desk) -> int:
    """How many the model was shown last."""
    content: Any = shown(desk)
    return 0 if isinstance(content, str) else len(content) - 1


@pytest.mark.parametrize(
    ("language", "told", "word"), [("fr", "répondez LIRE", "LIRE"), ("en", "answer READ", "Read it anyway please")]
)
def test_who_took_it_may_have_it_read_as_it_is(desk: Desk, language: str, told: str, word: str) -> None:
    with desk.line.database.write() as session:
        session.get_one(User, 1).language = language
    before = desk.line.credits()
    desk.sends(JPEG + b"unclear")
    (refusal,) = desk.line.hears()
    assert told in refusal
    assert (desk.line.credits(), len(desk.line.model.requests)) == (before, 0)
    desk.line.says(word)
    (file,) = desk.files()
    content: Any = shown(desk)
    assert content[0]["text"] == f"[Photo: {file.name}, file {file.id}, blurred, to be read as it is]\n{word}"
    assert pictures(desk) == 1
    assert (desk.line.hears(), desk.line.credits()) == (["Vu."], before - 1)
    assert desk.line.run().tainted


def test_nobody_pays_for_a_description_of_what_nobody_sees(desk: Desk) -> None:
    def indexed() -> int:
        with desk.line.database.read() as session:
            return len(session.exec(select(FileIndex)).all())

    desk.sends(JPEG + b"unclear")
    assert (len(desk.files()), indexed()) == (1, 0)
    for _ in range(2):
        desk.line.says("lire")
        assert indexed() == 1


def test_a_whole_album_of_them_is(desk: Desk) -> None:
    desk.sends(JPEG + b"unclear 1", JPEG + b"unclear 2", body="Exercice 4")
    assert pictures(desk) == 0  # the model is told of them, and shown nothing
    desk.line.says("Lis quand même")
    assert pictures(desk) == 2


def test_a_guest_has_it_read_too(desk: Desk) -> None:
    desk.sends(JPEG + b"unclear", address=GUEST)
    desk.line.says("lire", address=GUEST)
    assert (pictures(desk), desk.line.credits()) == (1, CREDITS)


def test_without_a_photo_it_is_a_text(desk: Desk) -> None:
    desk.line.says("lire")
    assert shown(desk) == "lire"


def test_what_was_taken_again_is_not_mixed_with_it(desk: Desk) -> None:
    desk.sends(JPEG + b"unclear")
    desk.line.clock.skip(120)
    desk.sends(JPEG + b"a")
    desk.line.says("lire")
    assert shown(desk) == "lire"


def test_an_hour_later_nobody_means_it_any_more(desk: Desk) -> None:
    desk.sends(JPEG + b"unclear")
    desk.line.clock.skip(3_700)
    desk.line.says("lire")
    assert shown(desk) == "lire"


def test_nothing_is_shown_of_somebody_who_has_signed_out_here(desk: Desk) -> None:
    desk.sends(JPEG + b"unclear")
    with desk.line.database.write() as session:
        session.exec(select(Address).where(Address.value == PUPIL)).one().signed_in_until = None
    desk.line.says("lire")
    assert shown(desk) == "lire"


def test_other_flaws_of_other_things_offer_nothing(desk: Desk) -> None:
    desk.sends(JPEG + b"blurred")  # as if damaged
    assert "LIRE" not in desk.line.hears()[0]
    desk.line.says("lire")
    told = "[Attachment: a photo that could not be read (corrupt); the person was told so]"
    assert shown(desk) == f"{told}\nlire"
