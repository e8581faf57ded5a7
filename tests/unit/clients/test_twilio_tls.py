"""What is sent to Twilio is sent to nobody else, whatever the machine says of certificates."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from requests import adapters

from bot.errors import TransientError
from tests.fakes.mail import make_certificate, server_context
from tests.unit.clients.test_timely import create

ANSWER = b"HTTP/1.1 201 Created\r\nContent-Length: 14\r\n\r\n" + b'{"sid": "SM1"}'


class Impostor:
    """A TLS server whose certificate no authority has signed: its port, and what it was sent."""

    def __init__(self, certificate: Path) -> None:
        self.certificate, self.heard = certificate, list[bytes]()
        self._context = server_context(certificate)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            connection.settimeout(5)
            with connection, suppress(ssl.SSLError, ConnectionError):
                if connection.recv(1, socket.MSG_PEEK) == b"!":
                    return
                with self._context.wrap_socket(connection, server_side=True) as secure:
                    self.heard.append(secure.recv(65536))
                    secure.sendall(ANSWER)

    def close(self) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as last:
            last.sendall(b"!")
            self._thread.join()
        self._listener.close()


@pytest.fixture
def impostor(tmp_path: Path) -> Iterator[Impostor]:
    made = Impostor(make_certificate(tmp_path))
    yield made
    made.close()


@pytest.mark.parametrize("name", ["", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"])
def test_whoever_has_no_certificate_of_twilios_hears_nothing(
    impostor: Impostor, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name:
        monkeypatch.setenv(name, str(impostor.certificate))
    with pytest.raises(TransientError, match="no connection"):
        create(f"https://127.0.0.1:{impostor.port}")
    assert impostor.heard == []


def test_nor_does_whoever_has_one_for_another_name(impostor: Impostor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapters, "DEFAULT_CA_BUNDLE_PATH", str(impostor.certificate))
    with pytest.raises(TransientError, match="no connection"):
        create(f"https://localhost:{impostor.port}")
    assert impostor.heard == []
    assert create(f"https://127.0.0.1:{impostor.port}") == {"sid": "SM1"}
