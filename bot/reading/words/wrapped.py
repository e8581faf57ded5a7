"""Whole phrases with what people put around them: greetings, « stp », « je veux ». Pure; the words are elsewhere."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from sys import intern

Words = tuple[str, ...]


def written(words: Iterable[str], spellings: Mapping[str, str]) -> Words:
    """Words in their full spelling, which may be several."""
    return tuple(" ".join(spellings.get(word, word) for word in words).split())


def phrases(text: str, spellings: Mapping[str, str]) -> tuple[Words, ...]:
    """The phrases of a table, divided by `|`, the longest first: « s il te plait » is taken before « s il »."""
    found = {interned(written(phrase.split(), spellings)) for phrase in text.split("|")}
    return tuple(sorted(found, key=lambda words: (-len(words), words)))


def interned(words: Iterable[str]) -> Words:
    """The words, each the one string that it is in all tables: they have the same few thousand."""
    return tuple(map(intern, words))


def cores(words: Words, fillers: Sequence[Words]) -> Iterator[Words]:
    """The words, with ever fewer fillers around them."""
    for head in _shorter_in_front(words, fillers):
        yield from _shorter_behind(head, fillers)


def without_opening(words: Words, openings: Sequence[Words]) -> Words:
    """The words behind the longest of the openings that they begin with; all of them when it is none."""
    opening = next((opening for opening in openings if words[: len(opening)] == opening), ())
    return words[len(opening) :]


def _shorter_in_front(words: Words, fillers: Sequence[Words]) -> Iterator[Words]:
    yield words
    while filler := next((filler for filler in fillers if words[: len(filler)] == filler), None):
        words = words[len(filler) :]
        yield words


def _shorter_behind(words: Words, fillers: Sequence[Words]) -> Iterator[Words]:
    yield words
    while filler := next((filler for filler in fillers if words[-len(filler) :] == filler), None):
        words = words[: -len(filler)]
        yield words
