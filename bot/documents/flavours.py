"""Markdown of other programs than ours as CommonMark: the lines about a file above it, a fence around all of it, and
boxes with a remark, `> [!NOTE]`, `:::info`, `!!! note`. Code stays as it is. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.text.fences import with_code
from bot.types import Language

_WRAPPED: Final = re.compile(r"(?is)\s*(`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*\n(.*?)(?:\n|(?<=\n))[ \t]*\1\s*")
_FENCE: Final = re.compile(r"^[ \t]*(?:`{3,}|~{3,})(.*)$", re.MULTILINE)
_ABOUT: Final = re.compile(r"\s*---[ \t]*\n((?:(?:[a-z][\w-]*:|[ \t]|-[ \t])[^\n]*\n)+)(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_ABOUT_FILES: Final = re.compile(r"^(?:title|author|date|lang|output|layout|subtitle|documentclass):", re.MULTILINE)
_QUOTED: Final = re.compile(r"([ \t]*>[ \t>]*)\[!(\w+)\][-+]?[ \t]*(.*)")
_OPENS: Final = re.compile(r" {0,3}:{3,}[ \t]*\{?[ \t]*[.#]?(?:callout-)?([\w-]+)(.*)")
_TITLE: Final = re.compile(r"\btitle=\"([^\"]*)\"")
_DEEPEST: Final = 4  # boxes in boxes
_CLOSES: Final = re.compile(r" {0,3}:{3,}[ \t]*")
_INDENTED: Final = re.compile(r"(?:!!!|\?\?\?)\+?[ \t]+(\w+)(?:[ \t]+\"([^\"]*)\")?[ \t]*")
_INDENT: Final = "    "
_WARNINGS: Final = ("warning", "caution", "danger", "attention", "error", "alert", "avertissement")
_TIPS: Final = ("tip", "hint", "astuce", "conseil", "success")
_NOTES: Final = ("note", "info", "remarque", "abstract", "quote", "details")
_NAMES: Final = {
    Language.FR: {"warning": "Attention", "tip": "Astuce", "note": "À noter", "important": "Important",
                  "example": "Exemple", "exemple": "Exemple", "question": "Question"},
    Language.EN: {"warning": "Warning", "tip": "Tip", "note": "Note", "important": "Important", "example": "Example",
                  "exemple": "Example", "question": "Question"},
}  # fmt: skip


def as_common(markdown: str, language: Language) -> str:
    """The Markdown, in which a box is a quotation below its name, in the document's language, or its title."""
    lines = list(with_code(_bare(markdown).split("\n")))
    return "\n".join(_lines(lines, language))


def _bare(markdown: str) -> str:
    wrapped = _WRAPPED.fullmatch(markdown)
    if wrapped and ((inner := _FENCE.search(wrapped[2])) is None or inner[1].strip()):  # else it ends there
        markdown = wrapped[2]
    about = _ABOUT.match(markdown)
    return markdown[about.end() :] if about and _ABOUT_FILES.search(about[1]) else markdown


def _lines(lines: Sequence[tuple[str, bool]], language: Language) -> Iterator[str]:
    last = max((place for place, (line, _) in enumerate(lines) if _CLOSES.fullmatch(line)), default=0)
    is_indented, boxes = False, list[bool]()  # of those that are open, whether they are drawn
    for place, (line, is_code) in enumerate(lines):
        inside = "> " * sum(boxes)
        if is_indented and (line.startswith(_INDENT) or not line.strip()):
            yield f"> {line.removeprefix(_INDENT)}".rstrip()
            continue
        if is_indented:
            yield ""
        is_indented = False
        if is_code:
            yield inside + line
        elif boxes and _CLOSES.fullmatch(line):
            boxes.pop()
            yield "> " * sum(boxes)
        elif place < last and len(boxes) < _DEEPEST and (found := _OPENS.fullmatch(line)):
            name = _name(found[1], found[2], language)
            boxes.append(bool(name))
            yield f"{inside}\n{inside}> {name}" if name else inside
        elif (found := _INDENTED.fullmatch(line)) and lines[min(place + 1, len(lines) - 1)][0].startswith(_INDENT):
            is_indented = True
            yield f"\n> {_name(found[1], found[2] or '', language)}".rstrip()
        elif found := _QUOTED.fullmatch(line):
            yield f"{inside}{found[1]}{_name(found[2], found[3], language)}".rstrip()
        else:
            yield inside + line


def _name(kind: str, title: str, language: Language) -> str:
    """What stands above a box in bold; nothing for an element that is none, `::: columns`."""
    said = _TITLE.search(title)
    kind, title = kind.lower(), said[1] if said else title.partition("{")[0].strip(' *"}')
    kinds = {"warning": _WARNINGS, "tip": _TIPS, "note": _NOTES}
    kind = next((name for name, others in kinds.items() if kind in others), kind)
    name = _NAMES[language].get(kind, "")
    if title and (name or said or "=" not in title):
        return f"**{title}**"
    return f"**{name}**" if name else ""
