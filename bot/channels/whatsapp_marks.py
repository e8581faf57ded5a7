"""Sets WhatsApp's marks (*bold*, _italic_, ~strike~) so that they work, and keeps literals from becoming marks.

WhatsApp has no escape character. It pairs two marks of one line when the first does not follow a letter or digit and
has text after it, and the second has text before it and no letter or digit after it: `2*3*4` and `snake_case_name`
are safe, `*a et b*` is not. A literal that would pair gets a twin of the same look.
"""

import re
from functools import partial
from typing import Final

import regex

from bot.channels.splitting import LONGEST_WHOLE

# Marks while the text is being built: private-use characters, an opening and a closing one for each kind.
BOLD: Final = ("\ue010", "\ue011")
ITALIC: Final = ("\ue012", "\ue013")
STRIKE: Final = ("\ue014", "\ue015")

_CHARACTERS: Final = {BOLD: "*", ITALIC: "_", STRIKE: "~"}
_TWINS: Final = {"*": "∗", "_": "ˍ", "~": "∼", "`": "ˋ"}
# A run of one line that WhatsApp formats: cut in two it would show its marks.
MARKED: Final = regex.compile(rf"(?<![^\W_])([*_~`])(?=\S)[^\n]{{1,{LONGEST_WHOLE - 2}}}?(?<=\S)\1(?![^\W_])")
_MARKERS: Final = "".join(opening + closing for opening, closing in _CHARACTERS)
# What is marked as one: a line or, of one that no part could keep whole, some sentences, else some words.
_LINE: Final = re.compile(r"\S(?:.*\S)?")
_PIECE: Final = re.compile(r"(?<!\S)\S(?:.{0,150}[.!?…:;](?!\S)|.{0,150}\S(?!\S)|(?!\S))")


def set_marks(text: str) -> str:
    """The text with its markers turned into WhatsApp's characters, line by line."""
    for kind in _CHARACTERS:
        text = re.sub(f"{kind[0]}([^{kind[1]}]*){kind[1]}", partial(_lines, kind), text)
    return "\n".join(map(_set_line, text.split("\n")))


def _lines(kind: tuple[str, str], match: re.Match[str]) -> str:
    """A marked run with markers on each of its lines, or on pieces of a long run; without them where letters touch it,
    since WhatsApp would show the characters."""
    before = match.string[: match.start()].rstrip(_MARKERS)[-1:]
    after = match.string[match.end() :].lstrip(_MARKERS)[:1]
    if before.isalnum() or after.isalnum():
        return match[1]
    is_long = len(match[1]) > LONGEST_WHOLE - 2 and not set(_MARKERS).intersection(match[1])
    return (_PIECE if is_long else _LINE).sub(rf"{kind[0]}\g<0>{kind[1]}", match[1])


def _set_line(line: str) -> str:
    for (opening, closing), character in _CHARACTERS.items():
        line = _without_accidents(line, character, opening, closing)
        line = line.replace(opening, character).replace(closing, character)
    return _without_accidents(line, "`", "", "")


def _without_accidents(line: str, character: str, opening: str, closing: str) -> str:
    """The line with a twin in place of each literal character that could pair with another or with a real mark."""
    if line.count(character) == 0 or (line.count(character) < 2 and opening not in line):
        return line
    marks = {character, opening, closing} - {""}
    places = [place for place, found in enumerate(line) if found in marks]
    openers = {place for place in places if line[place] == opening or _may_open(line, place)}
    closers = {place for place in places if line[place] == closing or _may_close(line, place)}
    if not openers or not closers:
        return line
    first, last = min(openers), max(closers)
    characters = list(line)
    for place in places:
        opens = place in openers and last > place
        closes = place in closers and first < place
        if line[place] == character and (opens or closes):
            characters[place] = _TWINS[character]
    return "".join(characters)


def _may_open(line: str, place: int) -> bool:
    before, after = line[place - 1 : place] if place else "", line[place + 1 : place + 2]
    return not before.isalnum() and bool(after.strip())


def _may_close(line: str, place: int) -> bool:
    before, after = line[place - 1 : place] if place else "", line[place + 1 : place + 2]
    return bool(before.strip()) and not after.isalnum()
