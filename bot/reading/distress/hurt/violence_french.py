"""Blows, threats and what else is done to a body, in French: who, the deed, whom and with what, so that a sentence
nobody thought of is heard as well. What is sexual stands in `abuse`."""

from typing import Final

from bot.reading.distress.french_people import FAMILY, FEELING, OFTEN, SOMEBODY, WHO

_GAMES: Final = (
    r"(?! (?:(?:toujours|souvent|encore|tout le temps) )?(?:a|au|aux|sur|en|d|de|par|a la|a l) ?(?:la |l |les "
    r")?(?:fifa|pes|foot|football|basket|echecs|cartes|jeu|jeux|dames|ludo|awale|course|courses|ping|tennis|"
    r"points?|buts?|math|maths|dictee|play|free|velo|scrabble|cet|ce|son|sa|cette|le livre|finale|vitesse|quiz|calcul|"
    r"handball|bras))"
)
_HIT: Final = (
    rf"(?:frappe{FEELING}|frappent{FEELING}|bat{_GAMES}|battent{_GAMES}|tape{FEELING}(?! (?:mon|un|\d))|cogne|"
    r"cognent|maltraite|maltraitent|torture|torturent|fouette|chicotte|chicotent|chicote|gifle|giflent|etrangle|"
    r"brule|sequestre|enferme(?! (?:.{0,12} )?par erreur)|brutalise|agresse|agressent|agresses|abuse|poignarde|"
    r"violente|bastonne|bastonnent|tabasse|tabassent|tabassee|ligote|enchaine|affame|rackette|rackettent|roue de "
    r"coups|insulte et me frappe|humilie et|harcele(?! (?:avec|de|pour)\b))"
)
_THREAT: Final = (
    r"(?:menace(?= *$| (?:de mort|de me tuer|de me frappe|avec (?:un|une|son)|tout|depuis|chaque|si je (?:parle|"
    r"dis|pars)|de (?:publier|montrer|diffuser|poster|me (?:tape|viole|bruler|chasser)))))"
)
_TIMES: Final = (
    r"(?:(?:toujours|encore|souvent|deja|parfois|aussi|meme|presque|carrement|la|tout le temps|chaque (?:jour|"
    r"soir|nuit)) ){0,2}"
)
_ME: Final = rf"{_TIMES}(?:me|m|m a|m ont|me l a|nous|nous a|nous ont) {_TIMES}"
_LIMB: Final = (
    r"(?:(?:le|la|les|un|une|mon|ma|mes|l|deux) (?:bras|main|doigts?|jambe|nez|dents?|cotes?|tete|poignet|"
    r"machoire|oeil|pied|tympan|os|dos|visage|figure|cou|levre)s?)"
)
_DEED: Final = (
    r"(?:(?:casse(?! (?:la tete(?! contre)|les (?:pieds|oreilles|yeux)))|brise|tordu?|fracture|ebouillante|brule|"
    rf"ouvert|blesse|demis) {_LIMB}|ebouillantee?|defiguree?|poignarde|drogue[es]*|attache (?:a (?:un|une|l) "
    r"(?:arbre|poteau|lit|chaise|pilier)|au (?:lit|poteau)|les mains|les pieds|avec|dehors|quand|comme|pour me)|"
    r"attachent? (?:.{0,8} )?(?:avec|quand|dehors|comme)|traine[a-z]* (?:par (?:les cheveux|terre|le cou|les "
    r"pieds)|au sol)|tiree? par les cheveux|(?:lance|jete|verse[rz]?|met|mets|mis|mettent|mettre|balance) "
    r"(?:.{0,14} )?(?:du piment|piment|(?:l |de l )?acide|(?:l |de l )?eau (?:chaude|bouillante)|marmite|l "
    r"huile|pierres?|braises?)|(?:cogne|tape|frappe|jette|pousse) (?:la tete )?contre (?:le|un) mur|laisse[a-z]* "
    r"(?:dehors|dormir dehors|sans manger)|(?:fait|font) (?:dormir|manger) (?:dehors|par terre|avec les|dans "
    r"(?:la|le) (?:poulailler|cuisine|cour|foret))|crache(?:nt)? dessus|mordue?|pince[a-z]* (?:fort|jusqu|quand|"
    r"partout)|fouettee?|derange(?:nt)? (?:la nuit|quand (?:je dors|elle dort|maman|tout le monde)|dans (?:ma "
    r"chambre|mon lit))|montre (?:toujours )?son (?:sexe|zizi|truc)|filme (?:quand je|nue?|sous)|gatee?(?= *$| "
    r"(?:quand|la nuit|hier|et|depuis|derriere|chez))|(?:force|forcent|oblige|obligent|contraint)e?s? (?:a |d |de "
    r")(?:.{0,3})(?:epouser|embrasser|l embrasser|coucher|dormir avec|mendier|voler|avorter|boire|sucer|toucher|"
    r"travailler (?:.{0,25} )?(?:et|sans|gratuit|mine|champs?)|vendre mon corps|me vendre|le suivre|regarder "
    r"des|faire (?:la vie|le trottoir|des choses)))"
)
_HITS: Final = (
    r"(?:frappe[s]?|frappent|bat|battent|tape|tapent|gifle|cogne|fouette|chicotte|viole|etrangle|poignarde|"
    r"brutalise|menace|insulte)"
)
_ADVERBS: Final = (
    r"(?:(?:toujours|encore|souvent|deja|parfois|aussi|meme|presque|la|tout le temps|chaque (?:jour|soir|nuit)|il|"
    r"elle|y|hier|tous les (?:jours|soirs)) ){0,3}"
)
_TO_ME: Final = rf"{_ADVERBS}(?:m|me|nous|te)(?: (?:a|ont|avait|avaient|va|vont|veux|veulent|faisait))? {_ADVERBS}"
_BLOW: Final = (  # deeds that have no kind meaning when done to a person
    r"(?:etouffe[rz]?|demolit|demolir|massacre[r]?|savate|fracasse|defonce|cravache|fesse|mordue?|mord|griffe|"
    r"ecrase|secoue|lapide|calcine|noye|pendue?|casse[r]? (?:les os|la gueule|la figure|le bras|la jambe|la tete|"
    r"les dents|le doigt|le nez)|passe[r]? a tabac|roue[e]? de coups|fait (?:tres |trop )?(?:du )?mal (?:entre|en "
    r"bas|au (?:ventre|sexe)|la nuit)|rase[e]? (?:la tete )?de force|egorge[r]?|trancher?|coupe[r]? la tete|"
    r"depuceler?)"
)
_TOOL: Final = (  # what is in a house and hurts
    r"(?:ceinture|ceinturon|batons?|bois|fouet|chicotte|fil|cable|rallonge|pilon|mortier|louche|balai|spatule|"
    r"chaussures?|sandales?|branche|liane|cravache|regle|corde|tuyau|fer|marmite|pierres?|cailloux?|bouteille|"
    r"machette|chaises?|tabouret|poings?|couteau|lame|rasoir|tenaille|pince|pagaie|planche|latte|barre|marteau|"
    r"tesson|braises?|bougie|cigarette|briquet|piment|casserole|assiette|brique|coupe coupe|houe|hache|fourchette|"
    r"cuillere|chaine|canne|gourdin|matraque|poele|fourche|aiguille|eau (?:chaude|bouillante)|huile (?:chaude|"
    r"bouillante)|acide|essence)"
)
_HOUSEHOLD: Final = (
    r"(?:(?:ma|mon|notre|sa|son|la|le|cette|mes|ses|les) (?:(?:petite?s?|grande?s?|jeunes?) )?(?:mere|maman|"
    r"soeurs?|freres?|fille|fils|niece|neveu|cousine|bonne|servante|domestique|orpheline|petite|bebe|enfants?|"
    r"femme|coepouse|grand mere|tante|eleves?)|maman)"
)
_KILLS: Final = (
    r"(?:frappe[rz]?|frappent|bat(?:tre|tent)?|tape[rz]?|gifle[rz]?|etrangle[rz]?|viole[rz]?|tabasse[rz]?|tuer|"
    r"egorge[rz]?|maltraite[rz]?|brule[rz]?|poignarde[rz]?|cogne[rz]?|fouette[rz]?|insulte[rz]?)"
)
_NOT_A_GAME: Final = (
    r"(?! (?:(?:toujours|souvent|encore) )?(?:a|au|aux|en|d|de|sur) (?:la |l |les )?(?:fifa|pes|foot|football|"
    r"basket|echecs|cartes|jeux?|dames|ludo|awale|course|tennis|points?|buts?|maths?|anglais|francais|quiz|"
    r"scrabble|play|concours|dictee|epaule))"
)
FRENCH: Final = (
    rf"{WHO} {OFTEN}(?:m|me) {OFTEN}(?:a |ont |as )?(?:deja |encore |souvent )?(?:{_HIT}|{_THREAT})(?! (?:pas|"
    r"jamais)\b)",
    rf"{WHO} (?:.{{1,60}} )?et (?:il |elle )?me (?:touche(?= *$| (?:partout|la|les|le))|viole|frappe(?= *$| "
    r"(?:avec|fort|tous|quand))|bat(?= *$| (?:avec|fort|tous))|tripote|caresse)",
    r"(?:ma|la|une) (?:maratre|belle mere|coepouse|tutrice|patronne) (?:me|m a) (?:brule|frappe|bat|tape|affame|"
    r"prive)",
    r"me (?:frappe|frappent|bat|tape|fouette|chicotte) (?:a la maison|chez moi|tous les (?:jours|soirs)|chaque "
    r"(?:jour|soir)|avec (?:une|un|la|le|sa|son) (?:ceinture|ceinturon|baton|fil|cable|chicotte|bois|fouet|pilon|"
    r"louche|balai|spatule|chaussure|branche|liane|cravache|regle|corde|tuyau|fer|marmite|pierre|bouteille|"
    r"machette|chaise|tabouret|poings?))",
    rf"(?:il|ils|elle|on|{WHO}) (?:veux|veulent|essaye de|essaie de|voulait|va|vont|a voulu|a essaye de|a tente de|"
    r"cherche a|arrete pas de|menace de|menacent de) (?:me (?:viole|frappe(?! (?:les|l))|touche$|touche (?:le|les|"
    r"la|partout)|tuer(?= *$| (?:depuis|avec))|marier|donner en mariage|egorger|exciser|faire exciser|vendre|"
    r"forcer|prostituer|etrangle)|coucher avec moi|faire l amour avec moi|abuser de moi)(?! (?:si (?:j ai|je rate|"
    r"j echoue|je)|a cause|quand|pour (?:ma|mes)))",
    r"(?:menace|menacent|promis|jure|dit) (?:.{0,12} )?(?:de|qu il va|qu elle va|qu ils vont) me tuer(?! si "
    r"(?:j ai|je rate|j echoue))",
    r"(?:j ai (?:deja )?ete|j etais) (?:viole|abusee?|agressee?|violente|attouchee?|maltraitee?|tabassee?|"
    r"violentee?|sequestree?|excisee?|kidnappee?)(?! par (?:ce|cet|cette) (?:livre|film|texte))",
    r"j ai ete (?:frappe|bat|touche|tape) par (?:mon|ma|mes|un|le|des) (?:pere|mere|oncle|tante|prof|beau|mari|"
    r"frere|homme|parents|copain|voisin|cousin)",
    r"(?:je me|me) (?:suis )?(?:fais|fait|faisait|fais encore|fais toujours) (?:encore |toujours |souvent "
    r")?(?:frappe|battre|viole|tape|harcele|touche|agresse|agresser|tabasser|maltraiter|racketter|abuser|"
    rf"violenter){_GAMES}(?! (?:a|au|par l ordi))",
    r"(?:j ai subi|je subis|victime) (?:de |d |un |une |des |du )?(?:viol\b|viole|attouchements?|violences?(?: "
    r"(?:conjugales?|sexuelles?|domestiques?|familiales?))?|abus|maltraitance|inceste|harcelement|agressions?|"
    r"coups)(?= .*\b(?:moi|mon|ma|chez|par|depuis)|$)",
    r"je suis (?!bat par une? (?:concurrent|adversaire|equipe|autre))(?:une? )?(?:(?:femme|enfant|fille) )?(?:bat|"
    r"maltraitee?|violente|victime de (?:viole?|violences?|abus|maltraitance|harcelement))(?= *$| (?:par|a la|"
    r"chez|depuis|tous|tout|dans))",
    r"je suis (?:frappe|tape|viole|touche)(?= chaque| tous les| par (?:mon|ma|mes)\b)|je suis harcelee?(?= *$| "
    r"(?:au (?:travail|lycee|college|bureau|boulot)|a l ecole|sexuellement|par (?:mon|ma|mes|un|une|des) ))",
    rf"{WHO} (?:me|m a|m ont) (?:donne|donnent|met|mets|mis|colle) (?:toujours |encore |souvent |beaucoup )?(?:de |"
    r"d |des |une? )(?:coups?(?! (?:de (?:main|mains|fil|pouce|telephone|coeur|chance|foudre|pression|soleil|pied "
    r"(?:aux fesses|au derriere)|gueule|vieux|jeune|stress|mou|boost))| d (?:oeil|avance|envoi))|gifles?|"
    r"claques?(?! au))",
    r"(?:a|ont) (?:essaye|tente|voulu|failli) (?:de |d )?(?:m (?:etrangler|egorger|empoisonner)|me "
    r"(?:poignarde[r]?|bruler|noyer))|en train de me (?:frappe|bat|battre|tape|viole|touche|etrangle|tuer|"
    r"tabasse)",
    r"je vient (?:juste )?(?:d etre|de me faire|de subir) (?:une? )?(?:viole\b|agress|frappe|bat\b|battre|tabass|"
    r"abuse|attouche)[a-z]*",
    r"(?:papa et maman|maman et papa|mes parents|mon pere et ma mere) se (?:bat|battent|frappe|frappent|"
    r"tapent)\b(?! pour)",
    r"je (?:recois|prends) (?:toujours |encore |souvent )?des coups(?= *$| (?:de (?:poing|pied|baton|ceinture|"
    r"fouet|mon|ma)|a la maison|chaque|tous|par (?:mon|ma)))",
    r"(?:jete|verse|lance)(?:nt)? (?:de |d )?(?:l )?(?:eau (?:chaude|bouillante)|acide|huile (?:chaude|"
    r"bouillante)) sur (?:moi|mon|mes)|m a (?:verse|jete|lance) (?:de )?l ?(?:eau (?:chaude|bouillante)|acide|"
    r"huile chaude)",
    r"j ai (?:tres |trop |vraiment )?peur de (?:mon|ma) (?:pere|beau pere|mari|oncle|tuteur|copain|ex|maratre|"
    r"belle mere)(?= *$| (?:il|elle|quand il|parce qu il|la nuit|le soir)\b)",
    r"(?:est|devient|sont) (?:tres |trop )?violente?s? (?:avec|envers|contre) (?:moi|nous|ma mere|maman|mes)",
    rf"(?:il|papa|(?:mon|le|notre) {FAMILY}(?: de ma mere)?) (?:(?:a|est en train de|veux|va|vient de|arrete pas "
    r"de|menace de|encore) ){0,2}(?:bat|battre|frappe|tape|tabasse|viole|maltraite|etrangle|tuer|touche|insulte "
    r"et frappe)(?! (?:a|au|aux|la|les|le|du|un) )(?: encore| souvent| toujours)? (?:maman|(?:ma|mes|notre|mon) "
    r"(?:(?:petite?s?|grande?s?) )?(?:mere|soeurs?|freres?|maman|enfants?))(?! (?:a|au|aux) )",
    rf"(?:{WHO}|mon [a-z ]{{2,20}}) nous (?:frappe|bat|battent|tape|viole|maltraite|chicotte|fouette|tabasse)(?! "
    r"(?:a|au|aux|d|de) )",
    rf"{WHO} {_ME}{_DEED}(?! (?:pas|jamais)\b)",
    rf"(?:je|j) (?:.{{0,20}} )?{_ME}{_DEED}(?= *$| par)",
    rf"(?:(?:mon|ma|le|la) {FAMILY}|madame|monsieur|tantie|tonton|patronne?) (?:chez qui|avec qui|qui) .{{3,40}} "
    rf"(?:me|m a|nous|nous a) {_HITS}(?! (?:a|au|aux|beaucoup)\b)",
    rf"(?:ils?|elles?|on) .{{3,50}} et (?:il |elle |ils )?(?:me|m a|m ont) {_HITS}(?= *$| (?:si|quand|encore|a "
    r"(?:la|chaque)|tous|tout|avec|fort))(?! a (?:fifa|pes|ludo|l awale))",
    r"(?:le|son|un) (?:mari|copain|mec|fiance|gars) de (?:ma|notre) (?:grande |petite )?(?:soeur|mere|tante|fille|"
    rf"cousine|copine|voisine|amie) (?:la |l a ){_HITS}",
    r"(?:qui appeler|a qui (?:parler|dire|se confier)|ou aller|que faire|quoi faire|comment (?:faire|reagir|"
    r"porter plainte)) (?:quand|si|contre|lorsqu|lorsque) .{0,30}(?:viole|bat\b|(?:te|me|t|m) (?:frappe|touche|"
    r"tape|menace|harcele)|maltraite|abuse|veux mourir)(?! (?:a|au|aux)\b)",
    r"recu (?:des|une|plusieurs) menaces? de mort|(?:on|il|ils|elle|elles|ma famille|mon [a-z]+|mes [a-z]+) "
    r"(?:veux|veulent|va|vont) (?:me tuer(?! (?:si|s il|a|au|pour|avec (?:ces|ses|les))\b)(?= *$| (?:parce|car|"
    r"ils?|elle|il|aidez|j ai|je))|me faire la peau|me lyncher|me bruler(?= *$| vi)|m empoisonner|m egorger|me "
    r"poignarde)",
    r"je suis (?:bat|frappe|tape|menace|rejetee?|chassee?) (?:.{0,14} )?(?:a cause de (?:mon|ma)|parce que je "
    r"suis (?:gay|homo|lesbienne|albinos|une? fille))",
    rf"{SOMEBODY} (?:.{{0,20}} )?(?:(?:a|as) (?:des (?:bleus|marques|traces|cicatrices|brulures) (?:partout|sur "
    rf"(?:le|les|tout|son|ses)))|(?:dit|dis|raconte) que (?:le|son|un|notre) {FAMILY} (?:la|le|lui|l) (?:fait mal|"
    r"touche|viole|tape|frappe))",
    rf"(?:j ai|(?:elle|il|{SOMEBODY}) a) (?:.{{0,12}} )?des (?:bleus|marques|cicatrices|brulures) (?:.{{0,20}} "
    rf")?(?:a cause d[eu]?|c est|par) (?:son|sa|mon|ma|le|la) {FAMILY}\b",
    rf"{WHO} {_TO_ME}{_BLOW}(?! (?:pas|jamais|avec (?:ses|ces|les) (?:devoirs|questions|blagues))\b)",
    rf"{WHO} {_TO_ME}(?!(?:ecrit|appele|appelle|appris|apprend|apprendre|aide|montre|explique|soigne|coiffe|rase|"
    r"nourri|servi|donne|amene|conduit|offert|lave|dessine|parle|envoye|rejoint|attend|laisse|trouve|vu|fabrique|"
    r"repare|construit|prepare|dit|fait)\b)[a-z]+ (?:.{0,14} )?(?:avec|a coups? de) (?:(?:une?|la|le|l|sa|son|"
    rf"ses|des|du|de la) )?{_TOOL}\b(?! (?:a la|de secours|en main))(?<!au telephone)(?<!avec telephone)",
    rf"{WHO} {_TO_ME}(?:jete[r]?|lance[r]?|balance[r]?|verse[r]?|envoye|fracasse|casse[r]?) (?:.{{0,8}} )?(?:une?|"
    rf"le|la|l|du|de la|de l|des|sa|son) (?:grosse? )?(?:{_TOOL}|mortier)(?! (?:pour que|a attraper))",
    rf"{WHO} {_TO_ME}(?:pousse|poussee|jete|jetee|precipite|traine|tire) (?:.{{0,8}} )?(?:dans les escaliers|"
    r"contre (?:le|un) mur|par terre|par la fenetre|du (?:balcon|lit|toit)|par les cheveux|les cheveux|dehors la "
    r"nuit|sur la route)",
    rf"(?:{WHO}|il) (?:.{{0,10}} )?(?:a |m a )?(?:mis|met|mets|mettait|pose|serre|serrait|tient|bloque|pointe|"
    r"glisse|rentre|enfonce|passe) (?:.{0,3})(?:(?:le|un|une|sa|son|ses|la|l) )?(?:(?:couteau|lame|machette|"
    r"pistolet|mains?|doigts?|chose|sexe|zizi|truc|oreiller|bouche|langue|pied) )?(?:(?:sur|dans|autour de|a|"
    r"contre|sous|entre) )?(?:mon cou|ma gorge|ma bouche|ma culotte|mon slip|mes cuisses|mes jambes|mes seins|mes "
    r"fesses|moi(?= *$| et))(?! (?:a|de|pour) )",
    r"(?:leve[rz]?|leverait|porte[rz]?|levait) (?:encore |souvent |toujours )?la main sur (?:moi|nous|ma|mes|elle|"
    r"les enfants|notre)",
    rf"{_HOUSEHOLD} .{{0,14}}(?:saigne|pleure) .{{0,20}}{_KILLS}|(?:en train de|vient de|arrete pas de) (?:l |la |"
    rf"le |les |me |nous ){_KILLS}(?= *$| (?:avec|devant|fort|encore|aidez|dehors)){_NOT_A_GAME}",
    rf"(?:(?:mon|notre|ma) (?:grand |petit )?{FAMILY}|papa|tonton|mon (?:beau frere|gendre)|(?:la|le) (?:voisine?|"
    rf"maitre|maitresse)) (?:.{{0,10}} )?{_KILLS} (?:souvent |toujours |encore )?(?:notre|ma|mon|mes|la|sa) "
    r"(?:(?:petite|grande|jeune) )*(?:mere|maman|soeurs?|freres?|fille|fils|bonne|servante|cousine|orpheline|"
    r"coepouse|grand mere|tante)(?! (?:a|au|aux|de|du|en|par|sur)\b)",
    r"(?:petite|bonne|enfant|fille|fils|gamine?|orpheline?|domestique|femme) (?:qui|que|de|chez) .{2,30} (?:est|"
    r"dort dehors on la|dort dehors on le) (?:.{0,10} )?(?:bat|frappe|maltraitee?|violee?|viole|tape)",
    r"(?:bleus?|cicatrices|marques|traces|oeil (?:gonfle|au beurre noir|poche)|levre fendue|brulures|coups) "
    rf"(?:.{{0,30}} )?(?:(?:a cause de|c est|par|de) (?:mon|ma|il) ?(?:{FAMILY})?|il m a)(?= *$| [a-z]+)(?! "
    r"(?:chute|accident|match|velo|moto|sport))",
    r"(?:cacher|cache) (?:les|mes|des) (?:coups|bleus|marques|cicatrices|traces)(?! (?:de|d) (?:stylo|boutons?))",
    rf"(?:m attend|m attendent|me guette|me guettent)(?:.{{0,30}})pour me {_KILLS}",
    r"(?:je suis|je me suis|je me|on est|on s est) (?:cachee?s?|cache) (?:dans|sous|derriere|chez) .{1,60}(?:il|"
    r"ils|mon [a-z]+|elle) (?:casse|cherche|me cherche|frappe|crie|est (?:fou|soul)|arrive|tire|tirent|veux)",
    r"(?:je peux|j ose) pas (?:parler|appeler|crier).{0,20}il (?:est (?:la|a cote|juste)|dort a cote|m ecoute)",
    r"(?:mari|pere|papa|oncle|copain|ex|mec|fiance|frere|beau pere|tuteur|patron|il|elle) (?:m a |me )?(?:a "
    r")?menac\w+ (?:de |d )(?:me tuer|m egorger|m etrangler|me bruler|me poignarder|m empoisonner)",
    r"(?:pere|papa|mari|beau pere|oncle|tonton|il) (?:.{0,10} )?(?:ivre|saoule?|soule?|bourree?|drogue) "
    r"(?:.{0,20} )?(?:casse tout|frappe|tape|menace|(?:on|nous|je) (?:est|sommes|suis|se|me|nous) cach\w+|j ai "
    r"peur)",
)  # fmt: skip
