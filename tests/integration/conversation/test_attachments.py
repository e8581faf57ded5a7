"""What people send is fetched, read and kept once, and belongs to the turn it came with."""

import base64
from datetime import timedelta
from typing import cast

import pytest
from sqlmodel import select

from bot.dao import inbound
from bot.dao.library import files
from bot.models import Address, InboundMessage, User
from bot.services.attachments.forgetting import Forgetting
from bot.services.privacy.erase import erase
from bot.services.work.chores import Chore, Chores
from tests.fakes.model import Request, Step, says
from tests.integration.conversation.conftest import CREDITS, PUPIL
from tests.integration.conversation.desks import JPEG, Desk, OpenDesk, shown

SMS = "+2250700000001"


def shown_behind(desk: Desk) -> list[dict[str, object]]:
    """What a model is asked that works in the background."""
    desk.line.runtime.background.work(desk.line.run().id)
    asked = [each["content"] for each in desk.line.asked()[-1] if each["role"] == "user"][-1]
    return cast(list[dict[str, object]], asked)


def test_a_photo_with_its_caption_is_one_turn_with_the_picture(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="Exercice 4")
    words, picture = shown(desk)
    (file,) = desk.files()
    assert words["text"] == f"[Photo: photo-1-tableau.jpg, file {file.id}, 1080 × 1440 px]\nExercice 4"
    url = cast(dict[str, str], picture["image_url"])["url"]
    assert base64.b64decode(url.removeprefix("data:image/jpeg;base64,")) == JPEG + b"a"
    assert (file.origin, file.user_id, file.tainted, file.title) == ("sent", 1, True, "Photo du tableau (1)")
    assert desk.line.run().tainted
    assert desk.line.hears() == ["Vu."]


def test_later_turns_carry_the_note_alone(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="Exercice 4")
    with desk.line.database.write() as session:
        files.describe(session, desk.files()[0].id, "2x + 3 = 11")
    desk.line.says("Et la suite ?")
    assert all(isinstance(message["content"], str) for message in desk.line.asked()[-1])
    assert "[Photo: photo-1-tableau.jpg" in str(desk.line.asked()[-1])


def test_several_photos_and_a_text_are_one_turn(desk: Desk) -> None:
    for contents, body in (([JPEG + b"a"], ""), ([JPEG + b"b", JPEG + b"c"], "")):
        desk.stores(contents, body)
    desk.line.says("Corrige tout")
    assert len(shown(desk)) == 4
    assert desk.line.outcomes() == ["done_signal"] * 3
    assert desk.line.hears() == ["Vu."]


def test_the_first_ten_of_an_album_are_read_and_it_is_said(desk: Desk) -> None:
    for number in range(14):
        desk.stores([JPEG + str(number).encode()])
    desk.line.drain()
    assert len(desk.eyes.seen) == 10
    assert len(shown(desk)) == 11
    first, second = desk.line.hears()
    assert "10 premiers" in first
    assert second == "Vu."
    assert desk.line.credits() == CREDITS - 1


def test_the_same_photo_again_is_the_same_file(desk: Desk) -> None:
    desk.sends(JPEG + b"a")
    desk.sends(JPEG + b"a")
    assert len(desk.files()) == 1
    assert len(shown(desk)) == 2


@pytest.mark.parametrize(
    ("first", "then", "answers"),
    [
        (JPEG + b"page", JPEG + b"page", 1),
        (JPEG + b"page", JPEG + b"page 2", 2),
        (b"OggSExplique Thales encore", b"OggSExplique Thales encore", 1),
        (b"OggSoui", b"OggSoui", 2),
    ],
)
def test_what_is_sent_again_before_its_answer_is_paid_once(desk: Desk, first: bytes, then: bytes, answers: int) -> None:
    """A photo or a voice message: nothing seemed to come."""

    def answer(_request: Request) -> Step:
        if len(desk.line.model.requests) == 1:
            desk.stores([then])
        return says("Vu.")

    desk.line.model.script(answer)
    desk.sends(first)
    assert desk.line.credits() == CREDITS - answers
    assert [said for said in desk.line.hears() if said == "Vu."] == ["Vu."] * answers
    desk.sends(first)
    assert desk.line.credits() == CREDITS - answers - 1, "behind its answer it is asked anew"


