"""Finds the arithmetic in a message and writes it as the calculator reads it and people like to see it. Pure."""

import re

from bot.simulator.demo.folding import folded
from bot.simulator.demo.maths.signs import as_signs
from bot.types import Language

MAX_CHARS = 300  # of a message: nobody types longer sums, and patterns take their time over a long text
NUMBER = r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_DATE = re.compile(r"\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b|\b(?:19|20)\d\d\s*[-/]\s*(?:19|20)\d\d\b")
_TOKEN = re.compile(
    rf"(?P<number>{NUMBER})|(?P<percent>%\s*(?:de la|de|des|du|sur|of|on)\b)|(?P<sign>\^|[-+−–×*÷/:%√()²³!])"
    r"|(?P<times>(?<=[\d\s)])[xX](?=[\s\d(]))",
)
_SPACE = re.compile(r"[ \u00a0\u202f]*(?:(?:de|of)(?=\s+[(√]))?[ \u00a0\u202f]*")
_SPOKEN = {"-": "−", "–": "−", "*": "×", ":": "÷"}
_BINARY = ("+", "−", "×", "÷", "/", "^")
_ASKING = re.compile(
    r"\b(?:combien|calcul\w*|kalkul\w*|calculate|compute|work out|how much|resultat|result|effectu\w*|what(?:'s| is)"
    r"|simplif\w*|vaut|font|solve|resou\w*|add|additionn\w*|developp\w*|cb|kombien)\b|="
)
# A number that belongs to the first or the last one of an expression: 3 1/2 + 2 1/4, 12h30 + 45 min, 1,250.50 + 3.
_HANGS_BEFORE = re.compile(r"\d(?:[.,]|[,;]?\s+|\s*h\s*)$", re.IGNORECASE)
_HANGS_AFTER = re.compile(r"(?:[.,]|[,;]?\s+|\s*h\s*)\d", re.IGNORECASE)
_AROUND = frozenset(
    "stp la le les de du l c est quoi ca fait moi et a un une est ce que tu vous peux pouvez me je veux dis donne aide "
    "bonjour salut bonsoir hello hi hey monsieur madame prof merci exercice exo operation fcfa f cfa francs franc for "
    "the of is what can you tell me to please and fraction fractions expression valeur value en egale".split()
)


def expression_in(text: str, language: Language) -> str:
    """The arithmetic a message asks for, as the calculator reads it; empty when there is none, or when numbers stand
    there for something else: a mark of 12/20, a date, a telephone number; or when a part of it alone could be read."""
    if len(text) > MAX_CHARS:
        return ""
    signs = _DATE.sub(" ", as_signs(text, language))
    spans = [(start, end) for start, end in _runs(signs) if _tells(signs[start:end])]
    if not spans:
        return ""
    start, end = longest = max(spans, key=lambda span: span[1] - span[0])
    here = spans.index(longest)
    since = spans[here - 1][1] if here else 0
    until = spans[here + 1][0] if here + 1 < len(spans) else len(signs)
    if _HANGS_BEFORE.search(signs, since, start) or _HANGS_AFTER.match(signs, end, until):
        return ""
    percentage = re.search(r"%\s*(?:de|des|du|sur|of|on)\b", signs[start:end])
    return written(signs[start:end]) if percentage or _is_asked(signs[:start], signs[end:]) else ""


def written(expression: str) -> str:
    """One way of writing: spaces around operators, a tight `/` for a fraction and ÷ for a division."""
    tokens = [_token(found) for found in _TOKEN.finditer(expression)]
    spaced = [m.group() == "/" and _is_apart(expression, m) for m in _TOKEN.finditer(expression)]
    signs = ["÷" if apart else token for token, apart in zip(tokens, spaced, strict=True)]
    text = "".join(_beside(signs, position) for position in range(len(signs)))
    text = re.sub(r"\((\d+/\d+)\)(?!\s*\^|[²³])", r"\1", text)
    text = re.sub(r"([√^])\((\d+)\)", r"\1\2", text)
    text = re.sub(r"√−(\d+(?:[.,]\d+)?)", r"√(−\1)", text)
    text = re.sub(r"(?<=÷ )(\d+/\d+)\b", r"(\1)", text)  # people mean a fraction there
    return text + ")" * (text.count("(") - text.count(")"))


def _runs(text: str) -> list[tuple[int, int]]:
    """Where tokens follow each other with nothing but spaces between."""
    runs: list[tuple[int, int]] = []
    for found in _TOKEN.finditer(text):
        if runs and _SPACE.fullmatch(text, runs[-1][1], found.start()) and not _parts(text, runs[-1], found):
            runs[-1] = (runs[-1][0], found.end())
        else:
            runs.append((found.start(), found.end()))
    return [trimmed for run in runs if (trimmed := _trimmed(text, *run))]


def _parts(text: str, run: tuple[int, int], found: re.Match[str]) -> bool:
    """Two numbers side by side are two things."""
    return text[run[1] - 1].isdigit() and found["number"] is not None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Without what cannot begin or end an expression."""
    inside = text[start:end]
    lead = re.match(r"[\s+×*÷/:%^!²³)xX]*(?:[-−–]\s+)?", inside)
    tail = re.search(r"[-\s+−–×*÷/:^√(xX]*$", inside)
    begin, stop = start + (lead.end() if lead else 0), start + (tail.start() if tail else len(inside))
    return (begin, stop) if begin < stop else None


def _tells(expression: str) -> bool:
    """Whether there is something to work out: two numbers with a sign between, a root, a power."""
    numbers = re.findall(NUMBER, expression)
    has_function = re.search(r"[√²³]|\d\s*!", expression) is not None
    return bool(numbers) and (
        has_function or (len(numbers) > 1 and re.search(r"[-+−–×*÷/:^%xX]", expression) is not None)
    )


def _is_asked(before: str, after: str) -> bool:
    """Whether the words around an expression ask for its value, or are none."""
    around = folded(f"{before} {after}")
    return _ASKING.search(around) is not None or set(re.findall(r"[a-z]+", around)) <= _AROUND


def _is_apart(text: str, found: re.Match[str]) -> bool:
    return text[found.start() - 1 : found.start()].isspace() or text[found.end() : found.end() + 1].isspace()


def _token(found: re.Match[str]) -> str:
    if found["percent"]:
        return "% of" if found["percent"].rstrip().endswith(("of", "on")) else "% de"
    if found["times"]:
        return "×"
    return _SPOKEN.get(found.group(), found.group())


def _beside(signs: list[str], position: int) -> str:
    """A token with the spaces that belong around it."""
    sign, before = signs[position], signs[position - 1] if position else "("
    if sign == "−" and before in ("(", "√", *_BINARY):
        return sign
    if sign in ("+", "−", "×", "÷") or sign.startswith("% "):
        return f" {sign} "
    return f" {sign}" if sign == "%" else sign
