"""Whether a message is about a text, a lesson or the words themselves: what is suffered there is somebody else’s, or
nobody’s. Pure."""

import re
from collections.abc import Callable
from typing import Final

from bot.reading.distress.words import PARTS, quotations, without_quotations, words_of

# A request about a text, a play, a lesson: what follows is somebody else's, or nobody's, suffering.
_ABOUT_A_TEXT: Final = re.compile(
    r"^(?:(?:bonjour|bonsoir|salut|slt|bjr|hello|hi|hey|please|pls|monsieur|madame|prof|c est|est ce que|can you|"
    r"could you|peux tu|pouvez vous|tu peux|peut tu|"
    r"aidez moi a|help me|je dois|i have to|i need to|il faut|we have to|on doit|pour mon devoir|merci de|s il te "
    r"plait|s il vous plait|exercice|question|devoir|consigne|sujet|\d+|and|et|de|a) )*"
    r"(?:resume[rz]?|analyse[rz]?|commente[rz]?|explique[rz]?(?! (?:moi |a moi )?(?:pourquoi|comment) (?:je|mon|ma|"
    r"on m|il me|personne))|tradui[st]?|traduire|traduisez|traduction|conjugue[rz]?|redige[rz]?|ecris(?! (?:ma|mon) )|"
    r"ecrire(?! (?:ma|mon) )|corrige[rz]?|"
    r"imagine[rz]?|invente[rz]?|(?:lis|lisez|lire) (?:le|ce) texte|texte|mets? (?:au|a la|les|en)|transforme[rz]?|"
    r"complete[rz]?|releve[rz]?|identifie[rz]?|comment (?:dit on|on dit|traduire|on traduit|ecrit on|"
    r"s ecrit|se dit|dire(?! (?:a|que)\b)|conjuguer)|que (?:signifie|veux dire|veulent dire)|"
    r"quel(?:le)? (?:est|figure|temps|roman|livre|auteur|mot)|dictee|dissertation|scenario|synopsis|"
    r"translate|summari[sz]e|analy[sz]e|explain(?! (?:to me )?why (?:i|my|he|she) )|write (?!my (?:suicide|"
    r"goodbye))|correct|describe|discuss|paraphrase|conjugate|complete|"
    r"how (?:to|do (?:you|we|i)) (?:say|spell|translate|write)|what does|what is the meaning|which (?:book|novel|play|"
    r"tense)|who (?:wrote|said)|proofread|rewrite)\b"
)  # fmt: skip
_TEXT_WORDS: Final = re.compile(
    r"\b(?:roman|piece|theatre|texte|poeme|personnage|heros|heroine|chapitre|extrait|passage|auteur|livre|film|"
    r"chanson|"
    r"paroles|dialogue|"
    r"replique|scene|citation|phrase|phrases|traduire|conjugaison|narrateur|protagoniste|dictee|serie|anime|manga|"
    r"conte|fable|redaction|pv|proces verbal|plaignante?|audition|deposition|temoignage|nouvelle de|tragedie|"
    r"novel|play|poem|character|chapter|hamlet|juliet|romeo|macbeth|phedre|antigone|essay|lyrics|song|quote|"
    r"narrator|protagonist|sentence|movie|"
    r"minecraft|gta|fortnite|free fire|roblox|boss|avatar|level)\b"
)
_NAMED_LAST: Final = re.compile(  # « i hate my life lyrics », as people ask a search engine
    r"^(?:\w+ ){1,9}(?:lyrics|paroles|summary|resume|traduction|translation|meaning|dissertation|"
    r"qui (?:a|l a) dit (?:ca|cela|sa)|who said (?:that|this|it)|"
    r"(?:song|movie|film|roman|novel|book)(?: (?:summary|resume|lyrics))?)$"
)
_OF_MY_OWN: Final = re.compile(
    r"\b(?:chez moi|a la maison|je suis serieuse?|pour de vrai|for real|at home|moi "
    r"aussi|me too)\b"
)
_FAREWELL: Final = re.compile(  # « corrige ma lettre : quand vous lirez ceci… » is no exercise
    r"\b(?:redige[rz]?|ecri[a-z]+|corrige[rz]?|lettre|write|letter)\b.{0,80}(?:apres ma mort|je serai morte?\b|pour "
    r"toujours|"
    r"avant de (?:me (?:suicider|tuer)|mourir)|before i (?:die|kill)|when i am (?:gone|dead))"
)
_GRAMMAR: Final = re.compile(
    r"\b(?:voix passive|au passif|discours (?:in)?direct|subjonctif|imparfait|passe (?:compose|simple)|plus que "
    r"parfait|participe passe|"
    r"(?:fonction|nature) (?:grammaticale|de)|figure de style|champ lexical|passive voice|"
    r"(?:(?:in)?direct|reported) speech|past tense|simple past)\b"
)
_OF_STUDY: Final = re.compile(
    r"\b(?:memoire|these|etude|recherche|enquete|module|formation|sensibilisation|thesis|research|survey)\b"
)
_OF_ME: Final = re.compile(r"\b(?:je|j|me|m|moi|i|we)\b")


