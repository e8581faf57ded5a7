"""What makes a message more than one of many."""

import pytest

from bot.reading.incoming.priority import READERS, Priority, Words, priority_of
from bot.types import Channel


def words(body: str, kind: str = "text", channel: Channel = Channel.WHATSAPP, told: str = "") -> Words:
    return Words(body, kind, channel, told)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (words("STOP"), Priority.STOP),
        (words("« Arrêt »"), Priority.STOP),
        (words("cancel", channel=Channel.SMS), Priority.STOP),
        (words("cancel"), Priority.CANCEL),
        (words("Start"), Priority.START),
        (words("quelque chose", told="STOP"), Priority.STOP),
        (words("", kind="empty", told="start"), Priority.START),
        (words("HELP", told="HELP"), None),
        (words("/annuler"), Priority.CANCEL),
        (words("Statut"), Priority.STATUS),
        (words("/humain"), Priority.HUMAN),
        (words("parler à un humain"), Priority.HUMAN),
        (words("123456"), Priority.CODE),
        (words("Le code : 123 456"), Priority.CODE),
        (words("12345"), None),
        (words("/aide"), None),
        (words("Ne t’arrête pas, stop ou encore ?"), None),
        (words("Bonjour"), None),
        (words("/annuler" + " " * 4000), None),
        (words("stop", kind="media"), Priority.STOP),
        (words("stop", kind="voice"), None),
        (words(""), None),
    ],
)
def test_priorities(said: Words, expected: Priority | None) -> None:
    assert priority_of(said) == expected


def test_a_reader_of_distress_decides_before_the_others() -> None:
    def reader(said: Words) -> Priority | None:
        return Priority.DISTRESS if "mourir" in said.body else None

    readers = (reader, *READERS)
    assert priority_of(words("stop, je veux mourir"), readers) == Priority.DISTRESS
    assert priority_of(words("stop"), readers) == Priority.STOP
