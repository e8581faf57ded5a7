"""How people say in French that they want to die without saying it: means, farewells, questions. Patterns over
`words.words_of`."""

from typing import Final

from bot.reading.distress.french_people import MEANS, PILLS, TOXIC

_SOME = r"(?:(?:du|de|d|la|le|l|les|un|une|tout|toute|peu|bidon|bouteille|verre|gorgee|flacon|sachet|produit) ){0,4}"
_TO_DIE = r"(?:mourir|en finir|me tuer|me suicider|me pendre|se suicider?|se tuer|se pendre|se noyer|mourir)"
_TIRED_OF = r"(?:marre|fatiguee?|lasse?|epuisee?|degoutee?|assez)"
_ILL = r"(?:(?:grosse |grande )?(?:betise|connerie|folie)|(?:quelque chose|truc|un truc) de (?:grave|fou|mal|pas bien))"
_END_ME: Final = (
    r"(?:supprimer?|buter?|flinguer?|fumer(?= *$)|dja|kill|finir(?= *$)|achever?|tuer(?! (?:a|au)\b)|suicider?|"
    r"pendre|pends?|noyer|pendouiller|fo(?:us|utre) en l air|tirer? une balle)"
)
_LIFE: Final = (
    r"(?:la vie|ma vie|cette vie|mon existence|l existence|exister|vivre|rester en vie|ce monde|cette terre|mon sort)"
)
_ELSEWHERE: Final = r"(?! (?:a|en|au|aux|dans|avec|chez|ici|la|loin|ensemble|seule?)\b)"  # « marre de vivre à Abidjan »
_CUT: Final = (  # « me couper les cheveux » is no harm
    r"(?:scarifier|mutiler|taillader|lacerer|(?:couper|bruler)(?= *$| (?:encore|avec|la nuit|le soir|quand|chaque|"
    r"partout|"
    r"(?:les|le|la) (?:veines|bras|poignets?|cuisses?|peau))))"
)
FRENCH: Final = (
    r"^adieu (?:tlm|tout le monde|le monde|la vie|ma famille|maman|papa)$",
    r"(?:veux|voudrais|aimerais|prie|souhaite|espere) (?:juste )?que (?:ma vie|mon coeur|tout) (?:s arrete(?= *$)|"
    r"finisse|se termine|prenne fin|lache)|"
    r"(?:envie|veux|voudrais|vais) (?:de |d )?me faire (?:ecraser|renverser|tuer(?! (?:a|au))|percuter|"
    r"faucher)|(?:voiture|camion|train) "
    r"(?:va |pouvait |pourrait |puisse )?(?:me renverse[r]?|m ecrase[r]?)|(?:mettre|mets|passer) la corde au cou(?= "
    r"*$)|(?:peur de|attends) la mort "
    r".{0,8}(?:je l attends|qu elle vienne)|pouvais mourir|(?:raison|raisons) de (?:rester en vie|vivre|pas "
    r"(?:mourir|me tuer))(?= *$)|mal a vivre(?= *$)",
    rf"(?:quelle?|kel) (?:{PILLS}|medicament) (?:.{{0,6}} )?pour mourir|(?:heureux|heureuse|tranquilles?|mieux|"
    rf"soulagee?s?) si je (?:mourais|meurs|disparaissais|"
    r"me tuais|partais pour)",
    # a load to others, who would do better alone; no wish left
    r"je suis (?:rien )?(?:qu )?une? (?:poids|fardeau|boulet) pour (?:tout le monde|tous|eux|elles?|vous|toi|"
    r"les autres|(?:ma|mes|mon) (?!equipe|groupe|classe)[a-z]+)|(?:ser(?:ai|e)\w*|irai\w+|vivrai\w+) (?:.{0,12} )?"
    r"(?:mieux|plus heureu\w+|(?:plus )?tranquilles?|soulage\w*) (?:sans moi|si j (?:etais|existais) "
    r"(?:pas|plus|morte?)(?= *$| la\b))",
    r"(?:plus|pas|aucune) (?:la |le |d |l )?(?:envie|force|gout|courage) (?:de|a) (?:vivre|la vie)"
    r"(?! (?:a|en|au|aux|dans|avec|chez|ici|la|loin|ensemble|seule?)\b)",
    r"(?:veux|voudrais|aimerais|envie de|envie d) (?:juste )?(?:m en)?dormir (?:pour (?:toujours|de bon)|a jamais)|"
    r"m endormir (?:.{0,6} )?que (?:ca|tout) s arrete|si j etais morte? personne (?:pleur\w+|va|s en|remarqu\w+|me)|"
    r"place ici bas|(?:demain|bientot) .{0,40}je (?:serai|serais) plus la(?= *$)|je .{1,40} pour me punir(?= *$)",
    # death as a rest, life as a load
    r"(?:mort|mourir) (?:.{0,10} )?(?:me|m|ma|mon) (?:delivr\w+|soulag\w+|libere\w*|libera\w+|repos(?:er|e)?|sauver|"
    r"arrang\w+|guerir|seule? (?:solution|issue|chose|sortie))(?! (?:de (?:jesus|christ)))|(?:que|seule?) la mort "
    r"(?:qui )?(?:(?:peux|peut|va|pourra) )?(?:me|m)\b",
    rf"{_LIFE} (?:.{{0,10}} )?(?:(?:m a|me|m|ne) )?(?:trop )?(?:fatiguee?|depasse|depassee|degoute|pese|tuer|use|"
    rf"ecrase|trop dure pour moi|sert (?:plus )?a rien|inutile|finie? pour moi|est (?:finie?|inutile|foutue)(?= *$))|"
    rf"(?:vois|sais|comprends) (?:pas|plus) (?:a quoi|pourquoi|l interet de|l utilite de|de raison de) (?:je "
    rf")?(?:{_LIFE}|vis|respire|suis la|rester)|plus (?:ma|de) place (?:sur|dans) (?:cette|ce|la) (?:terre|monde|"
    rf"vie)|bye (?:bye )?la vie|la vie et moi c est fini",
    r"(?:pourquoi|sais pas pourquoi) (?:je |j )?(?:vis|respire|existe)(?: encore| toujours)?(?= *$| (?:si|encore|"
    r"toujours))",
    r"(?:pense|penser|songe|reve|revais|prie|supplie|demande)(?: pas| plus| toujours| souvent| tout le temps)? (?:de "
    r"|a |d |pour )(?:mourir(?! (?:de|a|d)\b)|me (?:tuer|suicider|faire (?:du )?mal|pendre|supprimer))|(?:parle|"
    r"parlait)(?: tout le temps| souvent| toujours)? de (?:mourir|me (?:tuer|suicider|pendre))",
    r"j ai (?:souvent |deja |trop |beaucoup )?pense (?:souvent |plusieurs fois )?(?:a |au )(?:me (?:faire|tuer|"
    r"suicider)|mourir|suicide|en finir)",
    rf"(?:je (?:me |m )(?:vais )?|je (?:vais|veux|dois|voudrais|peux) (?:me |m )){_END_ME}(?= *$| (?:ce|cette|demain|"
    rf"si|la|je|j|c|apres|avant|aujourd|maintenant|pour de))",
    r"(?:acheve[rz]?|tuez|tuer|finissez|finis) moi(?= *$| (?:svp|je|s il|pitie|maintenant))|qu on (?:m acheve|me "
    r"tuer|me laisse (?:partir|mourir))|qui (?:peux|peut|veux|va) me tuer(?= *$| je)",
    r"m en finir|je (?:mets|mettrai|vais mettre) fin a (?:tout|mes|ma)(?= *$| (?:jours|vie|souffrance|ce soir))|me "
    r"laisse[rz]? mourir|laisser mourir de faim",
    r"(?:regrette|regret|degoute|deteste) (?:d |de )(?:m etre reveill\w+|me reveiller|etre (?:en vie|encore la|"
    r"vivant\w*|venue? au monde))|(?:aurais|aurai) (?:pas|jamais) (?:du|voulu) (?:venir au monde|voir le jour)",
    r"(?:mon|a mon) (?:enterrement|cadavre|cercueil|tombeau)|(?:cherche[rz]?|trouve[rz]?|trouvera|verra|recuperer?) "
    r"mon corps",
    r"(?:jamais|plus) (?:jamais )?(?:ouvrir les yeux|rouvrir les yeux)|fermer les yeux (?:pour toujours|et plus)|"
    r"dans l autre monde(?= *$)|on se (?:reverra|retrouvera) (?:au ciel|la haut|au paradis)",
    r"ce (?:message|sms|vocal) (?:est|sera|c est) (?:le |mon )?dernier(?= *$| que)|(?:verrez|verras|lirez|liras|"
    r"trouverez|lisez) .{0,14}(?:ce sera|il sera|ca sera) trop tard",
    r"si je (?:disparais|meurs?|pars) .{0,14}(?:cherche[rz]? pas|pleure[rz]? pas|occupe[r]?|dites|dis a)|mort "
    r"personne va (?:le )?(?:remarquer|pleurer|savoir)",
    # what hurts oneself
    r"(?:mange|boit|bois|dors) plus .{0,16}(?:expres|pour mourir|jusqu a mourir)|arrete de manger (?:.{0,8} )?pour "
    r"(?:mourir|me laisser)",
    r"(?:coupures|marques|cicatrices|entailles|brulures) (?:.{0,16} )?(?:que je me (?:fais|suis fait)|moi meme)|je "
    r"me (?:fais|plante|enfonce|tape|cogne|pique|brule|frappe|mords?|griffe) (?:.{0,40} )?(?:pour me punir|quand "
    r"(?:ca va pas|je vais mal|je suis triste|je pleure)|pour (?:souffrir|sentir|oublier)|jusqu au sang)",
    rf"(?:j ai|je les ai|viens de) (?:.{{0,4}} )?(?:pris|avale|bu|mange|melange|bois) (?:.{{0,3}})(?:tous?|toute?s?|"
    rf"plein|plusieurs|trop|\d\d) (?:(?:de|d|les|tes|ses|mes|ces|la|le|boite|plaquette|sorte) ){{0,3}}{PILLS}(?! "
    rf"(?:pour|contre|en|par|depuis|prescrits?|prescrites?|contraceptives?|d avance|ce mois|du mois)\b)",
    r"(?:combien|quelle? (?:dose|quantite|hauteur|etage)) (?:.{0,40} )?(?:pour (?:partir(?= *$)|etre sur\w* de "
    r"mourir|en finir(?= *$)|claquer)|(?<!avant de )mourir(?= *$)|reveiller plus)",
    rf"{PILLS} .{{0,18}}(?:on meurt|qui tuer|mourir|fait mourir) (?:en dormant|dans|sans|doucement)|(?:on|ca) "
    rf"(?:souffre|fait mal|dure longtemps) (?:quand|si|de) (?:on )?(?:.{{0,3}})(?:pend|noie|saute|meurt|tranche)|"
    rf"veux pas souffrir .{{0,30}}(?:rapide|vite|partir|mourir)",
    r"(?:charge|chargee?) (?:le|mon) (?:fusil|pistolet|arme)(?= *$| (?:et|je|c est))|devant (?:les rails|le train) "
    r".{0,30}(?:jeter|attend)|m y jeter|assise? (?:.{0,8} )?(?:rebord|bord) (?:de la fenetre|du toit|du balcon|du "
    r"pont)",
    r"fatiguee? de (?:cet|cette|ma) vie(?! (?:chere|de (?:bureau|celibataire)|professionnelle))|veux partir(?= "
    r"*$)(?<=vie je veux partir)",
    # swallowed, or about to be
    rf"(?:j ai|je vient (?:juste )?de|je suis en train de|je) (?:deja |encore |juste |tout )?(?:bu|boire|bois|avale|"
    rf"avaler) {_SOME}{TOXIC}",
    r"j ai (?:prepare|attache|noue) (?:la|une) corde(?= *$| (?:au plafond|a la poutre|autour|pour me))|j ai achete "
    r"la corde(?= *$)",
    rf"j ai (?:.{{0,8}} )?{MEANS} (?:.{{0,20}} )?(?:autour du cou|sur (?:le cou|la gorge|le poignet|mon (?:bras|"
    rf"poignet|cou)))",
    r"(?:je suis|suis) (?:.{0,12} )?(?:sur la rambarde|au bord du (?:vide|toit|pont)|sur le (?:bord|rebord) (?:du|de "
    r"la)|sur les rails)(?! (?:de mon|du probleme))",
    # questions about it
    r"(?:mourir|meurs|meurt) (?:sans (?:que (?:ca|sa) fasse mal|douleur|souffrir(?= *$))|en combien de)|(?:moyen|"
    r"facon|methode) (?:sure?|rapide|efficace|facile) (?:de|pour) (?:me |se )?(?:mourir|donner la mort|suicider|"
    r"tuer)",
    r"(?:failli|envie de|pense a|voulu) (?:me )?(?:sauter|jeter|laisser tomber) (?:du (?:balcon|pont|toit)|par la "
    r"fenetre|dans (?:le|la|l) )",
    r"comment (?:on (?:fait pour )?|faire pour |peut on )?(?:se (?:pend(?:re)?|noie|noyer)(?! (?:dans (?:un|le) "
    r"texte))|se suicider?|mourir vite)(?= *$| (?:avec|sans|vite|chez soi|a la maison|facilement)\b)",
    r"(?:fait|font) mal (?:de |quand on |si on )(?:mourir|meurt|se (?:noyer|noie|pendre|pend|tuer|suicider))",
    r"(?:medicaments?|poison|produit|methode|mort|facon) (?:qui )?(?:tuer|qui fait mourir) (?:sans (?:douleur|"
    r"souffrir|faire mal)|dans (?:le|son|mon) sommeil)|(?:maniere|facon|mort) (?:la )?(?:moins|plus) (?:douloureuse|"
    r"douce|rapide) (?:de |pour )mourir",
    r"(?:combien|quelle? (?:dose|quantite|produit|medicament|poison)) .{0,60}(?:(?:plus|jamais|pas) (?:se|me) "
    r"reveille[rz]?\b|(?:peut|peux|va|peuvent|pour) me tuer(?! (?:a|au))|pour mourir(?= *$| (?:vite|sans|quand)))",
    r"(?:dose|quantite|combien) .{0,50}tuer (?:une personne|quelqu un|un (?:humain|adulte|homme)) .{0,20}pour moi",
    r"(?:poison|produit|medicaments?|corde|arme) pour (?:en finir(?! avec (?:les|ces|cette|mes))|plus vivre)",
    rf"(?:peche|haram|enfer|dieu|allah|seigneur) (?:.{{0,40}} )?(?:de |si (?:je |on )|si |ceux qui )?{_TO_DIE}(?= *$|"
    rf" (?:quand|si|parce|car|aussi|moi|je))|(?:pardonne|pardonnera|pardonner)(?: t il)? (?:a |pour |de )?(?:le |un "
    rf")?suicide(?= *$)",
    r"apres la mort .{0,12}(?:je veux (?:y aller|partir)|j y vais|j arrive)",
    r"(?:dire|parler|avouer) a .{1,25}(?:qu on|que je) (?:veux|a) plus (?:envie de )?(?:vivre|etre la)",
    # afraid of oneself, of what comes
    r"peur de (?:moi(?: meme)?(?= *$| (?:ce soir|cette nuit|parfois))|ce que je (?:vais|peux|pourrais|veux|"
    r"risque)(?: de)? me faire)",
    rf"(?:vais|risque de|pourrais|suis capable de|peur de|envie de) (?:finir par )?(?:faire|commettre) (?:une? "
    rf")?{_ILL}(?= *$| (?:ce soir|cette nuit|contre moi|aidez|je|si))",
    r"j ai (?:deja |encore )?fait (?:une|deux|plusieurs) tentatives?(?= *$| (?:de suicide|l annee|l an|le mois|il y "
    r"a|hier|et))",
    r"j ai (?:deja |encore )?(?:essaye|tente|voulu) de mourir",
    r"je (?:devrais|merite de|dois|suis (?:pret|prete) a) (?:mourir(?! (?:de|pour)\b)|me (?:tuer|suicider|pendre))",
    rf"{_TIRED_OF} (?:2 |de |d )vivre(?! (?:avec|dans|chez|ici|comme|au|aux|a|en|ensemble|seule?|sans|loin|sous|"
    rf"cette|ce)\b)",
    r"si (?:j etais|j etait|je serais) (?:pas|jamais) nee?\b",
    r"(?:je veux|ai envie de|je vais|je voudrais|je want to) (?:plus etre la(?! (?:au|a (?:la|l)) )|die\b|me pandre|"
    r"me finir(?= *$)|me "
    r"faire partir)",
    r"(?:plus rien|personne) (?:qui )?(?:me|m) (?:retient?|retiens|rattache|attache)(?: plus)?(?= *$| (?:a la vie|"
    r"sur|ici))",
    r"pourquoi (?:je suis|j existe|je vis|je respire) (?:encore|toujours)(?: en vie| la)?(?= *$)",
    r"si je (?:meurs?|mourais|disparais) (?:.{0,8} )?qui (?:va |me |s )?(?:me )?(?:pleure[rz]?|pleurera|regrett\w+|"
    r"remarqu\w+|manqu\w+|en souci\w+)",
    r"(?:espere|prie|souhaite|faites) (?:.{0,14} )?(?:que )?(?:demain )?(?:je )?(?:demain )?(?:me (?:reveille|"
    r"reveiller|reveillerai)|m endorme) (?:pas|plus|jamais|pour toujours)|(?:pouvais|voudrais|pourrais) (?:juste )?m "
    r"endormir (?:pour (?:toujours|de bon)|a jamais)",
    r"(?:dieu|allah|seigneur|jesus|bon dieu|lui) (?:.{0,10} )?(?:de m enleve[r]?(?= *$| la vie)|(?:prends?|prenne|"
    r"reprends?) (?:moi(?= *$)|(?:la|ma) vie(?! .{0,20}(?:paroles|cantique|chant))|mon ame)|me (?:reprenne|reprends|"
    r"rappelle)(?= *$| (?:je|a lui|vite)))",
    r"(?:arrive (?:plus|pas) a |peux plus |envie d )?(?:arreter?|m empecher|m arreter) de me (?:coupe[rz]?(?! les)|"
    r"bruler?|griffer?|scarifier?|mutiler?|faire (?:du )?mal(?! a)|blesser?)",
    r"je me (?:suis )?(?:encore )?(?:brulee?|brule|griffe|pique|mords?|coupe|blesse) (?:.{0,30} )?(?:pour (?:oublier|"
    r"me punir|me calmer|souffrir|sentir quelque|plus penser)|avec (?:des|une|la|une) (?:cigarettes?|lames?|rasoir|"
    r"briquet|compas))",
    r"je me suis (?:ouverte?|coupee?|tranchee?|entaillee?) (?:le|les|un) (?:poignets?|veines?|avant bras)",
    r"(?:bientot|demain|ce soir) .{0,20}plus (?:jamais )?(?:entendre )?parler de moi|(?:ce sont|voici|c est|c etait) "
    r"mes derniers mots(?= *$)|je vois (?:plus|pas|aucune) (?:d )?issue(?= *$)|m en aller pour (?:toujours|de "
    r"bon)(?= *$)|plus envie de rien .{0,10}(?:de )?vivre",
    # written for afterwards
    r"(?:lettre|mot|message|texte|video) .{0,50}(?:apres ma mort|avant de me (?:suicider|tuer)|"
    r"(?:quand|je) (?:je )?(?:serai|serais) (?:morte?|plus de ce monde))|quand (?:vous|tu) lire[sz]? .{0,12}je "
    r"(?:serai|serais) (?:deja )?morte?|(?:avant de partir|partir) pour toujours .{0,20}famille|famille (?:avant de |"
    r".{0,20})partir pour toujours",
    r"(?:ecrire|faire|rediger|redige) (?:mon|un) testament .{0,12}j ai 1\d ans",
    r"(?:pas (?:la )?peine|pas besoin|sert a rien|plus besoin) .{0,30}je (?:serai|serais) (?:deja )?(?:morte?\b(?! "
    r"(?:de|d)\b)|plus en vie)",
    # scenes, told without the great words
    r"(?:prepar\w+|planifi\w+|organis\w+|prevu) (?:mon|le mien|de me) suicid\w*|\bj ai (?:pris|fait) une "
    r"(?:surdose|overdose)|veux pas (?:voir|vivre) (?:le jour de )?demain(?= *$)",
    r"me (?:frappe|tape|cogne) (?:la tete|les poings?) (?:contre|sur|dans) (?:le|un|les) murs? (?:expres|pour "
    r"(?:me|oublier|"
    r"avoir mal|sentir))|"
    r"(?:et|veux|pour) mourir (?:tranquille|en paix)(?= *$| (?:je|sans|loin))",
    rf"(?:honte|marre|jpp|peux plus|degoutee?|fatiguee?|lasse|peur) de vivre{_ELSEWHERE}",
    r"(?:dis(?:ent)?|disait|disaient|ordonn\w+|demand\w+|pouss\w+|crient?|souffl\w+) (?:de |a |d )(?:me |m )(?:tuer|"
    r"suicider|pendre|couper|jeter|noyer|faire (?:du )?mal)",
    rf"(?:recommenc\w+|continu\w+|commenc\w+|arret\w+|envie|besoin) (?:a |de |d )?(?:me |m ){_CUT}",
    r"(?:ir(?:a|ai\w*|ont)|ser(?:a|ai\w*|ont)|port(?:e|era|erai\w*)|vivr\w+) (?:bien |beaucoup )?mieux sans moi(?= *$| "
    r"(?:je|j|la|adieu|ici|de toute))",
    r"noeud (?:de (?:pendaison|pendue?|potence)|pour (?:me |se )?pendre)|corde (?:de pendaison|pour (?:me |se )pendre)",
    r"(?:j ai|je (?:tiens|mets|pose|garde|prends|vois)) (?:.{0,14} )?(?:couteau|lame|rasoir|cutter|bout de verre|"
    r"ciseaux|pistolet|arme) (?:.{0,8} )?(?:sur|contre) (?:mon|mes|ma) "
    r"(?:poignets?|veines?|gorge|cou|ventre|coeur|bras|tempe|tete)",
    r"di(?:s|tes|re) (?:a|au) (?:ma|mon|mes) [a-z]+ que je (?:l|les) aim(?:e|ais)(?= *$| (?:je pars|adieu|pour "
    r"toujours|"
    r"et que je))",
)  # fmt: skip
