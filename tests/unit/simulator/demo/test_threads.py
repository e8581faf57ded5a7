"""How the demo model keeps the thread: offers that are taken up, follow-ups on a lesson, exercises, its label."""

from itertools import pairwise

import pytest

from bot.i18n.catalogue import say
from bot.simulator.demo.conversation import read_turn
from bot.simulator.demo.lessons import load_lessons
from bot.types import Language
from tests.fakes.demo import BRAIN, LIBRARY, Talk

LABEL = "sans IA"
YES = [
    "oui",
    "Oui !",
    "yes",
    "ok",
    "ok vas-y",
    "d'accord",
    "stp oui",
    "oui stp",
    "oui merci",
    "👍",
    "👍🏿",
    "Vas y",
    "dac",
]


@pytest.mark.parametrize("yes", YES)
def test_a_sheet_that_was_offered_is_made_at_any_yes(yes: str) -> None:
    talk = Talk()
    assert "fiche PDF" in talk.says("c'est quoi une fraction ?")
    assert "« Comprendre les fractions »" in talk.says(yes)
    assert talk.tools == ["web_search", "browse_url", "generate_pdf"]


@pytest.mark.parametrize("yes", ["yes", "yes please", "ok", "sure", "go ahead", "yeah", "👍"])
def test_the_same_in_english(yes: str) -> None:
    talk = Talk()
    talk.says("What is photosynthesis?")
    assert "“Photosynthesis”" in talk.says(yes)
    assert talk.calls[-1][1]["sources"] == [{"title": "Photosynthesis", "url": "http://demo/photosynthesis"}]


@pytest.mark.parametrize("no", ["non", "non merci", "no thanks", "pas maintenant", "plus tard"])
def test_a_sheet_that_is_declined_is_not_made(no: str) -> None:
    talk = Talk()
    talk.says("explique la photosynthèse")
    talk.says(no)
    assert talk.tools == []


@pytest.mark.parametrize("other", ["merci", "bonsoir", "et la respiration ?", "3/4 + 5/6", "quiz"])
def test_what_is_no_answer_to_an_offer_is_read_for_itself(other: str) -> None:
    talk = Talk()
    talk.says("explique la photosynthèse")
    talk.says(other)
    assert "generate_pdf" not in talk.tools


def test_an_offer_stands_only_as_long_as_it_is_the_last_word() -> None:
    talk = Talk()
    talk.says("explique la photosynthèse", "merci", "oui")
    assert talk.tools == []


FRACTIONS = "c'est quoi une fraction"


@pytest.mark.parametrize(
    ("follow_up", "part"),
    [
        ("et la soustraction ?", "_Additionner et soustraire_"),
        ("et pour multiplier", "_Multiplier_"),
        ("la division stp", "_Diviser_"),
        ("comment les comparer", "_Comparer deux fractions_"),
        ("plus simple", "Coupez un pain"),
        ("g rien compri", "Coupez un pain"),
        ("c trop dur", "Coupez un pain"),
        ("explique autrement", "Pensez à une heure"),
        ("un exemple", "Une classe a 40 élèves"),
        ("dne moi 1 egzample stp", "Une classe a 40 élèves"),
        ("encore", "_Ce que dit une fraction_"),
        ("la suite", "_Ce que dit une fraction_"),
        ("donne-moi un exercice", "20 oranges"),
        ("exo stp", "20 oranges"),
        ("pourquoi ?", "Coupez un pain"),
        ("in english please", "**Understanding fractions**"),
        ("en pdf", "« Comprendre les fractions »"),
        ("fais-en une fiche PDF", "« Comprendre les fractions »"),
        ("mets ça en pdf stp", "« Comprendre les fractions »"),
        ("un exemple sur pythagore", "Une échelle"),
        ("et la photosynthèse ?", "**La photosynthèse**"),
        ("et la coupe du monde ?", "je ne le connais pas"),
        ("un exemple de poème", "je ne le connais pas"),
    ],
)
def test_a_follow_up_works_on_the_last_lesson(follow_up: str, part: str) -> None:
    answer = Talk().says(FRACTIONS, follow_up)
    assert part in answer
    assert LABEL not in answer


@pytest.mark.parametrize(
    ("follow_up", "part"),
    [
        ("and subtraction?", "_Adding and subtracting_"),
        ("simpler please", "Cut a loaf"),
        ("I don't get it", "Cut a loaf"),
        ("an example", "A class has 40 pupils"),
        ("give me an exercise", "20 oranges"),
        ("en français svp", "**Comprendre les fractions**"),
        ("as a pdf please", "“Understanding fractions”"),
    ],
)
def test_english_follow_ups_too(follow_up: str, part: str) -> None:
    assert part in Talk().says("What is a fraction?", follow_up)


