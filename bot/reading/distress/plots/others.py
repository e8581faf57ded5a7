"""What happens to somebody close."""

from typing import Final

PLOTS: Final = (
    "kin ~~ messages|message de mort",
    "kin sent|said|wrote|texted goodbye|bye ~~ no moves|picking|replying|reply|respond",
    "tuer my kin kin? ~~ what|ce ~ me fait|did",
    "i|veux|envie ~ tuer my kin kin? ~ ce qu ~ fait",
    "kin|they veux|veut|va sauter du|de|par ~ balcon|toit|pont|fenetre|immeuble",
    "they beat my? kin",
    "kin|they|power ~ breaks ~ body de|of my? kin",
    "they|power|kin|bad torture my? kin",
    "kin|they has* took the poison|javel|raticide|acide|sniper",
    "petit|petite|bebe|child ~ swallows ~ pills",
    "s est taille|coupe|ouvert ~ veines",
    "kin a plante my kin",
    "kin|fille ~~ ~~ se coupe ~~ ~~ secret",
    "trouve my kin kin? pendu|pendue|inanime|inanimee|fit",
    "crier they ~ beats",
    "i|they ai|a swallows ~ truc|produit|poudre|chose ~ rats|rat",
    "kin|they|bebe ~ swallows ~~ toxic",
    "kin|they ~ took ~ much|des ~ pills !for|to|pour|contre",
    "kin|power|they ~ took|prend ~ drug ~~ moves|tremble|no|menace",
    "kin|power|they ~ took|prend ~ drug ~~ ~~ par terre",
    "pupil|pupils|student|students|eleve|kin ~ has* bruises",
    "kin|fille|garcon ~~ marques|traces|cicatrices|bleus|marks|scars of|de|from ~ brulure|brulures|coups|coup|"
    "ceinture|fouet|"
    "fer|belt|beating|burns|burning",
    "kin|roommate|classmate has* rope|poison|pills|sniper ~~ bye|goodbye|adieu",
    "kin|girl|boy|student ~~ want|wants|wanted to jump off|from ~ roof|bridge|building|balcony",
    "kin ~~ saying|said|says goodbye ~~ gave|giving",
    "kin ~~ veux partir|aller au ciel|paradis $|avec|pour|voir|rejoindre",
    "kin ~~ tie|tied cloth|rope for|round|around the? neck",
    "kin|they ~ kills my kin",
    "bad|they ~ rapes my kin",
    "they vient de kills my kin",
    "viens|vient de kills my kin",
    "my kin est|ete ~ beats|rapes !par",
    "my|une kin|power ~ trop fume ~~ tombe|moves",
    "i vais tuer my kin ~~ touche|beats ~ kin",
    "couteau i vais ~ planter|tuer",
    "i ai tuer quelqu un ~ accident|help",
)
# Asked last: a word that is seldom said for fun, near somebody, in whatever order.
NEAR: Final = ("my kin ~~ strong", "strong ~~ my kin")
