"""Somebody close is in danger: wants to die, is beaten, abused, given away."""

from typing import Final

from bot.reading.distress.english_people import NOT_OF
from bot.reading.distress.french_people import DRUNK, FAMILY, PILLS, SOMEBODY, TOXIC

_WANTS: Final = (
    r"(?:veux|va|voulait|voudrais|pense|parle|a envie|essaye|essaie|a (?:deja )?(?:essaye|tente|voulu|decide)|dit|"
    r"menace)(?: encore| souvent| aussi| juste)?(?: de| a| d| du| au| que| qu il| qu elle| elle| il| veux| va| "
    r"vouloir)*"
)
_DIES: Final = (
    r"(?:se suicider?|suicide\b|suicider|se tuer(?! (?:au|a)\b)|en finir(?! avec (?:le|la(?! vie)|les|ce|cet|l|"
    r"son))|se pendre|se noyer|se faire du mal|mettre fin a|se jeter (?:du|sous|d un|dans (?:le|la|un))|se donner "
    r"la mort|s (?:oter|enleve) la vie|sauter (?:du (?:haut |pont|toit|balcon)|d un (?:pont|toit|immeuble)|par la "
    rf"fenetre|dans le vide)|(?:boire|avaler|prendre) (?:(?:du|de|la|le|l|un|une|des|tous|les) ){{0,3}}{DRUNK}|"
    rf"avaler (?:des|tous|plein de) {PILLS}(?! (?:pour|contre)))"
)
_CLOSEST: Final = (
    rf"(?:(?=ma |mon |notre |une? amie? |une? de mes ){SOMEBODY}|mon (?:gars|pote|coloc|copo)|ma (?:go|pote|copo)|"
    r"papa|maman)"
)
_CLOSE: Final = (
    r"\b(?:my|our|a|this|one of my) (?:best |close |little |big |older |younger |good |baby )?(?:friend|sister|"
    r"brother|mom|dad|cousin|bff|bestie|classmate|girlfriend|boyfriend|roommate|neighbou?r|daughter|son|child|"
    r"niece|nephew|gf|bf|wife|husband|bro|sis|aunt|uncle|partner|kid|student|pupil|girl|boy)s?(?: (?:in|from|at) "
    r"my (?:class|school|street))?"
)
FRENCH: Final = (
    rf"{SOMEBODY} (?:.{{0,40}} )?{_WANTS} (?:{_DIES}|(?<!va )(?<!que )mourir(?! (?:de|d) (?:rire|faim|soif|honte|"
    r"chaud|froid)))",
    rf"(?:il|elle) {_WANTS} (?:{_DIES}|(?<!va )mourir) (?:.{{0,30}} )?(?:aidez|que faire|quoi faire|je fais quoi|"
    r"on fait quoi|comment (?:l|la|le) |j ai peur|au secours|que dois je)",
    rf"{SOMEBODY} (?:.{{0,20}} )?(?:se (?:scarifie|mutile|fait du mal|coupe les (?:veines|bras)|coupe(?= *$| "
    r"(?:pour|depuis)))|(?:a fait|fait) une tentative|(?:(?:a|as|vient de) (?:avale|avaler|pris|bu|boire|prendre) "
    rf"(?:.{{0,20}} )?{DRUNK}|(?:a|as|vient de) (?:(?:avale|avaler) (?:.{{0,20}} )?|(?:pris|prendre) (?:des|tous|"
    rf"toute?s?|plein|trop|beaucoup|une boite) (?:.{{0,15}} )?){PILLS})(?! (?:contre|pour (?:le|la|sa|son|"
    r"dormir)))|(?:s est|a) suicid(?:er|ee?)|s est donne la mort|(?:s|c) est pendue?(?! (?:au|a) (?:telephone|mon|"
    r"ton|son|mes|ses)\b)|s est (?:coupe|ouvert|taillade)e? les (?:veines|poignets|bras)|est suicidaire|est en "
    r"danger(?! de)|a (?:des|souvent des) (?:idees|pensees) (?:suicidaires|noires|de suicide))",
    rf"{SOMEBODY} (?:.{{0,20}} )?(?:est|s est fait|se fait|a ete|va etre) (?:.{{0,12}} )?(?:(?:frappe|bat|battre|"
    r"viole|maltraitee?|abusee?|tape|agressee?|harcele|menace|touche|enleve|sequestre|kidnapped?) ?(?:par|a la "
    r"maison|a l ecole|chez|$|tous|tout)(?! une? (?:concurrente?|adversaire|equipe|autre))|mariee? (?:de force|a "
    r"un vieux|contre)|donnee en mariage (?:a|de force)|excisee?\b)",
    rf"(?:amies?|copines?|copain|pote|soeur|cousine?|eleve|voisine) (?:que|dont|et|qui) (?:son|sa|l) {FAMILY} "
    r"(?:la |le |l a )?(?:frappe|bat|viole|touche|tape|maltraite|menace|brule)(?! (?:a|au|aux|beaucoup|par) )",
    rf"(?:son|sa) {FAMILY} (?:la|le|l a) (?:frappe|bat|viole|touche|tape|maltraite|menace|brule)(?! (?:a|au|aux|"
    r"droit|beaucoup|de) )",
    rf"(?:(?:mon|ma|notre) {FAMILY}|(?:le|un) voisin|la voisine) (?:(?:a|est en train de|arrete pas de|veux) "
    r")?(?:bat|battre|frappe|tape|tabasse|maltraite|viole|etrangle|tuer|abuse de|couche avec|touche)(?: "
    r"(?:souvent|toujours|tout le temps|encore))? (?:(?:(?<!couche avec )(?<!touche )sa (?:femme|copine|mere)|ses "
    r"(?:enfants|filles|neveux|nieces|eleves|femmes)|sa (?:fille|niece|petite fille|belle fille|servante|bonne)|"
    r"son (?:fils|enfant|neveu|bebe|eleve)|ma (?:cousine|niece|copine|meilleure amie|fille|voisine)|mon (?:cousin|"
    r"neveu|fils|bebe)|(?:une|des|les) (?:eleves?|filles?|enfants?))\b)(?! (?:a|au|aux|par) )",
    r"(?:les|mes|nos) voisins (?:bat|battent|frappe|frappent|tapent|maltraitent?|brulent) (?:leurs?|une?|l) "
    r"(?:enfants?|bonne|fille|fils|bebe|servante)",
    rf"{SOMEBODY} (?:de |a |qui a )1[0-7] ans .{{0,25}}(?:mariee?|la marier|excisee?|l exciser)\b",
    rf"{SOMEBODY} (?:.{{0,20}} )?enceinte (?:de|d) (?:son|un) (?:oncle|pere|papa|beau pere|prof|professeur|maitre|"
    r"frere|grand pere|patron|pasteur|tuteur|cousin|viole?)",
    rf"{SOMEBODY} m a (?:dit|ecrit|envoye|confie) (?:.{{0,30}} )?(?:adieu|je veux mourir|mourir|envie de mourir|se "
    r"suicider|se tuer)",
    r"(?:on|ils|ses parents) (?:veux|veulent|va|vont) (?:marier|exciser) (?:ma|mon|de force)",
    rf"{_CLOSEST} (?:.{{0,24}} )?(?:a (?:poste|ecrit|envoye|dit|mis|publie)|m a (?:dit|ecrit|envoye)) (?:.{{0,20}} "
    r")?(?:adieux?(?! (?:a )?(?:l|les|ses) )|dernier (?:message|mot)|(?:repond|decroche) (?:plus|pas))",
    rf"{_CLOSEST} (?:.{{0,20}} )?(?:(?:a (?:achete|pris|prepare|cache) (?:une?|la|le|du) (?:corde|poison|lame|"
    r"couteau)) .{0,24}(?:peur|mourir|aidez)|a (?:des |)(?:marques?|traces?|coupures|cicatrices|entailles) "
    r"(?:.{0,10} )?(?:de lame|sur (?:les|ses|le|son) (?:bras|poignets?|cuisses))|a (?:bu|avale) (?:un|le|du) "
    r"(?:produit|truc bizarre|liquide)|a laisse une lettre .{0,14}(?:disparu|parti|adieu)|s est enferme[e]? "
    r"(?:.{0,14} )?(?:fusil|corde|couteau|arme|medicaments|poison)|saigne (?:en bas|du sexe)|(?:est|a ete) "
    r"(?:sequestree?|sequestre|kidnappe|enleve|pris en otage)(?! (?:du groupe|de la liste)))",
    rf"{SOMEBODY} (?:a|vient d|vient de) (?:avaler?|bu|boire|mange|pris|prendre) (?:.{{0,16}} )?(?:{TOXIC}|soude|"
    rf"(?:tous|plein|trop|beaucoup|une boite|des tas) (?:.{{0,6}} )?{PILLS})|(?:enfant|eleve|camarade|garcon|"
    r"fille) (?:.{0,24} )?(?:avec|a) des (?:bleus|traces de coups|marques de coups|brulures de cigarettes?)(?= "
    r"*$| (?:partout|sur|chaque|tous))",
)  # fmt: skip
ENGLISH: Final = (
    r"\b(?:he|she) (?:says? (?:that )?(?:he|she) |said (?:that )?(?:he|she) )?wants? to (?:kill (?:him|her)self|"
    r"die|end (?:his|her) life|commit suicide) (?:.{0,30} )?(?:help|what (?:do|can|should) i|i don t know|i am "
    r"(?:scared|afraid))",
    rf"{_CLOSE} (?:.{{0,20}} )?pregnant (?:by|for) (?:her|his) (?:step ?)?(?:dad|uncle|teacher|brother|cousin|"
    r"pastor|boss|lecturer)",
    r"\b(?:my|the|our) (?:neighbou?r|uncle|dad|brother|step dad|brother in law|cousin) (?:always |often |is |"
    r"keeps )*(?:beats?|beating|hits?|hitting|rapes?|raping|molests?|abus(?:es|ing)) (?:up )?(?:his (?:wife|kids?|"
    r"children|daughter|son|girlfriend|niece)|my (?:cousin|niece|aunt|aunty))\b(?! (?:at|in) )",
    r"\bmarry (?:off )?(?:off )?my (?:little |younger |small |baby )?(?:sister|cousin|friend)(?= off| to an? old|"
    r"(?<=off my sister)$|(?<=off my cousin)$|(?<=off my friend)$| by force)",
    r"\b(?:her|his|friend s|friends) (?:dad|mom|step dad|uncle|boyfriend|husband|brother|teacher) (?:always |"
    r"often |is |keeps )*(?:hits?|beats?|rapes?|raped|touch(?:e|es|ed)|abuses|abused|molests?) (?:her|him)(?! "
    r"(?:at|in|deeply|on the))",
    rf"{_CLOSE} (?:.{{0,40}} )?(?:want(?:s|ed)? to (?:die{NOT_OF}|kill (?:her|him|them)sel(?:f|ves)|end (?:her|his|"
    r"their) life|commit suicide|hurt (?:him|her)self|end it all)|is (?:suicidal|going to (?:kill|hurt) (?:her|"
    r"him|them)sel(?:f|ves)|in danger|thinking (?:about|of) (?:suicide|dying|killing))|(?:cuts?|cutting|hurting|"
    r"hurts|harms?|harming|is cutting) (?:her|him|them)sel(?:f|ves)|tried to (?:kill|hurt) (?:her|him)self|tried "
    r"suicide|attempted suicide|talks? about (?:suicide|dying|killing)|is talking about (?:suicide|dying|killing)|"
    r"took (?:(?:too many|a lot of|all (?:the|her|his)) )?pills(?! for)|(?:is|started) cutting(?= *$))",
    rf"{_CLOSE} (?:.{{0,20}} )?(?:is|was|gets|got|has been|is being|keeps getting) (?:being |getting |sexually |"
    r"always )*(?:raped|molested|abused|beaten|assaulted|bullied|hit|touched)(?= *$| (?:by (?!a ball|a car|the "
    r"music)|at (?:home|school)|every))",
    r"\b(?:her|his) (?:dad|mom|stepdad|step dad|uncle|boyfriend|husband|brother|teacher|parents) (?:.{0,12} "
    r")?(?:hits?|beats?|rapes?|raped|touche|touches|touched|abuses|abused|molests|molested|is (?:hitting|beating|"
    r"abusing|raping|touching)) (?:her|him)(?! (?:at|in|deeply))",
    rf"{_CLOSE} (?:told me|said|texted me|wrote me|says|says that|told me that|said that|keeps saying) (?:that "
    r")?(?:she|he|they)? ?(?:wants?|is going|s going|would|feels? like|is thinking|wanted|i want)? ?(?:to|of|"
    r"about)? ?(?:die|dying|kill (?:her|him|my)sel(?:f|ves)|killing (?:her|him)self|suicide|suicidal|goodbye "
    r"forever|end it)",
    r"\b(?:she|he) (?:said|says|told me|keeps saying) (?:that )?(?:she|he) (?:wants?|wanted|is going|was going) "
    r"to (?:die(?! (?:of|her|his|hair))|kill (?:her|him)self|end it all)",
    r"\b(?:friend|bestie|roommate|brother|sister|cousin|girlfriend|boyfriend|mother|mom|mum|daughter|son|she|he) "
    r"(?:just |has |have )*(?:swallowed|overdosed|drank|took) (?:.{0,14} )?(?:pills|tablets|bleach|poison|"
    r"sniper)\b",
    r"\b(?:friend|bestie|roommate|brother|sister|cousin|girlfriend|boyfriend|she|he) (?:just |has |have "
    r")*(?:texted|sent|posted|wrote|said) (?:me |us |his |her |their |a )*(?:goodbye|(?:final|last|goodbye) "
    r"(?:message|words|post)) (?:.{0,20} )?(?:won ?t|not|doesn ?t|isn ?t|stopped|no longer) (?:\w+ )?(?:answer|"
    r"reply|respond|pick)\w*",
)  # fmt: skip
