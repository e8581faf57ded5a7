"""Everything we hold about a person as a ZIP: JSON for machines, their files, and a few lines that say what is what.

Nothing secret goes in: no codes, no link tokens, nothing of what the agent and its tools told each other."""

import json
import math
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import BinaryIO

from sqlmodel import Session

from bot.channels.emails import Email
from bot.clients.storage import FileStore
from bot.clock import CLOCK_SLACK
from bot.dao.database import Database
from bot.dao.privacy import copied_rows, owned_rows
from bot.dao.privacy.owned_rows import ARCHIVE, Holder
from bot.errors import FileGone, StorageError
from bot.i18n.catalogue import say
from bot.models import Address, OutboundPart, StoredFile, User
from bot.services.delivery import mails
from bot.services.support import human_help
from bot.signing.unsubscribe import without_tokens
from bot.types import JSON, Language

NAME = "palabre-export.zip"
ONE_A_DAY = timedelta(days=1)
MOST_BYTES = 200_000_000  # of files, newest first; those beyond are only listed


def of_today(session: Session, address: Address, now: datetime) -> StoredFile | None:
    """The export made for the owner of an address in the last 24 hours: another is made only after them. One that could
    not be prepared left no row and does not count."""
    if address.user_id is not None:  # one at a time for a user, on whichever phone
        owned_rows.lock(session, address.user_id)
    last = owned_rows.last_export(session, owned_rows.holder(session, address))
    return last if last is not None and wait_s(last, now) else None


def wait_s(made: StoredFile, now: datetime) -> int:
    """In how many seconds the next export may be made. One of a time to come was made by a clock that has gone back
    since: it would keep its person from another until the clock has caught up."""
    if made.created_at > now + CLOCK_SLACK:
        return 0
    return max(0, math.ceil((made.created_at + ONE_A_DAY - now).total_seconds()))


def prepare(
    database: Database, store: FileStore, address: Address, conversation_id: str, language: Language
) -> StoredFile:
    """Build the export, on this machine's disk, and store it; the row returned is not in the database yet. Slow: never
    inside a transaction. Raises StorageError, for a full disk too."""
    try:
        with tempfile.TemporaryFile() as archive:
            build(archive, database, store, address, language)
            size, digest = archive.tell(), store.put_file(archive)
    except OSError as error:
        raise StorageError(f"cannot write a copy: {error.strerror}") from error
    return StoredFile(
        conversation_id=conversation_id,
        user_id=address.user_id,
        name=NAME,
        title=say(language, "export_title"),
        content_type=ARCHIVE,
        size=size,
        sha256=digest,
    )


def build(archive: BinaryIO, database: Database, store: FileStore, address: Address, language: Language) -> None:
    """Write the ZIP of the owner of an address: a user's every conversation, or a guest's one. One file at a time is in
    memory."""
    with database.read(slow=True) as session:
        who = owned_rows.holder(session, address)
        tables = _tables(session, who)
        documents = owned_rows.documents(session, who)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr(say(language, "export_readme_name"), say(language, "export_readme"))
        for name, rows in tables.items():
            out.writestr(name, _json(rows))
        out.writestr("files.json", _json(_add_files(out, store, documents)))


def _tables(session: Session, who: Holder) -> Mapping[str, JSON]:
    return {
        "profile.json": _profile(session, who),
        "messages.json": _messages(session, who),
        "transcript.json": [
            {"at": row.created_at, "run": row.run_id, "role": row.role, "text": row.message["content"]}
            for row in copied_rows.transcript(session, who)
            if isinstance(row.message.get("content"), str) and row.message["content"]
        ],
        "runs.json": _runs(session, who),
        "results.json": [
            {"at": row.created_at, "subject": row.subject, "correct": row.correct, "total": row.total}
            for row in copied_rows.results(session, who)
        ],
        "memories.json": [{"at": row.created_at, "fact": row.body} for row in copied_rows.memories(session, who)],
        "tasks.json": [
            {
                "title": row.title,
                "due": row.due_at,
                "repeats": row.repeats,
                "until": row.repeats_until,
                "time_zone": row.zone,
                "priority": row.priority,
                "tags": row.tags,
                "done": row.done_at,
            }
            for row in copied_rows.tasks(session, who)
        ],
        "credits.json": [
            {
                "at": row.created_at,
                "credits": row.amount,
                "balance": row.balance,
                "kind": row.kind,
                "reason": row.reason,
            }
            for row in copied_rows.ledger(session, who)
        ],
        "payments.json": _payments(session, who),
    }


