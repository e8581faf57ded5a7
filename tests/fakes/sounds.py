"""Sounds of every kind that a telephone sends, made by the tests: tones, which a stand-in tells apart by their pitch.

voice(440)                 a second and a half of Ogg Opus, as WhatsApp delivers it
voice(440, kind="amr")     the same as AMR, MP3, M4A, AAC, 3GP, WAV, FLAC or WebM
"""

import io
import math
from array import array
from functools import cache
from itertools import pairwise
from typing import Any

import av
from av.audio.frame import AudioFrame

RATE = 16_000
_KINDS = {  # container, codec, samples a second
    "ogg": ("ogg", "libopus", 16_000),
    "amr": ("amr", "libopencore_amrnb", 8_000),
    "mp3": ("mp3", "libmp3lame", 16_000),
    "m4a": ("ipod", "aac", 16_000),
    "aac": ("adts", "aac", 16_000),
    "3gp": ("3gp", "libopencore_amrnb", 8_000),
    "wav": ("wav", "pcm_s16le", 16_000),
    "flac": ("flac", "flac", 16_000),
    "webm": ("webm", "libopus", 16_000),
}


@cache
def voice(pitch: float, seconds: float = 1.5, kind: str = "ogg", loudness: float = 0.3) -> bytes:
    """A tone of `pitch` Hz as a file of a kind."""
    container, codec, rate = _KINDS[kind]
    wave = (loudness * 32_767 * math.sin(2 * math.pi * pitch * at / rate) for at in range(int(seconds * rate)))
    return encoded(array("h", map(round, wave)), container, codec, rate)


def silence(seconds: float = 2.0) -> bytes:
    """A voice note in which nobody speaks."""
    return voice(440, seconds, loudness=0)


def encoded(samples: "array[int]", container: str, codec: str, rate: int) -> bytes:
    """Samples of one channel as a file."""
    out = io.BytesIO()
    with av.open(out, "w", format=container) as file:
        options: dict[str, Any] = {"bit_rate": 12_200} if "amr" in codec else {}
        stream = file.add_stream(codec, rate=rate, layout="mono", **options)
        for start in range(0, len(samples), rate):
            some = samples[start : start + rate]
            frame = AudioFrame(format="s16", layout="mono", samples=len(some))
            frame.sample_rate, frame.pts = rate, start
            frame.planes[0].update(some.tobytes())
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return out.getvalue()


def heard(body: bytes) -> tuple[float, float]:
    """How long a sound lasts, in seconds, and its pitch in Hz. Raises av.FFmpegError for what is no sound."""
    samples = array("h")
    with av.open(io.BytesIO(body)) as file:
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        for frame in (*file.decode(audio=0), None):
            for made in resampler.resample(frame):
                samples.frombytes(bytes(made.planes[0])[: made.samples * 2])
    rises = sum(before < 0 <= after for before, after in pairwise(samples))
    seconds = len(samples) / RATE
    return seconds, rises / seconds if seconds else 0.0
