"""Replies to numbered questions as people type them."""

from collections.abc import Callable, Iterable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.reading.answers.line_or_value import read_answer
from bot.reading.answers.reply import (
    Choice,
    NotAnAnswer,
    OutOfRange,
    Pass,
    Truth,
    read_choice,
    read_true_false,
)
from bot.reading.answers.several import read_several
from bot.reading.words.answer_words import one_edit_apart

CAPITALS = ("Abidjan", "Yamoussoukro", "La ville de Bouaké", "Korhogo")
NUMBERS = ("12", "8", "15", "20 km")

FIRST = [
    "1", " 1 ", "1.", "1)", "(1)", "[1]", "1️⃣", "①", "１", "١", "a", "A", "A.", "a)", "(a)", "un", "une", "one",
    "premier", "la première", "1er", "1ère", "1re", "first", "the first one", "1st", "n° 1", "numéro 1", "#1",
    "abidjan", "ABIDJAN", "Abidjan.", "« Abidjan »", "abidjann", "abijdan", "abidja", "c'est Abidjan", "1. Abidjan",
    "a) abidjan", "*1*",
]  # fmt: skip
SECOND = [
    "2", "2.", "2)", "(2)", "2️⃣", "٢", "②", "b", "B)", "la b", "le b", "réponse b", "Réponse B", "reponse 2",
    "la réponse b", "option 2", "l'option b", "choix 2", "la lettre b", "numéro 2", "deux", "DEUX", "two", "deuxième",
    "la deuxième", "le deuxieme", "second", "la seconde", "the second", "2e", "2ème", "2nd", "2nde", "c'est la 2",
    "c'est b", "cest b", "je choisis la 2", "je pense que c'est la b", "je dirais b", "b je pense", "la b stp",
    "2 svp", "2 merci", "2 !", "2 ?", "2 👍", "ma réponse est b", "pour moi c'est la deuxième", "à mon avis b",
    "la deuxieme", "deuxieme", "la 2ème", "la 2e", "Réponse : b", "réponse : 2", "rep b", "rép. b",
    "ma réponse c'est la 2", "mon choix est le 2", "je crois que c'est b", "je pense à la deuxième", "ce serait la b",
    "alors b", "bonjour, la b", "ben… 2", "B svp", "b merci", "ok b", "the answer is two", "second one", "it's b",
    "I choose b", "i'll go with b", "choice 2", "letter b", "probably b", "2 thanks", "i think it's b",
    "my answer is 2", "the answer is b", "b please", "number two", "bah 2", "euh… la b", "ok 2", "- 2", "2-", "2°",
    "na b", "i think say na b", "b abeg", "b oo", "au hasard b", "b au pif", "b hein", "b mon vieux", "i dey go with b",
    "yamoussoukro", "Yamousoukro", "YAMOUSSOUKRO !!", "2 yamoussoukro",
    "cest B", "je choisis 2", "je choisi b", "j'ai choisi la 2", "numero 2", "n°2", "nº2", "reponse : b", "reponse: 2",
    "la 2 ème", "2 eme", "la 2eme reponse", "la réponse numéro 2", "c'est le numéro 2", "le deuxieme choix",
    "c'est la deuxième", "c'est la deuxième réponse", "la deuxième option", "the 2nd one", "2nd option", "option2",
    "rep2", "Rép : 2", "R: b", "ans b", "answer: b", "correct answer: b", "the right answer is b", "b is the answer",
    "la bonne réponse est la 2", "la bonne c'est b", "b est la bonne réponse", "je vais dire b", "je prend la b",
    "je coche b", "je mets la 2", "va pour b", "réponse finale : b", "2 donc", "c'était la b",
    "je dit b", "jdirai b", "jpense que c'est b", "je reponds par b", "j'opte pour la b", "je suis sûr que c'est la b",
    "surement la b", "peut-être b", "sans doute la 2", "moi je dis b", "moi je pense que c'est la b", "d'après moi b",
    "c b", "c la 2", "sé la b", "ses la b", "oui la b", "oui c'est b", "yes b", "ah ok b", "eh bien b", "slt b",
    "bjr, la 2", "salut c'est b", "b monsieur", "2 prof", "madame la b", "b bro", "2 lol", "mdr b", "b plz",
    "i'd go for b", "i would say b", "it must be b", "b i think so", "for me it's b", "not sure but b", "idk but 2",
    "je sais pas mais je dis b", "je ne suis pas sûr mais b", "j'hésite mais b", "voici ma réponse : b", "voilà, 2",
    "la b, Yamoussoukro", "c'est la b yamoussoukro", "2. Yamoussoukro svp", "je pense que c'est yamoussoukro",
]  # fmt: skip
THIRD = [
    "3", "c", "C", "trois", "three", "troisième", "3rd", "la ville de bouake", "ville de Bouaké", "LA VILLE DE BOUAKE",
    "la ville de bouaqe", "la c", "réponse c", "la trois", "3ème", "3️⃣", "c)", "la troisieme", "third",
    "la ville de bouaké stp", "c'est la ville de Bouaké", "la vile de bouake", "3. la ville de bouaké",
]  # fmt: skip
FOURTH = [
    "4", "d", "quatre", "four", "la quatrième", "4th", "la dernière", "the last one", "dernier", "korhogo",
]  # fmt: skip
PASSES = [
    "je sais pas", "Je ne sais pas", "jsp", "JSP", "sais pas", "chais pas", "aucune idée", "pas d'idée",
    "je sais pas 😭", "je ne sais plus", "idk", "IDK", "i don't know", "I dont know", "dunno", "no idea", "pass",
    "passe", "je passe", "je sais pas du tout", "je ne sais pas du tout", "j'en sais rien", "aucune idee",
    "je ne sais pas !", "JE SAIS PAS", "jcp", "j'sais pas", "ché pas", "bof je sais pas", "I have no clue", "no clue",
    "i really don't know", "skip", "suivant", "question suivante", "next", "bah je sais pas", "idk please",
    "je c pas", "je c po", "je sé pas", "je sai pas", "jse pas", "jspas", "jspp", "jspppp", "chepa", "je sais pas moi",
    "moi je sais pas", "je sais vraiment pas", "je ne sais vraiment pas la réponse", "aucune idée monsieur",
    "pas la moindre idée", "j'ai pas d'idée", "j'ai oublié", "je ne me rappelle plus", "je suis pas sûr", "on passe",
    "je passe mon tour", "je passe cette question", "jsp frr", "i do not know the answer", "i don't know this one",
    "i don't no", "no idea at all", "i forgot", "i can't remember", "i give up", "idk bro", "skip this question",
    "i no know", "i no sabi", "chai po", "jc pas", "g oublié", "jen sais rien",
    "chai pas", "je n'ai pas la réponse", "passons à la suivante", "dsl jsp",
]  # fmt: skip
OUT_OF_RANGE = [
    ("5", 5), ("0", 0), ("9.", 9), ("42", 42), ("e", 5), ("la f", 6), ("réponse z", 26), ("cinq", 5), ("ten", 10),
    ("zéro", 0), ("la cinquième", 5), ("7️⃣", 7), ("5)", 5),
]  # fmt: skip
NO_ANSWERS = [
    "", " ", "?", "👍", "j'ai 2 questions", "il y a 2 réponses", "les deux", "tous les deux", "2 et 3", "2 ou 3", "2 3",
    "b c", "a ou b", "2,5", "2.5", "-2", "2%", "2 €", "2/3", "2+2", "1234", "2024", "0700000000", "bonjour", "merci",
    "oui", "non", "pourquoi ?", "explique la 2 stp", "la réponse", "c'est quoi la b ?", "2 yamoussoukro ou abidjan",
    "1 yamoussoukro", "/aide", "stop", "z", "k", "ok", "une seconde", "j'ai 3 frères", "il est 2 heures",
    "explique la question 2", "page 2", "exercice 2", "2 minutes", "à 2 km", "je suis en 2e", "en 2024", "1 fois 2",
    "donne la réponse", "c'est quoi ?", "quoi", "la b ou la c", "pas la b", "b ?c", "i have 2 questions",
    "2 questions please", "which one is right", "what is b", "donne-moi un indice", "je veux 3 exercices",
    "Abidjan ou Korhogo", "Kigali", "m²", "x = 2",
    "2 kg de riz", "à 14h", "à moi", "b comme bateau ?", "la 2 c'est quoi", "la b mais pourquoi ?",
    "oui mais pourquoi ?",
    "c'est la 2 que je comprends pas", "j'ai trouvé la 2 difficile",
    "2 svp explique", "oui 2 minutes", "2 fois par jour", "j'ai eu 2 en maths",
    "le 2 mai", "b et c", "c'est b ou c", "ni a ni b", "sauf la b", "donne moi la 2e question", "2 autres questions",
    "on est le 2", "je suis en classe de 2nde", "quelle est la réponse", "je comprends pas", "trop dur", "d'accord",
    "c'est ça ?", "ah bon", "c'est quoi Yamoussoukro ?", "which number ?", "i am 2 years late", "a book",
    "what about b",
    "give me 2 more", "b or c", "not b", "help me with b", "aide moi", "attends 2 s", "encore 2", "vrai", "faux",
    "c, d", "C; B.", "c ? a ?", "6²", "2³",
]  # fmt: skip


