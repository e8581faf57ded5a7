"""A worker that is told to leave."""

from functools import partial

from sqlmodel import col, select

from bot.dao import conversations
from bot.models import Conversation, Run
from bot.services.work.leases import claim_run
from tests.fakes import lanes
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.integration.conversation.conftest import PUPIL, Line

LOST_AFTER_S = 8.0


def test_what_no_thread_holds_any_more_is_given_back(line: Line) -> None:
    """An outage left it in its hands: a claim whose answer was lost has been committed all the same."""
    line.model.script(lambda _request: says("Oui."))
    line.says("Bonjour")
    line.says("/fond Fais-moi un dossier complet sur le cacao ivoirien et ses prix.")
    with line.database.read() as session:
        run_id = session.exec(select(Run.id).where(col(Run.ended_at).is_(None))).one()
    line.stores("Et demain ?")
    assert lanes.claim(line.database, conversation_id(PUPIL), line.runtime.worker_id, LOST_AFTER_S)
    assert claim_run(line.database, run_id, line.runtime.worker_id, LOST_AFTER_S)
    line.runtime.stop()
    with line.database.read() as session:
        assert session.get_one(Conversation, conversation_id(PUPIL)).lane_worker is None
        assert session.get_one(Run, run_id).lease_worker is None


def test_what_the_database_could_not_be_told_is_told_on_leaving(line: Line) -> None:
    """It was away until a moment ago. An e-mail that has left would else be told to be in doubt."""
    line.model.script(lambda _request: says("Oui."))
    line.says("Bonjour")
    write = partial(conversations.take_over, key=conversation_id(PUPIL), now=line.clock.now())
    line.runtime.delivery.unwritten.later(write)
    line.runtime.stop()
    assert line.conversation().owner_since is not None
