"""Kinds of settings that are addresses, numbers of senders or keys: each in a form that the library behind it reads as
the operator meant it. What raises here stops the start with one line; there it would be a traceback, or silence."""

import re
from typing import Annotated, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import AfterValidator, Field, SecretStr

HOST: Final = r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"
PORT: Final = r"(?::\d{1,5})?"
BIGGEST_PORT: Final = 65_535
_PUBLIC: Final = re.compile(rf"https?://{HOST}{PORT}/?")
_REDIS: Final = re.compile(rf"rediss?://(?:[^\s/?#]*@)?{HOST}{PORT}(?:/\d*)?(?:\?[^\s#]*)?|unix://[^\s#]+")
_POSTGRESQL: Final = re.compile(
    r"postgresql\+psycopg://(?:[^\s:/]*(?::(?P<password>[^\s@]*))?@)?"
    r"(?:[A-Za-z0-9._,-]+|\[[0-9A-Fa-f:.]+\])?(?::(?P<port>\d{1,5}))?(?:/[^\s?@]*)?(?:\?\S*)?"
)
_SQLITE: Final = re.compile(r"sqlite:///(?!:memory:)[^?]*[^?/](?:\?.*)?")
_SMTP: Final = re.compile(rf"smtps?://(?:[^\s:/@?#]*(?::[^\s:/@?#]*)?@)?{HOST}{PORT}/?")
_PASSWORD: Final = re.compile(
    r"://[^\s:/?#]*:([^\s/?#]+)@|[?&][\w-]*(?:password|key|token|secret)=([^\s&#]+)", re.IGNORECASE
)
_SENDER: Final = re.compile(r"\+[0-9]{1,15}|[0-9]{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 &_+-]{1,11}")
_KEY: Final = re.compile(r"[!-~]+")
_QUOTED: Final = re.compile(r"([\"']).*\1")
BUCKET_OPTIONS: Final = ("endpoint_url", "region")


def _web(value: str) -> str:
    """An http or https address."""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or not _has_port(value) or re.search(r"\s", value):
        raise ValueError("must be an http or https address")
    return value.rstrip("/")


def _public(value: str) -> str:
    """Nothing behind the host: paths of ours are put there, and Twilio signs them."""
    if not _PUBLIC.fullmatch(_web(value)) or not _has_port(value):
        raise ValueError("must be an address like https://bot.example.org, in ASCII, with nothing behind the host")
    return value.rstrip("/")


def _redis(value: str) -> str:
    if not _REDIS.fullmatch(value) or not _has_port(value):
        raise ValueError("must look like redis://:password@host:6379/0, rediss://… or unix://…, percent-encoded")
    return value


def _database(value: str) -> str:
    """One for SQLite is a file: what is kept in memory no other process sees."""
    if not value.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise ValueError("must begin with sqlite:/// or postgresql+psycopg://")
    if value.startswith("sqlite:") and not _SQLITE.fullmatch(value):
        raise ValueError("must name a file, as in sqlite:////data/palabre.db")
    found = _POSTGRESQL.fullmatch(value)
    if value.startswith("postgresql") and (found is None or int(found["port"] or 0) > BIGGEST_PORT):
        raise ValueError("must look like postgresql+psycopg://user:password@host:5432/name, percent-encoded")
    return value


def passwords_in(address: str) -> list[str]:
    """What no log may show of an address: the password before its host, and passwords, keys and tokens among its
    options. That of a database is as SQLAlchemy finds it: it may hold what ends a host elsewhere."""
    found = _POSTGRESQL.fullmatch(address)
    database = [found["password"]] if found and found["password"] else []
    return database + [before or option for before, option in _PASSWORD.findall(address)]


def _storage(value: str) -> str:
    """A folder, but not that of everything: a variable that was to name one stood behind it, and was empty."""
    if not value or (value.startswith("file:///") and value.removeprefix("file://").strip("/")):
        return value
    parts = urlsplit(value)
    if parts.scheme != "s3" or not parts.hostname:
        raise ValueError("must be file:///absolute/folder or s3://bucket?endpoint_url=https://…")
    for name, given in parse_qsl(parts.query, keep_blank_values=True):
        if name not in BUCKET_OPTIONS:
            raise ValueError(f"has an option {name!r}: there are {' and '.join(BUCKET_OPTIONS)}")
        if name == "endpoint_url":
            _endpoint(given)
    return value


def _endpoint(value: str) -> None:
    try:
        _web(value)
    except ValueError:
        raise ValueError("must have an http or https address for its endpoint_url") from None


def _smtp(value: SecretStr) -> SecretStr:
    address = value.get_secret_value()
    if not _SMTP.fullmatch(address) or not unquote(address).isascii() or not _has_port(address):
        raise ValueError("must look like smtp://user:password@host:587 or smtps://…, ASCII, percent-encoded")
    return value


def _sender(value: str) -> str:
    """Twilio takes a number, a short code, or a name of eleven characters."""
    if not _SENDER.fullmatch(value):
        raise ValueError("must be a number as Twilio writes it (+14155238887, without spaces), a short code or a name")
    return value


def _key(value: SecretStr) -> SecretStr:
    """What travels in a header: a quotation mark of a word processor, or a space that nobody sees, fits in none."""
    text = value.get_secret_value()
    if not _KEY.fullmatch(text) or _QUOTED.fullmatch(text):
        raise ValueError(
            "has a character that no key has (a space, a quotation mark, a letter outside ASCII): copy it anew"
        )
    return value


def _has_port(address: str) -> bool:
    """Whether what stands in the place of its port can be one."""
    try:
        urlsplit(address).port  # noqa: B018 - raises
    except ValueError:
        return False
    return True


WebAddress = Annotated[str, AfterValidator(_web)]
PublicAddress = Annotated[str, AfterValidator(_public)]
# Both may bring a password: whoever prints all settings does not show it.
RedisAddress = Annotated[str, AfterValidator(_redis), Field(repr=False)]
DatabaseAddress = Annotated[str, AfterValidator(_database), Field(repr=False)]
StorageAddress = Annotated[str, AfterValidator(_storage)]
MailServerAddress = Annotated[SecretStr, AfterValidator(_smtp)]
Sender = Annotated[str, AfterValidator(_sender)]
Key = Annotated[SecretStr, AfterValidator(_key)]
