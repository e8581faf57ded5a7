"""Sending e-mail by SMTP. Errors tell apart "surely not sent" and "unknown": an e-mail must never be sent twice."""

import re
import smtplib
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.policy import SMTP as WIRE
from email.utils import parseaddr
from functools import partial
from io import BufferedReader
from time import monotonic
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from bot.clients.mail_message import Mail, message_of
from bot.clients.timely import Reader
from bot.errors import AuthError, PermanentError, ProviderError, ProviderTimeout, TransientError

TIMEOUT_S = 10.0  # for each answer of the server …
TAKEN_WITHIN_S = 60.0  # … but the last: it looks for malware first (RFC 5321, section 4.5.3.2.6, allows ten minutes)
SLOWEST = 500_000  # bytes a second at which a text with its files still goes through
GO_ON = 354
SIGN_IN_FIRST = (530, 538)  # in answer to an e-mail (RFC 4954, section 6, and RFC 3207, section 4)
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PORTS = {"smtp": 587, "smtps": 465}
Result = TypeVar("Result")

_DOTS = re.compile(rb"^\.", re.MULTILINE)  # a line of one dot ends the text


@dataclass(frozen=True, slots=True)
class Server:
    """Where mail is handed in: the parts of SMTP_URL."""

    host: str
    port: int
    implicit_tls: bool
    user: str
    password: str

    @property
    def is_loopback(self) -> bool:
        return self.host in LOOPBACK


