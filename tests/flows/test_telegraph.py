"""A channel that the project does not know, added by docs/extending.md and driven over the real stack."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests
from flask import Flask, Response, jsonify, request

from tests.fakes.model import last_user_text, says
from tests.fakes.serving import AppServer
from tests.fakes.telegraph import HEADER
from tests.fakes.waiting import eventually
from tests.flows.conftest import Stack
from tests.flows.steps import column

SECRET = "a-secret-of-the-telegraph-office"
AWA = "telegraph:17"


class TelegraphOffice:
    """The provider: takes telegrams and keeps a log. `mute`: it takes the next ones and does not answer."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.mute = 0
        app = Flask(__name__)
        app.post("/send")(self._take)
        app.get("/log")(lambda: jsonify(self.sent))
        self._server = AppServer(app)
        self._server.start()
        self.url = self._server.url

    def _take(self) -> Response:
        told = request.get_json()
        self.sent.append({**told, "id": f"TG{len(self.sent) + 1:032x}", "state": "queued"})
        if self.mute:
            self.mute -= 1
            return Response("not json", mimetype="application/json", headers={"Content-Length": "1000"})
        return jsonify(id=self.sent[-1]["id"])

    def stop(self) -> None:
        self._server.stop()


@pytest.fixture
def office() -> Iterator[TelegraphOffice]:
    made = TelegraphOffice()
    yield made
    made.stop()


def started(stack: Stack, office: TelegraphOffice) -> None:
    stack.model.script(lambda asked: says(f"Tu as dit **{last_user_text(asked)}** ? Très bien !"))
    stack.web_application = "tests.fakes.telegraph:web()"
    stack.worker_module = "tests.fakes.telegraph"
    stack.start(FRAGMENT_WINDOW_S="0.05", TELEGRAPH_URL=office.url, TELEGRAPH_SECRET=SECRET)


def posts(stack: Stack, path: str, secret: str = SECRET, **told: object) -> int:
    """What the telegraph office calls."""
    answer = requests.post(f"{stack.url}/webhooks/telegraph/{path}", json=told, headers={HEADER: secret}, timeout=10)
    return answer.status_code


def states(stack: Stack) -> list[str]:
    return column(stack, "SELECT state FROM outbound_part ORDER BY id")


def test_a_message_in_an_answer_out_and_what_became_of_it(stack: Stack, office: TelegraphOffice) -> None:
    started(stack, office)
    assert posts(stack, "message", secret="wrong", id=f"TG{1:032x}", **{"from": AWA, "text": "Bonjour"}) == 403
    for _ in range(2):  # delivered twice, answered once
        assert posts(stack, "message", id=f"TG{1:032x}", **{"from": AWA, "text": "Bonjour"}) == 204
    eventually(lambda: len(office.sent) >= 1, 30)
    first = office.sent[0]
    assert (first["to"], first["text"]) == (AWA, "Tu as dit Bonjour\u00a0? Très bien\u00a0!")
    eventually(lambda: states(stack)[0] == "queued", 10)
    assert posts(stack, "status", part=first["part"], id=first["id"], state="delivered") == 204
    assert posts(stack, "status", part=first["part"], id=first["id"], state="sent") == 204  # late: it never goes back
    assert states(stack)[0] == "delivered"
    assert {each["to"] for each in office.sent} == {AWA}
    assert all(len(each["text"]) <= 120 for each in office.sent)
    assert stack.twilio.stand_in.sent == []


def test_a_telegram_nobody_confirmed_is_looked_up_and_never_sent_twice(stack: Stack, office: TelegraphOffice) -> None:
    started(stack, office)
    office.mute = 1
    assert posts(stack, "message", id=f"TG{2:032x}", **{"from": AWA, "text": "Bonjour"}) == 204
    eventually(lambda: bool(states(stack)) and states(stack)[0] == "queued", 30)
    texts = [each["text"] for each in office.sent]
    assert texts.count("Tu as dit Bonjour\u00a0? Très bien\u00a0!") == 1
