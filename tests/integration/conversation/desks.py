"""A line on which people send things: their media come from a stand-in of Twilio, and what is on a photo stands in its
bytes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from sqlmodel import col, select

from bot.errors import AttachmentRefused, TransientError
from bot.models import InboundMessage, StoredFile
from bot.refusals import AttachmentRefusal
from bot.services.attachments.reading import Kept, Kind, Reading, Sent
from bot.services.inbound.rows import MEDIA_STAY
from bot.simulator.records import Account, Media
from tests.fakes.twilio import FakeTwilio
from tests.integration.conversation.conftest import PUPIL, Line

OpenDesk = Callable[..., "Desk"]
JPEG = b"\xff\xd8\xff\xe0"


class Eyes:
    """A reader for tests: a photo's bytes behind its mark say what becomes of it."""

    def __init__(self) -> None:
        self.seen: list[Sent] = []
        self.fails_at = 0

    def read(self, sent: Sent) -> Reading:
        self.seen.append(sent)
        if len(self.seen) == self.fails_at or sent.body.endswith(b"poison"):
            raise RuntimeError("as if killed")
        said = sent.body.removeprefix(JPEG).decode()
        if said == "blurred":
            raise AttachmentRefused(AttachmentRefusal.CORRUPT)
        if said == "later" and len(self.seen) < 3:
            raise TransientError("away")
        kept = Kept(sent.body, "image/jpeg", ".jpg", "Photo du tableau [1]")
        flaw = AttachmentRefusal.BLURRED if said.startswith("unclear") else None
        return Reading(Kind.PHOTO, "1080 × 1440 px", kept, untrusted=True, refused=flaw)


class Ears:
    def read(self, sent: Sent) -> Reading:
        return Reading(Kind.VOICE, said=sent.body.removeprefix(b"OggS").decode())


@dataclass
class Desk:
    """A line whose media come from a stand-in of Twilio."""

    line: Line
    twilio: FakeTwilio
    eyes: Eyes

    def sends(self, *bodies: bytes, body: str = "", declared: str = "image/jpeg", address: str = PUPIL) -> None:
        """One message for each attachment, the text with the first."""
        for number, content in enumerate(bodies):
            self.stores([content], body if number == 0 else "", declared, address)
        self.line.drain(address)

    def stores(self, contents: list[bytes], body: str = "", declared: str = "image/jpeg", address: str = PUPIL) -> None:
        stored = self.twilio.stand_in.receive(address, body, media=[Media(each, declared) for each in contents])
        urls = [f"https://api.twilio.com/2010-04-01/Accounts/{self.account.sid}/Messages/{stored.sid}/Media/{each.sid}"
                for each in stored.media]  # fmt: skip
        details = {"media_urls": urls, "content_types": [declared] * len(urls)}
        due = self.line.clock.now() + MEDIA_STAY if self.line.runtime.inbox.settings.twilio_media_delete else None
        self.line.stores(body, address, kind="media", details=details, media_due_at=due)

    @property
    def account(self) -> Account:
        return self.twilio.stand_in.account

    def files(self) -> list[StoredFile]:
        with self.line.database.read() as session:
            return list(session.exec(select(StoredFile).order_by(col(StoredFile.id))))

    def messages(self) -> list[InboundMessage]:
        with self.line.database.read() as session:
            return list(session.exec(select(InboundMessage).order_by(col(InboundMessage.id))))

    def uses(self, **parts: object) -> None:
        """Give the line's intake other parts."""
        inbox = self.line.runtime.inbox
        intake = replace(inbox.intake, **parts)
        self.line.runtime = replace(self.line.runtime, inbox=replace(inbox, intake=intake))


def shown(desk: Desk) -> list[dict[str, object]]:
    """What the model was asked last."""
    return cast(list[dict[str, object]], desk.line.asked()[-1][-1]["content"])
