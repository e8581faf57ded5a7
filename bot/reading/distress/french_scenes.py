"""Scenes of danger as people tell them in French, without its great words: a blade on a wrist, voices, clothes that had
to come off, doors and shots. Patterns over `words.words_of`, like those of `french`."""

from typing import Final

from bot.reading.distress.french_people import GROWN, PILLS, SOMEBODY, TOXIC

_ELSEWHERE: Final = r"(?! (?:a|en|au|aux|dans|avec|chez|ici|la|loin|ensemble|seule?)\b)"  # « marre de vivre à Abidjan »
_CUT: Final = (  # « me couper les cheveux » is no harm
    r"(?:scarifier|mutiler|taillader|lacerer|(?:couper|bruler)(?= *$| (?:encore|avec|la nuit|le soir|quand|chaque|"
    r"partout|"
    r"(?:les|le|la) (?:veines|bras|poignets?|cuisses?|peau))))"
)
_MEN: Final = (
    r"(?:hommes?|monsieur|types?|gars|garcons?|inconnus?|vieux|voisins?|oncle|tonton|cousin|grands?|soldats?|bandits?|"
    r"jeunes|chauffeur|patron|gardien|prof|maitre|pasteur|imam|marabout|il|ils)"
)
SELF: Final = (
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
HURT: Final = (
    r"(?:mari|pere|papa|oncle|copain|ex|mec|fiance|frere|beau pere|tuteur|patron|il|elle) (?:m a |me )?(?:a "
    r")?menac\w+ (?:de |d )(?:me tuer|m egorger|m etrangler|me bruler|me poignarder|m empoisonner)",
    r"(?:fait|font) (?:du )?chant(?:er|age) (?:avec|pour) (?:une|ma|mes|des) (?:videos?|photos?|nudes?)|je suis "
    r"prisonniere? (?:chez|dans (?:une|la|cette) (?:maison|chambre))",
    rf"{GROWN} (?:nous|les filles|les enfants) (?:touche(?:nt)?(?= *$| (?:les|partout|la|quand|en bas|entre))|viole)|"
    r"(?:montre[rz]?|envoie|envoye[rz]?)(?: lui)? (?:mes|ma|mon) (?:seins|fesses|poitrine|sexe|parties|corps nu)",
    r"(?:decide\w*|projet\w+|prevu\w*|organis\w+) (?:de |d )?(?:m exciser|me (?:marier|donner|vendre))|(?:abandonnee?|"
    r"laissee?|jetee?) (?:.{0,20} )?(?:dans|a) la rue(?! (?:de|du|des) )",
    rf"{_MEN} m (?:a|ont) (?:.{{0,10}} )?(?:forcee?(?= *$| (?:dans|la|hier|derriere|quand|et))|coincee? et|"
    rf"deshabillee?(?! du regard)|"
    r"attrapee? (?:de force|dans|par derriere)|entrainee? dans|plaquee? (?:contre|au|sur))",
    r"(?:dort|dormir|couche|coucher) avec moi (?:.{0,12} )?(?:me fait (?:tres |trop )?mal|me touche|me fait des "
    r"choses)",
    r"(?:je dois|oblige\w* (?:a|de)|force\w* (?:a|de)|me (?:force|oblige)\w* (?:a|de)|m (?:oblige|ont oblige)\w* "
    r"(?:a|de)|"
    r"on me|ils me) (?:me |m |se )?(?:.{0,8} )?prostitu\w*",
    r"m (?:a|ont) (?:emmenee?|amenee?|embarquee?|enlevee?|kidnappee?|vendue?) (?:.{0,14} )?(?:de force|loin (?:et "
    r"je veux|de "
    r"(?:chez|ma|mes))|a un (?:homme|monsieur|inconnu)|dans une maison|contre mon gre)",
    r"(?:pere|papa|mari|beau pere|oncle|tonton|il) (?:.{0,10} )?(?:ivre|saoule?|soule?|bourree?|drogue) (?:.{0,20} )?"
    r"(?:casse tout|frappe|tape|menace|(?:on|nous|je) (?:est|sommes|suis|se|me|nous) cach\w+|j ai peur)",
    r"\bfui (?:de )?(?:chez (?:moi|nous|mes parents|lui)|la maison)",
)  # fmt: skip
NOW: Final = (
    r"(?:au secours|aidez moi|a l aide) (?:.{0,6} )?y a (?:quelqu un|un (?:homme|voleur|inconnu|bandit)|des "
    r"(?:hommes|gens|voleurs|bandits))|^(?:appele[rz]|appelle) (?:vite )?(?:la police|les secours|une ambulance|"
    r"les pompiers|la gendarmerie) (?:s il (?:vous|te) plait|vite)(?= *$)",
    r"(?:il|elle|ils|on) (?:a|ont|tient) (?:un |une |des |son |sa )?(?:pistolets?|couteaux?|machettes?|armes?|fusils?|"
    r"haches?) (?:aidez|au secours|a l aide|vite|il va|et il (?:veux|va|crie|dit)|dans la main)|(?:va|vont|veux|"
    r"veulent|"
    r"essaye\w*) (?:de )?(?:me |m )(?:kidnappe\w*|enlever(?! (?:mes|mon|ma|le|la|les|des|du)))|perds (?:beaucoup|trop|"
    r"plein|"
    r"tout mon) (?:de )?sang",
    r"(?:coups? de feu|tirs?(?! (?:au but|a l|francs?|libres?))|rafales?|fusillade) (?:.{0,12} )?(?:dans (?:mon|"
    r"notre) (?:quartier|village|rue|cour|ecole)|"
    r"devant chez (?:moi|nous)|chez nous|pres de chez|a cote de chez)",
)  # fmt: skip
OTHERS: Final = (
    rf"{SOMEBODY} (?:a|vient d|vient de) (?:avaler?|bu|boire|mange|pris|prendre) (?:.{{0,16}} )?(?:{TOXIC}|"
    rf"soude|(?:tous|"
    rf"plein|"
    rf"trop|beaucoup|une boite|des tas) (?:.{{0,6}} )?{PILLS})|(?:enfant|eleve|camarade|garcon|fille) (?:.{{0,24}} "
    rf")?(?:avec|"
    r"a) des (?:bleus|traces de coups|marques de coups|brulures de cigarettes?)(?= *$| (?:partout|sur|chaque|tous))",
)  # fmt: skip
