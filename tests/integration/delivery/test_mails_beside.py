"""Whether an e-mail is due is seen with the parts that leave: mostly there is none, and nobody looks again."""

from datetime import timedelta
from typing import Any

import pytest

from bot.channels.emails import Email
from bot.dao import conversations
from bot.dao.delivery import parts
from bot.services.delivery.sender import Delivery
from bot.types import EMAIL
from tests.fakes.engines import hear, hear_no_more
from tests.integration.delivery.conftest import AWA, Office


def post_mail(office: Office, due_in_s: float = 0.0) -> None:
    """There is no way out for it here: it fails as soon as it is looked at."""
    due_at = office.clock.now() + timedelta(seconds=due_in_s)
    mail = Email(("awa@example.org",), "Cours").stored()
    with office.database.write() as session:
        parts.add(session, conversation_id=office.conversation, key="mail", address="awa@example.org", channel=EMAIL,
                  kind="email", body="Bonjour", email=mail, due_at=due_at)  # fmt: skip


def looks(office: Office, sender: Delivery) -> int:
    """How often an e-mail is asked for by itself while all is sent."""
    seen: list[str] = []

    def sent(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        if sql.startswith("SELECT outbound_part.id \nFROM outbound_part"):
            seen.append(sql)

    hear(office.database, "before_cursor_execute", sent)
    sender.deliver_all(office.conversation, lambda _seconds: None)
    hear_no_more(office.database, "before_cursor_execute", sent)
    return len(seen)


@pytest.mark.parametrize("beside", [(), ("un",), ("un", "deux")])
def test_one_that_is_due_leaves_whatever_leaves_beside_it(office: Office, beside: tuple[str, ...]) -> None:
    office.twilio.faults.callbacks.off = True
    office.post(*beside)
    post_mail(office)
    assert looks(office, office.sender()) > 0
    assert "failed" in office.states(), "and its person will be told"
    assert office.twilio.stand_in.sent or not beside


def test_where_none_is_due_it_is_not_asked_for_again(office: Office) -> None:
    office.post("un")
    post_mail(office, due_in_s=60)
    assert looks(office, office.sender()) == 0
    assert office.states()[-1] == "pending"


def test_where_no_part_is_open_it_is_asked_for(office: Office) -> None:
    assert looks(office, office.sender()) == 1
    post_mail(office)
    assert looks(office, office.sender()) > 0
    assert "failed" in office.states()


def test_one_of_somebody_else_is_not_theirs(office: Office) -> None:
    office.post("un", address=AWA)
    post_mail(office)
    with office.database.write() as session:
        other = conversations.ensure(session, "+2250700000009").id
        session.connection().exec_driver_sql(f"UPDATE outbound_part SET conversation_id = '{other}' WHERE key = 'mail'")
    assert looks(office, office.sender()) == 0
