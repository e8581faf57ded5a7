"""How people say in French that they want to die or to harm themselves: patterns over `words.words_of`, in which « ne »
is dropped and most forms of a verb are one word (frapper, frappé → frappe; tué, tue → tuer)."""

from typing import Final

from bot.reading.distress.french_people import DRUNK, PILLS

_FILLER = (
    r"(?:(?:juste|trop|tellement|plus que tout|seulement|aussi|tout le temps|souvent|parfois|des fois|encore|la|bien|"
    r"maintenant|ce soir|demain|cette nuit|grave|carrement|un peu|tres|des|de|d|que|a|bientot|toujours|meme|fort|"
    r"hein|"
    r"moi|"
    r"aller) ){0,4}"
)
_WANT = (
    r"(?:(?:je|j|moi) (?:me |m en )?(?:veux|voudrais|aimerais|aimerai|vais|souhaite|prefere|espere|pense|songe|"
    r"compte|"
    r"pensais|voulais|ai envie|ai grave envie|ai trop envie|ai tellement envie|ai tres envie|avais envie|ai decide|"
    r"suis prete?|ai besoin|suis decidee?|reve)|envie|me donnent? envie)"
)
_NOT_OF = (
    r"(?! (?:de|d) (?:rire|faim|soif|honte|chaud|chaleur|froid|ennui|fatigue|envie|joie|plaisir|jalousie|bonheur|"
    r"amour|gene|rire)| (?:riche|bete|vieux|vieille|idiote?|ignorante?|au combat|dans (?:le|un|ce|mon) (?:jeu|"
    r"film|partie)|pour (?:la|ma) (?:patrie|science|pays)|en heros|la dalle))"
)
_END_IT = r"en finir(?! (?:avec|vite avec) (?!la vie|ma vie|tout|moi|cette vie|mes jours))(?! (?:vite|rapidement)\b)"
_KILL_MYSELF = (  # with « me »: nobody does it by accident
    r"(?:me suicider?\b|me pendre|me noyer|me buter|me flinguer|me foutre en l air|"
    r"me jeter (?:du|par|sous|d un|d une|devant|dans (?:un puits|(?:le |la |l )?(?:vide|fleuve|lagune|puits|mer|"
    r"riviere|lac|"
    r"ravin|feu|marigot|sanaga|wouri|benoue|niger|congo|senegal|volta))|sur (?:les rails|la route))|"
    r"me scarifier|me mutiler|me (?:tailler|couper) les veines|m ouvrir les veines|me (?:trancher|couper) la gorge|m "
    r"egorger|"
    r"m etrangler|m immoler|m empoisonner|me bruler? (?:vive?|vif)|me (?:tirer|mettre) une balle|me donner la mort|"
    r"(?:m oter?|m enleve|m arracher) la vie|mettre fin a (?:ma vie|mes jours)|quitter (?:ce monde|cette (?:vie|"
    r"terre)))"
)
_DIE = (
    rf"(?:{_KILL_MYSELF}|mourir(?! moins ){_NOT_OF}|{_END_IT}|me tuer(?! (?:a|au) (?:la tache|l ouvrage|travail|"
    rf"boulot|taf|"
    rf"champs?|bureau|travailler|te|vous|"
    r"repeter))|(?:au |le )?suicider?\b|"
    r"sauter (?:du(?! (?:c[mep]|coq|lit|repas|train|bus))|par la fenetre|d un (?:pont|toit|immeuble|balcon)|dans le "
    r"vide)|"
    r"disparaitre(?= *$| (?:pour toujours|de (?:ce monde|cette (?:vie|terre))|a jamais|pour de bon))|"
    r"me faire (?:du )?mal(?! (?:au|en)\b)|(?<!a )(?<!a la )(?:la )?mort(?= *$)|"
    r"arreter? de vivre(?! (?:avec|dans|chez|ici|comme|au|a|en|ensemble)\b)|"
    r"finir avec (?:ma|la|cette) vie|finir avec moi(?: meme)?$|"
    rf"(?:boire|avaler) (?:(?:du|de|la|le|l|un|une|tout|toute|d|verre|bouteille|sachet|bidon) ){{0,5}}{DRUNK}|"
    r"prendre du poison|boire (?:du |de l |le |l )?(?:sniper|petrole|essence)|"
    rf"(?:avaler|prendre) (?:tous les|toute la boite de|plein de|trop de|tout le|tout mes|tous mes) {PILLS}|"
    rf"avaler (?:des|les|mes) {PILLS}(?! (?:pour|contre|sans|avec|prescrits?)\b)|partir pour toujours(?! (?:en|au|"
    rf"aux|a|du|de|vers|chez) )|"
    r"m endormir (?:et |pour )?(?:plus|jamais|toujours)|etre morte?(?= *$| (?:maintenant|plutot))|"
    r"finir (?:ma vie|mes jours)(?= *$| (?:maintenant|ce soir|la))|avaler (?:tous|tout|plein) )"
)
FRENCH: Final = (
    r"(?:plus|aucun) (?:de )?gout (?:a|de|pour) (?:la vie|vivre|rien faire de ma vie)",
    rf"{_WANT} {_FILLER}{_DIE}",
    rf"j ai (?:deja |encore |meme )?(?:essaye|tente|voulu|failli|prevu|promis|jure) (?:de |d )?{_KILL_MYSELF}",
    r"(?:laissez?|aidez) (?:moi )?(?:a )?(?:mourir(?! de\b)|me (?:tuer|suicider)|en finir(?= *$))|m aidez a "
    r"(?:mourir(?! de\b)|me "
    r"(?:tuer|suicider)|en finir(?= *$))|comment mourir(?= *$)|"
    r"(?:poison|methode|moyen|produit|medicaments?) pour (?:mourir(?= *$)|me (?:tuer(?! (?:a|au)\b)|suicider))",
    r"(?:je|j) (?:veux|voudrais|ai|aime) (?:meme |vraiment )?pas (?:envie de |de )?(?:vivre|exister|etre en vie)(?! "
    r"(?:avec|chez|dans|"
    r"a|au|en|ici|comme|sans|de|la|cette|ca|ce|seule?)\b)|je regrette d etre(?: nee?)?(?= *$)|j aurais (?:du|voulu|"
    r"prefere|aime) "
    r"(?:pas|jamais) (?:naitre|etre nee?)|j aurais (?:pas|jamais) du naitre",
    r"si je (?:meurs?|mourais|disparais|disparaissais) personne (?:va|me|verra|remarque|pleure|regrette|s en)[a-z]*|"
    r"personne "
    r".{0,25} si je (?:meurs?|mourais|disparais(?:sais)?)\b",
    r"je peux plus vivre(?! (?:sans|avec|ici|dans|a|au|chez|de)\b)",
    r"(?:je|j) (?:veux|vais|voudrais|ai|ai envie|supporte|arrive)(?: meme)? plus (?:envie de |a |la force de |de |le "
    r"gout de |du tout )?"
    r"(?:vivre(?! (?:(?:avec|chez) (?:mes|mon|ma|eux|lui|elle|toi|vous|les)|a (?!quoi|cause)[a-z]+|au [a-z]+|"
    r"en [a-z]+)\b)|exister|"
    r"etre (?:la$|en vie|ici$|sur (?:cette )?terre)|me reveiller|continuer a vivre)",
    r"j ai (?:meme )?plus (?:envie|la force|gout|la volonte) (?:de |d )(?:vivre|continuer a vivre|exister)",
    r"(?:envie|force|raison|raisons|gout) de vivre (?:plus|pas)|(?:aucune|plus de|pas de|plus aucune) raison de "
    r"vivre",
    r"j en peux plus (?:de )?(?:vivre|(?:la|cette|ma) vie)|(?:marre|fatiguee?|assez|degoutee?) de (?:vivre|la vie|"
    r"ma vie|cette vie)(?= *$| (?:de merde|de chien|ici bas|je|j|et je|aidez|laissez?)\b)",
    r"(?:veux|supporte|aime) (?:pas |plus )+(?:de )?(?:cette|la|ma) vie(?: de (?:merde|chien))?(?= *$)",
    r"(?:ma|cette) vie (?:vaut|sert|a|n a) (?:plus )?(?:rien|a rien|aucun sens|pas de sens|plus de sens|plus aucun "
    r"sens)|la vie a plus (?:de|aucun) sens (?:pour moi|a mes yeux)|^la vie a plus (?:de|aucun) sens$",
    r"je (?:suis|serais|serai) mieux morte?|(?:seraient|serait|sera|seriez|vivraient) mieux sans moi",
    r"mieux si (?:j etais|je suis|j etait) (?:morte?|pas (?:la|ne))|j aurais (?:pas )?(?:du|prefere) (?:pas naitre|"
    r"jamais naitre)",
    r"je (?:merite|merites) (?:de mourir|pas de vivre|plus de vivre|la mort)|je (?:hais|deteste) (?:ma vie|"
    r"vivre)\b(?! (?:de|d|au|dans|a|en|avec|chez) )",
    r"je me (?:scarifie|mutile|taillade|fais du mal|coupe (?:les veines|les bras|le bras|la peau|les poignets|les "
    r"cuisses)|"
    r"coupe(?= *$| (?:pour|quand|le soir|chaque|depuis|en cachette|souvent))|tuer(?= *$| (?:ce soir|demain|si|"
    r"bientot|maintenant|cette nuit))|suicider?\b|pends?(?= *$| (?:ce soir|demain|si|bientot|cette nuit))|"
    r"fais des (?:entailles|coupures)|"
    r"(?:brule|griffe) (?:expres|la peau|les bras|le bras|les cuisses|jusqu au sang|avec (?:une|un|le) (?:cigarette|"
    r"briquet|fer)))",
    r"je me suis (?:(?:suicide|noye)e?\b|pendue?\b(?! (?:au|a) )|jetee? (?:du|par la fenetre|sous|dans le (?:vide|"
    r"fleuve)))",
    r"(?:j ai|je me suis)(?: deja| encore)? (?:essaye|tente|voulu|failli) (?:de )?(?:me suicider|mourir$|me tuer|"
    r"me pendre|en finir$|me noyer)",
    r"j ai (?:(?:deja|encore|expres) )?(?:avale|avaler|bu) (?:(?:du|de|d|la|le|les|un|une|tout|toute|peu|trop|plein|"
    rf"beaucoup|verre|tasse|gorgee|flacon|bouteille|sachet) ){{0,5}}{DRUNK}",
    r"j ai (?:mange|pris) (?:du|de la|la) (?:mort aux rats|raticide|poison(?= pour (?:mourir|en finir|me tuer)))|"
    r"j ai pris du poison$",
    r"je me suis (?:(?:coupe|taille|entaille|tranche)e? (?:les veines|les poignets|les avant bras)|ouvert les veines|"
    r"(?:scarifie|mutile|taillade)e?\b|fait du mal(?! (?:au|aux|a|en)\b))|j ai (?:encore )?(?:coupe|taillade|"
    r"ouvert|entaille) mes (?:veines|bras|poignets|cuisses)|je me suis (?:encore )?coupee? (?:encore |expres |"
    r"volontairement )?(?:expres|"
    r"volontairement|encore ce soir|encore hier|les bras)",
    rf"(?<!pour )(?<!suis )(?<!est )(?<!es )(?<!etais )autant (?:mourir(?! debout){_NOT_OF}|me (?:tuer(?! (?:a|au))|"
    r"suicider|pendre|noyer)|etre morte?|disparaitre(?= *$)|en finir avec (?:la|ma|cette) vie)",
    r"j ai avale (?:les|des) (?:medicaments|cachets|comprimes|pilules|somniferes) de "
    r"(?:ma|mon|maman|papa|mamie|papi)\b",
    r"(?:idees?|pense|pensees?|envies?|pulsions) (?:suicidaires?|de suicide|de mort)|je suis suicidaire|"
    r"j ai (?:que )?(?:des|trop d|plein d|toujours des) (?:idees|pensees) noires",
    r"je (?:pense|songe|reflechis) (?:tout le temps |souvent |beaucoup |toujours |trop )?(?:au suicide|a la mort "
    r"tout|a mourir|a me (?:tuer|suicider)|a en finir)",
    r"comment (?:faire pour |je peux |on fait pour |puis je )?(?:me (?:suicider|tuer|pendre|noyer|couper les "
    r"veines)|mourir (?:sans (?:souffrir|douleur|avoir mal|sentir)|"
    r"vite|rapidement|facilement))",
    r"(?:pour|afin de|quelle dose|combien) (?:.{0,60} )?(?:me suicider|me tuer(?! (?:au|a))|mourir (?:sans|vite))",
    r"(?:combien (?:de |d )(?!temps|jours|heures|minutes|annees)|quelle? (?:dose|quantite|medicament|poison|produit) "
    r")"
    r".{1,60} pour (?:que je meure|mourir(?= *$| (?:rapidement|facilement|tout de suite|dans mon sommeil)))",
    r"(?:moyen|facon|maniere) (?:.{0,30} )?(?:de|pour) (?:mourir|me suicider|me tuer|se suicider)(?: |$)(?!dans|"
    r"selon)",
    r"ma (?:lettre d adieu|derniere lettre|lettre de suicide)",
    r"je vais (?:mourir(?= *$| (?:ce soir|demain|bientot|seule?|ici|et personne))|sauter(?= *$| (?:du|par)))",
    r"personne (?:me regrettera|me regretterait|va me regretter|remarquera(?:it)? si je (?:meurs|disparais|"
    r"mourrais))",
    r"(?:je voudrais|j aimerais|je veux) (?:pas |plus |jamais )?(?:jamais |plus )?me reveiller(?! (?:tard|tot|a|en "
    r"retard))",
    r"(?:j espere|je (?:prie|souhaite)(?: dieu)?|dormir|endormir)(?: pour toujours)?(?: et| de| pour)? (?:pas|plus|"
    r"jamais) "
    r"(?:jamais |plus )?me reveiller(?! (?:trop )?(?:tard|tot|a|en retard)\b)",
    r"(?:dieu|seigneur|allah|jesus)(?: a qu)?(?: de| a)? (?:me|m) (?:prenne|prends?|prendre|rappelle|rappeler|"
    r"emporte|"
    r"emporter|reprenne|reprendre)(?= *$| (?:aupres|avec lui|pres de|maintenant|ce soir|cette nuit|aussi|tout de "
    r"suite))",
    r"(?:je|j) (?:veux|vais|voudrais|aimerais) (?:aller )?rejoindre .{1,30} (?:au ciel|la haut|au paradis|dans (?:la|"
    r"sa) "
    r"tombe|dans l au dela)",
    r"(?:mieux vaut|vaut mieux|vaudrait mieux|plutot) (?:encore )?(?:mourir|la mort)(?= *$| (?:maintenant|pour moi|"
    r"que "
    r"(?:de )?(?:vivre (?:comme|ca|ici|dans)|continuer|souffrir)))|je prefere (?:encore )?la mort(?= *$)",
    r"mieux (?:si|que) je (?:meurs?|meure|mourais|disparaisse|disparais)\b|si je (?:meurs?|mourais|disparais) "
    r"(?:c est|ce sera|ca sera|ce serait|ca serait) (?:bien |beaucoup )?mieux|il faut que je meur[es]?\b(?! de)",
    r"(?:la mort|le suicide|mourir|me tuer|me suicider) (?:c )?(?:est|serait|reste) (?:que )?(?:ma|la|mon) (?:seule|"
    r"unique|"
    r"derniere|meilleure) (?:solution|issue|option)(?= *$| (?:pour moi|qui me reste))",
    r"(?:seule|unique|derniere|meilleure) (?:solution|issue|option) (?:qui me reste |pour moi )?(?:c |que c )?(?:est|"
    r"serait) "
    r"(?:de |la |le )?(?:mourir|mort|suicide|me (?:tuer|suicider|pendre))(?= *$)|mourir (?:c est|serait|ce serait) "
    r"mieux",
    r"(?:j ai plus|me reste(?: plus)?) qu a (?:mourir(?! de)|me (?:tuer(?! (?:a|au))|pendre|suicider|noyer)|"
    r"disparaitre$)",
    r"je suis de trop (?:sur (?:cette|la) terre|dans ce monde)|je sers a rien (?:sur (?:cette )?terre|dans (?:ce "
    r"monde|"
    r"cette vie))",
    r"pourquoi (?:je vis|je suis en vie|j existe)(?: encore| toujours)?(?= *$)|a quoi bon vivre(?= *$)",
    r"je vais (?:commettre l irreparable|faire une betise(?= *$| (?:ce soir|si|cette nuit)))",
    r"(?:demain|bientot|ce soir) je (?:suis plus (?:de ce monde|en vie)|(?:serai|serais) (?:plus (?:la$|de ce monde|"
    r"en "
    r"vie|sur terre)|morte?\b(?! (?:de|d|au) )))",
    r"(?:liras|lirez|lis|lit|lisez) (?:ce|cette|mon|ma) [a-z]+ je (?:serai|serais|suis) (?:deja )?(?:morte?|partie?|"
    r"plus la)\b",
    r"adieu (?:a )?(?:tous|tout le monde|le monde|la vie|maman|papa)(?= *$| (?:je|pardon|pardonne))|"
    r"(?:dernier (?:message|sms)|que je (?:l|les) aime) adieu(?= *$| (?:maman|papa|je|a tous|pardon))",
    r"(?:j attends?|j attend)(?: juste| que| seulement)? la mort(?= *$)|la mort m appelle|je veux que tout s "
    r"arrete(?= "
    r"*$)",
    rf"j ai (?:pris|avale|bu|mange) (?:(?:plus de|au moins|environ|peut etre|deja) )?(?:[1-9]\d|vingt|trente|"
    rf"quarante|"
    rf"cinquante) {PILLS}(?! (?:en|par|pour|contre|depuis|sur|contraceptives|ce mois|d avance)\b)|j ai (?:pris|"
    rf"avale) "
    rf"(?:(?:toute?|une) (?:la )?(?:boite|"
    rf"plaquette) (?:de |d )?|tout (?:le|la) |trop de |plein de )(?:ces )?{PILLS}",
    r"j ai achete .{0,30}(?:mort aux rats|poison|corde|javel) .{0,30}(?:boire|avaler|prendre|me pendre|ce soir)",
    r"j aimerais (?:pas |plus )?(?:me reveiller plus|plus me reveiller|pas exister|plus exister|jamais (?:etre "
    r"nee?|exister))",
    r"adieu (?:.{0,40} )?(?:je (?:pars|m en vais) pour toujours|je vais (?:mourir|me tuer)|pardonnez moi)",
)  # fmt: skip
