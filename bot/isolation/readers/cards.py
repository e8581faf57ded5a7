"""The child's side of bot.isolation.cards: names, numbers and addresses of vCards, and nothing else that stands in one.
What a name may be is narrow: it is shown to a model as a fact. Only ever run by run_child."""

import json
import quopri
import re
import unicodedata
from collections.abc import Iterator

MOST_CARDS, MOST_NUMBERS, MOST_EMAILS = 5, 5, 3
MOST_LINES = 20_000  # of those behind them cards are counted alone
END = "END:VCARD"
NAME_CHARS, NUMBER_DIGITS = 60, 15
LINE = re.compile(r"(?:[\w-]+\.)?([A-Za-z-]+)((?:;[^:\"]*(?:\"[^\"]*\"[^:\"]*)*)?):(.*)", re.DOTALL)
EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
KEPT_IN_NAMES = frozenset("LMN")  # letters, their marks, numbers


def answer(payload: bytes) -> bytes:
    """A file of cards, to JSON: {cards}, each {name, organisation, numbers, emails}, and {left_out}, how many more."""
    lines = _decoded(payload).splitlines()
    made = map(_card, _cards(_unfolded(lines[:MOST_LINES])))
    cards = [card for card in made if card["name"] or card["numbers"] or card["emails"]]
    beyond = sum(line.strip().upper() == END for line in lines[MOST_LINES:])
    return json.dumps({"cards": cards[:MOST_CARDS], "left_out": len(cards[MOST_CARDS:]) + beyond}).encode()


def _decoded(body: bytes) -> str:
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", "replace")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def _unfolded(lines: list[str]) -> Iterator[str]:
    """Lines, those put together that were broken: by a space (RFC 6350 §3.2), or as quoted-printable breaks them."""
    held = ""
    for line in lines:
        if line[:1] in (" ", "\t"):
            held += line[1:]
        elif held.endswith("=") and "QUOTED-PRINTABLE" in held.upper():
            held = held[:-1] + line.lstrip()
        else:
            if held:
                yield held
            held = line
    if held:
        yield held


def _cards(lines: Iterator[str]) -> Iterator[list[tuple[str, str, str]]]:
    """The properties of each card: name, parameters, value."""
    inside: list[tuple[str, str, str]] | None = None
    for line in lines:
        sign = line.strip().upper()
        if sign == "BEGIN:VCARD":
            inside = []
        elif sign == END and inside is not None:
            yield inside
            inside = None
        elif inside is not None and (found := LINE.fullmatch(line)) is not None:
            inside.append((found[1].upper(), found[2].upper(), found[3]))


def _card(properties: list[tuple[str, str, str]]) -> dict[str, object]:
    values: dict[str, list[str]] = {}
    for name, parameters, value in properties:
        if name in ("FN", "N", "ORG", "TEL", "EMAIL"):
            values.setdefault(name, []).append(_value(value, parameters))
    numbers = [number for value in values.get("TEL", ()) if (number := _number(value))]
    emails = [found[0] for value in values.get("EMAIL", ()) if (found := EMAIL.fullmatch(value.strip()))]
    return {
        "name": _name(values.get("FN", [""])[0]) or _name(_in_order(values.get("N", [""])[0])),
        "organisation": _name(values.get("ORG", [""])[0].replace(";", " ")),
        "numbers": list(dict.fromkeys(numbers))[:MOST_NUMBERS],
        "emails": list(dict.fromkeys(emails))[:MOST_EMAILS],
    }


def _value(value: str, parameters: str) -> str:
    if "QUOTED-PRINTABLE" in parameters:
        value = _decoded(quopri.decodestring(value.encode("utf-8", "replace")))
    return re.sub(r"\\([,;\\])", r"\1", re.sub(r"\\[nN]", " ", value))


def _in_order(structured: str) -> str:
    """« Koné;Awa;;Dr » as a person says it."""
    family, given, middle, prefix, *_ = [*structured.split(";"), "", "", "", ""]
    return " ".join(part for part in (prefix, given, middle, family) if part)


def _name(text: str) -> str:
    """Letters, numbers and what joins them: no line, no bracket, no address, nothing that reads as a sentence."""
    kept = "".join(
        character if unicodedata.category(character)[0] in KEPT_IN_NAMES or character in " '’-&" else " "
        for character in text[: NAME_CHARS * 4]
    )
    return " ".join(kept.split())[:NAME_CHARS].strip()


def _number(text: str) -> str:
    digits = re.sub(r"\D", "", unicodedata.normalize("NFKC", text.removeprefix("tel:").partition(";")[0]))
    if not 3 <= len(digits) <= NUMBER_DIGITS or not digits.isascii():
        return ""
    return f"+{digits}" if text.lstrip("tel: ").startswith("+") else digits
