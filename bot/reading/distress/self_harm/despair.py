"""Signs of despair that say little alone and much together: patterns over `words.words_of`."""

from typing import Final

from bot.reading.distress.french_people import MEANS, TOXIC

_MINE = (
    r"(?:(?:a )?(?:mes (?:parents|enfants|freres|soeurs|proches|amis)|ma (?:famille|mere|maman|soeur|fille)|mon "
    r"(?:pere|papa|frere|fils|mari)|maman|papa|tout le monde))"
)
# Two that stand near each other, in any order.
_GONE = (
    r"(?:je (?:serai|serais) (?:deja |bientot )?(?:plus la|partie?(?= *$| (?:pour (?:toujours|de bon)|loin|ils|vous|"
    r"tout|elle|maman|papa))|morte?\b(?! (?:de|d)\b)|loin d ici|loin(?= *$))|plus (?:jamais )?(?:parler|entendre "
    r"parler) de moi|mon dernier (?:message|mot|jour|soir)|mes derniers mots|(?:partir|pars|m en aller|m en vais|"
    r"partie?) (?:pour (?:toujours|de bon|l eternite))|apres ma mort|quand je serai (?:morte?|partie?)|c est (?:fini|"
    r"gate|mort) pour moi|la ou je (?:vais|pars)|verr[a-z]+ (?:plus|jamais)(?= *$)|j ai (?:deja |tout )*(?:donne|"
    r"distribue|rendu|legue|partage|laisse|regle|range) (?:deja |toutes? |tous )*(?:(?:mes|mon|ma) (?:affaires|"
    r"habits|vetements|telephone|velo|moto|choses|bijoux|argent|chien|chat|effets)|tout(?= *$| (?:ce|a)))|je "
    r"(?:donne|distribue|rends|legue|partage) (?:toutes? |tous )*(?:mes affaires|mes habits|mes choses))"
)
_FAREWELL = (
    rf"(?:adieux?|pardon|pardonn[a-z]+|(?:je suis )?desolee?|soulage[a-z]*|un fardeau|un poids|je (?:l|les|t|vous) "
    rf"aime|merci pour tout|deranger (?:les gens|personne|plus)|mon oreiller|pleure[rz]? pas|aurai (?:plus|pas) "
    rf"besoin|plus besoin de|veille[rz]? sur|prend[sz]? soin de|prenez soin|vous serez tranquilles?|(?:dis|dites|"
    rf"dire) {_MINE})"
)
FRENCH_TOGETHER: Final = (
    (
        rf"j ai (?:.{{0,8}} )?{MEANS} (?:.{{0,20}} )?(?:devant moi|dans (?:la|les|ma|mes) mains?|a la main)",
        r"(?:je pleure|je tremble|en finir(?! avec)|mourir|adieu|j hesite|pour moi|je (?:veux|vais) (?:me|plus|"
        r"partir))|pistolet .{0,14}devant moi|fusil .{0,14}devant moi",
    ),
    (_GONE, _FAREWELL),
    (r"adieux?(?! (?:a )?(?:l|les) )", rf"(?:(?:dis|dites|dire) {_MINE}|je (?:l|les|vous) aime|pardonn\w+)"),
    (r"j ai (?:donne|rendu|distribue|regle) .{1,60}",
    r"(?:je pars|partir|m en vais) pour (?:de bon|toujours)|la ou je (?:vais|pars)"),
    (
        rf"j ai (?:deja )?(?:achete|prepare|cache|trouve|garde|pris|mis de cote) (?:.{{0,10}} )?{MEANS}",
        r"(?:pour (?:en finir(?! avec)|mourir|me tuer|me pendre)|c est pour ce soir|je pleure|adieu|j hesite)|cache "
        r".{0,14}(?:comprimes|medicaments|poison) .{0,8}pour ce soir",
    ),
    (
        r"je suis (?:.{0,14} )?(?:au bord|sur|debout|monte|montee|en haut)(?: [a-z]+){0,3} (?:pont|toit|balcon|"
        r"immeuble|terrasse|falaise)\b",
        r"(?:saute[rz]?|je pleure|j hesite|adieu|mourir|en finir|dans le vide|c est fini)",
    ),
    (
        r"(?:combien de temps|en combien)\b .{0,40}(?:mourir|meurt|mort)\b",
        r"(?:on|je|quand on|si on) (?:se|me) (?:coupe|pend|pends|noie)|(?:on|je) (?:avale|boit|bois|saute)|couper "
        r"les veines",
    ),
    (
        rf"\b{TOXIC}\b",
        r"(?:est ce que|si je|quand on|combien|ca) (?:.{0,40} )?(?:tuer (?:vite|sans|en combien)|mourir (?:vite|"
        r"sans))",
    ),
    (
        r"(?:decedee?|morte?|la mort de|deces|perdu ma|perdu mon|au ciel|la haut)\b",
        r"je (?:veux|voudrais|vais|dois) (?:aller )?(?:(?:la|le|les) (?:suivre|rejoindre|retrouver)|(?:rejoindre|"
        r"retrouver|suivre) (?:mon|ma|mes|maman|papa))",
    ),
    (r"la corde (?:a|s est) (?:cassee?|casse|coupe|lachee?|"
     r"rompue?)\b", r"(?:cette fois|la prochaine fois|j ai (?:essaye|rate))"),
)  # fmt: skip
ENGLISH_TOGETHER: Final = (
    (
        r"\b(?:this is goodbye|goodbye|my last (?:message|text|words)|i (?:won t|will not) be here|where i am going|"
        r"when i am gone|after i am gone)",
        r"\b(?:love (?:her|him|you|them)|sorry|forgive|forever|(?:gave|given|giving) away|won t need|not need|take "
        r"care of|tell (?:my|them)|i am tired|end)",
    ),
    (r"\b(?:gave|given|giving) away (?:all )?my (?:things|stuff|clothes|phone|"
     r"belongings)", r"\b(?:won t need|not need|where i am going|goodbye|soon it)"),
)  # fmt: skip
# Each is an evening’s word; two of them are not.
FRENCH_WEAK: Final = (
    r"je (?:.{0,8} )?pleure[rz]? (?:.{0,12} )?(?:tous les|toutes les|chaque|tout le temps|sans (?:arret|cesse)|en "
    r"cachette|la nuit)",
    r"personne (?:me|m|veux) (?:aime|comprend|ecoute|de moi|croit|voit|parle|supporte)|tout le monde me (?:deteste|"
    r"rejette|hait|fuit)",
    r"meme pas (?:ma (?:mere|maman|famille)|mon pere|mes parents)",
    r"seule? (?:au monde|sur (?:la )?terre|dans (?:ce monde|la vie))|j ai (?:plus )?personne(?= *$| (?:a qui|qui|"
    r"pour))|abandonnee? de tous",
    r"je me (?:deteste|degoute|hais|sens (?:tellement |trop |si )?(?:vide|inutile|sale|de trop|seule?|morte?)|"
    r"supporte plus)",
    r"(?:j en peux|je (?:peux|tiens?|supporte)) plus(?= *$| (?:de tout|de souffrir|de cette|aidez|je|la vie))",
    r"(?:au )?bout du rouleau|je suis a bout(?= *$| (?:je|de tout|de forces))|je (?:vais )?craque[rz]?\b(?! (?:sur|"
    r"pour))",
    r"(?:plus|pas|aucun|aucune|sans) (?:d )?(?:espoir|issue|avenir)(?! (?:pour|dans|a|de|en|au|que)\b)",
    r"je sers (?:a|plus a) rien|je suis (?:une? )?(?:poids|fardeau|ratee?|bonne? a rien|erreur|inutile)(?! (?:en|au|"
    r"aux|dans|a)\b)",
    r"plus (?:envie|gout) (?:de|a) rien|envie de rien|plus la force(?= *$| (?:de (?:continuer|me (?:lever|battre)|"
    r"lutter)|je))|je veux plus (?:me lever|continuer(?= *$))",
    r"je suis (?:depressif|depressive|deprimee?|en depression)|je fais une depression",
    r"j etouffe(?= *$| dans)|je souffre (?:trop|tellement|en silence|chaque|depuis)",
    r"(?:m en aller|partir|disparaitre)(?: d ici)? (?:pour (?:toujours|de bon)|a jamais)|(?:veux|envie de|pouvais|"
    r"voudrais) (?:juste )?(?:tout (?:arreter|lacher|quitter)|disparaitre|m effacer)(?! (?:de|du) )",
    r"ma vie est (?:finie|foutue|gachee|gatee|un enfer|detruite|fichue)|dans cette vie|vie de merde",
    r"a quoi bon|pourquoi (?:je vis|je suis (?:nee?|encore la))|pourquoi vivre|sert a quoi de vivre",
    r"(?:plus jamais|jamais plus|ni jamais)(?= *$)",
    r"pensees? (?:noires?|sombres?)|idees? noires?|je pense (?:souvent |trop |beaucoup )?a (?:la|ma) mort|ma mort(?= "
    r"*$)",
    r"j arrive plus a (?:dormir|manger|sourire|respirer)|je (?:dors|mange) plus(?= *$| (?:je|la nuit))",
    r"ce serait mieux|ca m arrangerait|tout serait mieux",
)  # fmt: skip
ENGLISH_WEAK: Final = (
    r"\b(?:nobody|no one|no body) (?:loves?|cares? about|wants?|understands?|likes?|listens to) me",
    r"\bi (?:hate|am disgusted with|am disgusted by|can t stand) myself",
    r"\bi (?:am |m |feel )(?:so |completely |all )?(?:alone|empty|worthless|hopeless|useless|numb|a burden|a "
    r"failure)\b(?! (?:at|in) (?:home|math|class))",
    r"\bi (?:cry|cried|am crying|keep crying|been crying) (?:.{0,12} )?(?:every|all|myself|at night)",
    r"\b(?:can t|cannot) (?:take|do) (?:it|this|life) (?:anymore|any more|again)",
    r"\b(?:no hope|no way out|no point|no future|what s the point|nothing matters)(?! (?:in|for|of) (?:this|the) "
    r"(?:match|exercise|game))",
    r"\b(?:want to|wish i could|could) (?:just )?(?:disappear|vanish|be gone|run away)",
    r"\b(?:life (?:is|has) (?:too hard|no meaning|so hard|hell|unbearable)|tired of (?:life|everything|it all))",
    r"\bi (?:am |m )(?:so )?depressed|\bdepression is (?:killing|eating)",
)  # fmt: skip
# What hangs on a lesson or on work is heard as tiredness.
ELSEWHERE: Final = (
    r"(?:collegues?|societe|entreprise|bureau|retraite|poste|conges?|contrat|demission|mission|stage|reunion|client|"
    r"commande|livraison|rendez vous|demenag[a-z]+|vacances|orphelins?|association|(?:[01]?\d|2[0-4])h|lundi|mardi|"
    r"mercredi|jeudi|vendredi|discours|exercices?|chapitres?|devoirs?|maths?|physique|chimie|match|equipe|jeu|niveau|"
    r"reviser|revision|memoire|dossier|logiciel|ordinateur|telephone|logiciel)"
)
