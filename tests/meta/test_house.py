"""The rules of the house, checked: sizes, docstrings, layers, tables that must agree, habits of the tests."""

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from bot.config import Settings
from bot.config_limits import LimitSettings
from bot.env_file import said_in
from bot.queue.policy import job_policies
from jobs.process import GRACE_S
from jobs.worker import TO_A_CHECKPOINT_S, read_options

ROOT = Path(__file__).resolve().parents[2]
DECISIONS = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_LOOP = 250, 40, 90


def sources(*folders: str) -> Iterator[Path]:
    """The Python files of the product, without migrations."""
    for folder in folders:
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations/versions" not in str(path))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_files_and_functions_stay_small() -> None:
    large = []
    for path in sources("bot", "jobs"):
        text = path.read_text()
        if len(text.splitlines()) > LONGEST_FILE:
            large.append(f"{name(path)}: {len(text.splitlines())} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                limit = LONGEST_LOOP if name(path) == "bot/agent/loop.py" else LONGEST_FUNCTION
                length = (node.end_lineno or 0) - node.lineno + 1
                if length > limit:
                    large.append(f"{name(path)}: {node.name} has {length} lines")
    assert large == []


def test_a_unit_test_stands_where_what_it_tests_stands() -> None:
    folders = {path.parent.relative_to(ROOT / "tests/unit") for path in (ROOT / "tests/unit").rglob("test_*.py")}
    lost = [str(at) for at in folders if not (ROOT / "bot" / at).is_dir() and not (at.parts and (ROOT / at).is_dir())]
    assert lost == []


def test_no_two_decisions_bear_one_number() -> None:
    numbers = [path.name[:4] for path in DECISIONS]
    assert [number for number in sorted(set(numbers)) if numbers.count(number) > 1] == []


def test_every_decision_says_its_rule() -> None:
    assert [path.name for path in DECISIONS if "\n**Rule:** " not in path.read_text()] == []


def test_every_decision_has_its_line_in_the_list_of_decisions() -> None:
    listed = (ROOT / "docs/decisions/README.md").read_text()
    lines = {path.name: path.read_text().partition("\n")[0].removeprefix(f"# {path.name[:4]}: ") for path in DECISIONS}
    lacking = [file for file, title in lines.items() if listed.count(f"| [{file[:4]}]({file}) | {title} | ") != 1]
    assert sorted(lacking) == []


def test_every_page_is_in_the_readme_and_no_link_of_a_page_leads_nowhere() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    links = [(page, to) for page in pages for to in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())]
    assert [f"{name(page)}: {to}" for page, to in links if not (page.parent / to).exists()] == []
    linked = {(ROOT / to).resolve() for page, to in links if page == ROOT / "README.md"}
    assert [page.name for page in (ROOT / "docs").glob("*.md") if page not in linked] == []


