"""Reads whether somebody says that they want to die, that they are being hurt or in danger, or that somebody close to
them is. Pure. Rather a caring answer too many than one too few, but homework about suffering is homework."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.reading import distress_english, distress_english_hurt, distress_french, distress_french_hurt
from bot.reading.distress_words import quotations, without_quotations, words_of
from bot.types import Language


class Danger(StrEnum):
    """What somebody is in need of help for."""

    NOW = "now"  # in danger at this moment
    HURT = "hurt"  # beaten, abused, forced, threatened
    SELF = "self"  # wants to die, or harms themselves
    OTHER = "other"  # somebody close to them is in one of these


@dataclass(frozen=True, slots=True)
class _Reader:
    danger: Danger
    language: Language
    pattern: re.Pattern[str]


def _readers() -> tuple[_Reader, ...]:
    tables = [
        (danger, language, patterns)
        for danger, french, english in (
            (Danger.NOW, distress_french_hurt.NOW, distress_english_hurt.NOW),
            (Danger.OTHER, distress_french.OTHERS, distress_english.OTHERS),
            (Danger.SELF, distress_french.SELF, distress_english.SELF),
            (Danger.HURT, distress_french_hurt.HURT, distress_english_hurt.HURT),
        )
        for language, patterns in ((Language.FR, french), (Language.EN, english))
    ]
    return tuple(
        _Reader(
            danger, language, re.compile("|".join(rf"(?:(?<![a-z])(?:{pattern})(?![a-z]))" for pattern in patterns))
        )
        for danger, language, patterns in tables
    )


_READERS: Final = _readers()
# Without one of these no pattern can match: most messages cost one look.
_STEMS: Final = re.compile(
    r"mourir|morte?\b|mort\b|tuer|suicid|pendre|pendue?\b|noyer|buter|flinguer|en l air|jeter|sauter|disparaitre|"
    r"du mal|mal\b|scarifi|mutil|"
    r"veines|vie\b|vivre|exister|etre la|en finir|reveille|terre|naitre|medicaments|cachets|comprimes|pilules|"
    r"somnif|javel|raticide|(?:insect|pest|herb)icide|desherbant|acide|soude|"
    r"poison|adieu|derniere lettre|coupe|taillad|regrett|sans moi|endormir|jours\b|avaler|partir|frappe|bat\b|"
    r"battent|battre|tape|cogne|"
    r"maltrait|tortur|fouett|chicot|gifl|etrangl|brul|sequestr|enferm|brutalis|agress|abus|profite|poignard|"
    r"violent|harcel|"
    r"insulte|humili|viol|touche|tripot|caress|attouch|pelot|force|oblig|photos?|nudes?|menace|coucher|l amour|"
    r"mari|excis|"
    r"vendre|egorg|prostitu|kidnap|enlev|subi|victime|rentrer|danger|secours|sauve|aidez|couteau|arme\b|machette|fusil|"
    r"pistolet|hache|otage|police|ambulance|gendarmerie|pompiers|suit\b|poursuit|porte\b|\bmains?\b|doigts?|note|"
    r"points|"
    r"racket|tabass|sos|mon lit|note|dieu|seigneur|allah|rejoindre|meur[tes]|mieux|solution|issue|betise|irreparable|"
    r"oter|"
    r"paracetamol|doliprane|nivaquine|quinine|tramado?l|valium|efferalgan|ibuprofen|immol|trancher|egorger|entaille|"
    r"griffe|"
    r"pends?\b|noires|arrete|finir|enceinte|bastonn|roue de coups|chaine|ligot|affame|manger|esclave|prise?\b|chasse|"
    r"choses|"
    r"attendre?|attends?|mendier|jupe|slip|chambre|lave|douche|peur|verse|bouillant|chanter|chantage|naitre|\bnee?\b|"
    r"personne|embrass|vendue?\b|prostitu|poignard|battent|defonc|casse|promise|publi|diffus|voleur|vis\b|donne|nourri|serai|sens\b|remarqu|"
    r"bandit|armes|tirs|tire|entrer|kidnapp|mariee|couche|coups|claques|\bfait mal|de trop|"
    r"die\b|dying|dead|kill|kms|end\b|ending|hang|hurt|cut|harm|drown|shoot|unaliv|alive|"
    r"exist|wake|disappear|gout|"
    r"gone|born|jump|overdose|slit|live\b|living|reason|worth|life|better|deserve|burn|pills|bleach|poison|miss me|"
    r"care if|go on|"
    r"hit|beat|rape|raping|touch|molest|slap|kick|punch|chok|bull|whip|strangl|assault|stab|fondl|grop|threat|"
    r"harass|marr|sex|"
    r"undress|naked|private|hand|finger|scared|afraid|terrified|danger|safe|help|save|knife|gun|weapon|axe|locked|call|"
    r"follow|chas|window|door|break|be here|sleep|slept|drink|drank|flog|madam|bully|defile|starv|overdos|blackmail|"
    r"leak|\bpost(?:s|ed|ing)?\b|shar|expose|"
    r"pregnan|impregn|tablet|\bbed\b|deshabill|laide|sniper|gramoxone|roof|bridge|cutting|circumcis|fgm|forc|food|room|"
    r"suicidal|slash|wrist|friend|neighbo"
)
# A request about a text, a play, a lesson: what follows is somebody else's, or nobody's, suffering.
_ABOUT_A_TEXT: Final = re.compile(
    r"^(?:(?:bonjour|bonsoir|salut|slt|bjr|hello|hi|hey|please|pls|monsieur|madame|prof|c est|est ce que|can you|"
    r"could you|peux tu|pouvez vous|tu peux|peut tu|"
    r"aidez moi a|help me|je dois|i have to|i need to|il faut|we have to|on doit|pour mon devoir|merci de|s il te "
    r"plait|s il vous plait|exercice|question|devoir|consigne|sujet|\d+|and|et|de|a) )*"
    r"(?:resume[rz]?|analyse[rz]?|commente[rz]?|explique[rz]?(?! (?:moi |a moi )?(?:pourquoi|comment) (?:je|mon|ma|"
    r"on m|il me|personne))|traduis|traduire|traduisez|traduction|conjugue[rz]?|redige[rz]?|ecris(?! (?:ma|mon) )|"
    r"ecrire(?! (?:ma|mon) )|corrige[rz]?|"
    r"imagine[rz]?|complete[rz]?|releve[rz]?|identifie[rz]?|comment (?:dit on|on dit|traduire|on traduit|ecrit on|"
    r"s ecrit|se dit|dire|conjuguer)|que (?:signifie|veux dire|veulent dire)|"
    r"quel(?:le)? (?:est|figure|temps|roman|livre|auteur|mot)|dictee|dissertation|"
    r"translate|summari[sz]e|analy[sz]e|explain(?! (?:to me )?why (?:i|my|he|she) )|write (?!my (?:suicide|"
    r"goodbye))|correct|describe|discuss|paraphrase|conjugate|complete|"
    r"how do (?:you|we|i) (?:say|spell|translate|write)|what does|what is the meaning|which (?:book|novel|play|"
    r"tense)|who (?:wrote|said)|proofread|rewrite)\b"
)  # fmt: skip
_TEXT_WORDS: Final = re.compile(
    r"\b(?:roman|piece|theatre|texte|poeme|personnage|heros|heroine|chapitre|extrait|passage|auteur|livre|film|chanson|"
    r"paroles|dialogue|"
    r"replique|scene|citation|phrase|phrases|traduire|conjugaison|narrateur|protagoniste|dictee|serie|anime|manga|"
    r"conte|fable|nouvelle de|tragedie|"
    r"novel|play|poem|character|chapter|hamlet|juliet|romeo|macbeth|phedre|antigone|essay|lyrics|song|quote|"
    r"narrator|protagonist|sentence|movie|"
    r"minecraft|gta|fortnite|free fire|roblox|boss|avatar|level)\b"
)
_OF_MY_OWN: Final = re.compile(
    r"\b(?:chez moi|a la maison|je suis serieuse?|pour de vrai|for real|at home|moi "
    r"aussi|me too)\b"
)
_LAUGHING: Final = re.compile(r"\b(?:mdr+|ptdr+|lol+|xd+|haha\w*|hihi\w*|lmao|lmfao|jpp)\b|[😂🤣😹😆]", re.IGNORECASE)
_HYPERBOLE: Final = re.compile(
    r"\b(?:je vais mourir|i (?:am |m )?going to die|je vais me tuer|(?:va|vont) me tuer|autant mourir|kms|"
    r"i want to kms|me donne envie de mourir|kill myself laughing)\b"
)
_KILLS_ME: Final = re.compile(r"\b(?:(?:va|vont) me tuer|(?:will|ll|(?:is|are|s|re) going to|going to) kill me)\b")
_OF_A_MARK: Final = re.compile(
    r"\b(?:moyenne|bulletin|notes?|devoirs?|rapport|zero|sur 20|redouble\w*|rate|echoue|grades?|marks?|report|homework|"
    r"fail\w*)\b"
)

_AS_A_SUBJECT: Final = re.compile(  # of the law, of an essay: somebody else’s case is no call for help
    r"\b(?:la loi|quel(?:le)?s? (?:peines?|sanctions?|infractions?|droits)|legale?|cas pratique|qualifi\w+|code penal|"
    r"jurisprudence|en "
    r"droit|droit (?:de|du|penal)|expose|dissertation|commentaire (?:compose|de)|commente[rz]?|analyser?|essay|article|"
    r"illegal|the "
    r"law|laws)\b"
)
_CLOSE_TO_ME: Final = re.compile(r"\b(?:mon|ma|mes|notre|nos|chez moi|my|our)\b")


def read_distress(text: str) -> Danger | None:
    """What somebody is in need of help for; None for anything else."""
    words = words_of(text)
    if _LAUGHING.search(text) or _OF_A_MARK.search(words):
        words = _KILLS_ME.sub(" ", words)  # « ma mère va me tuer si j’ai pas la moyenne »
    if not _STEMS.search(words) or _is_about_a_text(text, words):
        return None
    danger = next((reader.danger for reader in _READERS if reader.pattern.search(words)), None)
    if danger is Danger.OTHER and _AS_A_SUBJECT.search(words) and not _CLOSE_TO_ME.search(words):
        return None
    if danger is Danger.SELF and _LAUGHING.search(text) and _HYPERBOLE.search(words):
        return None
    return danger


def language_of_distress(text: str) -> Language | None:
    """The language in which somebody says so, whatever they spoke before."""
    words = words_of(text)
    return next((reader.language for reader in _READERS if reader.pattern.search(words)), None)


def _is_about_a_text(text: str, words: str) -> bool:
    """A request about words: at the beginning, or with the suffering in quotation marks, or of a character."""
    if _OF_MY_OWN.search(words):
        return False
    if _ABOUT_A_TEXT.search(words):
        return True
    if _TEXT_WORDS.search(words) is None:
        return False
    if not quotations(text):
        return _told_of_a_text(words)
    outside = words_of(without_quotations(text))
    return not any(reader.pattern.search(outside) for reader in _READERS)


def _told_of_a_text(words: str) -> bool:
    """« dans le roman, mon père me frappe »: the text is named in front and the suffering stands behind it."""
    named = re.search(
        r"\b(?:dans (?:le|la|ce|cette|un|une|mon|l) (?:\w+ )?|in (?:the|this|a|my) (?:\w+ )?|(?:le|un|mon|ce) "
        r"personnage|(?:le|mon|un) heros|l heroine|"
        r"the character|my character|the narrator|le narrateur|(?:la|cette|une) (?:phrase|citation|chanson|scene|"
        r"replique)|the (?:song|quote|sentence|line|movie))", words
    )  # fmt: skip
    return named is not None and _TEXT_WORDS.search(words[named.start() : named.end() + 25]) is not None
