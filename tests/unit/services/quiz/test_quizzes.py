"""Quizzes without a database: how they look, how replies are read, what is said then."""

import json
from dataclasses import replace
from time import process_time

import pytest

from bot.channels.compose import compose
from bot.channels.gsm7 import is_gsm7
from bot.services.quiz.questions import Question, Secret, payload_of, questions_in
from bot.services.quiz.quizzes import Quiz
from bot.services.quiz.replies import AlreadyMarked, Answers, NotOnTheList, names_option, read
from bot.types import Channel, Language

CAPITAL = Question("Quelle est la capitale de la Côte d’Ivoire ?", ("Abidjan", "Yamoussoukro", "Bouaké"), "Géo", "t1")
EARTH = Question("La Terre est plate.", None, "Sciences", "t2")
SUM = Question("2 + 2 ?", ("3", "4"), "Maths", "t3")
SECRETS = (Secret(1, "Depuis 1983."), Secret(1, "Elle est ronde."), Secret(1, "Deux et deux font quatre."))
ALL = (CAPITAL, EARTH, SUM)


def quiz(*questions: Question, language: Language = Language.FR, channel: Channel = Channel.WHATSAPP) -> Quiz:
    return Quiz(questions, language, channel)


def after(questions: tuple[Question, ...], reply: str) -> Answers:
    answers = read(questions, reply)
    assert isinstance(answers, Answers)
    return answers


def test_one_question_is_lines_that_begin_with_a_digit() -> None:
    assert quiz(CAPITAL).render().splitlines() == [
        "**Quiz :** Quelle est la capitale de la Côte d’Ivoire ?",
        "1. Abidjan",
        "2. Yamoussoukro",
        "3. Bouaké",
        "",
        "Répondez par 1, 2 ou 3.",
    ]


def test_true_or_false_has_two_options_in_the_persons_language() -> None:
    assert quiz(EARTH).render().splitlines()[1:3] == ["1. Vrai", "2. Faux"]
    assert quiz(EARTH, language=Language.EN).render().splitlines()[1:3] == ["1. True", "2. False"]
    assert "Answer with 1 or 2." in quiz(EARTH, language=Language.EN).render()


def test_several_questions_are_numbered() -> None:
    text = quiz(CAPITAL, EARTH).render()
    assert "**Question 1 sur 2 :** Quelle" in text
    assert "**Question 2 sur 2 :** La Terre" in text
    assert "2, 1" in text


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("channel", list(Channel))
def test_a_quiz_reads_well_on_every_channel(language: Language, channel: Channel) -> None:
    shown = quiz(CAPITAL, EARTH, SUM, language=language, channel=channel)
    composed = compose(shown.render(), channel, language).parts
    assert len(composed) == 1
    assert [line for line in composed[0].splitlines() if line[:2] in ("1.", "2.", "3.")][:3] == [
        "1. Abidjan",
        "2. Yamoussoukro",
        "3. Bouaké",
    ]
    said = replace(shown, questions=after(ALL, "1b 2 vrai 3 je passe").questions)
    verdict = compose(said.outcome(after(ALL, "1b 2 vrai"), SECRETS), channel, language).parts[0]
    assert ("✅" in verdict) == ("❌" in verdict) == (channel is Channel.WHATSAPP)
    if channel is Channel.SMS:
        assert is_gsm7(composed[0])
        assert is_gsm7(verdict)


@pytest.mark.parametrize(
    ("reply", "answer", "begins"),
    [("2", 1, "✅ **Bonne réponse !** 2. Yamoussoukro"), ("a", 0, "❌ **Pas tout à fait.** La bonne réponse : 2.")],
)
def test_a_verdict_comes_with_the_right_option_and_the_explanation(reply: str, answer: int, begins: str) -> None:
    answers = after((CAPITAL,), reply)
    assert answers.questions[0].answer == answer
    text = quiz(*answers.questions).outcome(answers, SECRETS[:1])
    assert text.startswith(begins)
    assert text.endswith("\nDepuis 1983.")


def test_the_first_pass_is_a_hint_and_the_second_one_ends_it() -> None:
    first = after((CAPITAL,), "je sais pas")
    hint = quiz(*first.questions).outcome(first, SECRETS[:1])
    assert first.closed == ()
    assert "1983" not in hint
    assert "Yamoussoukro" not in hint, "a hint names a wrong option"
    second = after(first.questions, "je passe")
    assert second.closed == (0,)
    assert quiz(*second.questions).outcome(second, SECRETS[:1]).startswith("**Voici la réponse :** 2. Yamoussoukro")


