"""How a frightened or hurried message is brought into words that can be compared: lower case, no accents, spelt out
where it is written as on a phone, one slip of the fingers mended. Pure; what it means is read in `distress`."""

import re
from functools import lru_cache
from typing import Final

from bot.reading.answer_words import one_edit_apart
from bot.text.folding import folded

MOST_READ = 1600  # characters; nobody calls for help behind more
_QUOTED: Final = re.compile(r"«[^»]*»|“[^”]*”|\"[^\"]*\"|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)")
_TOKEN: Final = re.compile(r"[a-z0-9]+")
_LONG: Final = re.compile(r"([a-z])\1{2,}")  # « mouriiiir »

# As patterns are written: as people write on a phone. One word may stand for several.
_SPELLINGS: Final = {
    "je veux": "jveu jveux jve jvx jveut jeveux jeveu jvo jvoeux",
    "veux": "veu vx veus veut",
    "je vais": "jvai jvais jvaiss jvé jvez jvs jvas jvay jv",  # « jv » is « je veux » as often: both are read alike
    "vais": "vai vay",
    "j ai": "g jai",
    "je suis": "jsui jsuis chui chuis jss jsu jsuiis shuis",
    "suis": "sui",
    "je me": "jme jm",
    "je me suicide": "jmesuicide mesuicide",
    "je vais me": "jvm jvme",
    "je pense": "jpense jpens",
    "je": "jne jn",
    "j en": "jen",
    "j en peux": "jenpeu jenpeux",
    "j aimerais": "jaimerai jaimerais jaimeré",
    "je voudrais": "jvoudrai jvoudrais jvoudré",
    "voudrais": "voudrai voudré",
    "peux": "peu peus pe px",
    "mon": "mn",
    "pour": "pr",
    "meme": "mm",
    "pourquoi": "pk pq pkoi pourkoi",
    "comment": "cmt koman",
    "pleure": "pleur pleures",
    "pendre": "pandre pendr pandr",
    "je peux": "jpeu jpeux jpe jpx",
    "pris": "pri prit",
    "vient": "vien viens",
    "je deteste": "jdeteste",
    "envie": "envi anvie anvi envy envies",
    "vivre": "vivr viv vivree",
    "plus": "pu plu",
    "mourir": "creuver creve crev mourire mouri mourrire murir mourr crever crevé crevez crevr mourrir",
    "tuer": "tue tué tuée tuez",
    "moi": "moa mwa",
    "pere": "per pér daron",
    "mere": "mer mèr daronne",
    "frappe": "frape frap frapp frappes frappé frappée frappait frapper frapé frapper frapée",
    "frappent": "frapent frappaient",
    "fait": "faisait faisaient",
    "touche": "touch toucher touché touchée touchait touches touchent tuch touhce",
    "bat": "bats battait battue battu bâ",
    "viole": "violé violée violer violait violés",
    "menace": "menacé menacent menacée menacait menaçait",
    "tape": "tapent tapait tapée taper tapé",
    "gifle": "giflé giflée giflait",
    "etrangle": "étranglée",
    "brule": "brûlée",
    "torture": "torturée",
    "fouette": "fouettée",
    "chicotte": "chicottée chicotée",
    "brutalise": "brutalisée",
    "poignarde": "poignardée",
    "tripote": "tripotée",
    "caresse": "caressée",
    "pelote": "pelotée",
    "enferme": "enfermée enfermés enfermer",
    "enleve": "enlevée enlevés enlever",
    "sequestre": "séquestrée séquestrés",
    "kidnappe": "kidnappée kidnapé kidnapée",
    "harcele": "harcelent harcelé harcelée harceler harcel harcèlent",
    "maison": "mezon meson maizon",
    "que": "ke k qe",
    "qu il": "kil",
    "qu elle": "kel kelle",
    "qui": "ki",
    "quand": "kan kand qd",
    "quelqu un": "qlq1 kelkun qqun qqn kelk1 quelquun",
    "c est": "c cest",
    "tout": "tt tou",
    "toujours": "tjr tjrs tjs toujour",
    "trop": "tro",
    "avec": "avc",
    "dans": "ds",
    "pas": "pa ps",
    "beaucoup": "bcp bocou boucoup",
    "soeur": "seur soeure",
    "frere": "frer frr",
    "suicider": "suissider suisider sucider suiscider suicid suicidez",
    "suicide": "sui6d suissid suiside suisside",
    "suicidaire": "suicidere suicidaires suissidaire sucidaire",
    "secours": "sekour secour sekours",
    "a l aidez": "alaide alaid",
    "au secours": "ausecour ausecours osecour osecours osekour osekours",
    "vraiment": "vrm vrmt",
    "aidez": "aide aider edez ede",
    "i am": "im iam",
    "i want to": "iwanna",
    "going to": "gonna gona gunna",
    "want to": "wan wanna wana wonna wannna",
    "they": "dem",
    "i d": "id",
    "step dad": "stepfather stepdaddy",
    "step mom": "stepmother stepmum stepmom",
    "friend": "frnd frend freind",
    "pregnant": "preggo pregant pregnent",
    "i am going to": "imma ima",
    "myself": "mysel meself mself",
    "don t": "dont dnt",
    "my": "mah",
    "dad": "daddy father",
    "mom": "mum mommy mummy mother",
    "can t": "cant",
}  # fmt: skip
_DROPPED: Final = frozenset(
    "ne n fucking putain vraiment really literally actually svp stp wallah walahi wallahi wlh deh dey abeg o "
    "sha euh heu hein wallai walai walaye wlay wsh".split()
)
# « il ma frappé »
_GLUED_TO_ME: Final = re.compile(r"\bma (?=(?:frappe|viole|bat|tape|menace|harcele|gifle|agresse|touche|force)\b)")
_GLUED: Final = re.compile(
    r"(?P<small>j(?:v(?:e|eu|eux|x|ai|ais)?)?|[dms])(?P<verb>mourir?|crever?|crev|vivre?|vis|suicide[rz]?|suissider|"
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
_BORN: Final = re.compile(r"\bne(?=$| *[.!?,])|(?<=pas )ne\b|(?<=jamais )ne\b|(?<=etre )ne\b")
# Words of one slip that are words of their own: never mended.
_OWN_WORDS: Final = frozenset(
    "violet violette violon voile voiler vole voler volee volent voles violence violences violent vitre vivra vivres "
    "rapid races rates ropes raced rated roped tapes amused amuses touffe mourra mourrai mourras mourait vivres "
    "torche trouche mouche menage abuse abuser abusee abusait frappez touchez frappant touchant battra battue "
    "matche".split()
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


def words_of(text: str) -> str:
    """The message as words with one space between them; the small words of negation and swearing left out."""
    written = _TOKEN.findall(_BORN.sub("nee", _numbers_as_words(shortened(text[:MOST_READ]))))
    tokens = " ".join(_spelt(token) for token in written).split()
    said = _GLUED_TO_ME.sub("m a ", " ".join(token for token in tokens if token not in _DROPPED))
    said = said.replace("c est est ", "c est ").replace("je men ", "je m en ")  # « c’est » is written as two
    said = _INFINITIVE.sub(r"\1r", _HAVING.sub("j ai ", said))
    return re.sub(r"\b(?:je vx?e?|j veux)\b", "je veux", re.sub(r"\bje (?=en |ai |y )", "j ", said))


def quotations(text: str) -> list[str]:
    """What stands in quotation marks."""
    return _QUOTED.findall(text)


def without_quotations(text: str) -> str:
    """The message without what stands in quotation marks."""
    return _QUOTED.sub(" ", text)


def shortened(text: str) -> str:
    """Folded, without letters said three times."""
    return _LONG.sub(r"\1", folded(text))


def _numbers_as_words(text: str) -> str:
    """« envie 2 mourir », "want 2 die"."""
    text = re.sub(r"\b(envie?|anvie?|fatiguee?|marre|besoin|peur) (?:2|d) (?=\w)", r"\1 de ", text)
    return re.sub(r"\b(wants?|need|going|tried?|ready|wanna) 2 (?=\w)", r"\1 to ", text)


@lru_cache(maxsize=4_096)
def _spelt(token: str) -> str:
    if token in _AS_SPELT:
        return _AS_SPELT[token]
    if len(token) < 5 or token in _OWN_WORDS or token in _MENDED:
        return token
    mended = next((word for word in _MENDED_BY_INITIAL.get(token[0], ()) if one_edit_apart(token, word)), token)
    return mended if mended != token else _GLUED.sub(_apart, token)


def _apart(glued: re.Match[str]) -> str:
    """« jvemourir », « dmourir »: the small word in front by itself."""
    small = _AS_SPELT.get(glued["small"], f"{glued['small']}e")
    return f"{small} {_spelt(glued['verb'])}"


_AS_SPELT: Final = {shortened(short): full for full, shorts in _SPELLINGS.items() for short in shorts.split()}