# What is asked there takes in no text: the next sentence is not what is to be explained.
_EXPLAINED: Final = re.compile(r"\b(?:explique[rz]?|explain|discuss|describe|quel(?:le)? est|what does|which)\b")
_TO_BE_READ: Final = re.compile(
    r"\b(?:ce(?:t|s|tte)?|ci|suivante?s?|mots?|vers|verbes?|pronoms?|exemple|situation|cas|expressions?|this|these|"
    r"following|words?|verse)\b"
)
_TURNS: Final = re.compile(  # away from what was asked
    r"^(?:(?:et|mais|bon|oh|ah|non|excuse[rz]?|desole|and|but|please|en) )*(?:au fait|autre chose|a part ca|sinon|"
    r"d ailleurs|en vrai|en fait|la verite|attend(?:s|ez)?|pardon|by the way|btw|also|anyway|another thing|"
    r"one more thing|besides|wait|sorry|aussi)\b"
)
_SENTENCE: Final = re.compile(r"(?<=[.!?…\n])\s*|,\s*(?=(?:et|mais|sinon|au fait|and|but|also|btw)\b)", re.IGNORECASE)


def beside_a_request(text: str) -> str | None:
    """What stands behind the sentences in front that ask about a text or a lesson: « Explique 3/4. Et mon oncle… ».
    None where there is none, or where what follows may be what the request is about: « Traduis. Mon oncle… »."""
    sentences = [one for one in _SENTENCE.split(without_quotations(text)) if one.strip()]
    asked = 0
    for at, sentence in enumerate(sentences[:-1]):
        words = words_of(sentence)
        if not words:
            continue
        if not _ABOUT_A_TEXT.search(words):
            break
        if _needs_no_text(words) or _TURNS.search(words_of(sentences[at + 1])):
            asked = at + 1
    return " ".join(sentences[asked:]) if asked else None


def without_brought(text: str) -> str:
    """The message without what its requests about a text bring behind a colon or in quotation marks: « …, traduis : je
    veux mourir »."""
    left: list[str] = []
    brought = False
    parts = PARTS.split(text)
    for part in parts:
        asks = _ABOUT_A_TEXT.search(words_of(part)) is not None
        if not brought:
            left.append(without_quotations(part) if asks else part)
        brought = asks and part.rstrip().endswith(":")
    return text if "".join(left) == "".join(parts) else "\n".join(left)


def _needs_no_text(words: str) -> bool:
    return bool(_EXPLAINED.search(words)) and not (_TEXT_WORDS.search(words) or _TO_BE_READ.search(words))


def is_about_a_text(text: str, words: str, is_heard: Callable[[str], bool]) -> bool:
    """A request about words: at the beginning, or with the suffering in quotation marks, or of a character."""
    if _OF_MY_OWN.search(words) or (_FAREWELL.search(words) and not _TEXT_WORDS.search(words)):
        return False
    if _GRAMMAR.search(words) or (_OF_STUDY.search(words) and not _OF_ME.search(words)):
        return True
    if _ABOUT_A_TEXT.search(words) or _NAMED_LAST.search(words):
        return True
    if _TEXT_WORDS.search(words) is None:
        return False
    if not quotations(text):
        return _told_of_a_text(words)
    return not is_heard(words_of(without_quotations(text)))


def _told_of_a_text(words: str) -> bool:
    """« dans le roman, mon père me frappe »: the text is named in front and the suffering stands behind it."""
    named = re.search(
        r"\b(?:dans (?:le|la|ce|cette|un|une|mon|l) (?:\w+ )?|in (?:the|this|a|my) (?:\w+ )?|(?:le|un|mon|ce) "
        r"personnage|(?:le|mon|un) heros|l heroine|"
        r"the character|my character|the narrator|le narrateur|(?:la|cette|une) (?:phrase|citation|chanson|scene|"
        r"replique)|the (?:song|quote|sentence|line|movie)|(?:antigone|phedre|hamlet|juliette?|romeo|macbeth|"
        r"narrateur|"
        r"personnage|heros|heroine|auteur|poete|narrator|character) (?:dit|declare|crie|pense|says|said))", words
    )  # fmt: skip
    return named is not None and _TEXT_WORDS.search(words[named.start() : named.end() + 25]) is not None
