"""The wish to be spoken to in a language."""

import pytest

from bot.reading.wishes.language_wishes import wished_language
from bot.types import Language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("english please", Language.EN), ("English, please!", Language.EN), ("in english pls", Language.EN),
        ("Please in English", Language.EN), ("speak english", Language.EN), ("can you speak English?", Language.EN),
        ("change the language to French", Language.FR), ("mets la langue en anglais stp", Language.EN),
        ("switch to english", Language.EN), ("reply in english please", Language.EN), ("parle anglais", Language.EN),
        ("réponds en anglais stp", Language.EN), ("anglais svp", Language.EN), ("talk to me in french", Language.FR),
        ("en français stp", Language.FR), ("En français, s’il te plaît", Language.FR), ("français svp", Language.FR),
        ("parle français", Language.FR), ("tu peux parler en français ?", Language.FR), ("french please", Language.FR),
        ("non, en français", Language.FR), ("est-ce que vous pouvez répondre en français", Language.FR),
        ("on peut continuer en français ?", Language.FR), ("let's speak French", Language.FR),
        ("tu peux me parler en français ?", Language.FR), ("pouvez-vous me répondre en anglais", Language.EN),
        ("could you please reply in English?", Language.EN), ("réponds toujours en français", Language.FR),
        ("merci de répondre en français", Language.FR), ("change to English", Language.EN),
        ("Bonjour, en anglais svp", Language.EN), ("bonjour en français", Language.FR),
        ("Non ! En anglais", Language.EN),
        ("hello in english please", Language.EN), ("ok en anglais", Language.EN),
    ],
)  # fmt: skip
def test_a_wish_in_words(text: str, language: Language) -> None:
    assert wished_language(text) == language


@pytest.mark.parametrize(
    "text",
    ["", "anglais", "french", "cours d’anglais", "traduis en anglais", "translate to french please",
     "je veux parler anglais",     "i want to speak french", "how do you say dog in french", "la langue française",
     "english homework please help",
     "en français comment on dit dog", "conjugue en anglais stp", "devoir de français stp", "english " * 40,
     "bonjour en anglais", "Bonsoir en anglais stp", "désolé en anglais svp", "hello in french",
     "sorry in French please", "Hey, excuse me in french", "change en anglais", "réponds à la question en anglais"],
)  # fmt: skip
def test_lessons_in_a_language_are_no_wish(text: str) -> None:
    assert wished_language(text) is None
