"""docs/operations.md says what every alert means, the page of administrators its name; docs/grafana.json shows metrics
that there are."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.agent.loop import ALERTS
from bot.i18n.catalogue import catalogue, say
from bot.services.money.cost_guards import OUTAGES
from bot.services.support.human_help import DISTRESS, REQUESTED
from bot.types import Language

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()
BOARD = json.loads((ROOT / "docs/grafana.json").read_text())
COMPUTED = {  # by the module that has the kind of an alert from elsewhere: which kinds these are
    "bot/agent/loop.py": {str(reason) for reason in ALERTS},
    "bot/agent/completion.py": set(OUTAGES),
    "bot/conversation/turn/journal.py": set(),  # passes on what the loop says
    "bot/services/delivery/hindrances.py": {"delivery_refused", "mail_waits", "provider_auth"},
    "bot/services/delivery/mails.py": {"mail_failed", "mail_unknown"},
    "bot/services/money/cost_guards.py": {"day_budget", "mode_budget", "user_budget"},
    "bot/services/support/human_help.py": {DISTRESS, REQUESTED},
}


def named(source: str) -> Iterator[str | None]:
    """The kinds of the alerts that a module raises; None for one that is computed."""
    tree = ast.parse(source)
    constants = {
        ast.unparse(target): node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        place = {"alerts.add": 1, "journal.alert": 0, "self._journal.alert": 0}.get(ast.unparse(call.func))
        if place is not None:
            kind = constants.get(ast.unparse(call.args[place]), call.args[place])
            yield kind.value if isinstance(kind, ast.Constant) else None


def kinds() -> tuple[set[str], set[str]]:
    """Every kind of alert, and the modules that compute one."""
    found, computing = set[str](), set[str]()
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for kind in named(path.read_text()):
            if kind is None:
                computing.add(str(path.relative_to(ROOT)))
            else:
                found.add(kind)
    return found.union(*COMPUTED.values()), computing


def test_every_alert_has_a_line_that_says_what_to_do() -> None:
    table = PAGE.partition("\n## Alerts\n")[2].partition("\n## ")[0]
    explained = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", table, re.MULTILINE)
    found, computing = kinds()
    assert computing == set(COMPUTED)
    assert sorted(explained) == sorted(found)


@pytest.mark.parametrize("language", Language)
def test_every_alert_has_a_name_on_the_page_of_administrators(language: Language) -> None:
    assert [kind for kind in sorted(kinds()[0]) if f"admin_alert_{kind}" not in catalogue(language)] == []


@pytest.mark.parametrize("language", Language)
def test_the_template_to_have_approved_says_what_our_pages_show(language: Language) -> None:
    assert f" | {say(language, 'reminder')} |" in PAGE


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('alerts.add(session, "fire", "where")', ["fire"]),
        ('KIND: Final = "fire"\nalerts.add(session, KIND, "where")', ["fire"]),
        ("self._journal.alert(kind, str(error))", [None]),
        ('alerts.count(session, "fire", since)', []),
    ],
)
def test_an_alert_is_found_in_the_code(source: str, found: list[str | None]) -> None:
    assert list(named(source)) == found


def test_every_metric_of_the_dashboard_is_one_of_ours_and_every_one_of_ours_in_the_page() -> None:
    sources = [path.read_text() for path in (ROOT / "bot").rglob("*.py")]
    ours = {name for text in sources for name in re.findall(r'"(palabre_[a-z_]+)", "', text)}
    assert len(ours) > 20
    asked = re.findall(r"palabre_[a-z_]+", " ".join(t["expr"] for panel in BOARD["panels"] for t in panel["targets"]))
    assert {re.sub(r"_(bucket|count|sum)$", "", name) for name in asked} <= ours
    assert {name for name in ours if f"`{name}" not in PAGE} == set()


def test_the_panels_of_the_dashboard_do_not_lie_on_each_other() -> None:
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in BOARD["panels"]]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in BOARD["panels"]})