@pytest.mark.parametrize(("language", "phrase"), [(Language.FR, "je passe"), (Language.EN, "pass")])
def test_hints_of_several_questions_tell_which_and_what_they_say_to_write_is_read(
    language: Language, phrase: str
) -> None:
    questions = (SUM, EARTH, CAPITAL)
    hinted = after(questions, "2 je sais pas, 3 je sais pas")
    text = quiz(*hinted.questions, language=language).outcome(hinted, [SECRETS[2], SECRETS[1], SECRETS[0]])
    for position in (1, 2):
        assert f"Question {position + 1}" in text
        assert f"{position + 1} {phrase}" in text
        assert after(hinted.questions, f"{position + 1} {phrase}").closed == (position,)


def test_which_wrong_option_a_hint_names_says_nothing_about_the_right_one() -> None:
    named = set()
    for token in ("t1", "t2", "t3", "t4", "t5", "t6"):
        answers = after((replace(CAPITAL, sealed=token),), "jsp")
        named |= {
            option
            for option in ("1. Abidjan", "3. Bouaké")
            if option in quiz(*answers.questions).outcome(answers, SECRETS)
        }
    assert named == {"1. Abidjan", "3. Bouaké"}


def test_a_hint_with_two_options_gives_nothing_away() -> None:
    for question in (EARTH, SUM):
        answers = after((question,), "aucune idée")
        text = quiz(*answers.questions).outcome(answers, [Secret(0, "x")])
        assert "1." not in text
        assert "2." not in text


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("b", {0: 1}),
        ("1b 2a", {0: 1, 1: 0}),
        ("1) b, 2) faux, 3) 4", {0: 1, 1: 1, 2: 1}),
        ("b, vrai, 2", {0: 1, 1: 0, 2: 1}),
        ("2 vrai", {1: 0}),
        ("3b", {2: 1}),
        ("2 Yamoussoukro", {0: 1}),
        ("Yamoussoukro", {0: 1}),
        ("deux", {0: 1}),
        ("faux", {1: 1}),
    ],
)
def test_several_questions_are_answered_one_by_one_or_at_once(reply: str, expected: dict[int, int]) -> None:
    answers = after(ALL, reply)
    assert {position: answers.questions[position].answer for position in answers.closed} == expected


def test_what_is_still_open_is_asked_again_below_the_verdict() -> None:
    first = after(ALL, "b")
    text = quiz(*first.questions).outcome(first, SECRETS)
    assert text.startswith("✅ Question 1 : ")
    assert "Question 2 sur 3" in text
    assert "Quelle est la capitale" not in text
    second = after(first.questions, "vrai vrai")
    assert second.closed == (1,), "one answer is left for two questions of different kinds"


def test_two_true_or_false_answers_answer_two_questions() -> None:
    pair = (EARTH, replace(EARTH, question="L’eau bout à 100 °C."))
    assert after(pair, "vrai vrai").closed == (0, 1)
    assert after(pair, "V F").closed == (0, 1)
    assert after(pair, "vrai").closed == (0,)


@pytest.mark.parametrize("reply", ["c’est vrai", "oui", "vrai ou faux ?", "Thiès ou Dakar", "pas Dakar", "Lomé"])
def test_what_may_be_said_of_two_questions_or_none_answers_no_question_behind_the_first(reply: str) -> None:
    towns = replace(CAPITAL, options=("Dakar", "Thiès"))
    assert after((CAPITAL, EARTH, towns), "Dakar").closed == (2,)
    assert read((CAPITAL, EARTH, towns), reply) is None
    assert read((CAPITAL, towns, towns), "Dakar") is None


def test_two_letters_are_two_answers_even_where_one_of_them_could_be_a_word() -> None:
    answers = after((CAPITAL, SUM), "c b")
    assert [question.answer for question in answers.questions] == [2, 1]
    assert after((CAPITAL,), "c b").questions[0].answer == 1, "« c’est b »"


@pytest.mark.parametrize("reply", ["*b", "b*", "* b", "**la b", "plutôt b", "euh plutôt la b", "désolé, b", "dsl la b",
    "ah donc c'était la b", "c'était b", "ah ok c’était b", "désolée c'est b"])  # fmt: skip
def test_a_star_puts_right_what_was_answered_before(reply: str) -> None:
    assert after(ALL, reply).closed == (0,), "nothing was answered yet"
    assert read(after(ALL, "a").questions, reply) == AlreadyMarked()
    if "*" in reply:
        assert after(ALL, f"a\n{reply}").questions[0].answer == 1
        assert after(ALL, f"a\n{reply}").closed == (0,)


