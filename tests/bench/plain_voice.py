"""The library alone, in a process of its own: a minute of voice decoded to what transcribers work with, its length and
its loudest moment told; and the same put into Ogg Opus."""

import sys

import av
from av.audio.resampler import AudioResampler


def main(path: str, *, encodes: bool) -> None:
    """Decode the sound in a file."""
    resampler, samples, loudest = AudioResampler(format="s16", layout="mono", rate=16_000), 0, 0
    out = av.open("/dev/null", "w", format="ogg") if encodes else None
    stream = out.add_stream("libopus", rate=16_000, layout="mono", bit_rate=24_000) if out is not None else None
    with av.open(path) as file:
        for frame in file.decode(audio=0):
            for made in resampler.resample(frame):
                samples += made.samples
                loudest = max(loudest, *memoryview(bytes(made.planes[0])[: made.samples * 2]).cast("h"))
                if out is not None and stream is not None:
                    out.mux(stream.encode(made))
    sys.stdout.write(f"{samples / 16_000} {loudest}\n")


if __name__ == "__main__":
    main(sys.argv[1], encodes="ogg" in sys.argv[2:])
