"""« attends », « 2 min stp », "hold on": somebody asks for a moment, and says nothing else."""

import pytest

from bot.reading.replies.pausing import asks_to_wait


@pytest.mark.parametrize(
    "reply",
    ["attends", "Attend jarrive", "attends un peu stp", "une minute", "1 minute", "2min", "2 min stp", "non attends",
     "un instant svp", "je cherche", "je vais le chercher", "j’arrive", "laisse-moi le temps", "dans 5 min",
     "ok attends", "wait", "wait small", "hold on", "one minute please", "just a sec", "give me 2 minutes",
     "let me check", "brb", "ok mais attends", "✋", "✋🏿", "🤚🏽 🖐️", "⏸️"],
)  # fmt: skip
def test_a_moment_is_asked_for(reply: str) -> None:
    assert asks_to_wait(reply)


@pytest.mark.parametrize(
    "reply",
    ["attends, laisse tomber", "attends, c’est quoi un État ?", "une minute a combien de secondes ?", "minute papillon",
     "je cherche un emploi", "10 s", "2", "un", "la minute", "", "wait for it to boil", "✋ plus court", "👍🏿",
     "attends " * 20],
)  # fmt: skip
def test_anything_else_asks_for_more(reply: str) -> None:
    assert not asks_to_wait(reply)
