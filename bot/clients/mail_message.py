"""An e-mail as it travels: headers nobody can add to, a text, perhaps HTML beside it, files. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import Policy
from email.utils import localtime, make_msgid
from typing import Final, Self

from bot.errors import PermanentError

MOST_RECIPIENTS: Final = 20
MOST_SUBJECT: Final = 200  # characters
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"  # no dot begins, ends or follows another: no header takes that
ADDRESS: Final = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]{{1,63}}(?:\.[A-Za-z0-9-]{{1,63}})+")
JOINERS: Final = "\u200c\u200d"  # within a family of emojis, and words of some languages
_WAY_OUT: Final = re.compile(r"https://[!-;=?-~]{1,500}")  # printable ASCII without < and >
_CONTENT_TYPE: Final = re.compile(r"([a-z0-9][a-z0-9.+-]*)/([a-z0-9][a-z0-9.+-]*)")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes along."""

    name: str
    content_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """What is sent. Recipients see each other; `reply_to` is where an answer goes, if not to the sender;
    `unsubscribe` an address or https link, told to mail programs (RFC 2369), `one_click` an https link that ends such
    e-mails by one POST (RFC 8058). `only`: the one of the recipients whom this copy goes to."""

    recipients: Sequence[str]
    subject: str
    text: str
    html: str = ""
    reply_to: str = ""
    attachments: Sequence[Attachment] = ()
    unsubscribe: str = ""
    one_click: str = ""
    only: str = ""

    @property
    def reached(self) -> Sequence[str]:
        """Whom it goes to."""
        return (self.only,) if self.only else self.recipients


class _WaysOut(str):
    """The header List-Unsubscribe, a way out a line. Folded by the library a link longer than a line becomes encoded
    words, which no mail program follows."""

    name = "List-Unsubscribe"
    _ways: tuple[str, ...]

    def __new__(cls, ways: Sequence[str]) -> Self:
        made = super().__new__(cls, ", ".join(ways))
        made._ways = tuple(ways)
        return made

    def fold(self, *, policy: Policy) -> str:
        """As it stands on the wire; called by the policy."""
        return f"{self.name}: {f',{policy.linesep} '.join(self._ways)}{policy.linesep}"


class _Subject(str):
    """The header Subject. Folded by the library an accented one loses spaces between words, or part of a letter."""

    __slots__ = ()
    name = "Subject"

    def fold(self, *, policy: Policy) -> str:
        """As it stands on the wire; called by the policy. What looks like an encoded word is encoded once more: it is
        read as it was written."""
        plain = self.isascii() and "=?" not in self
        words = self if plain else Header(self, "utf-8", header_name=self.name).encode(linesep=policy.linesep)
        return f"{self.name}: {words}{policy.linesep}"


def is_address(text: str) -> bool:
    """Whether a text is one plain e-mail address."""
    return ADDRESS.fullmatch(text) is not None


def message_of(mail: Mail, sender_name: str, sender: str) -> EmailMessage:
    """The message. Raises PermanentError for addresses that are none, or too many: nothing else of what people or
    models wrote can break out of its header."""
    if not 1 <= len(mail.recipients) <= MOST_RECIPIENTS:
        raise PermanentError(f"an e-mail has 1 to {MOST_RECIPIENTS} recipients")
    if not all(map(is_address, [*mail.recipients, *filter(None, (mail.reply_to, mail.only))])):
        raise PermanentError("not an e-mail address")
    message = EmailMessage()
    message["From"] = Address(_name(sender_name), addr_spec=sender)
    message["To"] = tuple(Address(addr_spec=address) for address in mail.recipients)
    if mail.reply_to:
        message["Reply-To"] = Address(addr_spec=mail.reply_to)
    message["Subject"] = _Subject(_one_line(mail.subject)[:MOST_SUBJECT].rstrip())
    message["Date"] = localtime()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: no absence notices in answer
    if ways := [_way_out(way) for way in (mail.unsubscribe, mail.one_click) if way]:
        message["List-Unsubscribe"] = _WaysOut(ways)
    if mail.one_click:
        if not _WAY_OUT.fullmatch(mail.one_click):
            raise PermanentError("not a link to unsubscribe by")
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text, cte="quoted-printable")
    if mail.html:
        message.add_alternative(mail.html, subtype="html", cte="quoted-printable")
    for attachment in mail.attachments:
        _attach(message, attachment)
    return message


def _attach(message: EmailMessage, attachment: Attachment) -> None:
    kind = _CONTENT_TYPE.fullmatch(attachment.content_type.partition(";")[0].strip().lower())
    family, subtype = kind.groups() if kind else ("application", "octet-stream")
    name = _name(attachment.name).replace("/", " ").replace("\\", " ").strip() or "document"
    # Without its charset a text that is shown beside the e-mail (on an iPhone) is read as another.
    params = {"charset": "utf-8"} if "charset=utf-8" in attachment.content_type else {}
    message.add_attachment(attachment.body, maintype=family, subtype=subtype, filename=name, params=params)


def _way_out(unsubscribe: str) -> str:
    if is_address(unsubscribe):
        return f"<mailto:{unsubscribe}?subject=unsubscribe>"
    if _WAY_OUT.fullmatch(unsubscribe):
        return f"<{unsubscribe}>"
    raise PermanentError("neither an address nor a link to unsubscribe by")


def _name(text: str) -> str:
    """What stands in a header that the library reads before it writes it: of an encoded word (`=?utf-8?q?=0d=0a…?=`)
    it would write what is encoded, line ends too."""
    return _one_line(text).replace("=?", "= ?")


def _one_line(text: str) -> str:
    """A header's text: whoever wrote it cannot begin another header."""
    return " ".join("".join(letter if letter.isprintable() or letter in JOINERS else " " for letter in text).split())
