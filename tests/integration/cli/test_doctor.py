"""The doctor, with real servers around it: all is well, then each thing broken once."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.cli.doctor import places, providers
from bot.cli.doctor.examination import examine
from bot.cli.doctor.finding import Check, Finding, Mark, fine
from bot.cli.doctor.report import Report
from bot.cli.doctor.table import checks
from bot.config import Settings
from bot.dao import schema
from bot.dao.database import Database
from bot.errors import ConfigurationError
from bot.isolation.photos.recognition import can_recognise, languages_known
from bot.isolation.shell import runner
from bot.isolation.shell.trial import tried_sandbox
from bot.types import Language
from tests.fakes.bucket import ACCESS_KEY, SECRET_KEY, Buckets
from tests.fakes.keys import migrate, open_database
from tests.fakes.mail import MailServer, with_password
from tests.fakes.model import ScriptedModel, errors, says
from tests.fakes.product import make_settings
from tests.fakes.speech import Speech
from tests.fakes.twilio import FakeTwilio
from tests.fakes.valkey import Valkey
from tests.fakes.wave import FakeWave
from tests.fakes.web import FakeWeb

PATIENCE_S = 60.0  # the machine of the tests may be slow
PUBLIC_URL = "http://127.0.0.1:8000"
NO_DATABASE = "postgresql+psycopg://palabre:pass-word@127.0.0.1:1/palabre"
PASSWORD = "a-mail-password"


@dataclass
class Ward:
    """Everything a service needs, and its settings; `secrets` are what no line may show."""

    twilio: FakeTwilio
    model: ScriptedModel
    web: FakeWeb
    given: dict[str, Any]
    shown: list[str] = field(default_factory=list)

    def examined(self, **changes: Any) -> dict[str, tuple[Mark, str]]:
        """Marks and lines by label, in French; the last one of labels that stand several times."""
        settings = make_settings(**(self.given | changes))
        report = Report(Language.FR, settings.secret_values())
        found = {}
        for check, finding in examine(checks(settings), settings, PATIENCE_S):
            line = report.line(check.key, finding)
            self.shown.append(line)
            found[check.key.removeprefix("doctor_")] = (finding.mark, line)
        return found

    def bad(self, **changes: Any) -> dict[str, str]:
        """The lines of what is wrong."""
        return {key: line for key, (mark, line) in self.examined(**changes).items() if mark is Mark.BAD}


@pytest.fixture
def ward(tmp_path: Path, valkey: Valkey) -> Iterator[Ward]:
    url = f"sqlite:///{tmp_path}/palabre.db"
    made = open_database(url)
    migrate(made)
    made.close()
    with FakeTwilio(PUBLIC_URL) as twilio, ScriptedModel() as model, FakeWeb() as web:
        model.script(lambda _request: says("ok"))
        given = {
            "environment": "production",
            "public_url": PUBLIC_URL,
            "database_url": url,
            "redis_url": valkey.url,
            "storage_url": f"file://{tmp_path}/files",
            "twilio_api_url": twilio.url,
            "openai_base_url": model.url,
            "tavily_url": web.url,
            "tavily_api_key": "tvly-for-tests-and-nothing-else",
            "human_contact": "+225 07 00 00 00 00",
        }
        made_ward = Ward(twilio, model, web, given)
        yield made_ward
        secrets = make_settings(**given).secret_values()
        assert not [line for line in made_ward.shown if any(secret in line for secret in secrets)]


def test_a_service_in_good_health(ward: Ward) -> None:
    found = ward.examined(model_fallbacks="spare-model")
    assert {key for key, (mark, _) in found.items() if mark is Mark.BAD} == set()
    assert {key for key, (mark, _) in found.items() if mark is Mark.NONE} == {
        "whatsapp_webhook", "public_url", "jina", "payments", "mail", "ears", "voice", "template", "words",
    }  # fmt: skip
    assert found["sandbox"][0] is Mark.FINE
    assert "SQLite 3." in found["database"][1]
    assert "Valkey" in found["redis"][1]
    assert {request["model"] for request in ward.model.requests} == {"gpt-5-mini", "gpt-5-nano", "spare-model"}
    assert ward.web.requests == ["search fractions"]
    assert ward.twilio.stand_in.sent == []
    files = Path(ward.given["storage_url"].removeprefix("file://"))
    assert [path for path in files.rglob("*") if path.is_file()] == []


def test_postgresql_and_its_version(ward: Ward, postgres: Any) -> None:
    url = postgres.database_url()
    found = ward.examined(database_url=url)
    assert "PostgreSQL" in found["database"][1]
    assert found["clock"][0] is Mark.FINE
    assert found["schema"][0] is Mark.BAD
    assert "flask --app wsgi migrate" in found["schema"][1]
    database = open_database(url)
    migrate(database)
    database.close()
    assert ward.bad(database_url=url) == {}
    stranger = ward.bad(database_url=url.replace("palabre@", "stranger:pass-word@"))
    assert 'role "stranger" does not exist' in stranger["database"]
    assert "pass-word" not in "".join(ward.shown)
    postgres.give_back(url)


def test_before_the_first_migration_and_between_two(ward: Ward, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    found = ward.examined(database_url=f"sqlite:///{fresh}")
    assert [key for key, (mark, _) in found.items() if mark is Mark.BAD] == ["schema"]
    assert not fresh.exists(), "looking must not make it"
    database = Database(f"sqlite:///{fresh}")
    schema.migrate(database, "0001")
    database.close()
    assert "0001" in ward.bad(database_url=f"sqlite:///{fresh}")["schema"]
    database = open_database(f"sqlite:///{fresh}")
    schema.migrate(database)
    with database.write_connection() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    found = ward.examined(database_url=f"sqlite:///{fresh}")  # rolled back: what a newer release has migrated will do
    assert (found["schema"][0], found["secret_key"][0]) == (Mark.FINE, Mark.FINE)
    assert (
        ward.examined(environment="development", database_url=f"sqlite:///{tmp_path}/no.db")["schema"][0] is Mark.NONE
    )


@pytest.mark.parametrize(
    ("changes", "broken"),
    [
        ({"database_url": NO_DATABASE}, {"database", "schema", "secret_key", "clock"}),
        ({"prices_file": "/nowhere/prices.toml"}, {"prices"}),
        ({"redis_url": "redis://:pass-word@127.0.0.1:1/0"}, {"redis"}),
        ({"secret_key": "another-key-than-the-database-has"}, {"secret_key"}),
        ({"tavily_url": "http://127.0.0.1:1"}, {"search"}),
        ({"jina_url": "http://127.0.0.1:1"}, {"jina"}),
        ({"openai_base_url": "http://127.0.0.1:1/v1"}, {"model"}),
        ({"twilio_api_url": "http://127.0.0.1:1"}, {"twilio", "sms_webhook"}),
        ({"twilio_auth_token": "not-the-token-of-this-account"}, {"twilio", "sms_webhook"}),
        ({"public_url": "http://127.0.0.1:9999"}, {"sms_webhook"}),
        ({"public_url": "https://bot.example.org"}, {"sms_webhook", "public_url"}),
        ({"human_contact": "aide@palabre.example"}, {"human"}),
        ({"storage_url": "file:///dev/null/files"}, {"storage", "folders"}),
        ({"smtp_url": "smtp://bot:a-mail-password@127.0.0.1:1", "mail_from": "bot@palabre.org"}, {"mail"}),
    ],
)  # fmt: skip
def test_what_is_broken_is_named_and_nothing_else(ward: Ward, changes: dict[str, str], broken: set[str]) -> None:
    bad = ward.bad(**changes)
    assert set(bad) == broken
    assert all(" → " in line for line in bad.values()), "each says what to do"
    assert not any(word in line for line in ward.shown for word in ("pass-word", PASSWORD, "not-the-token"))


@pytest.mark.parametrize(
    ("closes", "opens"),
    [("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"), ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE")],
)
def test_a_redis_that_answers_and_takes_nothing(ward: Ward, valkey: Valkey, closes: str, opens: str) -> None:
    client = valkey.client()
    client.execute_command(*closes.split())
    try:
        line = ward.bad()["redis"]
    finally:
        client.execute_command(*opens.split())
    assert "n’accepte rien" in line


def test_prices_are_looked_at_as_every_worker_does(ward: Ward, tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text("[tools]\nweb_search = { call = 3 }\n")
    assert str(own) in ward.examined(prices_file=str(own))["prices"][1]
    misspelt = tmp_path / "misspelt.toml"
    misspelt.write_text("[tools]\nweb_serch = { call = 3 }\n")
    assert "tools.web_serch" in ward.bad(prices_file=str(misspelt))["prices"]


def test_models_are_told_apart(ward: Ward) -> None:
    ward.model.script(lambda request: errors(404) if request["model"] == "spare" else says("ok"))
    lines: list[str] = []
    settings = make_settings(**ward.given, model_fallbacks="spare")
    for check, finding in examine(list(providers.models(settings)), settings, PATIENCE_S):
        lines += Report(Language.EN).lines([(check, finding)])
    assert [line.split()[:3] for line in lines] == [
        ["✓", "model", "gpt-5-mini"], ["✓", "model", "gpt-5-nano"], ["✗", "model", "spare"]
    ]  # fmt: skip
    assert "refuses (404)" in lines[2]


@pytest.mark.parametrize(
    ("status", "said"), [(401, "refuse nos identifiants (401)"), (429, "débordé (429)"), (400, "refuse (400)")]
)
def test_a_model_that_refuses_and_quotes_the_key(ward: Ward, status: int, said: str) -> None:
    quoting = {"error": {"message": "Incorrect API key provided: sk-for-tests-and-nothing-else", "type": "test"}}
    ward.model.script(lambda _request: errors(status, quoting))
    assert said in ward.bad()["model"]


def test_who_hears_and_speaks_is_tried_out(ward: Ward) -> None:
    ward.model.speech = Speech()
    found = ward.examined(model_transcribe="ears", model_speech="tongue")
    assert (found["ears"][0], found["voice"][0]) == (Mark.FINE, Mark.FINE)
    assert [said.text for said in ward.model.speech.spoken] == ["ok"]
    bad = ward.bad(model_transcribe="deaf", model_speech="dumb")
    assert set(bad) == {"ears", "voice"}
    assert "MODEL_TRANSCRIBE" in bad["ears"]
    assert "MODEL_SPEECH" in bad["voice"]


def test_the_template_is_approved_or_not(ward: Ward) -> None:
    sid = "HX" + "a" * 32
    ward.twilio.stand_in.contents.approve(sid, "Votre réponse est prête.", "fr")
    mark, line = ward.examined(whatsapp_template_sid=sid)["template"]
    assert (mark, "approuvé par WhatsApp" in line) == (Mark.FINE, True)
    ward.twilio.stand_in.contents.approvals[sid] = "paused"
    assert f"{sid} : paused" in ward.bad(whatsapp_template_sid=sid)["template"]
    assert set(ward.bad(whatsapp_template_sid="HX" + "b" * 32)) == {"template"}  # nobody knows it


def test_whoever_reads_pictures_for_models_that_do_not_see(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "can_recognise", lambda: False)
    assert ward.examined(model_sees=False)["words"][0] is Mark.NONE
    monkeypatch.setattr(places, "can_recognise", lambda: True)
    monkeypatch.setattr(places, "languages_known", lambda: frozenset({"eng", "osd"}))
    assert "il lui manque fra" in ward.bad(model_sees=False)["words"]
    monkeypatch.setattr(places, "languages_known", lambda: frozenset({"eng", "fra"}))
    assert ward.examined(model_sees=False)["words"][0] is Mark.FINE


@pytest.mark.skipif(not can_recognise(), reason="no tesseract on this machine")
def test_the_languages_of_this_machine_are_seen() -> None:
    assert {"fra", "eng"} <= languages_known()


def test_the_webhook_of_a_messaging_service(ward: Ward) -> None:
    only_service = {
        "twilio_whatsapp_from": None,
        "twilio_sms_from": None,
        "twilio_messaging_service_sid": "MG" + "a" * 32,
    }
    found = ward.examined(**only_service)
    assert (found["sms_webhook"][0], found["whatsapp_webhook"][0]) == (Mark.FINE, Mark.FINE)
    ward.twilio.stand_in.webhook_base_url = "https://user:hidden@elsewhere.org"
    bad = ward.bad(**only_service)
    assert "https://elsewhere.org/webhooks/twilio/message au lieu de" in bad["sms_webhook"]
    assert "hidden" not in bad["sms_webhook"]


def test_a_number_that_is_not_the_accounts_cannot_be_seen(ward: Ward) -> None:
    assert ward.examined(twilio_sms_from="+33600000000")["sms_webhook"][0] is Mark.NONE


def test_mail_is_tried_as_far_as_the_password_and_none_is_sent(ward: Ward) -> None:
    server = MailServer(**with_password(auth_require_tls=False))
    address = f"smtp://bot%40example.org:{{}}@127.0.0.1:{server.port}"
    try:
        right = address.format("p%40ss%2Fword%3A%20100%25")
        found = ward.examined(smtp_url=right, mail_from="bot@palabre.org")
        assert found["mail"][0] is Mark.FINE
        bad = ward.bad(smtp_url=address.format(PASSWORD), mail_from="bot@palabre.org")
        assert "refuse nos identifiants" in bad["mail"]
        assert server.inbox == []
    finally:
        server.stop()


def test_a_bucket(ward: Ward) -> None:
    keys = {"aws_access_key_id": ACCESS_KEY, "aws_secret_access_key": SECRET_KEY}
    with Buckets() as server:
        url = server.storage_url("files")
        assert ward.examined(storage_url=url, **keys)["storage"][0] is Mark.FINE
        assert server.keys("files") == []
        assert "s3://none" in ward.bad(storage_url=url.replace("//files", "//none"), **keys)["storage"]


def test_what_hangs_is_left_behind_and_the_others_are_told(ward: Ward) -> None:
    def hang(_settings: Settings) -> Finding:
        ward.web._released.wait(60)
        return fine("doctor_fine")

    def break_down(_settings: Settings) -> Finding:
        raise ZeroDivisionError("sk-for-tests-and-nothing-else")

    asked = [Check("doctor_mail", hang), Check("doctor_disk", lambda _: fine("doctor_fonts_fine", count=1)),
             Check("doctor_redis", break_down)]  # fmt: skip
    settings = make_settings()
    found = [(check.key, finding.key) for check, finding in examine(asked, settings, 1.0)]
    assert found == [
        ("doctor_mail", "doctor_why_late"),
        ("doctor_disk", "doctor_fonts_fine"),
        ("doctor_redis", "doctor_why_unknown"),
    ]


def test_the_report_hides_secrets_and_counts() -> None:
    report = Report(Language.EN, ("sk-secret-of-the-model",))
    line = report.line("doctor_model", fine("doctor_model_fine", name="sk-secret-of-the-model", host="here"))
    assert line == "✓ model              … answers (here)"
    assert report.verdict() == "Everything that is set up works."


def test_the_doctor_tries_the_sandbox_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (check,) = [check for check in checks(make_settings()) if check.key == "doctor_sandbox"]
    assert check.look(make_settings()).key in ("doctor_sandbox_fine", "doctor_sandbox_off")
    tried_sandbox.cache_clear()
    monkeypatch.setattr(runner, "BOOT", "raise SystemExit")
    found = check.look(make_settings())
    assert (found.mark, found.key) == (Mark.NONE, "doctor_sandbox_off"), "the bot works without it"
    assert "guardian" in str(found.values["reason"])


def test_a_payment_provider_that_knows_our_key_and_one_that_does_not(ward: Ward) -> None:
    with FakeWave() as wave:
        assert ward.examined(**wave.settings)["payments"][0] is Mark.FINE
        wrong = {**wave.settings, "wave_api_key": "wave_ci_prod_of_somebody_else"}
        assert "401" in ward.bad(**wrong)["payments"]
        assert wave.stand_in.sessions == {}, "nothing is opened there"
        ward.given |= wave.settings


def test_a_folder_that_cannot_be_made_is_a_setting_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigurationError, match=r"DATABASE_URL: the folder .*file/data cannot be made"):
        Database(f"sqlite:///{tmp_path}/file/data/palabre.db")
