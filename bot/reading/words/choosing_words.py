"""How people lead to an answer: whom they speak to, how they say that they choose, what they call a statement. Data
only, divided by `|`, without accents; see `answer_words`."""

from typing import Final

CALLED: Final = (
    "monsieur|madame|mademoiselle|mr|mme|prof|professeur|maitre|maitresse|sir|madam|ma am|teacher|frere|frr|bro|chef|"
    "mon frere|ma soeur|mon ami|mon pote|docteur|maman|papa|tonton|tantie|tata|boss|gars|lol|mdr|mdrr|ptdr|haha|hihi|"
    "wallah|walai|tkt|gar|mbom|tara|mola|mon vieux|ma copine|abeg|oo|ooo|wai|deh|dey|sha|hein"
)  # said before an answer or behind it, and no part of it
_CHOOSING: Final = (
    "choisis choisi choisit choisie choisirai choisirais prends prend prendrai prendrais dis dit di dirai dirais mets "
    "met mettrai mettrais pense pens penserais crois croi croirais propose proposerais valide selectionne confirme "
    "garde reponds repond repondrai repondrais coche suppose vote opte parie mise clique penche pencherais pencherai "
    "opterais opterai voterais parierais miserais irais irai tenterais"
).split()
_CHOSEN: Final = "choisi dit di mis pris pense repondu coche vote opte".split()
CHOOSERS: Final = "|".join(
    f"{said}{link}"
    for said in (
        *(f"{i}{verb}" for verb in _CHOOSING for i in ("je ", "j ", "j")),
        *(f"{i} {verb}" for verb in _CHOSEN for i in ("j ai", "jai", "g")),
        "il me semble", "mets", "met", "mettez", "prends", "prend", "prenez", "on met", "on prend", "note",
    )
    for link in ("", " que", " que c est", " que c", " ke c", " ke c est", " pour", " sur", " par", " c est")
)  # fmt: skip
FOUND: Final = tuple(
    tuple(f"{said}{link}".split())
    for said in (
        "j ai trouve",
        "jai trouve",
        "g trouve",
        "je trouve",
        "j trouve",
        "on trouve",
        "j obtiens",
        "on obtient",
        "i found",
        "i find",
        "i got",
        "i get",
    )
    for link in ("", " que", " que c est", " que c", " that it s", " that it is")
)  # what leads to a letter, and to a value rather than to the number of a line: « j’ai trouvé 2 »
STATED: Final = "|".join(
    f"{this} {said}"
    for said in "affirmation phrase enonce proposition assertion declaration".split()
    for this in ("l", "la", "cet", "cette", "c est une", "c est la")
) + "".join(
    f"|{this} {said} est"
    for said in "affirmation phrase enonce proposition assertion declaration".split()
    for this in ("l", "la", "cet", "cette")
)
