"""The wish to be spoken to in a language."""

import pytest

from bot.reading.language_wishes import wished_language
from bot.types import Language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("english please", Language.EN), ("English, please!", Language.EN), ("in english pls", Language.EN),
        ("Please in English", Language.EN), ("speak english", Language.EN), ("can you speak English?", Language.EN),
        ("switch to english", Language.EN), ("reply in english please", Language.EN), ("parle anglais", Language.EN),
        ("réponds en anglais stp", Language.EN), ("anglais svp", Language.EN), ("talk to me in french", Language.FR),
        ("en français stp", Language.FR), ("En français, s’il te plaît", Language.FR), ("français svp", Language.FR),
        ("parle français", Language.FR), ("tu peux parler en français ?", Language.FR), ("french please", Language.FR),
        ("non, en français", Language.FR), ("est-ce que vous pouvez répondre en français", Language.FR),
        ("on peut continuer en français ?", Language.FR), ("let's speak French", Language.FR),
    ],
)  # fmt: skip
def test_a_wish_in_words(text: str, language: Language) -> None:
    assert wished_language(text) == language


@pytest.mark.parametrize(
    "text",
    ["", "anglais", "french", "cours d’anglais", "traduis en anglais", "translate to french please",
     "je veux parler anglais",     "i want to speak french", "how do you say dog in french", "la langue française",
     "english homework please help",
     "en français comment on dit dog", "conjugue en anglais stp", "devoir de français stp", "english " * 40],
)  # fmt: skip
def test_lessons_in_a_language_are_no_wish(text: str) -> None:
    assert wished_language(text) is None
