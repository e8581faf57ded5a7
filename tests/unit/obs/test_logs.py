"""Logs: whatever the caller wrote, and wherever it stands in the record, secrets and phone numbers do not get out."""

import logging
import sys

import pytest

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
    try:
        raise ValueError(text)
    except ValueError as error:
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
        ("123456", "123456"),
        ("part 17 of run 1234567", "part 17 of run 1234567"),
    ],
)
def test_phone_numbers_keep_their_last_four_digits(text: str, expected: str) -> None:
    assert written("%s", text).endswith(expected)
    assert f"about={expected}" in written("x", about=text)
    assert expected in written("x", trace=raised(text))


def test_extra_fields_stand_behind_the_text_in_order() -> None:
    assert written("sent", part=7, error="x").endswith("sent error=x part=7")


def test_the_root_logger_writes_through_it(capsys: pytest.CaptureFixture[str]) -> None:
    handlers, level = logging.root.handlers[:], logging.root.level
    try:
        configure_logging("INFO", [TOKEN])
        assert [handler.stream for handler in logging.root.handlers] == [sys.stderr]  # type: ignore[attr-defined]
        try:
            raise ValueError(f"{TOKEN} {PHONE}")
        except ValueError:
            logging.getLogger("bot.test").exception("failed", extra={"sender": PHONE})
    finally:
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
    said = capsys.readouterr().err
    assert "ValueError: [secret] …0001" in said
    assert "sender=…0001" in said
    assert TOKEN not in said
    assert PHONE not in said