def read_server(url: str) -> Server:
    """`smtp://user:password@host:587` or `smtps://…`, percent-encoded. Raises ValueError, without the password."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("must begin with smtp:// or smtps:// and name a host")
    port = parts.port or PORTS[parts.scheme]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not (user + password).isascii():  # smtplib sends nothing else
        raise ValueError("must have a user and a password in ASCII")
    return Server(parts.hostname, port, parts.scheme == "smtps", user, password)


class _Timely(smtplib.SMTP):
    """Has each answer, all its lines together, within the time that the socket gives one silence."""

    def getreply(self) -> tuple[int, bytes]:
        if self.sock is None:
            return super().getreply()
        if self.file is None:
            self.file = BufferedReader(Reader(self.sock))
        reader: Reader = self.file.raw
        reader.anew()
        try:
            return super().getreply()
        finally:
            reader.give_back()


class _TimelyTls(_Timely, smtplib.SMTP_SSL):
    """Encrypted from the first byte."""


class Mailer:
    """Sends e-mails in UTF-8. `sender` is `bot@example.org` or `Palabre <bot@example.org>`."""

    def __init__(self, smtp_url: str, sender: str) -> None:
        self._server = read_server(smtp_url)
        self._name, self._address = parseaddr(sender)

    def send(self, mail: Mail) -> None:
        """Hand one e-mail in, to all its recipients or to none.

        Raises TransientError when the server surely did not take it, ProviderTimeout when nobody can know,
        PermanentError or AuthError when it refused.
        """
        message = message_of(mail, self._name, self._address).as_bytes(policy=WIRE)
        connection = _surely_not_sent(self._connect, _refusal_of_us)
        try:
            _surely_not_sent(lambda: _envelope(connection, self._address, mail.reached))
            _hand_over(connection, message)
        finally:
            connection.close()  # without QUIT: what it would answer changes nothing any more

    def try_out(self) -> bool:
        """Connect and sign in, and send nothing; whether the connection is encrypted. Raises as `send`."""
        connection = _surely_not_sent(self._connect, _refusal_of_us)
        try:
            _surely_not_sent(connection.noop)
            return isinstance(connection.sock, ssl.SSLSocket)
        finally:
            connection.close()

    def _connect(self) -> smtplib.SMTP:
        """A connection that may carry mail: encrypted and signed in as the server and SMTP_URL ask."""
        server, context = self._server, ssl.create_default_context()
        if server.implicit_tls:
            connection: smtplib.SMTP = _TimelyTls(
                server.host, server.port, self._domain, timeout=TIMEOUT_S, context=context
            )
        else:
            connection = _Timely(server.host, server.port, self._domain, timeout=TIMEOUT_S)
        try:
            self._greet(connection, context)
        except BaseException:
            connection.close()
            raise
        return connection

    def _greet(self, connection: smtplib.SMTP, context: ssl.SSLContext) -> None:
        server = self._server
        connection.ehlo_or_helo_if_needed()
        if not server.implicit_tls and connection.has_extn("starttls"):
            connection.starttls(context=context)
            connection.ehlo()
        elif not server.implicit_tls and server.password and not server.is_loopback:
            raise AuthError("the mail server offers no encryption: the password was not sent")
        if server.user:
            connection.login(server.user, server.password)

    @property
    def _domain(self) -> str:
        return self._address.rpartition("@")[2]


def _envelope(connection: smtplib.SMTP, sender: str, recipients: Sequence[str]) -> None:
    """One recipient the server refuses is enough: whoever wrote to several is not told that it was sent."""
    steps = [partial(connection.mail, sender), *(partial(connection.rcpt, address) for address in recipients)]
    for step in steps:
        code, answer = step()
        if not _is_taken(code):
            raise smtplib.SMTPResponseException(code, answer)


def _hand_over(connection: smtplib.SMTP, message: bytes) -> None:
    """The one step after which a missing answer leaves everybody in doubt."""
    code, answer = _surely_not_sent(lambda: connection.docmd("DATA"))
    line = connection.sock
    if code != GO_ON or line is None:  # the server refused to listen
        raise _refusal(code) from smtplib.SMTPDataError(code, answer)
    ending = b".\r\n" if message.endswith(b"\r\n") else b"\r\n.\r\n"
    until = monotonic() + TIMEOUT_S + len(message) / SLOWEST
    try:
        line.settimeout(until - monotonic())  # a socket's is for all that is sent at once
        connection.send(_DOTS.sub(b"..", message) + ending)
        line.settimeout(max(TAKEN_WITHIN_S, until - monotonic()))  # megabytes of it may still be on their way
        code, answer = connection.getreply()
    except (smtplib.SMTPException, OSError) as error:
        raise ProviderTimeout("the mail server gave no answer") from error
    if _is_taken(code):
        return
    if code < 400:  # no answer that there is: what stands behind it is not known
        raise ProviderTimeout("the mail server gave no answer that can be read")
    raise _refusal(code) from smtplib.SMTPResponseException(code, answer)


def _is_taken(code: int) -> bool:
    """Any answer of the twohundreds says so (RFC 5321, section 4.2.1); -1 stands for a line without a number."""
    return 200 <= code < 300


def _refusal(code: int) -> ProviderError:
    if code in SIGN_IN_FIRST:
        return AuthError("the mail server wants a password, or encryption", code=code)
    kind = PermanentError if code >= 500 else TransientError
    return kind("the mail server refused the e-mail", code=code)


def _refusal_of_us(code: int) -> ProviderError:
    """It has not heard of an e-mail yet: what it says is about us, or itself, and may be mended meanwhile."""
    return TransientError("the mail server refuses to talk to us", code=code)


def _surely_not_sent(step: Callable[[], Result], refusal: Callable[[int], ProviderError] = _refusal) -> Result:
    """What fails here has sent nothing. `refusal` reads an answer's code."""
    try:
        return step()
    except ProviderError:
        raise
    except smtplib.SMTPAuthenticationError as error:
        if error.smtp_code < 500:  # it cannot look the password up just now, or too many sign in
            raise refusal(error.smtp_code) from error
        raise AuthError("the mail server refused our password", code=error.smtp_code) from error
    except smtplib.SMTPResponseException as error:
        raise refusal(error.smtp_code) from error
    except smtplib.SMTPNotSupportedError as error:
        raise AuthError("the mail server takes no password") from error
    except (smtplib.SMTPException, OSError, ValueError) as error:  # the last: it asks for the password in no base64
        raise TransientError("no connection to the mail server") from error
