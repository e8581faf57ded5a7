"""What people put around an answer, and what only looks like it."""

import pytest

from bot.reading.answers.reply import Choice, NotAnAnswer, Pass, Truth, read_choice, read_true_false

CITIES = ("Abidjan", "Yamoussoukro", "Bouaké", "Korhogo")
SUMS = ("4", "8", "16", "2")
THIRD = (
    "je propose c", "jchoisis la c", "je valide la c", "j'ai mis c", "j'ai choisi la 3", "g choisi c", "je mettrais c",
    "jpens que c c", "je crois ke c c", "il me semble que c'est c", "c il me semble", "normalement c", "du coup c",
    "franchement c", "merci, c", "svp c", "bien c", "option c please", "la c mon frère", "la c tonton", "c tkt",
    "c wallah", "c, merci d'avance", "c sûr et certain", "c je confirme", "c peut-être", "c pas sûr",
    "c mais je suis pas sûr", "la réponse correcte est la c", "la réponse exacte est c", "c is my answer",
    "definitely c", "c for sure", "rsp c", "je parie sur c", "je penche pour la c", "je clique sur c", "c majuscule",
    "la3", "n3", "Bouaké (c)", "Bouaké 3", "Bouaké, la c", "c=Bouaké", "3/ Bouaké", "Bouaké c'est la 3", "🅲",
    "C'est la troisième réponse, Bouaké.", "3eme reponse bouaké", "réponse c, bouaké", "la repons est c", "c reponce",
    "la troisieme reponce", "la reponce c'est la 3",
    "la c désolé", "petit c", "la réponse est petit c", "grand C", "cé c", "ptetre la 3", "pt etre c",
)  # fmt: skip


@pytest.mark.parametrize("text", THIRD)
def test_words_around_an_answer_say_nothing(text: str) -> None:
    assert read_choice(text, CITIES) == Choice(2)


@pytest.mark.parametrize(
    "text",
    [
        "la a mon frère", "a, mon frère", "A monsieur", "réponse a mon pote", "à mon avis a", "a chef", "à",
        "A à mon avis", "a a mon avis", "C’est la a, à mon avis", "a à mon avis merci", "A à coup sûr", "a à 100%",
        "à svp", "À stp merci", "à je pense", "la a à mon avis", "réponse à s'il vous plaît",
    ],
)  # fmt: skip
def test_the_first_line_is_said_to_somebody_too(text: str) -> None:
    assert read_choice(text, CITIES) == Choice(0)


def test_letters_in_boxes_are_letters() -> None:
    assert [read_choice(text, CITIES) for text in ("🅰️", "🅱️")] == [Choice(0), Choice(1)]


@pytest.mark.parametrize(
    "text",
    [
        "c quoi", "c bon", "c bien", "c cool", "c la fin", "merci", "super", "merci à toi", "bien à vous", "hey", "eh",
        "je propose un jeu", "je valide", "je mets quoi", "il me semble", "les 3", "une minute", "page 3",
        "deuxième réponse : Bouaké",
        "Bouaké (b)", "Bouaké 2", "b=Bouaké", "Bouaké et 3", "je confirme", "c est juste", "j'ai mis 10 minutes",
        "je prends 2 minutes", "j'ai 3 questions", "n3 pourquoi", "la réponse correcte", "🅿️", "sûr et certain",
        "à mon frère", "c’était à mon frère", "c’est à ma sœur", "a\u0300 papa", "c etait a mon frere", "a ma soeur",
        "à mon avis", "à mon frère svp", "c’était à papa, je pense",
        "normalement", "je note", "je parie", "peut-être", "grand", "petit", "ce", "ce soir", "grand 4x4",
    ],
)  # fmt: skip
def test_what_only_looks_like_an_answer_is_none(text: str) -> None:
    assert not isinstance(read_choice(text, CITIES), Choice)


def test_what_somebody_has_found_is_a_value() -> None:
    assert [read_choice(text, SUMS) for text in ("je trouve 4", "j'ai trouvé 2")] == [Choice(0), Choice(3)]


@pytest.mark.parametrize(
    "text",
    [
        "jsp dsl", "g pas d'idée", "jss pas", "je s pas", "g aucune idée",
        "aucune idée désolé", "no idea sorry", "je ne sais pas, passe", "je m'en souviens plus", "joker",
        "je l'ai oublié", "je ne sais pas répondre", "je sais pas quoi dire", "je passe à la suivante", "jsp, next",
        "je sais pas laquelle choisir", "je ne sais pas si c'est vrai", "jsp si c vrai ou faux",
    ],
)  # fmt: skip
def test_who_does_not_know_passes(text: str) -> None:
    assert read_choice(text, CITIES) == read_true_false(text) == Pass()


@pytest.mark.parametrize("text", ["je sais si c'est vrai", "quoi répondre", "je passe à table", "jsp comment faire"])
def test_who_says_more_does_not(text: str) -> None:
    assert read_choice(text, CITIES) == NotAnAnswer()


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (True, ("la proposition est vraie", "cette assertion est juste", "c'est une affirmation vraie", "woui",
                "c la vérité", "je valide vrai", "vrai à coup sûr", "normalement vrai")),
        (False, ("la proposition est fausse", "négatif", "nop", "no way", "c'est une affirmation fausse", "jamais",
                 "je mets faux", "faux je confirme", "pas du tout, c'est faux", "nonn")),
    ],
)  # fmt: skip
def test_verdicts_in_more_words(value: bool, texts: tuple[str, ...]) -> None:
    assert [text for text in texts if read_true_false(text) != Truth(value)] == []


def test_what_is_no_verdict() -> None:
    texts = ("la proposition", "je ne valide pas", "jamais vrai", "normalement", "la vérité sur quoi", "tt",
             "absolument pas faux", "c'est absolument pas faux", "pas du tout faux", "jamais faux", "it's not false",
             "no it isn't wrong", "not at all false", "je ne pense pas faux")  # fmt: skip
    assert [text for text in texts if isinstance(read_true_false(text), Truth)] == []
