"""The database goes away in the midst of what is written about a part."""

import pytest
from sqlmodel import select

from bot.errors import DatabaseAway
from bot.models import Alert
from tests.fakes.cuts import failing
from tests.integration.delivery.conftest import Office


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
