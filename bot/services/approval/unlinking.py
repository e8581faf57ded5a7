"""Addresses in what a tainted run says: those that nobody but the model has written are shown so that no messenger
makes a link of them, and hence none fetches them for a preview. On text as it is sent, behind all conversion. Pure."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import regex

from bot.channels.markup import to_plain
from bot.clients.addresses import DEFAULT_PORTS, spelling
from bot.services.approval.vouched import DOT, IN_NAME, IN_TOP, MAIL, MOST_BEHIND, is_file

# A bound, since it is looked for at every letter: thousands in a row held up the whole process for seconds.
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]{0,40}:/+", re.IGNORECASE)
_WEB: Final = re.compile(r"https?://", re.IGNORECASE)
_MARKS: Final = "*_~"  # WhatsApp's: what they make bold stands there without them
# What some program somewhere makes a link of: rather one too many.
_LINKABLE: Final = regex.compile(
    rf"{_SCHEME.pattern}|[{IN_NAME}_-][{_MARKS}]*+[{DOT}][{_MARKS}]*+[{IN_TOP}]{{2}}|\d\.\d+\.\d+[/:?]",
    regex.IGNORECASE | regex.VERSION1,
)
_BEFORE: Final = "([{<«\"“'‘*_~-"
_BEHIND: Final = ".,;:!?…'’”\"*_~»)]}>"
_MOST_LAYERS: Final = 8  # of Markdown within Markdown
# WhatsApp takes no backtick within a word for one that begins or ends code.
_CODE: Final = re.compile(r"(?<![\w`])(?:```.*?```|`[^`\n]+`)(?![\w`])", re.DOTALL)


@dataclass(slots=True)
class Unlinking:
    """Call it with a text. `known`: the addresses somebody else wrote, in their one spelling; None leaves all as it is.
    `code_is_dead`: between backticks no messenger of this channel makes a link of a bare name, such as `os.path`.
    `changed` comes to say whether the reader has to know of it: an address was made dead."""

    known: Collection[str] | None
    code_is_dead: bool = False
    changed: bool = field(default=False, init=False)

    def __call__(self, text: str) -> str:
        """The text, in which known addresses stand in their one spelling and others are dead. Applying it twice
        changes nothing."""
        if self.known is None:
            return text
        code = [found.span() for found in _CODE.finditer(text)] if self.code_is_dead else []

        def settled(found: re.Match[str]) -> str:
            in_code = any(begin <= found.start() < end for begin, end in code)
            return self._word(found[0], in_code=in_code)

        return re.sub(r"\S+", settled, text)

    def _word(self, word: str, *, in_code: bool) -> str:
        if not _LINKABLE.search(word) or (in_code and not _SCHEME.search(word)):
            return word
        web = _WEB.search(word)
        before = word[: web.start()] if web else word[: len(word) - len(word.lstrip(_BEFORE))]
        core, behind = _without_end(word[len(before) :])
        if not web and (is_file(core) or MAIL.fullmatch(core)):
            return word
        if not _LINKABLE.search(before) and (address := self._known(core, is_bare=web is None)) is not None:
            return f"{before}{address}{behind}"
        self.changed = self.changed or web is not None or "/" in core
        return dead(word)

    def _known(self, core: str, *, is_bare: bool) -> str | None:
        """The one spelling of a known address; as it stands where that says the same."""
        for address in [f"{scheme}://{core}" for scheme in DEFAULT_PORTS] if is_bare else [core]:
            spelt = spelling(address)
            if self.known is not None and spelt in self.known:
                return core if spelt in (address, f"{address}/") else spelt
        return None


def dead(word: str) -> str:
    """A word that nothing makes a link of, and that people can still read."""
    bare = word
    while (shorter := _SCHEME.sub("", bare)) != bare:
        bare = shorter
    if bare == word and "/" not in word and "?" not in word:  # mostly a full stop without its space
        return re.sub(rf"[{DOT}](?=[{_MARKS}]*\w)", ". ", word)
    return re.sub(rf"(?<=[^\s\[])[{DOT}](?=[^\s\]])", "[.]", bare)


def opens_nothing(words: str) -> str:
    """A few words that a page may have dictated (a title, the step of a plan) as they may stand in a text of ours:
    nothing in them is or becomes a link, also when that text is converted, which makes a full stop of `\\.`."""
    for _ in range(_MOST_LAYERS):
        if (plain := to_plain(words)) == words:
            return Unlinking(())(words)
        words = plain
    return ""


def with_hosts(known: Collection[str]) -> frozenset[str]:
    """The addresses and the front pages of their sites: to name a site that was read says nothing more."""
    hosts = {urlsplit(address)._replace(path="/", query="").geturl() for address in known}
    return frozenset(known) | hosts


def _without_end(word: str) -> tuple[str, str]:
    end = len(word)
    while end and len(word) - end < MOST_BEHIND and word[end - 1] in _BEHIND:
        end -= 1
    return word[:end], word[end:]