@pytest.mark.parametrize(
    ("first", "part"),
    [
        ("résous 2x + 3 = 11", "Une équation est une égalité"),
        ("3/4 + 5/6", "on les met d’abord au même dénominateur"),
        ("15 % de 24 000", "Un nombre décimal"),
    ],
)
def test_a_calculation_can_be_asked_about(first: str, part: str) -> None:
    assert part in Talk().says(first, "pk ?")


def test_a_step_can_be_asked_about_and_nothing_else() -> None:
    assert "_Les deux règles_" in Talk().says("5x - 7 = 2x + 8", "pk on divise par 3")
    assert "je ne le connais pas" in Talk().says("5x - 7 = 2x + 8", "pourquoi le ciel est bleu")


def test_again_never_says_the_same_twice_and_then_says_so() -> None:
    talk = Talk()
    told = [talk.says("un exemple sur les fractions"), talk.says("encore"), talk.says("un autre")]
    assert len(set(told)) == 3
    assert "tous mes exemples" in told[2]
    simpler = [talk.says("plus simple"), talk.says("toujours pas compris")]
    assert "plus simplement" in simpler[0]
    assert "autrement dit" in simpler[1]


def test_an_exercise_is_given_judged_and_solved() -> None:
    talk = Talk()
    assert "1/2 + 1/3" in talk.says("additionner des fractions", "exercice")
    assert "pas encore ça" in talk.says("2/5")
    assert "Bravo" in talk.says("ah c'est 5/6")
    assert "3/4 − 1/6" in talk.says("oui")
    assert "9/12 − 2/12 = 7/12" in talk.says("jsp")
    assert "tous mes exercices" in talk.says("encore")


@pytest.mark.parametrize("lesson", load_lessons(LIBRARY).all, ids=lambda lesson: lesson.page.slug)
def test_every_exercise_takes_its_own_answers(lesson) -> None:
    for number, exercise in enumerate(lesson.exercises):
        for answer in exercise.answers:
            talk = Talk(system="Answer in English" if lesson.page.language == "en" else "")
            word = "exercise" if lesson.page.language == "en" else "exercice"
            asked = [talk.says(f"{word} {lesson.title}"), *(talk.says("encore") for _ in range(number))]
            assert exercise.question in asked[-1]
            assert exercise.solution in talk.says(answer), answer


def test_the_next_exercise_is_of_the_same_lesson_and_a_hint_is_an_example() -> None:
    talk = Talk()
    assert "Une classe a 40 élèves" in talk.says("un exo sur les fractions", "un indice")
    assert "Simplifiez la fraction 20/30." in talk.says("15", "oui")
    assert "tous mes exercices" in talk.says("2/3", "👍")


def test_a_quiz_is_about_the_lesson_in_the_language_it_is_spoken_of_now() -> None:
    talk = Talk()
    talk.says("résous 2x+3=11", "c'est quoi la photosynthese", "in english please", "quiz")
    assert talk.calls[0][1]["question"] == "Which gas does photosynthesis release?"


def test_a_question_of_ours_is_answered_with_the_name_of_a_lesson() -> None:
    assert "« Le théorème de Pythagore »" in Talk().says("fais une fiche pdf", "pythagore")
    assert "20 oranges" in Talk().says("donne un exercice", "les fractions")


def test_a_letter_becomes_a_pdf_with_its_lines_kept() -> None:
    talk = Talk()
    assert "**Objet : demande de congé**" in talk.says("rédige une lettre de demande de congé à la directrice")
    assert "« Demande de congé »" in talk.says("oui")
    ((name, arguments),) = talk.calls
    assert name == "generate_pdf"
    assert arguments["letter"]["sender"] == "[Prénom Nom]\n[Adresse]\n[Téléphone]"
    assert arguments["letter"]["recipient"].startswith("Madame la Directrice\n")
    assert arguments["content"].startswith("Madame la Directrice,\n\n")
    assert "« Demande de congé »" in Talk().says("lettre de congé", "en pdf stp")


def test_after_a_quiz_the_next_question_is_offered() -> None:
    note = "[Quiz] Message du service.\n1) Question : ? | Sa réponse : 2. b (juste) | Bonne réponse : 2. b"
    talk = Talk()
    assert "une autre question" in talk.says("c'est quoi une fraction", "quiz", note)
    talk.says("oui")
    assert talk.tools == ["true_false_quiz"]


