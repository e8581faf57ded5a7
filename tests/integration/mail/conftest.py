"""Mail servers of several kinds, closed at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.mail import MailServer, make_certificate


@pytest.fixture
def serve() -> Iterator[Callable[..., MailServer]]:
    """Start a mail server with these options."""
    started: list[MailServer] = []

    def start(**options: Any) -> MailServer:
        server = MailServer(**options)
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A server's key and certificate; nobody trusts it yet."""
    return make_certificate(tmp_path)


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, trusted by this process."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    return certificate
