"""A cry is heard whatever everyday words stand around it, and nothing becomes one by them."""

import time

import pytest

from bot.reading.distress.danger import may_be_part, read_distress, read_pieces
from bot.reading.distress.grammar import language_of
from bot.reading.distress.words import words_of
from bot.types import Language
from tests.unit.reading.distress.everyday import AROUND
from tests.unit.reading.distress.learning import held

CRIES = {
    Language.FR: (
        "mon grand frère m'a tabassé", "ma marâtre m'a brûlée avec le fer", "mon oncle m'a violée dans la cuisine",
        "mon mari m'a cassé le bras", "mon copain me gifle", "je veux en finir avec ma vie",
        "j'ai avalé de la javel pour mourir", "il veut me tuer avec sa machette",
        "un inconnu me suit depuis le marché", "ma mère m'a battu avec un câble", "mon prof veut coucher avec moi",
        "mon ex menace de publier mes photos nues", "on veut m'exciser",
        "je me coupe les bras avec une lame", "ma petite sœur ne respire plus", "mon ami veut se pendre",
        "je suis enceinte de mon beau-père", "ma tante m'enferme sans manger", "des bandits armés sont dans la maison",
        "mon père frappe ma mère", "je ne veux plus vivre", "ma copine s'est ouvert les veines",
        "mon patron me viole", "mon cousin me force à coucher avec lui", "je vais me jeter sous un camion",
    ),
    Language.EN: (
        "my stepmother burned me with an iron", "my brother beats me with a belt", "my pastor raped me",
        "my boyfriend slapped me and choked me", "i want to end my life",
        "i don't want to live anymore", "i swallowed bleach to die", "my teacher touched my breasts",
        "a strange man is following me", "they want to marry me off by force", "i am cutting my arms with a blade",
        "my friend wants to hang herself", "my uncle forces me to sleep with him",
        "armed men are at our door", "my ex is threatening to post my nudes",
    ),
}  # fmt: skip
UNTAUGHT = {
    Language.FR: ("{} jeudi dernier", "ce mardi {}", "{} au moment où je t'écris", "{} tu me conseilles quoi"),
    Language.EN: ("{} last thursday", "this afternoon {}", "{} while i am writing", "{} what would you do"),
}
ORDINARY = (
    "pas besoin de me rappeler", "my boyfriend wants to marry me next year, budget please",
    "plus besoin de me prévenir merci", "ma mère m'a acheté une robe", "mon prof m'a donné quinze devoirs",
    "le pasteur m'a demandé de prêcher", "my teacher wants to see my parents", "mon père m'a envoyé de l'argent",
    "my customer wants a refund, reply please", "j'ai perdu mon téléphone", "on me doit de l'argent, écris une relance",
    "je suis amoureux de ma voisine", "my father bought me shoes", "explique les fractions", "calcule 3/4 + 2/5",
)  # fmt: skip


def test_a_cry_is_heard_whatever_everyday_words_stand_around_it() -> None:
    """Of the words around it some taught nothing; of the cries none did."""
    cries = [(cry, (*AROUND[language], *UNTAUGHT[language])) for language in Language for cry in CRIES[language]]
    assert not {row.text for row in held()} & {cry for cry, _ in cries}
    assert not [cry for cry, _ in cries if read_distress(cry) is None]
    started = time.process_time()
    said = [each.format(cry) for cry, around in cries for each in around]
    silent = [text for text in said if read_distress(text) is None]
    assert len(silent) <= 0.005 * len(said), silent
    assert time.process_time() - started < 0.002 * len(said)  # seconds


@pytest.mark.parametrize(
    "around",
    [
        "{} ces derniers temps", "ces temps-ci {}", "{} ces jours-ci", "{} pour l'instant", "{} jusqu'à présent",
        "{} actuellement", "sache que {}", "il faut que je te dise que {}", "{} en tout cas", "{} je te jure",
        "{} à Dakar", "{} ici à Kinshasa", "à Douala {}", "{} au Mali",
        "{} these days", "these days {}", "{} lately", "{} for some time now", "{} i swear", "{} here in Buea",
    ],
)  # fmt: skip
@pytest.mark.parametrize("said", ["je veux plus me lever", "explique les fractions", "my uncle is at home"])
def test_what_nothing_hangs_on_weighs_nothing(around: str, said: str) -> None:
    """« these days » silenced three English cries in ten, « à Dakar » one French in six."""
    assert words_of(around.format(said)) == words_of(said)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("il me bat au moment où je t'écris", "il me bat maintenant"),
        ("a l'heure où je vous parle ils tirent", "maintenant ils tirent"),
        ("he is at the door as i am writing this", "he is at the door now"),
        ("viol à Dakar", "viol a dakar"), ("ces derniers temps", "ces derniers temps"),
        ("il me bat ce soir", "il me bat ce soir"), ("tu vois le livre", "tu vois le livre"),
        ("je veux partir à Lomé", "je veux partir a lome"), ("il me bat au Mali", "il me bat"),
    ],
)  # fmt: skip
def test_what_something_hangs_on_stays(said: str, read: str) -> None:
    assert words_of(said) == read


