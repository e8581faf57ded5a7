"""Who does and suffers what, as people say it in French, and what somebody swallows: pieces of the patterns of this
folder."""

from typing import Final

_OF: Final = r"(?: (?:de|a|du|d) (?:(?:ma|mon|la|l|notre) )?[a-z]+| coranique| spirituel)?"  # « mon prof de maths »
SOMEBODY: Final = (
    r"(?:(?:ma|mon|une?|notre|cette|une? de (?:mes|nos|ses)) "
    r"(?:(?:petite?|grande?|meilleure?|bonne?|jeune|ancienne?) )?(?:soeur|frere|amie?|copine?|"
    r"copain|pote|mere|pere|maman|papa|cousine?|voisine?|fille|fils|garcon|camarade|eleve|etudiante?|collegue|enfant|"
    r"bebe|"
    r"best|bff|bestie|tante|oncle|mec|meuf|mari|femme|grand mere|grand pere|neveu|niece)s?"
    r"(?: (?:(?:de|a) (?:ma|mon|notre) (?:classe|lycee|ecole|college|fac)|de classe|a moi))?)"
)
FAMILY: Final = (
    r"(?:pere|mere|oncle|tante|beau pere|belle mere|frere|grand frere|petit frere|soeur|grande soeur|cousin|cousine|"
    r"mari|femme|copain|mec|petit ami|ex|patron|patronne|tuteur|tutrice|prof|professeur|maitre|maitresse|voisin|"
    r"voisine|grand pere|grand mere|papa|maman|tonton|papi|papy|mamie|directeur|surveillant|pasteur|imam|marabout|"
    r"entraineur|coach|chef|logeur|homme|monsieur|type|gars|vieux|grand|garcon|inconnu|demi frere|parrain|educateur|"
    r"repetiteur|encadreur|encadrant|censeur|proviseur|instituteur|adulte|pretre|cure|serigne|oustaz|gardien|"
    r"chauffeur|fiancee?|conjoint|compagnon|concubin|belle soeur|demi soeur|policier|militaire|gendarme|soldat|client|"
    r"maratre|coepouse)"
)
WHO: Final = (
    rf"(?:(?:mon|ma|le|la|un|une|mes|les|des|ce|cet|notre|l) (?:(?:petit|grand|gros|nouveau) )?{FAMILY}s?"
    rf"{_OF}|(?:mes|les|des|deux|trois|quatre|cinq|plusieurs) (?:parents|grands|camarades|eleves|gens|garcons|freres|"
    rf"bandits|jeunes|hommes|inconnus|voyous|microbes|types){_OF}|oustaz|"
    r"papa|maman|tonton|tata|tantie|papi|papy|quelqu un|parents|on|il|ils|elle|elles)"
)
GROWN: Final = (  # who has power over a child, and with whom sleeping in one bed is no custom
    r"(?:(?:mon|le|notre|un|ce|l) (?:(?:grand|gros|nouveau|vieux) )?(?:pere|beau pere|papa|oncle|tonton|grand pere|"
    r"papi|papy|prof|professeur|maitre|patron|tuteur|directeur|proviseur|censeur|surveillant|repetiteur|encadreur|"
    r"encadrant|pasteur|pretre|cure|imam|marabout|oustaz|serigne|voisin|gardien|chauffeur|logeur|coach|entraineur|"
    rf"chef|parrain|demi frere|cousin|educateur|instituteur){_OF}|papa|tonton|papi|papy|oustaz)"
)
DRUNK: Final = (  # only what nobody drinks; « j’ai mangé du poison » is more often a fish
    r"(?:l ?)?(?:l?eau de javel|javel|poison|mort aux rats|raticide|insecticide|pesticide|herbicide|desherbant|"
    r"gramoxone|furadan|ddvp|detergent|eau de batterie|"
    r"soude caustique|acide(?= *$| (?:de batterie|sulfurique|chlorhydrique)))"
)
PILLS: Final = (
    r"(?:medicaments?|medocs?|cachets?|comprimes?|pilules?|somniferes?|gelules?|paracetamols?|dolipranes?|"
    r"efferalgans?|"
    r"nivaquines?|chloroquines?|quinines?|tramadols?|tramol|valiums?|diazepams?|ibuprofenes?)"
)
TOXIC: Final = (  # what is drunk to die, where it is clear from the rest
    rf"(?:{DRUNK}|dakin|sniper|rambo|gamezone?|gamezo|gramoxone|petrole|kerosene|antigel|detartrant|alcool a bruler|"
    r"essence|acide(?! (?:ascorbique|citrique|folique)))"
)
MEANS: Final = rf"(?:cordes?|lames?|rasoir|couteau|pistolet|fusil|arme|{PILLS}|{TOXIC})"
OFTEN: Final = r"(?:(?:tout le temps|toujours|encore|souvent|parfois|qui|chaque (?:jour|soir|nuit)|deja|la|y) ){0,2}"
FEELING: Final = (  # « ça me frappe que… », « il me touche l’épaule » are no blows
    r"(?! (?!(?:(?:vraiment|beaucoup|tellement|trop|toujours|plus|tres|si) )+(?:fort|dur|mal)\b)(?:(?:(?:vraiment|"
    r"beaucoup|profondement|droit|tellement|trop|toujours|particulierement|enormement|plus) ?)+|(?:par|avec|au "
    r"coeur|un mot|d une?|d interdiction|le coeur|l ame|au plus)\b|dans (?:ce|le|cette|son) (?:livre|film|texte|"
    r"roman|poeme|discours|chanson)|sur les nerfs|sur l epaule|\d|(?:sa|ta|ton|cette) (?:chanson|voix|histoire|"
    r"lettre)|sur le systeme|l oeil|dans l oeil|dans le dos|la discute|des messages|un (?:message|texte)|l esprit|"
    r"(?:c )?est (?:que|la|le)|que|c est que))"
)
