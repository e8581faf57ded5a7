"""How people say in French that they, or somebody close, are in danger: patterns over `distress_words.words_of`, in
which « ne » is dropped and most forms of a verb are one word (frapper, frappé → frappe; tué, tue → tuer)."""

from typing import Final

_FILLER = (
    r"(?:(?:juste|trop|tellement|plus que tout|seulement|aussi|tout le temps|souvent|parfois|des fois|encore|la|bien|"
    r"maintenant|ce soir|grave|carrement|un peu|tres|des|de|d|que|a|bientot|toujours|meme|fort|hein|moi) ){0,4}"
)
_WANT = (
    r"(?:(?:je|j|moi) (?:me )?(?:veux|voudrais|aimerais|aimerai|vais|souhaite|prefere|espere|pense|songe|compte|"
    r"pensais|voulais|ai envie|ai grave envie|ai trop envie|ai tellement envie|ai tres envie|avais envie|ai decide|"
    r"suis prete?|ai besoin|suis decidee?|reve)|envie|me donnent? envie)"
)
_NOT_OF = (
    r"(?! (?:de|d) (?:rire|faim|soif|honte|chaud|chaleur|froid|ennui|fatigue|envie|joie|plaisir|jalousie|bonheur|amour|"
    r"gene|rire)| (?:riche|bete|vieux|vieille|idiote?|ignorante?|au combat|dans (?:le|un|ce|mon) (?:jeu|film|partie)|"
    r"pour (?:la|ma) (?:patrie|science|pays)|en heros|la dalle))"
)
_END_IT = r"en finir(?! (?:avec|vite avec) (?!la vie|ma vie|tout|moi|cette vie|mes jours))(?! (?:vite|rapidement)\b)"
_DIE = (
    rf"(?:mourir{_NOT_OF}|{_END_IT}|me tuer(?! (?:a|au) (?:la tache|l ouvrage|travail|travailler|te|vous|repeter))|"
    r"me suicider|(?:au |le )?suicide\b|me pendre|me noyer|me buter|me flinguer|me foutre en l air|"
    r"me jeter (?:du|par|sous|dans (?:le vide|le fleuve|la lagune|le puits|un puits)|d un|d une|devant)|"
    r"sauter (?:du|par la fenetre|d un (?:pont|toit|immeuble|balcon)|dans le vide)|"
    r"disparaitre(?= *$| (?:pour toujours|de (?:ce monde|cette (?:vie|terre))|a jamais|pour de bon))|"
    r"me faire (?:du )?mal(?! (?:au|en))|me scarifier|me mutiler|me tailler les veines|me couper les veines|"
    r"m ouvrir les veines|quitter (?:ce monde|cette (?:vie|terre))|partir pour toujours|mettre fin a (?:ma vie|mes "
    r"jours)|"
    r"m endormir (?:et |pour )?(?:plus|jamais|toujours)|etre morte?(?= *$| (?:maintenant|plutot))|"
    r"finir (?:ma vie|mes jours)(?= *$| (?:maintenant|ce soir|la))|avaler (?:tous|tout|plein) )"
)
_SOMEBODY = (
    r"(?:(?:ma|mon|une|un|notre|cette) (?:(?:petite?|grande?|meilleure?|bonne?|jeune) )?(?:soeur|frere|amie?|copine?|"
    r"copain|pote|mere|pere|maman|papa|cousine?|voisine?|fille|fils|camarade|enfant|bebe|best|bff|bestie|tante|oncle|"
    r"mec|meuf|mari|femme|grand mere|grand pere|neveu|niece)(?: (?:de|a) (?:ma|mon) (?:classe|lycee|ecole))?)"
)
_FAMILY = (
    r"(?:pere|mere|oncle|tante|beau pere|belle mere|frere|grand frere|petit frere|soeur|grande soeur|cousin|cousine|"
    r"mari|femme|copain|mec|petit ami|ex|patron|patronne|tuteur|tutrice|prof|professeur|maitre|maitresse|voisin|"
    r"voisine|grand pere|grand mere|papa|maman|tonton|directeur|surveillant|pasteur|imam|marabout|entraineur|coach|"
    r"chef|logeur|homme|monsieur|type|gars|vieux|grand|garcon|inconnu|demi frere|parrain|educateur|repetiteur|"
    r"encadreur|censeur|instituteur|adulte)"
)
_WHO = (
    rf"(?:(?:mon|ma|le|la|un|une|mes|les|des|ce|cet|notre|l) (?:(?:petit|grand|gros|nouveau) )?{_FAMILY}s?"
    r"(?: (?:de|a) (?:ma|mon|la|l) [a-z]+)?|(?:mes|les) (?:parents|grands|camarades|eleves|gens|garcons|freres)|"
    r"papa|maman|tonton|tata|tantie|quelqu un|parents|on|il|ils|elle|elles)"
)
_OFTEN = r"(?:(?:tout le temps|toujours|encore|souvent|parfois|qui|chaque (?:jour|soir|nuit)|deja|la|y) ){0,2}"
_GAMES = (
    r"(?! (?:(?:toujours|souvent|encore|tout le temps) )?(?:a|au|aux|sur|en|d|de|par|a la|a l) ?(?:la |l |les )?"
    r"(?:fifa|pes|foot|football|basket|echecs|cartes|jeu|jeux|dames|ludo|awale|course|courses|ping|tennis|points?|"
    r"buts?|math|maths|play|free|velo|scrabble|cet|ce|son|sa|cette|le livre|finale|vitesse|quiz|calcul|handball|bras))"
)
_FEELING = (
    r"(?! (?!(?:(?:vraiment|beaucoup|tellement|trop|toujours|plus|tres|si) )+(?:fort|dur|mal)\b)"
    r"(?:(?:(?:vraiment|beaucoup|profondement|droit|tellement|trop|toujours|particulierement|enormement|plus) ?)+|"
    r"(?:par|avec|au coeur|un mot)\b|dans (?:ce|le|cette|son) (?:livre|film|texte|roman|poeme|discours|chanson)|"
    r"sur les nerfs|sur le systeme|l oeil|dans l oeil|dans le dos|la discute|des messages|un (?:message|texte)|"
    r"l esprit|(?:c )?est (?:que|la|le)|que|c est que))"
)
_HIT = (
    rf"(?:frappe{_FEELING}|frappent{_FEELING}|bat{_GAMES}|battent{_GAMES}|tape{_FEELING}|cogne|cognent|maltraite|"
    rf"maltraitent|torture|torturent|fouette|chicotte|chicotent|chicote|gifle|giflent|etrangle|brule|sequestre|"
    rf"enferme|brutalise|agresse|agressent|agresses|abuse|poignarde|violente|insulte et me frappe|humilie et|"
    rf"harcele(?! (?:avec|de|pour)\b))"
)
_BODY = r"(?:seins?|fesses?|cuisses?|parties|corps|sexe|zizi|culotte|poitrine|jambes|kiki|foufoune|vagin|nichons)"
_SEX = (
    rf"(?:viole\b(?! (?:mes|ses|la|les|leur) (?:droits|loi|vie|regle))|violent\b|touche{_FEELING}|tripote|caresse|"
    r"attouche|"
    rf"pelote|"
    r"(?:force|oblige|forcent|obligent)e? (?:a|de) (?:coucher|faire (?:l amour|ca avec|des choses)|le touche|la touche|"
    r"me (?:deshabiller|marier|prostituer)|l epouser|epouser|sucer|avorter|envoyer (?:des )?(?:photos?|nudes?)|"
    r"me mettre nue?)|"
    r"(?:demande|reclame|demandent) (?:des|mes|une|de lui envoyer (?:des|une)) (?:photos? nues?|nudes?|photos? de "
    r"mon corps|"
    r"photos? sexy|photos? intimes?))"
)
_THREAT = (
    r"(?:menace(?= *$| (?:de mort|de me tuer|de me frappe|avec (?:un|une|son)|tout|depuis|chaque|si je (?:parle|"
    r"dis|pars)|"
    r"de (?:publier|montrer|diffuser|poster|me (?:tape|viole|bruler|chasser)))))"
)
_TAKEN_AWAY = (  # a person; not « enlevé 5 points », « enlevé du groupe », « enlevé mon téléphone »
    r"enleve(?! (?:(?:aussi|encore|meme|deja|injustement) )?(?:\d|(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|"
    r"quinze|vingt|des|du|les|mon|ma|mes|son|sa|ses|nos|notre|leurs?|d|comme|sur|parmi|tout|toutes?|tous|beaucoup|"
    r"plein|trop|quelques?|plusieurs|ca|cela)\b|une? (?!soir|nuit|jour|matin)|"
    r"ce(?:t|tte)? (?!matin|soir|midi|nuit|apres|aprem)|la (?!nuit|veille|semaine)|"
    r"le (?!soir|matin|jour|lendemain|mois|week)|l (?!autre|apres|annee)|"
    r"de (?!force|nuit|chez|notre (?:maison|cour)|la maison|l ecole|mon (?:ecole|lycee|village|lit))|"
    r"dans [a-z]+ (?:groupe|equipe|liste|contacts|discussion|conversation)|et (?:bloque|supprime|remplace)))"
)
_DRUNK = (  # only what nobody drinks; « j’ai mangé du poison » is more often a fish
    r"(?:l ?)?(?:l?eau de javel|javel|poison|mort aux rats|raticide|insecticide|pesticide|herbicide|desherbant|"
    r"soude caustique|acide(?= *$| (?:de batterie|sulfurique|chlorhydrique)))"
)
_TOUCH_ME = rf"(?:mon|ma|le|un) {_FAMILY}(?: (?:de|a) (?:ma|mon|la) [a-z]+)? me touche"

