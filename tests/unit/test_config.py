"""Settings: what is wrong is said in one line that names the variable."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.config import load_settings
from bot.env_file import ENV_FILE_IS_READ, said_in
from bot.errors import ConfigurationError
from tests.fakes.product import make_settings

GOOD = {
    "TWILIO_ACCOUNT_SID": "AC" + "0" * 32,
    "TWILIO_AUTH_TOKEN": "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    "TWILIO_WHATSAPP_FROM": "whatsapp:+14155238886",
    "OPENAI_API_KEY": "sk-9f8e7d6c5b4a39281706",
    "SECRET_KEY": "k3Jd82hdkWm49skLpQ02mzxn",
    "PUBLIC_URL": "https://palabre.ci",
}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.delenv("ENVIRONMENT", raising=False)
    for name, value in GOOD.items():
        monkeypatch.setenv(name, value)


def test_good_settings_load_and_are_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_FALLBACKS", "a, b ,,c")
    monkeypatch.setenv("ENVIRONMENT", "production")
    settings = load_settings()
    assert settings.model_fallbacks == ("a", "b", "c")
    with pytest.raises(ValidationError):
        settings.environment = "development"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TWILIO_ACCOUNT_SID", "AC12"),
        ("TWILIO_WHATSAPP_FROM", "+14155238886"),
        ("PUBLIC_URL", "palabre.ci"),
        ("DATABASE_URL", "mysql://x"),
        ("STORAGE_URL", "ftp://x"),
        ("STORAGE_URL", "file:///"),
        ("STORAGE_URL", "file:////"),
        ("STORAGE_URL", "s3:///no-bucket"),
        ("STORAGE_URL", "s3://bucket-without-keys"),
        ("MAX_ITERATIONS", "0"),
        ("MAX_ITERATIONS", "ten"),
        ("ENVIRONMENT", "prod"),
        ("DEFAULT_LANGUAGE", "de"),
        ("TURN_TIMEOUT_S", "-1"),
        ("TURN_TIMEOUT_S", "inf"),
        ("HEARTBEAT_S", "nan"),
        ("RETENTION_DAYS", "1000000"),
        ("OTP_TTL_S", "1e20"),
        ("WELCOME_CREDITS", "99999999999"),
        ("OTP_COUNTRIES", "CI,UK"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "valkey://cache:6379"),
        ("REDIS_URL", "redis://cache:port/0"),
        ("REDIS_URL", "redis://cache:99999/0"),
        ("REDIS_URL", "redis://:pass#word@cache:6379/0"),
        ("REDIS_URL", "redis://cache:6379/first"),
        ("DATABASE_URL", "postgres://palabre:password@database/palabre"),
        ("DATABASE_URL", "postgresql+psycopg://palabre:pass@word@database/palabre"),
        ("DATABASE_URL", "postgresql+psycopg://database:port/palabre"),
        ("DATABASE_URL", "postgresql+psycopg://database:99999/palabre"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "sqlite:////data/"),
        ("PUBLIC_URL", "https://palabre.ci:port"),
        ("PUBLIC_URL", "https://palabre.ci/webhooks/twilio/message"),
        ("PUBLIC_URL", "https://palabre.ci?rc=5"),
        ("PUBLIC_URL", "https://palabre.ci/#rc=5"),
        ("PUBLIC_URL", "https://awa:password@palabre.ci"),
        ("PUBLIC_URL", "https://école.ci"),
        ("PUBLIC_URL", "HTTPS://palabre.ci"),
        ("OPENAI_BASE_URL", "https://api.openai.com:port/v1"),
        ("OPENAI_BASE_URL", "https://api openai.com/v1"),
        ("TWILIO_SMS_FROM", "+33 6 44 60 00 00"),
        ("TWILIO_SMS_FROM", "33644600000"),
        ("TWILIO_SMS_FROM", "whatsapp:+33644600000"),
        ("STORAGE_URL", "s3://bucket?endpoint_url=minio:9000"),
        ("STORAGE_URL", "s3://bucket?endpoint=https://minio:9000"),
        ("SMTP_URL", "smtp://mail.palabre.ci:99999"),
        ("OPENAI_API_KEY", "“sk-9f8e7d6c5b4a39281706”"),
        ("OPENAI_API_KEY", "sk-9f8e7d6c\u200b5b4a39281706"),
        ("OPENAI_API_KEY", "sk-9f8e7d6c5b4a\n39281706"),
        ("TWILIO_AUTH_TOKEN", '"9f8e7d6c5b4a39281706f5e4d3c2b1a0"'),
        ("METRICS_TOKEN", "not one word but many of them"),
        ("MAIL_FROM", "a@palabre.ci, b@palabre.ci"),
        ("MAIL_FROM", "Éa <é@palabre.ci>"),
        ("BUG_REPORT_TO", "a@palabre.ci;b@palabre.ci"),
    ],
)
def test_a_bad_value_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert name in str(caught.value)
    assert re.match(r"[A-Z_]+( and [A-Z_]+)? (must|has) ", str(caught.value)), "a sentence of ours, whoever found it"
    assert "\n" not in str(caught.value)
    assert "password" not in str(caught.value).replace(":password@host", "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "redis://default:p@ss:word@cache.internal:6379"),
        ("REDIS_URL", "rediss://:p%23w@[fdaa::3]:6379/1?ssl_cert_reqs=none"),
        ("REDIS_URL", "unix:///run/valkey.sock?db=1"),
        ("DATABASE_URL", "sqlite:///var/awa's.db"),
        ("DATABASE_URL", "sqlite:////data/palabre.db?timeout=5"),
        ("DATABASE_URL", "postgresql+psycopg://awa@server:p#ss/w?rd@database:5432/palabre?sslmode=require"),
        ("DATABASE_URL", "postgresql+psycopg:///palabre?host=/run/postgresql"),
        ("DATABASE_URL", "postgresql+psycopg://u:p@[fdaa::3]/palabre"),
        ("PUBLIC_URL", "https://palabre.ci:8443/"),
        ("TWILIO_SMS_FROM", "38000"),
        ("TWILIO_SMS_FROM", "Palabre CI"),
        ("OTP_COUNTRIES", "CI,GB"),
        ("MAIL_FROM", '"Palabre, Abidjan" <bot@palabre.ci>'),
    ],
)
def test_what_works_is_taken(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    assert load_settings()


def test_no_password_is_shown_with_all_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://palabre:sesame-1@db/palabre")
    monkeypatch.setenv("REDIS_URL", "redis://:sesame-2@redis:6379/0")
    monkeypatch.setenv("SMTP_URL", "smtps://palabre:sesame-3@mail:465")
    monkeypatch.setenv("MAIL_FROM", "bot@palabre.ci")
    settings = load_settings()
    assert "sesame-1" in settings.database_url
    assert "sesame" not in f"{settings!r} {settings}"


def test_nobody_sees_a_space_behind_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PUBLIC_URL", "OPENAI_API_KEY", "TWILIO_AUTH_TOKEN", "SECRET_KEY"):
        monkeypatch.setenv(name, f" {GOOD[name]}\n")
    for name in ("HUMAN_CONTACT", "TAVILY_API_KEY", "MODEL_STUDENT"):
        monkeypatch.setenv(name, "  ")
    settings = load_settings()
    assert settings.public_url == GOOD["PUBLIC_URL"]
    assert settings.openai_api_key.get_secret_value() == GOOD["OPENAI_API_KEY"]
    assert settings.secret_key.get_secret_value() == f" {GOOD['SECRET_KEY']}\n", "its keys come from every character"
    assert settings.tavily_api_key is None
    assert (settings.model_student, settings.human_contact) == ("gpt-5-mini", "aide@palabre.example")
    monkeypatch.setenv("SECRET_KEY", " " * 40)
    with pytest.raises(ConfigurationError, match="SECRET_KEY"):
        load_settings()


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("OPENAI_BASE_URL", "https://palabre:kept-quiet@models.example/v1"),
        ("OPENAI_BASE_URL", "https://models.example/v1?api-key=kept-quiet&version=2"),
        ("TAVILY_URL", "https://search.example/?version=2&access_token=kept-quiet"),
        ("JINA_URL", "http://:kept-quiet@reader.example:8080"),
        ("SMTP_URL", "smtp://palabre:kept-quiet@mail.example"),
        ("REDIS_URL", "redis://:kept-quiet@127.0.0.1/0"),
        ("REDIS_URL", "redis://127.0.0.1/0?password=kept-quiet"),
        ("DATABASE_URL", "postgresql+psycopg://palabre@database/palabre?password=kept-quiet"),
        ("DATABASE_URL", "postgresql+psycopg://palabre@database/palabre?sslpassword=kept-quiet"),
    ],
)
def test_the_password_of_any_address_is_known(monkeypatch: pytest.MonkeyPatch, name: str, address: str) -> None:
    before = GOOD | {"MAIL_FROM": "bot@palabre.example", name: address}
    for each, value in before.items():
        monkeypatch.setenv(each, value)
    assert "kept-quiet" in load_settings().secret_values()


def test_an_address_without_a_password_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = load_settings().secret_values()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://[::1]:8080/v1/a@b?version=2")
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:6379/0?db=3")
    assert load_settings().secret_values() == before


def test_a_database_password_is_known_whatever_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://palabre:p#ss/w?rd@database/palabre")
    assert "p#ss/w?rd" in load_settings().secret_values()


def test_a_file_in_another_encoding_is_named_in_one_line(tmp_path: Path) -> None:
    Path(".env").write_bytes("\ufeffSERVICE_NAME=Maquis de l’école".encode())
    assert load_settings().service_name == "Maquis de l’école"
    for encoding in ("latin-1", "utf-16"):
        Path(".env").write_bytes("SERVICE_NAME=École\n".encode(encoding))
        for read in (load_settings, lambda: said_in(tmp_path / ".env")):
            with pytest.raises(ConfigurationError, match=r"\.env must be a text file in UTF-8"):
                read()


def test_a_file_that_was_read_for_us_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make run` leaves out of it what the demonstration has not, and an empty variable would let it back in."""
    Path(".env").write_text("SERVICE_NAME=Maquis")
    monkeypatch.setenv(ENV_FILE_IS_READ, "1")
    assert load_settings().service_name == "Palabre"


