"""Whether a short answer hands over a file. Models say so of one that they have not made. Pure."""

import re
from typing import Final

_WHAT: Final = r"(?:\b(?:pdf|word|excel|powerpoint|fichier|file|document|spreadsheet)\b|\.(?:pdf|docx|xlsx|pptx)\b)"
# What was e-mailed, or sent by who is told, is not handed over.
_WITHIN: Final = r"(?:(?!mail|courriel|envoy|transmi|partag|re[çc]u\b|\bsent\b|shared)[^.!?\n]|\.(?=\w)){0,80}"
# Said by who hands it over and no longer ago. A letter for somebody else encloses « mon CV », and is mostly longer.
_HANDED: Final = re.compile(
    r"(?:^|[.!?\n]\s*)(?:voici|voilà|here(?: is|['’]s))\s+(?:donc\s+)?(?:ton|ta|votre|le|la|un|une|your|the|an?)\b"
    rf"{_WITHIN}{_WHAT}{_WITHIN}\b(?:en pi[èe]ces? jointes?|ci-jointe?s?|(?<!you )(?<!’ve )(?<!'ve )attached(?! to))\b",
    re.IGNORECASE,
)
_SIGNED: Final = re.compile(  # a letter that somebody else is to get
    r"\n\W*(?:(?:bien |très )?cordialement|sincères salutations|bien à (?:vous|toi)|respectueusement|sincerely|"
    r"(?:best |kind |warm )?regards|yours\b)|\bcordialement,\s",
    re.IGNORECASE,
)
_SHORT: Final = 600


def hands_over_a_file(text: str) -> bool:
    """« Voici ton PDF en pièce jointe »."""
    return len(text) <= _SHORT and _HANDED.search(text.strip()) is not None and _SIGNED.search(text) is None
