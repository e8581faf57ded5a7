"""What the webhook is compared with: the least a Flask view can do. `gunicorn tests.bench.constant_app:app`."""

from flask import Flask, Response

app = Flask(__name__)


@app.post("/webhooks/twilio/message")
def constant() -> Response:
    """The same answer as the webhook's, for nothing."""
    return Response('<?xml version="1.0" encoding="UTF-8"?><Response/>', mimetype="text/xml")
