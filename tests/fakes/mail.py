"""A real SMTP server (aiosmtpd) with a mailbox, its own certificate, and ways of failing."""

import asyncio
import ssl
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from ipaddress import ip_address
from pathlib import Path
from typing import Any, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

USER, PASSWORD = "bot@example.org", "p@ss/word: 100%"


class MailServer:
    """`inbox` holds what was taken. `answers` is what it says to the next messages; None: it hangs up without a word.
    To whom is in `refused` it takes nothing. `tls` encrypts from the first byte; other options are those of aiosmtpd's
    SMTP."""

    def __init__(self, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None, **options: Any) -> None:
        self.inbox: list[EmailMessage] = []
        self.envelopes: list[Envelope] = []
        self.encrypted: list[bool] = []
        self.answers: list[str | None] = []
        self.refused: set[str] = set()
        self._loop = asyncio.new_event_loop()
        self._options = options
        made = self._loop.create_server(self._protocol, host, 0, ssl=tls)
        self._server = _apart(lambda: self._loop.run_until_complete(made))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End every connection and the thread."""
        asyncio.run_coroutine_threadsafe(self._leave(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _protocol(self) -> SMTP:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of passwords in clear: a test wants just that
            return SMTP(self, loop=self._loop, hostname="127.0.0.1", **self._options)

    async def _leave(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address in self.refused:
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer is None or answer.startswith("250"):
            self.envelopes.append(envelope)
            self.encrypted.append(server.transport.get_extra_info("ssl_object") is not None)
            content = cast(bytes, envelope.content)
            self.inbox.append(cast(EmailMessage, message_from_bytes(content, policy=default)))
        if answer is None:
            cast(asyncio.Transport, server.transport).abort()
            return "250 never heard"
        return answer


def _apart(act: Callable[[], Any]) -> Any:
    """What `act` returns in a thread of its own: a browser of the tests leaves an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(act).result()


def with_password(certificate: Path | None = None, *, auth_require_tls: bool = True) -> dict[str, Any]:
    """Options of a server that wants a password, over STARTTLS when it has a certificate."""

    def check(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: Any) -> AuthResult:
        right = isinstance(data, LoginPassword) and data == LoginPassword(USER.encode(), PASSWORD.encode())
        return AuthResult(success=right, handled=False)

    authenticator: Callable[..., AuthResult] = check
    options = {"authenticator": authenticator, "auth_required": True, "auth_require_tls": auth_require_tls}
    return options | ({"tls_context": server_context(certificate)} if certificate else {})


def server_context(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


def make_certificate(folder: Path) -> Path:
    """A file with a key and its own certificate for 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = folder / "server.pem"
    path.write_bytes(pem + certificate.public_bytes(serialization.Encoding.PEM))
    return path
