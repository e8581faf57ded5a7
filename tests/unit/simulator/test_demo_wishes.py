"""How the demo model reads a message."""

import pytest

from bot.simulator.demo.wishes import (
    Arithmetic,
    AskQuiz,
    Document,
    Greeting,
    Question,
    QuizOutcome,
    Research,
    UseTool,
    expression_in,
    read_wish,
)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Fais-moi un résumé PDF sur les fractions avec des sources", Document("les fractions")),
        ("Prépare une fiche sur le théorème de Pythagore", Document("le théorème de Pythagore")),
        ("Make me a PDF summary about fractions with sources please", Document("fractions")),
        ("Cherche des sources sur la photosynthèse", Research("la photosynthèse")),
        ("Search for sources about photosynthesis", Research("photosynthesis")),
        ("recherche le théorème de Pythagore", Research("le théorème de Pythagore")),
        ("Combien font 3 x 12 ?", Arithmetic("3 × 12")),
        ("15 % de 2 000", Arithmetic("15 % de 2 000")),
        ("Calcule la TVA de 18% sur 125000 F", Arithmetic("18 % de 125000")),
        ("What is 15% of 200?", Arithmetic("15 % of 200")),
        ("Bonjour !", Greeting()),
        ("hello", Greeting()),
        ("Explique-moi les fractions", Question()),
        ("le 12/03/2026 ?", Question()),
        ("quiz", AskQuiz("", true_or_false=False)),
        ("Fais-moi un quiz sur les fractions", AskQuiz("les fractions", true_or_false=False)),
        ("un autre quiz stp", AskQuiz("stp", true_or_false=False)),
        ("quiz me on photosynthesis, please", AskQuiz("photosynthesis", true_or_false=False)),
        ("Vrai ou faux sur la TVA ?", AskQuiz("la TVA", true_or_false=True)),
        ("true or false", AskQuiz("", true_or_false=True)),
        ("interroge-moi sur la photosynthèse", AskQuiz("la photosynthèse", true_or_false=False)),
        ("[Quiz] Message du service : elle a répondu à votre quiz.", QuizOutcome()),
        ('/outil interactive_quiz {"question": "?"}', UseTool("interactive_quiz", '{"question": "?"}')),
        ('/outil calculate {"expression": "1+1"}', UseTool("calculate", '{"expression": "1+1"}')),
        ("/tool web_search", UseTool("web_search", "")),
    ],
)
def test_a_message_is_read_as(text, wish):
    assert read_wish(text) == wish


def test_a_subject_left_out_is_the_one_before():
    assert read_wish("fais-en une fiche PDF", ("explique-moi les fractions",)) == Document("les fractions")


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("calcule 3 × (12,5 + 7)", "3 × (12,5 + 7)"),
        ("2+2=?", "2+2"),
        ("2^10 - 4", "2^10 - 4"),
        ("j'ai 3 pommes", ""),
        ("12 000 / 4", "12 000 / 4"),
    ],
)
def test_an_expression_is_found(text, expression):
    assert expression_in(text) == expression
