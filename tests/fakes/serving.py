"""An application of a test, served over real sockets by a thread of the test's process."""

import threading
from typing import Self

from werkzeug.serving import WSGIRequestHandler, make_server

LOOKS_EVERY_S = 0.01  # for whether it is to end: every test waits for that much


class QuietHandler(WSGIRequestHandler):
    """Writes no lines: requests are not news here, and broken pipes are part of the tests."""

    def log(self, type: str, message: str, *args: object) -> None:
        """Say nothing."""


class AppServer:
    """`with AppServer(app) as server:` serves it at `server.url`, which is known before it begins. `app`, the WSGI
    application, may be replaced."""

    def __init__(self, app: object, port: int = 0) -> None:
        self._server = make_server("127.0.0.1", port, app, threaded=True, request_handler=QuietHandler)  # type: ignore[arg-type]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(LOOKS_EVERY_S,), daemon=True)
        self.port = self._server.server_port
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"

    @property
    def app(self) -> object:
        return self._server.app

    @app.setter
    def app(self, app: object) -> None:
        self._server.app = app  # type: ignore[assignment]

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Who is being answered is no longer waited for."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()
