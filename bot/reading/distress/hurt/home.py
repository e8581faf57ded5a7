"""Without food or a roof, or fled; and kept: locked in, without papers, sold, made to work."""

from typing import Final

from bot.reading.distress.english_people import ANYONE, SOMEONE
from bot.reading.distress.french_people import WHO

_DAYS: Final = r"(?:\d+|deux|trois|quatre|cinq|plusieurs|des) (?:jours?|semaines?)"
_NOT_OF_A_THING: Final = (
    r"(?! (?:du |de la |de l |de |d |des )(?:entreprise|societe|boulot|boite|travail|cours|classe|groupe|salle|"
    r"concours|jeu|examen|match|bus|taxi|equipe|liste))"
)
_ME: Final = r"(?:me|us)"
FRENCH: Final = (
    r"j ai ete (?:enleve|enferme)(?= *$| (?:par|hier|et|devant|dans|de force|quand|depuis|cette nuit|ce matin)\b)",
    r"(?:on|ils|mere|pere|tante|oncle|patronne) (?:m a|m ont) vendue?(?= *$| a (?:un|une|des) )|je me prostitue",
    rf"{WHO} (?:me prive de (?:manger|nourriture|repas)|m empeche de manger|me donne(?:nt)? (?:pas|plus|rien) a "
    r"manger|me laisse(?:nt)? (?:sans|pas) manger|m affament)|ma tante (?:m affame|me traite comme une? "
    r"(?:esclave|chien))",
    rf"{WHO} (?:me traite(?:nt)? comme une? (?:esclave|chien)|m a (?:chasse|jete|mise? dehors)e? (?:dehors )?(?:de "
    r"la maison|de chez))",
    r"(?:fait|font|fais) coucher avec (?:des|les|plusieurs|d autres) (?:hommes|clients|vieux|gens|inconnus)|"
    r"(?:veux|veulent|va|vont) (?:me |nous )?(?:vendre|prendre) (?:mon|mes|un|notre) (?:rein|reins|organes?|"
    r"corps)",
    r"(?:retenue?|gardee?|enfermee?|enferme|detenue?|mariee?) (?:.{0,14} )?contre (?:mon gre|ma volonte)",
    r"(?:ma|mon|la|le|ma patronne|mon patron|ils|elle|on) [a-z ]{0,30}(?:pris|garde|confisque|arrache|cache) "
    r"(?:mon passeport|mes papiers|mon telephone) .{0,25}(?:peux (?:pas|plus)|pas (?:partir|sortir|rentrer)|"
    r"enferme|prisonni)",
    r"(?:travail pour eux|esclave) (?:.{0,12} )?(?:sans|pas) (?:paye|salaire|manger)",
    rf"(?:j ai|on a|je|nous avons) (?:.{{0,14}} )?(?:pas|rien) (?:mange|a manger) (?:.{{0,20}} )?depuis (?:{_DAYS}|"
    rf"avant hier)(?! .{{0,20}}(?:analyse|sang|jeune|careme|operation))|(?:depuis|fait) {_DAYS} (?:que )?(?:on a|j "
    r"ai|nous avons|je) (?:.{0,6} )?(?:pas|rien) (?:mange|a manger)",
    r"(?:je|on|nous) (?:dors|dort|dormons|passe la nuit) (?:dehors|dans la rue|a la (?:gare|belle etoile)|sous "
    r"(?:le pont|un arbre|les tables))(?! .{0,20}(?:camping|fete|scout|vacances|chaleur|tente))|sais (?:pas|"
    r"plus) ou (?:dormir|passer la nuit)(?! (?:a|en|au|quel) )",
    r"(?:on|il|ils|elle|papa|maman|mon [a-z]+|ma [a-z]+|mes parents) (?:m a|m ont) (?:mise?|laissee?|jetee?|"
    rf"foutue?|mise?|renvoyee?) (?:dehors|a la rue|a la porte){_NOT_OF_A_THING}(?! en (?:cours|classe))",
    r"(?:j ai|je veux|je vais|je) (?:fugue[r]?|fuguer)(?! (?:de|en) (?:bach|musique))|je me suis (?:enfuie?|"
    r"sauvee?) (?:de (?:la maison|chez)|parce)|j ai fui (?:la maison|chez|mon mari|mes parents|le village|la "
    r"guerre)|je (?:veux|vais) (?:fuir|m enfuir) (?:de (?:chez|la maison)|chez|mon mari|ce soir|parce|avant)",
    r"(?:pris|garde|confisque) (?:mon passeport|mes papiers) .{0,12}(?:et )?(?:on |ils |il |elle )?(?:me|m) "
    r"(?:force|oblige|frappe|bat|enferme)",
    r"(?:empeche de sortir|m enferme|enferme a cle|pris (?:le|mon) telephone) .{0,40}(?:en cachette|je peux pas|"
    r"frappe|aidez)|j ecris en cachette",
    r"(?:m a|m ont|a) (?:promis|fait venir|amene|amenee|emmene|emmenee|recrutee?) .{0,60}(?:coucher avec|(?:me|"
    r"nous) bat|frappe|pas paye|peux pas (?:sortir|partir)|passeport|clients)",
    r"(?:passeur|ravisseurs?|kidnappeurs?|geoliers?|trafiquants?) .{0,30}(?:enferme|rancon|garde|frappe|torture|"
    r"tuer)|(?:demandent?|veulent|reclament?|veux) (?:une|la) rancon",
    r"(?:dois|doit) (?:maintenant )?coucher avec (?:des|les|plusieurs) (?:clients|hommes|vieux)|(?:employeur|"
    r"patronne?|madame|agence|kafil) .{0,40}(?:laisse pas sortir|enferme|papiers|passeport) .{0,40}(?:sortir|"
    r"partir|rentrer|papiers|bat)",
    r"(?:quitte|parti[e]?|fui|fuir|enfui[e]?|m enfuir|sauvee?) (?:de )?(?:la maison|chez (?:moi|nous|mon|ma)|loin "
    r"de (?:mon|ma|chez)|le foyer) (?:.{0,20} )?(?:coups|frappe|bat|viole|touche|oncle|beau pere|pere|mari|"
    r"maratre|peur)(?! (?:travaill|etud))",
    r"(?:je dors|je passe la nuit|on dort) (?:.{0,12} )?(?:au marche|sous|dans la rue|a la gare|dehors|devant "
    r"(?:la|une) (?:mosquee|eglise|boutique)|dans un (?:magasin|chantier|hangar)) (?:.{0,12} )?(?:avec mon "
    r"(?:bebe|enfant|fils)|depuis|seule?|j ai|je)",
    r"(?:plus|pas|rien) (?:de nourriture|a manger) .{0,30}(?:petits|freres|depuis|avant hier|seule?s?)|"
    r"(?:petits freres|les petits|mes freres) .{0,30}(?:rien|plus|pas) (?:a manger|mange)",
    r"je suis prisonniere? (?:chez|dans (?:une|la|cette) (?:maison|chambre))",
    r"(?:abandonnee?|laissee?|jetee?) (?:.{0,20} )?(?:dans|a) la rue(?! (?:de|du|des) )",
    r"(?:je dois|oblige\w* (?:a|de)|force\w* (?:a|de)|me (?:force|oblige)\w* (?:a|de)|m (?:oblige|ont oblige)\w* "
    r"(?:a|de)|on me|ils me) (?:me |m |se )?(?:.{0,8} )?prostitu\w*",
    r"m (?:a|ont) (?:emmenee?|amenee?|embarquee?|enlevee?|kidnappee?|vendue?) (?:.{0,14} )?(?:de force|loin "
    r"(?:et je veux|de (?:chez|ma|mes))|a un (?:homme|monsieur|inconnu)|dans une maison|contre mon gre)",
    r"\bfui (?:de )?(?:chez (?:moi|nous|mes parents|lui)|la maison)",
)  # fmt: skip
ENGLISH: Final = (
    rf"\b{SOMEONE} (?:does not|doesn t|don t|do not|refuses? to|never) (?:give|feed) me (?:any )?(?:food|to eat)|"
    rf"lock(?:s|ed) me (?:in|up)|{SOMEONE} lock me (?:in|up)",
    r"\bhaven ?t (?:eaten|ate|had (?:any )?food) (?:anything )?(?:in|for|since) (?:\w+ )?(?:days?|week)",
    r"\bforc(?:e|es|ed|ing) (?:me|us) to (?:beg|steal|work (?:for free|without pay|day and night)|sell (?:my body|"
    r"drugs)|drink)(?! (?:water|milk|tea|more))",
    r"\b(?:brought|took|sent) (?:me|us) .{0,40}(?:sleep|sex) with (?:men|clients|customers)|must (?:now )?sleep "
    r"with (?:men|clients|customers)",
    rf"\b{ANYONE} (?:no |don t |doesn t |does not |never |refuse to |refuses to )+(?:give|gives|dey give|feed|"
    rf"feeds) {_ME} (?:any )?(?:food|chop|anything to eat)",
    r"\b(?:took|take|seized|keeps?|has|have|hold(?:ing)?|collected) my passport .{0,30}(?:lock|can t|won t let|"
    r"refuse)",
    r"\b(?:want to|wants to|going to|trying to|tried to|will) sell (?:me|my (?:kidney|organs?|body|sister))(?= *$|"
    r" (?:to (?:a|an|some|him|them|men)|off|for))",
    r"\b(?:sleep|have sex|lie) with (?:men|clients|customers|strangers|old men) (?:for|and|to)",
    r"\bheld (?:here )?against my will|\bkept (?:here )?against my will|\bkidnapped me|\b(?:they|he|she|someone) "
    r"(?:have |has )?(?:abducted|trafficked) (?:me|us)",
    r"\bran away (?:from (?:home|my|the house))|\b(?:nowhere|no where) to (?:go|sleep)(?= *$| (?:tonight|please|i|"
    r"and))|\bsleeping (?:outside|on the street|on the streets)",
    r"\b(?:i (?:have|haven t|had)|we (?:have|haven t)) (?:not |nothing )?(?:eaten|eat)(?: anything| nothing)? "
    r"(?:in|for|since) (?:\d|two|three|four|five|days|yesterday)",
)  # fmt: skip
