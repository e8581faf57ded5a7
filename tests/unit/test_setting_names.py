"""Names that are no settings though they look like some."""

from pathlib import Path

import pytest

from bot.cli.doctor import names
from bot.cli.doctor.finding import Mark
from bot.cli.doctor.report import Report
from bot.setting_names import meant
from bot.types import Language


@pytest.mark.parametrize(
    ("given", "looks_like"),
    [
        ("guest_daily_dollar", "GUEST_DAILY_DOLLARS"),
        ("metric_token", "METRICS_TOKEN"),
        ("turn_timeout", "TURN_TIMEOUT_S"),
        ("openai_apikey", "OPENAI_API_KEY"),
        ("databse_url", "DATABASE_URL"),
        ("twilio_sms_form", "TWILIO_SMS_FROM"),
        ("smtp_uri", "SMTP_URL"),
    ],
)
def test_a_slip_is_told_with_what_was_meant(given: str, looks_like: str) -> None:
    assert meant([given]) == {given.upper(): looks_like}
    assert meant([given, looks_like.lower()]) == {}, "who has given the setting too meant something else"


def test_names_of_others_are_nobodys_slip() -> None:
    others = """path home lang language logname shell term port hostname pythonpath ld_library_path fly_app_name
        redis_host database_host postgres_password aws_region aws_default_region aws_session_token aws_profile
        https_proxy kubernetes_service_host openai_organization openai_log tz user debian_frontend virtual_env
        flask_app smtp_host"""
    assert meant(others.split()) == {}


def test_the_doctor_looks_into_the_file_and_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert names.look().mark is Mark.FINE
    Path(".env").write_text("GUEST_DAILY_DOLLAR=1\nMETRIC_TOKEN=\n")
    monkeypatch.setenv("RETENTION_DAY", "90")
    found = names.look()
    assert found.mark is Mark.BAD
    line = Report(Language.EN).line("doctor_names", found)
    assert "GUEST_DAILY_DOLLAR (perhaps GUEST_DAILY_DOLLARS), RETENTION_DAY (perhaps RETENTION_DAYS)" in line
