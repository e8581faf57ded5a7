"""Which kind of file a message asks for by name. Pure."""

import re

_KINDS = {
    "docx": re.compile(r"\bword\b|\bdocx?\b", re.IGNORECASE),
    "html": re.compile(r"\bhtml?\b|\bpages? web\b|\bweb ?pages?\b", re.IGNORECASE),
    "md": re.compile(r"\bmark ?down\b|\.md\b|\ben md\b", re.IGNORECASE),
    "pdf": re.compile(r"\bp\.?d\.?f\b", re.IGNORECASE),
}
NAMES = {"docx": "Word", "html": "HTML", "md": "Markdown", "pdf": "PDF"}


def kind_in(text: str) -> str | None:
    """`docx`, `html`, `md` or `pdf`; None where no kind is named."""
    return next((kind for kind, pattern in _KINDS.items() if pattern.search(text)), None)


def without_kind(text: str) -> str:
    """The text without the names of kinds, which are not what a document is about."""
    for pattern in _KINDS.values():
        text = pattern.sub(" ", text)
    return re.sub(r"\b(?:fichiers?|documents?|files?|format|version)\b", " ", text, flags=re.IGNORECASE)
