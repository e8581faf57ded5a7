"""The phone page over an application that answers by heart: enough to test the page alone."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests
from flask import Flask, Response, request
from werkzeug.serving import make_server

from bot.clock import SystemClock
from bot.dao import conversations, runs, schema
from bot.dao.database import Database
from bot.models import Iteration, Run, ToolCallRecord
from bot.simulator.delivery import Pace
from bot.simulator.phone import phone_blueprint
from bot.simulator.records import Account
from bot.simulator.rest import rest_blueprint
from bot.simulator.twilio import TwilioStandIn
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, SMS_NUMBER, WHATSAPP_NUMBER, QuietHandler

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


class CannedApplication:
    """Answers each message: `pdf` with a file, `ferme` outside the window, `rien` never, else with marks."""

    def __init__(self, folder: Path) -> None:
        account = Account(ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER, SMS_NUMBER)
        self.stand_in = TwilioStandIn(account, "", pace=PACE)
        self.database = Database(f"sqlite:///{folder / 'phone.db'}")
        self.url = ""
        schema.migrate(self.database)

    def flask(self) -> Flask:
        app = Flask("canned", static_folder=None)
        app.register_blueprint(rest_blueprint(self.stand_in))
        app.register_blueprint(phone_blueprint(self.stand_in, self.database, SystemClock(), self.url))
        app.post("/webhooks/twilio/message")(self.message)
        app.post("/webhooks/twilio/status")(self.status)
        app.get("/media/fiche.pdf")(self.media)
        return app

    def message(self) -> Response:
        form = request.form.to_dict()
        if form["Body"] == "erreur":
            return Response(status=500)
        if form["Body"] == "écris":
            self.stand_in.indicate_typing(form["MessageSid"])
        elif form["Body"] != "rien":
            self.answer(form)
        return Response("<Response/>", mimetype="text/xml")

    def status(self) -> Response:
        return Response(status=204)

    def media(self) -> Response:
        named = {"Content-Disposition": "inline; filename=fractions.pdf"}
        return Response(b"%PDF-1.7 " + bytes(40_000), mimetype="application/pdf", headers=named)

    def answer(self, form: dict[str, str]) -> None:
        if form["Body"] == "ferme":
            self.stand_in.close_window(form["From"])
        fields = {"To": form["From"], "From": form["To"], "StatusCallback": f"{self.url}/webhooks/twilio/status"}
        fields |= {"Body": "" if form["Body"] == "pdf" else MARKED}
        fields |= {"MediaUrl": f"{self.url}/media/fiche.pdf"} if form["Body"] == "pdf" else {}
        path = f"/2010-04-01/Accounts/{ACCOUNT_SID}/Messages.json"
        requests.post(self.url + path, data=fields, auth=(ACCOUNT_SID, AUTH_TOKEN), timeout=5).close()

    def store_run(self, address: str) -> None:
        """A finished run with a tool call that failed once, for the drawer."""
        with self.database.write() as session:
            conversation = conversations.ensure(session, address)
            run = runs.start(session, Run(conversation_id=conversation.id, mode="student", language="fr"))
            assert run.id
            first = Iteration(
                run_id=run.id,
                number=1,
                model="demo-rules",
                finish_reason="tool_calls",
                prompt_tokens=900,
                latency_ms=42,
            )
            runs.add_iteration(session, first)
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
            runs.end(session, run.id, SystemClock().now(), status="done", stop_reason="done_signal", model="demo-rules")


@contextmanager
def served(canned: CannedApplication) -> Iterator[str]:
    """Serve it on a free port; the address."""
    app = Flask("placeholder")
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=QuietHandler)
    canned.url = canned.stand_in.webhook_base_url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        server.app = canned.flask()
        yield canned.url
    finally:
        canned.stand_in.stop()
        server.shutdown()
        thread.join()
        server.server_close()
        canned.database.close()
