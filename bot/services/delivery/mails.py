"""Parts that are e-mails: written with their files, and what is said when one did not (or may not) arrive."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.channels.emails import Email
from bot.dao import alerts
from bot.i18n.catalogue import say
from bot.models import Address, Conversation, OutboundPart, StoredFile
from bot.services.delivery.outbox import Outbox
from bot.services.delivery.writing import ADDRESS_CHARS, Draft, Recipient, write
from bot.services.library.files import Links, link_line
from bot.text.safe import safe_text
from bot.types import EMAIL, Language

KIND = "email"


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail to write. `email.attachments` are filled in from `files`, whose rows must be flushed; what is too large
    for a mail server goes as a link below the text. `unsubscribe_line` ends text and HTML where one is due."""

    key: str
    email: Email
    text: str
    files: Sequence[StoredFile] = ()
    unsubscribe_line: str = ""


def post(
    session: Session, conversation_id: str, letter: Letter, links: Links, language: Language, run_id: int | None = None
) -> None:
    """Write the part of an e-mail, in the conversation of whoever sends it: they are told if it fails."""
    attached, linked = _sorted(letter.files)
    endings = [link_line(file, links, language) for file in linked]
    endings += [letter.unsubscribe_line] if letter.unsubscribe_line else []
    text = "\n\n".join([safe_text(letter.text).rstrip("\n"), *endings]) + "\n"
    email = replace(
        letter.email,
        html=_with_endings(letter.email.html, endings),
        attachments=tuple(file.id for file in attached if file.id is not None),
    )
    to = Recipient(conversation_id, email.recipients[0][:ADDRESS_CHARS], EMAIL, language)
    write(session, to, Draft(key=letter.key, kind=KIND, body=text, email=email, run_id=run_id))


def give_up(session: Session, part: OutboundPart, key: str, links: Links, default: Language) -> None:
    """The last word on an e-mail, `mail_failed` or `mail_unknown`: operators are alerted, the person knows what to
    do."""
    alerts.add(session, key, f"part {part.id}", part.run_id)
    address = session.get_one(Address, session.get_one(Conversation, part.conversation_id).address_id)
    language = Language(address.language or default)
    to = Recipient(part.conversation_id, address.value, address.channel, language)
    Outbox(session, to, links).text(f"mail{part.id}", _told(part, key, language))


def _told(part: OutboundPart, key: str, language: Language) -> str:
    email = Email.read(part.email) if part.email else None
    if email is not None and email.to_team:
        return say(language, "report_failed")
    return say(language, key, address=email.shown_recipients if email else part.address)


def _sorted(files: Sequence[StoredFile]) -> tuple[list[StoredFile], list[StoredFile]]:
    """The files that go along, and those that go as links."""
    takes = capabilities_of(EMAIL).attachments
    attached: list[StoredFile] = []
    linked: list[StoredFile] = []
    for file in files:
        room = takes.altogether - sum(other.size for other in attached)
        fits = takes.take(file.content_type, file.size) and file.size <= room
        (attached if fits else linked).append(file)
    return attached, linked


def _with_endings(html: str, endings: Sequence[str]) -> str:
    """The document with some lines at its end."""
    if not html or not endings:
        return html
    block = "".join(f"<p>{escape(line)}</p>" for line in endings)
    head, separator, tail = html.rpartition("</body>")
    return f"{head}{block}{separator}{tail}" if separator else html + block
