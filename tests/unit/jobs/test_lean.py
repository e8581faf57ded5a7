"""What a worker leaves out is not loaded by all that it loads; what is only put off is there when it is asked for."""

import ast
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import CodeType

import pytest

from bot.tools.toolsets import TOOLS
from jobs.lean import KNOWS_CODE, WHEN_USED, without_docstrings

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]
of_code_we_know = pytest.mark.skipif(not KNOWS_CODE, reason="this Python keeps docstrings elsewhere, perhaps")
WORKER = """
import sys
from jobs.lean import leave_out
leave_out()
leave_out()
import jobs.runtime
loaded = {name for name, module in sys.modules.items() if module is not None}
assert not loaded & {"aiohttp", "charset_normalizer"}, "left out"
typed = sorted(name for name in loaded if name.startswith("openai.types.responses."))
assert len(typed) < 5, typed
put_off = ("redis.asyncio.client", "redis.asyncio.connection")
assert not loaded.intersection(put_off), "put off"
assert "cryptography.fernet" not in loaded, "nobody has sealed or opened anything"
"""
BARE = """
from jobs.lean import leave_out
leave_out()
import jobs.runtime, jobs.serving
from typing import get_overloads
from sqlalchemy import Select, select
from sqlalchemy.sql import _selectable_constructors
from bot.dao import inserts
assert (select.__doc__, Select.__doc__, select.__module__) == ("-", "-", _selectable_constructors.__name__)
assert not get_overloads(select)
assert inserts.inserter.__doc__ == "-"
assert (inserts.inserter.__annotations__, select.__annotations__) == ({}, {})
"""
ONE_DATABASE = """
import sys
from jobs.lean import leave_out
leave_out()
from bot.dao.engine.one_database import keep_to
keep_to("{url}")
import jobs.runtime, jobs.serving
from sqlalchemy import create_engine
from sqlalchemy.schema import CreateIndex
from bot.dao.inserts import inserter
from bot.models import Alert
print("sqlalchemy.dialects.postgresql.base" in sys.modules)
(index,) = (index for index in Alert.__table__.indexes if index.name == "ix_alert_open")
print(" ".join(str(CreateIndex(index).compile(create_engine("{url}"))).split()))
print(inserter("{dialect}").__module__)
"""
COMMAND = """
import sys, jobs.worker
assert not {"redis", "rq", "pydantic", "sqlalchemy"}.intersection(sys.modules), "loaded too early to be left out"
"""
SCHEMAS = """
import json
from jobs.lean import leave_out
leave_out()
from bot.tools.toolsets import TOOLS
print(json.dumps([tool.schema for tool in TOOLS.values()]))
"""
LIBRARIES = ("sqlalchemy.sql", "sqlalchemy.orm", "asyncio", "redis", "rq", "pydantic", "jinja2", "httpx2")
ASKED = """
from openai.types import Completion, responses
assert Completion.__name__ == "Completion"
assert responses.Response.__name__ == "Response"
try:
    from openai.types import Nothing
except ImportError:
    print("as ever")
"""
TOGETHER = """
import threading
from jobs.lean import leave_out
leave_out()
import openai.types.responses
ready, found = threading.Barrier(8), []
def ask():
    ready.wait()
    found.append(openai.types.responses.Response)
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found))
"""


def said_by(script: str) -> str:
    """What a fresh process writes, warnings included."""
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60
    )
    return done.stdout


def test_a_worker_does_not_hold_what_it_never_asks_for() -> None:
    assert said_by(WORKER) == ""


def test_the_command_loads_no_library_before_it_has_said_what_to_leave_out() -> None:
    assert said_by(COMMAND) == ""


def test_what_is_put_off_is_there_for_who_asks() -> None:
    assert said_by(WORKER + ASKED) == "as ever\n"


def test_threads_that_ask_at_the_same_moment_wait_for_each_other() -> None:
    assert said_by(TOGETHER) == "8\n"


def test_what_is_named_is_there() -> None:
    """Else an upgrade has moved it, and a worker holds it again."""
    assert [name for name in sorted(WHEN_USED) if find_spec(name) is None] == []


@of_code_we_know
def test_nothing_but_tools_has_docstrings_overloads_or_what_functions_were_annotated_with() -> None:
    assert said_by(BARE) == ""


@pytest.mark.parametrize(
    ("url", "dialect", "is_loaded"),
    [("sqlite:///:memory:", "sqlite", False), ("postgresql+psycopg://nobody@localhost/none", "postgresql", True)],
)
def test_a_worker_loads_the_dialect_of_its_own_database(url: str, dialect: str, is_loaded: bool) -> None:
    loaded, index, inserter = said_by(ONE_DATABASE.format(url=url, dialect=dialect)).splitlines()
    assert loaded == str(is_loaded)
    assert index == "CREATE INDEX ix_alert_open ON alert (kind, id) WHERE acknowledged_at IS NULL"
    assert inserter == f"sqlalchemy.dialects.{dialect}.dml"


def test_the_model_is_told_the_same_of_its_tools() -> None:
    assert json.loads(said_by(SCHEMAS)) == [tool.schema for tool in TOOLS.values()]


@of_code_we_know
@pytest.mark.parametrize("library", LIBRARIES)
def test_nothing_but_docstrings_is_taken_out_of_a_library(library: str) -> None:
    """As this version of Python compiles them: all of them, and no other text."""
    (folder,) = find_spec(library).submodule_search_locations
    for path in Path(folder).glob("*.py"):
        source = path.read_text(encoding="utf-8")
        whole = compile(source, path.name, "exec")
        before, after = Counter(letters(texts_of(whole))), Counter(letters(texts_of(without_docstrings(whole))))
        docstrings = Counter(letters(docstrings_of(ast.parse(source))))
        assert before - after == docstrings, path
        assert after - before == Counter({"-": docstrings.total()}), path


def letters(texts: Iterable[str]) -> Iterator[str]:
    """Those that have any, without spaces: Python 3.13 takes those from docstrings that only align them."""
    return ("".join(text.split()) for text in texts if text.strip())


def texts_of(code: CodeType) -> Iterator[str]:
    """Every text among the constants of a module."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from texts_of(each)
        elif isinstance(each, str):
            yield each


def docstrings_of(tree: ast.Module) -> Iterator[str]:
    """As the grammar has them."""
    for node in ast.walk(tree):
        has_one = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if has_one and (docstring := ast.get_docstring(node, clean=False)):
            yield docstring