def others(read: Callable[[str], object], texts: Iterable[str], reply: object) -> list[tuple[str, object]]:
    """The texts that are read as another reply than this, and as which. A table is one test: as a test each, a thousand
    of them would cost more than the reading."""
    return [(text, found) for text in texts if (found := read(text)) != reply]


def of_capitals(text: str) -> object:
    return read_choice(text, CAPITALS)


@pytest.mark.parametrize(("index", "texts"), list(enumerate((FIRST, SECOND, THIRD, FOURTH))))
def test_an_answer_is_a_choice(index: int, texts: list[str]) -> None:
    assert others(of_capitals, texts, Choice(index)) == []


@pytest.mark.parametrize("read", [of_capitals, read_true_false])
def test_not_knowing_is_a_pass(read: Callable[[str], object]) -> None:
    assert others(read, PASSES, Pass()) == []


@pytest.mark.parametrize(("text", "number"), OUT_OF_RANGE)
def test_a_label_that_is_not_on_the_list_is_out_of_range(text: str, number: int) -> None:
    assert read_choice(text, CAPITALS) == OutOfRange(number)


def test_an_ordinary_message_is_not_an_answer() -> None:
    assert others(of_capitals, NO_ANSWERS, NotAnAnswer()) == []


@pytest.mark.parametrize(
    ("text", "options", "reply"),
    [
        ("12", NUMBERS, Choice(0)),
        ("8", NUMBERS, Choice(1)),
        ("15", NUMBERS, Choice(2)),
        ("2", NUMBERS, Choice(1)),  # the label comes first
        ("20 km", NUMBERS, Choice(3)),
        ("20km", NUMBERS, Choice(3)),
        ("1914", ("1915", "1918"), NotAnAnswer()),  # a digit is not a typo
        ("1915", ("1915", "1918"), Choice(0)),
        ("typique", ("atypique", "rare"), NotAnAnswer()),
        ("je ne sais pas", ("Oui", "Non", "Je ne sais pas"), Choice(2)),
        ("oui", ("Oui", "Non"), Choice(0)),
        ("mère", ("mère", "mère"), NotAnAnswer()),
        ("2", (), OutOfRange(2)),
        ("2,5", ("2.5", "3"), Choice(0)),
        ("-2", ("2", "-2"), Choice(1)),
        ("oui madame", ("Oui monsieur", "Oui madame"), Choice(1)),  # what is no filler in an option
        ("oui b", ("Oui", "Non"), NotAnAnswer()),
        ("c'est la dernière ?", CAPITALS, NotAnAnswer()),
        ("la dernière", CAPITALS, Choice(3)),
        ("le dernier ?", ("le premier", "le dernier", "aucun"), Choice(1)),
        ("non merci", ("vrai", "faux"), NotAnAnswer()),
        ("le professeur", ("le professeur", "l'élève"), Choice(0)),
        ("NO2", ("NO2", "CO2"), Choice(0)),
        ("no2", ("CO2", "NO2"), Choice(1)),
        ("b", ("x",) * 26, Choice(1)),
        ("z", ("x",) * 26, Choice(25)),
        ("x" * 1000, ("x" * 1000,), NotAnAnswer()),
    ],
)
def test_options_decide_what_a_reply_means(text: str, options: tuple[str, ...], reply: object) -> None:
    assert read_choice(text, options) == reply


