"""gunicorn's threaded worker, with three differences: an answer may give its connection away
(bot.services.watching.handover), and the thread is free for the next request; a process without memory ends; and what
cannot be served ends the server."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any

from gunicorn.errors import AppImportError
from gunicorn.workers.gthread import ThreadWorker

from bot.heaps import share_heaps
from bot.large_pages import keep_gathering
from bot.obs.starving import look_at
from bot.services.watching.handover import WILLING, HandedOver, Host

PARTING_S = 2.0  # for the hosts, at the end


class HandingWorker(ThreadWorker):  # type: ignore[misc]
    """Who is given away counts among this worker's connections no more: the host has a bound of its own."""

    wsgi: Any
    last_word: int | None = None  # where whoever cannot serve takes leave to end the server (gunicorn.conf.py)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._hosts: set[Host[Any]] = set()
        self._ignored: SimpleQueue[sys.UnraisableHookArgs] = SimpleQueue()

    def init_process(self) -> None:
        """As stock's. What nobody could catch is put aside, for which there is memory; the loop looks at it. Where the
        loop is what waits for ever, its master ends it, as always."""
        sys.unraisablehook = self._ignored.put
        share_heaps()
        super().init_process()

    def murder_pending(self) -> None:
        """As stock's, in the loop, once a second or more often."""
        while not self._ignored.empty():
            look_at(self._ignored.get())
        super().murder_pending()

    def load_wsgi(self) -> None:
        """The application learns from each request's environment that it may. Where it tells why it cannot be made (a
        wrong setting), so does the server, and ends, unless another process serves: a file of settings may have been
        broken, or a key replaced, since that one began. Stock begins processes anew for ever behind an open door, on
        which whoever comes waits for nothing."""
        try:
            super().load_wsgi()
        except SystemExit as end:
            if isinstance(end.code, str) and self._ends_server():
                raise AppImportError(end.code) from None
            raise
        keep_gathering()
        self.wsgi = partial(_willing, self.wsgi)

    def _ends_server(self) -> bool:
        with suppress(BlockingIOError):
            return self.last_word is not None and os.read(self.last_word, 1) != b""
        return False

    def handle(self, conn: Any) -> Any:
        """In a thread: answer a request."""
        try:
            return super().handle(conn)
        except HandedOver as handed:
            return handed

    def finish_request(self, conn: Any, fs: Any) -> None:
        """In the loop's thread, behind every answer."""
        if not fs.cancelled() and fs.exception() is None and isinstance(fs.result(), HandedOver):
            self.give_away(conn, fs.result())
        else:
            super().finish_request(conn, fs)

    def give_away(self, conn: Any, handed: HandedOver) -> None:
        """To the host that an answer has named."""
        self.nr_conns -= 1
        self._hosts.add(handed.host)
        handed.give(conn.sock)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: who watches goes elsewhere at once, while requests are still answered."""
        if self.alive:
            self.method_queue.defer(self._part)
        super().handle_exit(sig, frame)

    def run(self) -> None:
        """The worker's life."""
        try:
            super().run()
        finally:
            self._part()
            for host in self._hosts:
                host.wait(PARTING_S)

    def _part(self) -> None:
        for host in tuple(self._hosts):
            host.leave()


def _willing(application: Callable[..., Any], environ: dict[str, Any], start_response: Any) -> Any:
    environ[WILLING] = start_response.__self__.force_close
    return application(environ, start_response)
