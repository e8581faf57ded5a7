"""The text of RTF files, as WordPad, TextEdit, old Words and many office programs write them: what stands on their
pages, whatever it looks like."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.isolation.readers.outline import CELLS, MOST_CHARS, Outline, Wanted, bounded, in_parts
from bot.isolation.readers.rich_state import USUAL, Look, Text, codec_of
from bot.isolation.readers.rich_tokens import (
    BESIDE,
    BOXES,
    CHARSETS,
    ESCAPED,
    FONTS,
    HEADINGS,
    MARKS,
    NOTED,
    SAID,
    SIGNS,
    SKIPPED,
    STYLES,
    TOKEN,
    UNREAD,
)
from bot.isolation.readers.scripts import Piece
from bot.isolation.readers.symbols import FONTS as SYMBOLS
from bot.isolation.readers.symbols import sign_of, unveiled
from bot.text.counted import counted

MOST_DEPTH: Final = 1_000  # of groups in groups


def read(body: bytes, wanted: Wanted) -> Outline:
    """Paragraphs and tables in their order, before and behind them what stands at the pages' heads and feet."""
    reading = _Reading()
    reading.read(body)
    text = bounded(_lines(reading.texts)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    outline = in_parts([("", text)], wanted)
    unread = tuple(counted(number, what) for what, number in reading.unread.items())
    if reading.breaks_off and not text.strip():
        raise ValueError("cut before its first word")
    return replace(outline, is_cut=outline.is_cut or reading.is_cut, unread=unread)


def _lines(texts: dict[str, Text]) -> Iterator[str]:
    page = texts.pop("").lines
    head = texts.pop("Header", None)
    for name, text in (("Header", head), ("", None), *texts.items()):
        if not name:
            yield from page
        elif text is not None and text.lines:
            yield f"[{name}] " + "\n".join(dict.fromkeys(" ".join(line.split()) for line in text.lines))


class _Reading:
    """Of one file, from its first byte to its last, or as far as anybody reads."""

    def __init__(self) -> None:
        self.texts, self.chars, self.is_cut = {"": Text()}, 0, False
        self.unread: Counter[str] = Counter()
        self._look, self._stack = Look(), list[Look]()
        self._charset, self._charsets, self._names = USUAL, dict[str, str](), dict[str, str]()
        self._headings: set[str] = set()
        self._notes: Counter[str] = Counter()
        self._is_starred = self._is_in_table = self._is_heading = False
        self._held, self._left_out = bytearray(), 0

    def read(self, body: bytes) -> None:
        at = 0
        while at < len(body):
            if self.chars > MOST_CHARS:
                self.is_cut = True
                break
            found = TOKEN.match(body, at)
            if found is None:
                break
            at = found.end()
            word, number, code, sign, brace, letters = found.groups()
            if code or letters:
                self._letters(bytes.fromhex(code.decode()) if code else letters)
                continue
            self._say_held()
            if word:
                at += self._word(word.decode(), int(number) if number else None)
            elif brace:
                self._brace(brace)
            elif sign:
                self._sign(sign.decode("latin-1"))
        self._say_held()
        self._paragraph()

    @property
    def breaks_off(self) -> bool:
        """Whether it ends within a group."""
        return bool(self._stack)

    @property
    def _name_of_font(self) -> str:
        return self._names.get(self._look.font, "")

    @property
    def _text(self) -> Text:
        return self.texts.setdefault(self._look.where, Text())

    def _letters(self, letters: bytes) -> None:
        out, self._left_out = letters[: self._left_out], max(0, self._left_out - len(letters))
        if self._look.skipped in (FONTS, STYLES):
            self._name(letters.decode("latin-1").strip(" ;"))
        elif not self._look.skipped:
            self._held += letters[len(out) :]
            if len(self._held) > MOST_CHARS:
                self._say_held()

    def _name(self, name: str) -> None:
        """That of a font or a style."""
        if self._look.skipped == FONTS:
            self._names[self._look.font] = self._names.get(self._look.font) or name  # others are like it
        elif name.lower().startswith(HEADINGS):
            self._headings.add(self._look.font)

    def _say_held(self) -> None:
        """Letters are bytes of their font's charset, several for one in some."""
        if self._held:
            font, name = self._look.font, self._name_of_font
            if name.lower() in SYMBOLS and font not in self._charsets:
                self._say("".join(sign_of(name, byte) for byte in self._held))
            else:
                self._say(self._held.decode(self._charsets.get(font, self._charset), "replace"))
            self._held.clear()

    def _say(self, text: str) -> None:
        if not self._look.skipped and not self._look.is_hidden:
            name = self._name_of_font
            said = unveiled(text, name if name.lower() in SYMBOLS else "Symbol")  # bullets say their font elsewhere
            self._text.pieces.append(Piece(said, self._look.mark))
            self.chars += len(text)

    def _brace(self, brace: bytes) -> None:
        self._is_starred, self._left_out = False, 0
        if brace == b"{":
            if len(self._stack) > MOST_DEPTH:
                raise ValueError("groups in groups without end")
            self._stack.append(self._look)
        elif self._stack:
            look = self._stack.pop()
            if look.where != self._look.where:
                self._paragraph()
            was, self._look = self._look.where, look
            if was == "Box" and look.where != was and (lines := self.texts.pop(was, Text()).lines):
                self._text.lines.append(f"[Box] {' '.join(' '.join(lines).split())}")

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self._is_starred = True
        elif sign in "\r\n":
            self._paragraph()
        elif sign in ESCAPED:
            self._say(ESCAPED[sign])

    def _word(self, word: str, number: int | None) -> int:
        """How many bytes behind it are no text."""
        is_starred, self._is_starred = self._is_starred, False
        skipped = self._look.skipped
        if word == "bin":
            return max(0, number or 0)
        if word in BOXES or (word in BESIDE and not skipped):
            self._go(BESIDE[word])
        elif word in SKIPPED or (is_starred and word != "shppict"):
            if word in UNREAD and skipped not in SAID:
                self.unread[UNREAD[word]] += 1
            self._look = replace(self._look, skipped=skipped if skipped in (FONTS, STYLES) else word)
        elif skipped:
            self._define(word, number)
        elif word in SIGNS:
            self._say(SIGNS[word])
        else:
            self._do(word, number)
        return 0

    def _go(self, where: str) -> None:
        """To a text beside the page's. A note has a number that its mark shows, a comment one that stands nowhere."""
        label = ""
        if where in NOTED:
            self._notes[where] += 1
            label = f"[{NOTED[where]}{self._notes[where]}]"
            self._say(label)
        self._look = Look(where, font=self._look.font, codes=self._look.codes)
        self._say(f"{label} " if label else "")

    def _define(self, word: str, number: int | None) -> None:
        """In the tables of fonts and styles."""
        if (self._look.skipped, word) in ((FONTS, "f"), (STYLES, "s")):
            self._look = replace(self._look, font=str(number))
        elif (self._look.skipped, word) == (FONTS, "fcharset") and number in CHARSETS:
            self._charsets[self._look.font] = CHARSETS[number]

    def _do(self, word: str, number: int | None) -> None:
        if word in ("par", "sect", "page"):
            self._paragraph()
        elif word in ("cell", "nestcell"):
            self._text.cells.append(" ".join(self._text.take().split()))
        elif word in ("row", "nestrow"):
            text = self._text
            text.end_line(CELLS.join(text.cells) if any(text.cells) else "")
            text.cells.clear()
        elif word in ("pard", "intbl", "s", "outlinelevel"):
            self._is_in_table = word == "intbl" or (word != "pard" and self._is_in_table)
            self._is_heading = word != "pard" and (
                self._is_heading or word == "outlinelevel" or str(number) in self._headings
            )
        elif word == "u" and number is not None:
            self._say(chr(number % 0x10000))
            self._left_out = self._look.codes
        elif word == "ansicpg":
            self._charset = codec_of(f"cp{number}")
        else:
            self._dress(word, number)

    def _dress(self, word: str, number: int | None) -> None:
        """How the letters behind it stand."""
        look, is_on = self._look, number != 0
        if word == "plain":
            look = replace(look, mark="", is_hidden=False)
        elif word in MARKS:
            look = replace(look, mark=MARKS[word] if is_on else "")
        elif word in ("v", "deleted"):
            look = replace(look, is_hidden=is_on)
        elif word in ("f", "uc"):
            look = replace(look, font=str(number)) if word == "f" else replace(look, codes=min(max(number or 0, 0), 9))
        self._look = look

    def _paragraph(self) -> None:
        text = self._text
        if self._is_in_table and not self._look.where:
            text.pieces.append(Piece(" "))
            return
        line = text.take()
        text.end_line(f"\n## {line}" if line and self._is_heading and not self._look.where else line)
