"""Whole phrases with what people put around them: greetings, « stp », « je veux ». Pure; the words are elsewhere."""

from collections.abc import Iterable, Iterator, Mapping
from sys import intern

Words = tuple[str, ...]


class Phrases(tuple[Words, ...]):
    """The phrases of a table, the longest first. Words are compared with those that begin, or end, as they do."""

    def __init__(self, found: Iterable[Words]) -> None:  # noqa: ARG002 - tuple's own
        super().__init__()
        self._by_first: dict[str, list[Words]] = {}
        self._by_last: dict[str, list[Words]] = {}
        for phrase in filter(None, self):
            self._by_first.setdefault(phrase[0], []).append(phrase)
            self._by_last.setdefault(phrase[-1], []).append(phrase)

    def before(self, words: Words) -> Words:
        """The longest that the words begin with; none is ()."""
        for phrase in self._by_first.get(words[0], ()) if words else ():
            if words[: len(phrase)] == phrase:
                return phrase
        return ()

    def behind(self, words: Words) -> Words:
        """The longest that they end with."""
        for phrase in self._by_last.get(words[-1], ()) if words else ():
            if words[-len(phrase) :] == phrase:
                return phrase
        return ()


def written(words: Iterable[str], spellings: Mapping[str, str]) -> Words:
    """Words in their full spelling, which may be several."""
    return tuple(" ".join(spellings.get(word, word) for word in words).split())


def phrases(text: str, spellings: Mapping[str, str]) -> Phrases:
    """The phrases of a table, divided by `|`, the longest first: « s il te plait » is taken before « s il »."""
    found = {interned(written(phrase.split(), spellings)) for phrase in text.split("|")}
    return Phrases(sorted(found, key=lambda words: (-len(words), words)))


def interned(words: Iterable[str]) -> Words:
    """The words, each the one string that it is in all tables: they have the same few thousand."""
    return tuple(map(intern, words))


def cores(words: Words, fillers: Phrases) -> Iterator[Words]:
    """The words, with ever fewer fillers around them."""
    for head in _shorter_in_front(words, fillers):
        yield from _shorter_behind(head, fillers)


def without_opening(words: Words, openings: Phrases) -> Words:
    """The words behind the longest of the openings that they begin with; all of them when it is none."""
    return words[len(openings.before(words)) :]


def _shorter_in_front(words: Words, fillers: Phrases) -> Iterator[Words]:
    yield words
    while filler := fillers.before(words):
        words = words[len(filler) :]
        yield words


def _shorter_behind(words: Words, fillers: Phrases) -> Iterator[Words]:
    yield words
    while filler := fillers.behind(words):
        words = words[: -len(filler)]
        yield words
