"""Logs: whatever the caller wrote, and wherever it stands in the record, secrets and phone numbers do not get out."""

import json
import logging
import sys

import pytest
import requests
from pydantic import TypeAdapter
from sqlalchemy.exc import DBAPIError

from bot.errors import PermanentError, ToolFailed
from bot.obs.logs import RedactingFormatter, configure_logging

TOKEN, KEY = "0123456789abcdef0123456789abcdef", "sk-very-secret"
PHONE = "+2250700000001"


def written(message: str, *arguments: object, trace: BaseException | None = None, **extra: object) -> str:
    """One record as it leaves."""
    record = logging.makeLogRecord(
        {
            "name": "bot.test",
            "levelname": "ERROR",
            "msg": message,
            "args": arguments,
            "exc_info": (type(trace), trace, trace.__traceback__) if trace else None,
            **extra,
        }
    )
    return RedactingFormatter([TOKEN, KEY, f"{KEY}-longer", "abc"]).format(record)


def raised(text: str) -> BaseException:
    """One of our own, whose words are shown."""
    try:
        raise PermanentError(text)
    except PermanentError as error:
        return error


@pytest.mark.parametrize("secret", [TOKEN, KEY])
def test_secrets_are_hidden_everywhere(secret: str) -> None:
    for line in (
        written(f"token {secret}!"),
        written("token %s", secret),
        written("failed", trace=raised(f"Bearer {secret}")),
        written("failed", token=secret, nested={"authorization": [secret]}),
    ):
        assert secret not in line
        assert "[secret]" in line


def test_a_secret_within_a_longer_one_does_not_give_the_rest_away() -> None:
    assert "longer" not in written(f"{KEY}-longer")


def test_words_too_short_to_be_secrets_stay() -> None:
    assert "abc" in written("abc")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PHONE, "…0001"),
        (f"whatsapp:{PHONE}", "whatsapp:…0001"),
        ("to=2250700000001&x", "to=…0001&x"),
        ("%2B2250700000001", "%2B…0001"),
        ("0700000001", "…0001"),
        ("+225 07 00 00 00 01", "…0001"),
        ("07 00 00 00 01", "…0001"),
        ("00225-07.00.00.00.01", "…0001"),
        ("whatsapp:CI.13aB9cD4d5E", "whatsapp:CI.…4d5E"),
        ("CI.ENT.13aB9cD4d5E", "CI.…4d5E"),
        ("awa.kone+ecole@exemple.ci", "…@exemple.ci"),
        ("GET https://a.example/log?d=ma%20mère", "GET https://a.example/log?…"),
        ("2026-11-22 10:39:18 in 0.1234567 s", "2026-11-22 10:39:18 in 0.1234567 s"),
        ("127.0.0.1:6379 bot.dao.otp", "127.0.0.1:6379 bot.dao.otp"),
        ("123456", "123456"),
        ("part 17 of run 1234567", "part 17 of run 1234567"),
    ],
)
def test_phone_numbers_keep_their_last_four_digits(text: str, expected: str) -> None:
    assert written("%s", text).endswith(expected)
    assert f"about={expected}" in written("x", about=text)
    assert expected in written("x", trace=raised(text))


@pytest.mark.parametrize(
    "foreign",
    [
        ValueError("ma mère est malade"),
        KeyError("ma mère est malade"),
        OSError(2, "No such file", "ma mère est malade"),
        requests.ConnectionError("https://a.example/?d=ma mère est malade"),
        ToolFailed("no page says « ma mère est malade »"),
        DBAPIError("INSERT INTO t", {"body": "ma mère est malade"}, Exception("(ma mère est malade)")),
    ],
)
def test_the_words_of_foreign_exceptions_are_left_out(foreign: BaseException) -> None:
    kind = type(foreign).__name__
    try:
        try:
            raise foreign
        except type(foreign) as error:
            raise PermanentError("it failed") from error
    except PermanentError as error:
        chained = error
    for line in (
        written("failed", trace=foreign),
        written("failed", trace=chained),
        written("failed: %s", foreign),
        written("failed", error=foreign),
    ):
        assert "malade" not in line
        assert kind in line
    assert "PermanentError: it failed" in written("failed", trace=chained)
    assert "test_logs.py" in written("failed", trace=foreign), "where it came from is shown"


def test_pydantic_and_json_do_not_quote_their_input() -> None:
    for parse, text in ((TypeAdapter(int).validate_python, "malade"), (json.loads, '"malade')):
        with pytest.raises(ValueError, match=r"\w") as caught:
            parse(text)
        assert "malade" not in written("failed", trace=caught.value).replace("test_logs", "")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\v", "\x1e", "\x85", "\u2028", "\x1b[2K\x1b[1G"])
def test_what_strangers_write_makes_no_line_of_its_own(end: str) -> None:
    forged = f"x{end}2026-11-22 10:39:18 INFO bot.admin signed in{end} 07 00 00 00 01"
    for line in (
        written("file %s", forged),
        written("file", error=forged),
        written("failed: %s", raised(forged)),
        written("failed", trace=raised(forged)).partition("PermanentError: ")[2],
    ):
        assert len(line.splitlines()) == 1
        assert "\x1b" not in line
        assert line.endswith(" …0001")


def test_extra_fields_stand_behind_the_text_in_order() -> None:
    assert written("sent", part=7, error="x").endswith("sent error=x part=7")


def test_the_root_logger_writes_through_it(capsys: pytest.CaptureFixture[str]) -> None:
    handlers, level = logging.root.handlers[:], logging.root.level
    server = logging.StreamHandler()
    logging.getLogger("gunicorn.error").addHandler(server)
    try:
        configure_logging("DEBUG", [TOKEN])
        for library in ("httpcore2.http11", "twilio.http_client", "urllib3.connectionpool"):
            logging.getLogger(library).debug("Set-Cookie: somebody-elses")
        assert isinstance(server.formatter, RedactingFormatter), "the web server has a handler of its own"
        assert [handler.stream for handler in logging.root.handlers] == [sys.stderr]  # type: ignore[attr-defined]
        try:
            raise ValueError(f"{TOKEN} {PHONE}")
        except ValueError:
            logging.getLogger("bot.test").exception("failed", extra={"sender": PHONE})
    finally:
        logging.getLogger("gunicorn.error").removeHandler(server)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
    said = capsys.readouterr().err
    assert "somebody-elses" not in said, "what providers and pages answer"
    assert "\nValueError" in said
    assert "sender=…0001" in said
    assert TOKEN not in said
    assert PHONE not in said