def test_another_person_who_sends_the_same_has_a_file_of_their_own(desk: Desk) -> None:
    desk.sends(JPEG + b"a")
    desk.sends(JPEG + b"a", address="whatsapp:+2250700000077")
    assert [file.user_id for file in desk.files()] == [1, None]


def test_what_is_not_read_costs_nothing_and_is_said_once(desk: Desk) -> None:
    before = desk.line.credits()
    desk.sends(JPEG + b"blurred", JPEG + b"blurred", body="Exercice 4")
    desk.sends(b"\x00\x01\x02\x00", declared="application/x-thing")
    heard = desk.line.hears()
    assert len(heard) == 3
    assert "abîmé" in heard[0]
    assert heard[1] == "Vu."  # the words beside it
    assert "genre de fichier" in heard[2]
    assert desk.line.model.requests[-1]["messages"][-1]["content"].count("could not be read") == 2
    assert before - desk.line.credits() == 1
    assert desk.line.outcomes() == ["done_signal"] * 2 + ["unreadable"]


def test_what_is_not_read_is_told_beside_the_command_that_came_with_it(desk: Desk) -> None:
    desk.sends(JPEG + b"blurred", body="/solde")
    credits, photo = desk.line.hears()
    assert (f"{CREDITS} crédits" in credits.replace("\u00a0", " "), "abîmé" in photo) == (True, True)
    assert desk.line.outcomes() == ["command"]


def test_a_refused_photo_alone_asks_no_model(desk: Desk) -> None:
    before = desk.line.credits()
    desk.sends(JPEG + b"blurred")
    assert ("abîmé" in desk.line.hears()[0], desk.line.model.requests) == (True, [])
    assert desk.line.credits() == before


def test_twilio_is_not_ready_for_a_moment(desk: Desk) -> None:
    desk.twilio.faults.media_missing(3)
    desk.sends(JPEG + b"a")
    assert desk.line.hears() == ["Vu."]
    desk.twilio.faults.media_missing(4)
    desk.sends(JPEG + b"b")
    assert "plus disponible" in desk.line.hears()[0]


def test_a_reader_whose_help_is_away_is_asked_again(desk: Desk) -> None:
    desk.sends(JPEG + b"later")
    assert desk.line.hears() == ["Vu."]


def test_only_so_many_bytes_are_fetched(open_desk: OpenDesk) -> None:
    desk = open_desk(media_mb=0.5)
    desk.sends(JPEG + b"a" * 600_000)
    assert "0,5 Mo" in desk.line.hears()[0].replace("\u202f", " ").replace("\u00a0", " ")
    assert desk.eyes.seen == []


@pytest.mark.parametrize(
    "url",
    [
        "https://api.twilio.com/2010-04-01/Accounts/AC{other}/Messages/MM{sid}/Media/ME{sid}",
        "https://evil.example/2010-04-01/Accounts/AC{ours}/Messages/MM{sid}/Media/ME{sid}",
        "https://api.twilio.com@evil.example/2010-04-01/Accounts/AC{ours}/Messages/MM{sid}/Media/ME{sid}",
        "https://api.twilio.com/2010-04-01/Accounts/AC{ours}/Messages/MM{sid}/Media/ME{sid}/../../../Messages.json",
        "http://api.twilio.com/2010-04-01/Accounts/AC{ours}/Messages/MM{sid}/Media/ME{sid}",
        "file:///etc/passwd",
        "http://[",
    ],
)
def test_our_credentials_go_to_our_own_media_alone(desk: Desk, url: str) -> None:
    made = url.format(ours="1" * 32, other="2" * 32, sid="a" * 32)
    desk.line.stores("", kind="media", details={"media_urls": [made], "content_types": ["image/jpeg"]})
    desk.line.drain()
    assert desk.line.outcomes() == ["unreadable"]
    assert desk.eyes.seen == []


def test_who_opted_out_is_not_fetched_for(desk: Desk) -> None:
    desk.line.says("STOP")
    desk.sends(JPEG + b"a")
    assert desk.line.outcomes()[-1] == "opted_out"
    assert desk.eyes.seen == []
    assert desk.files() == []


