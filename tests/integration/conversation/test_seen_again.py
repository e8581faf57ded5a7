"""Photos of the turns before: seen once more until what is on them is put into words."""

from typing import cast

import pytest

from bot.dao.library import files
from tests.integration.conversation.conftest import GUEST, PUPIL
from tests.integration.conversation.desks import JPEG, Desk, OpenDesk


def pictures_before(desk: Desk) -> list[int]:
    """How many pictures stand beside each earlier message of a person, as the model was shown them last."""
    said = [message["content"] for message in desk.line.asked()[-1] if message["role"] == "user"][:-1]
    return [0 if isinstance(content, str) else len(cast(list[object], content)) - 1 for content in said]


@pytest.mark.parametrize("address", [PUPIL, GUEST])
def test_a_photo_is_seen_again_until_it_is_put_into_words(open_desk: OpenDesk, address: str) -> None:
    """« Fais l'exercice 3 » comes seconds behind its photo, and guests have no tool that looks again."""
    desk = open_desk()
    desk.sends(JPEG + b"a", address=address)
    desk.line.says("Fais l'exercice 3", address=address)
    assert pictures_before(desk) == [1]
    desk.sends(JPEG + b"a", body="et ici ?", address=address)
    assert pictures_before(desk) == [0, 0], "the same once more"
    desk.line.says("Et le b ?", address=address)
    assert pictures_before(desk) == [1, 0, 0]
    (file,) = desk.files()
    with desk.line.database.write() as session:
        files.describe(session, file.id, "2x + 3 = 11")
    desk.line.says("Et le c ?", address=address)
    assert pictures_before(desk) == [0, 0, 0, 0]
    assert "2x + 3 = 11" in str(desk.line.asked()[-1])


def test_what_is_never_put_into_words_is_not_seen_again_for_ever(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.sends(*(JPEG + bytes([each]) for each in b"abcdef"))
    for said in ("un", "deux", "trois"):
        desk.line.says(said)
        assert sum(pictures_before(desk)) == 4
    desk.line.says("quatre")
    assert sum(pictures_before(desk)) == 0
