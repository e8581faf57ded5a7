"""Reads what people type when they are asked to confirm by a number. Pure; the number itself is compared elsewhere."""

import re
from collections.abc import Sequence, Set
from itertools import dropwhile

from bot.reading.answers.reply import Truth, read_true_false
from bot.reading.answers.verdict_signs import denies, signs_as_words
from bot.reading.commands.command_phrases import FILLERS
from bot.reading.commands.urgent_words import asks_cancel
from bot.reading.commands.vocabulary import phrase
from bot.reading.replies.sign_in_answers import SHORT, is_no_sentence, plain
from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import tokens
from bot.reading.words.spoken import says_digits_alone
from bot.reading.words.sums import MONEY

_AMOUNT = re.compile(rf"\d+\s*(?:[€$%]|(?:{'|'.join(sorted(MONEY))}|euros?|eur|dollars?|usd)\b)", re.IGNORECASE)
DIGITS = 5  # fewer than a one-time code has: the one is never taken for the other
AGREEING = frozenset("ok okay d'accord d’accord confirmer confirme confirm vas-y go sure accepter accept".split())
AGREEING_PHRASES = frozenset(("je confirme", "i confirm", "oui je confirme", "yes i confirm", "bien sur", "of course"))
# What may stand around the number: only what agrees, or calls it by its name. « non 48213 » and « c’est quoi 48213 ? »
# hold it too, and what it confirms cannot be undone.
_AROUND_NUMBER = frozenset(FILLERS.replace("|", " ").split()) | frozenset(
    "oui ouais yes yeah ok accord d vas y go sure bien c est ce cest is it s le la les l the ci voici voila this "
    "here nombre numero number num n code chiffre chiffres digits je j i am m suis sur certain certaine confirme "
    "confirmer confirm confirmed valide valider accepte accepter accept agree veux voudrais want to ecris ecrivez "
    "write et and pour mon ma mes my moi me a de du des tout all everything compte account donnees data messages "
    "document documents historique history supprime supprimer supprimez efface effacer effacez delete erase "
    "remove exporte exporter exportez export recevoir lien link copie copy envoie envoi envoyer envoyez send mail "
    "email message parfait super top great fine good".split()
)
_NAMES = frozenset("nombre numero code chiffre chiffres number".split())
_AROUND_NAME = frozenset(
    "le la les quel quelle c cest est quoi ce ces ou je mets met j ecris the what which is it this where".split()
)
_NO = frozenset({"non", "no"})
_REFUSING = frozenset("non no pas plus rien jamais not never don dont annule annuler annulez cancel stop".split())

GIVING_UP = frozenset(
    "laisse tomber|laissez tomber|oublie|oubliez|oublie ca|surtout pas|finalement non|en fait non|je ne veux plus|"
    "je veux plus|je veux pas|je ne veux pas|j ai change d avis|tant pis|never mind|nevermind|forget it|"
    "i changed my mind|i ve changed my mind|changed my mind|i don t want to|i don t want to anymore|"
    "actually no|pas la peine|c est pas la peine|ce n est pas la peine|c est plus la peine|ce n est plus la peine|"
    "plus la peine|plus besoin|j ai plus besoin|je n ai plus besoin|j en ai plus besoin|je n en ai plus besoin|"
    "j en veux plus|je n en veux plus|no need|no need anymore".split("|")
)
REFUSALS = frozenset(  # among them a no in Swahili, Wolof, Lingala, pidgin
    "jamais|jamais de la vie|je refuse|refuse|pas question|hors de question|no way|"
    "c est non|j ai dit non|i said no|hapana|hapana asante|deedeet|dedet|deedet|dedeet|"
    "waaye deedeet|boye te|nalingi te|i no gree|i no want".split("|")
)
LEAVING = frozenset("retour|revenir|revenir en arriere|quitter|sortir|back|go back|exit|leave".split("|"))
DECLINING = (
    GIVING_UP
    | LEAVING
    | REFUSALS
    | frozenset(
        "non merci|merci non|no thanks|no thank you|laisse|laissez|laisse ca|pas encore|not yet|"
        "pas maintenant|pas aujourd hui|c est bon laisse|non c est bon|non cest bon|non c bon|nan c est bon|"
        "nan cest bon|nan c bon|"
        "plus tard|une autre fois|tout a l heure|on verra|on verra plus tard|leave it|not now|"
        "not today|later|maybe later|another time".split("|")
    )
)

_NOTHING = DECLINING | frozenset(
    "rien|rien du tout|aucun|aucune|nothing|none|ne change rien|change rien|je ne veux pas changer|je veux pas changer|"
    "c est une erreur|c etait une erreur|erreur|par erreur|je me suis trompe|je me suis trompee|it was a mistake|"
    "my mistake|by mistake".split("|")
)  # of a line to choose, or a number to type: elsewhere it may be an answer


def number_in(reply: str) -> str | None:
    """The one number of a short reply, its groups put together (`48 213`) or said in words; in a sentence only one that
    is as long as ours, so that « j'ai 2 questions » is no try, and only one that agrees. An amount of money is none."""
    text = plain(reply)
    if (said := says_digits_alone(text)) is not None and len(said) == DIGITS:
        return said
    joined = re.sub(r"(?<=\d)[\s.,\-]+(?=\d)", "", text)
    found = re.findall(r"\d+", _AMOUNT.sub(" ", joined)) if len(text) <= SHORT else []
    if len(found) != 1:
        return None
    if is_no_sentence(text):
        return str(found[0])
    agrees_to_it = "?" not in text and _AROUND_NUMBER.issuperset(_beside_numbers(text))
    return str(found[0]) if len(found[0]) == DIGITS and agrees_to_it else None


def agrees(reply: str) -> bool:
    """Whether a reply is a yes in words."""
    return phrase(reply) in AGREEING | AGREEING_PHRASES or read_true_false(reply) == Truth(True)


def asks_number(reply: str) -> bool:
    """Whether a reply asks which number is meant, or only names it: « le code », « quel nombre ? »."""
    words = frozenset(tokens(reply))
    return words <= _AROUND_NAME | _NAMES and not words.isdisjoint(_NAMES)


def declines(reply: str) -> bool:
    """Whether a reply is a no: 0, in words, or the command."""
    if number_in(reply) is not None:
        return number_in(reply) == "0"
    return (
        asks_cancel(reply)
        or read_true_false(signs_as_words(reply)) == Truth(False)
        or gives_up(tokens(reply), _NOTHING)
    )


def refuses_number(reply: str) -> bool:
    """Whether a short reply holds the number and says no beside it: « non 48213 », « laisse tomber 48213 »,
    « 48213 ❌ »."""
    words = _beside_numbers(reply)
    is_tried = len(reply) <= SHORT and re.search(
        rf"\d{{{DIGITS}}}", re.sub(r"(?<=\d)[\s.,\-]+(?=\d)", "", plain(reply))
    )
    return bool(is_tried) and (denies(reply) or not _REFUSING.isdisjoint(words) or gives_up(words, DECLINING))


def _beside_numbers(text: str) -> list[str]:
    return [word for word in tokens(text) if not word.isdecimal()]


def gives_up(words: Sequence[str], known: Set[str] = GIVING_UP) -> bool:
    """Whether the words let go of it, with politeness around them and a no in front or without."""
    said = without_fillers(words)
    behind_no = list(dropwhile(_NO.__contains__, said))
    return any(" ".join(core) in known for core in (words, said, behind_no))
