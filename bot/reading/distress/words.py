"""How a frightened or hurried message is brought into words that can be compared: lower case, no accents, spelt out
where it is written as on a phone, one slip of the fingers mended. Pure; what it means is read in `danger`."""

import re
from functools import lru_cache, reduce
from typing import Final

from bot.reading.distress.fillers import without_vague_words
from bot.reading.distress.grammar import KNOWN
from bot.reading.distress.lexicon import BY_SOUND, KINDS
from bot.reading.distress.sounds import by_sound, sound, unglued
from bot.reading.distress.spellings import BESIDE, BY_EAR, SPELLINGS
from bot.reading.words.answer_words import one_edit_apart
from bot.text.folding import folded

_FIRST_READ, _LAST_READ = 1_000, 600  # characters of a long message: people cry for help before their homework or after
_MOST_SEEN: Final = 4_096  # characters: what WhatsApp takes
_AT_A_SEAM: Final = 60  # characters that are read on both sides of a cut
MOST_READ: Final = _FIRST_READ + 1 + _LAST_READ
_UNSEEN: Final = re.compile(r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]")
_COMMAND: Final = re.compile(r"^\s*/[a-zA-Z]+\s+")
_LINK: Final = re.compile(r"\b(?:https?://|www\.)\S+")
_QUOTED: Final = re.compile(r"«[^»]*»|“[^”]*”|\"[^\"]*\"|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)")
_ENDS: Final = r"[.!?;,…\n()—–]+|[^\w\s'’\-«»“”\"‘:/%&@#+*=]+"  # a picture ends a sentence too
SENTENCES: Final = re.compile(_ENDS)
PARTS: Final = re.compile(  # where one thing is said and another begins; « exercice : » keeps its sign
    rf"(?<=:)|{_ENDS}|(?<!\s)\s+(?:et|mais|car|parce que|donc|sinon|and|but|because|so)\s+", re.IGNORECASE
)
_TOKEN: Final = re.compile(r"[a-z0-9]+")
_BY_EAR: Final = re.compile(rf"(?<![\w'’])(?:{'|'.join(BY_EAR)})(?![\w'’])", re.IGNORECASE)
_ME_IN_FRONT: Final = re.compile(r"j(?=[bcdfgklmnpqrstvxz].*[aeiouy])")  # « jferme »: no word of ours begins so
# « su1c1de », « vi*le »: a word of ours with other signs for some letters.
_DISGUISED: Final = re.compile(r"(?<![a-z0-9])[a-z](?=[a-z]*[0-9@$€*!])[a-z0-9@$€*!]{2,}(?![a-z0-9])")
_SIGNS: Final = tuple(str.maketrans("0134578@$€!", f"o{one}eastbase{one}") for one in "il")
_SPACED: Final = re.compile(r"(?<![a-z0-9])(?:[a-z][ .]){4,}[a-z](?![a-z0-9'’])")  # « m o u r i r »
_LONG: Final = re.compile(r"([a-z])\1{2,}")  # « mouriiiir »

