"""Who is in danger, and what only sounds like it: tables of sentences by hand, and what must hold for all of them."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from bot.reading.distress import fillers, weighing
from bot.reading.distress.danger import Danger, _found, language_of_distress, read_distress
from bot.reading.distress.grammar import plots_of
from bot.reading.distress.learnt import Learnt
from bot.reading.distress.weighing import KIND_WEIGHTS, WEIGHTS, kind_of, weight_of
from bot.reading.distress.words import words_of
from bot.reading.incoming.priority import Priority, Words, priority_of
from bot.types import Channel
from tests.unit.reading.distress.learning import digest, held, table
from tests.unit.reading.distress.sentences import (
    FALSE_FRIENDS,
    IN_DANGER,
    LAST_FALSE_FRIENDS,
    LAST_IN_DANGER,
    LATER_FALSE_FRIENDS,
    LATER_IN_DANGER,
    MORE_FALSE_FRIENDS,
    MORE_IN_DANGER,
)


def misread(held: Iterable[tuple[str, Danger | None]]) -> list[tuple[str, Danger | None]]:
    """Of sentences and what they must be read as, those that are not, and what they are taken for. A table is one test:
    as a test each, thousands of them would cost more than the reading."""
    return [(text, found) for text, danger in held if (found := read_distress(text)) != danger]


def test_whoever_is_in_danger_is_heard() -> None:
    assert misread([*IN_DANGER, *LATER_IN_DANGER, *LAST_IN_DANGER, *MORE_IN_DANGER]) == []


def test_what_only_sounds_like_it_is_let_alone() -> None:
    friends = [*FALSE_FRIENDS, *LATER_FALSE_FRIENDS, *LAST_FALSE_FRIENDS, *MORE_FALSE_FRIENDS]
    assert misread((text, None) for text in friends) == []


@pytest.mark.parametrize("name", ["said.txt", "told.txt", "texted.txt", "hinted.txt"])
def test_what_people_write_is_heard_or_let_alone(name: str) -> None:
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    held = [line.split(": ", 1) for line in lines if line and not line.startswith("#")]
    assert len(held) > 100
    assert misread((text, None if danger == "-" else Danger(danger)) for danger, text in held) == []


def test_what_is_weighed_is_heard_but_for_a_few() -> None:
    """Of these no pattern knows most; and what the weights do not know of them yet stays here to be learnt."""
    rows = table("weighed.txt")
    silent = [text for text, danger in rows if danger and read_distress(text) is None]
    taken = [text for text, danger in rows if not danger and read_distress(text) is not None]
    assert len(silent) <= 0.1 * sum(danger is not None for _, danger in rows), silent
    assert len(taken) <= 0.01 * len(rows), taken


def test_the_weights_are_those_of_the_sentences() -> None:
    for name in ("weights.txt", "kinds.txt"):
        first = Path(weighing.__file__).with_name(name).read_text(encoding="utf-8").partition("\n")[0]
        assert digest(held()) in first, "python -m tests.unit.reading.distress.learning"


@pytest.mark.parametrize(("name", "learnt"), [("weights.txt", WEIGHTS), ("kinds.txt", KIND_WEIGHTS)])
def test_every_number_that_was_learnt_is_read_back(name: str, learnt: Learnt) -> None:
    _, *lines = Path(weighing.__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    numbers = {mark: list(map(int, said.split())) for mark, said in (line.split("\t") for line in lines)}
    assert {mark: learnt.of(mark) for mark in numbers} == numbers
    assert learnt.of("what nobody learnt") == []


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("hier le repetiteur m'a coincé dans la réserve et il a glissé ses doigts sous ma robe", Danger.HURT),
        ("franchement demain je serai plus là pour voir ça, tout sera fini", Danger.SELF),
        ("my small sister no dey breathe well, foam dey her mouth", Danger.NOW),
        ("i swallowed my uncle's tablets", Danger.SELF),
        ("my friend swallowed her uncle's tablets", Danger.OTHER),
    ],
)
def test_a_cry_in_other_words_weighs_enough_and_tells_its_kind(said: str, kind: Danger) -> None:
    assert weight_of(said, words_of(said)) > 0
    assert tuple(Danger)[kind_of(words_of(said))] == kind


def test_a_pattern_is_not_believed_where_the_weights_are_sure() -> None:
    said = "procédure d'évacuation en cas d'incendie à l'école"
    assert [*_found(said, words_of(said))]
    assert read_distress(said) is None


def test_one_heavy_part_is_heard_in_a_long_message() -> None:
    long = (
        "calcule l'aire du triangle et donne la formule. mon oncle me viole. la photosynthèse est à la page 12 du livre"
    )
    in_one = long.replace(".", "")
    assert words_of(long) == words_of(in_one)
    assert weight_of(long, words_of(long)) > weight_of(in_one, words_of(in_one)) + 0.5


@pytest.mark.parametrize(
    "around",
    ["exo 2 : x = 3, {} et demain j'ai interro", "merci pour la correction, mais {}", "{}, sinon la page 12 ?"],
)
def test_most_cries_are_heard_between_two_exercises(around: str) -> None:
    said = [row.text for row in table("weighed.txt") if row.danger and read_distress(row.text)][::12]
    assert sum(read_distress(around.format(text)) is not None for text in said) > len(said) * 0.82


def test_what_a_lesson_brings_behind_a_colon_is_not_weighed_alone() -> None:
    said, brought = (f"exercice{sign} mon oncle vient dans mon lit la nuit, souligne le sujet" for sign in ".:")
    assert words_of(said) == words_of(brought)
    assert weight_of(said, words_of(said)) > weight_of(brought, words_of(brought)) + 0.5


@pytest.mark.parametrize("text", ["exercice 3 {}", "{} c'est pour le devoir de demain"])
def test_to_be_in_a_hurry_weighs_nothing(text: str) -> None:
    asked = [text.format(hurry) for hurry in ("réponds vite", "réponds moi vite", "answer fast", "")]
    assert len({round(weight_of(each, words_of(each)), 3) for each in asked}) == 1


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("jarrive plus a respirer", "j arrive plus a respirer"),
        ("on veut mexciser", "on veux m exciser"),
        ("ils mont chassé", "ils m ont chasse"),
        ("mon pere ma lancé une chaise", "mon pere m a lance une chaise"),
        ("mon pere ma mere", "mon pere ma mere"),
        ("il me fouète", "il me fouette"),
        ("lacide ki brule", "l acide qui brule"),
        ("jé 9 ans é lé clé son dedan", "j ai 9 ans est les cle son dedans"),
        ("jferme la porte, ché pa koi fer", "je ferme la porte je sais pas quoi"),
        ("ils mon frapé, sa fé mal", "ils m ont frappe ca fait mal"),
        ("i me touch", "il me touche"),
        ("ils sont la, quelle dose", "ils sont la quelle dose"),
        ("ma frappé hier", "m a frappe hier"),
        ("jé envie d mourir", "j ai envie de mourir"),
        ("i want 2 die", "i want to die"),
    ],
)
def test_words_are_taken_apart_and_spelt_as_they_sound(typed: str, read: str) -> None:
    assert read in words_of(typed)


@pytest.mark.parametrize("place", sorted(fillers._PLACES))
def test_where_somebody_lives_tells_nothing(place: str) -> None:
    assert words_of(f"à {place} on me frappe tous les soirs") == words_of("on me frappe tous les soirs")
    assert words_of(f"on me frappe tous les soirs à {place}") == words_of("on me frappe tous les soirs")


def test_a_plot_is_read_whichever_words_of_a_kind_tell_it() -> None:
    for who in ("papa", "le répétiteur", "mon tuteur", "la patronne", "un gendarme"):
        for deed in ("me cogne", "me fouette", "m'a tabassé", "veut me poignarder"):
            assert "hurt" in {plot.danger for plot in plots_of(words_of(f"{who} {deed}"))}, (who, deed)


def test_a_plot_is_told_in_its_language_and_not_for_fun() -> None:
    assert language_of_distress("my baby no dey breathe") == "en"
    assert language_of_distress("le bébé ne respire plus") == "fr"
    assert read_distress("notre cour est en feu") == Danger.NOW
    assert read_distress("notre cour est en feu mdr") is None


def test_a_plot_of_a_lesson_or_of_a_long_text_is_none() -> None:
    assert list(plots_of(words_of("les rebelles arrivent on fait quoi")))
    assert not list(plots_of(words_of("exposé : les rebelles arrivent on fait quoi")))
    assert not list(plots_of(words_of("les rebelles arrivent on fait quoi " + "et puis " * 40)))


@pytest.mark.parametrize("shouted", [str.upper, "  {} !!! 😭😭".format])
def test_capitals_missing_accents_and_shouting_change_nothing(shouted: Callable[[str], str]) -> None:
    assert misread((shouted(text), danger) for text, danger in IN_DANGER) == []


@pytest.mark.parametrize(
    "typed", ["je veux mouriir", "je veux moruir", "je veux me suicder", "mon oncle me toche", "i want to kill mysef"]
)
def test_one_slip_of_the_fingers_is_read(typed: str) -> None:
    assert read_distress(typed) is not None


def test_it_is_read_when_the_message_comes_in_but_not_on_a_button() -> None:
    assert priority_of(Words("jveu mourir", "text", Channel.SMS)) is Priority.DISTRESS
    assert priority_of(Words("jveu mourir", "media", Channel.WHATSAPP)) is Priority.DISTRESS
    assert priority_of(Words("jveu mourir", "button", Channel.WHATSAPP)) is None
    assert priority_of(Words("STOP", "text", Channel.SMS)) is Priority.STOP


@pytest.mark.parametrize(
    "piece",
    ["je veux ", "mon père me ", "i want to ", "a ", "la vie de mon frère ", "me frappe ", "mon prof de maths veut "],
)
def test_nobody_can_make_the_reader_slow(piece: str) -> None:
    started = time.process_time()
    read_distress(piece * 2000)
    assert time.process_time() - started < 1.0


@pytest.mark.parametrize(
    "polite", ["{} merci", "Bonjour, {}", "Palabre, {}", "{} please", "{} s'il vous plaît", "Monsieur {}", "{}\nMerci."]
)
def test_nobody_is_silenced_by_being_polite(polite: str) -> None:
    said = [row for row in table("weighed.txt") if row.danger][::8]
    silent = {row.text for row in said if read_distress(row.text) is None}
    less = [row.text for row in said if read_distress(polite.format(row.text)) is None and row.text not in silent]
    assert not less  # one was silenced in five


@pytest.mark.parametrize(
    "said", ["vite", "vite vite vite vite", "réponds vite", "/aide /aide /aide /aide", "test test test test"]
)
def test_a_word_or_one_said_again_is_no_cry(said: str) -> None:
    assert read_distress(said) is None


@pytest.mark.parametrize(
    ("said", "danger"),
    [
        ("au feu", Danger.NOW), ("O FEU !! aidez nous", Danger.NOW), ("viol", Danger.HURT), ("violée", Danger.HURT),
        ("adieu tlm", Danger.SELF), ("damay xaru", Danger.SELF), ("nazoluka liwa", Danger.SELF),
        ("nazoluka kokufa", Danger.SELF),
        ("feu rouge", None), ("cuire à feu doux", None), ("violon", None), ("définition viol", None),
        ("traduit en anglais: il me frappe", None),
        ("adieu", None), ("adieu la grasse matinée", None), ("demain il y aura école", None), ("liwa", None),
    ],
)  # fmt: skip
def test_one_word_or_two_are_a_cry_where_they_say_nothing_else(said: str, danger: Danger | None) -> None:
    assert read_distress(said) == danger


def test_fear_laughs_too() -> None:
    """What weighs much is a cry all the same; hyperbole is none."""
    said = [row.text for row in table("weighed.txt") if row.danger and read_distress(row.text)][::4]
    assert sum(read_distress(f"{text} 😂") is not None for text in said) > len(said) * 0.8
    assert read_distress("ma mère va me tuer j'ai cassé son verre 😂") is None
    assert read_distress("cet exo me tue mdr je suis mort") is None


@pytest.mark.parametrize(
    "around",
    ["{}, aidez-moi", "bonsoir. {}", "{} mais personne le sait", "😭 {} 😭 je sais pas quoi faire", "{} je suis seule"],
)
@pytest.mark.parametrize("said", ["je veux disparaître", "j'en ai marre de vivre", "je vais sauter"])
def test_a_clause_is_heard_whatever_stands_around_it(said: str, around: str) -> None:
    assert read_distress(around.format(said)) == Danger.SELF


@pytest.mark.parametrize("close", ["mon fils", "ma meilleure amie", "maman", "mon pote", "ma voisine", "mon élève"])
@pytest.mark.parametrize("said", ["ne veut plus vivre", "dit qu'il va se pendre", "a tenté de se suicider"])
def test_what_somebody_close_says_is_heard_as_if_they_wrote(close: str, said: str) -> None:
    assert read_distress(f"{close} {said}") == Danger.OTHER


@pytest.mark.parametrize("how", ["", "encore ", "toujours ", "tout le temps ", "souvent "])
@pytest.mark.parametrize("deed", ["essaye {}de me toucher", "vient {}de me frapper", "continue {}de me menacer"])
def test_how_often_and_the_way_round_change_nothing(deed: str, how: str) -> None:
    assert read_distress("mon oncle " + deed.format(how)) == Danger.HURT


@pytest.mark.parametrize(
    "shape",
    [
        "je\u200b veux mou\u200brir", "je veux mou\u00adrir", "je veux mourir https://exemple.ci/a?b=c",
        "je veux m0urir",
        "je pense au su1c1de", "je veux mou*rir", "je vais me tu€r", "ki11 myself", "je veux cr3ver",
        "JE VEUUUX MOURIIIR",
        "je 😭 veux 😭 mourir", "je\nveux\nmourir", "« je veux mourir »", "• je dors plus\n• je veux mourir",
        "/rappel demain je me tue", "jeveuxmourir", "#jeveuxmourir", "j e v e u x m o u r i r",
    ],
)  # fmt: skip
def test_a_cry_is_heard_in_whatever_shape_it_is_typed(shape: str) -> None:
    assert read_distress(shape) == Danger.SELF


@pytest.mark.parametrize("said", ["je veux mourir", "mon oncle me viole", "mon père me bat"])
@pytest.mark.parametrize("lesson", ["Le cycle de l'eau. ", "Explique la photosynthèse. ", "x" * 24 + "\n"])
def test_a_long_message_is_read_at_both_ends(lesson: str, said: str) -> None:
    assert read_distress(f"{said}. {lesson * 160}") is not None
    assert read_distress(f"{lesson * 160}{said}") is not None
    assert read_distress(lesson * 160) is None


@pytest.mark.parametrize("said", ["je veux mourir ce soir", "mon oncle me viole la nuit"])
def test_a_plain_cry_is_heard_in_the_middle_of_a_long_message(said: str) -> None:
    lesson = "Le cycle de l'eau commence avec le soleil. "
    assert read_distress(lesson * 40 + said + ". " + lesson * 40) is not None
    assert read_distress(lesson * 80) is None


def test_nothing_is_spelt_twice_in_one_message() -> None:
    words_of.cache_clear()
    read_distress("Le cycle de l'eau commence. Mon frère a faim ? " * 20)
    assert words_of.cache_info().misses == words_of.cache_info().currsize < words_of.cache_info().hits


@pytest.mark.parametrize(
    "text",
    [
        "Explique 3/4. Et mon oncle vient dans ma chambre la nuit", "Explique la photosynthèse. Mon oncle me touche",
        "explique les fractions, et puis je veux mourir",
        "Explain fractions. My uncle touches me at night", "Traduis hello. Au fait je veux plus vivre",
        "corrige mon exercice 3/4+2/5. pardon, je veux mourir", "Translate hello in French. By the way I want to die",
    ],
)  # fmt: skip
def test_what_is_asked_of_a_lesson_ends_with_its_sentence(text: str) -> None:
    assert read_distress(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Traduis.\nje veux mourir", "Corrige les fautes. Mon oncle ma frapper et je veu mourir",
        "Explique : je veux mourir",
        "Explique ce vers. Je veux mourir sur ton sein", "Explique la phrase. Mon père me frappe",
        "Traduis « je veux mourir »",
        "Traduis : il part. Et je veux mourir", "Les fractions. Traduis en français : I want to die",
        "merci et how to say \"he hits me\" in French", "Explique « il part. Et je veux mourir »",
        "Explique l'aliénation. Antigone dit : je veux mourir", "Explique les fractions. Et les décimaux",
    ],
)  # fmt: skip
def test_what_may_be_the_text_of_a_lesson_is_no_cry(text: str) -> None:
    assert read_distress(text) is None


WORTHLESS = [
    "je vaux rien", "je vaux plus rien pour personne", "je sers à rien", "je suis un fardeau", "je suis bonne à rien",
    "personne m'aime", "j'ai plus rien à perdre", "ma mère dit que je vaux rien", "i am worthless",
]  # fmt: skip
ABOUT_SOMETHING = [
    "je vaux rien en maths", "ça vaut rien", "je sers à rien dans ce groupe de TP", "je suis un poids plume",
    "je suis bonne en maths", "personne m'aide sur cet exo", "la leçon est finie", "this phone is worthless",
    "je n'ai rien à perdre", "j'ai rien à perdre je postule", "je participe, j'ai rien à perdre et tout à gagner",
]  # fmt: skip


def test_who_says_that_they_are_worth_nothing_is_heard() -> None:
    """The weights took it for a price or a mark."""
    assert [said for said in WORTHLESS if read_distress(said) != Danger.SELF] == []
    assert [said for said in ABOUT_SOMETHING if read_distress(said)] == []