WRITTEN = [
    *((text, ("C", "D", "L", "M"), 1) for text in ("d", "D.", "c'est D", "D svp")),  # the lines have numbers
    *((text, ("O", "H", "C", "N"), 2) for text in ("c", "C svp", "c stp", "c'est C")),
    *((text, ("a", "à"), 1) for text in ("à", "« à »", "à !", "c'est à", "la réponse est à")),
    *((text, ("ou", "où"), 1) for text in ("Où", "où ?", "« où »", "c'est où")),
    *((text, ("est", "à", "et"), 1) for text in ("a", "à", "A")),
    *((text, ("quatre", "huit", "deux"), 2) for text in ("deux", "c'est deux", "je dis deux", "3")),
    *((text, ("quatre", "huit", "deux"), 1) for text in ("la deux", "numéro deux", "2")),
    *((text, ("12 - 4", "12 + 4", "12 / 4"), 2) for text in ("12/4", "12:4", "12 ÷ 4", "12 sur 4", "c'est 12 : 4")),
    *((text, ("2 - 3", "2 + 3", "2 x 3"), 2) for text in ("2×3", "2*3", "2x3", "2 X 3", "2 fois 3")),
    *((text, ("1/2", "2/3", "¾"), 0) for text in ("½", "1⁄2", "1 sur 2")),
    *((text, ("1/2", "2/3", "¾"), 2) for text in ("3/4", "¾.", "3")),
    *((text, ("5 km", "50 km", "5 m"), 0) for text in ("5km", "5 KM", "c'est 5km")),
    *((text, ("10 %", "20 %", "15 %"), 1) for text in ("20", "20%", "20 pour cent", "2")),
    *((text, ("x² + 1", "x² - 1", "10³"), 0) for text in ("x^2+1", "x2+1", "x²+1")),
    *((text, ("x² + 1", "x² - 1", "10³"), 2) for text in ("10^3", "10³.")),
    *((text, ("x ≥ 2", "x ≤ 2", "2π"), 0) for text in ("x>=2", "x => 2")),
    *((text, ("x ≥ 2", "x ≤ 2", "2π"), 2) for text in ("2pi", "2 π")),
    *((text, ("-2", "2", "8"), 0) for text in ("moins 2", "c'est moins 2")),
    *((text, ("0,5", "1,5", "√2"), 1) for text in ("1 virgule 5", "1.5")),
    *((text, ("0,5", "1,5", "√2"), 2) for text in ("racine de 2", "racine carrée de 2", "√(2)")),
    *((text, ("]2 ; 5[", "[2 ; 5]", "[2 ; 5["), 1) for text in ("[2,5]", "[2;5]", "[ 2 , 5 ]")),
    *((text, ("]2 ; 5[", "[2 ; 5]", "[2 ; 5["), 0) for text in ("]2,5[", "] 2;5 [")),
    *((text, ("{0}", "∅", "ℝ"), 1) for text in ("ensemble vide", "l'ensemble vide", "Ø", "{}")),
    *((text, ("1 000 F", "10 000 F", "x"), 1) for text in ("10000F", "10 000 f", "2")),
]  # fmt: skip
NOT_WRITTEN = [
    ("12:4", ("12 - 4", "12 + 4", "3")), ("2×3", ("2 - 3", "2 + 3", "5")), ("103", ("10³", "30", "10^2")),
    ("COTE", ("côte", "coté", "côté", "cote")), ("20", ("20 %", "20 km")), ("2-3", ("2 × 3", "2 + 3")),
]  # fmt: skip


