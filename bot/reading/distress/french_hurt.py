"""How people say in French that they are being hurt, or in danger at this moment: patterns over
`words.words_of`, like those of `french`."""

from typing import Final

from bot.reading.distress.french_people import FAMILY, GROWN, WHO

_OFTEN = r"(?:(?:tout le temps|toujours|encore|souvent|parfois|qui|chaque (?:jour|soir|nuit)|deja|la|y) ){0,2}"
_GAMES = (
    r"(?! (?:(?:toujours|souvent|encore|tout le temps) )?(?:a|au|aux|sur|en|d|de|par|a la|a l) ?(?:la |l |les )?"
    r"(?:fifa|pes|foot|football|basket|echecs|cartes|jeu|jeux|dames|ludo|awale|course|courses|ping|tennis|points?|"
    r"buts?|math|maths|play|free|velo|scrabble|cet|ce|son|sa|cette|le livre|finale|vitesse|quiz|calcul|handball|"
    r"bras))"
)
_FEELING = (
    r"(?! (?!(?:(?:vraiment|beaucoup|tellement|trop|toujours|plus|tres|si) )+(?:fort|dur|mal)\b)"
    r"(?:(?:(?:vraiment|beaucoup|profondement|droit|tellement|trop|toujours|particulierement|enormement|plus) ?)+|"
    r"(?:par|avec|au coeur|un mot|d une?|d interdiction|le coeur|l ame|au plus)\b|dans (?:ce|le|cette|son) (?:livre|"
    r"film|texte|roman|poeme|"
    r"discours|chanson)|"
    r"sur les nerfs|sur l epaule|\d|(?:sa|ta|ton|cette) (?:chanson|voix|histoire|lettre)|sur le systeme|l oeil|dans "
    r"l oeil|dans le dos|la discute|des messages|un (?:message|texte)|"
    r"l esprit|(?:c )?est (?:que|la|le)|que|c est que))"
)
_HIT = (
    rf"(?:frappe{_FEELING}|frappent{_FEELING}|bat{_GAMES}|battent{_GAMES}|tape{_FEELING}(?! (?:mon|un|\d))|cogne|"
    rf"cognent|maltraite|"
    rf"maltraitent|torture|torturent|fouette|chicotte|chicotent|chicote|gifle|giflent|etrangle|brule|sequestre|"
    rf"enferme(?! (?:.{{0,12}} )?par erreur)|brutalise|agresse|agressent|agresses|abuse|poignarde|violente|"
    rf"bastonne|bastonnent|tabasse|tabassent|tabassee|ligote|enchaine|affame|rackette|rackettent|roue de coups|"
    rf"insulte et me frappe|humilie et|"
    rf"harcele(?! (?:avec|de|pour)\b))"
)
_SEX = (
    rf"(?:viole\b(?! (?:mes|ses|la|les|leur) (?:droits|loi|vie|regle))|violent\b|touche{_FEELING}|tripote|caresse|"
    r"attouche|"
    rf"pelote|prise? de force|deshabillee?(?! du regard)|(?:laisse|fait) (?:voir|regarder) son (?:sexe|zizi)|"
    r"fait (?:des attouchements|l amour|des choses(?= *$| (?:sales|bizarres|sexuelles|la nuit|que|quand|dans|le "
    r"soir)))|"
    r"(?:force|oblige|forcent|obligent)e? (?:a|de) (?:coucher|faire (?:l amour|ca avec|des choses)|le touche|la "
    r"touche|"
    r"me (?:deshabiller|marier|prostituer)|mendier|l epouser|epouser|sucer|avorter|envoyer (?:des )?(?:photos?|"
    r"nudes?)|"
    r"me mettre nue?)|"
    r"(?:demande|reclame|demandent) (?:des|mes|une|de lui envoyer (?:des|une)) (?:photos? nues?|nudes?|photos? de "
    r"mon corps|"
    r"photos? sexy|photos? intimes?|(?:photos?|videos?) de moi nue?))"
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
HURT: Final = (
    r"(?:il|mon [a-z]+|le [a-z]+|on) (?:m a force|m a forcee)(?= *$| (?:cette nuit|hier|la nuit))|et (?:il )?me "
    r"force$",
    rf"{WHO} {_OFTEN}(?:m|me) {_OFTEN}(?:a |ont |as )?(?:deja |encore |souvent )?"
    rf"(?:{_HIT}|{_SEX}|{_THREAT})(?! (?:pas|jamais)\b)",
    rf"{WHO} (?:.{{1,60}} )?et (?:il |elle )?me (?:touche(?= *$| (?:partout|la|les|le))|viole|frappe(?= *$| "
    r"(?:avec|fort|tous|quand))|bat(?= *$| (?:avec|fort|tous))|tripote|caresse)",
    r"(?:veux|veulent|va|vont|voudrais) (?:me |m )donner en mariage",
    r"(?:(?:mon|le|un) (?:beau pere|pere|oncle|tonton|grand frere|cousin|prof|professeur|maitre|patron|tuteur|voisin|"
    r"pasteur|imam)(?: (?:de|a) (?:ma|mon|la) [a-z]+)?|papa|tonton) (?:il )?"
    r"(?:vient|entre|dort|se (?:met|couche|glisse)) "
    r"(?:(?:toujours|souvent|encore|me voir|la nuit|le soir|avec moi) )*(?:dans|sur) mon lit",
    r"il (?:vient|entre|se (?:met|couche|glisse)) (?:me voir )?(?:dans|sur) mon lit (?:la nuit|le soir|chaque|quand)",
    r"(?:ma|la|une) (?:maratre|belle mere|coepouse|tutrice|patronne) (?:me|m a) (?:brule|frappe|bat|tape|affame|"
    r"prive)",
    r"me (?:frappe|frappent|bat|tape|fouette|chicotte) (?:a la maison|chez moi|tous les (?:jours|soirs)|chaque "
    r"(?:jour|soir)|avec (?:une|un|la|le|sa|son) "
    r"(?:ceinture|ceinturon|baton|fil|cable|chicotte|bois|fouet|pilon|louche|balai|spatule|chaussure|branche|liane|"
    r"cravache|regle|corde|tuyau|fer|marmite|pierre|bouteille|machette|chaise|tabouret|poings?))",
    rf"(?:il|ils|elle|on|{WHO}) (?:veux|veulent|essaye de|essaie de|voulait|va|vont|a voulu|a essaye de|a tente "
    r"de|cherche a|arrete pas de|menace de|menacent de) "
    r"(?:me (?:viole|frappe(?! (?:les|l))|touche$|touche (?:le|les|la|partout)|tuer(?= *$| (?:depuis|avec))|marier|"
    r"donner en mariage|egorger|exciser|"
    r"faire exciser|vendre|forcer|prostituer|etrangle)|coucher avec moi|faire l amour avec moi|abuser de moi)(?! "
    r"(?:si (?:j ai|je rate|j echoue|je)|a cause|quand|pour (?:ma|mes)))",
    r"(?:menace|menacent|promis|jure|dit) (?:.{0,12} )?(?:de|qu il va|qu elle va|qu ils vont) me tuer(?! si (?:j "
    r"ai|je rate|j echoue))",
    rf"{WHO} (?:a |ont |veux |a encore |a deja )?(?:abuse|abuser|abusait|profite) (?:sexuellement )?de moi(?! (?:au|"
    rf"aux|"
    rf"dans))|"
    r"m a abusee?(?= *$| (?:sexuellement|quand|la nuit|hier))",
    r"(?:j ai (?:deja )?ete|j etais) (?:viole|abusee?|agressee?|violente|attouchee?|maltraitee?|tabassee?|violentee?|"
    r"sequestree?|excisee?|kidnappee?)"
    r"(?! par (?:ce|cet|cette) (?:livre|film|texte))",
    r"j ai ete (?:enleve|enferme)(?= *$| (?:par|hier|et|devant|dans|de force|quand|depuis|cette nuit|ce matin)\b)",
    r"j ai ete (?:frappe|bat|touche|tape) par (?:mon|ma|mes|un|le|des) (?:pere|mere|oncle|tante|prof|beau|mari|"
    r"frere|homme|parents|copain|voisin|cousin)",
    r"(?:je me|me) (?:suis )?(?:fais|fait|faisait|fais encore|fais toujours) (?:encore |toujours |souvent "
    r")?(?:frappe|battre|viole|tape|harcele|touche|agresse|agresser|tabasser|maltraiter|racketter|abuser|violenter)"
    rf"{_GAMES}(?! (?:a|au|par l ordi))",
    r"(?:j ai subi|je subis|victime) (?:de |d |un |une |des |du )?(?:viol\b|viole|attouchements?|violences?(?: "
    r"(?:conjugales?|sexuelles?|domestiques?|familiales?))?|abus|"
    r"maltraitance|inceste|harcelement|agressions?|coups)(?= .*\b(?:moi|mon|ma|chez|par|depuis)|$)",
    r"je suis (?!bat par une? (?:concurrent|adversaire|equipe|autre))(?:une? )?(?:(?:femme|enfant|fille) )?(?:bat|"
    r"maltraitee?|violente|victime de (?:viole?|violences?|"
    r"abus|maltraitance|harcelement))(?= *$| (?:par|a la|chez|depuis|tous|tout|dans))",
    r"je suis viole(?= *$)|"
    r"je suis (?:frappe|tape|viole|touche)(?= chaque| tous les| par (?:mon|ma|mes)\b)|"
    r"je suis harcelee?(?= *$| (?:au (?:travail|lycee|college|bureau|boulot)|a l ecole|sexuellement|par (?:mon|ma|"
    r"mes|"
    r"un|"
    r"une|des) ))",
    rf"{GROWN} (?:il )?(?:(?:a|veux|voulait|essaye de|essaie de|deja|toujours|encore|souvent) )*(?:couche|coucher|"
    rf"couchait) "
    r"avec moi|il (?:a |m a )?(?:couche|coucher) avec moi (?:de force|par force|sans mon|quand je dor|pendant que)|"
    r"veux que je (?:couche|dorme) avec (?:lui|eux)|(?:si|que) je couche pas(?: avec (?:lui|eux)|(?= *$))",
    rf"{WHO} (?:me|m a|m ont) (?:donne|donnent|met|mets|mis|colle) (?:toujours |encore |souvent |beaucoup )?(?:de |d "
    rf"|"
    rf"des |une? )"
    r"(?:coups?(?! (?:de (?:main|mains|fil|pouce|telephone|coeur|chance|foudre|pression|soleil|pied (?:aux fesses|au "
    r"derriere)|gueule|vieux|jeune|stress|mou|boost))| "
    r"d (?:oeil|avance|envoi))|gifles?|claques?(?! au))",
    rf"embrassee? de force|{GROWN} m (?:a )?embrassee? (?:sur (?:la bouche|les levres)|dans le cou|avec la langue)|"
    rf"(?:mon|le) [a-z]+ me force(?= *$)|"
    r"(?:on|ils|mere|pere|tante|oncle|patronne) (?:m a|m ont) vendue?(?= *$| a (?:un|une|des) )|je me prostitue|"
    r"obligee? (?:de|a) coucher",
    r"(?:a|ont) (?:essaye|tente|voulu|failli) (?:de |d )?(?:m (?:etrangler|egorger|empoisonner)|me (?:poignarde[r]?|"
    r"bruler|noyer))|"
    r"en train de me (?:frappe|bat|battre|tape|viole|touche|etrangle|tuer|tabasse)",
    r"je vient (?:juste )?(?:d etre|de me faire|de subir) (?:une? )?(?:viole\b|agress|frappe|bat\b|battre|tabass|"
    r"abuse|"
    r"attouche)[a-z]*",
    r"(?:papa et maman|maman et papa|mes parents|mon pere et ma mere) se (?:bat|battent|frappe|frappent|tapent)\b(?! "
    r"pour)",
    r"je (?:recois|prends) (?:toujours |encore |souvent )?des coups(?= *$| (?:de (?:poing|pied|baton|ceinture|fouet|"
    r"mon|ma)|a la "
    r"maison|chaque|tous|par (?:mon|ma)))",
    rf"{WHO} (?:me prive de (?:manger|nourriture|repas)|m empeche de manger|me donne(?:nt)? (?:pas|plus|rien) a "
    rf"manger|"
    r"me laisse(?:nt)? (?:sans|pas) manger|m affament)|ma tante (?:m affame|me traite comme une? (?:esclave|chien))",
    rf"{WHO} (?:me traite(?:nt)? comme une? (?:esclave|chien)|m a (?:chasse|jete|mise? dehors)e? (?:dehors )?(?:de "
    rf"la "
    rf"maison|"
    r"de chez))|(?:jete|verse|lance)(?:nt)? (?:de |d )?(?:l )?(?:eau (?:chaude|bouillante)|acide|huile (?:chaude|"
    r"bouillante)) "
    r"sur (?:moi|mon|mes)|m a (?:verse|jete|lance) (?:de )?l ?(?:eau (?:chaude|bouillante)|acide|huile chaude)",
    rf"(?:{GROWN}|il) (?:vient|entre|rentre) (?:toujours |souvent |encore )?dans ma chambre (?:la nuit|quand (?:je "
    rf"dors|maman)|"
    r"pendant que je dors)|me regarde quand je (?:me (?:lave|douche|deshabille|change)|prends ma douche)",
    rf"(?:{GROWN}|(?:mon|ma) (?:mari|copain|mec|mere|tante|maratre|belle mere)) (?:me|m a) (?:fait|fais) (?:du |tres "
    rf"|"
    rf"trop )?"
    r"mal(?= *$| (?:la nuit|quand|chaque|tous|expres))|il (?:vient|me) .{1,20} la nuit et (?:il )?me fait mal",
    r"j ai (?:tres |trop |vraiment )?peur de (?:mon|ma) (?:pere|beau pere|mari|oncle|tuteur|copain|ex|maratre|"
    r"belle mere)(?= *$| (?:il|elle|quand il|parce qu il|la nuit|le soir)\b)",
    rf"(?:veux|veulent|va|vont|a|ont) (?:me |m )?donner? (?:comme femme )?a (?:un|ce|mon|son) (?:vieux|homme|"
    rf"monsieur|"
    r"commercant|cousin|ami|oncle)|m a promise (?:a|en mariage)|que je me marie (?:avec un (?:vieux|homme|monsieur)|"
    r"de "
    r"force|contre)|"
    r"j ai 1[0-7] ans .{0,20}(?:on|ils|pere|mere|papa|maman|parents|oncle|tante|famille) (?:veux|veulent|va|vont) "
    r"(?:me marier|que je me marie|me donner)|"
    r"marier .{0,20}(?:on|ils|il) (?:me|m y|m) (?:force|oblige)\b|"
    r"m (?:a|ont) (?:deja )?(?:donnee? en mariage|mariee?(?= de force| contre| sans mon| a (?:1\d ans|un vieux))|"
    r"(?:fait )?excis(?:e|ee|er)\b)|(?:suis|va etre|ete) mariee? (?:de force|contre mon gre)|"
    r"(?:trouve un mari pour moi|fixe (?:mon|le) mariage|veux mon mariage) .{0,20}(?:veux pas|refuse|trop jeune|pas "
    r"d "
    r"accord)|"
    rf"{WHO} (?:veux|veulent|va|vont|(?:a|ont) (?:voulu|failli)) (?:m exciser|me faire exciser|"
    r"me couper (?:en bas|la en bas|le clitoris))",
    rf"enceinte (?:de|d|pour|par) {GROWN}|enceinte (?:de mon violeur|(?:apres|a cause d|suite a) (?:un |d un "
    rf")?viole?)|"
    r"enceinte (?:et )?(?:j ai )?(?:que )?1[0-5] ans|j ai (?:que )?1[0-5] ans (?:et )?je suis (?:tombee? )?enceinte|"
    rf"{GROWN} m a (?:enceintee?|engrossee?|enceintee|mise? enceinte|rendue? enceinte)|"
    r"enceinte .{0,20}(?:va|vont) me (?:tuer|chasser|bannir)",
    r"(?:veux|va|vont|veulent|menace(?:nt)? de|peur qu il|publie|poste|diffuse|partage|envoye|balance|publier|a) "
    r"(?:deja )?(?:publie[r]?|poste[r]?|diffuse[r]?|montre[r]?|envoye[r]?|balance[r]?|partage[r]?|mettre|mis)? "
    r"?(?:mes|"
    r"ma) "
    r"(?:nudes?|sextapes?|(?:photos?|videos?) (?:nue?s?|intimes?|sexy|de moi nue?))|"
    r"menace(?:nt)? de (?:publier|poster|diffuser|montrer|envoyer) (?:mes|ma) (?:photos?|videos?)|"
    r"(?:fait|font) (?:chanter|du chantage) (?:avec|sur) (?:mes|ma|des) (?:photos?|videos?|nudes?|sextape)",
    r"(?:est|devient|sont) (?:tres |trop )?violente?s? (?:avec|envers|contre) (?:moi|nous|ma mere|maman|mes)",
    rf"(?:il|papa|(?:mon|le|notre) {FAMILY}(?: de ma mere)?) (?:(?:a|est en train de|veux|va|vient de|arrete pas de|"
    rf"menace de|"
    r"encore) ){0,2}(?:bat|battre|frappe|tape|tabasse|viole|maltraite|etrangle|tuer|touche|insulte "
    r"et frappe)(?! (?:a|au|aux|la|les|le|du|un) )(?: encore| souvent| toujours)? (?:maman|(?:ma|mes|notre|mon) "
    r"(?:(?:petite?s?|grande?s?) )?(?:mere|soeurs?|freres?|maman|enfants?))(?! (?:a|au|aux) )",
    r"me (?:viole\b|touche (?:la ou|partout|entre|les|le sexe|sous|en bas|dans mon|quand je dors|la nuit|"
    r"sexuellement))",
    r"(?:on|ils|mes parents|papa|ma famille|mon [a-z]+|ma [a-z]+) (?:veux|veulent|va|vont) (?:me |m )(?:marier|"
    r"donner en mariage|exciser|faire exciser)|(?:me marier|marier) (?:de force|contre mon gre|contre ma volonte)|"
    r"(?:force|oblige)e? a (?:me marier|l epouser|ce mariage)",
    rf"(?:{WHO}|mon [a-z ]{{2,20}}) nous (?:frappe|bat|battent|tape|viole|maltraite|chicotte|fouette|tabasse)(?! "
    rf"(?:a|"
    rf"au|aux|d|de) )",
)  # fmt: skip
NOW: Final = (
    r"^(?:au secours|a l aidez|a laide|aidez moi vite|sauve[zr]? moi|sos|on va me tuer)$",
    r"(?:je suis|on est|nous sommes) en danger(?! (?:de (?:redoubler|rater|perdre|ne)|d (?:echouer|echec|"
    r"extinction)|aux? ))",
    r"(?:au secours|aidez (?:moi|nous)|sauve[zr]? (?:moi|nous)) (?:svp |vite )?(?:on (?:me|m|va me|nous)|il (?:me|"
    r"m|va me|veux me|est (?:la|derriere|devant|dans)|nous|arrive)|ils (?:me|vont me|veulent me)|mon (?:pere|mari|"
    r"oncle|beau)|quelqu un (?:me|est|veux))",
    r"(?:il|elle|papa|mon [a-z]+) a (?:pris|sorti|brandi) (?:une?|le|la|son|sa) (?:couteau|machette|fusil|pistolet|"
    r"hache|arme)(?= *$| (?:et|il|contre|pour (?:me|nous|frappe|tuer (?:ma|mon|maman|papa|mes|nous|tout)))\b)|"
    r"(?:il|ils|quelqu un|on|papa|mon (?:pere|beau pere|mari|oncle|ex|copain)) (?:.{0,14} )?(?:defoncer?|casser?|"
    r"forcer?) (?:ma|la) porte(?= *$| (?:il|pour|de ma chambre|aidez))",
    r"(?:il|elle|papa|mon [a-z]+) (?:a|tient) (?:un |une |pris un |pris une |sorti un |sorti une )(?:couteau|arme|"
    r"machette|fusil|pistolet|hache)(?= *$| (?:et|il|pour me|a la main|contre|chez))",
    rf"(?:on|il|ils) (?:m a|m ont) (?:{_TAKEN_AWAY}|kidnappe|kidnapped|sequestre|enferme(?! dans une case)|prise? en "
    rf"otage)|"
    r"je suis (?:kidnapp?ee?|kidnapped|sequestree?|prise? en otage)|je suis enferme dans (?:une (?:maison|chambre|"
    r"voiture)|un "
    r"(?:magasin|camion|endroit)) .{0,12}(?:connais pas|inconnue?|force)",
    r"(?:voleurs?|bandits?|braqueurs?|hommes armes|rebelles|terroristes|djihadistes|assaillants|boko haram) (?:sont|"
    r"est|"
    r"viennent|attaquent|dans|qui attaquent) (?:.{0,14} )?(?:chez (?:moi|nous)|(?:dans|devant|derriere) (?:ma|notre|"
    r"la) (?:maison|cour|"
    r"porte|chambre)|(?:dans )?(?:mon|notre) (?:quartier|village))|hommes armes dans (?:mon|notre) (?:quartier|"
    r"village)|"
    r"(?:ca|ils|on) tir(?:e|ent) (?:dehors|chez nous|sur nous|dans (?:mon|notre) (?:quartier|village))|"
    r"tirs (?:chez nous|dans (?:mon|notre) (?:quartier|village))",
    r"(?:il|ils|quelqu un|on|des [a-z]+|un (?:homme|inconnu|voleur)) (?:essaye?|essaie|veux|veulent|tente|force) "
    r"(?:d |"
    r"de )?(?:pour )?entrer (?:chez (?:moi|nous)|dans (?:ma|notre) (?:maison|chambre|cour)) ?"
    r"(?= *$|de force|avec|il|j ai|aidez)",
    r"(?<!comment )(?<!peut )(?<!faut )(?:appele[zr]?|appelle) (?:vite )?(?:la police|les secours|la gendarmerie|une "
    r"ambulance|les pompiers)(?: "
    r"(?:vite|pour moi|il|s il))*$",
    r"(?:il|on|quelqu un|un (?:homme|monsieur|type|gars|inconnu|vieux))(?: (?!du|de|dans)[a-z]+)?(?: qui)? (?:me "
    r"(?:suit|poursuit)"
    r"(?= *$| (?:dans(?! mes?| mon)|depuis|et)\b)|est (?:derriere|devant) (?:ma|la) porte)",
)  # fmt: skip