_DROPPED: Final = frozenset(
    "ne n fucking putain vraiment really literally actually svp stp wallah walahi wallahi wlh deh dey abeg "
    "sha euh heu hein voila ben bah bref uhm um uh wallai walai walaye wlay wsh".split()
)
_PERSONS: Final = sorted({*KINDS["kin"], *KINDS["power"]})
# « il ma frappé »
_GLUED_TO_ME: Final = re.compile(
    r"\bma (?=(?:frappe|viole|bat|tape|menace|harcele|gifle|agresse|touche|force[re]?|kidnappe|chassee?|braque|"
    r"poignarde|"
    r"drogue|attache|enferme|abandonnee?|coincee?|engrossee?|vendue?|fouette|tabasse|mordue?|baisee?|deshabillee?|"
    r"dit que|laissee?|mise? (?=dehors|enceinte|a la porte)|jetee?|demande|donne)\b)"
)
# « mon père ma lancé une chaise », but « mon père, ma mère »
_GLUED_BEHIND: Final = re.compile(
    rf"\b(?P<who>il|elle|on|qui|(?:mon|ma|le|la|un|une|l) (?:{'|'.join(_PERSONS)})(?: (?!(?:de|d|a|et|avec|chez|dans|"
    rf"pour|sur|contre|ou)\b)[a-z]+)??) ma (?!(?:belle|"
    rf"grande|petite|"
    rf"{'|'.join(_PERSONS)})\b)"
)
_GLUED: Final = re.compile(
    r"(?P<small>je?(?:v(?:e|eu|eux|x|ai|ais)?)?|[dms])(?P<verb>mourir?|crever?|crev|vivre?|vis|suicide[rz]?|suissider|"
    r"disparaitre|"
    r"frappe|viole|tape|pense|souffre|saigne|pleure)$"
)
# After « je veux » a written participle is an infinitive: « jvé me jeté ».
_INFINITIVE: Final = re.compile(
    r"\b((?:veux|vais|va|envie de|pour|voudrais) (?:me |se |m |s )?(?:jete|noye|saute|coupe|avale|scarifie|mutile|"
    r"flingue))(?= )"
)
_HAVING: Final = re.compile(  # « jé avalé »
    r"\bje (?=(?:(?:plus |trop )?envie|avale|bu|mange|perdu|rate|essaye|tente|peur) )"
)
_PIDGIN: Final = re.compile(
    r"\bdi (?=(?:beat|flog|touch|hit|slap|force|rape|kill|burn|lock|follow|threaten)\b)"
)  # « dem di »
_BESIDE: Final = re.compile("|".join(small.pattern for small, _ in BESIDE))  # most messages have none
_ELIDED: Final = re.compile(r"\bje (?=en |ai |y )")
_WANTING: Final = re.compile(r"\b(?:je vx?e?|j v(?:eux|e))\b")
_OF: Final = re.compile(r"\b(j?envie?|j?anvie?|fatiguee?|marre|besoin|peur|force) (?:2|d) (?=\w)")
_TO: Final = re.compile(r"\b(wants?|need|going|tried?|ready|wanna) 2 (?=\w)")
_BORN: Final = re.compile(r"\bne(?=$| *[.!?,])|(?<=pas )ne\b|(?<=jamais )ne\b|(?<=etre )ne\b")
# Words of one slip that are words of their own: never mended.
_OWN_WORDS: Final = frozenset(
    "violet violette violon voile voiler vole voler volee volent voles violence violences violent vitre vivra vivres "
    "rapid races rates ropes raced rated roped tapes amused amuses touffe mourra mourrai mourras mourait vivres "
    "torche trouche mouche menage abuse abuser abusee abusait frappez touchez frappant touchant battra battue "
    "matche quelle quelles etrangler cacher cachee cachees cache caches marie maries mariee mariees machettes there "
    "dune durant legal chope".split()
)
_MENDED: Final = tuple(
    "mourir suicider suicide suicidal suicidaire frappe frappent viole touche battre menace harcele maltraite secours "
    "danger agresse vivre disparaitre medicaments scarifie comprimes myself touches touched abused abuses raped "
    "molested molests threatens threatened beating hitting touching raping kidnapped".split()
)
# A slip never changes the first letter, and every webhook reads its words here: few comparisons each.
_MENDED_BY_INITIAL: Final = {
    initial: tuple(word for word in _MENDED if word[0] == initial) for initial in {word[0] for word in _MENDED}
}
_HEARD: Final = by_sound(BY_SOUND.split())
_GLUED_BEFORE: Final = frozenset(  # « jarrive », « mecrit »
    "arrive arrivent arrete arreter ecrit essaye essaie amene habite insulte appelle appele aime attend attendent "
    "embrasse "
    "oblige envoie envoye ose oublie espere entends etre etais avais etait ecole hopital examen exciser accouche "
    "accoucher "
    "laisse mange merite sais dors donne reste garde fume tremble rappelle reveille deviens supporte crois marie "
    "maries "
    "empeche endormir ouvrir epouser electricite attendre oblige ennuie accouchement on elle adieu lacher arreter "
    "arrete acide essence huile eau alcool imam un immeuble ascenseur arriere oreille allumette enfant enfants homme "
    "autre autres".split()
)


def as_seen(text: str) -> tuple[str, str]:
    """A message as somebody sees it, without links and signs that have no width: its beginning and its end, which are
    read with care, and what stands between them, or nothing."""
    seen = _LINK.sub(" ", _UNSEEN.sub("", text[:_MOST_SEEN] + text[_MOST_SEEN:][-_LAST_READ:]))
    ends = at_the_ends(seen, _FIRST_READ, _LAST_READ)
    return ends, seen[_FIRST_READ - _AT_A_SEAM : _AT_A_SEAM - _LAST_READ] if len(ends) < len(seen) else ""


