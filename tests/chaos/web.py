"""The web process of the campaign: the product's application behind a small threaded server."""

from collections.abc import Sequence

from werkzeug.serving import make_server

from bot.app import application
from bot.config import load_settings
from tests.fakes.twilio import QuietHandler


def main(arguments: Sequence[str]) -> int:
    """Serve on a port of 127.0.0.1 until killed."""
    server = make_server(
        "127.0.0.1", int(arguments[0]), application(load_settings()), threaded=True, request_handler=QuietHandler
    )
    server.serve_forever()
    return 0