def test_it_says_once_that_it_is_a_demonstration() -> None:
    talk = Talk()
    assert LABEL in talk.says("bonjour")
    for text in ("c'est quoi une fraction", "oui", "2x + 3 = 11", "qui est le roi de Mars ?", "merci"):
        answer = talk.says(text)
        assert LABEL not in answer
        assert "démonstration" not in answer
    unknown = Talk().says("qui est le roi de Mars ?")
    assert unknown.count("démonstration") == 1


def test_a_summary_keeps_it_from_introducing_itself_again() -> None:
    said = Talk(system="Summary of the earlier conversation:\nPoints abordés : les fractions").says("salut")
    assert LABEL not in said
    assert "Je suis Palabre" not in said


def test_a_person_who_shows_no_language_is_answered_in_that_of_the_prompt() -> None:
    assert Talk(system="- Answer in English unless").says("3/4 + 5/6").startswith("With a common")


def test_the_final_answer_tool_counts_as_said() -> None:
    call = {
        "id": "c",
        "type": "function",
        "function": {"name": "final_answer", "arguments": '{"text": "**Pythagore**"}'},
    }
    turn = read_turn({"messages": [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "{}"},
        {"role": "user", "content": "b"},
    ]})  # fmt: skip
    assert turn.last_said == "**Pythagore**"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("bonjour", "/connexion"),
        ("c'est quoi une fraction", "Voulez-vous un exercice"),
        ("3 + 4", "/connexion"),
        ("2x + 3 = 11", "/connexion"),
        ("quiz", "/connexion"),
        ("pdf sur les fractions", "dénominateur"),
        ("lettre de stage", "Objet : demande de stage"),
        ("qui est le roi de Mars ?", "Je connais quelques leçons"),
        ("que sais-tu faire ?", "/connexion"),
    ],
)
def test_a_guest_gets_what_needs_no_tool_and_learns_how_to_get_the_rest(text: str, part: str) -> None:
    talk = Talk(guest=True)
    answer = talk.says(text)
    assert part in answer
    assert "PDF ?" not in answer


def test_what_is_said_to_a_guest_who_accepts_is_an_exercise() -> None:
    assert "20 oranges" in Talk(guest=True).says("c'est quoi une fraction", "oui")


@pytest.mark.parametrize(
    "text", ["jai peur", "oui", "tu va le dire a ma mere ?", "tu es la ?", "g envie de mourir", "je comprends pas"]
)
def test_who_was_in_distress_is_offered_no_lesson(text: str) -> None:
    answer = Talk(system="[Care] This person may be in danger").says(text)
    assert "je reste là" in answer
    assert "leçon" not in answer


def test_who_was_in_distress_is_not_told_the_same_again_and_again() -> None:
    talk = Talk(system="[Care] This person may be in danger")
    answers = [talk.says(text) for text in ("jai peur", "tu va le dire a ma mere ?", "non", "oui")]
    assert all(one != other for one, other in pairwise(answers))
    assert "là où il y a du monde" in answers[2]


@pytest.mark.parametrize("language", Language)
def test_a_question_mark_alone_has_the_last_lesson_said_more_simply(language: Language) -> None:
    """What the service makes of « ? » before it asks the model."""
    asked = {Language.FR: "c'est quoi une fraction", Language.EN: "what is a fraction"}[language]
    heading = {Language.FR: "plus simplement", Language.EN: "in simpler words"}[language]
    assert heading in Talk().says(asked, say(language, "not_understood"))


def test_by_sms_a_part_is_shorter() -> None:
    long, short = (Talk(system=system).says(FRACTIONS, "et la soustraction") for system in ("", "over SMS"))
    assert len(short) < len(long)


def test_a_summary_names_the_questions_of_the_conversation() -> None:
    text = "user: c'est quoi une fraction\nassistant: **Comprendre**\nuser: et la soustraction ?"
    said = BRAIN.summarise(read_turn({"messages": [{"role": "user", "content": text}]}))
    assert said == "Points abordés : c'est quoi une fraction ; et la soustraction ?"


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text", ["1 + ", "12 000 ", "(3+", "3,", "1 1 %", "x = ", "bonjour ", "merci ", "oui ", "\\frac{", "pas ", "["]
)
def test_a_pasted_text_of_twenty_thousand_characters_is_answered_at_once(text: str) -> None:
    assert Talk().says("c'est quoi une fraction", text * (20_000 // len(text)))
