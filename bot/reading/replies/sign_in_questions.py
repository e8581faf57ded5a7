"""Reads what people say about the code itself while they are to sign in: what it is for, what it costs, who wants it,
that they understand nothing of it, that the telephone it goes to is gone. Pure. Anything else is the agent's."""

from typing import Final

from bot.reading.replies.sign_in_answers import SHORT
from bot.reading.words.answer_words import tokens

_WHY: Final = frozenset("pourquoi prk pk pq pkoi pourkoi why quoi koi quel quelle kel what which sert servir".split())
_WANTED: Final = frozenset("code numero num number sms".split())
_COST: Final = frozenset(
    "payant payante paye payer gratuit gratuite gratuitement coute coutent cout free cost costs pay paid".split()
)
_FRAUD: Final = frozenset(
    "arnaque arnaques arnaquer arnaqueur arnaqueurs escroc escrocs escroquerie voleur voleurs fraude scam scammer "
    "scammers fraud fake securise fiable safe arnak arnac".split()
)
_NOT: Final = frozenset("pas pa not t jamais never".split())
_GIVING: Final = frozenset("donne donner donnerai give".split())
_AROUND: Final = frozenset(
    "a ai as asking ask au avez besoin bien bonjour c ca ce ces cest cet cette combien cb d de demande demander "
    "demandez des do does don donc du e es est et etes euh for faut how i il is it j je jveux ke l la le les m ma mais "
    "me merci mes moi pour mon much my n ne need of on please que qu really sa se stp sur svp t te tel telephone the "
    "this to toi tu un une va veut veux veulent vos votre voulez voyez vous vraiment want y you your".split()
)
_PUZZLED: Final = frozenset(
    "comprends comprend comprens jcomprends jcomprend jcompren compris capte pige understand understood".split()
)
_SAYING_NO: Final = frozenset("rien pas pa r not don dont didn t can cannot nothing".split())
_OF_THE_PUZZLED: Final = frozenset(
    "je j jai ai ne n i do m y a ca ce du tout de mais but moi it this that anything toujours encore".split()
)
_HOW: Final = frozenset(
    "comment faire|comment on fait|comment je fais|on fait comment|je fais comment|je fais quoi|je dois faire quoi|"
    "je sais pas quoi faire|je ne sais pas quoi faire|je sais pas comment faire|je ne sais pas comment faire|"
    "comment ca marche|comment sa marche|je suis perdu|je suis perdue|i don t get it|i dont get it|what do i do|"
    "pourquoi|pourquoi ca|pourquoi faire|a quoi ca sert|a quoi sa sert|c est pour quoi|why|what for|what should i do|"
    "i don t know what to do|i m lost|i m confused|how does it work|how does this work".split("|")
)
_GONE: Final = frozenset(
    "perdu perdue vole volee voler volait arrache arracher casse cassee gate gatee stolen stole lost broken".split()
)
_TELEPHONE: Final = frozenset("telephone tel portable mobile smartphone phone puce sim".split())
_OF_THE_GONE: Final = frozenset(
    "on m ma mon mes j jai ai a ete est s cet cette ce le la l un une carte card quelqu hier mais bonjour svp my i the "
    "was is been has have got someone somebody they old ancien yesterday".split()
)
_BRINGING: Final = frozenset("donne donner donnez envoie envoyer envoyez ecris dis dites give send tell".split())
_HERE: Final = frozenset("ici here whatsapp par dans peux pouvez quoi c".split())
_SEVERAL: Final = frozenset("2 deux 3 trois two three plusieurs several lequel laquelle which quel both".split())
_CODES: Final = frozenset("codes messages".split())
_OF_THE_POST: Final = frozenset(
    "recu recois j ai jai eu got have i received des les faut mettre ecrire use should".split()
)
PEOPLE: Final = frozenset(
    "mere maman pere papa frere soeur grand tonton oncle tante tantie cousin cousine ami amie voisin voisine mari "
    "femme parents patron mother mum mom father dad brother sister uncle aunt friend neighbour husband wife".split()
)
_SHARED: Final = frozenset(
    "c est le la l du de chez qui a ont son sa mon ma mes moi avec au it is s with has my the his her "
    "at home not pas".split()
)
_CREDIT: Final = frozenset("credit credits unite unites forfait airtime".split())
_WHO: Final = frozenset(
    "vous etes qui|vous ete qui|qui etes vous|qui ete vous|t es qui|t qui|tu es qui|c est qui|c qui|c ki|qui es tu|"
    "qui est ce|c est sur|c sur|est ce que c est sur|who are you|who is this|who s this|who is it".split("|")
)
_AFRAID: Final = frozenset(
    "j ai peur|j ai peur de payer|g peur|g peur de payer|jai peur|jai peur de payer|je n ose pas payer|j ose pas payer|"
    "c est sur|c sur|est ce que c est sur|est ce sur|i am afraid|i m afraid|i am afraid to pay|is it safe to pay".split(
        "|"
    )
)


def fears_fraud(reply: str) -> bool:
    """Whether nothing is asked but whether somebody means harm by it: « une arnaque ? », « j’ai peur de payer »."""
    words = tokens(reply) if len(reply) <= SHORT else []
    return " ".join(words) in _AFRAID or _made_of(frozenset(words), _AROUND, _FRAUD)


def asks_about_code(reply: str) -> bool:
    """Whether nothing is asked but what a code is for, what it costs, how it is done, or whether somebody means harm by
    it."""
    if len(reply) > SHORT:
        return False
    words = tokens(reply)
    kinds = ((_WHY, _WANTED), (_COST,), (_FRAUD,), (_NOT, _GIVING, _WANTED), (_NOT, _CREDIT, _WANTED))
    return (
        " ".join(words) in _WHO | _HOW
        or any(_made_of(frozenset(words), _AROUND | _WANTED, *needed) for needed in kinds)
        or _made_of(frozenset(words), _OF_THE_PUZZLED | _WANTED, _PUZZLED, _SAYING_NO)
    )


def names_code(reply: str) -> bool:
    """Whether the code, or what it is sent to, is named: no lesson is meant."""
    return not (_WANTED | _CODES | _TELEPHONE).isdisjoint(tokens(reply))


def wants_code_here(reply: str) -> bool:
    """Whether the code is asked for in this conversation: « donne-moi le code ici »."""
    return len(reply) <= SHORT and _made_of(frozenset(tokens(reply)), _AROUND | _HERE, _BRINGING, _WANTED)


def has_several(reply: str) -> bool:
    """Whether nothing is said but that more than one code has come."""
    return len(reply) <= SHORT and _made_of(frozenset(tokens(reply)), _AROUND | _OF_THE_POST | _CODES, _SEVERAL, _CODES)


def is_anothers(reply: str) -> bool:
    """Whether nothing is said but that somebody else has the telephone: « c’est le téléphone de mon frère »."""
    return len(reply) <= SHORT and _made_of(frozenset(tokens(reply)), _SHARED, _TELEPHONE, PEOPLE)


def tells_of_loss(reply: str) -> bool:
    """Whether nothing is said but that the telephone is stolen, lost or broken: a code sent there reaches nobody, or
    the thief."""
    return len(reply) <= SHORT and _made_of(frozenset(tokens(reply)), _OF_THE_GONE, _GONE, _TELEPHONE)


def _made_of(words: frozenset[str], around: frozenset[str], *needed: frozenset[str]) -> bool:
    return words <= around.union(*needed) and all(words & kind for kind in needed)
