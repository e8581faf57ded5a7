"""Parts that are e-mails: written with their files, and what is said when one did not (or may not) arrive."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from html import escape

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.channels.emails import Email
from bot.dao import addresses, alerts
from bot.dao.delivery import held_parts, suppressions
from bot.dao.work import runs
from bot.errors import ProviderError
from bot.i18n.catalogue import say
from bot.models import Address, Conversation, OutboundPart, Run, StoredFile
from bot.services.delivery.by_mail import AttachmentGone
from bot.services.delivery.outbox import Outbox
from bot.services.delivery.writing import ADDRESS_CHARS, Draft, Recipient, write
from bot.services.library.files import Links, link_line
from bot.services.mail.drafts import NOTE_MARK
from bot.text.safe import safe_text
from bot.types import EMAIL, Language, known

KIND = "email"
BETWEEN = ("mail_waits", "mail_left")  # what is told before the last word
WHOEVER_IT_IS_FOR = (*BETWEEN, "mail_too_large", "mail_file_gone")  # in the same words to each
FULL = (523, 552)  # the e-mail is too large, or the mailbox is full (RFC 5321, section 4.2.3)
WAITS_FROM = 4  # attempts in vain, of some six minutes: by then a greylist has mostly let it pass
END = "font-size: 13px; overflow-wrap: anywhere"  # below the words of a person, in a document without a style sheet
_LINK = re.compile(r"\s(https?://\S+)\Z")


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail to write. `email.attachments` are filled in from `files`, whose rows must be flushed; what is too large
    for a mail server goes as a link below the text. `unsubscribe_line` ends text and HTML where one is due, and below
    it stands `unsubscribe_link`."""

    key: str
    email: Email
    text: str
    files: Sequence[StoredFile] = ()
    unsubscribe_line: str = ""
    unsubscribe_link: str = ""


def post(
    session: Session, conversation_id: str, letter: Letter, links: Links, language: Language, run_id: int | None = None
) -> None:
    """Write the part of an e-mail, in the conversation of whoever sends it: they are told if it fails."""
    attached, linked = _sorted(letter.files)
    endings = [link_line(file, links, language) for file in linked]
    way_out = "\n".join(filter(None, (letter.unsubscribe_line, letter.unsubscribe_link)))
    endings += [way_out] if way_out else []
    text = "\n\n".join([safe_text(letter.text).rstrip("\n"), *endings]) + "\n"
    email = replace(
        letter.email,
        html=_with_endings(letter.email.html, endings, say(language, "mail_link")),
        attachments=tuple(file.id for file in attached if file.id is not None),
    )
    to = Recipient(conversation_id, email.reached[0][:ADDRESS_CHARS], EMAIL, language)
    write(session, to, Draft(key=letter.key, kind=KIND, body=text, email=email, run_id=run_id))


def tell_stopped(session: Session, part: OutboundPart, now: datetime, links: Links, default: Language) -> None:
    """The last word on an e-mail whose reader unsubscribed before it left."""
    _tell(session, part, "mail_stopped", now, links, default)


def tell_waits(session: Session, part: OutboundPart, now: datetime, links: Links, default: Language) -> None:
    """Once, that an e-mail which was told to leave now is tried on: who is in a hurry can choose another way."""
    if part.attempts == WAITS_FROM:
        _tell_between(session, part, "mail_waits", now, links, default)


def tell_left(session: Session, part: OutboundPart, now: datetime, links: Links, default: Language) -> None:
    """That an e-mail of which `tell_waits` was told has left after all."""
    if part.attempts > WAITS_FROM:
        _tell_between(session, part, "mail_left", now, links, default)


def give_up(session: Session, part: OutboundPart, key: str, now: datetime, links: Links, default: Language) -> None:
    """The last word on an e-mail, `mail_unknown` or one of `why_not`: operators are alerted, the person knows what to
    do."""
    alerts.add(session, "mail_unknown" if key == "mail_unknown" else "mail_failed", f"part {part.id}", part.run_id)
    _tell(session, part, key, now, links, default)


def why_not(error: ProviderError) -> str:
    """What is told of an e-mail that was refused. Nobody is to doubt an address whose server wants a lighter one, or
    where a file was deleted, or lost, while it waited."""
    if isinstance(error, AttachmentGone):
        return "mail_file_gone"
    return "mail_too_large" if error.code in FULL else "mail_failed"


def _tell_between(
    session: Session, part: OutboundPart, key: str, now: datetime, links: Links, default: Language
) -> None:
    """What is not the last word; a report to the team is waited for by nobody."""
    if part.email and not Email.read(part.email).to_team:
        _tell(session, part, key, now, links, default)


def _tell(session: Session, part: OutboundPart, key: str, now: datetime, links: Links, default: Language) -> None:
    """That may be hours after it was asked for: where its person is signed in no more it waits for them."""
    email = Email.read(part.email) if part.email else None
    if email is not None and email.untold:
        return
    address = session.get_one(Address, session.get_one(Conversation, part.conversation_id).address_id)
    language = known(Language, address.language, default)
    address_told, has_files = (email.shown_recipients, bool(email.attachments)) if email else (part.address, False)
    told = say(language, _sentence(email, key), address=address_told, files=has_files)
    whose, name = held_parts.owner(session, part), f"{key if key in BETWEEN else 'mail'}{part.id}"
    to = Recipient(part.conversation_id, address.value, address.channel, language, whose)
    Outbox(session, to, links).text(name, told)
    if whose is not None and addresses.signed_in_at(address, now) != whose:
        held_parts.keep_for(session, whose, name, part.conversation_id)
    _note(session, part, told, language)


def _note(session: Session, part: OutboundPart, told: str, language: Language) -> None:
    """Let later turns know of it, who have read that it leaves. Nothing is added to a run at work: its calls and their
    results stand one behind the other."""
    run = session.get(Run, part.run_id) if part.run_id is not None else None
    if run is not None and run.ended_at is not None:
        subject = Email.read(part.email).subject if part.email else ""
        note = say(language, "mail_note", subject=subject, told=told)
        runs.append(session, run.id, run.conversation_id, {"role": "user", "content": f"{NOTE_MARK} {note}"})


def _sentence(email: Email | None, key: str) -> str:
    """What is said of it, by whom it was to reach: nobody is sent to write to themselves."""
    if email is None or key in BETWEEN:
        return key
    if email.to_team:
        return "report_failed"
    if key in WHOEVER_IT_IS_FOR:
        return key
    if email.to_user:
        return f"own_{key}"
    return "draft_failed" if email.reply_to and key == "mail_failed" else key


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


def is_stopped(session: Session, part: OutboundPart) -> bool:
    """Whether whom an e-mail of the agent goes to has unsubscribed since it was written."""
    email = Email.read(part.email) if part.email else None
    return email is not None and bool(email.unsubscribe) and bool(suppressions.among(session, email.reached))


def _with_endings(html: str, endings: Sequence[str], label: str) -> str:
    """The document with some lines at its end, in which the link that ends a line is a word to press."""
    if not html or not endings:
        return html
    block = f'<div class="end" style="{END}">{"".join(f"<p>{_pressable(line, label)}</p>" for line in endings)}</div>'
    head, separator, tail = html.rpartition("</body>")
    return f"{head}{block}{separator}{tail}" if separator else html + block


def _pressable(line: str, label: str) -> str:
    found = _LINK.search(line)
    if found is None:
        return escape(line)
    return f'{escape(line[: found.start()])} <a href="{escape(found[1])}">{escape(label)}</a>'
