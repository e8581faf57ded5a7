"""The reply to « your answer is waiting »: what waited leaves, a bare yes is answered by that, and costs nothing."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.conversation import texts
from bot.conversation.router import Attached, Text
from bot.dao import addresses
from bot.dao.delivery import held_parts, parts
from bot.models import InboundMessage, OutboundPart
from bot.services.sign_in import accounts
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

ANSWER = "Le dossier est prêt."


def waits(line: Line, address: str = PUPIL) -> None:
    """An answer is held, and its person was told so, a day after their last message."""
    line.model.script(lambda _request: says(ANSWER))
    line.says("Fais-moi un dossier", address=address)
    line.hears(address)
    line.clock.skip(timedelta(hours=25).total_seconds())
    now = line.clock.now()
    with line.database.write() as session:
        session.execute(update(OutboundPart).values(state="held", created_at=now, first_dispatched_at=now))
        key = session.exec(select(OutboundPart.conversation_id)).first()
        parts.add(session, conversation_id=key, key="reminder:1", kind=held_parts.REMINDER, body="Écrivez",
                                        address=address, channel="whatsapp", state="delivered", created_at=now,
                  first_dispatched_at=now, dispatched_at=now, closed_at=now)  # fmt: skip
    line.hears(address)
    line.model.script(lambda _request: says("Quatre."))
    line.clock.skip(60)


def to_leave(line: Line) -> list[str]:
    """What is on its way to somebody, in order."""
    with line.database.read() as session:
        found = select(OutboundPart.body).where(OutboundPart.state == "pending").order_by(col(OutboundPart.id))
        return [body.replace("\u00a0", " ") for body in session.exec(found)]


@pytest.mark.parametrize("reply", ["OUI", "oui svp", "👍🏾", "envoie-la-moi"])
def test_a_yes_releases_it_and_is_no_question(line: Line, reply: str) -> None:
    waits(line)
    before, asked = line.credits(), len(line.asked())
    line.says(reply)
    assert to_leave(line)[-1] == ANSWER
    assert (line.hears(), line.outcomes()[-1]) == ([], "fetched")
    assert (line.credits(), len(line.asked())) == (before, asked)


@pytest.mark.parametrize(("own", "outcome"), [(False, "fetched"), (True, "done_signal")])
def test_a_yes_that_quotes_something_else_is_said_of_that(line: Line, outcome: str, *, own: bool) -> None:
    waits(line)
    with line.database.write() as session:
        asked = session.exec(select(InboundMessage.message_sid)).one()
        reminder = update(OutboundPart).where(col(OutboundPart.kind) == held_parts.REMINDER)
        session.execute(reminder.values(twilio_sid="SM" + "0" * 32))
    line.says("oui", details={"replied_to_sid": asked if own else "SM" + "0" * 32})
    assert line.outcomes()[-1] == outcome


def test_a_guests_yes_is_none_of_their_messages_of_the_day(line: Line) -> None:
    waits(line, GUEST)
    counted = line.address(GUEST).guest_messages
    line.says("oui", address=GUEST)
    assert ANSWER in to_leave(line)
    assert (line.outcomes()[-1], line.address(GUEST).guest_messages) == ("fetched", counted)


def test_whatever_else_it_says_is_answered_behind_it(line: Line) -> None:
    waits(line)
    line.says("Combien font 2 et 2 ?")
    assert to_leave(line)[-2:] == [ANSWER, "Quatre."]


def test_the_second_yes_is_a_message_like_any_other(line: Line) -> None:
    waits(line)
    line.says("oui")
    line.says("oui")
    assert line.hears() == ["Quatre."]


def test_killed_before_it_was_closed_a_yes_is_still_one(line: Line, open_line: Callable[..., Line]) -> None:
    """What waits was released by the life before this one, and is sent already."""
    waits(line)
    line.stores("oui")
    now = line.clock.now()
    with line.database.write() as session:
        assert held_parts.release(session, PUPIL, now, 1)
        gone = {"state": "read", "first_dispatched_at": now, "closed_at": now}
        session.execute(update(OutboundPart).where(col(OutboundPart.state) == "pending").values(**gone))
    open_line().drain()
    assert (line.hears(), line.outcomes()[-1]) == ([], "fetched")


def test_a_yes_after_a_week_hears_that_it_is_too_late(line: Line) -> None:
    waits(line)
    line.clock.skip(timedelta(days=8).total_seconds())
    line.says("oui")
    (told,) = line.hears()
    assert "/fichiers" in told
    assert to_leave(line) == [told.replace("\u00a0", " ")]


def test_a_stranger_at_the_phone_gets_nothing_and_hears_why(line: Line) -> None:
    waits(line)
    with line.database.write() as session:
        address = addresses.by_value(session, PUPIL)
        assert address
        accounts.sign_out(session, address)
    line.says("oui")
    (told,) = line.hears()
    assert "connectée" in told
    assert ANSWER not in to_leave(line)


def test_a_yes_below_a_photo_is_about_the_photo(line: Line) -> None:
    waits(line)
    with line.runtime.database.write() as session:
        talk = line.runtime.inbox.beside.talk(session, conversation_id(PUPIL), [])
        assert texts._fetching(talk, Text("oui", attached=Attached(("[image : ardoise]",), is_read=True))) is None


def test_a_yes_out_of_the_blue_is_for_the_agent(line: Line) -> None:
    line.model.script(lambda _request: says("À quoi ?"))
    line.says("oui")
    assert line.outcomes() == ["done_signal"]
