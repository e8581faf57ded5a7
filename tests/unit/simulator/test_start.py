"""What `make run` decides before it starts anything."""

import socket
import sys
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.config import Settings
from bot.dao import schema
from bot.dao.database import Database
from bot.env_file import ENV_FILE_IS_READ
from bot.i18n.terminal import terminal_language
from bot.models import User
from bot.simulator import environment, stack
from bot.simulator.folder import InUse, hold, make
from bot.simulator.mails import FOLDER
from bot.simulator.ports import free_port, next_free, port_number
from bot.simulator.schema_look import is_ready
from bot.types import Language
from tests.fakes.keys import migrate, open_database

DATA = Path("/somewhere")
EXAMPLE = Path(__file__).parents[3] / ".env.example"


def told(**given: str) -> str:
    made = environment.development(given, DATA, 8000, 7000, 8001, 8002)
    return "\n".join(environment.told(given, made, Language.EN))


def test_without_any_key_the_demonstration_says_that_it_is_one() -> None:
    text = told()
    assert "no AI; for a real model: OPENAI_API_KEY" in text
    assert "e-mail      kept here" in text
    assert "Valkey, started with the rest" in text


def test_whoever_copies_the_example_gets_the_same_servers_database_and_files() -> None:
    copied = {name: value for name, value in dotenv_values(EXAMPLE).items() if value}
    assert told(**copied) == told()
    made = environment.development(copied, DATA, 8000, 7000, 8001, 8002)
    plain = environment.development({}, DATA, 8000, 7000, 8001, 8002)
    assert {name: made[name] for name in plain} == plain
    assert copied.get("ENVIRONMENT") != "production", "the doctor would look for Twilio's account"


def test_an_empty_variable_is_none() -> None:
    """`DATABASE_URL= make run`: settings take an empty one for none too, and would go elsewhere than --data says."""
    empty = dict.fromkeys(("DATABASE_URL", "STORAGE_URL", "REDIS_URL", "PAYMENT_PROVIDER"), "")
    made = environment.development(empty, DATA, 8000, 7000, 8001, 8002)
    assert made == environment.development({}, DATA, 8000, 7000, 8001, 8002)


def test_a_real_model_without_search_says_what_is_missing() -> None:
    text = told(OPENAI_API_KEY="sk-secret", MODEL_PRO="big", OPENAI_BASE_URL="https://user:hidden@models.org/v1")
    assert "gpt-5-mini, big, at models.org" in text
    assert "TAVILY_API_KEY" in text
    assert "search      Tavily" in told(OPENAI_API_KEY="sk-secret", TAVILY_API_KEY="tvly-secret")


def test_somebody_who_is_silent_for_a_day_is_reminded_there_too(tmp_path: Path) -> None:
    """The phone's Twilio knows the templates that the settings name."""
    made = environment.development({}, tmp_path, 8000, 7000, 8001, 8002)
    settings = Settings(**{name.lower(): value for name, value in made.items()}, _env_file=None)
    assert set(settings.whatsapp_templates) == set(Language)
    assert len(set(settings.whatsapp_templates.values())) == 2


def test_no_password_is_told() -> None:
    text = told(
        OPENAI_API_KEY="sk-secret", TAVILY_API_KEY="tvly-secret", REDIS_URL="redis://:hidden@cache:6379/0",
        SMTP_URL="smtp://bot:hidden@mail.org", STORAGE_URL="s3://bucket/files?endpoint_url=https://hidden",
    )  # fmt: skip
    assert "redis://cache/0" in text
    assert "mail.org" in text
    assert "s3://bucket/files" in text
    assert not any(secret in text for secret in ("hidden", "secret"))


def test_emails_stay_here_unless_the_developer_has_a_mail_server() -> None:
    names = ("SMTP_URL", "MAIL_FROM", "BUG_REPORT_TO")

    def made(**given: str) -> tuple[str | None, ...]:
        values = environment.development(given, DATA, 8000, 7000, 8001, 8002)
        return tuple(values.get(name) for name in names)

    ours = ("smtp://127.0.0.1:8002", "Palabre <palabre@palabre.example>", "bugs@palabre.example")
    assert made() == made(SMTP_URL="", MAIL_FROM="") == ours
    assert made(MAIL_FROM="a@b.org", BUG_REPORT_TO="c@d.org") == (ours[0], "a@b.org", "c@d.org")
    assert made(SMTP_URL="smtp://mail.org", MAIL_FROM="a@b.org") == ("smtp://mail.org", "a@b.org", None)


def test_the_demonstration_has_nothing_of_a_real_models() -> None:
    """`OPENAI_API_KEY= make run` beside a file `.env` that has all of it."""
    real = dict.fromkeys(("JINA_API_KEY", "EMBEDDINGS_MODEL", "MODEL_TRANSCRIBE", "MODEL_SPEECH"), "real")
    demo = environment.development(real | {"OPENAI_API_KEY": ""}, DATA, 8000, 7000, 8001, 8002)
    assert not real.keys() & demo.keys()
    assert ENV_FILE_IS_READ in demo, "it would be there again"
    theirs = environment.development(real | {"OPENAI_API_KEY": "sk-secret"}, DATA, 8000, 7000, 8001, 8002)
    assert {name: theirs[name] for name in real} == real


