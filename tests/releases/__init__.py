"""The release before this one: what is recorded of it, and its code, out of the history.

`python -m tests.releases NAME COMMIT` records the release that is deployed now, whenever one is: what its code
expects of the database and what it puts onto the queues. The next one must leave that in place (docs/operations.md:
Deploying)."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Self
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[2]
RECORD = Path(__file__).with_name("previous.json")
PRODUCT = ("bot", "jobs", "templates", "wsgi.py", "gunicorn.conf.py")

# Run by the release's own code: its tables with their columns, and its jobs with the kinds of their arguments.
_TELL = """
import inspect, json
from importlib import import_module
import bot.models
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel
from bot.dao.schema import MIGRATIONS
from bot.queue.policy import job_policies

def kind(column):
    of = getattr(column.type, "load_dialect_impl", lambda _: column.type)
    names = {of(each.dialect()).as_generic()._type_affinity.__name__ for each in (postgresql, sqlite)}
    return (names.pop() if len(names) == 1 else "*") + "?" * bool(column.nullable)

jobs = {}
for policy in job_policies(180).values():
    module, _, name = policy.path.rpartition(".")
    jobs[policy.path] = [
        getattr(each.annotation, "__name__", str(each.annotation))
        for each in inspect.signature(getattr(import_module(module), name)).parameters.values()
    ]
tables = {
    table.name: {column.name: kind(column) for column in table.columns} for table in SQLModel.metadata.sorted_tables
}
revision = max(path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))
print(json.dumps({"revision": revision, "tables": tables, "jobs": jobs}))
"""


@dataclass(frozen=True, slots=True)
class Release:
    """`revision` is its newest migration, `tables` its columns by table with the kind of each (`*`: each
    database has its own; `?`: may be empty), `jobs` the kinds of the
    arguments of what it puts onto the queues, by dotted path."""

    name: str
    commit: str
    revision: str
    tables: Mapping[str, Mapping[str, str]]
    jobs: Mapping[str, Sequence[str]]

    @classmethod
    def recorded(cls) -> Self:
        """The one before this."""
        return cls(**json.loads(RECORD.read_text()))

    def is_in_history(self) -> bool:
        """Whether its code can be had here: a clone may be shallow, an archive has no history at all."""
        command = ["git", "cat-file", "-e", f"{self.commit}^{{commit}}"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0

    def unpack(self, folder: Path) -> Path:
        """Put its code into a folder."""
        _unpack(self.commit, folder)
        return folder


def _unpack(commit: str, folder: Path) -> None:
    command = ["git", "archive", "--format=zip", commit, *PRODUCT]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with ZipFile(BytesIO(packed)) as archive:
        archive.extractall(folder)


def record(name: str, commit: str, folder: Path) -> Release:
    """What the code of a commit says of itself."""
    _unpack(commit, folder)
    told = subprocess.run([sys.executable, "-c", _TELL], cwd=folder, capture_output=True, check=True, text=True).stdout
    full = subprocess.run(["git", "rev-parse", commit], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    said: dict[str, Any] = json.loads(told)
    made = Release(name=name, commit=full.strip(), **said)
    RECORD.write_text(json.dumps(asdict(made), indent=1) + "\n")
    return made