@pytest.mark.parametrize(
    "options", [("10^5", "10⁶", "5^10"), ("3 × 10³", "3 × 10⁻³", "7"), ("2⁸", "2⁶", "2¹⁵"), ("3²+1", "3³", "3^4")]
)
@pytest.mark.parametrize("text", ["2", "b", "la b", "B)", "deux", "la deuxième", "réponse b", "oui la 2", "2 svp"])
def test_a_label_is_a_label_where_powers_can_be_chosen(text: str, options: tuple[str, ...]) -> None:
    assert read_choice(text, options) == Choice(1)


@pytest.mark.parametrize(("text", "options", "index"), WRITTEN)
def test_an_option_is_known_in_other_spellings(text: str, options: tuple[str, ...], index: int) -> None:
    assert read_choice(text, options) == Choice(index)


@pytest.mark.parametrize(("text", "options"), NOT_WRITTEN)
def test_other_signs_between_the_same_numbers_choose_nothing(text: str, options: tuple[str, ...]) -> None:
    assert not isinstance(read_choice(text, options), Choice)


ROOTS = ("x = 2", "x = 4", "x = -2")
SIGNED = ("-2", "2", "8")
HALVES = ("1/2", "-1/2", "2")
SURDS = ("√2", "2√2", "4")
SIGNS = [
    *((text, ROOTS, 2) for text in (
        "x=-2", "x = - 2", "x = −2", "x=−2", "x= –2", "X = -2.", "c'est x=-2", "oui x = −2",
    )),
    *((text, ROOTS, 0) for text in ("x=2", "x = 2", "1", "- 1")),
    *((text, SIGNED, 0) for text in (
        "-2", "−2", "–2", "(-2)", "( -2 )", "c'est -2", "oui c'est -2", "la réponse est −2", "réponse : -2",
        "- 2", "− 2 svp",
    )),
    *((text, SIGNED, 1) for text in ("2", "(2)", "c'est 2", "2)", "2-", "- b", "-b")),
    *((text, ("−2", "2", "8"), 0) for text in ("-2", "(-2)", "−2", "- 2")),
    *((text, HALVES, 1) for text in ("-1/2", "−1/2", "(-1/2)", "- 1/2")),
    *((text, HALVES, 0) for text in ("1/2", "(1/2)")),
    *((text, ("x", "-x", "2x"), 1) for text in ("−x", "(-x)", "-x.", "- x")),
    *((text, ("x²", "-x²", "2x"), 1) for text in ("−x²", "(-x²)", "-x2")),
    *((text, ("3", "-3", "1"), 1) for text in ("-3", "(−3)")),
    *((text, ("+∞", "-∞", "0"), 1) for text in ("−∞", "- ∞", "(-∞)", "c'est -∞")),
    *((text, ("10^3", "10^-3", "0"), 1) for text in ("10^-3", "10^(-3)", "10^−3")),
    *((text, ("]2;3[", "]-2;3[", "∅"), 1) for text in ("]−2 ; 3[", "]-2 ;3[")),
    *((text, ("{-2; 3}", "{-2; -3}"), 1) for text in ("-2;-3", "{−2 ; −3}", "-2 , -3")),
    *((text, ("3 - 2", "3 + 2", "32"), 0) for text in ("3-2", "3 – 2", "3−2", "3 - 2 svp")),
    *((text, ("1-3", "4-6"), 0) for text in ("1-3", "1 – 3", "1 - 3", "1")),
    *((text, SURDS, 0) for text in ("√2", "√2.", "c'est √2", "(√2)")),
    *((text, SURDS, 1) for text in ("2√2", "2 √2.", "2", "b")),
    *((text, ("x ≤ 2", "x ≥ 2", "x < 2"), 1) for text in ("x≥2", "x ≥ 2.")),
]  # fmt: skip
NO_SIGNS = [
    ("-2", CAPITALS), ("−2", CAPITALS), ("(-2)", CAPITALS), ("x = -2", CAPITALS), ("x=-3", ROOTS), ("x=-4", ROOTS),
    ("-8", SIGNED), ("√8", SIGNED), ("√2", SIGNED), ("±2", SIGNED), ("-√2", SURDS), ("≤ 2", SIGNED), ("2-8", SIGNED),
    ("x > 2", ("x < 2", "x = 4")), ("-x", ("x", "y")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "index"), SIGNS)
