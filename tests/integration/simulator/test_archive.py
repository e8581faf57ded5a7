"""The phone's memory on disk: a restart keeps threads, files, opt-outs and what had not gone out yet."""

from datetime import UTC, datetime

import pytest

from bot.simulator.archive import Archive
from bot.simulator.delivery import Pace
from bot.simulator.records import Account, Location, Media, Sent
from bot.simulator.twilio import TwilioStandIn
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, SMS_NUMBER, WHATSAPP_NUMBER

KOFFI = "+2250700000002"
ACCOUNT = Account(ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER, SMS_NUMBER)
NEVER = Pace(sent_s=3600)


@pytest.fixture
def life(tmp_path):
    """Start one life of the stand-in and its archive after another."""
    started = []

    def start(pace):
        stand_in = TwilioStandIn(ACCOUNT, "http://127.0.0.1:9", pace=pace)
        archive = Archive(stand_in, tmp_path / "phone")
        archive.load()
        started.append((stand_in, archive))
        return stand_in, archive

    yield start
    for stand_in, archive in started:
        archive.stop()
        stand_in.stop()


def test_a_restart_keeps_threads_files_and_opt_outs(life):
    stand_in, archive = life(NEVER)
    photo = Media(b"\xff\xd8photo", "image/jpeg", "photo.jpg")
    stand_in.receive(f"whatsapp:{KOFFI}", "regarde", media=[photo], location=Location(5.3, -4.0, "Plateau"))
    stand_in.receive(KOFFI, "STOP")
    archive.save()
    again, _ = life(NEVER)
    assert again.inbound == stand_in.inbound
    assert again.inbound[0].media[0].content == photo.content
    assert again.has_opted_out(KOFFI)


def test_a_message_that_had_not_gone_out_goes_out_after_the_restart(life):
    stand_in, archive = life(NEVER)
    sent = stand_in.create({"To": KOFFI, "From": SMS_NUMBER, "Body": "en route"})
    assert isinstance(sent, Sent)
    archive.save()
    again, _ = life(Pace(0, 0, 0))
    assert again.wait_until(lambda: again.sent[0].status == "delivered", 5)
    assert again.sent[0].sid == sent.sid


def test_a_change_is_saved_by_itself(life, tmp_path):
    stand_in, _ = life(NEVER)
    stand_in.create({"To": KOFFI, "From": SMS_NUMBER, "Body": "bonjour"})
    saved = tmp_path / "phone" / "threads.json"
    for _ in range(100):
        if saved.exists():
            break
        stand_in.wait_until(lambda: False, 0.05)
    assert b"bonjour" in saved.read_bytes()


def test_an_unreadable_memory_begins_anew(life, tmp_path, caplog):
    folder = tmp_path / "phone"
    folder.mkdir()
    (folder / "threads.json").write_text('{"sent": 7}')
    assert life(NEVER)[0].sent == []
    assert "begins anew" in caplog.text


def test_times_survive_with_their_zone(life):
    stand_in, archive = life(NEVER)
    stand_in.receive(KOFFI, "quand ?")
    archive.save()
    again, _ = life(NEVER)
    assert again.inbound[0].created_at == stand_in.inbound[0].created_at <= datetime.now(UTC)
