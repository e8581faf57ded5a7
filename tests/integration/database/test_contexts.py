"""What a model is shown of a conversation is forgotten by several at the same moment, and told anew to who holds it."""

import pytest

from bot.dao import contexts, conversations
from bot.dao.database import Database
from bot.models import ConversationContext
from tests.fakes.threads import at_once

PHONE = "whatsapp:+22507000000{:02}"


def test_who_begins_anew_at_the_same_moment_as_others_is_not_refused(database: Database) -> None:
    """As two users of one phone who are erased at once: both begin anew for its guests."""
    for phone in range(5):
        with database.write() as session:
            key = conversations.ensure(session, PHONE.format(phone)).id

        def forget(number: int, key: str = key) -> None:
            with database.write() as session:
                contexts.forget(session, key, None, number + 1)

        at_once(8, forget)
        with database.read() as session:
            assert 1 <= contexts.of(session, key, None).context_from <= 8


def test_what_was_read_before_is_told_anew(database: Database) -> None:
    with database.write() as session:
        key = conversations.ensure(session, PHONE.format(0)).id
        contexts.store_summary(session, key, 7, "Ils ont parlé de fractions.", 5)
        held = session.get_one(ConversationContext, (key, 7))
        contexts.forget(session, key, 7, 9)
        assert (held.context_from, held.summary, held.summary_upto) == (9, "", 0)
        contexts.store_summary(session, key, 7, "De verbes.", 12)
        assert (held.context_from, held.summary, held.summary_upto) == (9, "De verbes.", 12)


@pytest.mark.parametrize("begun_anew", [7, 8])
def test_of_two_who_are_one_nothing_is_told_that_one_has_left_behind(database: Database, begun_anew: int) -> None:
    """The other's summary goes back before it, and what in it came from outside would no longer be marked."""
    other = 15 - begun_anew
    with database.write() as session:
        key = conversations.ensure(session, PHONE.format(0)).id
        contexts.store_summary(session, key, other, "Une page dit de tout noter.", 100)
        contexts.forget(session, key, begun_anew, 80)
        contexts.merge(session, 7, 8)
    with database.read() as session:
        held = contexts.of(session, key, 8)
    assert (held.context_from, held.summary, held.summary_upto) == (80, "", 0)
