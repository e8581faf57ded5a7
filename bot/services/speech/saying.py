"""Says answers aloud. The text has been stored, and is on its way, before anything of this begins: nothing that happens
here delays or changes it. Any number of calls is harmless: an answer is claimed, and its voice note has one key."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from bot.capabilities import channel_of
from bot.channels.names import attachment_name
from bot.clients.speech import Speaker, SpeechEndpoint
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.dao import addresses, conversations
from bot.dao.database import Database
from bot.dao.delivery import spoken_answers
from bot.dao.library import files
from bot.dao.money import spending
from bot.dao.privacy.owned_rows import VOICE_NOTE
from bot.errors import PermanentError, ProviderError, SoundUnreadable, StorageError
from bot.i18n.catalogue import say
from bot.isolation.sound import Sound, listen
from bot.models import Run, SpokenAnswer, StoredFile
from bot.obs.counting import counted
from bot.obs.metrics import Metrics
from bot.queue.wake import WakeQueue
from bot.services.delivery.writing import Draft, Recipient, write
from bot.services.money.prices import prices_of
from bot.types import Language, known

MOST_TRIES: Final = 2
TIMEOUT_S: Final = 25.0
CLAIMED_FOR: Final = timedelta(seconds=60)  # longer than one try takes
TOO_LATE: Final = timedelta(minutes=3)  # nobody listens to what they have read long ago
MOST_S: Final = 300.0  # of a voice note, whatever a provider sends

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Saying:
    """One instance a process; without a speaker (MODEL_SPEECH is unset) nothing is said."""

    settings: Settings
    database: Database
    store: FileStore
    speaker: Speaker | None
    wake: WakeQueue
    clock: Clock

    def say(self, run_id: int) -> None:
        """Say the answer of a run, if that is still wanted. Raises DatabaseAway."""
        now = self.clock.now()
        with self.database.write() as session:
            claimed = spoken_answers.claim(session, run_id, now, now + CLAIMED_FOR)
            run = session.get(Run, run_id) if claimed is not None else None
            if claimed is None or run is None:
                return
            if not self._is_wanted(session, claimed, run):
                spoken_answers.remove(session, run_id)
                return
        try:
            note = self._note(claimed.text)
            digest = self.store.put(note.body)
        except (ProviderError, SoundUnreadable, StorageError) as error:
            log.warning("an answer is not said: %s", error, extra={"run": run_id})
            is_hopeless = isinstance(error, (PermanentError, SoundUnreadable)) or claimed.tries >= MOST_TRIES
            if is_hopeless:
                with self.database.write() as session:
                    spoken_answers.remove(session, run_id, claimed.tries)
            return
        with self.database.write() as session:
            conversations.lock(session, run.conversation_id)
            if spoken_answers.remove(session, run_id, claimed.tries):
                self._hand_over(session, run, note, digest)
        self.wake.wake("deliver", run.conversation_id)

    def _is_wanted(self, session: Session, claimed: SpokenAnswer, run: Run) -> bool:
        """Not when something else was said since, or whoever asked is not here any more."""
        now = self.clock.now()
        if self.speaker is None or claimed.tries > MOST_TRIES or now - (run.ended_at or now) > TOO_LATE:
            return False
        return not spoken_answers.is_superseded(session, run.conversation_id, run.id) and self._is_here(session, run)

    def _is_here(self, session: Session, run: Run) -> bool:
        """Whether who asked is still who is there, and wants to hear of us."""
        address = addresses.of_conversation(session, run.conversation_id)
        if address is None or addresses.is_silent(session, address):
            return False
        return addresses.signed_in_now(session, run.conversation_id, self.clock.now()) == run.user_id

    def _note(self, text: str) -> Sound:
        """The sound, outside any transaction. Raises ProviderError, SoundUnreadable."""
        if self.speaker is None:
            raise PermanentError("nobody speaks here")
        return listen(self.speaker.speak(text, timeout_s=TIMEOUT_S), most_s=MOST_S, as_voice_note=True)

    def _hand_over(self, session: Session, run: Run, note: Sound, digest: str) -> None:
        """The voice note as a part behind the text, unless it has come too late for that."""
        now, language = self.clock.now(), known(Language, run.language, Language.FR)
        dollars = prices_of(self.settings).of_sound(self.settings.model_speech or "", note.seconds)
        spending.count(session, run.mode, run.id, now, 0, dollars)
        address = addresses.of_conversation(session, run.conversation_id)
        superseded = spoken_answers.is_superseded(session, run.conversation_id, run.id)
        if address is None or superseded or not self._is_here(session, run):
            return
        title = say(language, "voice_answer_title")
        file = StoredFile(
            conversation_id=run.conversation_id,
            user_id=run.user_id,
            run_id=run.id,
            name=attachment_name(title, note.ending),
            title=title,
            content_type=VOICE_NOTE,
            size=len(note.body),
            sha256=digest,
        )
        files.add(session, file)
        session.flush()
        recipient = Recipient(run.conversation_id, address, channel_of(address), language)
        write(session, recipient, Draft(key=key_of(run.id), kind="media", run_id=run.id, file_id=file.id))


def key_of(run_id: int) -> str:
    """Of the part that says a run's answer."""
    return f"run{run_id}:voice"


def speaker_of(settings: Settings, metrics: Metrics) -> Speaker | None:
    """Who says what is written, if anybody does."""
    if settings.model_speech is None:
        return None
    key, voice = settings.openai_api_key.get_secret_value(), settings.speech_voice
    endpoint = SpeechEndpoint(settings.openai_base_url, key, settings.model_speech, voice=voice)
    return counted(endpoint, "speech", metrics.provider_errors)
