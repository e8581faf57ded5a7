"""Steps that several stories share: signing in, hearing, and looking through everything that is stored."""

import re
import zlib
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import requests

from tests.fakes.twilio import Phone
from tests.flows.conftest import Stack

NUMBER = "+2250700000003"


def code_in(text: str) -> str:
    """The six digits of a code message."""
    found = re.search(r"\b\d{6}\b", text)
    assert found, text
    return found.group()


def hears_about(phone: Phone, words: str) -> str:
    """The next message that says these words; what comes before it is heard too."""
    while True:
        body = phone.hears(20).body
        if words in body:
            return body


def asks_for_a_code(phone: Phone, sms: Phone, *, word: str = "/connexion") -> str:
    """The dialogue on WhatsApp up to the code, which arrives by SMS."""
    phone.says(word)
    hears_about(phone, "1. ")
    phone.says("1")
    code = code_in(hears_about(sms, "Code Palabre"))
    hears_about(phone, "6 chiffres")
    return code


def sign_in(phone: Phone, sms: Phone) -> None:
    """The whole dialogue, up to and including the right code."""
    phone.says(asks_for_a_code(phone, sms))


def column(stack: Stack, query: str) -> list[Any]:
    """The first column of what a query finds."""
    with stack.database.read() as session:
        return list(session.connection().exec_driver_sql(query).scalars())


def dump(stack: Stack) -> str:
    """Every value of every table."""
    with stack.database.read() as session:
        connection = session.connection()
        names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
        return "\n".join(
            str(tuple(row)) for name in names for row in connection.exec_driver_sql(f"SELECT * FROM {name}")
        )


def everything_in_redis(stack: Stack) -> str:
    """Every key and value; what RQ has compressed is read as it was."""
    client = stack.valkey.client()
    readers = {
        b"string": client.get,
        b"hash": client.hgetall,
        b"list": lambda key: client.lrange(key, 0, -1),
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1),
        b"stream": client.xrange,
    }
    kinds = {key: client.type(key) for key in client.scan_iter()}
    return "\n".join(f"{key!r} {_inflated(readers[kind](key))}" for key, kind in kinds.items() if kind in readers)


def _inflated(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _inflated(item) for name, item in value.items()}
    if isinstance(value, bytes) and value.startswith(b"\x78"):
        return zlib.decompress(value)
    return value


def holds(text: str, code: str) -> bool:
    """Whether a code stands somewhere, whole or in two pieces; the decimals of a time and pieces of identifiers do not
    count."""
    return re.search(rf"(?<![\w.]){code[:3]}[ .\-]?{code[3:]}(?!\w)", text) is not None


def everything_in(stack: Stack) -> str:
    """Database, Redis, logs and what the model was asked."""
    logs = (stack.folder / "log").read_text(errors="replace")
    return "\n".join([dump(stack), everything_in_redis(stack), logs, str(stack.model.requests)])


ADMIN = "+2250700000077"


@dataclass
class Office:
    """An administrator's browser at a running product: plain HTTP, its cookies, and the proof of the last form."""

    stack: Stack
    number: str = ADMIN
    http: requests.Session = field(default_factory=requests.Session)
    proof: str = ""

    def signs_in(self) -> str:
        """From the command line that makes them an administrator to the first page."""
        assert self.stack.flask("admin", "add", self.number) == 0, self.stack.log()
        sms = self.stack.twilio.phone(self.number)
        self.opens("/admin")
        self.sends("/admin/login", number=self.number)
        return self.sends("/admin/login/code", code=code_in(hears_about(sms, "(administration)")))

    def another_window(self) -> "Office":
        """Signed in the same way, with cookies that go their own way from here on."""
        http = requests.Session()
        http.cookies.update(self.http.cookies)
        return Office(self.stack, self.number, http, self.proof)

    def opens(self, path: str) -> str:
        """What a page says; what it is made of goes unseen."""
        return self._read(self.http.get(f"{self.stack.url}{path}", timeout=20))

    def sends(self, path: str, *, proof: str | None = None, **form: str) -> str:
        """What the page behind a form says; "" for a refusal."""
        values = {"csrf_token": self.proof if proof is None else proof, **form}
        answer = self.http.post(f"{self.stack.url}{path}", data=values, timeout=20)
        return self._read(answer) if answer.ok else ""

    def _read(self, answer: requests.Response) -> str:
        assert answer.status_code < 500, self.stack.log()
        found = re.search(r'name="csrf_token" value="([^"]+)"', answer.text)
        if found:
            self.proof = unescape(found[1])
        return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.text)))
