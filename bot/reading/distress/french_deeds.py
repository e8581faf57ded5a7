"""What is done to somebody, put together in French from who does it, the deed, whom it is done to and with what: so
that a sentence nobody thought of is heard as well. Patterns over `words.words_of`."""

from typing import Final

from bot.reading.distress.french_people import FAMILY, GROWN, WHO

_ADV: Final = (
    r"(?:(?:toujours|encore|souvent|deja|parfois|aussi|meme|presque|la|tout le temps|chaque (?:jour|soir|nuit)|il|"
    r"elle|y|hier|tous les (?:jours|soirs)) ){0,3}"
)
_TO_ME: Final = rf"{_ADV}(?:m|me|nous|te)(?: (?:a|ont|avait|avaient|va|vont|veux|veulent|faisait))? {_ADV}"
_BODY: Final = (
    r"(?:cou|gorge|bouche|tete|dos|ventre|bras|mains?|pieds?|jambes?|cuisses?|fesses?|seins?|poitrine|visage|figure|"
    r"oeil|yeux|nez|dents?|doigts?|cotes|machoire|cheveux|oreilles?|tympan|joues?|levres?|culotte|slip|pagne|jupe|"
    r"robe|soutien gorge|habits|vetements|sexe|zizi|os|genoux?|crane|corps)"
)
_TOOL: Final = (  # what is in a house and hurts
    r"(?:ceinture|ceinturon|batons?|bois|fouet|chicotte|fil|cable|rallonge|pilon|mortier|louche|balai|spatule|"
    r"chaussures?|sandales?|branche|liane|cravache|regle|corde|tuyau|fer|marmite|pierres?|cailloux?|bouteille|"
    r"machette|chaises?|tabouret|poings?|couteau|lame|rasoir|tenaille|pince|pagaie|planche|latte|barre|marteau|"
    r"tesson|braises?|bougie|cigarette|briquet|piment|casserole|assiette|brique|coupe coupe|houe|hache|fourchette|"
    r"cuillere|chaine|canne|gourdin|matraque|poele|fourche|aiguille|eau (?:chaude|bouillante)|huile (?:chaude|"
    r"bouillante)|acide|essence)"
)
_BLOW: Final = (  # deeds that have no kind meaning when done to a person
    r"(?:etouffe[rz]?|demolit|demolir|massacre[r]?|savate|fracasse|defonce|cravache|fesse|mordue?|mord|griffe|ecrase|"
    r"secoue|lapide|calcine|noye|pendue?|casse[r]? (?:les os|la gueule|la figure|le bras|la jambe|la tete|les dents|"
    r"le doigt|le nez)|passe[r]? a tabac|roue[e]? de coups|fait (?:tres |trop )?(?:du )?mal (?:entre|en bas|au "
    r"(?:ventre|sexe)|la nuit)|rase[e]? (?:la tete )?de force|egorge[r]?|trancher?|coupe[r]? la tete|depuceler?)"
)
_FORCED: Final = (
    r"(?:de force|par force|sans mon (?:accord|consentement)|contre mon gre|quand je dor\w+|pendant que je dor\w+|"
    r"dans mon sommeil)"
)
_KILLS: Final = (
    r"(?:frappe[rz]?|frappent|bat(?:tre|tent)?|tape[rz]?|gifle[rz]?|etrangle[rz]?|viole[rz]?|tabasse[rz]?|tuer|"
    r"egorge[rz]?|maltraite[rz]?|brule[rz]?|poignarde[rz]?|cogne[rz]?|fouette[rz]?|insulte[rz]?)"
)
_HOUSEHOLD: Final = (
    r"(?:(?:ma|mon|notre|sa|son|la|le|cette|mes|ses|les) (?:(?:petite?s?|grande?s?|jeunes?) )?(?:mere|maman|soeurs?|"
    r"freres?|fille|fils|niece|neveu|cousine|bonne|servante|domestique|orpheline|petite|bebe|enfants?|femme|coepouse|"
    r"grand mere|tante|eleves?)|maman)"
)
_NOT_A_GAME: Final = (
    r"(?! (?:(?:toujours|souvent|encore) )?(?:a|au|aux|en|d|de|sur) (?:la |l |les )?(?:fifa|pes|foot|football|basket|"
    r"echecs|cartes|jeux?|dames|ludo|awale|course|tennis|points?|buts?|maths?|anglais|francais|quiz|scrabble|play|"
    r"concours|dictee|epaule))"
)
HURT: Final = (
    r"(?:pris|garde|confisque) (?:mon passeport|mes papiers) .{0,12}(?:et )?(?:on |ils |il |elle )?(?:me|m) "
    r"(?:force|oblige|frappe|bat|enferme)",
    rf"{WHO} {_TO_ME}{_BLOW}(?! (?:pas|jamais|avec (?:ses|ces|les) (?:devoirs|questions|blagues))\b)",
    rf"{WHO} {_TO_ME}(?!(?:ecrit|appele|appelle|appris|apprend|apprendre|aide|montre|explique|soigne|coiffe|rase|"
    rf"nourri|servi|donne|amene|conduit|offert|lave|dessine|parle|envoye|rejoint|attend|laisse|trouve|vu|fabrique|"
    rf"repare|construit|prepare|dit|fait)\b)[a-z]+ (?:.{{0,14}} )?(?:avec|a coups? de) (?:(?:une?|la|le|l|sa|son|ses|"
    rf"des|du|de la) )?{_TOOL}\b(?! (?:a la|de secours|en main))(?<!au telephone)(?<!avec telephone)",
    rf"{WHO} {_TO_ME}(?:jete[r]?|lance[r]?|balance[r]?|verse[r]?|envoye|fracasse|casse[r]?) (?:.{{0,8}} )?(?:une?|le|"
    rf"la|l|du|de la|de l|des|sa|son) (?:grosse? )?(?:{_TOOL}|mortier)(?! (?:pour que|a attraper))",
    rf"{WHO} {_TO_ME}(?:pousse|poussee|jete|jetee|precipite|traine|tire) (?:.{{0,8}} )?(?:dans les escaliers|contre "
    rf"(?:le|un) mur|par terre|par la fenetre|du (?:balcon|lit|toit)|par les cheveux|les cheveux|dehors la nuit|sur "
    rf"la route)",
    rf"(?:{WHO}|il) (?:.{{0,10}} )?(?:a |m a )?(?:mis|met|mets|mettait|pose|serre|serrait|tient|bloque|pointe|glisse|"
    rf"rentre|enfonce|passe) (?:.{{0,3}})(?:(?:le|un|une|sa|son|ses|la|l) )?(?:(?:couteau|lame|machette|pistolet|"
    rf"mains?|doigts?|chose|sexe|zizi|truc|oreiller|bouche|langue|pied) )?(?:(?:sur|dans|autour de|a|contre|sous|"
    rf"entre) )?(?:mon cou|ma gorge|ma bouche|ma culotte|mon slip|mes cuisses|mes jambes|mes seins|mes fesses|moi(?= "
    rf"*$| et))(?! (?:a|de|pour) )",
    r"(?:leve[rz]?|leverait|porte[rz]?|levait) (?:encore |souvent |toujours )?la main sur (?:moi|nous|ma|mes|elle|"
    r"les enfants|notre)",
    rf"(?:il|ils|elle|{GROWN}) (?:.{{0,12}} )?(?:enleve|arrache|dechire|baisse|retire|souleve) (?:ma|mon|mes) "
    rf"(?:{_BODY})(?= *$| (?:de force|et|pour|la nuit|pendant|quand))",
    rf"(?:il|ils|{WHO}) (?:.{{0,20}} )?(?:me|m|m a|m ont|mon|ma|mes) (?:.{{0,20}} )?{_FORCED}(?! de (?:caractere|"
    rf"vente|l ordre))(?<! vendre de force)",
    rf"(?:il|ils|{GROWN}|mon (?:mari|copain|mec|gars|ex)) (?:.{{0,12}} )?(?:(?:s est |se )?(?:frotte[er]?|"
    rf"couche[er]?|mis|met|allonge[er]?) (?:.{{0,6}} )?(?:contre|sur) moi|(?:mis|rentre|met) (?:.{{0,14}} )?dans moi|"
    rf"mis ses doigts(?= *$| dans)|mis la main sur ma bouche|retire la capote|m envoie (?:.{{0,8}} )?(?:son sexe|"
    rf"photos? de son (?:sexe|corps|zizi)|photos? nue?s?)|(?:a|veux|voulait|voulu) (?:voulu )?coucher avec moi(?= *$|"
    rf" (?:pour|sinon|contre|et)))",
    rf"(?:{GROWN}|le (?:policier|recruteur|docteur|medecin|juge|gendarme|soldat|infirmier)) (?:.{{0,10}} )?(?:m a |"
    rf"me )?(?:touche (?:bizarrement|partout|mal|la|les|le|mes)|voulu coucher|dit de me deshabiller|(?:demande|veux|"
    rf"voulait|propose) (?:.{{0,14}} )?(?:coucher|le lit|du sexe|l amour|dormir avec))",
    rf"{_HOUSEHOLD} .{{0,14}}(?:saigne|pleure) .{{0,20}}{_KILLS}|(?:en train de|vient de|arrete pas de) (?:l |la |le "
    rf"|les |me |nous ){_KILLS}(?= *$| (?:avec|devant|fort|encore|aidez|dehors)){_NOT_A_GAME}",
    rf"(?:(?:mon|notre|ma) (?:grand |petit )?{FAMILY}|papa|tonton|mon (?:beau frere|gendre)|(?:la|le) (?:voisine?|"
    rf"maitre|maitresse)) (?:.{{0,10}} )?{_KILLS} (?:souvent |toujours |encore )?(?:notre|ma|mon|mes|la|sa) "
    rf"(?:(?:petite|grande|jeune) )*(?:mere|maman|soeurs?|freres?|fille|fils|bonne|servante|cousine|orpheline|"
    rf"coepouse|grand mere|tante)(?! (?:a|au|aux|de|du|en|par|sur)\b)",
    r"(?:petite|bonne|enfant|fille|fils|gamine?|orpheline?|domestique|femme) (?:qui|que|de|chez) .{2,30} (?:est|dort "
    r"dehors on la|dort dehors on le) (?:.{0,10} )?(?:bat|frappe|maltraitee?|violee?|viole|tape)",
    rf"(?:bleus?|cicatrices|marques|traces|oeil (?:gonfle|au beurre noir|poche)|levre fendue|brulures|coups) "
    rf"(?:.{{0,30}} )?(?:(?:a cause de|c est|par|de) (?:mon|ma|il) ?(?:{FAMILY})?|il m a)(?= *$| [a-z]+)(?! (?:chute|"
    rf"accident|match|velo|moto|sport))",
    r"(?:cacher|cache) (?:les|mes|des) (?:coups|bleus|marques|cicatrices|traces)(?! (?:de|d) (?:stylo|boutons?))",
    rf"(?:m attend|m attendent|me guette|me guettent)(?:.{{0,30}})pour me {_KILLS}",
    r"(?:empeche de sortir|m enferme|enferme a cle|pris (?:le|mon) telephone) .{0,40}(?:en cachette|je peux pas|"
    r"frappe|aidez)|j ecris en cachette",
    r"(?:je suis|je me suis|je me|on est|on s est) (?:cachee?s?|cache) (?:dans|sous|derriere|chez) .{1,60}(?:il|ils|"
    r"mon [a-z]+|elle) (?:casse|cherche|me cherche|frappe|crie|est (?:fou|soul)|arrive|tire|tirent|veux)",
    r"(?:je peux|j ose) pas (?:parler|appeler|crier).{0,20}il (?:est (?:la|a cote|juste)|dort a cote|m ecoute)",
    # marriage, excision
    r"(?:fixe|prepare|organise|arrange|negocie) mon mariage (?:.{0,14} )?(?:vieux|homme|monsieur|inconnu|sans mon|"
    r"contre|connais pas|\d\d ans|polygame)(?! que j aime)",
    r"(?:oblige|force|envoye?|envoie|dois|doit|emmene)[a-z]* (?:.{0,24} )?(?:pour me marier|pour le mariage|epouser "
    r"(?:le|mon|un|son|l) (?:frere|beau frere|cousin|oncle|vieux|ami|homme|marabout|monsieur))(?! .{0,20}dans (?:la|"
    r"le) (?:piece|roman))",
    r"(?:mange|pris|recu|empoche|encaisse) (?:.{0,12} )?(?:ma|la) dot .{0,40}(?:connais (?:meme )?(?:pas|plus)|je "
    r"(?:veux|suis) pas|1[0-7] ans)|(?:l argent de la|ma) dot .{0,20}(?:je (?:connais|veux) (?:meme )?pas)",
    r"exciseuse (?:vient|arrive|va|est)|(?:etre|suis|sera) coupee (?:comme|au village|la bas)|je veux pas etre "
    r"(?:coupee|excisee)",
    # used against somebody
    r"(?:m a|m ont|a) (?:promis|fait venir|amene|amenee|emmene|emmenee|recrutee?) .{0,60}(?:coucher avec|(?:me|nous) "
    r"bat|frappe|pas paye|peux pas (?:sortir|partir)|passeport|clients)",
    r"(?:passeur|ravisseurs?|kidnappeurs?|geoliers?|trafiquants?) .{0,30}(?:enferme|rancon|garde|frappe|torture|"
    r"tuer)|(?:demandent?|veulent|reclament?|veux) (?:une|la) rancon",
    r"(?:dois|doit) (?:maintenant )?coucher avec (?:des|les|plusieurs) (?:clients|hommes|vieux)|(?:employeur|"
    r"patronne?|madame|agence|kafil) .{0,40}(?:laisse pas sortir|enferme|papiers|passeport) .{0,40}(?:sortir|partir|"
    r"rentrer|papiers|bat)",
    # with child
    r"(?:mon ventre|la grossesse|suis enceinte) .{0,30}(?:1[0-7] ans|renie|renier|chass|renvoy|tuer|fui)|(?:renie|"
    r"renier|chasse|chasser|renvoye|tuer)[a-z]* .{0,30}(?:mon ventre|la grossesse|suis enceinte)|(?:faire partir|"
    r"enleve[r]?|faire tomber|faire passer) (?:le ventre|la grossesse|l enfant|le bebe) (?:.{0,10} )?(?:toute? seule|"
    r"moi meme|a la maison|en cachette|sans)|avort[a-z]* .{0,30}(?:fievre|saigne|sang|mal|ose pas|tige|cachette)|"
    r"(?:tige|cintre|aiguille|feuilles) .{0,14}(?:avorter|grossesse)",
    r"(?:quitte|parti[e]?|fui|fuir|enfui[e]?|m enfuir|sauvee?) (?:de )?(?:la maison|chez (?:moi|nous|mon|ma)|loin de "
    r"(?:mon|ma|chez)|le foyer) (?:.{0,20} )?(?:coups|frappe|bat|viole|touche|oncle|beau pere|pere|mari|maratre|"
    r"peur)(?! (?:travaill|etud))",
    r"(?:je dors|je passe la nuit|on dort) (?:.{0,12} )?(?:au marche|sous|dans la rue|a la gare|dehors|devant (?:la|"
    r"une) (?:mosquee|eglise|boutique)|dans un (?:magasin|chantier|hangar)) (?:.{0,12} )?(?:avec mon (?:bebe|enfant|"
    r"fils)|depuis|seule?|j ai|je)",
    r"(?:plus|pas|rien) (?:de nourriture|a manger) .{0,30}(?:petits|freres|depuis|avant hier|seule?s?)|(?:petits "
    r"freres|les petits|mes freres) .{0,30}(?:rien|plus|pas) (?:a manger|mange)",
)  # fmt: skip
_COERCES: Final = (
    r"(?:argent|\d{2,} ?(?:000|mille|f\b|fcfa|francs)|transfert|orange money|mobile money|momo|wave|rancon|sinon|si "
    r"je (?:lui )?(?:envoie|paye|paie|donne) pas|menace|reclame|chantage)"
)
TOGETHER: Final = (
    (r"(?:(?:appel|conversation) video|nudes?|photos? (?:de moi|intimes?|nue?s?)|captures?|sextape|deshabillee?|m a "
     r"filmee?)", _COERCES),
    (r"(?:publie[rz]?|diffuse[rz]?|mettre|poste[rz]?|partage[rz]?|montre[rz]?) (?:.{0,10} )?(?:mes photos|ma video|"
     r"mes videos|mes images|ma photo)",
     r"(?:menace|chantage|sinon il|si je (?:lui )?(?:envoie|paye|paie|donne) pas|faux (?:ami|compte|profil))"),
    (
        r"(?<!chien )(?<!chat )(?:m attend|me suit(?! sur (?:facebook|insta\w*|tiktok|twitter|snap\w*|les reseaux))|"
        r"me suivent|m a suivie?|m ont suivie?|me guette|me poursuit|rode|tourne autour de (?:ma|chez))\b",
        r"(?:j ai (?:tres |trop |vraiment )?peur(?! (?:d etre|de rater|d arriver))|(?:voiture|camionnette|moto|"
        r"inconnu|vieux monsieur) .{0,10}me suit(?! sur (?:facebook|insta\w*|tiktok|twitter|snap\w*|les reseaux))|"
        r"jusqu a (?:chez|la maison|ma)|a la sortie .{0,12}peur)",
    ),
    (r"(?:prof\w*|enseignant|directeur|maitre|recruteur|patron|chef) .{0,40}(?:hotel|le lit|sa chambre|chez lui|"
     r"coucher|sortir avec lui)\b",
     r"(?:si je .{0,20}pas|sinon|(?:contre|pour) (?:les?|la|mes|ma|une|avoir (?:la|ma|le)) (?:notes?|poste|moyenne|"
     r"points|contrat))"),
    (r"(?:machettes?|gens armes|hommes armes|kalach|fusils?|rebelles|terroristes|coupeurs|ils brulent)\b",
     r"(?:sont (?:rentres|entres|la|arrives|chez)|(?:notre|mon|le) village|notre (?:cour|quartier)|ont pris (?:mon|"
     r"ma|mes)|on a fui|en brousse|devant chez)"),
)  # fmt: skip
NOW: Final = (
    r"(?:essaye?|essaie|tente|cherche|force|veux|veulent|sont en train) (?:.{0,6} )?(?:d |de |a )?(?:ouvrir|casser|"
    r"defoncer|forcer|entrer par) (?:ma|la|notre) (?:porte|fenetre)(?= *$| (?:la|il|ils|j ai|aidez|maintenant|de "
    r"ma))",
    r"(?:appele[rz]?|appelle|envoye[rz]?|envoie|venez) (?:.{0,8} )?(?:la police|quelqu un|de l aidez|les secours|"
    r"vite|une ambulance|la gendarmerie) .{0,50}(?:il|ils|elle|mon [a-z]+|on) (?:.{0,16} )?(?:(?:va|veux|est en "
    r"train de) (?:me|nous|l|la|le|les|tuer)|me (?:frappe|bat)|casse|fou|soul|(?:a|tient) (?:une?|la|le) (?:couteau|"
    r"machette|arme|fusil))\b",
    r"il (?:.{0,10} )?(?:a|tient|prend|sorti|pris) (?:la|le|une?|sa|son) (?:machette|couteau|fusil|pistolet|hache|"
    r"arme)(?= *$| (?:et|il|pour|dans)\b)",
)  # fmt: skip
