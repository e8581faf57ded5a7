"""Reads commands, in French and English: words with and without a slash, whole phrases as people say them, and what
may follow a name. Which commands there are is said by whoever makes a `Vocabulary`.

A message is a command when it is nothing else: « supprimer mes données stp », never « supprimer la parenthèse »."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from bot.reading.commands.arguments import AnyText, Argument, Misread, Reader
from bot.reading.commands.command_phrases import FILLERS, SPELLINGS, WISHES
from bot.reading.commands.slashes import from_its_slash
from bot.reading.words.answer_words import one_edit_apart, tokens
from bot.reading.words.choosing_words import CALLED
from bot.reading.words.sums import SUM, with_sums
from bot.reading.words.wrapped import Words, cores, interned, phrases, without_opening, written
from bot.text.folding import folded
from bot.types import Language

LONGEST_PHRASE = 120  # characters
LONGEST_NAME = 4  # words
_KEPT: Final = 64  # messages
_SHORTEST_PLURAL: Final = 4  # letters without its s
_FILLERS: Final = phrases(FILLERS, {})
_AROUND_PHRASES: Final = phrases(f"{FILLERS}|{CALLED}", {})  # « langue maman », « prix docteur » say something else
_WISHES: Final = phrases(WISHES, SPELLINGS)
_AROUND_WORDS: Final = frozenset(SPELLINGS).union(*_AROUND_PHRASES, *_WISHES)
_QUOTES: Final = " \"'\u2018\u2019\u201c\u201d«»‹›`*_"
_BEHIND_NAMES: Final = f"{_QUOTES}.!:"
_ARTICLES: Final = frozenset("mon ma mes le la les un une my the an".split())


@dataclass(frozen=True, slots=True)
class Wording:
    """How people say a command: tables divided by `|`, without accents. `fr` and `en` are its names, with or without a
    slash; what stands in both tells no language. `said_fr` and `said_en` are phrases; one stands there only if nobody
    says it so, alone, of a lesson. A sum in one (« 500f », « 120 credits ») stands for every sum, and what was written
    is the argument then."""

    fr: str = ""
    en: str = ""
    said_fr: str = ""
    said_en: str = ""
    slashed: str = ""  # names of either language that count only behind a slash: « effacer » alone may mean a file
    before: str = ""  # what names it too in front of what it takes, and says something else alone: « arrête le 2 »
    not_wished: str = ""  # phrases that mean something else behind a wish: « je veux une nouvelle question »
    only_alone: bool = False  # a name with a greeting around it says something else: « aide stp »
    asked: bool = False  # a name with a question mark says it too: « solde ? », but not « supprimer ? »
    takes: Reader | None = None  # what may follow a name
    only_slashed: bool = False  # with something behind it, a name counts only behind a slash
    only_taken: bool = False  # and there only with what it takes: « /mode pro », not « /mode de production »

    def names(self, language: Language) -> tuple[str, ...]:
        """Its names in a language."""
        return tuple(filter(None, (self.fr if language is Language.FR else self.en).split("|")))

    def said(self, language: Language) -> tuple[Words, ...]:
        """Its phrases in a language."""
        text = self.said_fr if language is Language.FR else self.said_en
        return tuple(interned(with_sums(" ".join(words))) for words in phrases(text, SPELLINGS)) if text else ()


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command that was asked for, by its name in the house, and what followed."""

    name: str
    argument: Argument | None = None


