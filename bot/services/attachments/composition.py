"""Who reads which kind of attachment."""

from collections.abc import Mapping

from bot.clients.speech import SpeechEndpoint, Transcriber
from bot.clients.storage import FileStore
from bot.clients.twilio_media import TwilioMedia
from bot.clock import Clock
from bot.config import Settings
from bot.dao.database import Database
from bot.obs.counting import counted
from bot.obs.metrics import Metrics
from bot.services.attachments.contacts import ContactReader
from bot.services.attachments.documents import document_reader
from bot.services.attachments.hearing import Hearing
from bot.services.attachments.intake import Intake
from bot.services.attachments.keeping import Keeping
from bot.services.attachments.photos import Photos
from bot.services.attachments.reading import Kind, Reader
from bot.services.attachments.voices import VoiceReader
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.otp import OtpVerifier


def readers_of(settings: Settings, database: Database, clock: Clock, metrics: Metrics) -> Mapping[Kind, Reader]:
    """Every reader of this service; what none is for is refused."""
    return {
        Kind.PHOTO: Photos(clock, settings.photo_long_side, settings.model_sees),
        Kind.VOICE: VoiceReader(settings, database, clock, transcriber_of(settings, metrics)),
        Kind.DOCUMENT: document_reader(settings, clock),
        Kind.CONTACT: ContactReader(),
    }


def intake_of(
    settings: Settings, database: Database, store: FileStore, clock: Clock, codes: OneTimeCodes, metrics: Metrics
) -> Intake:
    """What a worker needs to take in what people send."""
    readers = readers_of(settings, database, clock, metrics)
    keeping = Keeping(settings, clock, Hearing(OtpVerifier(settings, codes)))
    return Intake(settings, database, store, TwilioMedia(settings), readers, clock, keeping)


def transcriber_of(settings: Settings, metrics: Metrics) -> Transcriber | None:
    """Who writes down what is said, if anybody does."""
    if settings.model_transcribe is None:
        return None
    key = settings.openai_api_key.get_secret_value()
    endpoint = SpeechEndpoint(settings.openai_base_url, key, settings.model_transcribe)
    return counted(endpoint, "transcription", metrics.provider_errors)
