"""The child's side of bot.isolation.sound: tells a sound by its content, never by its name, decodes as much of it as
may be listened to, and makes Ogg Opus of what others do not take. Only ever run by run_child."""

import io
from array import array
from collections.abc import Iterator
from typing import Any, Final

import av
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.container import InputContainer
from av.stream import Disposition

from bot.errors import SoundUnreadable
from bot.isolation.framing import framed, unframed
from bot.refusals import UnreadableSound

RATE: Final = 16_000  # Hz: all that speech needs, and what transcribers work with
WINDOW: Final = RATE // 10  # samples whose peak is looked at together
QUIET: Final = 100  # of 32,768: a microphone that hears nothing stays below (-50 dBFS)
HEARD_WINDOWS: Final = 2  # one alone is a click
SHORTEST_S: Final = 0.3  # a button touched by accident
SLACK_S: Final = 1.0  # what may last five minutes may last five minutes and a breath
OPUS_BITS: Final = 24_000  # a second
MOST_PACKETS: Final = 1_000_000  # hours, whatever the file says of their length

# The one demuxer each kind is given to: left to guess, the library would also try playlists, which name other files.
DEMUXERS: Final = {"ogg": "ogg", "mp3": "mp3", "m4a": "mp4", "wav": "wav", "amr": "amr", "aac": "aac", "3gp": "mp4",
                   "flac": "flac", "webm": "matroska"}  # fmt: skip
AS_IT_IS: Final = {"ogg": ("opus", "vorbis"), "mp3": ("mp3",), "m4a": ("aac",), "wav": ("pcm_",)}
COUNTED: Final = ("amr", "aac", "mp3")  # kinds that do not say how long they last: the library guesses
AMR_BYTES_S: Final = 50 * 62  # a second at most: the largest frame of AMR-WB lasts 20 ms
BRANDS_3GP: Final = (b"3gp", b"3g2")


def answer(payload: bytes) -> bytes:
    """A line of JSON {seconds, voice_note} and the sound behind it, to a line of JSON {ending, seconds} or {error} (one
    of bot.refusals.UnreadableSound), and behind it the sound where it was turned into Ogg."""
    wanted, body = unframed(payload)
    turned = b""
    try:
        ending, seconds, turned = _listen(body, wanted["seconds"] + SLACK_S, as_voice_note=wanted["voice_note"])
        said: dict[str, Any] = {"ending": ending, "seconds": round(seconds, 2)}
    except SoundUnreadable as error:
        said = {"error": error.reason}
    except Exception:  # the decoders of a hostile file raise anything
        said = {"error": UnreadableSound.CORRUPT}
    return framed(said, turned)


def kind_of(body: bytes) -> str:
    """One of DEMUXERS, by the first bytes. Raises SoundUnreadable for anything else."""
    if not body.strip(b"\0 \t\r\n"):
        raise SoundUnreadable(UnreadableSound.EMPTY)
    if body[4:8] == b"ftyp":
        return "3gp" if body[8:11] in BRANDS_3GP else "m4a"
    for sign, kind in ((b"OggS", "ogg"), (b"fLaC", "flac"), (b"\x1a\x45\xdf\xa3", "webm")):
        if body.startswith(sign):
            return kind
    if body.startswith((b"#!AMR\n", b"#!AMR-WB\n")):
        return "amr"
    if body[:4] == b"RIFF" and body[8:12] == b"WAVE":
        return "wav"
    if len(body) > 3 and body[0] == 0xFF and body[1] & 0xF6 == 0xF0:
        return "aac"
    if body.startswith(b"ID3") or (len(body) > 3 and body[0] == 0xFF and body[1] & 0xE6 == 0xE2):
        return "mp3"
    raise SoundUnreadable(UnreadableSound.UNKNOWN)


def _listen(body: bytes, most_s: float, *, as_voice_note: bool) -> tuple[str, float, bytes]:
    """The ending the sound deserves, how long it lasts, and the same as Ogg Opus where it must be turned into that."""
    kind = kind_of(body)
    with av.open(io.BytesIO(body), "r", format=DEMUXERS[kind]) as container:
        stream = _sound_of(container)
        if kind == "amr" and len(body) > most_s * AMR_BYTES_S:
            raise SoundUnreadable(UnreadableSound.TOO_LONG)
        if kind not in COUNTED and container.duration is not None and container.duration > most_s * av.time_base:
            raise SoundUnreadable(UnreadableSound.TOO_LONG)
        takes = ("opus",) if as_voice_note else AS_IT_IS.get(kind, ())
        is_taken = (
            kind in AS_IT_IS and stream.codec_context.name.startswith(takes) and (kind == "ogg" or not as_voice_note)
        )
        ogg = None if is_taken else _Ogg()
        samples = heard = 0
        for block in _blocks(container, stream):
            samples += len(block)
            if samples > most_s * RATE:
                raise SoundUnreadable(UnreadableSound.TOO_LONG)
            heard += _is_heard(block)
            if ogg is not None:
                ogg.add(block)
    if not samples:
        raise SoundUnreadable(UnreadableSound.CORRUPT)
    if samples < SHORTEST_S * RATE or heard < HEARD_WINDOWS:
        raise SoundUnreadable(UnreadableSound.SILENT)
    return ("ogg" if ogg else kind), samples / RATE, (ogg.closed() if ogg else b"")


def _sound_of(container: InputContainer) -> AudioStream:
    if any(not stream.disposition & Disposition.attached_pic for stream in container.streams.video):
        raise SoundUnreadable(UnreadableSound.VIDEO)
    if not container.streams.audio:
        raise SoundUnreadable(UnreadableSound.CORRUPT)
    return container.streams.audio[0]


def _blocks(container: InputContainer, stream: AudioStream) -> Iterator["array[int]"]:
    """The sound in windows, in one channel of RATE samples a second; the last may be shorter. A packet that says
    nothing to the decoder is passed over, as players do."""
    resampler = AudioResampler(format="s16", layout="mono", rate=RATE, frame_size=WINDOW)
    for number, packet in enumerate(container.demux(stream)):
        if number > MOST_PACKETS:
            raise SoundUnreadable(UnreadableSound.TOO_LONG)
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            continue
        for frame in frames:
            yield from map(_samples, resampler.resample(frame))
    yield from map(_samples, resampler.resample(None))


def _samples(frame: AudioFrame) -> "array[int]":
    return array("h", bytes(frame.planes[0])[: frame.samples * 2])


def _is_heard(block: "array[int]") -> bool:
    return max(block) > QUIET or min(block) < -QUIET


class _Ogg:
    """Ogg Opus in the making: one channel, as messengers show a voice note."""

    def __init__(self) -> None:
        self._file = io.BytesIO()
        self._container = av.open(self._file, "w", format="ogg")
        self._stream = self._container.add_stream("libopus", rate=RATE, layout="mono", bit_rate=OPUS_BITS)

    def add(self, block: "array[int]") -> None:
        frame = AudioFrame(format="s16", layout="mono", samples=len(block))
        frame.sample_rate = RATE
        frame.planes[0].update(block.tobytes())
        self._container.mux(self._stream.encode(frame))

    def closed(self) -> bytes:
        self._container.mux(self._stream.encode(None))
        self._container.close()
        return self._file.getvalue()