def without_command(text: str) -> str:
    """What stands behind a command: « /rappel demain je me tue »."""
    return _COMMAND.sub("", text)


def at_the_ends(text: str, first: int, last: int) -> str:
    """So many characters of the beginning and of the end, or the whole."""
    return text if len(text) <= first + 1 + last else f"{text[:first]}\n{text[-last:]}"


@lru_cache(maxsize=256)  # the parts of one message are read by several
def words_of(text: str) -> str:
    """The message as words with one space between them; the small words of negation and swearing left out, as is
    what nothing hangs on (`fillers`)."""
    joined = _SPACED.sub(lambda found: re.sub("[ .]", "", found[0]), shortened(_by_ear(text[:MOST_READ])))
    spelt = _DISGUISED.sub(_undisguised, _numbers_as_words(joined))
    written = _TOKEN.findall(_BORN.sub("nee", spelt) if "ne" in spelt else spelt)
    tokens = " ".join(map(_spelt, written)).split()
    said = " ".join([token for token in tokens if token not in _DROPPED])
    if "ma " in said:
        said = _GLUED_BEHIND.sub(r"\g<who> m a ", _GLUED_TO_ME.sub("m a ", said))
    said = (
        said.replace("c est est ", "c est ").replace("je men ", "je m en ").replace("j ai ve ", "je veux ")
    )  # « c’est » is written as two
    said = _INFINITIVE.sub(r"\1r", _HAVING.sub("j ai ", said))
    said = _PIDGIN.sub("dey ", said)
    if _BESIDE.search(said):
        said = reduce(lambda left, small: small[0].sub(small[1], left), BESIDE, said)
    said = _WANTING.sub("je veux", _ELIDED.sub("j ", said))
    return without_vague_words(said)


def quotations(text: str) -> list[str]:
    """What stands in quotation marks."""
    return _QUOTED.findall(text)


def without_quotations(text: str) -> str:
    """The message without what stands in quotation marks."""
    return _QUOTED.sub(" ", text)


def shortened(text: str) -> str:
    """Folded, without letters said three times."""
    return _LONG.sub(_once, folded(text))


def _once(letters: re.Match[str]) -> str:
    return letters[1]


def _by_ear(text: str) -> str:
    return _BY_EAR.sub(lambda found: BY_EAR[found[0].lower()], text)


def _numbers_as_words(text: str) -> str:
    """« envie 2 mourir », "want 2 die"."""
    if " 2 " not in text and " d " not in text:
        return text
    return _TO.sub(r"\1 to ", _OF.sub(r"\1 de ", text))


def _undisguised(found: re.Match[str]) -> str:
    word = found[0]
    tried = (word.replace("*", "").translate(signs) for signs in _SIGNS)
    return next((one for one in tried if one in KNOWN or one in _AS_SPELT or one in _MENDED or _mended(one)), word)


@lru_cache(maxsize=4_096)
def _spelt(token: str) -> str:
    if token in _AS_SPELT:
        return _AS_SPELT[token]
    if _ME_IN_FRONT.match(token) and not _GLUED.fullmatch(token):
        return f"je {_spelt(token[1:])}"
    if len(token) < 4 or token in _OWN_WORDS or token in KNOWN or token in _MENDED:
        return token
    mended = None if len(token) < 5 else _mended(token)
    apart = mended or _unglued(token) or _GLUED.sub(_apart, token)
    return apart if apart != token else _HEARD.get(sound(token), token)


def _mended(token: str) -> str | None:
    return next((word for word in _MENDED_BY_INITIAL.get(token[0], ()) if one_edit_apart(token, word)), None)


def _unglued(token: str) -> str | None:
    parts = unglued(token, KNOWN) or unglued(token, _GLUED_TO)
    return f"{parts[0]} {_spelt(parts[1])}".strip() if parts else None


def _apart(glued: re.Match[str]) -> str:
    """« jvemourir », « dmourir »: the small word in front by itself."""
    small = _AS_SPELT.get(glued["small"], f"{glued['small']}e")
    return f"{small} {_spelt(glued['verb'])}"


_GLUED_TO: Final = _GLUED_BEFORE | frozenset(_HEARD.values())
_AS_SPELT: Final = {shortened(short): full for full, shorts in SPELLINGS.items() for short in shorts.split()}
