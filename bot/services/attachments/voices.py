"""Reads voice messages: listened to in a child process, written down by a transcriber. The sound itself is kept only
where nobody can write it down yet, for a day."""

import logging
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Final

from bot.agent.retry import Failure, failure_of, wait_s
from bot.clients.speech import Transcriber
from bot.clock import Clock
from bot.config import Settings
from bot.dao import alerts
from bot.dao.database import Database
from bot.dao.money import spending
from bot.dao.privacy.owned_rows import VOICE_NOTE
from bot.errors import (
    AttachmentRefused,
    AuthError,
    ProviderError,
    SoundUnreadable,
)
from bot.i18n.catalogue import say
from bot.isolation.sound import Sound, listen
from bot.reading.incoming.transcripts import spoken_alone
from bot.refusals import AttachmentRefusal, UnreadableSound
from bot.services.attachments.fetching import go_on, rest
from bot.services.attachments.reading import Kept, Kind, Reading, Sent
from bot.services.money.cost_guards import ALERT_AGAIN_S, dollars_of
from bot.services.money.prices import prices_of
from bot.types import Language, Mode

TRY_S: Final = 40.0
WHOLE_S: Final = 60.0  # of all tries together: somebody waits
BRIEF_S: Final = 10.0  # of the one try while the transcriber is away: others wait behind it
AWAY_FOR_S: Final = 60.0

REASONS: Final = {
    UnreadableSound.EMPTY: AttachmentRefusal.EMPTY,
    UnreadableSound.SILENT: AttachmentRefusal.SILENT,
    UnreadableSound.TOO_LONG: AttachmentRefusal.TOO_LONG,
    UnreadableSound.CORRUPT: AttachmentRefusal.CORRUPT,
    UnreadableSound.VIDEO: AttachmentRefusal.NOT_READ,
    UnreadableSound.UNKNOWN: AttachmentRefusal.NOT_READ,
}

log = logging.getLogger(__name__)


@dataclass(slots=True)
class VoiceReader:
    """One instance a process; without a transcriber (MODEL_TRANSCRIBE is unset) voices are kept for a day."""

    settings: Settings
    database: Database
    clock: Clock
    transcriber: Transcriber | None
    _away_until: float = field(default=float("-inf"))

    def read(self, sent: Sent) -> Reading:
        """See Reader. What was said is asked for in `then`."""
        most_s = self.settings.voice_minutes * 60
        try:
            sound = listen(sent.body, most_s=most_s, as_voice_note=self.transcriber is None)
        except SoundUnreadable as error:
            raise AttachmentRefused(REASONS[error.reason]) from None
        if self.transcriber is None:
            kept = Kept(sound.body, VOICE_NOTE, f".{sound.ending}", say(sent.language, "what_voice"))
            return Reading(Kind.VOICE, kept=kept, refused=AttachmentRefusal.NO_EARS)
        return Reading(Kind.VOICE, then=partial(self._heard, self.transcriber, sound, sent.language, sent.mode))

    def _heard(self, transcriber: Transcriber, sound: Sound, language: Language, mode: Mode) -> Reading:
        self._check_budget(mode)
        words = spoken_alone(self._words(transcriber, sound, language))
        self._count(sound, mode)
        if not words:
            raise AttachmentRefused(AttachmentRefusal.SILENT)
        return Reading(Kind.VOICE, said=words)

    def _words(self, transcriber: Transcriber, sound: Sound, language: Language) -> str:
        began, failures = self.clock.monotonic(), list[Failure]()
        is_away = began < self._away_until
        ends = began + (BRIEF_S if is_away else WHOLE_S)
        while True:
            left_s = ends - self.clock.monotonic()
            try:
                words = transcriber.transcribe(
                    sound.body, sound.ending, language=language, timeout_s=min(TRY_S, left_s)
                )
            except ProviderError as error:
                go_on()
                failures.append(failure_of(error))
                pause = None if is_away else wait_s(failures)
                if pause is None or self.clock.monotonic() + pause >= ends:
                    self._give_up(error)
                    raise AttachmentRefused(AttachmentRefusal.NOT_HEARD) from None
                rest(self.clock, pause)
            else:
                self._away_until = began
                return words

    def _give_up(self, error: ProviderError) -> None:
        log.warning("a voice message is not written down: %s", error)
        self._away_until = self.clock.monotonic() + AWAY_FOR_S
        if isinstance(error, AuthError):
            detail, since = str(error), self.clock.now() - timedelta(seconds=ALERT_AGAIN_S)
            with self.database.write() as session:
                if not alerts.is_recent(session, "provider_auth", detail, since):
                    alerts.add(session, "provider_auth", detail)

    def _check_budget(self, mode: Mode) -> None:
        """Refuse to listen where the day's budget is spent: who gets no answer is not listened to either. Raises
        AttachmentRefused."""
        settings = self.settings
        of_mode = dollars_of(settings, mode)
        with self.database.read() as session:
            spent = spending.so_far(session, now := self.clock.now(), mode, None, now)
        whole = settings.daily_budget_dollars
        if (of_mode and spent.of_mode >= of_mode) or (whole and spent.of_all >= whole):
            raise AttachmentRefused(AttachmentRefusal.NOT_HEARD)

    def _count(self, sound: Sound, mode: Mode) -> None:
        dollars = prices_of(self.settings).of_sound(self.settings.model_transcribe or "", sound.seconds)
        with self.database.write() as session:
            spending.count(session, mode, 0, self.clock.now(), 0, dollars)
