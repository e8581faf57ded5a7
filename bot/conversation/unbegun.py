"""Messages and background runs over which our own code fails outside any turn: before one begins, or while it is given
up, because something stored (the sender's rows, an open question) cannot be read. Each failure costs a life, as one
within a turn does; after MOST_LIVES the person gets an apology and the message or run is closed."""

from datetime import datetime

from sqlmodel import Session

from bot.capabilities import channel_of
from bot.conversation.taking import MOST_LIVES
from bot.conversation.talk import Desk
from bot.conversation.turn import last_words
from bot.dao import addresses, alerts, conversations, inbound
from bot.dao.database import Database
from bot.i18n.catalogue import say
from bot.models import InboundMessage, Run
from bot.reading.distress.danger import Danger, read_distress
from bot.reading.incoming.priority import Priority
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.support.care import Care
from bot.services.support.human_help import Asker


def count_life(database: Database, desk: Desk, conversation_id: str, now: datetime) -> None:
    """Count a life of the message that waits first; once it has cost too many, apologise and close it. In a transaction
    of its own: the one that failed was rolled back, and its count with it."""
    with database.write() as session:
        conversations.lock(session, conversation_id)
        waiting = inbound.waiting(session, conversation_id, limit=1)
        if not waiting:
            return
        conversations.count_life(session, waiting)
        if waiting[0].attempts > MOST_LIVES:
            _give_up(session, desk, waiting[0], now)


def _give_up(session: Session, desk: Desk, message: InboundMessage, now: datetime) -> None:
    """Apologise, or answer distress, knowing nothing but the message: the sender's other rows may be what cannot be
    read."""
    settings, key, sender = desk.settings, message.conversation_id, message.sender
    to = Recipient(key, sender, channel_of(sender), settings.default_language)
    if message.priority == Priority.DISTRESS:
        asker = Asker(key, sender, "", None, f"in{message.id}")
        danger = read_distress(message.body) or Danger.OTHER
        Care(session, settings, desk.links, to, asker, now).answer(message.id, danger)
    else:
        text = say(to.language, "apology_failed", contact=settings.human_contact)
        Outbox(session, to, desk.links).text(f"dead{message.id}", text)
    alerts.add(session, "turn_dead", f"inbound {message.id}", message.run_id)
    conversations.close_inbound(session, [message], "dead", now)


def give_up_run(session: Session, desk: Desk, run: Run, now: datetime) -> None:
    """End a background run that has cost too many lives: its credits go back and its person gets an apology. Called in
    a transaction of whoever holds its lease."""
    last_words.died(session, run, now)
    address = addresses.of_conversation(session, run.conversation_id)
    if address is not None and addresses.signed_in_now(session, run.conversation_id, now) == run.user_id:
        to = Recipient(run.conversation_id, address, channel_of(address), desk.settings.default_language, run.user_id)
        text = say(to.language, "apology_failed", contact=desk.settings.human_contact)
        Outbox(session, to, desk.links, run.id).text(f"run{run.id}", text)
