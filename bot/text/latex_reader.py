"""Reads the syntax of LaTeX maths: groups, arguments, scripts. What each macro means is handed in by `latex`."""

import re
from collections.abc import Callable
from typing import Final

from bot.text.latex_symbols import LIMITS, SUBSCRIPTS, SUPERSCRIPTS

Macro = Callable[["Reader", str], str]  # the reader stands behind the macro's name

_LEXEME: Final = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|[0-9]+(?:[.,][0-9]+)?|.", re.DOTALL)
_DEEPEST: Final = 30  # macros and groups inside each other; deeper is no formula a person reads
_LITERAL: Final = {"}": "", "&": "", "'": "′", "$": "", "\\": "", "~": " "}


class Fraction(str):
    """A fraction without parentheses of its own: what stands beside it decides whether it needs them."""

    __slots__ = ()


class Reader:
    """Reads lexemes left to right; every method starts where the one before stopped."""

    def __init__(self, lexemes: list[str], expand: Macro, depth: int = 0) -> None:
        self.lexemes = lexemes
        self.expand = expand
        self.depth = depth
        self.position = 0

    def sequence(self, stop: str | None = None) -> str:
        """Everything up to the stop lexeme, which is consumed, or to the end."""
        parts: list[str] = []
        while self.position < len(self.lexemes):
            lexeme = self.next()
            if lexeme == stop:
                break
            part = self._script(lexeme, parts) if lexeme in ("^", "_") else self._read(lexeme)
            parts += [part] if part else []
        return joined(parts)

    def next(self) -> str:
        """The lexeme at the position, consumed. Raises IndexError at the end."""
        self.position += 1
        return self.lexemes[self.position - 1]

    def peek(self) -> str:
        """The lexeme at the position, or nothing at the end."""
        return self.lexemes[self.position] if self.position < len(self.lexemes) else ""

    def argument(self) -> str:
        """What a macro takes: a group, or the next thing; nothing where the formula ends too early."""
        self._skip_spaces()
        return "" if self.peek() in ("", "}", "&", r"\\", r"\end") else self._read(self.next())

    def digit_argument(self) -> str:
        r"""An argument that is one digit when it has no braces: `\frac12` is 1/2."""
        self._skip_spaces()
        number = self.peek()
        if number[:1].isdigit() and len(number) > 1:
            self.lexemes[self.position] = number[1:]
            return number[0]
        return self.argument().strip()

    def option(self) -> str:
        """An argument in square brackets, if there is one."""
        if self.peek() != "[":
            return ""
        self.position += 1
        return self.sequence("]").strip()

    def raw_argument(self) -> str:
        """A group as it is written: names of environments, chemical formulas."""
        if self.peek() != "{":
            return ""
        depth, start = 0, self.position + 1
        while self.position < len(self.lexemes):
            lexeme = self.next()
            depth += (lexeme == "{") - (lexeme == "}")
            if depth == 0:
                return "".join(self.lexemes[start : self.position - 1])
        return "".join(self.lexemes[start:])

    def _read(self, lexeme: str) -> str:
        if self.depth >= _DEEPEST:
            return ""
        self.depth += 1
        if lexeme == "{":
            text = self.sequence("}")
        elif lexeme[0] == "\\" and len(lexeme) > 1:
            text = self.expand(self, lexeme[1:])
        else:
            text = " " if lexeme.isspace() else _LITERAL.get(lexeme, lexeme)
        self.depth -= 1
        return text

    def _script(self, mark: str, parts: list[str]) -> str:
        text = self.argument().strip()
        if parts and isinstance(parts[-1], Fraction):
            parts[-1] = f"({parts[-1]})"
        if mark == "_" and parts and parts[-1].strip() in LIMITS:
            return f"({text}) "
        return script(text, mark)

    def _skip_spaces(self) -> None:
        while self.peek().isspace():
            self.position += 1


def lexemes_of(latex: str) -> list[str]:
    """The smallest pieces with a meaning: macros, numbers, runs of white space, single characters."""
    return _LEXEME.findall(latex)


def script(text: str, mark: str) -> str:
    """Text as an exponent (`^`) or index (`_`): Unicode scripts where every character has one, else `^(…)`."""
    table = SUPERSCRIPTS if mark == "^" else SUBSCRIPTS
    compact = re.sub(r"\s+", "", text)
    if compact in ("°", "∘", "′", "″"):
        return compact.replace("∘", "°")
    if all(ord(character) in table for character in compact):
        return compact.translate(table)
    text = text.strip()
    return f"{mark}{text}" if len(text) <= 1 or text.isdigit() else f"{mark}({text})"


def joined(parts: list[str]) -> str:
    """The parts in a row; a fraction that touches a letter, a number or a parenthesis gets its own parentheses."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    text = ""
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        before, after = text[-1:], following[:1]
        touches = before.isalnum() or before == ")" or after.isalnum() or after in ("(", "√")
        text += f"({part})" if isinstance(part, Fraction) and touches else part
    return text
