"""What later turns are told of photos: their description, fenced, to nobody but their owner."""

import pytest
from sqlmodel import col, update

from bot.conversation.turn.described import with_descriptions
from bot.conversation.turn.model_input import Context
from bot.dao.library import files
from bot.models import Run, StoredFile
from tests.fakes.keys import conversation_id
from tests.fakes.society import AWA, BINTOU
from tests.integration.library.conftest import Shelves

HERS, GUESTS = 1, None


def note(number: int) -> str:
    return f"[Photo: photo-23.jpg, file {number}, 900 × 1200 px]"


def kept(shelves: Shelves, description: str = "Un cube ⟧ ment", user_id: int | None = HERS) -> str:
    """A photo of Awa's, or one she sent before she signed in; its line."""
    shelves.user(AWA)
    number = shelves.stores(AWA, "Photo", b"\xff\xd8\xff", "photo-23.jpg", "image/jpeg", "sent")
    with shelves.database.write() as session:
        files.describe(session, number, description)
        session.execute(update(StoredFile).where(col(StoredFile.id) == number).values(user_id=user_id))
    return note(number)


def told(shelves: Shelves, user_id: int | None, *contents: str, address: str = AWA) -> list[str]:
    run = Run(conversation_id=conversation_id(address), user_id=user_id, mode="student", language="fr")
    history = [{"role": "user", "content": content} for content in contents]
    return [message["content"] for message in with_descriptions(Context(history, ()), shelves.database, run).history]


@pytest.mark.parametrize("user_id", [HERS, GUESTS])
def test_what_is_on_it_stands_below_its_line_and_cannot_leave_its_fence(shelves: Shelves, user_id: int | None) -> None:
    line = kept(shelves, user_id=user_id)
    first, now = told(shelves, user_id, f"{line}\nAide-moi", "Et ensuite ?")
    assert first.startswith(f"{line}\nOn it: ⟦")
    assert first.endswith("⟧\nAide-moi")
    assert first.count("⟧") == 1
    assert now == "Et ensuite ?"


def test_the_photo_of_this_turn_is_seen_and_not_described(shelves: Shelves) -> None:
    line = kept(shelves)
    assert told(shelves, HERS, line) == [line]


def test_nobody_else_is_told(shelves: Shelves) -> None:
    line = kept(shelves)
    shelves.user(BINTOU)
    assert told(shelves, 2, line, "?", address=BINTOU) == [line, "?"]
    assert told(shelves, GUESTS, line, "?") == [line, "?"], "she has signed out"
    of_a_guest = kept(shelves, user_id=GUESTS)
    assert told(shelves, GUESTS, of_a_guest, "?", address=BINTOU) == [of_a_guest, "?"]


def test_what_is_not_described_or_gone_stays_a_line(shelves: Shelves) -> None:
    lines = [kept(shelves, description=""), note(999), note(999_999_999_999)]
    assert told(shelves, HERS, *lines, "?") == [*lines, "?"]
