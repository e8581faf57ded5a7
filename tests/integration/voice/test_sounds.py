"""Sounds in the child process: every kind a telephone sends, and every kind of nonsense."""

import io
import resource

import av
import pytest

from bot.errors import SoundUnreadable
from bot.isolation.sound import MAX_BYTES, listen
from bot.isolation.stems import STEMS
from bot.refusals import UnreadableSound
from bot.simulator.voice import FIRST, LAST, TAGS, _page
from tests.fakes.sounds import heard, silence, voice

NO_TEXT = UnreadableSound.UNKNOWN


def refused(body: bytes, most_s: float = 300) -> UnreadableSound:
    with pytest.raises(SoundUnreadable) as caught:
        listen(body, most_s=most_s)
    return caught.value.reason


def long_ogg(seconds: int, claims_s: int) -> bytes:
    """Opus in Ogg that lasts so long, and says of itself that it lasts `claims_s`."""
    sound = voice(440)
    with av.open(io.BytesIO(sound)) as file:
        packet = next(bytes(packet) for packet in file.demux(audio=0) if packet.pts and packet.size)
    head = sound[28:47]
    assert head.startswith(b"OpusHead")
    share = claims_s / seconds
    pages = [
        _page(2 + second, LAST if second == seconds - 1 else 0, round((second + 1) * 48_000 * share), [packet[:4]] * 50)
        for second in range(seconds)
    ]
    return b"".join((_page(0, FIRST, 0, [head]), _page(1, 0, 0, [TAGS]), *pages))


def processor_s() -> float:
    """What the children of this process have taken so far, their stems' imports too."""
    STEMS.leave()
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


@pytest.mark.parametrize(
    ("kind", "ending"),
    [("ogg", "ogg"), ("mp3", "mp3"), ("m4a", "m4a"), ("wav", "wav"), ("amr", "ogg"), ("aac", "ogg"), ("3gp", "ogg"),
     ("flac", "ogg"), ("webm", "ogg")],
)  # fmt: skip
def test_every_kind_comes_to_one_that_is_transcribed(kind: str, ending: str) -> None:
    sound = listen(voice(440, kind=kind), most_s=300)
    assert sound.ending == ending
    assert sound.seconds == pytest.approx(1.5, abs=0.15)
    seconds, pitch = heard(sound.body)
    assert (seconds, pitch) == (pytest.approx(1.5, abs=0.15), pytest.approx(440, rel=0.12))
    if kind == ending:
        assert sound.body == voice(440, kind=kind)


@pytest.mark.parametrize("kind", ["ogg", "mp3", "wav", "m4a"])
def test_what_is_said_to_a_person_is_a_voice_note(kind: str) -> None:
    note = listen(voice(300, kind=kind), most_s=300, as_voice_note=True)
    with av.open(io.BytesIO(note.body)) as file:
        assert (file.format.name, file.streams.audio[0].codec_context.name) == ("ogg", "opus")
    assert note.content_type == "audio/ogg"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", UnreadableSound.EMPTY),
        (b"\0" * 4_000, UnreadableSound.EMPTY),
        (silence(), UnreadableSound.SILENT),
        (voice(440, 0.1), UnreadableSound.SILENT),
        (b"Bonjour", NO_TEXT),
        (b"PK\x03\x04" + b"voice.ogg" * 50, NO_TEXT),
        (b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n", NO_TEXT),
        (b"OggS" + b"x" * 4_000, UnreadableSound.CORRUPT),
        (b"OggS" + b"<html><script>alert(1)</script>" * 40, UnreadableSound.CORRUPT),
        (voice(440)[:5_000], UnreadableSound.CORRUPT),
        (voice(440, kind="m4a")[:300], UnreadableSound.CORRUPT),
        (b"#!AMR\n", UnreadableSound.CORRUPT),
        (voice(440, kind="flac")[:60], UnreadableSound.CORRUPT),
        (voice(440, kind="webm")[:90], UnreadableSound.CORRUPT),
        (b"ID3\x04\0\0\0\0\0\x21" + b"\xa7" * 2_000, UnreadableSound.CORRUPT),
        (b"OggS\0\2" + bytes(range(256)) * 64, UnreadableSound.CORRUPT),  # as good as encrypted
    ],
)
def test_nonsense_has_a_name(body: bytes, reason: UnreadableSound) -> None:
    assert refused(body) == reason


def test_a_film_is_no_voice() -> None:
    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as file:
        stream = file.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 16
        for _ in range(5):
            file.mux(stream.encode(av.VideoFrame(16, 16, "yuv420p")))
        file.mux(stream.encode(None))
    assert refused(out.getvalue()) == UnreadableSound.VIDEO


def test_what_lasts_too_long_is_refused_by_what_it_says_of_itself_and_by_what_it_is() -> None:
    honest, lying = long_ogg(7_200, 7_200), long_ogg(7_200, 1)
    begun = processor_s()
    assert refused(honest) == UnreadableSound.TOO_LONG
    by_header = processor_s() - begun
    assert refused(lying) == UnreadableSound.TOO_LONG
    by_counting = processor_s() - begun - by_header
    assert refused(voice(440, 3), most_s=1) == UnreadableSound.TOO_LONG
    assert refused(voice(440, 3, "amr"), most_s=1) == UnreadableSound.TOO_LONG
    assert by_header < by_counting / 2  # nothing of it is decoded


def test_five_minutes_may_last_a_breath_longer() -> None:
    assert listen(voice(440, 2.5), most_s=2).seconds == pytest.approx(2.5, abs=0.1)


def test_more_than_any_messenger_carries_is_not_even_looked_at() -> None:
    assert refused(b"OggS" + b"\0" * MAX_BYTES) == UnreadableSound.TOO_LONG


def test_a_few_bad_packets_are_passed_over() -> None:
    sound = bytearray(voice(440, 3, "mp3"))
    middle = len(sound) // 2
    sound[middle : middle + 200] = b"\0" * 200
    assert listen(bytes(sound), most_s=300).seconds > 2


def test_a_sound_of_many_channels_and_rates_is_heard_too() -> None:
    with io.BytesIO() as out:
        with av.open(out, "w", format="wav") as file:
            stream = file.add_stream("pcm_s16le", rate=96_000, layout="5.1")
            frame = av.AudioFrame(format="s16", layout="5.1", samples=96_000)
            frame.sample_rate = 96_000
            frame.planes[0].update(b"\x00\x20\x00\xe0" * (96_000 * 3))
            file.mux(stream.encode(frame))
            file.mux(stream.encode(None))
        assert listen(out.getvalue(), most_s=10).seconds == pytest.approx(1, abs=0.1)
