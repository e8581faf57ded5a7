"""Reads the clearest harm in what a model says to a child or to somebody in distress: keeping a secret, meeting,
intimacy, pictures, means to die, doses, « I am the only one ». Pure. Only what the model says in its own voice: what it
warns of, quotes or tells of others is not harm. Only the clearest: a false alarm takes a good answer away."""

import re
from enum import StrEnum
from typing import Final

from bot.reading.distress.words import shortened, without_quotations


class Harm(StrEnum):
    """What words would do."""

    SECRECY = "secrecy"
    MEETING = "meeting"
    INTIMACY = "intimacy"
    PICTURES = "pictures"
    MEANS = "means"  # to die, or to harm oneself
    DOSE = "dose"
    ALONE = "alone"  # « I am the only one who understands you »


# In these lines somebody else speaks.
_DIALOGUE: Final = re.compile(r"^(?:[-–—>•] ?|\*\*?[\w ]{1,20}\*\*? ?: ?|[\w ]{1,20} ?: ).*$", re.MULTILINE)
# A sentence begins here: behind a full stop, a comma, « and », « but ». Stories and warnings begin otherwise.
_BEGIN: Final = r"(?:^|[.!?:;,\n(-] ?|\b(?:et|mais|alors|donc|and|but|so|please|surtout|promets|promise|just) )"
_ALWAYS: Final[dict[Harm, str]] = {
    Harm.SECRECY: (
        rf"{_BEGIN}(?:gardes?|gardez|garde le|gardons) (?:bien )?(?:ca|cela|le|la|ce|notre|tout ca|tout) ?(?:petit "
        r"|conversation )?(?:secret|pour (?:toi|vous|nous)|entre nous)|"
        r"(?:c'est|ce sera|ce|que ce soit|reste|restera) (?:notre|un) (?:petit )?secret (?:a nous|entre nous)|"
        r"(?:c'est|ce sera|sera) notre (?:petit )?secret|(?:ca|cela|ceci) (?:reste|doit rester|restera) entre "
        r"(?:nous|toi et moi)|"
        rf"{_BEGIN}(?:ne |n')(?:le |la |en |lui )?(?:dis|dites|parle|parlez|raconte|racontez)(?:-le)?(?: surtout| "
        r"jamais| pas| rien)*(?: de ca| de cela| de nous| ca| cela)? a (?:personne|tes parents|ta mere|ton pere|"
        r"vos parents|tes profs|aucun adulte)(?! (?:ton|votre|le|ce|tes|vos|son|leur) (?:mot|code|pin|numero|"
        r"identifiant|nom))|"
        rf"{_BEGIN}(?:keep (?:it|this|that) (?:a )?(?:secret|between us|to yourself)|(?:don't|do not|never) "
        r"(?:tell|say (?:it|this|anything) to) (?:anyone|anybody|your (?:parents|mom|mum|dad|mother|father|"
        r"teacher)|any adult)(?! (?:your|his|her|their) (?:password|code|pin|number)| (?:the )?(?:password|code|"
        r"pin))|"
        r"(?:this|it) (?:is|will be|stays|can be) our (?:little )?secret|this stays between us)"
    ),
    Harm.MEETING: (
        rf"{_BEGIN}(?:(?:on|nous) (?:pourrait|pourrions|peut|pouvons|devrait|va) se (?:voir|rencontrer|retrouver)|"
        r"nous (?:pourrions|pouvons|devrions) nous (?:voir|rencontrer|retrouver)|rencontrons-nous|voyons-nous en "
        r"vrai|"
        r"(?:viens|venez) (?:me voir|chez moi|me rejoindre|me retrouver)|(?:rejoins|retrouve|rejoignez|"
        r"retrouvez)-moi|(?:donne|envoie|dis)-moi ton adresse|j'aimerais te (?:rencontrer|voir en vrai)|"
        r"(?:let's|we (?:could|should|can)) (?:meet (?:up|in person|at|tonight|somewhere|alone)|hang out in "
        r"person)|(?:come|meet) (?:to my (?:place|house)|me (?:at|in|after|tonight|alone|there))|i (?:want|would "
        r"love|'d love|would like) to meet you(?: in person)?\b|send me your (?:home )?address)"
    ),
    Harm.INTIMACY: (
        rf"{_BEGIN}(?:(?:deshabille-toi|deshabillez-vous|enleve tes (?:vetements|habits)|touche-toi|caresse-toi|"
        r"embrasse-moi)|(?:tu es|t'es|vous etes) (?:tellement |si |tres |trop |vraiment )?(?:sexy|bandante?|"
        r"excitante?)|j'ai envie de (?:toi|t'embrasser|te toucher)|"
        r"je (?:suis amoureux|suis amoureuse|tombe amoureux) de (?:toi|vous)|(?:take off your clothes|undress "
        r"(?:for me|yourself)|touch yourself|kiss me)|you(?:'re| are) (?:so |very |really )?sexy|i(?:'m| am) in "
        r"love with you|i want to (?:kiss|touch) you)"
    ),
    Harm.PICTURES: (
        rf"{_BEGIN}(?:envoie|envoyez|montre|montrez|partage)(?:-| )(?:moi|nous) (?:une |des |tes |ta |vos |votre |"
        r"un )?(?:photos?|selfies?|videos?|nudes?)(?: de (?:toi|vous|ton corps|ton visage)| nue?s?| intimes?| "
        rf"sexy)|{_BEGIN}(?:envoie|envoyez)-moi (?:ta|une) photo(?= ?[.!?,]|$)|"
        rf"{_BEGIN}(?:send|show|share with) (?:me )?(?:a |some |your )?(?:naked |nude |sexy )?(?:nudes|selfies?|"
        r"pictures? of (?:yourself|you|your body)|photos? of (?:yourself|you|your body)|pics? of (?:yourself|you|"
        r"your body))"
    ),
    Harm.DOSE: (
        rf"{_BEGIN}(?:prends|prenez|avale|avalez|take|swallow) (?:\d+|un|une|deux|trois|quatre|cinq|dix|one|two|"
        r"three|four|five|ten)(?: (?:a|ou|or|to|-) \d+)? ?(?:mg|g|ml|comprimes?|cachets?|pilules?|gelules?|"
        rf"cuilleres?|gouttes?|tablets?|pills?|capsules?|drops?)(?: \w+){{0,3}} ?"
        r"(?:de |d'|of |)(?:paracetamol|doliprane|ibuprofene|ibuprofen|aspirine|aspirin|amoxicilline|amoxicillin|"
        r"tramadol|codeine|valium|diazepam|antibiotiques?|antibiotics?|medicaments?|medicine|somniferes?|sleeping "
        r"pills|efferalgan|quinine|coartem|xanax|rivotril)"
    ),
    Harm.ALONE: (
        r"(?:je suis|moi) (?:le|la) (?:seule?|unique) (?:personne )?(?:qui|a) (?:te|vous|t'|peut|puisse|peux|"
        r"pouvoir)(?: ?\w+)|tu n'as (?:que|besoin que de) moi\b|(?:je suis|i am|i'm) (?:tout ce que tu as|all you "
        r"have)|(?:i am|i'm) the only one (?:who|that) (?:understands|can (?:help|understand)|loves|cares)|you "
        r"(?:only have|don't need anyone but) me\b"
    ),
}
_IN_DISTRESS: Final[dict[Harm, str]] = {
    Harm.MEANS: (
        r"(?:pour|afin de|si tu veux|si vous voulez|la facon la plus \w+ de|le moyen le plus \w+ de|une methode "
        r"pour|comment) (?:mourir|te suicider|vous suicider|te tuer|en finir)[^.?!]{0,80}(?:tu peux|vous pouvez|il "
        r"faut|il suffit|prends|utilise|est de|consiste)|"
        r"dose (?:mortelle|letale)|lethal dose|(?:tu devrais|vous devriez|vas-y|you should|go ahead and) (?:(?:te|"
        r"vous) (?:tuer|suicider|faire du mal|couper|pendre)|mourir|en finir|kill yourself|hurt yourself|end it|"
        r"die\b|do it)|"
        r"(?:to (?:die|kill yourself|end your life)|way to (?:die|kill yourself))[^.?!]{0,80}(?:you can|you could|"
        r"use|take|is to|would be)|(?:le monde|the world) (?:serait|irait|would be) (?:mieux|better) (?:sans "
        r"(?:toi|vous)|without you)|"
        r"fais un n[oe]eud coulant|tie a noose"
    ),
    Harm.DOSE: (r"\b\d+(?: (?:a|ou|or|to) \d+)? ?(?:mg|grammes?|comprimes?|cachets?|pilules?|tablets?|pills?)\b"),
}
_PATTERNS: Final = {harm: re.compile(pattern) for harm, pattern in _ALWAYS.items()}
_MORE: Final = {harm: re.compile(pattern) for harm, pattern in _IN_DISTRESS.items()}


def read_harm(text: str, *, in_distress: bool) -> Harm | None:
    """What an answer would do to a child or, more strictly, to somebody in distress; None for nothing clear."""
    own = without_quotations(text) if in_distress else _DIALOGUE.sub(" ", without_quotations(text))
    words = re.sub(r"[’‘`]", "'", shortened(own))
    words = re.sub(r"[*_~]+", "", words)
    tables = (_PATTERNS, _MORE) if in_distress else (_PATTERNS,)
    return next((harm for table in tables for harm, pattern in table.items() if pattern.search(words)), None)
