"""Which option a text is but for a slip."""

import pytest

from bot.reading.answers.as_meant import as_meant
from bot.reading.answers.reply import Choice, read_choice

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
        ("acid", ("acide", "base", "sel"), 0),
        ("nitratte", ("nitrate", "sulfate"), 0),
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
        ("aide", ("acide", "base", "sel")),  # a cry for help
        ("nitrite", ("nitrate", "sulfate", "chlorure")),
        ("l'ion sulfite", ("ion nitrate", "ion sulfate")),
        ("un alcène", ("alcane", "alcool", "ester")),
        ("alkyne", ("alkane", "alcohol", "ester")),
        ("je mangerais", ("je mangerai", "je mange", "j'ai mangé")),
        ("vous manger", ("vous mangez", "vous mangiez", "vous mangerez")),
        ("theyre", ("there", "their", "they're")),
        ("poissson", ("poisson", "poison")),
        ("oeil", ("yeux", "œils", "yeuxs")),
        ("hyptension", ("hypotension", "hypertension")),
        ("le Niger", ("le Nigeria", "le Ghana", "le Togo")),
        ("la Guinée", ("la Guinée-Bissau", "le Mali")),
        ("Soudan", ("le Soudan du Sud", "le Tchad")),
    ],
)
def test_what_may_be_another_answer_is_no_slip(text: str, options: tuple[str, ...]) -> None:
    assert not isinstance(read_choice(text, options), Choice)
    assert as_meant(text, options, "Laquelle ?") is None
