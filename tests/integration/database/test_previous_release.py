"""While a release is deployed the one before still answers: on the new schema, beside the new one, with its jobs on the
queues. Expand first; contract what no deployed release uses any more (docs/operations.md: Deploying)."""

import inspect
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest
from sqlalchemy import inspect as inspect_database

from bot.channels.emails import Email
from bot.channels.offers import Options
from bot.dao.database import Database
from bot.queue.policy import job_policies
from bot.services.money.packs import Pack
from bot.services.quiz.questions import Question, payload_of, questions_in
from tests.fakes.keys import migrate, open_database
from tests.releases import Release

PREVIOUS = Release.recorded()
Columns = Mapping[str, Mapping[str, Any]]


def schema_of(database: Database) -> dict[str, Columns]:
    with database.engine.connect() as connection:
        looked = inspect_database(connection)
        return {
            name: {str(column["name"]): dict(column) for column in looked.get_columns(name)}
            for name in looked.get_table_names()
        }


def kind(column: Mapping[str, Any]) -> str:
    return str(column["type"].as_generic()._type_affinity.__name__)


def may_be_left_out(column: Mapping[str, Any]) -> bool:
    """Whether a row can be stored by who does not know this column."""
    return bool(column["nullable"] or column["default"] is not None)


def missed(uses: Mapping[str, Mapping[str, str]], schema: Mapping[str, Columns]) -> list[str]:
    """What a release that uses these columns would stumble over in a schema."""
    found = []
    for table, columns in uses.items():
        there = schema.get(table, {})
        for name, told in columns.items():
            if name not in there:
                found.append(f"{table}.{name} is gone")
            elif told.rstrip("?") not in (kind(there[name]), "*"):
                found.append(f"{table}.{name} is {kind(there[name])} and was {told}")
            elif told.endswith("?") and not there[name]["nullable"]:
                found.append(f"{table}.{name} may not be empty any more")
        new = [name for name in there if name not in columns and not may_be_left_out(there[name])]
        found += [f"{table}.{name} is new and must be given" for name in new]
    return found


def test_what_the_previous_release_reads_and_writes_is_still_there(database: Database) -> None:
    assert missed(PREVIOUS.tables, schema_of(database)) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("ALTER TABLE alert DROP COLUMN detail", "alert.detail is gone"),
        ("ALTER TABLE alert RENAME COLUMN detail TO words", "alert.detail is gone"),
        ("ALTER TABLE task RENAME TO reminder", "task.title is gone"),
        ("ALTER TABLE chore DROP COLUMN holder; ALTER TABLE chore ADD COLUMN holder INTEGER",
         "chore.holder is Integer and was String"),
    ],
)  # fmt: skip
def test_a_migration_that_takes_something_away_is_found(database_url: str, change: str, told: str) -> None:
    database = open_database(database_url)
    migrate(database)
    with database.write_connection() as connection:
        for statement in change.split("; "):
            connection.exec_driver_sql(statement)
    assert told in missed(PREVIOUS.tables, schema_of(database))
    database.close()


def test_a_migration_that_asks_for_something_new_is_found(database: Database) -> None:
    columns = schema_of(database)["alert"]
    uses = {name: f"{kind(column)}{'?' * column['nullable']}" for name, column in columns.items() if name != "kind"}
    assert missed({"alert": uses}, {"alert": columns}) == ["alert.kind is new and must be given"]
    uses = {name: f"{kind(column)}?" for name, column in columns.items()}
    assert "alert.kind may not be empty any more" in missed({"alert": uses}, {"alert": columns})


def test_jobs_that_the_previous_release_put_onto_the_queues_are_understood() -> None:
    known = {policy.path for policy in job_policies(180).values()}
    for path, kinds in PREVIOUS.jobs.items():
        assert path in known  # else a worker refuses it
        module, _, name = path.rpartition(".")
        parameters = list(inspect.signature(getattr(import_module(module), name)).parameters.values())
        assert [each.annotation.__name__ for each in parameters[: len(kinds)]] == list(kinds)
        assert all(each.default is not inspect.Parameter.empty for each in parameters[len(kinds) :])


def test_an_email_that_waits_is_read_by_who_knows_more_and_by_who_knows_less_of_it() -> None:
    stored = {"recipients": ["awa@example.org"], "subject": "Fiche", "attachments": [3]}
    assert Email.read(stored) == Email(("awa@example.org",), "Fiche", attachments=(3,))
    assert Email.read(stored | {"of_a_later_release": True}) == Email.read(stored)


def test_what_is_offered_is_read_by_who_knows_less_of_it() -> None:
    new = {"of_a_later_release": True}
    options, pack = Options(7, ("oui", "non"), "Tu viens ?", "Choisir"), Pack("p", 120, 1000, "XOF")
    assert Options.read(options.stored() | new) == options
    assert Pack.read(pack.stored() | new) == pack
    asked = payload_of([Question("2 + 2 ?", ("3", "4"), "maths", "sealed")])
    (known,) = questions_in(asked)
    assert questions_in({"questions": [asked["questions"][0] | new]}) == (known,)
