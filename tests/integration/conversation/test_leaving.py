"""A worker that is told to leave."""

from collections.abc import Callable
from functools import partial

import pytest
from sqlmodel import col, select

from bot.dao import conversations
from bot.i18n.catalogue import say
from bot.models import Conversation, Run
from bot.services.work.leases import claim_run
from bot.text.french import with_plain_spaces
from bot.types import Language
from tests.fakes import lanes
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, cut_at_length, declines, filtered, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line

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


@pytest.mark.parametrize(
    ("answer", "ending", "cost"),
    [
        (cut_at_length("Il était une fois"), "answer_cut", 1),
        (filtered("Il était une fois"), "refused", 1),
        (declines("Je ne peux pas écrire cela."), "refused", 0),
    ],
)
def test_an_answer_that_came_as_its_worker_left_ends_as_it_would_have(
    open_line: Callable[..., Line], answer: Step, ending: str, cost: int
) -> None:
    """Its heir asks nobody: it says that the answer is cut, and takes nothing for a refusal."""
    leaving = open_line()

    def rule(_request: Request) -> Step:
        leaving.runtime.shutdown.ask()
        leaving.clock.skip(60)
        return answer

    leaving.model.script(rule)
    leaving.says("Raconte")
    assert leaving.hears() == []
    heir = open_line()
    heir.drain()
    assert with_plain_spaces(heir.hears()[0]).endswith(say(Language.FR, ending))
    assert len(heir.model.requests) == 1
    assert heir.credits() == CREDITS - cost
