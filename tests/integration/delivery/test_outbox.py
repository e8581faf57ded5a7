"""The outbox: what is said becomes parts once, files go as attachments or links, silence is kept."""

import pytest

from bot.capabilities import WHATSAPP
from bot.dao import addresses
from bot.dao.library import files
from bot.models import OutboundPart, StoredFile
from bot.services.delivery.outbox import Outbox, Recipient
from bot.types import Channel, Language
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office

PDF = "application/pdf"


def said(office: Office) -> list[OutboundPart]:
    with office.database.read() as session:
        return list(office.open_parts(session))


def speak(office: Office, text: str, key: str = "k", channel: Channel = Channel.WHATSAPP) -> None:
    address = AWA if channel == Channel.WHATSAPP else AWA_SMS
    recipient = Recipient(office.conversation, address, channel, Language.FR)
    with office.database.write() as session:
        Outbox(session, recipient, office.links).text(key, text)


def hand_over(office: Office, channel: Channel, content_type: str = PDF, size: int = 100) -> OutboundPart:
    address = AWA if channel == Channel.WHATSAPP else AWA_SMS
    recipient = Recipient(office.conversation, address, channel, Language.FR)
    file = StoredFile(
        conversation_id=office.conversation, run_id=1, name="cours.pdf", title="Mon cours", content_type=content_type,
        size=size, sha256="0" * 64,
    )  # fmt: skip
    with office.database.write() as session:
        files.add(session, file)
        session.flush()
        Outbox(session, recipient, office.links).files("k", files.of_run(session, 1))
    (part,) = said(office)
    return part


def test_what_has_a_key_is_said_once(office: Office) -> None:
    for text in ("un", "encore un"):
        speak(office, text)
    assert [part.body for part in said(office)] == ["un"]


def test_an_address_that_opted_out_is_told_nothing(office: Office) -> None:
    with office.database.write() as session:
        addresses.opt_out(session, AWA, office.clock.now())
    speak(office, "un")
    assert said(office) == []
    with office.database.write() as session:
        addresses.opt_in(session, AWA)
    speak(office, "deux")
    assert [part.body for part in said(office)] == ["deux"]


def test_sms_counts_its_segments(office: Office) -> None:
    speak(office, "Une phrase de plus. " * 12, channel=Channel.SMS)
    assert [part.segments for part in said(office)] == [2]


@pytest.mark.parametrize(
    ("channel", "content_type", "size", "shown"),
    [
        (Channel.WHATSAPP, PDF, 16_000_000, None),
        (Channel.WHATSAPP, PDF, 16_000_001, "16\u00a0Mo"),
        (Channel.WHATSAPP, "image/png", 5_000_001, "5\u00a0Mo"),
        (Channel.WHATSAPP, "text/html; charset=utf-8", 1_234, "1,2\u00a0ko"),
        (Channel.WHATSAPP, "text/markdown", 12_345, "12\u00a0ko"),
        (Channel.SMS, PDF, 1_234_567, "1,2 Mo"),
    ],
)
def test_whatsapp_attaches_what_it_takes_and_the_rest_is_linked(
    office: Office, channel: Channel, content_type: str, size: int, shown: str | None
) -> None:
    part = hand_over(office, channel, content_type, size)
    if shown is None:
        assert (part.file_id is None, part.body) == (False, "")
        return
    assert part.file_id is None
    assert part.body.startswith(f"Mon cours ({shown})")
    assert "/media/" in part.body


def test_nothing_is_attached_that_whatsapp_refuses() -> None:
    for kind, size in WHATSAPP.attachments.largest.items():
        assert size <= (5_000_000 if kind.startswith("image/") else 16_000_000)


def test_the_same_content_made_twice_by_one_run_is_one_file(office: Office) -> None:
    for run_id in (1, 1, 2):
        with office.database.write() as session:
            files.add(
                session,
                StoredFile(
                    conversation_id=office.conversation, run_id=run_id, name="a.pdf", content_type=PDF, size=1,
                    sha256="a" * 64,
                ),
            )  # fmt: skip
    with office.database.read() as session:
        assert [len(files.of_run(session, run_id)) for run_id in (1, 2)] == [1, 1]