SELF: Final = (
    r"(?:plus|aucun) (?:de )?gout (?:a|de|pour) (?:la vie|vivre|rien faire de ma vie)",
    rf"{_WANT} {_FILLER}{_DIE}",
    r"je peux plus vivre(?! (?:sans|avec|ici|dans|a|au|chez|de)\b)",
    r"(?:je|j) (?:veux|vais|voudrais|ai|ai envie|supporte|arrive)(?: meme)? plus (?:envie de |a |la force de |de |le "
    r"gout de |du tout )?"
    r"(?:vivre|exister|etre (?:la$|en vie|ici$|sur (?:cette )?terre)|me reveiller|continuer a vivre)",
    r"j ai (?:meme )?plus (?:envie|la force|gout|la volonte) (?:de |d )(?:vivre|continuer a vivre|exister)",
    r"(?:envie|force|raison|raisons|gout) de vivre (?:plus|pas)|(?:aucune|plus de|pas de|plus aucune) raison de vivre",
    r"j en peux plus (?:de )?(?:vivre|(?:la|cette|ma) vie)|(?:marre|fatiguee?|assez|degoutee?) de (?:vivre|la vie|"
    r"ma vie|cette vie)$",
    r"(?:ma|cette) vie (?:vaut|sert|a|n a) (?:plus )?(?:rien|a rien|aucun sens|pas de sens|plus de sens|plus aucun "
    r"sens)",
    r"je (?:suis|serais|serai) mieux morte?|(?:seraient|serait|sera|seriez|vivraient) mieux sans moi",
    r"mieux si (?:j etais|je suis|j etait) (?:morte?|pas (?:la|ne))|j aurais (?:pas )?(?:du|prefere) (?:pas naitre|"
    r"jamais naitre)",
    r"je (?:merite|merites) (?:de mourir|pas de vivre|plus de vivre|la mort)|je (?:hais|deteste) (?:ma vie|"
    r"vivre)\b(?! (?:de|d|au|dans) )",
    r"je me (?:scarifie|mutile|taillade|fais du mal|coupe (?:les veines|les bras|le bras|la peau|les poignets|les "
    r"cuisses)|"
    r"coupe(?= *$| (?:pour|quand|le soir|chaque|depuis|en cachette|souvent))|tuer(?= *$| (?:ce soir|demain|si|"
    r"bientot|maintenant)))",
    r"(?:j ai|je me suis)(?: deja| encore)? (?:essaye|tente|voulu|failli) (?:de )?(?:me suicider|mourir$|me tuer|"
    r"me pendre|en finir$|me noyer)",
    r"j ai (?:avale|pris|bu|mange) (?:(?:trop|plein|beaucoup|tous|tout|toute|une) (?:de |d |la |les |des |mes "
    r")?)?(?:boite de |plaquette de |flacon de )?"
    r"(?:medicaments|cachets|comprimes|pilules|somniferes|mort aux rats|eau de javel|javel|poison)(?! (?:pour|"
    r"contre) (?:le|la|mon|ma|un|mes) )",
    r"j ai (?:(?:deja|encore|expres) )?(?:avale|avaler|bu) (?:(?:du|de|d|la|le|les|un|une|tout|toute|peu|trop|plein|"
    rf"beaucoup|verre|tasse|gorgee|flacon|bouteille|sachet) ){{0,5}}{_DRUNK}",
    r"j ai (?:mange|pris) (?:du|de la|la) (?:mort aux rats|raticide|poison(?= pour (?:mourir|en finir|me tuer)))|"
    r"j ai pris du poison$",
    r"je me suis (?:(?:coupe|taille|entaille|tranche)e? (?:les veines|les poignets|les avant bras)|ouvert les veines|"
    r"(?:scarifie|mutile|taillade)e?\b|fait du mal(?! (?:au|aux|a|en)\b))|j ai (?:coupe|taillade|ouvert) mes veines",
    rf"(?<!pour )(?<!suis )(?<!est )(?<!es )(?<!etais )autant (?:mourir(?! debout){_NOT_OF}|me (?:tuer(?! (?:a|au))|"
    r"suicider|pendre|noyer)|etre morte?|disparaitre(?= *$)|en finir avec (?:la|ma|cette) vie)",
    r"j ai avale (?:les|des) (?:medicaments|cachets|comprimes|pilules|somniferes) de "
    r"(?:ma|mon|maman|papa|mamie|papi)\b",
    r"(?:idees|pensees|envies?|pulsions) (?:suicidaires?|de suicide|de mort)|je suis suicidaire",
    r"je (?:pense|songe|reflechis) (?:tout le temps |souvent |beaucoup |toujours |trop )?(?:au suicide|a la mort "
    r"tout|a mourir|a me (?:tuer|suicider)|a en finir)",
    r"comment (?:faire pour |je peux |on fait pour |puis je )?(?:me (?:suicider|tuer|pendre|noyer|couper les "
    r"veines)|mourir (?:sans (?:souffrir|douleur|avoir mal|sentir)|"
    r"vite|rapidement|facilement))",
    r"(?:pour|afin de|quelle dose|combien) (?:.{0,60} )?(?:me suicider|me tuer(?! (?:au|a))|mourir (?:sans|vite))",
    r"(?:moyen|facon|maniere) (?:.{0,30} )?(?:de|pour) (?:mourir|me suicider|me tuer|se suicider)(?: |$)(?!dans|selon)",
    r"ma (?:lettre d adieu|derniere lettre|lettre de suicide)",
    r"je vais (?:mourir(?= *$| (?:ce soir|demain|bientot|seule?|ici|et personne))|sauter(?= *$| (?:du|par)))",
    r"personne (?:me regrettera|me regretterait|va me regretter|remarquera(?:it)? si je (?:meurs|disparais|mourrais))",
    r"(?:je voudrais|j aimerais|je veux) (?:pas |plus |jamais )?(?:jamais |plus )?me reveiller(?! (?:tard|tot|a|en "
    r"retard))",
    r"j ai achete .{0,30}(?:mort aux rats|poison|corde|javel) .{0,30}(?:boire|avaler|prendre|me pendre|ce soir)",
    r"j aimerais (?:pas |plus )?(?:me reveiller plus|plus me reveiller|pas exister|plus exister|jamais (?:etre "
    r"nee?|exister))",
    r"adieu (?:.{0,40} )?(?:je (?:pars|m en vais) pour toujours|je vais (?:mourir|me tuer)|pardonnez moi)",
)  # fmt: skip
HURT: Final = (
    r"(?:il|mon [a-z]+|le [a-z]+|on) (?:m a force|m a forcee)(?= *$| (?:cette nuit|hier|la nuit))|et (?:il )?me force$",
    rf"{_WHO} {_OFTEN}(?:m|me) {_OFTEN}(?:a |ont |as )?(?:deja |encore |souvent )?"
    rf"(?:{_HIT}|{_SEX}|{_THREAT})(?! (?:pas|jamais)\b)",
    rf"{_WHO} (?:.{{1,60}} )?et (?:il |elle )?me (?:touche(?= *$| (?:partout|la|les|le))|viole|frappe(?= *$| "
    r"(?:avec|fort|tous|quand))|bat(?= *$| (?:avec|fort|tous))|tripote|caresse)",
    r"(?:veux|veulent|va|vont|voudrais) (?:me |m )donner en mariage",
    r"(?:(?:mon|le|un) (?:beau pere|pere|oncle|tonton|grand frere|cousin|prof|professeur|maitre|patron|tuteur|voisin|"
    r"pasteur|imam)(?: (?:de|a) (?:ma|mon|la) [a-z]+)?|papa|tonton) (?:il )?"
    r"(?:vient|entre|dort|se (?:met|couche|glisse)) "
    r"(?:(?:toujours|souvent|encore|me voir|la nuit|le soir|avec moi) )*(?:dans|sur) mon lit",
    r"il (?:vient|entre|se (?:met|couche|glisse)) (?:me voir )?(?:dans|sur) mon lit (?:la nuit|le soir|chaque|quand)",
    r"(?:ma|la|une) (?:maratre|belle mere|coepouse|tutrice|patronne) (?:me|m a) (?:brule|frappe|bat|tape|affame|prive)",
    r"(?:m a|m ont) (?:encore |deja )?(?:viole|tripote|attouche|tabasse)(?! (?:mes|mon) )",
    r"me (?:frappe|frappent|bat|tape|fouette|chicotte) (?:a la maison|chez moi|tous les (?:jours|soirs)|chaque "
    r"(?:jour|soir)|avec (?:une|un|la|le|sa|son) "
    r"(?:ceinture|baton|fil|cable|chicotte|bois|fouet))",
    rf"(?:il|ils|elle|on|{_WHO}) (?:veux|veulent|essaye de|essaie de|voulait|va|vont|a voulu|a essaye de|a tente "
    r"de|cherche a|arrete pas de|menace de|menacent de) "
    r"(?:me (?:viole|frappe(?! (?:les|l))|touche$|touche (?:le|les|la|partout)|tuer(?= *$| (?:depuis|avec))|marier|"
    r"donner en mariage|egorger|exciser|"
    r"faire exciser|vendre|forcer|prostituer|etrangle)|coucher avec moi|faire l amour avec moi|abuser de moi)(?! "
    r"(?:si (?:j ai|je rate|j echoue|je)|a cause|quand|pour (?:ma|mes)))",
    r"(?:menace|menacent|promis|jure|dit) (?:.{0,12} )?(?:de|qu il va|qu elle va|qu ils vont) me tuer(?! si (?:j "
    r"ai|je rate|j echoue))",
    r"(?:il|on|elle|mon [a-z]+) (?:a )?(?:abuse|abuser|abusait|profite) de moi(?! (?:au|aux|dans))",
    r"j ai (?:deja )?ete (?:viole|abusee?|agressee?|violente|attouchee?|maltraitee?|tabassee?|violentee?|"
    r"sequestree?|excisee?|kidnappee?)"
    r"(?! par (?:ce|cet|cette) (?:livre|film|texte))",
    r"j ai ete (?:enleve|enferme)(?= *$| (?:par|hier|et|devant|dans|de force|quand|depuis|cette nuit|ce matin)\b)",
    r"j ai ete (?:frappe|bat|touche|tape) par (?:mon|ma|mes|un|le|des) (?:pere|mere|oncle|tante|prof|beau|mari|"
    r"frere|homme|parents|copain|voisin|cousin)",
    r"(?:je me|me) (?:suis )?(?:fais|fait|faisait|fais encore|fais toujours) (?:encore |toujours |souvent "
    r")?(?:frappe|battre|viole|tape|harcele|touche|agresse|agresser|tabasser|maltraiter|racketter|abuser|violenter)"
    rf"{_GAMES}(?! (?:a|au|par l ordi))",
    r"(?:j ai subi|je subis|victime) (?:de |d |un |une |des |du )?(?:viol\b|viole|attouchements?|violences?|abus|"
    r"maltraitance|inceste|harcelement|agressions?|coups)(?= .*\b(?:moi|mon|ma|chez|par|depuis)|$)",
    r"je suis (?:une? )?(?:(?:femme|enfant|fille) )?(?:bat|maltraitee?|violente|victime de (?:viole?|violences?|"
    r"abus|maltraitance|harcelement))(?= *$| (?:par|a la|chez|depuis|tous|tout|dans))",
    r"(?:est|devient|sont) (?:tres |trop )?violente?s? (?:avec|envers|contre) (?:moi|nous|ma mere|maman|mes)",
    rf"(?:il|papa|(?:mon|le) {_FAMILY}(?: de ma mere)?) (?:bat|frappe|tape|viole|maltraite|etrangle|touche|insulte "
    r"et frappe)(?! (?:a|au|aux|la|les|le|du|un) )(?: encore| souvent| toujours)? (?:maman|(?:ma|mes|notre|mon) "
    r"(?:(?:petite?s?|grande?s?) )?(?:mere|soeurs?|freres?|maman|enfants?))(?! (?:a|au|aux) )",
    r"me (?:viole\b|touche (?:la ou|partout|entre|les|le sexe|sous|en bas|dans mon|quand je dors|la nuit|"
    r"sexuellement))",
    rf"touche (?:mes|mon|ma|les|a mes|a mon) {_BODY}|(?:met|mis|glisse) (?:sa main|ses mains|ses doigts|son doigt) "
    r"(?:dans|sous|entre|sur) (?:ma|mon|mes) ",
    r"(?:on|ils|mes parents|papa|ma famille|mon [a-z]+|ma [a-z]+) (?:veux|veulent|va|vont) (?:me |m )(?:marier|"
    r"donner en mariage|exciser|faire exciser)|(?:me marier|marier) (?:de force|contre mon gre|contre ma volonte)|"
    r"(?:force|oblige)e? a (?:me marier|l epouser|ce mariage)",
    r"(?:j ai |) ?peur (?:de |d )(?:rentrer (?:a la|chez moi|chez nous)(?! (?:seule?|tard|a pied))|me faire "
    r"(?:frappe|viole|battre|tuer))",
    r"(?:demande|oblige|dit) (?:a |)(?:de |)(?:me |)(?:deshabiller|coucher avec lui|coucher avec moi)|(?:points|"
    r"note|notes|argent) (?:si|contre|pour) (?:je couche|coucher|du sexe|je dors avec)",
    r"(?:chez moi|a la maison) (?:on|il|ils|elle|papa|maman) (?:me |m a |nous )(?:frappe|bat|tape|touche|viole|"
    r"maltraite|brule)",
    r"(?:il|on|papa|mon [a-z ]{2,20}) nous (?:frappe|bat|tape|viole|maltraite)(?! (?:a|au|aux) )",
)  # fmt: skip
NOW: Final = (
    r"^(?:au secours|a l aidez|aidez moi vite|sauve[zr]? moi|sos|on va me tuer)$",
    r"(?:je suis|on est|nous sommes) en danger(?! (?:de (?:redoubler|rater|perdre|ne)|d (?:echouer|echec|"
    r"extinction)|aux? ))",
    r"(?:au secours|aidez (?:moi|nous)|sauve[zr]? (?:moi|nous)) (?:svp |vite )?(?:on (?:me|m|va me|nous)|il (?:me|"
    r"m|va me|veux me|est (?:la|derriere|devant|dans)|nous|arrive)|ils (?:me|vont me|veulent me)|mon (?:pere|mari|"
    r"oncle|beau)|quelqu un (?:me|est|veux))",
    r"(?:il|elle|papa|mon [a-z]+) (?:a|tient) (?:un |une |pris un |pris une |sorti un |sorti une )(?:couteau|arme|"
    r"machette|fusil|pistolet|hache)(?= *$| (?:et|il|pour me|a la main|contre|chez))",
    rf"(?:on|il|ils) (?:m a|m ont) (?:{_TAKEN_AWAY}|kidnappe|kidnapped|sequestre|enferme|prise? en otage)",
    r"(?:appele[zr]?|appelle) (?:vite )?(?:la police|les secours|la gendarmerie|une ambulance|les pompiers)(?: "
    r"(?:vite|pour moi|il|s il))*$",
    r"(?:il|on|quelqu un|un homme) (?:me (?:suit|poursuit) (?:dans|depuis|et)|est (?:derriere|devant) (?:ma|la) porte)",
)  # fmt: skip
OTHERS: Final = (
    rf"{_SOMEBODY} (?:.{{0,40}} )?(?:veux|va|voulait|voudrais|pense|parle|a envie|essaye|essaie|a (?:deja "
    r")?(?:essaye|tente|voulu|decide)|dit|menace)(?: encore| souvent| aussi| juste)?(?: de| a| d| du| au| que| qu "
    r"il| qu elle| elle| il| veux| va| vouloir)* "
    r"(?:mourir(?! (?:de|d) (?:rire|faim|soif|honte|chaud|froid))|se suicider|suicide\b|suicider|se tuer(?! au)|en "
    r"finir(?! avec (?:le|la|les|ce|cet|l|son))|se pendre|se faire du mal|mettre fin)",
    rf"{_SOMEBODY} (?:.{{0,20}} )?(?:se (?:scarifie|mutile|fait du mal|coupe les veines|coupe(?= *$| (?:pour|les "
    rf"bras|depuis)))|(?:a fait|fait) une tentative|(?:a|as) (?:avale|pris|bu) (?:.{{0,20}} )?(?:medicaments|"
    r"comprimes|cachets|poison|javel|pilules)(?! (?:contre|pour (?:le|la|sa|son|dormir)))|(?:s est|a) suicid(?:er|ee?)|"
    r"(?:s|c est) est pendue?(?! (?:au|a) (?:telephone|mon|ton|son|mes|ses)\b)|est suicidaire|est en danger(?! de))",
    rf"{_SOMEBODY} (?:.{{0,20}} )?(?:est|s est fait|se fait|a ete) (?:.{{0,12}} )?(?:frappe|bat|battre|viole|"
    r"maltraitee?|abusee?|tape|agressee?|harcele|menace|touche|enleve|sequestre|kidnapped?) ?(?:par|a la "
    r"maison|chez|$|tous|tout)",
    rf"(?:son|sa) {_FAMILY} (?:la|le|l a) (?:frappe|bat|viole|touche|tape|maltraite|menace|brule)(?! (?:a|au|aux|"
    r"droit|beaucoup|de) )",
    rf"{_SOMEBODY} m a (?:dit|ecrit|envoye|confie) (?:.{{0,30}} )?(?:adieu|je veux mourir|mourir|envie de mourir|"
    r"se suicider|se tuer)",
    r"(?:on|ils|ses parents) (?:veux|veulent|va|vont) (?:marier|exciser) (?:ma|mon|de force)",
)  # fmt: skip
