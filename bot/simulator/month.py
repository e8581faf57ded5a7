"""`python -m bot.simulator.month`: a month that never was, for the administrators' page of a development machine: forty
people, what they asked, what it cost, what they bought. Only into a database in which nothing has happened yet; never
in production."""

import sys
from collections.abc import Sequence
from datetime import datetime

from bot.clock import SystemClock
from bot.config import Settings, load_settings
from bot.dao import made_up
from bot.dao.conversation_key import USE
from bot.dao.database import Database
from bot.errors import ConfigurationError
from bot.models import (
    Address,
    Conversation,
    ExerciseResult,
    Iteration,
    LedgerEntry,
    OutboundPart,
    Payment,
    Run,
    ToolCallRecord,
    User,
)
from bot.signing.keys import keys_of
from bot.simulator.month_story import Story, tell


def make_month(database: Database, settings: Settings, now: datetime) -> bool:
    """Write the month that ends `now`; False where something has happened already. Raises ConfigurationError in
    production."""
    if settings.is_production:
        raise ConfigurationError("ENVIRONMENT is production: nothing is made up there")
    with database.write() as session:
        if not made_up.is_new(session):
            return False
        story = tell(now)
        made_up.write(session, User, story.users)
        numbers = made_up.write_numbered(session, Address, story.addresses)
        conversations = [row | {"address_id": number} for row, number in zip(story.conversations, numbers, strict=True)]
        made_up.write(session, Conversation, conversations)
        runs = made_up.write_numbered(session, Run, story.runs)
        _number(story, runs)
        for table, rows in (
            (Iteration, story.iterations),
            (ToolCallRecord, story.calls),
            (OutboundPart, story.parts),
            (ExerciseResult, story.results),
            (Payment, story.payments),
            (LedgerEntry, story.entries),
        ):
            made_up.write(session, table, rows)
    return True


def _number(story: Story, runs: Sequence[int]) -> None:
    """Give the runs of the story, which it numbers from 0, the numbers they have got."""
    for rows in (story.iterations, story.calls, story.parts, story.entries):
        for row in rows:
            if row["run_id"] is not None:
                row["run_id"] = runs[row["run_id"]]


def main() -> None:
    """Exits with one line when a setting is wrong."""
    try:
        settings = load_settings()
        database = Database(settings.database_url, keys_of(settings, USE))
        make_month(database, settings, SystemClock().now())
        database.close()
    except ConfigurationError as error:
        sys.exit(f"palabre: {error}")


if __name__ == "__main__":
    main()
