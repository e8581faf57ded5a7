"""The database goes away in the midst of what is written about a part."""

import pytest
from sqlmodel import select

from bot.errors import DatabaseAway
from bot.models import Alert
from tests.fakes.cuts import failing
from tests.integration.delivery.conftest import Office
from tests.integration.delivery.test_callbacks import call_back, sent_part


def test_what_the_database_fails_over_is_no_try_of_a_part(office: Office) -> None:
    """It has been tried often, by a Twilio that was busy: one more failure of our own code would have been the last."""
    office.twilio.faults.refuse(4, 429, 20429)
    (part,) = office.post("un")
    for _ in range(4):
        office.sender().deliver(office.conversation)
        office.clock.skip(61)
    for _ in range(4):
        with failing(office.database, "UPDATE outbound_part") as met, pytest.raises(DatabaseAway):
            office.sender().deliver(office.conversation)
        assert met
        assert (office.part(part).state, office.part(part).attempts) == ("pending", 4)
    office.sender().deliver(office.conversation)
    assert office.phone().hears().body == "un"
    with office.database.read() as session:
        assert session.exec(select(Alert.kind)).all() == []


def test_a_callback_under_which_a_connection_is_cut_is_taken_all_the_same(office: Office) -> None:
    """Twilio would not say it again, and the next part would wait for it."""
    if office.database.is_sqlite:
        pytest.skip("where nothing lies between us and the database")
    part, sid = sent_part(office)
    with failing(office.database, "UPDATE outbound_part") as met:
        assert call_back(office, part, sid, "delivered") == 204
        assert met
    assert office.part(part).state == "delivered"
