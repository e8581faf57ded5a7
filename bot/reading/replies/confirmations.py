"""Reads what people type when they are asked to confirm by a number. Pure; the number itself is compared elsewhere."""

import re
from collections.abc import Sequence, Set

from bot.reading.answers.reply import Truth, read_true_false
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

GIVING_UP = frozenset(
    "laisse tomber|laissez tomber|oublie|oubliez|oublie ca|surtout pas|finalement non|en fait non|je ne veux plus|"
    "je veux plus|je veux pas|je ne veux pas|j ai change d avis|tant pis|never mind|nevermind|forget it|"
    "i changed my mind|i ve changed my mind|changed my mind|i don t want to|i don t want to anymore|"
    "actually no".split("|")
)
LEAVING = frozenset("retour|revenir|revenir en arriere|quitter|sortir|back|go back|exit|leave".split("|"))
DECLINING = (
    GIVING_UP
    | LEAVING
    | frozenset(
        "non merci|merci non|no thanks|no thank you|laisse|laissez|laisse ca|pas maintenant|pas aujourd hui|"
        "c est bon laisse|leave it|not now".split("|")
    )
)


def number_in(reply: str) -> str | None:
    """The one number of a short reply, its groups put together (`48 213`) or said in words; in a sentence only one that
    is as long as ours, so that « j'ai 2 questions » is no try. An amount of money is none."""
    text = plain(reply)
    if (said := says_digits_alone(text)) is not None and len(said) == DIGITS:
        return said
    joined = re.sub(r"(?<=\d)[\s.,\-]+(?=\d)", "", text)
    found = re.findall(r"\d+", _AMOUNT.sub(" ", joined)) if len(text) <= SHORT else []
    if len(found) != 1:
        return None
    return str(found[0]) if len(found[0]) == DIGITS or is_no_sentence(text) else None


def agrees(reply: str) -> bool:
    """Whether a reply is a yes in words."""
    return phrase(reply) in AGREEING | AGREEING_PHRASES or read_true_false(reply) == Truth(True)


def declines(reply: str) -> bool:
    """Whether a reply is a no: 0, in words, or the command."""
    if number_in(reply) is not None:
        return number_in(reply) == "0"
    return asks_cancel(reply) or read_true_false(reply) == Truth(False) or gives_up(tokens(reply), DECLINING)


def gives_up(words: Sequence[str], known: Set[str] = GIVING_UP) -> bool:
    """Whether the words let go of it, with politeness around them and a no in front or without."""
    said = without_fillers(words)
    behind_no = said[1:] if said[:1] in (["non"], ["no"]) else said
    return any(" ".join(core) in known for core in (words, said, behind_no))
