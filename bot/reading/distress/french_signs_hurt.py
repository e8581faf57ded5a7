"""What people tell in French of being hurt, used, sold, threatened or left without shelter, where the deed has many
names: who, a deed, whom. Patterns over `words.words_of`, like those of `french_hurt`."""

from typing import Final

from bot.reading.distress.french_people import FAMILY, GROWN, SOMEBODY, WHO

_ADV = (
    r"(?:(?:toujours|encore|souvent|deja|parfois|aussi|meme|presque|carrement|la|tout le temps|chaque (?:jour|soir|"
    r"nuit)) ){0,2}"
)
_ME = rf"{_ADV}(?:me|m|m a|m ont|me l a|nous|nous a|nous ont) {_ADV}"
_LIMB = (
    r"(?:(?:le|la|les|un|une|mon|ma|mes|l|deux) (?:bras|main|doigts?|jambe|nez|dents?|cotes?|tete|poignet|machoire|"
    r"oeil|pied|tympan|os|dos|visage|figure|cou|levre)s?)"
)
_DEED = (
    rf"(?:(?:casse(?! (?:la tete(?! contre)|les (?:pieds|oreilles|yeux)))|brise|tordu?|fracture|ebouillante|brule|"
    rf"ouvert|blesse|demis) {_LIMB}|ebouillantee?|defiguree?|poignarde|drogue[es]*|attache (?:a (?:un|une|l) "
    rf"(?:arbre|"
    rf"poteau|lit|chaise|pilier)|au (?:lit|poteau)|les mains|les pieds|avec|dehors|quand|comme|pour me)|attachent? "
    rf"(?:.{{0,8}} )?(?:avec|quand|dehors|comme)|traine[a-z]* (?:par (?:les cheveux|terre|le cou|les pieds)|au sol)|"
    rf"tiree? par les cheveux|(?:lance|jete|verse[rz]?|met|mets|mis|mettent|mettre|balance) (?:.{{0,14}} )?(?:du "
    rf"piment|piment|(?:l |de l )?acide|(?:l |de l )?eau (?:chaude|bouillante)|marmite|l huile|pierres?|braises?)|"
    rf"(?:cogne|tape|frappe|jette|pousse) (?:la tete )?contre (?:le|un) mur|laisse[a-z]* (?:dehors|dormir dehors|"
    rf"sans manger)|(?:fait|font) (?:dormir|manger) (?:dehors|par terre|avec les|dans (?:la|le) (?:poulailler|"
    rf"cuisine|cour|foret))|crache(?:nt)? dessus|mordue?|pince[a-z]* (?:fort|jusqu|quand|partout)|fouettee?|"
    rf"derange(?:nt)? (?:la nuit|quand (?:je dors|elle dort|maman|tout le monde)|dans (?:ma chambre|mon lit))|montre "
    rf"(?:toujours )?son (?:sexe|zizi|truc)|filme (?:quand je|nue?|sous)|gatee?(?= *$| (?:quand|la nuit|hier|et|"
    rf"depuis|derriere|chez))|(?:force|forcent|oblige|obligent|contraint)e?s? (?:a |d |de )(?:.{{0,3}})(?:epouser|"
    rf"embrasser|l embrasser|coucher|dormir avec|mendier|voler|avorter|boire|sucer|toucher|travailler (?:.{{0,25}} "
    rf")?(?:et|sans|gratuit|mine|champs?)|vendre mon corps|me vendre|le suivre|regarder des|faire (?:la vie|le "
    rf"trottoir|des choses)))"
)
_HIT = (
    r"(?:frappe[s]?|frappent|bat|battent|tape|tapent|gifle|cogne|fouette|chicotte|viole|etrangle|poignarde|brutalise|"
    r"menace|insulte)"
)
_DAYS = r"(?:\d+|deux|trois|quatre|cinq|plusieurs|des) (?:jours?|semaines?)"
_NOT_OF_A_THING = (
    r"(?! (?:du |de la |de l |de |d |des )(?:entreprise|societe|boulot|boite|travail|cours|classe|groupe|salle|"
    r"concours|jeu|examen|match|bus|taxi|equipe|liste))"
)
HURT: Final = (
    rf"{WHO} {_ME}{_DEED}(?! (?:pas|jamais)\b)",
    rf"(?:je|j) (?:.{{0,20}} )?{_ME}{_DEED}(?= *$| par)",
    # a clause stands between who and whom
    rf"(?:(?:mon|ma|le|la) {FAMILY}|madame|monsieur|tantie|tonton|patronne?) (?:chez qui|avec qui|qui) .{{3,40}} "
    rf"(?:me|m a|nous|nous a) {_HIT}(?! (?:a|au|aux|beaucoup)\b)",
    rf"(?:ils?|elles?|on) .{{3,50}} et (?:il |elle |ils )?(?:me|m a|m ont) {_HIT}(?= *$| (?:si|quand|encore|a (?:la|"
    rf"chaque)|tous|tout|avec|fort))(?! a (?:fifa|pes|ludo|l awale))",
    rf"(?:le|son|un) (?:mari|copain|mec|fiance|gars) de (?:ma|notre) (?:grande |petite )?(?:soeur|mere|tante|fille|"
    rf"cousine|copine|voisine|amie) (?:la |l a ){_HIT}",
    rf"{WHO} (?:me |m a )?(?:demande|dit|oblige|demandait|force|propose)(?: toujours| encore)? (?:a |de |d )(?:le |"
    rf"la |lui )?(?:touche|toucher|sucer|caresser|embrasser|coucher|voir) ?(?:son (?:sexe|zizi|truc|penis)|avec lui|"
    rf"pour (?:garder|avoir|mon|la|le))",
    rf"(?:il|{GROWN}|ils) (?:.{{0,10}} )?(?:monte|montait|se couche|se met|s allonge|se frotte) (?:.{{0,8}} )?sur "
    rf"moi",
    rf"{GROWN} (?:fait|faisait) (?:des choses|ca|l amour) avec moi|{GROWN} (?:couche|dort|a couche) avec (?:ma|une|"
    rf"sa) (?:petite )?(?:soeur|cousine|fille|niece|eleve|copine|amie)",
    r"(?:il|on|tonton|papa|(?:mon|le|un) [a-z]+)(?: la)? (?:a |l a )?(?:gate|gatee|viole|deflore[e]?|enceinte) (?:ma|"
    r"mes) (?:petite |grande )?(?:soeurs?|fille|cousine|niece|copine|amie)",
    r"(?:j ai|je) (?:dit|dis|disais|crie) non .{0,25}(?:continue|continuait|arrete pas|force|quand meme|fait)|"
    r"(?:veux|voulait) pas (?:arreter|s arreter) quand je dis non",
    # used, sold, kept
    r"(?:fait|font|fais) coucher avec (?:des|les|plusieurs|d autres) (?:hommes|clients|vieux|gens|inconnus)|(?:veux|"
    r"veulent|va|vont) (?:me |nous )?(?:vendre|prendre) (?:mon|mes|un|notre) (?:rein|reins|organes?|corps)",
    r"(?:retenue?|gardee?|enfermee?|enferme|detenue?|mariee?) (?:.{0,14} )?contre (?:mon gre|ma volonte)",
    r"(?:ma|mon|la|le|ma patronne|mon patron|ils|elle|on) [a-z ]{0,30}(?:pris|garde|confisque|arrache|cache) (?:mon "
    r"passeport|mes papiers|mon telephone) .{0,25}(?:peux (?:pas|plus)|pas (?:partir|sortir|rentrer)|enferme|"
    r"prisonni)",
    r"(?:travail pour eux|esclave) (?:.{0,12} )?(?:sans|pas) (?:paye|salaire|manger)",
    # marriage, excision
    r"(?:on|ils|elles|il|elle|papa|maman|mes parents|ma famille|(?:ma|mon|la) [a-z]+) (?:.{0,14} )?(?:veux|veulent|"
    r"va|vont|voulait|dit que je dois|doit) (?:.{0,40} )?(?:exciser|excisee?|l excision)(?! (?:par|dans|en cours))|"
    r"je dois (?:etre |me faire )excise[er]?e?",
    r"(?:on|ils|elles|elle|la vieille|ma (?:tante|grand mere|mere)|les (?:vieilles|femmes)) (?:veux|veulent|va|vont) "
    r"(?:me couper(?= *$| (?:au village|comme|pendant|en bas|avec|la))|couper (?:ma|mes|la) (?:fille|filles|petite "
    r"soeur|soeur|petite))",
    r"(?:force|forcent|oblige|obligent)e? (?:a |d |de )(?:epouser|me marier|se marier|l epouser)",
    # photos
    r"(?:demande|reclame|veux|exige)[a-z]* (?:que je (?:lui )?(?:envoie|montre|fasse) )?(?:des |mes |une |ma "
    r")?(?:photos?|videos?|images?) (?:de moi )?(?:nue?s?|sans (?:mes )?(?:habits|vetements)|deshabillee?|intimes?|"
    r"de mon corps)",
    r"(?:envoie|envoye|montre|montrer|publie|publier|poste|poster|mis|mettre|mettent|diffuse|diffuser|partage|"
    r"partager) (?:.{0,12} )?(?:ma|mes|une?|la|les|des) (?:video|photo|sextape|image|capture)s? (?:intimes?|de "
    r"moi(?: nue?)?(?! (?:en|a|au|avec))|nue?s?|compromettantes?)",
    r"(?:chanter|chantage|menace) .{0,14}(?:avec|de|sur) (?:.{0,20} )?(?:photos?|videos?|nudes?|sextapes?|images?) "
    r"(?:de moi|nue?s?|intimes?|que)",
    # threats
    r"(?:qui appeler|a qui (?:parler|dire|se confier)|ou aller|que faire|quoi faire|comment (?:faire|reagir|porter "
    r"plainte)) (?:quand|si|contre|lorsqu|lorsque) .{0,30}(?:viole|bat\b|(?:te|me|t|m) (?:frappe|touche|tape|menace|"
    r"harcele)|maltraite|abuse|veux mourir)(?! (?:a|au|aux)\b)",
    r"recu (?:des|une|plusieurs) menaces? de mort|(?:on|il|ils|elle|elles|ma famille|mon [a-z]+|mes [a-z]+) (?:veux|"
    r"veulent|va|vont) (?:me tuer(?! (?:si|s il|a|au|pour|avec (?:ces|ses|les))\b)(?= *$| (?:parce|car|ils?|elle|il|"
    r"aidez|j ai|je))|me faire la peau|me lyncher|me bruler(?= *$| vi)|m empoisonner|m egorger|me poignarde)",
    r"je suis (?:bat|frappe|tape|menace|rejetee?|chassee?) (?:.{0,14} )?(?:a cause de (?:mon|ma)|parce que je suis "
    r"(?:gay|homo|lesbienne|albinos|une? fille))",
    # hunger, shelter, flight
    rf"(?:j ai|on a|je|nous avons) (?:.{{0,14}} )?(?:pas|rien) (?:mange|a manger) (?:.{{0,20}} )?depuis (?:{_DAYS}|"
    rf"avant hier)(?! .{{0,20}}(?:analyse|sang|jeune|careme|operation))|(?:depuis|fait) {_DAYS} (?:que )?(?:on a|j "
    rf"ai|nous avons|je) (?:.{{0,6}} )?(?:pas|rien) (?:mange|a manger)",
    r"(?:je|on|nous) (?:dors|dort|dormons|passe la nuit) (?:dehors|dans la rue|a la (?:gare|belle etoile)|sous (?:le "
    r"pont|un arbre|les tables))(?! .{0,20}(?:camping|fete|scout|vacances|chaleur|tente))|sais (?:pas|plus) ou "
    r"(?:dormir|passer la nuit)(?! (?:a|en|au|quel) )",
    rf"(?:on|il|ils|elle|papa|maman|mon [a-z]+|ma [a-z]+|mes parents) (?:m a|m ont) (?:mise?|laissee?|jetee?|foutue?|"
    rf"mise?|renvoyee?) (?:dehors|a la rue|a la porte){_NOT_OF_A_THING}(?! en (?:cours|classe))",
    r"(?:j ai|je veux|je vais|je) (?:fugue[r]?|fuguer)(?! (?:de|en) (?:bach|musique))|je me suis (?:enfuie?|sauvee?) "
    r"(?:de (?:la maison|chez)|parce)|j ai fui (?:la maison|chez|mon mari|mes parents|le village|la guerre)|je "
    r"(?:veux|vais) (?:fuir|m enfuir) (?:de (?:chez|la maison)|chez|mon mari|ce soir|parce|avant)",
    # with child
    r"enceinte (?:de|du|par|d) (?:(?:mon|un|le|l|notre) )?(?:prof\w*|maitre|oncle|tonton|pere|papa|beau pere|cousin|"
    r"frere|pasteur|imam|patron|tuteur|directeur|violeur|repetiteur|voisin)",
    rf"{SOMEBODY} (?:.{{0,20}} )?(?:(?:a|as) (?:des (?:bleus|marques|traces|cicatrices|brulures) (?:partout|sur "
    rf"(?:le|les|tout|son|ses)))|(?:dit|dis|raconte) que (?:le|son|un|notre) {FAMILY} (?:la|le|lui|l) (?:fait mal|"
    rf"touche|viole|tape|frappe))",
    rf"(?:j ai|(?:elle|il|{SOMEBODY}) a) (?:.{{0,12}} )?des (?:bleus|marques|cicatrices|brulures) (?:.{{0,20}} )?"
    rf"(?:a cause d[eu]?|c est|par) (?:son|sa|mon|ma|le|la) {FAMILY}\b",
)  # fmt: skip
_CLOSE: Final = (
    rf"(?:(?=ma |mon |notre |une? amie? |une? de mes ){SOMEBODY}|mon (?:gars|pote|coloc|copo)|ma (?:go|pote|copo)|"
    rf"papa|maman)"
)
OTHERS: Final = (
    rf"{_CLOSE} (?:.{{0,24}} )?(?:a (?:poste|ecrit|envoye|dit|mis|publie)|m a (?:dit|ecrit|envoye)) (?:.{{0,20}} "
    rf")?(?:adieux?(?! (?:a )?(?:l|les|ses) )|dernier (?:message|mot)|(?:repond|decroche) (?:plus|pas))",
    rf"{_CLOSE} (?:.{{0,20}} )?(?:(?:a (?:achete|pris|prepare|cache) (?:une?|la|le|du) (?:corde|poison|lame|"
    rf"couteau)) .{{0,24}}(?:peur|mourir|aidez)|a (?:des |)(?:marques?|traces?|coupures|cicatrices|entailles) "
    rf"(?:.{{0,10}} )?(?:de lame|sur (?:les|ses|le|son) (?:bras|poignets?|cuisses))|a (?:bu|avale) (?:un|le|du) "
    rf"(?:produit|truc bizarre|liquide)|a laisse une lettre .{{0,14}}(?:disparu|parti|adieu)|s est enferme[e]? "
    rf"(?:.{{0,14}} )?(?:fusil|corde|couteau|arme|medicaments|poison)|saigne (?:en bas|du sexe)|(?:est|a ete) "
    rf"(?:sequestree?|sequestre|kidnappe|enleve|pris en otage)(?! (?:du groupe|de la liste)))",
)  # fmt: skip
TOGETHER: Final = (
    (r"je suis (?:tombee )?enceinte(?! .{0,40}(?:accouch|cesar|douleur|fausse))",
    r"(?:peur|honte|sais pas quoi|1[0-5] ans|(?:va|vont) me (?:chasser|tuer)|(?:sache|sachent|apprend|"
    r"apprennent))(?! (?:d accoucher|de l accouchement))"),
    (
        r"(?:grossesse|avorte[rz]?|avortement|cytotec|misoprostol|regles viennent (?:plus|pas))",
        r"(?:je saigne|saigne (?:beaucoup|trop)|le sang (?:coule|sort|s arrete)|peur|en cachette|m a forcee?|a la "
        r"maison)",
    ),
    (
        r"(?:photos?|videos?|nudes?|sextapes?|images?) (?:.{0,12} )?(?:de moi (?:nue?|sans|que)|nue?s?|intimes?|"
        r"compromettantes?|sans (?:habits|vetements))|\b(?:nudes|sextapes?)\b|m a filmee?|(?:envoye[rz]?|montre[rz]?|"
        r"publie[rz]?|poste[rz]?) (?:la video|les photos|la photo|tout) (?:a|sur|dans) (?:mes|mon|ma|tout|facebook|"
        r"le groupe|les reseaux)",
        r"(?:menace|de l argent|\d+ ?(?:f|fcfa|francs|cfa|mille)|payer?|paie|chantage|chanter|a mes parents|a papa|a "
        r"maman|tout le monde|sinon|si je|whatsapp|facebook|groupe|inconnu|insiste)",
    ),
    (
        r"(?:devant|derriere) (?:chez moi|la maison|ma (?:porte|maison|fenetre)|la porte|mon (?:portail|portail|"
        r"ecole|lycee))|(?<!chien )(?<!chat )(?:me suit(?! sur (?:facebook|insta\w*|tiktok|twitter|snap\w*|les "
        r"reseaux))|me suivent|me poursuit|me surveille|rode|roder)\b",
        r"(?:j ai (?:tres |trop |vraiment )?peur(?! (?:d etre|de rater|d arriver))|veux entrer|tous les soirs|chaque "
        r"(?:soir|jour|nuit)|aidez moi|un couteau|partout|quand je (?:rentre|sors|vais|reviens))(?! (?:sur|dans) "
        r"(?:insta|tik|face|mes|mon|le projet))",
    ),
)  # fmt: skip
NOW: Final = (
    r"\bje saigne (?:beaucoup|trop|enormement|sans arret|et)(?! (?:du nez|des gencives))|le sang (?:coule|sort) "
    r"(?:sans arret|beaucoup|trop|toujours|et)|saigne (?:beaucoup|sans arret) (?:et|je|aidez)",
    r"(?:quelqu un|un homme|un inconnu|il) (?:est )?(?:derriere|devant) (?:ma|la) porte|(?:a l aidez|aidez moi|au "
    r"secours) (?:s il vous plait |svp |vite )?(?:il|ils|elle|on) (?:arrive|arrivent|vient|va|veux|revient|est la|"
    r"entre|me)",
)  # fmt: skip