def test_a_services_settings_start_no_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENVIRONMENT", "production")
    monkeypatch.setattr(sys, "argv", ["make run", "--lang", "en", "--port", "1"])
    with pytest.raises(SystemExit, match="palabre: ENVIRONMENT is production"):
        stack.main()


@pytest.mark.parametrize(
    "storage", ["", "file:///somewhere/files", "file:///C# 50%/d’été%20/files", "s3://bucket/files?region=x"]
)
def test_the_mailbox_and_the_page_mean_the_same_folder(storage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    settings = Settings.model_construct(storage_url=storage)
    folder = environment.mail_folder({"STORAGE_URL": storage})
    assert folder.absolute() == settings.storage_folder.with_name(FOLDER)


def test_a_store_that_is_no_folder_is_left_to_the_settings_to_refuse() -> None:
    """A trace of pathlib's stood there."""
    assert environment.mail_folder({"STORAGE_URL": "file:///"}) == Path("/") / FOLDER


def test_files_lie_in_the_folder_that_was_told_whatever_it_is_called() -> None:
    data = Path("/Cours de C#/50 % fini/d’été")
    made = environment.development({}, data, 8000, 7000, 8001, 8002)
    settings = Settings.model_construct(storage_url=made["STORAGE_URL"])
    assert settings.storage_folder == data / "files"
    assert environment.mail_folder(made) == data / FOLDER
    assert f"{data}/files" in "\n".join(environment.told({}, made, Language.EN))


def test_migrations_are_found_below_a_folder_with_a_percent_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "50% (fini)"
    elsewhere.mkdir()
    (elsewhere / "migrations").symlink_to(schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", elsewhere / "migrations")
    database = open_database(f"sqlite:///{elsewhere}/palabre.db")
    migrate(database)
    add_made_up(database)
    assert is_ready(f"sqlite:///{elsewhere}/palabre.db")


def test_a_folder_is_one_runs_alone(tmp_path: Path) -> None:
    held = hold(tmp_path, "http://127.0.0.1:8000/phone")
    with pytest.raises(InUse, match=r"^http://127\.0\.0\.1:8000/phone$"):
        hold(tmp_path, "http://127.0.0.1:8001/phone")
    held.close()
    with hold(tmp_path, "http://127.0.0.1:8001/phone"), pytest.raises(InUse, match=r":8001/phone$"):
        hold(tmp_path, "http://127.0.0.1:8002/phone")


def test_no_data_go_below_a_name_that_would_be_cut(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="\\?"):
        make(tmp_path / "pourquoi ?" / "var")
    assert list(tmp_path.iterdir()) == []
    make(tmp_path / "C# 50 %" / "var")


@pytest.mark.parametrize("typed", ["abc", "", "0", "-1", "65536", "8000.5"])
def test_what_is_no_port_is_told_in_a_line(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 – argparse asks for no more
        port_number(typed)


def test_the_last_port_has_none_above_it() -> None:
    assert port_number("65535") == 65_535
    assert free_port(65_536) != 65_536
    assert next_free(65_535) < 65_535


def test_the_model_told_is_the_settings_own() -> None:
    assert {Settings.model_fields[name.lower()].default for name in environment.MODELS} == {environment.DEFAULT_MODEL}
    assert Settings.model_fields["openai_base_url"].default == environment.DEFAULT_PROVIDER


def add_made_up(database: Database) -> None:
    """Somebody made up, as on every development machine."""
    with database.write() as session:
        session.add(User(id=-1))
    database.close()


def test_a_database_is_ready_only_with_the_newest_schema_and_made_up_people(tmp_path: Path) -> None:
    """Before the worker meets a service's own, which has none, it is judged."""
    url = f"sqlite:///{tmp_path}/palabre.db"
    assert not is_ready(url)
    assert not (tmp_path / "palabre.db").exists()
    database = open_database(url)
    schema.migrate(database, "0001")
    assert not is_ready(url)
    migrate(database)
    assert not is_ready(url)
    add_made_up(database)
    assert is_ready(url)
    assert not is_ready("postgresql+psycopg://palabre@127.0.0.1:1/palabre")
    (tmp_path / "broken.db").write_bytes(b"not a database at all" * 100)
    assert not is_ready(f"sqlite:///{tmp_path}/broken.db")


def test_a_taken_port_names_one_that_is_free() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert next_free(port - 1) != port


@pytest.mark.parametrize(
    ("locale", "language"),
    [("en_GB.UTF-8", "en"), ("en", "en"), ("fr_FR.UTF-8", "fr"), ("C.UTF-8", "fr"), ("", "fr"), (None, "fr")],
)
def test_the_terminals_language(locale: str | None, language: str) -> None:
    assert terminal_language(locale) == language
