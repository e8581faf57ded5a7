"""docs/extending.md, followed to the letter in a copy of the project; what comes of it, driven over the real stack."""

import hmac
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask, Response, jsonify, request

from bot.i18n.day import day_in
from bot.types import Language
from tests.fakes.model import calls, says
from tests.fakes.serving import AppServer
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, ROOT, Stack
from tests.flows.steps import Office, column

PAGE = ROOT / "docs/extending.md"
STEP = re.compile(r"^`(?P<file>[^`]+)` \((?P<where>[^)]+)\):\n\n```\w+\n(?P<block>.*?)^```$", re.MULTILINE | re.DOTALL)
PRODUCT = ("bot", "jobs", "templates", "wsgi.py", "gunicorn.conf.py")
AFTER = {  # by the words of the page: what stands before the place that they name
    "at the end of `LINES`": r"^LINES = \(.*?\n(?=\)$)",
    "at the end of `SECTIONS`": r"^SECTIONS: .*?\n(?=\)  # fmt: skip$)",
    "at the end of `services`": r"^    services = \(.*?\n(?=    \)$)",
    "above `services`": r"(?=^    services = \()",
    "at the end of `COMMANDS`": r"^COMMANDS: .*?\n(?=\)$)",
    "with the imports": r"\A.*?^(?=from bot\.)",
    "at the end": r"\Z",
    "above `wave_api_key`": r"(?=^    wave_api_key:)",
    "at the end of `NEEDED_TO_SELL`": r"^NEEDED_TO_SELL: .*?\n(?=\}$)",
    "above `MAKERS`": r"(?=^MAKERS: )",
    "at the end of `MAKERS`": r"^MAKERS: .*?\n(?=\}$)",
}
SHELL_KEY = "cowrie_key_for_tests_and_nothing_else"
RIDDLE = "Je monte et je descends sans bouger."
SOLUTION = "l’escalier du voisin"


@dataclass(frozen=True)
class Step:
    """A block of the page, and where it goes."""

    file: str
    where: str
    block: str

    def follow(self, project: Path) -> None:
        path = project / self.file
        if self.where == "new":
            assert not path.exists()
            path.write_text(self.block)
            return
        before = path.read_text()
        (place,) = [found.end() for found in re.finditer(AFTER[self.where], before, re.MULTILINE | re.DOTALL)]
        path.write_text(before[:place] + self.block + before[place:])


def steps(title: str) -> list[Step]:
    """A recipe, in the page's order."""
    recipe = PAGE.read_text().partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [Step(*found.group("file", "where", "block")) for found in STEP.finditer(recipe)]


def followed(folder: Path, *titles: str) -> Path:
    """A copy of the product that has the parts of these recipes."""
    project = folder / "project"
    project.mkdir()
    for name in PRODUCT:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, project / name)
    for title in titles:
        for step in steps(title):
            step.follow(project)
    return project


def test_a_tool_is_one_file_its_sentences_and_one_line() -> None:
    of_the_tool, of_its_service = steps("A tool")[:4], steps("A tool")[4:]
    assert [step.file for step in of_the_tool] == [
        "bot/tools/riddles.py",
        "templates/messages/fr/tools.toml",
        "templates/messages/en/tools.toml",
        "bot/tools/toolsets.py",
    ]
    assert of_the_tool[-1].block.count("\n") == 1
    assert {step.file for step in of_its_service} == {"bot/services/quiz/riddles.py", "bot/tools/composition.py"}


def test_the_command_and_the_tool_of_the_recipes_answer_and_keep_a_secret(stack: Stack, tmp_path: Path) -> None:
    stack.root = followed(tmp_path, "A tool", "A command")
    stack.model.then(
        calls(("set_riddle", {"riddle": RIDDLE, "solution": SOLUTION})),
        says("Devine !"),
        calls(("set_riddle", {"riddle": f"Que dit {SOLUTION} ?", "solution": SOLUTION})),
        says("Je cherche encore."),
    )
    stack.start(FRAGMENT_WINDOW_S="0.05")
    awa = stack.twilio.phone(PUPIL)
    awa.says("/jours beaucoup")
    assert "Combien de jours" in awa.hears(40).body
    awa.says("jours 0 stp")
    assert awa.hears(40).body == f"Ce sera le {day_in(datetime.now(UTC).date(), Language.FR)}."
    awa.says("Une devinette !")
    assert awa.hears(40).body == "Devine !"
    awa.says("Une autre devinette !")
    assert awa.hears(40).body == "Je cherche encore."
    first, told, second, refused = stack.model.requests
    for asked in (first, second):
        assert "set_riddle" in [offered["function"]["name"] for offered in asked["tools"]]
    assert f"1. Devine, devinette : {RIDDLE}" in told["messages"][-1]["content"]
    assert "says its own solution" in refused["messages"][-1]["content"]
    eventually(lambda: column(stack, "SELECT state FROM tool_call") == ["done", "done"], 20)
    stored = "\n".join(column(stack, "SELECT arguments FROM tool_call WHERE status = 'success'"))
    assert RIDDLE in stored
    assert SOLUTION not in stored


