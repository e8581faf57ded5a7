"""Whether a request says itself that it may take its time: « … en arrière-plan ». Pure; who reads it so asks first.

Pictures, stories and sentences have a background too: rather a wish unheard than words cut off a question."""

import re
from typing import Final

from bot.reading.commands.command_phrases import FILLERS
from bot.reading.wishes.puzzled import is_puzzled, understands_nothing
from bot.reading.words.answer_words import tokens
from bot.reading.words.wrapped import cores, phrases

LONGEST: Final = 4_000  # characters: of one message
_GROUND: Final = r"(?:en\s+arri[eè]re[- ]?plan|in\s+the\s+background)"
_WORDS: Final = rf"(?:{_GROUND}|en\s+t[aâ]che\s+de\s+fond)"
# What may stand many times takes all there is at once: thousands of spaces held up the whole process for seconds.
_POLITE: Final = r"(?:\s*+(?:,\s*+)?(?:stp|svp|merci|please|thanks|s[’']il\s+(?:te|vous)\s+pla[iî]t))?"
_BEFORE: Final = re.compile(rf"\s*{_WORDS}\s*[,:;]\s*(?P<rest>\S.*)", re.IGNORECASE | re.DOTALL)
_BEHIND: Final = re.compile(rf"(?<!\w){_WORDS}\)?{_POLITE}[\s.!]*\Z", re.IGNORECASE)
_NOT_SO: Final = re.compile(
    r"(?:(?:non|no)\W+)?(?:surtout\s+)?(?:pas|not)", re.IGNORECASE
)  # all that is said beside it
_ABOUT: Final = re.compile(
    r"\b(?:que|qu[’']est|quoi|comment|pourquoi|signifie|traduis|how|what|why|means?)\b|"
    r"\b(?:corrige[rz]?|reformule[rz]?|compl[eè]te[rz]?|traduisez|traduire|analyse[rz]?|correct|rephrase|translate|"
    r"complete)\b[^:\n]*:",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(  # « la maison est en arrière-plan », "music playing in the background"
    r"\b(?:est|sont|était|étaient|sera|seront|soit|reste|restent|apparaît|apparaissent|se\s+(?:trouve|trouvent|tient|voit)|"
    r"visibles?|placée?s?|située?s?|mise?s?|laissée?s?|relégu\w+|"
    r"is|are|was|were|be|being|stays?|stands?|appears?|placed|seen|playing|running|standing|happening)$|"
    r"\b(?:on\s+(?:voit|aperçoit|entend)|il\s+y\s+a|(?:we|you\s+can)\s+(?:see|hear)|there\s+(?:is|are|was|were))\b"
    r"[^,;:.!?()\n]*$|\b(?:premier\s+plan|foreground)\b",
    re.IGNORECASE,
)
_WITH: Final = re.compile(  # « avec notre logo en arrière-plan »; not « compare Abidjan avec Dakar »
    r"(?!.*\b(?:compar\w*|aide\w*|help)\b).*\b(?:avec|with)\b[^,;:.!?()\n]*", re.IGNORECASE | re.DOTALL
)
_PICTURE: Final = re.compile(
    r"\b(?:dessin\w*|peins|peindre|illustr\w+|affiches?|posters?|flyers?|logos?|bannières?|banderoles?|pochettes?|"
    r"paysages?|décors?|drapeaux?|portraits?|selfies?|scènes?|"
    r"draw(?!\s+up)|drawings?|paint|sketch|banners?|wallpapers?|landscapes?|flags?|scenes?|"
    r"(?:une|an?)\s+(?:image|photo|picture))\b",
    re.IGNORECASE,
)

_AROUND: Final = phrases(FILLERS, {})
_OF_IT: Final = frozenset(
    phrases(
        "pourquoi|pk|pq|pourkoi|pourquoi faire|pour quoi faire|pourquoi c est payant|c est pour quoi|quoi|koi|"
        "c est quoi|c est quoi le fond|comment|comment ca marche|comment sa marche|ca marche comment|sa marche comment|"
        "a quoi ca sert|a quoi sa sert|ca sert a quoi|sa sert a quoi|combien|combien ca coute|combien sa coute|"
        "c est combien|c combien|ca coute combien|sa coute combien|ca fait combien|quel prix|a quel prix|prix|le prix|"
        "c est a combien|combien de credits|combien de credit|c est combien de credits|combien de credits ca coute|"
        "ca coute combien de credits|ca prend combien de credits|ca prend combien|c est payant|c payant|payant|"
        "est ce que c est payant|c est gratuit|c gratuit|gratuit|est ce gratuit|est ce que c est gratuit|"
        "comment ca fonctionne|comment sa fonctionne|ca fonctionne comment|comment on fait|on fait comment|"
        "combien de temps|combien de temps ca prend|ca prend combien de temps|ca dure combien de temps|"
        "c est quoi la tache de fond|c est quoi l arriere plan|c est quoi cette commande|"
        "tarif|tarifs|aide|explique|expliquez|why|what|what for|what is it|what s it|how|how does it work|how much|"
        "how much is it|how much does it cost|what does it cost|price|help|explain|how many credits|is it free|"
        "how does this work|what does it do|what does this do|how long|how long does it take",
        {},
    )
)


def asks_of_it(asked: str) -> bool:
    """Whether what stands behind the command asks what it does, or costs, and for no work: « pourquoi ? »."""
    if is_puzzled(asked) or understands_nothing(asked):
        return True
    return any(core in _OF_IT for core in cores(tuple(tokens(asked)), _AROUND))


def bare_of_wish(reply: str) -> str | None:
    """What stands beside such a wish in a reply to the offer: « oui » of « oui, en arrière-plan », « non » of « pas en
    arrière-plan »; None without one."""
    behind = _BEHIND.search(reply) if len(reply) <= LONGEST else None
    if behind is None:
        return None
    rest = reply[: behind.start()].strip(" ,;")
    return "non" if _NOT_SO.fullmatch(rest) else rest


def without_wish(text: str) -> str | None:
    """The request, without the words that wish for the background; None where it has none, or speaks of them."""
    asked = _around_wish(text) if len(text) <= LONGEST else ""
    if not asked or "«" in text or '"' in text or _ABOUT.search(text):
        return None
    if re.search(_GROUND, text, re.IGNORECASE) and _has_one(asked):
        return None
    rest = asked.rstrip(" ,;(")
    return rest if len(rest.split()) > 2 else None


def _around_wish(text: str) -> str:
    """What stands behind the words of a wish, or before them; empty where there are none."""
    before, behind = _BEFORE.fullmatch(text), _BEHIND.search(text)
    return before["rest"] if before else text[: behind.start()].rstrip() if behind else ""


def _has_one(request: str) -> bool:
    """Whether what is asked for may have a background itself."""
    return any((_SEEN.search(request), _WITH.fullmatch(request), _PICTURE.search(request)))