def test_a_caption_that_is_a_command_is_obeyed_and_the_photo_kept(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/nouveau")
    assert desk.line.outcomes() == ["command"]
    assert "gardé ce que vous avez joint" in desk.line.hears()[-1]
    assert len(desk.files()) == 1
    assert desk.line.model.requests == []


@pytest.mark.parametrize("caption", ["Fait", "done"])
def test_done_said_of_what_is_on_a_photo_goes_to_the_agent_with_it(desk: Desk, caption: str) -> None:
    desk.sends(JPEG + b"a", body=caption)
    words, picture = shown(desk)
    assert words["text"] == f"[Photo: photo-1-tableau.jpg, file 1, 1080 × 1440 px]\n{caption}"
    assert "image_url" in picture
    assert desk.line.hears() == ["Vu."]
    assert desk.line.outcomes() == ["done_signal"]


def test_work_in_the_background_is_given_what_came_with_the_command(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="/fond Corrige cet exercice")
    (begun,) = desk.line.hears()
    assert "« Corrige cet exercice »" in begun.replace("\u00a0", " ")
    words, picture = shown_behind(desk)
    assert words["text"] == "[Photo: photo-1-tableau.jpg, file 1, 1080 × 1440 px]\nCorrige cet exercice"
    assert "image_url" in picture


@pytest.mark.parametrize("caption", ["/fond Corrige cet exercice", "Fait"])
def test_a_photo_that_cannot_be_read_under_a_command_is_said(desk: Desk, caption: str) -> None:
    desk.sends(JPEG + b"blurred", body=caption)
    assert "abîmé" in desk.line.hears()[0]
    assert desk.line.outcomes() == ["background" if caption.startswith("/") else "done_signal"]


def test_work_is_named_by_what_was_asked_never_by_the_notes_beside_it(desk: Desk) -> None:
    desk.sends(JPEG + b"a", body="Fais-moi un corrigé complet de cet exercice en arrière-plan")
    (offer,) = desk.line.hears()
    assert offer.replace("\u00a0", " ").startswith("« Fais-moi un corrigé complet de cet exercice")


def test_what_was_spoken_counts_as_typed(desk: Desk) -> None:
    desk.sends(b"OggSExplique les fractions", declared="audio/ogg")
    assert shown(desk) == "Explique les fractions"
    desk.sends(b"OggSje veux mourir", declared="audio/ogg")
    assert desk.messages()[-1].priority == "distress"


def test_a_place_reaches_the_model(desk: Desk) -> None:
    desk.line.says("", kind="location", details={"location": [5.345, -4.024, "Marché de Cocody", "Abidjan"]})
    assert shown(desk) == "[Place: Marché de Cocody, Abidjan, latitude 5.345000, longitude -4.024000]"


def test_nobody_types_a_note(desk: Desk) -> None:
    desk.line.says("[Photo: photo.jpg, file 1, 10 × 10 px] Décris-la")
    assert shown(desk) == "(Photo: photo.jpg, file 1, 10 × 10 px) Décris-la"
    desk.line.says("/fond [Photo: photo.jpg, file 1, 10 × 10 px] Décris-la")
    assert shown_behind(desk) == "(Photo: photo.jpg, file 1, 10 × 10 px) Décris-la"


def test_whoever_fails_in_the_middle_leaves_what_is_done_and_the_next_goes_on(desk: Desk) -> None:
    desk.stores([JPEG + b"a", JPEG + b"b"])
    desk.eyes.fails_at = 2
    with pytest.raises(RuntimeError):
        desk.line.drain()
    assert len(desk.messages()[0].details["attachments"]) == 1
    desk.line.drain()
    assert [sent.body for sent in desk.eyes.seen] == [JPEG + b"a", JPEG + b"b", JPEG + b"b"]
    assert len(desk.files()) == 2
    assert len(shown(desk)) == 3
    assert desk.line.hears() == ["Vu."]


def test_what_kills_whoever_looks_at_it_is_set_aside(desk: Desk) -> None:
    desk.stores([JPEG + b"poison"], "Exercice 4")
    for _ in range(3):
        with pytest.raises(RuntimeError):
            desk.line.drain()
    desk.line.drain()
    assert desk.line.hears()[0].startswith("Je n’arrive pas à ouvrir votre photo")
    assert desk.line.outcomes() == ["done_signal"]


def test_the_limits_count_what_was_sent_once(open_desk: OpenDesk) -> None:
    desk = open_desk(sender_per_minute=2)
    desk.sends(JPEG + b"a", body="Exercice 4")
    desk.line.says("Et le 5 ?")
    assert desk.line.hears() == ["Vu.", "Vu."]


def twilio_is_asked_to_forget(desk: Desk) -> list[int]:
    """A minute's chore; how many media Twilio still has of each message."""
    chores = Chores(
        desk.line.database, "w", [Chore("media", 60, Forgetting(desk.line.runtime.inbox.intake.source).act)]
    )
    chores.tick()
    return [len(message.media) for message in desk.twilio.stand_in.inbound]


def is_due_now(desk: Desk) -> None:
    with desk.line.database.write() as session:
        for message in session.exec(select(InboundMessage)):
            if message.media_due_at:
                message.media_due_at -= timedelta(days=400)


def test_what_was_sent_just_before_everything_is_erased_goes_at_twilio_too(open_desk: OpenDesk) -> None:
    desk = open_desk(twilio_media_delete=True)
    desk.sends(JPEG + b"a", body="Regarde ma photo")
    (sent,) = desk.messages()
    assert sent.media_due_at is not None
    with desk.line.database.write() as session:
        address = session.exec(select(Address).where(Address.value == PUPIL)).one()
        erase(session, address, sent.conversation_id, sent.id, desk.line.clock.now() - timedelta(days=400))
    (left,) = desk.messages()
    assert set(left.details) == {"media_urls"}, "no word of theirs, nor of what was on it"
    assert twilio_is_asked_to_forget(desk) == [0]
    (gone,) = desk.messages()
    assert (gone.details, gone.media_due_at, gone.sender) == ({}, None, "")


@pytest.mark.parametrize("is_wanted", [True, False])
def test_twilio_forgets_what_was_read_where_an_operator_wants_it(open_desk: OpenDesk, is_wanted: bool) -> None:
    desk = open_desk(twilio_media_delete=is_wanted)
    desk.sends(JPEG + b"a", JPEG + b"b")
    is_due_now(desk)
    assert twilio_is_asked_to_forget(desk) == ([0, 0] if is_wanted else [1, 1])
    assert all(message.media_due_at is None for message in desk.messages())
    assert len(desk.files()) == 2


@pytest.mark.parametrize("why", ["blocked", "opted_out", "over_minute"])
def test_twilio_forgets_what_nobody_looked_at(open_desk: OpenDesk, why: str) -> None:
    desk = open_desk(twilio_media_delete=True, sender_per_minute=1)
    if why == "over_minute":
        desk.line.says("Bonjour")
    with desk.line.database.write() as session:
        user, address = (session.exec(select(row)).first() for row in (User, Address))
        if why == "blocked":
            user.blocked_at = desk.line.clock.now()
        if why == "opted_out":
            address.opted_out_at = desk.line.clock.now()
    desk.sends(JPEG + b"a")
    assert desk.line.outcomes()[-1] == why
    assert desk.eyes.seen == []
    is_due_now(desk)
    assert twilio_is_asked_to_forget(desk)[-1] == 0


def test_twilio_keeps_what_a_message_brought_that_waits(open_desk: OpenDesk) -> None:
    desk = open_desk(twilio_media_delete=True)
    desk.stores([JPEG + b"a"])
    is_due_now(desk)
    now = desk.line.clock.now()
    with desk.line.database.write() as session:
        assert not inbound.take_media_due(session, now, now + timedelta(hours=1), limit=5)
    desk.line.drain()
    assert desk.line.hears() == ["Vu."]
    assert twilio_is_asked_to_forget(desk) == [0]


@pytest.mark.parametrize("phone", [PUPIL, SMS])
@pytest.mark.parametrize("caption", ["STOP", "stop.", "Arrêt"])
def test_stop_below_a_photo_is_stop(desk: Desk, phone: str, caption: str) -> None:
    desk.stores([JPEG + b"a"], caption, address=phone)
    desk.line.drain(phone)
    assert desk.line.address(phone).opted_out_at is not None
    (told,) = desk.line.hears(phone)
    assert "START" in told
    assert desk.eyes.seen == []
    desk.sends(JPEG + b"b", body="Start", address=phone)
    assert desk.line.address(phone).opted_out_at is None


@pytest.mark.parametrize("caption", ["Que veut dire le panneau STOP ?", "stop.jpg", "stop au 3"])
def test_other_words_below_a_photo_opt_nobody_out(desk: Desk, caption: str) -> None:
    desk.sends(JPEG + b"a", body=caption)
    assert desk.line.address(PUPIL).opted_out_at is None
    assert desk.line.hears() == ["Vu."]