@pytest.mark.parametrize(
    "slip",
    ["DAILY_BUDGET_DOLLARS: 7", "- DAILY_BUDGET_DOLLARS=7", 'DATABASE_URL="postgresql+psycopg://u:pass-word@h/p'],
)
def test_a_line_that_says_nothing_is_named_and_not_left_out(slip: str) -> None:
    """Left out, the budget would be the default, and people's messages would go to a new SQLite file."""
    Path(".env").write_text(f"# ours\n\n{slip}\nSERVICE_NAME=Maquis\n")
    with pytest.raises(ConfigurationError, match=r"\A\.env, line 3: must be NAME=value") as caught:
        load_settings()
    assert "pass-word" not in str(caught.value)
    Path(".env").write_text("export SERVICE_NAME = 'Maquis du \n coin' # ours\nLOG_LEVEL\n")
    assert load_settings().service_name == "Maquis du \n coin"


@pytest.mark.parametrize(
    "name", ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "OPENAI_API_KEY", "TWILIO_WHATSAPP_FROM", "PUBLIC_URL"]
)
def test_a_missing_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv(name)
    with pytest.raises(ConfigurationError, match=name):
        load_settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "development-only-secret-key-of-32-bytes"),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY_PREVIOUS", "development-only-secret-key-of-32-bytes"),
        ("METRICS_TOKEN", "token"),
        ("TWILIO_AUTH_TOKEN", "change-me-change-me-change-me"),
        ("OPENAI_API_KEY", "your-key-goes-here-please"),
        ("PUBLIC_URL", "http://palabre.ci"),
    ],
)
def test_production_refuses_placeholders(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv("ENVIRONMENT", "production")
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match=name):
        load_settings()