def test_a_sign_belongs_to_its_number(text: str, options: tuple[str, ...], index: int) -> None:
    assert read_choice(text, options) == Choice(index)


@pytest.mark.parametrize(("text", "options"), NO_SIGNS)
def test_a_number_with_another_sign_is_no_answer(text: str, options: tuple[str, ...]) -> None:
    assert read_choice(text, options) == NotAnAnswer()


TRUE = [
    *"vrai VRAI Vrai! Vrai. v V vraie true True TRUE! tru T oui OUI o yes y ouais ouep exact 1 1) 1️⃣ a".split(),
    "VRAI !!!", "vraiii", "ouiiii", "vrais", "vré", "vrai svp", "vrai 👍", "c'est vrai", "c vrai", "cest vrai",
    "ces vrai", "oui c'est vrai", "oui, c'est exact", "oui vrai", "oui oui", "mais oui", "ah oui", "je dis vrai",
    "je dirais vrai", "moi je dis vrai", "je pense que c'est vrai", "je pense que oui", "je crois que oui",
    "pour moi vrai",
    "vrai je crois bien", "vrai je pense", "je suis sûr que c'est vrai", "bien sûr", "bien sûr que oui", "tout à fait",
    "absolument", "c'est ça", "c'est juste", "c'est correct", "la réponse est vrai", "réponse : vrai", "euh vrai",
    "l'affirmation est vraie", "cette phrase est vraie", "il est vrai", "yes it is true", "yes it's true", "it's true",
    "it is true", "that's true", "this is true", "the statement is true", "i think so", "i think it's true",
    "of course", "absolument vrai", "certainement", "évidemment", "en effet", "effectivement", "je suis d'accord",
    "100% vrai", "vrai à 100 %", "yes it is", "vria", "vrai, évidemment",
    "vrai parce que c'est comme ça",
    "na true", "na so", "vr", "e correct",
    "yes true", "yes sir", "yes please", "true i think", "absolutely", "right", "that's right", "vrai monsieur",
]  # fmt: skip
FALSE = [
    *"faux FAUX Faux! f F fausse false False n non Non. NON! no nope 2 2. b incorrect wrong flase".split(),
    "fauxxx", "nooon", "fau", "faux svp", "c'est faux", "c faux", "cest faux", "non c'est faux", "non, faux", "non non",
    "mais non", "ah non", "je dis faux", "je dirais faux", "je pense que c'est faux", "je pense que non",
    "faux je crois",
    "je crois que non", "je ne pense pas", "pas du tout", "bien sûr que non", "absolument pas", "c'est pas vrai",
    "ce n'est pas vrai", "non c'est pas vrai", "pas vrai", "c'est pas juste", "l'affirmation est fausse",
    "la phrase est fausse", "elle est fausse", "no it's false", "no it is not true", "it's not true", "it isn't true",
    "it is false", "that's false", "that's wrong", "the statement is false", "i don't think so", "of course not",
    "not at all", "false i think", "no sir", "la réponse est faux",
    "absolument faux", "certainement faux", "faux évidemment", "ce n'est pas exact", "ce n'est pas correct",
    "faut", "c'est faut", "na lie", "c pas vrai", "e no correct", "no be true", "e no be true", "plutôt faux",
    "vraiment faux", "mensonge",
    "c'est une erreur", "je ne suis pas d'accord", "no it isn't", "noon", "fuax",
]  # fmt: skip
NEITHER = [
    "c'est faux = vrai", "fausse = vrai", "pas = vrai",
    "vrai ou faux ?", "vrai et faux", "c'est pas faux", "oui et non", "oui mais pourquoi", "oui mais pourquoi ?",
    "oui pourquoi ?", "vrai mais pas toujours", "oui c'est faux", "non c'est vrai", "no it's true", "non merci",
    "no thanks",
    "ok", "d'accord", "", "vrai parce que c'est comme ça ?", "oui explique", "non attends", "c'est quoi", "vraiment ?",
    "est-ce que c'est vrai ?", "is it true ?", "true or false", "yes but why", "merci", "faux ami", "vrai vrai faux",
    "certainement pas faux",
    "évidemment, mais pourquoi ?",
    "il est 2 heures", "oui j'ai une question", "non je voulais dire la b", "right angle", "a true story",
    "vrai " * 400,
]  # fmt: skip


