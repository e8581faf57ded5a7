"""The administrators' page in this process, and browsers that open it: cookies, forms and their proofs as a real one
sends them."""

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from sqlmodel import select
from werkzeug.test import TestResponse

from bot.dao.admin import administrators
from bot.models import OtpCode
from bot.services.admin.codes import CodePost
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.web.admin.blueprint import DESK
from bot.web.admin.desk import Desk
from tests.fakes.product import Web

ADMIN = "+2250700000077"
OTHER_ADMIN = "+2250700000088"
STRANGER = "+2250700000099"
PROOF = re.compile(r'name="csrf_token" value="([^"]+)"')


def desk_of(web: Web) -> Desk:
    desk: Desk = web.app.extensions[DESK]
    return desk


def codes_of(web: Web) -> CodePost:
    return desk_of(web).codes


def make_administrator(web: Web, address: str = ADMIN) -> None:
    with web.database.write() as session:
        administrators.add(session, address)


def code_sent_to(web: Web, number: str = ADMIN) -> str | None:
    """The digits of the newest code that went to a number; None when none did."""
    codes_of(web).settle()
    with web.database.read() as session:
        rows = session.exec(select(OtpCode).where(OtpCode.number == number)).all()
    return OneTimeCodes(web.settings).code_of(rows[-1]) if rows else None


@dataclass
class Browser:
    """Somebody at the page. `proof` is that of the last form it was shown."""

    web: Web
    client: FlaskClient = field(init=False)
    proof: str = ""

    def __post_init__(self) -> None:
        self.client = self.web.app.test_client()

    def get(self, path: str, **options: Any) -> TestResponse:
        return self._kept(self.client.get(path, **options))

    def post(self, path: str, **form: str) -> TestResponse:
        """With the proof of the form it has seen."""
        return self._kept(self.client.post(path, data={"csrf_token": self.proof, **form}))

    def asks_code(self, number: str = ADMIN, then: str = "") -> TestResponse:
        query = f"?next={then}" if then else ""
        self.get(f"/admin/login{query}")
        answer = self.post(f"/admin/login{query}", number=number)
        codes_of(self.web).settle()
        if answer.status_code == 303:
            self.get(answer.location)
        return answer

    def signs_in(self, number: str = ADMIN, then: str = "") -> TestResponse:
        """From the first page to the one behind the door."""
        self.asks_code(number, then)
        answer = self.post("/admin/login/code", code=code_sent_to(self.web, number) or "000000")
        if answer.status_code == 303:
            self.get(answer.location)
        return answer

    def confirms(self, number: str = ADMIN, then: str = "/admin") -> TestResponse:
        """Shows again who they are."""
        self.get(f"/admin/confirm?next={then}")
        self.post("/admin/confirm/send", next=then)
        return self.post("/admin/confirm", next=then, code=code_sent_to(self.web, number) or "000000")

    def _kept(self, answer: TestResponse) -> TestResponse:
        found = PROOF.search(answer.get_data(as_text=True)) if answer.mimetype == "text/html" else None
        if found:
            self.proof = unescape(found[1])
        return answer


def text_of(answer: TestResponse) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))))
