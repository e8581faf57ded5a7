"""What people send, whatever happens to whoever fetches it, and in whatever order it comes."""

import pytest
from sqlmodel import col, select

from bot.models import InboundMessage, Run, StoredFile
from bot.simulator.records import Media
from tests.fakes.photographs import jpeg, page
from tests.fakes.vision import looks
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, Stack

pytestmark = pytest.mark.timeout(240)
PHOTO = Media(jpeg(page(size=(450, 600))), "image/jpeg")
OTHER = Media(jpeg(page(size=(420, 560))), "image/jpeg")
AMERICAN = "+14155550123"  # where Twilio has MMS


def test_a_photo_outlives_the_worker_that_was_fetching_it(stack: Stack) -> None:
    """Killed while the bytes come: fetched again by the next, stored once, answered once, paid once."""
    stack.model.script(looks)
    stack.start(workers=0, MEDIA_WINDOW_S="0.1")
    worker = stack.start_worker()
    awa = stack.twilio.phone(PUPIL)
    stack.twilio.faults.media_late(1, 30)
    awa.says("Exercice 3", media=[PHOTO])
    assert eventually(stack.twilio.faults.is_media_asked_for, 30)
    stack.kill(worker)
    stack.start_worker()
    assert "Je vois 1 image(s)" in awa.hears(60).body
    with stack.database.read() as session:
        (message,) = session.exec(select(InboundMessage)).all()
        assert len(message.details["attachments"]) == 1
        assert len(session.exec(select(StoredFile)).all()) == 1
        assert [run.price for run in session.exec(select(Run))] == [1]
    awa.silence(1)


@pytest.mark.parametrize("order", ["text first", "text between", "text last"])
def test_photos_and_their_text_are_one_turn_in_any_order(stack: Stack, order: str) -> None:
    stack.model.script(looks)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    steps = [("", [PHOTO]), ("", [OTHER])]
    steps.insert(["text first", "text between", "text last"].index(order), ("Voici mon exercice", []))
    for body, media in steps:
        awa.says(body, media=media)
    assert "Je vois 2 image(s)" in awa.hears(30).body
    awa.silence(1)
    contents = [request["messages"][-1]["content"] for request in stack.model.requests]
    (asked,) = [parts[0]["text"] for parts in contents if "[Photo: " in parts[0]["text"]]  # others describe a photo
    assert asked.count("[Photo: ") == 2
    assert asked.endswith("Voici mon exercice")


def test_a_photo_by_mms_and_one_of_forty(stack: Stack) -> None:
    stack.model.script(looks)
    stack.start(SENDER_PER_MINUTE="60")
    carrier, awa = stack.twilio.phone(AMERICAN), stack.twilio.phone(PUPIL)
    carrier.says("What is this?", media=[PHOTO, OTHER])
    assert "Je vois 2 image(s)" in carrier.hears(30).body
    for _ in range(40):
        awa.says(media=[PHOTO])
    heard = [awa.hears(60).body, awa.hears(60).body]
    assert any("10 premiers" in body for body in heard)
    assert any("Je vois 1 image(s)" in body for body in heard)  # forty times the same: one picture
    with stack.database.read() as session:
        runs = session.exec(select(Run).order_by(col(Run.id))).all()
    assert len(runs) == 2
    awa.silence(1)


def test_one_of_two_people_never_sees_what_the_other_sent(stack: Stack) -> None:
    stack.model.script(looks)
    stack.start()
    awa, kofi = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    awa.says("Exercice 3", media=[PHOTO])
    awa.hears(30)
    kofi.says("Que montre la photo ?")
    assert "Je vois 0 image(s)" in kofi.hears(30).body
    assert "Photo" not in str([m for m in stack.model.requests[-1]["messages"] if m["role"] == "user"][:-1])
