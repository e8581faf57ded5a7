"""Which option a text is but for a slip."""

import pytest

from bot.reading.answers import Choice, read_choice

UNITS = ("25 m²", "25 m", "60 km/h")
PLURALS = ("chevaux", "chevals", "cheveaux")
DIVISIONS = ("la mitose", "la méiose", "la fécondation")
VERBS = ("finissons", "finissions", "finirons")
PLACES = ("Porto-Novo", "Cotonou", "Lomé", "la Côte d’Ivoire")


@pytest.mark.parametrize(
    ("text", "options", "index"),
    [
        ("mitoze", DIVISIONS, 0),
        ("la fecondtion", DIVISIONS, 2),
        ("cotonnou", PLACES, 1),
        ("portonovo", PLACES, 0),
        ("cotedivoire", PLACES, 3),
        ("les parallelogrames", ("les parallélogrammes", "les rectangles"), 0),
    ],
)
def test_a_slip_in_a_long_word_is_forgiven(text: str, options: tuple[str, ...], index: int) -> None:
    assert read_choice(text, options) == Choice(index)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("25 cm²", UNITS),
        ("25 km", UNITS),
        ("60 cm/h", UNITS),
        ("chevau", PLURALS),
        ("cheval", PLURALS),
        ("finisson", VERBS),
        ("iras", ("allait", "irai", "irais")),
        ("eated", ("eat", "ate", "eaten")),
        ("acceuill", ("accueil", "acceuil", "acueil")),
        ("éthanal", ("éthane", "éthène", "éthanol")),
        ("un cas atypique", ("un cas typique", "un hasard")),
        ("meitose", DIVISIONS),
        ("la mer", ("la mère", "le père")),
    ],
)
def test_what_may_be_another_answer_is_no_slip(text: str, options: tuple[str, ...]) -> None:
    assert not isinstance(read_choice(text, options), Choice)