def test_an_environment_that_says_nothing_is_production(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().is_production
    monkeypatch.delenv("SECRET_KEY")
    with pytest.raises(ConfigurationError, match="SECRET_KEY"):
        load_settings()


@pytest.mark.parametrize("url", ["https://palabre.ci", "http://192.168.1.7:8000", "http://127.0.0.1.evil.example"])
def test_development_is_for_this_machine(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("ENVIRONMENT", "development")
    monkeypatch.setenv("PUBLIC_URL", url)
    with pytest.raises(ConfigurationError, match="PUBLIC_URL"):
        load_settings()
    for own in ("http://127.0.0.1:8000", "http://localhost", "http://[::1]:9000"):
        monkeypatch.setenv("PUBLIC_URL", own)
        assert not load_settings().is_production


def test_no_secret_shows_in_a_settings_object_or_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert GOOD["SECRET_KEY"] not in repr(load_settings())
    monkeypatch.setenv("MAX_ITERATIONS", "ten")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert GOOD["TWILIO_AUTH_TOKEN"] not in str(caught.value)


def test_a_worker_is_not_lost_between_two_heartbeats() -> None:
    with pytest.raises(ValidationError, match="WORKER_LOST_AFTER_S"):
        make_settings(worker_heartbeat_s=4, worker_lost_after_s=8)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"PAYMENT_PROVIDER": "wave"}, "WAVE_API_KEY and WAVE_WEBHOOK_SECRET"),
        ({"PAYMENT_PROVIDER": "wave", "WAVE_API_KEY": "wave_ci_prod_8f7e6d5c4b3a"}, "WAVE_WEBHOOK_SECRET"),
        ({"PAYMENT_PROVIDER": "paystack"}, "PAYSTACK_SECRET_KEY"),
        ({"PAYMENT_PROVIDER": "demo", "ENVIRONMENT": "production"}, "PAYMENT_PROVIDER"),
        ({"PAYMENT_PROVIDER": "orange"}, "PAYMENT_PROVIDER"),
        ({"PAYMENT_PROVIDER": "paystack", "PAYSTACK_SECRET_KEY": "change-me-change-me"}, "PAYSTACK_SECRET_KEY"),
        ({"WAVE_API_URL": "api.wave.com"}, "WAVE_API_URL"),
        ({"PAYSTACK_EXPONENT": "3"}, "PAYSTACK_EXPONENT"),
    ],
)
def test_who_sells_without_what_it_takes_does_not_start(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], named: str
) -> None:
    monkeypatch.setenv("ENVIRONMENT", "production")
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)
