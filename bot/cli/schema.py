"""Bringing a database up to date from the command line."""

from collections.abc import Callable

from bot.config import Settings
from bot.dao import schema
from bot.dao.database import Database
from bot.services.privacy.rekeying import rekey
from bot.services.sign_in.one_time_codes import OneTimeCodes


def bring_up_to_date(database: Database, settings: Settings, tell: Callable[[str], object]) -> None:
    """The newest schema, or that of a newer release, and the data that goes with it. Raises ConfigurationError when
    SECRET_KEY is not its."""
    tell(f"schema: {schema.migrate(database)}")
    moved = rekey(database, OneTimeCodes(settings))
    if moved:
        tell(f"conversations with keyed ids now: {moved}")