@pytest.mark.parametrize(
    ("marked", "reply", "answer"),
    [
        (CAPITAL, "c'était Senghor", 0),
        (CAPITAL, "alors c'était Wade", 2),
        (CAPITAL, "désolé, Senghor", 0),
        (EARTH, "c'était Senghor", 0),
        (EARTH, "c'était la 3", 2),
        (EARTH, "c'était la 2", None),
        (CAPITAL, "c'était la c", None),
    ],
)
def test_what_only_the_next_question_has_is_no_look_back(marked: Question, reply: str, answer: int | None) -> None:
    president = Question("Qui était le premier président ?", ("Senghor", "Diouf", "Wade"), "Histoire", "sealed")
    found = read(after((marked, president), "b").questions, reply)
    assert found == AlreadyMarked() if answer is None else isinstance(found, Answers)
    assert not isinstance(found, Answers) or found.questions[1].answer == answer
    assert read(after((marked, EARTH), "b").questions, "ah c'était faux") == AlreadyMarked()


@pytest.mark.parametrize("piece", ["111 ", "n'", "½"])
def test_a_long_message_is_no_answer_and_read_at_once(piece: str) -> None:
    began = process_time()
    assert read(ALL, piece * (20_000 // len(piece))) is None
    assert process_time() - began < 0.5


def test_a_star_that_is_bold_or_stands_in_an_option_or_before_each_line_puts_nothing_right() -> None:
    assert after(after(ALL, "a").questions, "*faux*").closed == (1,)
    assert after(ALL, "* a\n* faux\n* b").closed == (0, 1, 2)
    spaces = replace(SUM, options=("E", "E*"))
    assert after(after((CAPITAL, spaces), "a").questions, "E*").questions[1].answer == 1


def test_a_mixed_reply_answers_one_and_passes_another() -> None:
    answers = after((CAPITAL, EARTH), "1b 2 je sais pas")
    assert (answers.closed, answers.hinted) == ((0,), (1,))


@pytest.mark.parametrize(("reply", "number"), [("4", 4), ("9", 9), ("0", 0), ("d", 4)])
def test_a_number_that_is_not_on_the_list_is_told_apart(reply: str, number: int) -> None:
    assert read((CAPITAL,), reply) == NotOnTheList(number)


@pytest.mark.parametrize("reply", ["j’ai 2 questions", "pourquoi ?", "1 ou 2", "1b 2a", "", "les deux"])
def test_an_ordinary_message_is_no_answer(reply: str) -> None:
    assert read((CAPITAL,), reply) is None


SEEN = [
    (("$\\frac{3}{4}$", "$\\frac{4}{3}$", "$1$"), ("3/4", "trois quarts", "c'est 3/4")),
    (("\\(x^2+1\\)", "\\(2x\\)", "\\(\\frac{1}{x}\\)"), ("x²+1", "x^2 + 1", "x au carré plus 1")),
    (("$NaCl$", "$H_2O$", "$CO_2$"), ("nacl", "NaCl svp")),
    (("$]-\\infty ; 2]$", "$[2 ; +\\infty[$"), ("]-∞ ; 2]", "]-infini ; 2]", "c'est ]-infini;2]")),
    (("√12", "√2", "2√3"), ("√12", "racine(12)", "racine de 12")),
    (("Fe²⁺", "Fe³⁺", "Fe"), ("Fe^(2+)", "fe2+")),
    (("∅", "{2 ; 3}"), ("vide", "∅")),
    (("λ", "Δ", "Ω"), ("lambda", "c'est lambda")),
    (("**gras**", "_italique_"), ("gras", "1. gras")),
]


@pytest.mark.parametrize(("options", "reply"), [(options, reply) for options, replies in SEEN for reply in replies])
def test_an_option_is_what_the_person_saw_on_either_telephone(options: tuple[str, ...], reply: str) -> None:
    question = Question("?", options, "Maths", "t")
    assert after((question,), reply).questions[0].answer == 0
    assert names_option(question, reply)


def test_what_is_meant_is_an_answer_unless_the_question_asks_for_its_form() -> None:
    question = Question("Résolvez 4x = 3.", ("$\\frac{3}{4}$", "$\\frac{4}{3}$"), "Maths", "t")
    assert after((question,), "0,75").questions[0].answer == 0
    assert read((replace(question, question="Écrivez 0,75 en fraction."),), "0,75") is None
    assert not names_option(question, "0,75"), "it beats no command"


GROWS = ("Le volume augmente", "Le volume ne change pas", "On ne peut pas conclure")
EATING = ("I am eating", "I eat", "He is eating", "He has eaten")
BOILS = ("It boils", "It does not boil", "You cannot say")
LEFT = ("Il est parti", "Il n'est pas parti", "Il n'en a plus", "Il en a plus")


@pytest.mark.parametrize(
    ("options", "reply", "answer"),
    [
        (GROWS, "le volume change pas", 1),
        (GROWS, "on peut pas conclure", 2),
        *((EATING, reply, 0) for reply in ("I'm eating", "im eating", "I’m eating stp")),
        *((EATING, reply, 2) for reply in ("he's eating", "hes eating", "He’s eating")),
        (EATING, "he's eaten", None),
        (("we were", "we are", "well"), "we're", 1),
        (("we were", "we are", "well"), "well", 2),
        *((BOILS, reply, 1) for reply in ("it doesn't boil", "it doesnt boil", "It doesn’t boil please")),
        *((BOILS, reply, 2) for reply in ("you can't say", "you can not say")),
        *((LEFT, reply, 1) for reply in ("il est pas parti", "il nest pas parti", "il n est pas parti")),
        *((LEFT, reply, None) for reply in ("il n'en a pas plus", "pas parti", "il est jamais parti")),
        (LEFT, "il en a plus", 3),
        *(
            (GROWS, reply, None)
            for reply in ("n'augmente pas", "le volume augmente pas", "ça n'augmente pas", "change")
        ),
        *((BOILS, reply, None) for reply in ("a isn't b", "it isn't b", "it doesn't", "I don't think it boils")),
    ],
)
def test_a_negation_is_read_as_it_is_spoken(options: tuple[str, ...], reply: str, answer: int | None) -> None:
    found = read((Question("?", options, "Physique", "t"),), reply)
    assert (found.questions[0].answer if isinstance(found, Answers) else None) == answer


def test_what_is_seen_is_seen_in_several_questions_too() -> None:
    questions = (Question("?", ("$\\frac{1}{2}$", "$\\frac{1}{3}$"), "Maths", "t"), EARTH)
    assert [question.answer for question in after(questions, "1) 1/3, 2) faux").questions] == [1, 1]


@pytest.mark.parametrize("language", list(Language))
def test_the_note_tells_the_agent_everything_and_nothing_the_person_typed(language: Language) -> None:
    answers = after(ALL, "1a 2 faux 3 je passe")
    answers = after(answers.questions, "je passe")
    note = quiz(*answers.questions, language=language).note(SECRETS)
    assert note.startswith("[Quiz] ")
    for piece in ("1. Abidjan", "2. Yamoussoukro", "Depuis 1983.", "2 + 2 ?", "Elle est ronde."):
        assert piece in note
    verdicts = (
        ("(faux)", "(juste)", "(ne savait pas)")
        if language is Language.FR
        else ("(wrong)", "(right)", "(did not know)")
    )
    assert all(verdict in note for verdict in verdicts)


def test_a_payload_is_the_questions_again() -> None:
    stored = json.loads(json.dumps(payload_of(ALL, again=True)))
    assert questions_in(stored) == ALL
    assert stored["again"] is True


FORMS = ("go", "went", "gone", "goes")
ACID = ("pH < 7", "pH = 7", "pH > 7")
HAVING = ("que j’aie", "que j’ai", "que j’aies")


@pytest.mark.parametrize(
    ("options", "reply", "answer"),
    [
        (CAPITAL.options, "plutôt b", 1),
        (CAPITAL.options, "j'ai trouvé : b", 1),
        (CAPITAL.options, "je pencherais pour la c", 2),
        (CAPITAL.options, "perso je dis b", 1),
        (CAPITAL.options, "i got b", 1),
        (("2", "4", "6"), "j'ai trouvé 2", 0),  # a value, and not the second line
        (CAPITAL.options, "j'ai trouvé 2", None),
        (ACID, "< 7", 0),
        (ACID, "plus petit que 7", 0),
        (HAVING, "j'aie", 0),
        (FORMS, "went", 1),
        (FORMS, "wents", None),
        (("mouton", "chèvre"), "moutons", 0),
    ],
)
def test_a_reply_is_read_as_its_pupil_means_it(options: tuple[str, ...], reply: str, answer: int | None) -> None:
    found = read((Question("?", options, "X", "t"),), reply)
    assert (found.questions[0].answer if isinstance(found, Answers) else None) == answer
