"""People with a past: users of the product with a conversation of some length, and what they write next."""

from collections.abc import Iterable

from sqlalchemy import insert

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.dao.inbound import insert_inbound
from bot.dao.work import runs
from bot.models import Address, Conversation, Run, TranscriptMessage
from bot.models.base import utc_now
from bot.queue.wake import WakeQueue
from bot.reading.incoming.inbound import parse
from bot.services.inbound.rows import row
from bot.types import Mode
from tests.bench.product import message_form, person
from tests.fakes.keys import conversation_id
from tests.fakes.twilio import ACCOUNT_SID

TURNS = 3  # the last turns are shown to the model word for word, however long
MESSAGE_CHARS = 1024
LESSON = "Une fraction compte des parts égales. " * 40


def make(database: Database, count: int, history_bytes: int) -> None:
    """So many professionals, each with a transcript of at least `history_bytes` in its last turns."""
    for number in range(count):
        add_user(database, person(number), Mode.PRO, 10)
        key = conversation_id(person(number))
        for _ in range(TURNS if history_bytes else 0):
            converse(database, key, history_bytes // TURNS)


def converse(database: Database, key: str, characters: int) -> None:
    """One turn of the past: a question and a long answer in many messages."""
    with database.write() as session:
        conversation = session.get_one(Conversation, key)
        user_id = session.get_one(Address, conversation.address_id).user_id  # a past is shown to its owner only
        run = Run(conversation_id=key, user_id=user_id, mode=Mode.PRO, language="fr", status="done", ended_at=utc_now())
        runs.start(session, run)
        said = [_said(f"{key} {at} {LESSON}"[:MESSAGE_CHARS], at) for at in range(characters // MESSAGE_CHARS + 1)]
        same = {"conversation_id": key, "run_id": run.id, "created_at": utc_now()}
        rows = [{**same, "role": each["role"], "message": each} for each in said]
        session.execute(insert(TranscriptMessage), rows)  # a thousand people have a hundred thousand of them


def _said(content: str, at: int) -> dict[str, str]:
    return {"role": "assistant" if at else "user", "content": content}


def write(database: Database, wake: WakeQueue, numbers: Iterable[int]) -> None:
    """Let these people send a message each, as the webhook would store it."""
    for number in numbers:
        form = {name: [value] for name, value in message_form(number).items()}
        message = row(database, parse(form, account_sid=ACCOUNT_SID), ())
        with database.write_connection() as connection:
            insert_inbound(connection, message)
        wake.wake("drain", message.conversation_id)