@pytest.mark.parametrize(("value", "texts"), [(True, TRUE), (False, FALSE)])
def test_true_and_false_as_people_say_them(value: bool, texts: list[str]) -> None:
    assert others(read_true_false, texts, Truth(value)) == []


def test_what_is_neither_true_nor_false() -> None:
    assert others(read_true_false, NEITHER, NotAnAnswer()) == []


def test_a_number_that_is_neither_the_first_nor_the_second_is_out_of_range() -> None:
    assert read_true_false("3") == OutOfRange(3)


@pytest.mark.parametrize(
    ("text", "options", "index"),
    [
        ("v", ("Vrai", "Faux"), 0),
        ("F", ("Vrai", "Faux"), 1),
        ("oui", ("Vrai", "Faux"), 0),
        ("no", ("Non", "Oui"), 0),
        ("yes", ("Non", "Oui"), 1),
        ("1", ("Non", "Oui"), 0),
        ("a", ("à", "a"), 1),  # words that are an option to the letter come before its label
        ("où", ("ou", "où"), 1),
        ("ou", ("ou", "où"), 0),
        ("b", ("Vrai", "Faux"), 1),
    ],
)
def test_yes_no_and_words_to_the_letter_choose_an_option(text: str, options: tuple[str, ...], index: int) -> None:
    assert read_choice(text, options) == Choice(index)


