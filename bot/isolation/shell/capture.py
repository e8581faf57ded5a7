"""Keeps the beginning and the end of what a command writes, however much it is."""

HEAD_BYTES, TAIL_BYTES = 3_072, 1_024


class Capture:
    """One stream: its first 3 KiB, its last 1 KiB, and how many bytes there were."""

    def __init__(self) -> None:
        self.head, self.tail, self.total = bytearray(), bytearray(), 0

    def add(self, data: bytes) -> None:
        """Take the next bytes; what is neither beginning nor end is forgotten at once."""
        self.total += len(data)
        room = HEAD_BYTES - len(self.head)
        self.head += data[:room]
        self.tail = (self.tail + data[room:])[-TAIL_BYTES:]

    def kept(self) -> dict[str, int | str]:
        """For the answer to the worker: bytes as Latin-1 text, one character a byte."""
        return {"head": self.head.decode("latin-1"), "tail": self.tail.decode("latin-1"), "total": self.total}
