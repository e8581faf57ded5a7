"""Somebody who speaks to the bot: voice notes go in by a stand-in of Twilio, and another one writes them down."""

from dataclasses import dataclass

from sqlmodel import col, select

from bot.dao import interactions
from bot.models import InboundMessage, PendingInteraction
from bot.services.attachments.reading import Kind
from bot.simulator.records import Media
from bot.text.french import with_plain_spaces
from tests.fakes.sounds import voice
from tests.fakes.speech import Speech
from tests.fakes.twilio import FakeTwilio
from tests.integration.conversation.conftest import PUPIL, Line

QUIZ = {
    "question": "La capitale du Sénégal ?",
    "options": ["Paris", "Dakar", "Lyon"],
    "correct_index": 1,
    "explanation": "Dakar est au Sénégal.",
    "subject": "Géographie",
}


@dataclass
class Caller:
    """A line on which people speak. `says(words)` sends a voice note in which they are heard;
    with a `name` as a file."""

    line: Line
    twilio: FakeTwilio
    speech: Speech

    def says(self, words: str, *, kind: str = "ogg", address: str = PUPIL, name: str = "") -> None:
        self.speech.hears(440, words)
        self.sends(voice(440, kind=kind), address=address, name=name)

    def sends(self, sound: bytes, declared: str = "audio/ogg", address: str = PUPIL, name: str = "") -> None:
        self.stores(sound, declared, address, name)
        self.line.drain(address)

    def stores(self, sound: bytes, declared: str = "audio/ogg", address: str = PUPIL, name: str = "") -> None:
        stand_in = self.twilio.stand_in
        stored = stand_in.receive(address, "", media=[Media(sound, declared)])
        account = f"https://api.twilio.com/2010-04-01/Accounts/{stand_in.account.sid}"
        urls = [f"{account}/Messages/{stored.sid}/Media/{each.sid}" for each in stored.media]
        self.line.stores(name, address, kind="media", details={"media_urls": urls, "content_types": [declared]})

    def hears(self, address: str = PUPIL) -> list[str]:
        """What was said since the last look, as it is read: no-break spaces look like others."""
        return [with_plain_spaces(body) for body in self.line.hears(address)]

    def close(self) -> None:
        """Close what was kept open to who hears and speaks."""
        reader = self.line.runtime.inbox.intake.readers[Kind.VOICE]
        for client in (getattr(reader, "transcriber", None), self.line.runtime.saying.speaker):
            if client is not None:
                client.close()

    def asked(self) -> str:
        """What the model was asked last."""
        return str(self.line.asked()[-1][-1]["content"])

    def rows(self, model: type) -> list[object]:
        with self.line.database.read() as session:
            return list(session.exec(select(model)))

    def body(self) -> str:
        """What the row of the newest message holds."""
        with self.line.database.read() as session:
            newest = select(InboundMessage).order_by(col(InboundMessage.id).desc()).limit(1)
            return session.exec(newest).one().body

    def question(self) -> PendingInteraction | None:
        with self.line.database.read() as session:
            return interactions.current(session, self.line.conversation().id, self.line.clock.now())
