"""What is not held against « vrai » and « faux », for the words that it has, would have been read as neither."""

from random import Random

import pytest

from bot.reading.answers.reply import Choice, Truth, TruthReply, read_choice, read_true_false
from bot.reading.answers.verdict_vocabulary import VERDICTS, may_be_verdict
from bot.reading.words import answer_words, choosing_words, figures
from bot.reading.words.answer_phrases import verdict
from bot.reading.words.answer_words import tokens

TEXTS = 6_000
PHRASES = sorted(
    {
        *(" ".join(phrase) for phrase in (*answer_words.OPENINGS, *answer_words.ENDINGS, *answer_words.STATEMENTS)),
        *(" ".join(phrase) for phrase in (*answer_words.TRUE_PHRASES, *answer_words.FALSE_PHRASES)),
        *(" ".join(phrase) for phrase in choosing_words.FOUND),
        *(*answer_words.PASS_PHRASES, *answer_words.PASS_NOISE, *answer_words.LAST_WORDS, *answer_words.NO_VERDICT),
        *(*answer_words.TRUE_WORDS, *answer_words.FALSE_WORDS, *answer_words.NUMBER_WORDS, *figures.OF_NUMBERS),
    }
)
VERDICT_LIKE = (
    "vrai faux vraai fauxx vr ai fa ux v rai vra ir ℝ VRAI Faux. vraiii fauuux ™vrai Ⓐvrai 🅰 vrai² 1 2 3 "
    "a b c 1er 2ème n°1 option2 ½ ① 12 - 2 = < x= f(x)= ça fait = je trouve on obtient le résultat est "
    "égal à it equals i got un l'une petit grand majuscule réponse choix proposition premier dernier oui "
    "non ouiii nooon jamais pas mais plutôt enfin car parce que et ou ni donc so , . ; : ? ! ❌ ✅ 👍 * ( ) "
    "' pas-vrai vrai/faux vrai-faux faux,vrai non,vrai \u00ad quoi répondre laquelle choisir si c'est"
).split(" ")
ORDINARY = "tu explique la photosynthèse où quand devoir maths stp le verbe avoir vous faire vite 15 cm élève".split()


def held_against_both(text: str) -> TruthReply:
    """What a text says as an answer to « vrai ou faux ? », whatever words it has; no verdict in words."""
    reply = read_choice(text, VERDICTS)
    return Truth(reply.index == 0) if isinstance(reply, Choice) else reply


def texts(number: int, seed: int) -> list[str]:
    random = Random(seed)
    pools = (PHRASES, VERDICT_LIKE, VERDICT_LIKE, ORDINARY)
    return [
        random.choice((" ", " ", "")).join(random.choice(random.choice(pools)) for _ in range(random.randint(1, 6)))
        for _ in range(number)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_else_is_read_than_of_the_whole(seed: int) -> None:
    read = [text for text in texts(TEXTS // 4, seed) if verdict(tokens(text)) is None]
    assert [text for text in read if read_true_false(text) != held_against_both(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Tu es là ? (12)", "Bonjour, explique les fractions", "Comment tu vas ?", "What is photosynthesis?",
        "J’ai un devoir de maths pour demain", "Qui est le président du Sénégal", "je veux un quiz", "12 divisé par 4",
    ],
)  # fmt: skip
def test_an_ordinary_message_is_held_against_neither(text: str) -> None:
    assert not may_be_verdict(text)


@pytest.mark.parametrize(
    "text", ["", "vrai", "fauxx", "v rai", "™vrai", "la 2ème", "ça fait vraai", "x = faux", "वराई", "je saiiis paaas"]
)
def test_what_may_be_one_is(text: str) -> None:
    assert may_be_verdict(text)
