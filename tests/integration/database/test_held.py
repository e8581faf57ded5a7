"""An object that is held is what the ORM would have read: the same in the session, changed and written as any other."""

from sqlmodel import Session, SQLModel, select

from bot.cli.commands import add_user
from bot.dao import addresses
from bot.dao.database import Database
from bot.dao.engine.held import hold
from bot.models import Address, Conversation, User
from bot.types import Mode
from tests.fakes.keys import conversation_id

AWA = "whatsapp:+2250700000001"
KEY = conversation_id(AWA)


def read(session: Session) -> tuple[Address, User | None, Conversation | None]:
    """As a turn does."""
    address, user = addresses.of_conversation_with_owner(session, KEY)
    return address, user, session.get(Conversation, KEY)


def test_it_is_what_the_orm_reads(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 20)
    with database.read() as session:
        held = [one.model_dump() for one in read(session) if one is not None]
    with database.read() as session:
        assert held == [session.exec(select(model)).one().model_dump() for model in (Address, User, Conversation)]


def test_a_change_is_written_and_one_that_is_held_already_stays_as_it_is(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 20)
    with database.write() as session:
        address, user, _ = read(session)
        assert user is not None
        address.profile_name, user.language = "Awa", "en"
        row = tuple(session.execute(select(SQLModel.metadata.tables["user_account"])).one())
        user.language = "fr"
        assert hold(session, User, row) is user is session.get(User, user.id)
        assert user.language == "fr"
        assert read(session)[:2] == (address, user)
    with database.read() as session:
        assert (read(session)[0].profile_name, session.exec(select(User.language)).one()) == ("Awa", "fr")


def test_who_is_nobodys_has_no_user(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 20)
    with database.write() as session:
        addresses.detach_all_of(session, 1)
    with database.read() as session:
        assert read(session)[1] is None