@pytest.mark.parametrize(
    "said",
    [
        "je ne veux plus vivre au moment où je t'écris", "je veux pas vivre à l'heure où je vous écris",
        "my cousin says she doesn't want to live anymore these days", "my brother beats me with a belt these days",
        "il ne tape jamais où ça se voit à Dakar",
    ],
)  # fmt: skip
def test_a_cry_that_says_when_and_where_vaguely_is_heard(said: str) -> None:
    assert read_distress(said) is not None


@pytest.mark.parametrize(
    "said",
    [
        "he wants to kill me today", "he wants to kill me this morning", "help me he wants to kill me",
        "ma mère m'a battu aujourd'hui", "ma mère m'a battu pendant les vacances",
    ],
)  # fmt: skip
def test_when_it_was_silences_nobody(said: str) -> None:
    assert read_distress(said) is not None


def test_everyday_words_make_no_cry_of_what_is_none() -> None:
    assert not [text for text in ORDINARY if read_distress(text) is not None]
    said = [each.format(text) for text in ORDINARY for each in AROUND[language_of(words_of(text).split())]]
    taken = [text for text in said if read_distress(text) is not None]
    assert len(taken) <= 0.005 * len(said), taken


@pytest.mark.parametrize(
    "said",
    ["ndeko na ngai ya motema nazoluka kokufa", "nazoluka kokufa", "dinaa xaru", "nitajiua leo", "hamono tena aho"],
)
def test_what_plots_know_of_another_language_is_asked_whatever_the_weights_say(said: str) -> None:
    assert read_distress(said) is not None
    assert may_be_part(said)


def test_words_of_another_language_that_tell_of_nothing_are_no_cry() -> None:
    for said in ("nataka kufa kwa njaa", "nazoluka mosala", "dama bëgg naan ndox", "nalingi yo", "mwen renmen ou"):
        assert read_distress(said) is None, said


@pytest.mark.parametrize(
    "pieces",
    [
        ("j'ai plus cette puce", "on m'a volé ma puce"), ("on m'a volé mon tel", "je peux plus ouvrir mon compte"),
        ("maman est partie", "au village elle revient dimanche"),
        ("je ne suis plus sur ce numéro", "on me l'a coupé"),
        ("papa est à l'hôpital", "il va mieux il sort demain"),
        ("je pleure", "pourquoi on saigne"), ("il a pris", "je peux plus ouvrir mon compte"),
        ("j'ai perdu", "le prof m'a tué"),
    ],
)  # fmt: skip
def test_two_troubles_of_one_day_only_add_up(pieces: tuple[str, str]) -> None:
    assert read_pieces(pieces) is None


@pytest.mark.parametrize(
    "pieces",
    [
        ("au moment", "pendant", "au retour", "après"), ("déjà", "alors", "pendant", "avec"),
        ("après", "là-bas", "déjà"), ("ok", "ici", "déjà", "alors", "sans"),
    ],
)  # fmt: skip
def test_words_that_only_link_others_are_no_cry_together(pieces: tuple[str, ...]) -> None:
    assert read_pieces(pieces) is None


@pytest.mark.parametrize(
    "pieces",
    [
        ("je veux", "mourir"), ("papa", "frappe maman"), ("le maitre", "me touche"),
        ("samedi on me donne", "à un vieux"), ("il va publier", "mes photos nues"),
        ("y a le feu", "dans la maison"),
    ],
)  # fmt: skip
def test_a_cry_in_pieces_is_heard(pieces: tuple[str, str]) -> None:
    assert [read_distress(piece) for piece in pieces] == [None, None]
    assert read_pieces(pieces) is not None
