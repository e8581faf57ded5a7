"""Pictures of a body: asked for, taken, shown, or used as a threat."""

from typing import Final

_COERCES: Final = (
    r"(?:argent|\d{2,} ?(?:000|mille|f\b|fcfa|francs)|transfert|orange money|mobile money|momo|wave|rancon|"
    r"sinon|si je (?:lui )?(?:envoie|paye|paie|donne) pas|menace|reclame|chantage)"
)
FRENCH: Final = (
    r"(?:veux|va|vont|veulent|menace(?:nt)? de|peur qu il|publie|poste|diffuse|partage|envoye|balance|publier|a) "
    r"(?:deja )?(?:publie[r]?|poste[r]?|diffuse[r]?|montre[r]?|envoye[r]?|balance[r]?|partage[r]?|mettre|mis)? "
    r"?(?:mes|ma) (?:nudes?|sextapes?|(?:photos?|videos?) (?:nue?s?|intimes?|sexy|de moi nue?))|menace(?:nt)? de "
    r"(?:publier|poster|diffuser|montrer|envoyer) (?:mes|ma) (?:photos?|videos?)|(?:fait|font) (?:chanter|du "
    r"chantage) (?:avec|sur) (?:mes|ma|des) (?:photos?|videos?|nudes?|sextape)",
    r"(?:demande|reclame|veux|exige)[a-z]* (?:que je (?:lui )?(?:envoie|montre|fasse) )?(?:des |mes |une |ma "
    r")?(?:photos?|videos?|images?) (?:de moi )?(?:nue?s?|sans (?:mes )?(?:habits|vetements)|deshabillee?|"
    r"intimes?|de mon corps)",
    r"(?:envoie|envoye|montre|montrer|publie|publier|poste|poster|mis|mettre|mettent|diffuse|diffuser|partage|"
    r"partager) (?:.{0,12} )?(?:ma|mes|une?|la|les|des) (?:video|photo|sextape|image|capture)s? (?:intimes?|de "
    r"moi(?: nue?)?(?! (?:en|a|au|avec))|nue?s?|compromettantes?)",
    r"(?:chanter|chantage|menace) .{0,14}(?:avec|de|sur) (?:.{0,20} )?(?:photos?|videos?|nudes?|sextapes?|"
    r"images?) (?:de moi|nue?s?|intimes?|que)",
    r"(?:fait|font) (?:du )?chant(?:er|age) (?:avec|pour) (?:une|ma|mes|des) (?:videos?|photos?|nudes?)",
    r"(?:montre[rz]?|envoie|envoye[rz]?)(?: lui)? (?:mes|ma|mon) (?:seins|fesses|poitrine|sexe|parties|corps nu)",
)  # fmt: skip
ENGLISH: Final = (
    r"\bblackmail\w* me|\b(?:post|leak|share|send|publish|release|expose|posting|leaking|sharing) my (?:nudes?|"
    r"naked|nude|sex tape|private (?:photos?|pictures|videos?))|\bthreaten\w* to (?:post|leak|share|send|publish|"
    r"expose) my (?:photos?|pictures|pics|videos?)",
    r"\b(?:ask(?:s|ed|ing)? (?:me )?for|want(?:s|ed)?|demand(?:s|ed)?|keeps asking for) (?:my |me to send "
    r")?(?:nudes|naked (?:pictures|photos|pics)|nude (?:pictures|photos|pics)|sexy (?:pictures|photos|pics)|"
    r"pictures of my body)",
    r"\bblackmail(?:ed|ing|s)? (?:me )?(?:.{0,10} )?(?:my )?(?:nudes?|naked|private|intimate|pictures|photos|"
    r"videos?)",
    r"\b(?:recorded|record|screenshot\w*) (?:our|my|the|me) .{0,20}(?:call|video|naked|nude|bathing) "
    r".{0,24}(?:money|pay|send|post|share)",
    r"\b(?:has|have|got|with) my (?:pics|pictures|photos|videos?|nudes?) .{0,40}(?:money|pay|send (?:them|it)|"
    r"to my (?:dad|mom|parents|school)|post)",
)  # fmt: skip
