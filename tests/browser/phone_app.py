"""The phone page over an application that answers by heart: enough to test the page alone."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import requests
from flask import Blueprint, Flask, Response, request
from PIL import Image
from twilio.request_validator import RequestValidator

from bot.capabilities import channel_of
from bot.channels.offers import Options
from bot.clock import SystemClock
from bot.dao import conversations
from bot.dao.work import runs
from bot.models import InboundMessage, Run, ToolCallRecord
from bot.simulator.contents import Content
from bot.simulator.delivery import Pace
from bot.simulator.phone import phone_blueprint
from bot.simulator.records import Account, Sent
from bot.simulator.rest import rest_blueprint
from bot.simulator.twilio import TwilioStandIn
from tests.fakes.keys import migrate, open_database
from tests.fakes.serving import AppServer
from tests.fakes.sounds import voice
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, SMS_NUMBER, WHATSAPP_NUMBER

AWA = "whatsapp:+2250700000001"
PACE = Pace(0.02, 0.02, 0.02)
MARKED = """*Gras*, _italique_, ~barré~ et `code` : 3 * 4 * 5 <b onclick="x">pas de HTML</b>
- une puce
- https://example.org/cours_de_maths.
1. un
2. deux
0. rien
> citation
```
bloc *brut*
```"""


MENU = """Que voulez-vous faire ?
1. Un quiz
2) Une leçon
0. Annuler"""
REPLIED = "OriginalRepliedMessageSid"
TAPPED = {
    "boutons": Options(12, ("Vrai", "Faux"), "*Quiz :* 4 est pair.", "Choisir"),
    "liste": Options(12, ("CP", "CE1", "CE2", "CM1", "CM2"), "Votre classe ?", "Choisir"),
}
FILES = {"pdf": "fiche.pdf", "photo": "photo.png", "voix": "voix.ogg"}


class CannedApplication:
    """Answers each message: `pdf`, `photo` and `voix` with a file, `menu` with a menu, `boutons` and `liste` with a
    template, `ferme` outside the window, `attends` after a while, `rien`, taps and single digits never, else with
    marks. `forms` are the webhooks that were genuine."""

    def __init__(self, folder: Path) -> None:
        account = Account(ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER, SMS_NUMBER)
        self.stand_in = TwilioStandIn(account, "", pace=PACE)
        self.database = open_database(f"sqlite:///{folder / 'phone.db'}")
        self.mails = folder / "mails"
        self.url = ""
        self.wait_s = 2.5
        self.forms: list[dict[str, str]] = []
        self.silent = False
        self.patience = threading.Event()  # what `attends` waits for
        migrate(self.database)

    def flask(self) -> Flask:
        app = Flask("canned", static_folder=None)
        app.register_blueprint(rest_blueprint(self.stand_in))
        app.register_blueprint(self._phone())
        app.post("/webhooks/twilio/message")(self.message)
        app.post("/webhooks/twilio/status")(self.status)
        app.get("/media/fiche.pdf")(self.media)
        app.get("/media/photo.png")(self.picture)
        app.get("/media/voix.ogg")(self.sound)
        return app

    def _phone(self) -> Blueprint:
        return phone_blueprint(self.stand_in, self.database, SystemClock(), self.url, self.mails, wait_s=self.wait_s)

    def message(self) -> Response:
        form = request.form.to_dict()
        if RequestValidator(AUTH_TOKEN).validate(request.url, form, request.headers["X-Twilio-Signature"]):
            self.forms.append(form)
        if form["Body"] == "erreur":
            return Response(status=500)
        if form["Body"] == "attends":
            self.patience.wait(30)
        if form["Body"] == "écris":
            self.stand_in.indicate_typing(form["MessageSid"])
        elif not (self.silent or form["Body"] == "rien" or form["Body"].isdigit() or REPLIED in form):
            self.answer(form)
        return Response("<Response/>", mimetype="text/xml")

    def status(self) -> Response:
        return Response(status=204)

    def media(self) -> Response:
        named = {"Content-Disposition": "inline; filename=fractions.pdf"}
        return Response(b"%PDF-1.7 " + bytes(40_000), mimetype="application/pdf", headers=named)

    def picture(self) -> Response:
        file = BytesIO()
        Image.new("RGB", (300, 900), "#c9481d").save(file, "PNG")
        return Response(file.getvalue(), mimetype="image/png")

    def sound(self) -> Response:
        return Response(voice(440), mimetype="audio/ogg")

    def answer(self, form: dict[str, str]) -> None:
        said = form["Body"]
        if said == "ferme":
            self.stand_in.close_window(form["From"])
        fields = {"To": form["From"], "From": form["To"], "StatusCallback": f"{self.url}/webhooks/twilio/status"}
        if said in TAPPED:
            fields |= self.template(TAPPED[said])
        elif said in FILES:
            fields |= {"MediaUrl": f"{self.url}/media/{FILES[said]}"}
        else:
            fields |= {"Body": MENU if said == "menu" else MARKED}
        path = f"/2010-04-01/Accounts/{ACCOUNT_SID}/Messages.json"
        requests.post(self.url + path, data=fields, auth=(ACCOUNT_SID, AUTH_TOKEN), timeout=5).close()

    def template(self, options: Options) -> dict[str, str]:
        """The fields of a message that can be tapped."""
        shape = options.shape()
        assert shape
        made = self.stand_in.contents.create({"language": "fr", "types": shape.definition()})
        assert isinstance(made, Content)
        return {"ContentSid": made.sid, "ContentVariables": json.dumps(options.variables(shape))}

    def writes(self, count: int, address: str = AWA, text: str = "message") -> None:
        """So many messages to somebody, without being asked."""
        from_ = WHATSAPP_NUMBER if address.startswith("whatsapp:") else SMS_NUMBER
        for number in range(count):
            assert isinstance(self.stand_in.create({"To": address, "From": from_, "Body": f"{text} {number}"}), Sent)

    def store_run(self, address: str, question: str = "", error: str = "") -> None:
        """A finished run with a tool call that failed once, for the drawer."""
        with self.database.write() as session:
            conversation = conversations.ensure(session, address)
            run = runs.start(session, Run(conversation_id=conversation.id, mode="student", language="fr"))
            assert run.id
            session.add(
                InboundMessage(
                    message_sid="SM" + f"{run.id:032d}",
                    conversation_id=conversation.id,
                    sender=address,
                    channel=channel_of(address),
                    kind="text",
                    body=question,
                    run_id=run.id,
                )
            )
            runs.add_iteration(
                session,
                run_id=run.id,
                number=1,
                model="demo-rules",
                finish_reason="tool_calls",
                prompt_tokens=900,
                latency_ms=42,
                cost=0.002093,
            )
            runs.add_tool_call(
                session,
                ToolCallRecord(
                    run_id=run.id,
                    call_id="call_1",
                    iteration=1,
                    tool="web_search",
                    arguments='{"query":"fractions"}',
                    state="done",
                    status="success",
                    result='{"status":"success"}',
                    attempts=2,
                    latency_ms=1234,
                ),
            )
            reason = "error" if error else "done_signal"
            now = SystemClock().now()
            runs.end(session, run.id, now, status="done", stop_reason=reason, model="demo-rules", error=error)


class Server:
    """A canned application on a port of its own, which it keeps while it is away."""

    def __init__(self, canned: CannedApplication) -> None:
        self._canned = canned
        self._start(0)
        canned.url = canned.stand_in.webhook_base_url = f"http://127.0.0.1:{self.port}"
        self._server.app = canned.flask()

    def away(self) -> None:
        """Nobody listens any more."""
        self._server.stop()

    def back(self) -> None:
        """It listens again, with another life of the page's blueprint."""
        self._start(self.port)

    def _start(self, port: int) -> None:
        app = self._canned.flask() if port else Flask("placeholder")
        self._server = AppServer(app, port)
        self.port = self._server.port
        self._server.start()


@contextmanager
def served(canned: CannedApplication) -> Iterator[Server]:
    """Serve it on a free port until the block ends."""
    server = Server(canned)
    try:
        yield server
    finally:
        canned.patience.set()
        canned.stand_in.stop()
        server.away()
        canned.database.close()
