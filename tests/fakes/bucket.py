"""An S3 server for tests: moto's, in a process of its own, behind the real protocol. It keeps everything in memory."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Self

import obstore
import requests
from obstore.store import S3Store
from werkzeug import Request, Response

from tests.fakes.waiting import eventually

ACCESS_KEY, SECRET_KEY = "AKIATESTTESTTESTTEST", "a-secret-key-for-tests-of-40-characters!"


class Buckets:
    """`with Buckets() as server:` serves; `server.storage_url("name")` makes a bucket and returns its STORAGE_URL."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = int(probe.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        command = [sys.executable, "-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port)]
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, env=inherited, stdout=quiet, stderr=quiet)
        eventually(self._answers, 30)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def storage_url(self, bucket: str, prefix: str = "") -> str:
        """Make a bucket; its address as the service's settings know it."""
        requests.put(f"{self.url}/{bucket}", timeout=10).raise_for_status()
        return f"s3://{bucket}/{prefix}?endpoint_url={self.url}"

    def overwrite(self, bucket: str, key: str, body: bytes) -> None:
        """Store bytes behind the service's back, under any key."""
        access = {"access_key_id": ACCESS_KEY, "secret_access_key": SECRET_KEY, "region": "us-east-1"}
        store = S3Store(bucket, endpoint=self.url, client_options={"allow_http": True}, **access)
        obstore.put(store, key, body)

    def keys(self, bucket: str) -> list[str]:
        """What a bucket holds."""
        listing = requests.get(f"{self.url}/{bucket}?list-type=2", timeout=10).text
        return [part.partition("</Key>")[0] for part in listing.split("<Key>")[1:]]

    def stop(self) -> None:
        """Out of reach from now on."""
        if self._process:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def _answers(self) -> bool:
        try:
            return requests.get(self.url, timeout=2).ok
        except requests.RequestException:
            return False


def on_the_way(url: str, spoils: Callable[[bytes], bytes]) -> object:
    """An application that asks a server in the service's place, and spoils the bodies that are fetched or looked at."""

    @Request.application
    def application(request: Request) -> Response:
        asked = {name: value for name, value in request.headers if name != "Host"}
        answer = requests.request(request.method, url + request.path, headers=asked, timeout=10)
        headers = {name: answer.headers[name] for name in ("ETag", "Last-Modified") if name in answer.headers}
        spoiled = Response(answer.content, answer.status_code, headers)
        if request.method == "GET":
            spoiled.data = spoils(answer.content)
        else:
            spoiled.headers["Content-Length"] = answer.headers.get("Content-Length", "0")
        return spoiled

    return application
