"""Tools that write to somebody: the user on their own addresses, at once; anybody else by e-mail, as a draft that waits
for the user's digit."""

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import Departure, ToolOutput
from bot.capabilities import capabilities_of
from bot.channels.markup import to_plain, to_whatsapp
from bot.clients.mail_message import is_address
from bot.errors import ToolFailed, ToolRetry
from bot.i18n.catalogue import say
from bot.models import StoredFile
from bot.services.approval.questions import FENCE
from bot.services.approval.vouched import links_in
from bot.services.delivery.own_addresses import RunMessages
from bot.services.library.run_library import RunLibrary
from bot.services.mail import attached
from bot.services.mail.drafts import MOST_RECIPIENTS, Draft, DraftFile, can_be_shown
from bot.services.mail.run_mails import RunMails
from bot.text.safe import safe_text
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.types import EMAIL, Channel

PART = re.compile(r'(?:"[^"\n]*"|[^,;"\n])+')
WRITTEN = re.compile(r"(?:mailto:)?(.+?)\.?", re.IGNORECASE)  # as the end of a sentence, or out of a link
NAMED = re.compile(r'(?:"[^"\n]*"[ \t]*|[^<>@"\n]*)<([^<>\s]+)>')
LEAVES = "It leaves now; the service tells the user if it is refused. Say that it is on its way, not that it arrived."
SHOWN = {
    "sent": False,
    "note": "Not sent. The service now shows the user this draft and asks for a digit, and your turn ends. Unless a "
    "[Draft] message says that it left, it did not.",
}
TOO_LONG = "It is too long to be shown to the user whole before it leaves: write a shorter text, or attach a document."

Files = Annotated[
    list[Annotated[str, Field(max_length=200)]],
    Field(default_factory=list, max_length=5, description="By name"),
]


class Message(BaseModel):
    """Arguments of the tools that write to the user."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=1, max_length=8_000, description="Markdown")
    files: Files


class OwnEmail(Message):
    """Arguments of send_email_to_user."""

    subject: str = Field(min_length=1, max_length=150, description="")


class DraftEmail(BaseModel):
    """Arguments of draft_email."""

    model_config = ConfigDict(extra="forbid")

    to: list[Annotated[str, Field(max_length=254)]] = Field(
        min_length=1, description=f"Addresses the user gave, {MOST_RECIPIENTS} at most"
    )
    subject: str = Field(min_length=1, max_length=150, description="")
    text: str = Field(min_length=1, max_length=4_000, description="Whole, plain, with its signature")
    files: Files


def _links(args: Message) -> tuple[Departure, ...]:
    return _links_in(args.text)


def _mail_links(args: OwnEmail) -> tuple[Departure, ...]:
    return _links_in(f"{args.subject}\n{args.text}")


def _links_in(markdown: str) -> tuple[Departure, ...]:
    """The links in it as it stands, and those that conversion would make of `evil\\.example` or `&#46;`."""
    sent = "\n".join((to_plain(markdown), to_whatsapp(markdown)))
    return tuple(dict.fromkeys((*links_in(markdown), *links_in(sent, as_sent=True))))


@tool("communication", effect="local", timeout_s=20, max_chars=500, outward=_mail_links)
def send_email_to_user(_ctx: ToolContext, args: OwnEmail, mails: RunMails, library: RunLibrary) -> ToolOutput:
    """Send an e-mail to the user's own address, when they ask for one. Never to anybody else."""
    address, files = mails.own_address(), attached.named(library, args.files)
    commit = mails.to_user(_one_line(args.subject), args.text, files)
    return ToolOutput({"to": address, "note": LEAVES}, commit=commit)


@tool("communication", effect="local", timeout_s=20, max_chars=500, outward=_links)
def send_sms_to_user(_ctx: ToolContext, args: Message, messages: RunMessages, library: RunLibrary) -> ToolOutput:
    """Send a short SMS to the user's own number; files go as links. Only when they ask for an SMS: your answer reaches
    them by itself."""
    return _sent(Channel.SMS, args, messages, library)


@tool("communication", effect="local", timeout_s=20, max_chars=500, outward=_links)
def send_whatsapp_to_user(_ctx: ToolContext, args: Message, messages: RunMessages, library: RunLibrary) -> ToolOutput:
    """Send a message to the user's own WhatsApp. Only when they ask for WhatsApp: your answer reaches them by
    itself."""
    return _sent(Channel.WHATSAPP, args, messages, library)


@tool("communication", effect="local", timeout_s=20, max_chars=500)
def draft_email(ctx: ToolContext, args: DraftEmail, mails: RunMails, library: RunLibrary) -> ToolOutput:
    """Write an e-mail to other people for the user. The service shows it to them and sends it when they agree; write
    nothing yourself. To change it call again with all of it. Not for the user's own address: send_email_to_user."""
    reply_to, recipients = mails.reply_address(), _recipients(args.to)
    text = safe_text(args.text).strip()
    if not text or FENCE in text:
        raise ToolRetry("The text must be plain text: no ``` in it, and not empty.")
    files = tuple(map(_draft_file, _attachable(attached.named(library, args.files))))
    ending = say(ctx.language, "draft_ending", service=ctx.service_name, reply_to=reply_to)
    draft = Draft(recipients, _one_line(args.subject), text, reply_to, ending, files)
    if not can_be_shown(draft, ctx.language, ctx.channel):
        raise ToolRetry(TOO_LONG)
    return ToolOutput(SHOWN, commit=mails.draft(draft), awaits_user=True)


def _sent(channel: Channel, args: Message, messages: RunMessages, library: RunLibrary) -> ToolOutput:
    commit = messages.to_own(channel, args.text, attached.named(library, args.files))
    return ToolOutput({"note": LEAVES}, commit=commit)


def _recipients(given: list[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for address in (address for text in given for address in _addresses(text)):
        found.setdefault(address.casefold(), address)
    recipients = tuple(found.values())
    if len(recipients) > MOST_RECIPIENTS:
        raise ToolFailed(
            f"Refused: an e-mail goes to {MOST_RECIPIENTS} people at most, not to {len(recipients)}. Tell the user so."
        )
    wrong = [address for address in recipients if not is_address(address) or not address.isascii()]
    if wrong:
        raise ToolRetry(f"No e-mail address: {', '.join(wrong)}. Ask the user for it; never make one up.")
    return recipients


def _addresses(text: str) -> list[str]:
    """« Awa Koné <awa@example.org>; b@example.org » is two addresses, as in the head of an e-mail; a text in which one
    is none stays as it is, and so is no address."""
    parts = [part.strip() for part in PART.findall(text)]
    found = [
        named[1] if (named := NAMED.fullmatch(part) or WRITTEN.fullmatch(part)) else part for part in parts if part
    ]
    return found if found and all(map(is_address, found)) else [text.strip()]


def _attachable(files: list[StoredFile]) -> list[StoredFile]:
    """What the person approves is what leaves: a link that is over tomorrow is not the file."""
    takes = capabilities_of(EMAIL).attachments
    altogether = sum(file.size for file in files)
    if altogether > takes.altogether or not all(takes.take(file.content_type, file.size) for file in files):
        raise ToolFailed("Refused: the files are too large for an e-mail. Tell the user so.")
    return files


def _draft_file(file: StoredFile) -> DraftFile:
    return DraftFile(file.id, file.name, file.size, file.sha256)


def _one_line(text: str) -> str:
    line = " ".join(safe_text(text).split())
    if not line:
        raise ToolRetry("The subject is empty.")
    return line
