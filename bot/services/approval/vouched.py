"""Which addresses somebody other than the model has written, to the letter: the person, or strangers in the results of
this run. Whoever serves such an address learns nothing from it but that it was chosen. Pure."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import regex
from markdown_it.common.normalize_url import normalizeLink

from bot.agent import tool_results
from bot.agent.spec import Departure
from bot.agent.stream import parsed
from bot.clients.addresses import MAX_URL_CHARS, spelling
from bot.types import JSON, Message

_ENDS: Final = r"\s<>\"`⟦⟧\\"
# Looked for at every position: one address may stand inside another, as in [https://a](https://b).
_FULL: Final = re.compile(rf"(?=(?<![a-z])(https?://[^{_ENDS}]{{1,{MAX_URL_CHARS}}}))", re.IGNORECASE)
# As people write them: `education.gouv.ci/bac`, but no mail address and no half of a full address.
_BARE: Final = re.compile(rf"(?<![\w@./:%?&=#-])((?:[^\W_][\w-]*\.)+[^\W\d_]{{2,}}(?::\d+)?(?:[/?][^{_ENDS}]*)?)")
# What a site may be named by, to some program: letters and digits of any script with their marks, and pictures:
# « i❤.ws » is one, and `evil\ufe0f.com` leads to evil.com.
IN_NAME: Final = r"\p{L}\p{N}\p{M}[\p{S}--\p{ASCII}--\p{Sc}]\u200c\u200d"
IN_TOP: Final = r"\p{L}\p{M}"
DOT: Final = ".\u3002\uff0e\uff61"
# What programs make a link of, whatever stands before it: « Source:evil.example/x ».
_LINKED: Final = regex.compile(
    rf"(?<![{IN_NAME}_-])(?:[_-]*+[{IN_NAME}][{IN_NAME}_-]*+[{DOT}]){{1,30}}"
    rf"(?:[{IN_TOP}]{{2,}}+(?::\d+)?|\d+(?<=\d\.\d+\.\d+\.\d+)(?=[/?]|:\d))(?:[/?:][^{_ENDS}]*)?",
    regex.VERSION1,
)
MAIL: Final = regex.compile(r"[\w.+-]{1,64}@[\w-]++(?:\.[\w-]++)++(?![/?#@]|:\d)")
_ENDINGS: Final = frozenset(  # none that sites have too, as .zip, .mov and .md
    "pdf doc docx docm xls xlsx xlsm xlsb ppt pptx pps ppsx odt ods odp rtf epub html csv txt png jpg jpeg gif webp "
    "heic mp3 mp4 m4a ogg opus amr wav".split()
)
_TRAILING: Final = ".,;:!?…'’*_~»)]}"
MOST_BEHIND: Final = 4  # characters of punctuation: how many there are says next to nothing
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}


def of_person(texts: Iterable[str]) -> set[str]:
    """The addresses in what the person wrote, in their one spelling; `http` or `https` where they wrote neither."""
    found: set[str] = set()
    for text in texts:
        found |= _addresses(_FULL.findall(text))
        bare = _BARE.findall(text)
        found |= _addresses(f"{scheme}://{name}" for scheme in ("http", "https") for name in bare)
    return found


def spelt_in(text: str, known: Collection[str]) -> set[str]:
    """The addresses in a text that are known, as they are spelt there where that is what goes over the wire."""
    found: set[str] = set()
    for written in _FULL.findall(text):
        for candidate in _ends_of(written):
            spelt = spelling(candidate)
            if spelt in known and spelt in (candidate, f"{candidate}/"):
                found.add(candidate)
    return found


def links_in(text: str, *, as_sent: bool = False) -> tuple[Departure, ...]:
    """What a message to the person would have opened by whoever previews or checks it: every address in it that
    programs make a link of. `as_sent`: it is converted, so that no bracket in it is one of Markdown's."""
    end_of = _end_as_sent if as_sent else _last_end_of
    full = [(found.start(), end_of(found[1])) for found in _FULL.finditer(text)]
    rest = list(text)
    for start, address in full:
        rest[start : start + len(address)] = " " * len(address)
    bare = (found.lstrip("_-") for found in _LINKED.findall(MAIL.sub(" ", "".join(rest))))
    ends = [end_of(name) for name in bare]
    links = [*(address for _, address in full), *(f"https://{name}" for name in ends if not is_file(name))]
    return tuple(Departure("link", address) for address in dict.fromkeys(links))


def is_file(name: str) -> bool:
    """Whether a bare name is that of a file rather than of a site."""
    return "/" not in name and name.rpartition(".")[2].lower() in _ENDINGS


def of_results(transcript: Sequence[Message], leads: Mapping[str, Sequence[str]]) -> set[str]:
    """The addresses in the results of a run. `leads`: by tool, the fields in which nobody but strangers writes; what
    other tools return may go back to the model's own words."""
    return {address for text in of_strangers(transcript, leads) for address in _addresses(_FULL.findall(text))}


def of_strangers(transcript: Sequence[Message], leads: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The texts of such fields, as a run was shown them."""
    names = {call["id"]: call["function"]["name"] for message in transcript for call in message.get("tool_calls") or ()}
    for message in transcript:
        fields = leads.get(names.get(message.get("tool_call_id"), "")) if message["role"] == "tool" else None
        if fields and tool_results.is_untrusted(message["content"]):
            yield from _texts(parsed(message["content"]), fields)


def spellings_in(texts: Sequence[str]) -> set[str]:
    """How the addresses in some texts are spelt there, and by converters to text; without what stands behind #, which
    is sent to nobody."""
    written = [address for text in texts for found in _FULL.findall(text) for address in _ends_of(found)]
    written += [f"https://{name}" for text in texts for found in _BARE.findall(text) for name in _ends_of(found)]
    plain = {address.partition("#")[0] for address in written}
    return plain | {normalizeLink(address) for address in plain}


def _texts(data: JSON, fields: Sequence[str]) -> Iterator[str]:
    """The strings that stand in fields of these names, at any depth."""
    children: Iterable[tuple[Any, Any]] = ()
    if isinstance(data, dict):
        children = data.items()
    elif isinstance(data, list):
        children = enumerate(data)
    for name, value in children:
        if isinstance(value, str) and name in fields:
            yield value
        else:
            yield from _texts(value, fields)


def _last_end_of(written: str) -> str:
    *_, end = _ends_of(written)
    return end


def _end_as_sent(written: str) -> str:
    """Where a program ends an address at the latest: many go on behind a bracket, « https://a.ci/x)like-this »."""
    end = _last_end_of(written)
    behind = written[len(end) :]
    return end if len(behind) <= MOST_BEHIND and not behind.strip(_TRAILING) else written


def _addresses(written: Iterable[str]) -> set[str]:
    candidates = (candidate for text in written for candidate in _ends_of(text))
    return set(filter(None, map(spelling, candidates)))


def _ends_of(text: str) -> Iterator[str]:
    """Where an address may end, when punctuation or a bracket of the sentence stands right behind it."""
    yield text
    counts: Counter[str] = Counter()
    for position, character in enumerate(text):
        counts[character] += 1
        if character in _PAIRS and counts[character] > counts[_PAIRS[character]]:
            text = text[:position]
            yield text
            break
    bare = text.rstrip(_TRAILING)
    for end in range(len(text) - 1, max(len(bare), len(text) - 1 - MOST_BEHIND), -1):
        yield text[:end]
    if bare != text:  # behind more than that it ends where all of them do: each costs a reading of the address
        yield bare
