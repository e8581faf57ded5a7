"""What is asked together of a conversation says of each thing whether it is there."""

from datetime import timedelta

from sqlmodel import Session, col, select, update

from bot.dao import conversations, interactions, standings
from bot.dao.database import Database
from bot.dao.delivery import parts
from bot.dao.standings import OfLane, OfMessages
from bot.dao.work import runs
from bot.models import InboundMessage, OutboundPart, Run
from bot.models.base import utc_now
from bot.reading.incoming.priority import Priority
from tests.integration.database.test_lanes import AWA, KEY, write_to


def of_messages(session: Session) -> OfMessages:
    theirs = session.exec(select(InboundMessage)).all()
    return standings.of_messages(session, KEY, theirs, Priority.DISTRESS, utc_now() - timedelta(hours=1))


def test_of_a_lane(database: Database) -> None:
    write_to(database)
    with database.write() as session:
        conversations.ensure(session, AWA)
        assert standings.of_lane(session, KEY) == OfLane(False, False, False, False)
        session.execute(update(InboundMessage).values(priority=Priority.STOP))
        assert standings.of_lane(session, KEY) == OfLane(False, True, False, False)
        parts.add(session, conversation_id=KEY, key="a", address=AWA, channel="whatsapp", kind="text")
        assert standings.of_lane(session, KEY) == OfLane(False, True, True, False)
        session.execute(update(OutboundPart).values(state="held"))
        assert standings.of_lane(session, KEY) == OfLane(False, True, False, True)
        run = runs.start(session, Run(conversation_id=KEY, mode="guest", language="fr"))
        session.execute(update(InboundMessage).values(run_id=run.id))
        assert standings.of_lane(session, KEY) == OfLane(True, False, False, True)


def test_of_messages(database: Database) -> None:
    write_to(database)
    now = utc_now()
    with database.write() as session:
        conversations.ensure(session, AWA)
        assert of_messages(session) == OfMessages(False, False, False)
        interactions.open_interaction(session, KEY, "menu", {}, now, 60)
        assert of_messages(session) == OfMessages(False, True, False)
        session.execute(update(InboundMessage).values(priority=Priority.DISTRESS))
        assert of_messages(session) == OfMessages(False, True, True)
        session.execute(update(InboundMessage).where(col(InboundMessage.id) > 0).values(processed_at=now))
        assert of_messages(session) == OfMessages(True, True, True)
