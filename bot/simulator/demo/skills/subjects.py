"""What a request is about, once the words of asking are taken away. Pure."""

import re

_ABOUT = re.compile(
    r"\b(?:sur|concernant|à propos d[eu]s?|a propos d[eu]s?|about|on)\s+(.+)$", re.IGNORECASE | re.DOTALL
)
_FILLERS = re.compile(
    r"\b(avec|with)\s+(des|les|ses|tes|vos|the|its|your|some)?\s*(sources?|références|references|liens|links)\b"
    r"|\b(en|in|as|un|une|a|an)?\s*(pdf|fiche|fiches|sheet|hand-?out|document)\b|\bs['’ ]il (te|vous) pla[iî]t\b"
    r"|\b(fais|faites|fait|make|prépare|donne|write|give|cherche|recherche|search|find|trouve|explique|explain)"
    r"([- ](moi|nous|me|us|en))?\b|\b(résumé|resume|résume|summary|sources?|please|stp|svp|pls|merci|thanks)\b"
    r"|\b(je veux|je voudrais|j['’]aimerais|i want|i would like|can you|peux[- ]tu|pouvez[- ]vous|tu peux)\b"
    r"|^\W*(?:bonjour|bonsoir|salut|coucou|slt|bjr|hello|hi|hey|good (?:morning|evening))\b|\bsend\b|\benvoie\b",
    re.IGNORECASE,
)  # fmt: skip
_LINKS = re.compile(r"^(?:(?:de|des|du|d'|d’|for|of|en|un|une|a|an|me|moi)\s+)+(?=\S)", re.IGNORECASE)


def subject_of(text: str) -> str:
    """`Fais-moi un résumé PDF sur les fractions avec des sources` → `les fractions`."""
    about = _ABOUT.search(text)
    rest = " ".join(_FILLERS.sub(" ", about.group(1) if about else text).split())
    found = _LINKS.sub("", rest + " ").strip(" ?.!,;:–-«»\"'")
    return found if re.search(r"\w{2}", found) else ""
