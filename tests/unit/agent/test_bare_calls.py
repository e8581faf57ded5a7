"""Calls that a model wrote as Python or as mere arguments, and answers that only look like one."""

import pytest

from bot.agent.bare_calls import without_bare_calls
from bot.tools.toolsets import TOOLSETS
from bot.types import Mode

TOOLS = TOOLSETS[Mode.STUDENT]
TASK = 'create_task(title="Dentiste", due="2026-12-01 08:00")'


@pytest.mark.parametrize(
    "text",
    [
        TASK,
        f"print({TASK})",
        f"default_api.{TASK}",
        f"functions.{TASK}",
        f"[{TASK}]",
        f"[{TASK}, {TASK}]",
        f"{TASK}\n{TASK}",
        f"```python\n{TASK}\n```",
        f"```\nprint(default_api.{TASK})\n```",
        f"\n  {TASK}  \n",
        'create_task(\n    title="Dentiste",\n    in_minutes=30,\n)',
        "web_search(query='météo Dakar')",
        '{"query": "météo Dakar"}',
        '{"title": "Dentiste", "due": "2026-12-01 08:00"}',
        '{"fact": "Awa est en terminale D"}',
        "{'title': 'Dentiste', 'in_minutes': 30}",
        '{"title": "Fiche", "content": "Les fractions\nUn demi."}',
        '{"subject": "Maths", "correct": 4, "total": 5}',
    ],
)
def test_nothing_is_left_of_a_text_that_is_a_call(text: str) -> None:
    assert without_bare_calls(text, TOOLS) == ""


def test_the_words_before_a_call_stay() -> None:
    assert without_bare_calls(f"Je note ça.\n\n{TASK}", TOOLS) == "Je note ça."


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ('{"nom": "Awa", "age": 17}', ""),  # of no tool
        ('{"title": "Dentiste", "lieu": "Dakar"}', ""),
        ("{}", ""),
        ("{1, 2, 3}", ""),
        ("{x ∈ ℝ | x > 2}", ""),
        ('{"title": "Dentiste"}', "Écris ça en JSON"),
        (TASK, "Comment appeler une fonction en Python ?"),
        (f"Pour noter, tu écris `{TASK}`", ""),
        (f"```python\nx = 1\n{TASK}\n```", ""),
        (f"Exemple :\n```python\n{TASK}\n```", ""),
        (f"{TASK}\nVoilà comment on l’appelle.", ""),
        ('create_task("Dentiste")', ""),  # as nobody calls a tool
        ("create_task(titre='x')", ""),
        ("create_task()", ""),
        ("f(x) = 2x + 1, donc f(3) = 7 (voir le cours)", ""),
        ("print(3 + 4)", ""),
        ("calculate(2, 3)", ""),
        ("[1, 2, 3]", ""),
        ("L’ensemble des solutions est S = [2 ; 5]", ""),
        ("C’est noté (voir /taches)", ""),
        ("web_search", ""),
        ("", ""),
    ],
)
def test_what_may_be_the_answer_stays(text: str, question: str) -> None:
    assert without_bare_calls(text, TOOLS, question) == text


@pytest.mark.parametrize(
    "text", ["create_task(" * 9_000 + ")", "[" * 20_000 + "]", "{" * 20_000 + "}", "f(" + "\n" * 50_000 + ")"]
)
def test_nonsense_is_read_at_once(text: str) -> None:
    assert without_bare_calls(text, TOOLS) == text
