"""The web process of the campaign: gunicorn with the product's worker class. Two of them may serve the same port, as in
a deployment: the newer one while the older one leaves."""

from collections.abc import Sequence

from flask import Flask
from gunicorn.app.base import BaseApplication

from bot.app import application
from bot.config import load_settings


class Web(BaseApplication):  # type: ignore[misc]  # gunicorn is not typed for us
    """One process beside gunicorn's own, with few threads."""

    def __init__(self, port: int) -> None:
        self._port = port
        super().__init__()

    def load_config(self) -> None:
        """As gunicorn.conf.py has it, but for the number of processes."""
        for name, value in {
            "bind": f"127.0.0.1:{self._port}",
            "reuse_port": True,
            "worker_class": "bot.web.gunicorn_worker.WholeRequestWorker",
            "threads": 8,
            "graceful_timeout": 20,
            "loglevel": "error",
            "control_socket_disable": True,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application, in the process that serves it."""
        return application(load_settings())


def main(arguments: Sequence[str]) -> int:
    """Serve on a port of 127.0.0.1 until told to leave."""
    Web(int(arguments[0])).run()
    return 0
