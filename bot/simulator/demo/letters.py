"""The demo model's letters (letters/*.toml): which one a message asks for, and its text. Pure but for reading them."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bot.simulator.demo.folding import folded
from bot.types import Language

FOLDER = Path(__file__).parent / "letters"
_LETTER = re.compile(r"\b(?:let+res?|letters?|courriers?)\b")
_MAKE = re.compile(
    r"\b(?:ecris|ecrire|redig\w*|fais|faire|prepar\w*|donne|compose\w*|aide\w*|veux|voudrais|besoin|modele|exemple de"
    r"|genere\w*|write|draft|make|need|want|help|give|prepare|pdf|sample|template|generate)\b"
)
_LESSON = re.compile(
    r"\b(?:comment|c'est quoi|qu'est|explique|explain|how|what is|regles?|rules?|quiz|cours|lesson"
    r"|exercices?|exercises?)\b"
)
_BARE = re.compile(r"^\W*(?:(?:une?|a|an|la|the|stp|formal|cover)\W+)*(?:\w+ )?(?:let+re|letter|courrier)\b")


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter, ready but for what only its writer knows, in [brackets]."""

    title: str
    text: str
    subject: str
    body: str  # from the greeting to before the closing formula

    @property
    def markdown(self) -> str:
        """For a document, where a line ends only where it is told to."""
        return re.sub(r"(?<!\n)\n(?!\n)", "\\\n", self.text)

    def arguments(self, *, framed: bool) -> dict[str, Any]:
        """For a tool that writes documents; `framed`: it sets sender, recipient and date itself."""
        lines = self.text.split("\n\n")
        if not framed or len(lines) < 3:
            return {"content": self.markdown}
        sender, recipient, dated = lines[:3]
        place = dated.split(",")[0] if "," in dated else ""
        frame = {"sender": sender, "recipient": recipient, "place": place, "subject": self.subject}
        return {"content": self.body, "letter": frame}


class Private(Exception):
    """A letter to a friend or a lover is asked for."""


def letter_in(text: str, language: Language) -> Letter | None:
    """The letter that a message asks to be written; None when it asks for none, or only how one is written. Raises
    Private."""
    asked = folded(text)
    if not _LETTER.search(asked) or _LESSON.search(asked) or not (_MAKE.search(asked) or _BARE.search(asked)):
        return None
    told = _told(language)
    if re.search(rf"\b(?:{told['private']})\b", asked):
        raise Private
    kind = next(entry for entry in told["letter"] if not entry["words"] or _calls(entry, asked))
    to = next((entry["name"] for entry in told["recipient"] if _calls(entry, asked)), "")
    greeting = told["unknown_greeting"] if language is Language.EN else to or told["unknown_greeting"]
    opening, body = f"{greeting},", kind["body"].strip()
    recipient = to or told["unknown_recipient"]
    text = told["frame"].format(
        recipient=recipient, subject=kind["subject"], opening=opening, greeting=greeting, body=body
    )
    return Letter(kind["title"], text.strip(), kind["subject"], f"{opening}\n\n{body}")


def _calls(entry: Mapping[str, str], asked: str) -> bool:
    return re.search(rf"\b(?:{entry['words']})\b", asked) is not None


@cache
def _told(language: Language) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