def test_every_module_says_what_lives_there() -> None:
    missing = [
        name(path) for path in sources("bot", "jobs", "tests") if not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert [path for path in missing if (ROOT / path).read_text().strip()] == []


def test_the_tree_of_errors_is_drawn_as_it_has_grown() -> None:
    tree = ast.parse((ROOT / "bot/errors.py").read_text())
    drawn: dict[str, str] = {}
    above: list[str] = ["Exception"]
    for line in (ast.get_docstring(tree) or "").splitlines():
        if found := re.match(r"([│├└─ ]*)([A-Z]\w+)(?: {2}|$)", line):
            depth = len(found[1]) // 4
            above[depth + 1 :] = [found[2]]
            drawn[found[2]] = above[depth]
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert drawn == {node.name: ast.unparse(node.bases[0]) for node in classes if node.name != "ErrorType"}


def test_no_import_hides_inside_a_function() -> None:
    hidden = []
    for path in sources("bot", "jobs"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                hidden += [
                    f"{name(path)}:{n.lineno}" for n in ast.walk(node) if isinstance(n, ast.Import | ast.ImportFrom)
                ]
    assert hidden == []


@pytest.mark.programs
def test_imports_go_down_only() -> None:
    linter = str(Path(sys.executable).with_name("lint-imports"))
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_environment_is_read_in_one_place() -> None:
    readers = [
        name(path)
        for path in sources("bot", "jobs")
        if re.search(r"\bos\.(environ|getenv)\b", path.read_text()) and "simulator" not in str(path)
    ]
    assert readers in ([], ["bot/isolation/children.py"])  # a child gets an environment without secrets


def test_statements_are_written_in_the_dao_only() -> None:
    outside = [path for path in sources("bot", "jobs") if not name(path).startswith(("bot/dao/", "bot/models/"))]
    assert [f"{name(path)}:{place}" for path in outside for place in statements(path.read_text())] == []


@pytest.mark.parametrize(
    "line",
    [
        "from sqlmodel import Session, select",
        "from sqlalchemy import update as change",
        "import sqlmodel",
        "from sqlalchemy.sql import text",
        "session.exec(query)",
        "talk.session.execute(query)",
        "self._session.scalar(query)",
    ],
)
def test_a_statement_outside_the_dao_is_found(line: str) -> None:
    assert statements(line) == [f"1 {line}"]


def statements(source: str) -> list[str]:
    """Where a module writes or executes SQL. Sessions may be handed on, and rows got by their key, anywhere."""
    allowed = {"sqlmodel": {"Session"}, "sqlalchemy.exc": {"SQLAlchemyError", "DBAPIError"}}
    guilty: list[ast.stmt | ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("sqlmodel", "sqlalchemy"):
            if not {imported.name for imported in node.names} <= allowed.get(node.module or "", set()):
                guilty.append(node)
        elif isinstance(node, ast.Import):
            if any(imported.name.partition(".")[0] in ("sqlmodel", "sqlalchemy") for imported in node.names):
                guilty.append(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            on_session = ast.unparse(node.func.value).rpartition(".")[2].strip("_") == "session"
            if on_session and node.func.attr in ("exec", "execute", "scalar", "scalars"):
                guilty.append(node)
    return [f"{node.lineno} {ast.unparse(node)}" for node in guilty]


def test_every_job_exists_and_every_queue_has_a_worker() -> None:
    fly = tomllib.loads((ROOT / "fly.toml").read_text())
    served = [queue for command in fly["processes"].values() for queue in read_queues(command)]
    assert sorted(served) == sorted({policy.queue for policy in job_policies(180).values()})
    for policy in job_policies(180).values():
        module, _, function = policy.path.rpartition(".")
        assert callable(getattr(import_module(module), function))


def read_queues(command: str) -> list[str]:
    """The queues of a worker's command line, read as the worker reads it; none for another process."""
    program, _, arguments = command.partition("jobs.worker")
    return list(read_options(shlex.split(arguments)).queues) if program.endswith("python -m ") else []


def test_the_platform_waits_as_long_as_a_stop_may_take() -> None:
    fly = tomllib.loads((ROOT / "fly.toml").read_text())
    patience = float(fly["kill_timeout"].removesuffix("s"))
    grace = LimitSettings.model_fields["stop_grace_s"].default
    assert float(fly["env"]["STOP_GRACE_S"]) == grace
    assert grace + TO_A_CHECKPOINT_S + GRACE_S < patience
    (drain,) = re.findall(r"^graceful_timeout = (\d+)", (ROOT / "gunicorn.conf.py").read_text(), re.MULTILINE)
    assert int(drain) < patience


def test_every_migration_has_a_number_of_its_own() -> None:
    """Two made at the same time merge without a conflict, and then no database is migrated."""
    numbers = [path.name[:4] for path in (ROOT / "bot/dao/migrations/versions").glob("0*.py")]
    assert sorted(numbers) == [f"{number:04}" for number in range(1, len(numbers) + 1)]


def test_every_setting_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text()
    listed = set(re.findall(r"^([A-Z0-9_]+)=", example, re.MULTILINE))
    assert listed == {field.upper() for field in Settings.model_fields}


def test_the_example_gives_each_setting_the_default_it_has() -> None:
    """Whoever copies it to .env runs with these values."""
    needed = {"TWILIO_ACCOUNT_SID": "AC" + "0" * 32, "TWILIO_AUTH_TOKEN": "t" * 32, "OPENAI_API_KEY": "o" * 32}
    made = {"TWILIO_SMS_FROM": "+14155238887", "PUBLIC_URL": "https://palabre.ci", "SECRET_KEY": "k" * 32} | needed
    ours = {name.lower(): value for name, value in made.items()}
    given = {name.lower(): value for name, value in said_in(ROOT / ".env.example").items()}
    assert Settings(_env_file=None, **(given | ours)) == Settings(_env_file=None, **ours)


def test_every_dependency_is_pinned_and_justified() -> None:
    listed = (ROOT / "docs/dependencies.md").read_text()
    for file in ("requirements.txt", "tests/requirements.txt"):
        for line in (ROOT / file).read_text().splitlines():
            if line and not line.startswith("#"):
                package, separator, version = line.partition("==")
                assert separator, f"{line} is not pinned"
                assert version
                assert f"`{package.partition('[')[0]}`" in listed, f"{package} is not in docs/dependencies.md"


def test_tests_neither_sleep_nor_patch() -> None:
    guilty = [name(path) for path in sources("tests") if re.search(r"mock\.patch|@patch\(", path.read_text())]
    for path in sources("tests"):
        for test in ast.walk(ast.parse(path.read_text())):
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                guilty += [f"{name(path)}:{node.lineno}" for node in own_nodes(test) if is_sleep(node)]
    assert [place for place in guilty if not place.startswith("tests/meta")] == []


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What a function does itself, without the functions it defines (which may be things that take time)."""
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))


def is_sleep(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("time.sleep", "sleep")


def test_nothing_is_left_for_later() -> None:
    marks = re.compile("TO" + "DO|FIX" + "ME|X" + "XX|NotImplemented" + "Error")
    assert [name(path) for path in sources("bot", "jobs", "tests") if marks.search(path.read_text())] == []
