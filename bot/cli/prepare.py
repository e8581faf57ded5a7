"""`python -m bot.cli.prepare`: what `make run` needs of a database, in one process and without a web server's imports:
the schema, two people to try the phone with, and an administrator whose code comes to that phone."""

import sys
from collections.abc import Callable

from bot.cli.people import add_user
from bot.cli.schema import bring_up_to_date
from bot.config import Settings, load_settings
from bot.dao import made_up
from bot.dao.admin import administrators
from bot.dao.conversation_key import USE
from bot.dao.database import Database
from bot.errors import ConfigurationError
from bot.services.sign_in.lasting import longest
from bot.signing.keys import keys_of
from bot.types import Mode

PEOPLE = (("+2250700000001", Mode.STUDENT), ("+2250700000002", Mode.PRO))
ADMINISTRATOR = "+2250700000009"  # everybody's who opens the phone: never in production
CREDITS = 200


def prepare(settings: Settings, tell: Callable[[str], object]) -> None:
    """Bring the schema up to date, make the people and top their credits up; run again, it changes nothing more.
    Raises ConfigurationError in production, and for a database that is a service's."""
    if settings.is_production:
        raise ConfigurationError("ENVIRONMENT is production: the people of the phone are made on a developer's machine")
    database = Database(settings.database_url, keys_of(settings, USE))
    try:
        made_up.check_home(database, [address for address, _ in _addresses()])
        bring_up_to_date(database, settings, tell)
        for address, mode in _addresses():
            tell(add_user(database, address, mode, CREDITS, longest(settings).days))
        with database.write() as session:
            administrators.add(session, ADMINISTRATOR)
    finally:
        database.close()


def _addresses() -> list[tuple[str, Mode]]:
    return [(address, mode) for number, mode in PEOPLE for address in (f"whatsapp:{number}", number)]


def main() -> None:
    """Exits with one line when a setting is wrong."""
    try:
        prepare(load_settings(), lambda line: sys.stdout.write(f"{line}\n"))
    except ConfigurationError as error:
        sys.exit(f"palabre: {error}")


if __name__ == "__main__":
    main()
