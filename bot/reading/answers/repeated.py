"""What was sent twice counts once: a reply without its repetitions. Pure."""


def said_once(text: str, awaited: int = 1) -> str:
    """A reply without the lines that stand there because they were sent again. Where several answers are `awaited` a
    line may be one each time (`1⏎2⏎1`): there only the whole is taken once that was sent again."""
    if awaited > 1:
        return whole_once(text, awaited)
    return "\n".join(dict.fromkeys(_lines(text)))


def whole_once(text: str, *sizes: int) -> str:
    """A text that is the same lines over and over, once; any other as it is. `sizes`: how many lines it rather has."""
    said = [line for line in _lines(text) if line]
    for size in (*sizes, *range(1, len(said))):
        if said[:size] * (len(said) // size) == said:
            return "\n".join(said[:size])
    return "\n".join(said)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]
