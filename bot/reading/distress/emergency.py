"""In danger at this moment: attacked, followed, taken away, bleeding, shots and fire."""

from typing import Final

_TAKEN_AWAY: Final = (  # a person; not « enlevé 5 points », « enlevé du groupe », « enlevé mon téléphone »
    r"enleve(?! (?:(?:aussi|encore|meme|deja|injustement) )?(?:\d|(?:deux|trois|quatre|cinq|six|sept|huit|neuf|"
    r"dix|quinze|vingt|des|du|les|mon|ma|mes|son|sa|ses|nos|notre|leurs?|d|comme|sur|parmi|tout|toutes?|tous|"
    r"beaucoup|plein|trop|quelques?|plusieurs|ca|cela)\b|une? (?!soir|nuit|jour|matin)|ce(?:t|tte)? (?!matin|soir|"
    r"midi|nuit|apres|aprem)|la (?!nuit|veille|semaine)|le (?!soir|matin|jour|lendemain|mois|week)|l (?!autre|"
    r"apres|annee)|de (?!force|nuit|chez|notre (?:maison|cour)|la maison|l ecole|mon (?:ecole|lycee|village|lit))|"
    r"dans [a-z]+ (?:groupe|equipe|liste|contacts|discussion|conversation)|et (?:bloque|supprime|remplace)))"
)
FRENCH: Final = (
    r"^(?:au secours|a l aidez|a laide|aidez moi vite|sauve[zr]? moi|sos|on va me tuer)$",
    r"^au feu(?: au feu)*(?: aidez(?: moi| nous)?)?$",
    r"(?:je suis|on est|nous sommes) en danger(?! (?:de (?:redoubler|rater|perdre|ne)|d (?:echouer|echec|"
    r"extinction)|aux? ))",
    r"(?:au secours|aidez (?:moi|nous)|sauve[zr]? (?:moi|nous)) (?:svp |vite )?(?:on (?:me|m|va me|nous)|il (?:me|"
    r"m|va me|veux me|est (?:la|derriere|devant|dans)|nous|arrive)|ils (?:me|vont me|veulent me)|mon (?:pere|mari|"
    r"oncle|beau)|quelqu un (?:me|est|veux))",
    r"(?:il|elle|papa|mon [a-z]+) a (?:pris|sorti|brandi) (?:une?|le|la|son|sa) (?:couteau|machette|fusil|"
    r"pistolet|hache|arme)(?= *$| (?:et|il|contre|pour (?:me|nous|frappe|tuer (?:ma|mon|maman|papa|mes|nous|"
    r"tout)))\b)|(?:il|ils|quelqu un|on|papa|mon (?:pere|beau pere|mari|oncle|ex|copain)) (?:.{0,14} "
    r")?(?:defoncer?|casser?|forcer?) (?:ma|la) porte(?= *$| (?:il|pour|de ma chambre|aidez))",
    r"(?:il|elle|papa|mon [a-z]+) (?:a|tient) (?:un |une |pris un |pris une |sorti un |sorti une )(?:couteau|arme|"
    r"machette|fusil|pistolet|hache)(?= *$| (?:et|il|pour me|a la main|contre|chez))",
    rf"(?:on|il|ils) (?:m a|m ont) (?:{_TAKEN_AWAY}|kidnappe|kidnapped|sequestre|enferme(?! dans une case)|prise? "
    r"en otage)|je suis (?:kidnapp?ee?|kidnapped|sequestree?|prise? en otage)|je suis enferme dans (?:une "
    r"(?:maison|chambre|voiture)|un (?:magasin|camion|endroit)) .{0,12}(?:connais pas|inconnue?|force)",
    r"(?:voleurs?|bandits?|braqueurs?|hommes armes|rebelles|terroristes|djihadistes|assaillants|boko haram) "
    r"(?:sont|est|viennent|attaquent|dans|qui attaquent) (?:.{0,14} )?(?:chez (?:moi|nous)|(?:dans|devant|"
    r"derriere) (?:ma|notre|la) (?:maison|cour|porte|chambre)|(?:dans )?(?:mon|notre) (?:quartier|village))|"
    r"hommes armes dans (?:mon|notre) (?:quartier|village)|(?:ca|ils|on) tir(?:e|ent) (?:dehors|chez nous|sur "
    r"nous|dans (?:mon|notre) (?:quartier|village))|tirs (?:chez nous|dans (?:mon|notre) (?:quartier|village))",
    r"(?:il|ils|quelqu un|on|des [a-z]+|un (?:homme|inconnu|voleur)) (?:essaye?|essaie|veux|veulent|tente|force) "
    r"(?:d |de )?(?:pour )?entrer (?:chez (?:moi|nous)|dans (?:ma|notre) (?:maison|chambre|cour)) ?(?= *$|de "
    r"force|avec|il|j ai|aidez)",
    r"(?<!comment )(?<!peut )(?<!faut )(?:appele[zr]?|appelle) (?:vite )?(?:la police|les secours|la gendarmerie|"
    r"une ambulance|les pompiers)(?: (?:vite|pour moi|il|s il))*$",
    r"(?:il|on|quelqu un|un (?:homme|monsieur|type|gars|inconnu|vieux))(?: (?!du|de|dans)[a-z]+)?(?: qui)? (?:me "
    r"(?:suit|poursuit)(?= *$| (?:dans(?! mes?| mon)|depuis|et)\b)|est (?:derriere|devant) (?:ma|la) porte)",
    r"(?:essaye?|essaie|tente|cherche|force|veux|veulent|sont en train) (?:.{0,6} )?(?:d |de |a )?(?:ouvrir|"
    r"casser|defoncer|forcer|entrer par) (?:ma|la|notre) (?:porte|fenetre)(?= *$| (?:la|il|ils|j ai|aidez|"
    r"maintenant|de ma))",
    r"(?:appele[rz]?|appelle|envoye[rz]?|envoie|venez) (?:.{0,8} )?(?:la police|quelqu un|de l aidez|les "
    r"secours|vite|une ambulance|la gendarmerie) .{0,50}(?:il|ils|elle|mon [a-z]+|on) (?:.{0,16} )?(?:(?:va|"
    r"veux|est en train de) (?:me|nous|l|la|le|les|tuer)|me (?:frappe|bat)|casse|fou|soul|(?:a|tient) (?:une?|la|"
    r"le) (?:couteau|machette|arme|fusil))\b",
    r"il (?:.{0,10} )?(?:a|tient|prend|sorti|pris) (?:la|le|une?|sa|son) (?:machette|couteau|fusil|pistolet|"
    r"hache|arme)(?= *$| (?:et|il|pour|dans)\b)",
    r"\bje saigne (?:beaucoup|trop|enormement|sans arret|et)(?! (?:du nez|des gencives))|le sang (?:coule|sort) "
    r"(?:sans arret|beaucoup|trop|toujours|et)|saigne (?:beaucoup|sans arret) (?:et|je|aidez)",
    r"(?:quelqu un|un homme|un inconnu|il) (?:est )?(?:derriere|devant) (?:ma|la) porte|(?:a l aidez|aidez moi|au "
    r"secours) (?:s il vous plait |svp |vite )?(?:il|ils|elle|on) (?:arrive|arrivent|vient|va|veux|revient|est la|"
    r"entre|me)",
    r"(?:au secours|aidez moi|a l aide) (?:.{0,6} )?y a (?:quelqu un|un (?:homme|voleur|inconnu|bandit)|des "
    r"(?:hommes|gens|voleurs|bandits))|^(?:appele[rz]|appelle) (?:vite )?(?:la police|les secours|une ambulance|"
    r"les pompiers|la gendarmerie) (?:s il (?:vous|te) plait|vite)(?= *$)",
    r"(?:il|elle|ils|on) (?:a|ont|tient) (?:un |une |des |son |sa )?(?:pistolets?|couteaux?|machettes?|armes?|"
    r"fusils?|haches?) (?:aidez|au secours|a l aide|vite|il va|et il (?:veux|va|crie|dit)|dans la main)|(?:va|"
    r"vont|veux|veulent|essaye\w*) (?:de )?(?:me |m )(?:kidnappe\w*|enlever(?! (?:mes|mon|ma|le|la|les|des|du)))|"
    r"perds (?:beaucoup|trop|plein|tout mon) (?:de )?sang",
    r"(?:coups? de feu|tirs?(?! (?:au but|a l|francs?|libres?))|rafales?|fusillade) (?:.{0,12} )?(?:dans (?:mon|"
    r"notre) (?:quartier|village|rue|cour|ecole)|devant chez (?:moi|nous)|chez nous|pres de chez|a cote de chez)",
)  # fmt: skip
ENGLISH: Final = (
    r"^(?:sos|help me (?:please )?(?:i am |i m )?in danger|save me(?: please)?|someone (?:please )?save me)$",
    r"\b(?:i am|i m|we are|we re) (?:in|currently in) (?:real |great |serious |big |immediate )?danger\b(?! of "
    r"(?:failing|losing|being (?:late|expelled)|extinction))|\b(?:i am|i m|i do(?: not|n t)|i don t) (?:not safe|"
    r"unsafe|feel safe)(?= *$| (?:at home|here|right now|with him|in my))",
    r"\bi (?:have been|ve been|was|am being|m being|got) (?:kidnapped|abducted|held (?:hostage|captive)|"
    r"trafficked|locked (?:in|up))|locked me (?:in|up|inside)|\bi (?:am|m) locked (?:in|inside) (?:a|the|this) "
    r"(?:room|house|car)|\bmy life is in danger|\b(?:at|outside|behind) my (?:door|window) with (?:a|an) (?:gun|"
    r"knife|machete|axe)",
    r"\b(?:please )?call (?:the )?(?:police|911|999|112|an ambulance)(?: (?:please|for me|now|quick|he|help))*$",
    r"\b(?:someone|somebody|a man|some guy) (?:is|s|has been) (?:following me|outside my (?:door|window)|trying "
    r"to (?:break|get) in|breaking in(?:to my)?|chasing me)",
    r"\bthere (?:is|s) (?:a man|a stranger|a thief|an intruder|a robber|a guy|someone|somebody|men) (?:is )?in "
    r"(?:my|our|the) (?:house|room|compound)(?= *$| (?:help|please|right|now|with))",
    r"\b(?:trying|tries|tried|wants?) to (?:break|get|force (?:his|their) way) into my (?:room|house|home)",
    r"\bhelp (?:me )?(?:please )?(?:he|she|they|someone|somebody|a man|my \w+) (?:am |is |are )?(?:going to|want "
    r"to|wants to|will) (?:hurt|kill|beat|rape|shoot|stab)",
    r"\bhelp (?:me )?(?:please )?(?:my|a|this) \w+ (?:want to|wants to|is going to|going to|is about to) (?:hurt|"
    r"kill|beat|rape|shoot|stab)",
    r"\bmy (?:best |close )?friend (?:said|sent|texted|wrote) (?:me )?(?:a )?goodbye .{0,20}(?:not (?:answering|"
    r"replying|picking)|won t answer|off)",
    r"\bwon t wake up\b.{0,10}$",
)  # fmt: skip
