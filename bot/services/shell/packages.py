"""Whether a Word, Excel or PowerPoint file loads or runs something as soon as somebody opens it: the address of a
picture, or of what a formula asks for, can carry what the person has confided. Links, which wait to be pressed, may
stand there."""

import re
import zipfile
from typing import Final
from xml.parsers import expat

from bot.documents.xlsx.known import KNOWN

PROGRAMS: Final = re.compile(r"vbaProject|activeX|embeddings/", re.IGNORECASE)  # parts that may run something
PICTURES: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"BM")
MOST_BYTES: Final = 4 * 1024 * 1024  # of all that is read, together
# What a part is to another, the last word of the relation's type: programs under any name, other formats within.
ACTIVE: Final = frozenset(
    "vbaproject oleobject package control activexcontrol afchunk connections querytable externallink webextension "
    "webextensiontaskpanes".split()
)
ELEMENTS: Final = ("svg", "hlinkmouseover")  # may load what it names; is pressed by passing over it
# What counts or names the pages of its own document.
FIELDS: Final = frozenset(
    "PAGE NUMPAGES SECTIONPAGES PAGEREF REF NOTEREF STYLEREF TOC TC SEQ INDEX XE HYPERLINK DATE TIME CREATEDATE "
    "SAVEDATE TITLE SUBJECT AUTHOR FILENAME EQ BIBLIOGRAPHY CITATION ADVANCE SYMBOL".split()
)
_CALLED: Final = re.compile(r"(?<![\w.])([\w.]++)\s*+\(")
_SAID: Final = re.compile(r'"[^"]*"')
_ELSEWHERE: Final = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:)?(?://|\\\\)", re.IGNORECASE)


def reaches_out(package: zipfile.ZipFile) -> bool:
    """Whether a package holds what acts by being opened, or what cannot be told: every part is XML that was read, or
    a picture. Raises ExpatError and what zipfile raises for a broken one."""
    parts = [part for part in package.infolist() if not part.is_dir()]
    if any(PROGRAMS.search(part.filename) for part in parts):
        return True
    left = MOST_BYTES
    for part in parts:
        with package.open(part) as opened:
            if opened.read(8).startswith(PICTURES):
                continue
        left -= part.file_size
        if left < 0 or _Part(package.read(part)).acts:
            return True
    return False


class _Part:
    """One part, read from its beginning to its end. Text is listened to where it matters alone: it takes time."""

    def __init__(self, body: bytes) -> None:
        self.acts = False
        self._text: list[str] = []  # of a formula or of a field's words
        self._fields: list[str] = []  # those that are open, one in another
        self._parser = expat.ParserCreate()
        self._parser.StartDoctypeDeclHandler = self._declared
        self._parser.StartElementHandler = self._begun
        self._parser.Parse(body, True)
        self.acts = self.acts or bool(self._fields)

    def _declared(self, *_declaration: object) -> None:
        self.acts = True

    def _begun(self, name: str, given: dict[str, str]) -> None:
        kind = _local(name)
        if self._parser.EndElementHandler is not None and kind != "f":
            self.acts = True  # text that is cut in two; only a formula is written in another element
        if kind == "instrtext" or _is_computed(kind):
            self._text = []
            self._parser.CharacterDataHandler, self._parser.EndElementHandler = self._text.append, self._ended
        elif kind in ELEMENTS:
            self.acts = True
        if given:
            self._told(kind, {_local(attribute): value for attribute, value in given.items()})

    def _told(self, kind: str, given: dict[str, str]) -> None:
        """What the attributes of an element say."""
        if kind == "fldchar":
            self._field(given.get("fldchartype", ""))
        self.acts |= (
            (kind == "relationship" and _relation_acts(given))
            or (kind == "fldsimple" and _field_acts(given.get("instr", "")))
            or (kind == "cfvo" and _formula_acts(given.get("val", "")))
            or any(_ELSEWHERE.match(given[source]) is not None for source in ("src", "href") if source in given)
        )

    def _ended(self, name: str) -> None:
        self._parser.CharacterDataHandler = self._parser.EndElementHandler = None
        text = "".join(self._text)
        if _local(name) != "instrtext":
            self.acts |= _formula_acts(text)
        elif self._fields:
            self._fields[-1] += text
        else:
            self.acts = True

    def _field(self, step: str) -> None:
        if step == "begin":
            self._fields.append("")
        elif step == "end" and self._fields:
            self.acts |= _field_acts(self._fields.pop())


def _local(name: str) -> str:
    return name.rpartition(":")[2].lower()


def _is_computed(kind: str) -> bool:
    return kind in ("f", "definedname") or "formula" in kind or "fmla" in kind


def _relation_acts(given: dict[str, str]) -> bool:
    kind = given.get("type", "").rpartition("/")[2].lower()
    is_outside = given.get("targetmode", "").lower() == "external"
    return kind in ACTIVE or (is_outside and kind != "hyperlink")


def _field_acts(words: str) -> bool:
    return (words.split() or [""])[0].upper() not in FIELDS


def _formula_acts(formula: str) -> bool:
    """Whether it is more than arithmetic on its own workbook: another function, another file, another program."""
    bare = _SAID.sub("", formula)
    called = {name.rpartition(".")[2].upper() for name in _CALLED.findall(bare)}  # newer ones have prefixes
    return not called <= KNOWN or any(sign in bare for sign in ("|", "[", "://", "\\"))
