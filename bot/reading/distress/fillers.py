"""Takes away what tells neither of a cry nor of anything else: « ces derniers temps », “these days”, « à Dakar ». It
weighed as what else was written with it, and stood where a plot has its end. Pure."""

import re
from typing import Final

_VAGUELY: Final = re.compile(  # when, of which nothing hangs: « ce soir » and « hier » stay, they tell something
    r"\b(?:(?:ces|ce) (?:(?:tout )?derniers? (?:temps|jours?)|temps(?: ci)?|jours? ci)|(?:pour|a) l(?:e (?:moment)|"
    r" (?:instant|heure actuelle))|jusqu a (?:present|maintenant)|actuellement|dernierement|recemment|"
    r"de nos jours|(?:in |of )?these days|lately|of late|recently|nowadays|currently|"
    r"(?:for )?(?:some|quite some|a) (?:time|while) now|so far)\b"
)
_WRITING: Final = (  # « au moment où je t’écris » is now, and as much as « maintenant » tells
    (
        re.compile(
            r"\b(?:(?:au|o) moment(?: meme)? (?:ou|que)|(?:a l|l) heure (?:ou|que)|pendant que|tandis que|alors que) "
            r"(?:je|j|nous|on) (?:suis en train de |es en train de )?(?:(?:te|t|vous|v|ci) )*"
            r"(?:ecri\w*|parl(?:e|er|ons)|envoie)(?: (?:ca|ce message|cela|ces mots))?\b"
            r"|\ben ce moment meme\b|\ba cette heure(?: ci)?\b|(?<!jusqu )\ba present\b"
        ),
        "maintenant",
    ),
    (
        re.compile(
            r"\b(?:as|while) (?:i|we)(?: (?:am|are|m|dey))? "
            r"(?:writ(?:e|ing)|text(?:ing)?|typ(?:e|ing)|speak(?:ing)?|talk(?:ing)?|send(?:ing)?)"
            r"(?: (?:to|this|you|message|these|words))*\b|\bat this (?:very )?(?:hour|moment)\b"
        ),
        "now",
    ),
)
_TOWNS: Final = (
    "dakar thies abidjan bouake yamoussoukro douala yaounde bafoussam garoua buea bamenda kinshasa goma bukavu "
    "lubumbashi brazzaville bamako cotonou parakou lome ouagadougou bobo niamey conakry libreville ndjamena "
    "antananarivo tana bujumbura kigali lagos abuja accra nouakchott bangui djibouti moroni casablanca"
)
_COUNTRIES: Final = "senegal cameroun congo mali benin togo burkina niger gabon tchad"
_PLACES: Final = frozenset((*_TOWNS.split(), *_COUNTRIES.split()))
_HERE: Final = rf"(?:(?:ici|here) )?(?:a|au|en|in|at) (?:{'|'.join(sorted(_PLACES))})"
_BOUND: Final = (  # « je ne veux plus vivre à Abidjan », « je veux partir à Lomé »: there the town is what it is about
    "vivre vis rester reste habiter habite partir pars aller retourner rentrer rentre revenir arriver arrive "
    "demenager move moving va vais vas vont live living stay staying go going back"
).split()
_FROM_HERE: Final = re.compile(  # of three words more: « viol à Dakar » is news
    rf"^{_HERE} (?=(?:\S+ ){{2}})|(?<= ){''.join(f'(?<! {verb} )' for verb in _BOUND)}{_HERE}$"
)
_FEWEST: Final = 3
_AT_AN_EDGE: Final = re.compile(
    r"^(?:(?:et )?(?:sache(?:z)? que|laisse[rz]? moi (?:te|vous) dire que|(?:il )?faut que je (?:te|vous) dise que|"
    r"let me tell you that|i have to tell you that|the truth is(?: that)?|la verite c est que) )"
    r"|(?: (?:en tout cas|franchement|honnetement|je (?:te|vous) jure|(?:tu|vous) (?:vois|voyez|me crois)|"
    r"c est la verite|to be honest|honestly|i swear|you see|as i said|ces jours))+$"
)
_MAY_HAVE_ONE: Final = re.compile(  # most messages have none, and every one is read
    r"\b(?:ces?|instant|moment|heure|jusqu|present|actuellement|dernierement|recemment|nos|these|lately|late|recently|"
    r"nowadays|currently|now|so far|pendant|tandis|alors|as|while|this|ici|here|sache\w*|laisse\w*|faut|let|tell|truth|"
    r"verite|tout cas|franchement|honnetement|jure|vois|voyez|crois|honest\w*|swear|see|said)\b"
)


def without_vague_words(words: str) -> str:
    """The words of a message without those around which nothing hangs."""
    if not _PLACES.isdisjoint(words.split()):
        anywhere = _FROM_HERE.sub("", words).strip()
        words = anywhere if anywhere.count(" ") + 1 >= _FEWEST else words
    if _MAY_HAVE_ONE.search(words) is None:
        return words
    for pattern, now in _WRITING:
        words = pattern.sub(now, words)
    left = " ".join(_AT_AN_EDGE.sub(" ", _VAGUELY.sub(" ", words)).split())
    return left or words
