"""What people say in the languages that are spoken beside French and English, who want to die. Their words weigh
nothing unless somebody taught them, so `danger` asks the plots wherever the first word of one of these stands: a word
that neither French nor English has."""

from typing import Final

PLOTS: Final = (
    # Lingala
    "nalingi|nazo|naluka|nazoluka ~ kokufa|komiboma",
    "nazo|naluka|nazoluka ~ liwa",
    "nalembi ~ vie|bomoi|kovivre",
    "nakomiboma",
    # Wolof
    "dama|damay ~~ begg|beg|beug|beugg|bugg dee|de|xaru",
    "dama|damay|dinaa xaru",
    "bugguma|begguma|beuguma dund|dundu",
    # Swahili; « kufa kwa njaa » is hunger
    "nataka ~ kufa|kujiua !kwa|quoi|na",
    "nitajiua",
    # Malagasy
    "hamono tena aho",
    # Creole
    "mwen ~ touye tet mwen",
)