def test_a_question_without_options_is_true_or_false() -> None:
    assert [read_answer(text, None) for text in ("vrai", "F", "2", "jsp")] == [Choice(0), Choice(1), Choice(1), Pass()]
    assert [read_answer(text, None) for text in ("✅", "👎", "❌")] == [Choice(0), Choice(1), Choice(1)]
    assert [read_answer("🤷🏾‍♀️", options) for options in (None, ("x", "y"))] == [Pass(), Pass()]
    assert read_answer("b", ("x", "y")) == Choice(1)


CITIES = {1: ("Abidjan", "Yamoussoukro"), 2: ("Lyon", "Paris", "Marseille")}
MIXED = {1: ("Abidjan", "Yamoussoukro"), 2: None, 3: ("2", "4", "8")}
THREE = {1: ("Abidjan", "Yamoussoukro"), 2: ("Lyon", "Paris"), 3: ("Oran", "Alger", "Tunis")}
VERDICTS: dict[int, tuple[str, ...] | None] = {1: None, 2: None, 3: None}
SEVERAL = [
    *((text, CITIES, {1: 1, 2: 0}) for text in (
        "1b 2a", "1B 2A", "1b, 2a", "1b;2a", "1b2a", "1b-2a", "1-b 2-a", "1) b, 2) a", "1. b 2. a", "1: b 2: a",
        "1=b 2=a", "1:b;2=a", "(1) b (2) a", "q1 b q2 a", "Q1: b, Q2: a", "question 1 b, question 2 a", "1 b 2 a",
        "1 b, 2 a", "1b\n2a", "1. b\n2. a", "1) 2 2) 1", "1 2 2 1", "b a", "b, a", "b\na", "B / A", "2 1", "2, 1",
        "la b, la a", "b; a", "réponse 1 : b, réponse 2 : a", "la 1 c'est b et la 2 c'est a", "1 Yamoussoukro 2 Lyon",
        "1. Yamoussoukro\n2. Lyon", "yamoussoukro, lyon", "pour la 1 b, pour la 2 a", "2a 1b", "1 la b 2 la a",
        "1 deux 2 un", "1b et 2a", "bonjour 1b 2a", "voici mes réponses : 1b 2a", "mes réponses : b, a", "1b 2a stp",
        "1/b 2/a", "1 - b / 2 - a", "1->b 2->a", "la première c'est b, la deuxième c'est a", "premier b deuxième a",
        "b-a", "b | a", "1 est b, 2 est a",
    )),
    *((text, THREE, {1: 1, 2: 0, 3: 2}) for text in (
        "bac", "BAC", "b.a.c", "b-a-c", "2-1-3", "b et a et c", "b, a et c", "b puis a puis c", "bonjour b a c",
    )),
    *((text, VERDICTS, {1: 0, 2: 1, 3: 0}) for text in (
        "vfv", "VFV", "TFT", "V-F-V", "✅❌✅", "✅ ❌ ✅", "la 1 est vraie, la 2 est fausse, la 3 est vraie",
        "le premier est vrai, le deuxième faux, le troisième vrai", "1 vrai 2 totalement faux 3 vrai",
    )),
    ("1) 2,5\n2) 3,2", {1: ("3,5", "2,5"), 2: ("3,2", "2,3")}, {1: 1, 2: 0}),
    ("1. ½\n2. 2*3", {1: ("1/4", "1/2"), 2: ("2 - 3", "2 × 3")}, {1: 1, 2: 1}),
    ("1c stp 2b", {1: ("xi", "psi", "zêta"), 2: ("x", "y")}, {1: 2, 2: 1}),
    *((text, VERDICTS, {}) for text in ("oui", "vf", "fou")),
    *((text, CITIES, {}) for text in ("ca", "ça", "cc", "ba")),
    ("bac", {1: ("CM2", "bac"), 2: ("x", "y"), 3: ("x", "y", "z")}, {}),
    *((text, {1: SIGNED, 2: ROOTS}, {1: 0, 2: 2}) for text in (
        "-2, x=-2", "−2\nx = −2", "1) -2 2) x = - 2", "1: -2 2: x=-2", "1 -2 2 -3",
    )),
    ("1) c'est -8 2) x=-2", {1: ("8", "-8"), 2: ROOTS}, {1: 1, 2: 2}),
    ("1 -1 2 -2", CITIES, {1: 0, 2: 1}),
    ("1b", CITIES, {1: 1}),
    ("2c", CITIES, {2: 2}),
    ("2 b", CITIES, {2: 1}),
    ("2 paris", CITIES, {2: 1}),
    ("1: 2", CITIES, {1: 1}),
    ("2: je sais pas", CITIES, {2: None}),
    ("b, je sais pas", CITIES, {1: 1, 2: None}),
    ("1b 2 jsp", CITIES, {1: 1, 2: None}),
    ("1b 2v 3c", MIXED, {1: 1, 2: 0, 3: 2}),
    ("b vrai 4", MIXED, {1: 1, 2: 0, 3: 1}),
    ("b, faux, b", MIXED, {1: 1, 2: 1, 3: 1}),
    ("1b 3c", MIXED, {1: 1, 3: 2}),
    ("2 faux", MIXED, {2: 1}),
    ("1 yes 2 no", {1: None, 2: None}, {1: 0, 2: 1}),
    ("V F", {1: None, 2: None}, {1: 0, 2: 1}),
    ("vrai vrai", {1: None, 2: None}, {1: 0, 2: 0}),
    ("1v 2f", {1: None, 2: None}, {1: 0, 2: 1}),
    ("oui, non", {1: None, 2: None}, {1: 0, 2: 1}),
    ("2a", {2: CITIES[2]}, {2: 0}),
    *((text, CITIES, {}) for text in (
        "", "j'ai 2 questions", "1b 2z", "1b 3a", "1b 1a", "1 et 2", "b ou a", "b et a", "a b c", "c b a", "1",
        "1b 2a merci pour tout", "il y a 1 b et 2 a", "x" * 700, "12", "1/2/3", "1b?? pourquoi",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("text", "questions", "expected"), SEVERAL)
def test_several_questions_are_answered_in_one_message(
    text: str, questions: dict[int, tuple[str, ...] | None], expected: dict[int, int | None]
) -> None:
    assert read_several(text, questions) == {
        number: Pass() if index is None else Choice(index) for number, index in expected.items()
    }


def test_there_are_enough_cases() -> None:
    tables = (FIRST, SECOND, THIRD, FOURTH, PASSES, OUT_OF_RANGE, NO_ANSWERS, TRUE, FALSE, NEITHER, SEVERAL, SIGNS)
    assert all(len(set(map(str, table))) == len(table) for table in tables), "no case stands there twice"
    assert sum(map(len, tables)) >= 690


@pytest.mark.parametrize(
    ("typed", "meant", "apart"),
    [
        ("abijdan", "abidjan", True),
        ("abidan", "abidjan", True),
        ("abidjjan", "abidjan", True),
        ("abidjen", "abidjan", True),
        ("abidjan", "abidjan", False),
        ("bbidjan", "abidjan", False),
        ("abdjin", "abidjan", False),
        ("chat", "char", False),
    ],
)
def test_one_slip_is_one_edit(typed: str, meant: str, apart: bool) -> None:
    assert one_edit_apart(typed, meant) is apart


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=6))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text: str, options: list[str]) -> None:
    reply = read_choice(text, options)
    assert not isinstance(reply, Choice) or 0 <= reply.index < len(options)
    assert isinstance(read_true_false(text), Truth | Pass | OutOfRange | NotAnAnswer)
    questions = {1: options, 2: None, 3: ("a", "b")}
    assert set(read_several(text, questions)) <= set(questions)


@given(st.integers(1, 26), st.sampled_from(["{}", "{}.", "{})", "({})", "la {}", "réponse {}", " {} !"]))
@settings(max_examples=100, deadline=None)
def test_every_label_of_a_list_is_understood(number: int, form: str) -> None:
    options = ["option"] * 26
    assert read_choice(form.format(number), options) == Choice(number - 1)
    assert read_choice(form.format(chr(ord("a") + number - 1)), options) == Choice(number - 1)


def test_who_says_yes_without_end_is_read_at_once() -> None:
    began = process_time()
    assert read_choice("oui " * 149 + "b", ("Abidjan", "Yamoussoukro", "Bouaké")) == Choice(1)
    assert process_time() - began < 0.1