def _profile(session: Session, who: Holder) -> JSON:
    user = session.get(User, who.user_id) if who.user_id is not None else None
    addresses = [
        {
            "address": address.value,
            "profile_name": _profile_name(address),
            "language": address.language,
            "known_since": address.created_at,
            "signed_in_until": address.signed_in_until,
            "opted_out_at": address.opted_out_at,
        }
        for address in who.addresses
    ]
    if user is None:
        return {"addresses": addresses}
    columns = ("phone", "email", "mode", "level", "language", "credits", "created_at")
    account = {name: getattr(user, name) for name in columns}
    return {**account, "addresses": addresses}


def _profile_name(address: Address) -> str:
    """Messengers say with every message who writes: where a user is signed in no more, that may be somebody else."""
    until, last = address.signed_in_until, address.last_inbound_at
    is_theirs = until is not None and (last is None or last <= until)
    return address.profile_name if address.user_id is None or is_theirs else ""


def _messages(session: Session, who: Holder) -> JSON:
    """Both directions in the order of time."""
    received = [
        {"at": row.received_at, "direction": "received", "channel": row.channel, "kind": row.kind, "text": row.body}
        for row in copied_rows.received(session, who)
    ]
    return sorted([*received, *_sent(copied_rows.sent(session, who))], key=lambda message: message["at"])


def _sent(parts: Sequence[OutboundPart]) -> Iterator[Mapping[str, JSON]]:
    """Messages, and e-mails without the links that are their readers' own. Not those that tell others about the person:
    they are not theirs to read."""
    for part in parts:
        said = {"at": part.created_at, "direction": "sent", "channel": part.channel, "state": part.state}
        email = Email.read(part.email) if part.kind == mails.KIND and part.email else None
        if email is None:
            yield {**said, "text": part.body}
        elif not (email.to_team or human_help.is_request(part.key)):
            text = without_tokens(part.body)
            yield {**said, "to": list(email.reached), "subject": email.subject, "text": text}


def _runs(session: Session, who: Holder) -> JSON:
    tools: dict[int, list[str]] = {}
    for call in copied_rows.tools_used(session, who):
        tools.setdefault(call.run_id, []).append(call.tool)
    return [
        {
            "run": row.id,
            "started_at": row.started_at,
            "ended_at": row.ended_at,
            "mode": row.mode,
            "language": row.language,
            "credits": row.charged,
            "ended_with": row.stop_reason,
            "tools": tools.get(row.id, []),
        }
        for row in copied_rows.runs(session, who)
    ]


def _payments(session: Session, who: Holder) -> JSON:
    return [
        {
            "receipt": row.reference,
            "at": row.created_at,
            "amount": row.amount,
            "currency": row.currency,
            "credits": row.credits,
            "provider": row.provider,
            "status": row.status,
            "paid_at": row.paid_at,
        }
        for row in copied_rows.payments(session, who)
    ]


def _add_files(out: zipfile.ZipFile, store: FileStore, documents: Sequence[StoredFile]) -> JSON:
    """Put the files in; returns their list. One that is lost is listed as not included. A store that is away for a
    moment loses none: it raises StorageError, and the copy, of which there is one a day, is not made."""
    listed, room = [], MOST_BYTES
    for file in documents:
        path: str | None = f"files/{file.id}-{file.name}"
        try:
            if file.size > room:
                path = None
            else:
                out.writestr(str(path), store.read(file.sha256))
                room -= file.size
        except FileGone:
            path = None
        listed.append({"at": file.created_at, "title": file.title, "bytes": file.size, "included_as": path})
    return listed


def _json(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=_text)


def _text(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)
