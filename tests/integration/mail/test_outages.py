"""E-mails and an outage of the database: never twice, never silent; what surely was not sent is sent."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.errors import DatabaseAway
from tests.fakes.cuts import cut
from tests.fakes.keys import migrate, open_database
from tests.fakes.mail import MailServer
from tests.fakes.postgres import Postgres
from tests.fakes.society import Society
from tests.integration.mail.test_mailing import LOST_AFTER_S, NOWHERE, Office


@pytest.fixture
def society(postgres: Postgres, tmp_path: Path) -> Iterator[Society]:
    """On PostgreSQL alone: a file has no connection to cut."""
    url = postgres.database_url()
    database = open_database(url)
    migrate(database)
    yield Society(database, tmp_path)
    database.close()
    postgres.give_back(url)


@pytest.fixture
def server(serve: Callable[..., MailServer]) -> MailServer:
    return serve()


@pytest.mark.parametrize("committed", [True, False])
def test_a_claim_whose_answer_was_lost_is_undone_and_the_email_sent_once(
    society: Society, server: MailServer, committed: bool
) -> None:
    office = Office(society, server.port)
    with cut(society.database, committed=committed) as done, pytest.raises(DatabaseAway):
        office.deliver()
    assert done
    assert server.inbox == []
    office.unwritten.retry()
    for _ in range(2):
        office.deliver()
    assert len(server.inbox) == 1
    assert (office.part().state, office.alerts()) == ("sent", [])


def test_another_threads_claim_is_not_undone(society: Society, server: MailServer) -> None:
    office = Office(society, server.port)
    with cut(society.database, committed=False), pytest.raises(DatabaseAway):
        office.deliver()
    society.clock.skip(0.001)
    server.answers = [None]  # the other thread's e-mail is taken, but nobody hears of it
    office.deliver()
    office.unwritten.retry()
    office.deliver()
    assert len(server.inbox) == 1
    assert office.part().state == "unknown"


@pytest.mark.parametrize("committed", [True, False])
def test_that_it_was_sent_is_written_when_the_database_is_back(
    society: Society, server: MailServer, committed: bool
) -> None:
    office = Office(society, server.port)
    with cut(society.database, at=2, committed=committed) as done:
        office.deliver()
    assert done
    assert len(server.inbox) == 1
    office.unwritten.retry()
    society.clock.skip(LOST_AFTER_S + 1)
    office.deliver()
    assert len(server.inbox) == 1
    assert (office.part().state, office.alerts()) == ("sent", [])


def test_that_it_was_not_sent_is_written_when_the_database_is_back_and_it_is_sent_then(
    society: Society, server: MailServer
) -> None:
    office = Office(society, NOWHERE)
    with cut(society.database, at=2, committed=False):
        office.deliver()
    office.unwritten.retry()
    assert office.part().state == "pending"
    office.port = server.port
    society.clock.skip(11)
    office.deliver()
    assert len(server.inbox) == 1


def test_a_worker_that_dies_before_it_can_write_leaves_it_unknown_and_told(
    society: Society, server: MailServer
) -> None:
    office = Office(society, server.port)
    with cut(society.database, at=2, committed=False):
        office.deliver()
    society.clock.skip(LOST_AFTER_S + 1)
    office.dies()
    office.deliver()
    assert len(server.inbox) == 1
    assert (office.part().state, office.alerts()) == ("unknown", ["mail_unknown"])