def test_a_tool_without_its_sentences_starts_nowhere(stack: Stack, tmp_path: Path) -> None:
    stack.root = followed(tmp_path, "A tool")
    english = stack.root / "templates/messages/en/tools.toml"
    english.write_text(re.sub(r"^progress_set_riddle.*\n", "", english.read_text(), flags=re.MULTILINE))
    assert stack.start_worker_in_vain() != 0
    assert "sentences are missing: en/progress_set_riddle" in stack.log()


def test_the_page_of_the_recipe_is_in_the_menu_and_its_acts_in_the_log(stack: Stack, tmp_path: Path) -> None:
    stack.root = followed(tmp_path, "A page for administrators")
    stack.start()
    office = Office(stack)
    office.signs_in()
    assert "Rappels" in office.opens("/admin")
    page = office.opens("/admin/reminders?least=x")
    assert "Aucun rappel n’attend" in page
    assert "Il faut un nombre entier" in page
    assert "C’est compté" in office.sends("/admin/reminders/count")
    assert column(stack, "SELECT kind || ' ' || subject FROM admin_action ORDER BY id") == [
        "sign_in ",
        "count reminders",
    ]
    assert office.sends("/admin/reminders/count", proof="forged") == ""
    assert len(column(stack, "SELECT id FROM admin_action")) == 2


class Beach:
    """Where Cowrie counts shells."""

    def __init__(self) -> None:
        self.orders: dict[str, dict[str, Any]] = {}
        app = Flask("beach")
        app.put("/orders/<reference>")(self._take)
        app.get("/orders/<reference>")(lambda reference: jsonify(self.orders[reference]))
        self._server = AppServer(app)
        self._server.start()
        self.url = self._server.url

    def _take(self, reference: str) -> Response:
        if request.headers.get("Authorization") != f"Bearer {SHELL_KEY}":
            return Response(status=401)
        self.orders[reference] = {"reference": reference, "francs": request.get_json()["francs"], "shells": "waiting"}
        return jsonify(number="7", beach="https://beach.example/7")

    def stop(self) -> None:
        self._server.stop()


@pytest.fixture
def beach() -> Iterator[Beach]:
    made = Beach()
    yield made
    made.stop()


def test_the_payment_provider_of_the_recipe_sells(stack: Stack, tmp_path: Path, beach: Beach) -> None:
    stack.root = followed(tmp_path, "A payment provider")
    stack.start(FRAGMENT_WINDOW_S="0.05", PAYMENT_PROVIDER="cowrie", COWRIE_KEY=SHELL_KEY, COWRIE_URL=beach.url)
    awa = stack.twilio.phone(PUPIL)
    awa.says("/acheter")
    awa.hears(40)
    awa.says("2")
    assert "https://beach.example/7" in awa.hears(20).body
    ((reference, order),) = beach.orders.items()
    order["shells"] = "here"
    body = json.dumps({"event": "e1", "order": reference}).encode()
    statuses = []
    for key in ("a key of somebody else", SHELL_KEY, SHELL_KEY):
        signature = hmac.digest(key.encode(), body, "sha256").hex()
        url = f"{stack.url}/webhooks/payments/cowrie"
        statuses.append(requests.post(url, data=body, headers={"X-Cowrie": signature}, timeout=10).status_code)
    assert statuses == [403, 200, 200]
    assert awa.hears(20).body.startswith("Paiement reçu : 1 000 FCFA, +120 crédits.")
    assert column(stack, "SELECT amount FROM ledger_entry WHERE kind = 'purchase'") == [120]


def test_a_provider_without_its_key_starts_nowhere(stack: Stack, tmp_path: Path) -> None:
    stack.root = followed(tmp_path, "A payment provider")
    stack.overrides = {"PAYMENT_PROVIDER": "cowrie"}
    assert stack.start_worker_in_vain() != 0
    assert "COWRIE_KEY must be set when PAYMENT_PROVIDER is cowrie" in stack.log()
