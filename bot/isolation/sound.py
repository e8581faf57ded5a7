"""Sounds that people send, and that are sent to people: what they are and how long they last, told by listening to
them. Decoding happens in a child process with bounds (bot.isolation.sound_child); what lives here is the asking."""

from dataclasses import dataclass
from typing import Final

from bot.errors import DocumentError, SoundUnreadable
from bot.isolation.asking import ask_about
from bot.refusals import UnreadableSound

MODULE: Final = "bot.isolation.sound_child"
MAX_BYTES: Final = 25 * 1024 * 1024  # more than any messenger carries, and what transcription endpoints take
TIMEOUT_S: Final = 20.0
MEMORY_MIB: Final = 384
CONTENT_TYPES: Final = {"ogg": "audio/ogg", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav"}


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound as transcribers and messengers take it. `ending` is one of CONTENT_TYPES, `seconds` what was decoded."""

    body: bytes
    ending: str
    seconds: float

    @property
    def content_type(self) -> str:
        """Its media type."""
        return CONTENT_TYPES[self.ending]


def listen(body: bytes, *, most_s: float, as_voice_note: bool = False) -> Sound:
    """The sound in a file of at most `most_s` seconds: Ogg, MP3, M4A and WAV as they are, AMR, AAC, 3GP, FLAC
    and WebM as Ogg Opus. `as_voice_note`: anything but Ogg Opus is turned into that. Raises SoundUnreadable."""
    if len(body) > MAX_BYTES:
        raise SoundUnreadable(UnreadableSound.TOO_LONG)
    wanted = {"seconds": most_s, "voice_note": as_voice_note}
    try:
        said, turned = ask_about(body, MODULE, wanted, timeout_s=TIMEOUT_S, memory_mib=MEMORY_MIB)
    except DocumentError:  # it did not survive its bounds
        raise SoundUnreadable(UnreadableSound.CORRUPT) from None
    if "error" in said:
        raise SoundUnreadable(UnreadableSound(said["error"]))
    return Sound(turned or body, said["ending"], said["seconds"])