class Vocabulary:
    """Every command by name, and how it is said."""

    def __init__(self, wordings: Mapping[str, Wording]) -> None:
        """Raises ValueError when two commands are said in the same words."""
        self._names: dict[str, str] = {}
        self._phrases: dict[Words, str] = {}
        self._languages: dict[Words, Language | None] = {}  # None for what both have
        self._wordings = wordings
        for name, wording in wordings.items():
            for language in Language:
                self._learn(name, wording, language)
        self._learn_without_articles()
        self._learn_without_plurals()
        self._slashed = dict(self._names)  # and what is a name only behind a slash
        for name, wording in wordings.items():
            for word in filter(None, wording.slashed.split("|")):
                _add(self._slashed, word, name)
        self._bare: dict[Words, str] = {
            (word,): name for word, name in self._names.items() if " " not in word and not wordings[name].only_alone
        }
        # Of other words no phrase is made, nor anything around one: most messages have one.
        self._words = _AROUND_WORDS.union(*self._bare, *self._phrases)
        self._has_sums = any(SUM in words for words in self._phrases)
        not_wished = "|".join(wording.not_wished for wording in wordings.values() if wording.not_wished)
        self._not_wished = frozenset(phrases(not_wished, SPELLINGS))
        self._taking = {word: name for word, name in self._slashed.items() if wordings[name].takes is not None}
        self._before = {word: name for name, wording in wordings.items() for word in wording.before.split("|") if word}
        self._beginnings = {name.split()[0] for name in (*self._taking, *self._before)}
        self._kept = lru_cache(_KEPT)(self._read)

    def read(self, body: str) -> Invocation | None:
        """The command a message is; None for anything else. Kept, where it is short: a turn asks four times for it."""
        return self._kept(body) if len(body) <= LONGEST_PHRASE else self._read(body)

    def _read(self, body: str) -> Invocation | None:
        body = from_its_slash(body)
        word = self._word(body)
        if word:
            return Invocation(self._slashed[word])
        taking = self._with_argument(body)
        if taking and body.startswith("/") and not isinstance(taking.argument, Misread):
            return taking
        core = self._phrase(body)
        if core:
            argument = AnyText(body.strip()) if SUM in core else None
            return Invocation(self._bare.get(core) or self._phrases[core], argument)
        return taking

    def language_of(self, body: str) -> Language | None:
        """The language of the command a message is; None when it is none, or one that both languages have."""
        body = from_its_slash(body)
        core = tuple((self._word(body) or "").split()) or self._phrase(body) or ()
        return self._languages.get(core)

    def _learn(self, name: str, wording: Wording, language: Language) -> None:
        names, said = wording.names(language), wording.said(language)
        several = tuple(written(word.split(), SPELLINGS) for word in names if " " in word)
        for word in names:
            _add(self._names, word, name)
        for words in (*several, *said):
            _add(self._phrases, words, name)
        for words in (*(tuple(word.split()) for word in names), *several, *said):
            self._is_said_in(words, language)

    def _is_said_in(self, words: Words, language: Language | None) -> None:
        if self._languages.setdefault(words, language) is not language:
            self._languages[words] = None

    def _learn_without_articles(self) -> None:
        """« supprimer compte » beside « supprimer mon compte », unless it says something else already."""
        for words, name in tuple(self._phrases.items()):
            short = (words[0], words[-1])
            if len(words) == len(short) + 1 and words[1] in _ARTICLES and self._phrases.setdefault(short, name) == name:
                self._is_said_in(short, self._languages[words])

    def _learn_without_plurals(self) -> None:
        """« combien de crédit il me reste »: an s that is not heard is left out. One too many may mean something else:
        « nouvelles questions » are exercises."""
        for words, name in tuple(self._phrases.items()):
            short = tuple(word.removesuffix("s") if len(word) > _SHORTEST_PLURAL else word for word in words)
            if self._phrases.setdefault(short, name) == name:
                self._is_said_in(short, self._languages[words])

    def _phrase(self, body: str) -> Words | None:
        """The known phrase that a message is, with nothing around it but what says nothing, behind a slash too."""
        if len(body) > LONGEST_PHRASE:
            return None
        body = body.strip().removeprefix("/")
        words, is_question = tuple(tokens(body)), "?" in body
        if self._words.issuperset(words):
            for core in cores(words, _FILLERS):
                if core in self._bare and not (is_question and not self._wordings[self._bare[core]].asked):
                    return core
            if said := self._said(words):
                return said
        return self._said_with_sums(body) if self._has_sums else None

    def _said_with_sums(self, body: str) -> Words | None:
        words = with_sums(body)
        return self._said(words) if SUM in words else None

    def _said(self, words: Words) -> Words | None:
        for core in cores(written(words, SPELLINGS), _AROUND_PHRASES):
            wanted = without_opening(core, _WISHES)
            if core in self._phrases:
                return core
            if wanted in self._phrases and wanted not in self._not_wished:
                return wanted
        return None

    def _word(self, body: str) -> str | None:
        """The known word a message is; behind a slash, where nothing else can be meant, also with one slip, or with
        what says nothing behind it."""
        text = phrase(body)
        if not text.startswith("/"):
            word, asked = _known(text, self._names, guess=False), _known(text.rstrip(" ?"), self._names, guess=False)
            return word or (asked if asked and self._wordings[self._names[asked]].asked else None)
        word = _known(text[1:].strip(), self._slashed, guess=True)
        if word or len(text) > LONGEST_PHRASE:
            return word
        said = (" ".join(core) for core in cores(tuple(tokens(text[1:])), _FILLERS))
        return next((core for core in said if core in self._slashed), None)

    def _with_argument(self, body: str) -> Invocation | None:
        """A name with something behind it: the longest name that is one. Without a slash only if it is what the
        command takes."""
        text = body.strip()
        slashed = text.startswith("/")
        text = text.removeprefix("/").lstrip()
        if not (slashed or self._may_begin(text)):
            return None
        for count in range(LONGEST_NAME, 0, -1):
            *head, rest = ["", *text.split(maxsplit=count)]
            name = phrase(" ".join(head[1:])).rstrip(" :") if len(head) > count else ""  # « mail: awa@x.org »
            word = _known(name, self._taking, guess=slashed)
            if word:
                return self._taken(self._taking[word], rest, slashed=slashed)
            if name in self._before:
                return self._taken(self._before[name], rest, slashed=False)
        return None

    def _may_begin(self, text: str) -> bool:
        """Whether the first word of a text is that of a name that takes something; marks alone may stand before it."""
        first = phrase(text.split(maxsplit=1)[0]).split() if text else []
        return not first or first[0].rstrip(_BEHIND_NAMES) in self._beginnings

    def _taken(self, name: str, rest: str, *, slashed: bool) -> Invocation | None:
        wording = self._wordings[name]
        argument = wording.takes(rest) if wording.takes else None
        if slashed:
            return Invocation(name, argument or Misread(rest)) if argument or not wording.only_taken else None
        return Invocation(name, argument) if argument is not None and not wording.only_slashed else None


def _add(known: dict[Any, str], said: str | Words, name: str) -> None:
    if known.setdefault(said, name) != name:
        raise ValueError(f"{said} is said for {known[said]} and for {name}")


def _known(word: str, names: Mapping[str, str], *, guess: bool) -> str | None:
    """The name a word is; with `guess` also the one name that it is one slip away from."""
    if word in names:
        return word
    # The slash counts as a letter: « /aid » is four of them, and no word of a lesson.
    near = (known for known in names if known[:1] == word[:1]) if guess else ()
    close = [known for known in near if one_edit_apart(f"/{word}", f"/{known}")]
    return close[0] if len({names[known] for known in close}) == 1 else None


def phrase(text: str) -> str:
    """Folded, with single spaces, out of the marks it was quoted in and without a full stop at the end."""
    return " ".join(folded(text).split()).strip(_QUOTES).rstrip(" .!").rstrip(_QUOTES)
