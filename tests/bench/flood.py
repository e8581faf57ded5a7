"""CPU of draining a conversation in which many messages wait: `python -m tests.bench.flood [count] [database url]`.

With `--all` no limit closes them: each has its turn.

Pictures, which need no model: what is measured is the way of a message through the inbox."""

import sys
import tempfile
import time
from pathlib import Path

from bot.clock import SystemClock
from bot.dao.database import Database
from bot.models import InboundMessage
from jobs.runtime import build_runtime
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import make_settings

AWA = "whatsapp:+2250700000001"
NOWHERE = "127.0.0.1:9"


def main(count: int, url: str | None) -> None:
    """Fill, drain, and say what it took."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(url or f"sqlite:///{folder}/palabre.db")
        migrate(database)
        fill(database, count)
        limits = {"sender_per_minute": 10**6, "sender_per_day": 10**6} if "--all" in sys.argv else {}
        settings = make_settings(
            database_url=database.engine.url.render_as_string(hide_password=False), redis_url=f"redis://{NOWHERE}/0",
            twilio_api_url=f"http://{NOWHERE}", storage_url=f"file://{folder}/files", fragment_window_s=0, **limits,
        )  # fmt: skip
        Path(folder, "files").mkdir()
        runtime = build_runtime(settings, SystemClock())
        rounds, started = 0, time.process_time()
        while still_waits(database):
            runtime.inbox.drain(database.conversation_key.id_of(AWA))
            rounds += 1
        sys.stdout.write(f"{count} messages: {time.process_time() - started:.2f} s of CPU, {rounds} wake-ups\n")
        runtime.database.close()
        database.close()


def fill(database: Database, count: int) -> None:
    """Messages that wait, as the webhook leaves them."""
    with database.write() as session:
        for number in range(count):
            session.add(
                InboundMessage(
                    message_sid=f"SM{number:032x}", conversation_id=database.conversation_key.id_of(AWA), sender=AWA,
                    channel="whatsapp", kind="media", details={"content_type": "image/jpeg"},
                )
            )  # fmt: skip


def still_waits(database: Database) -> bool:
    with database.read() as session:
        query = "SELECT count(*) FROM inbound_message WHERE processed_at IS NULL"
        return bool(session.connection().exec_driver_sql(query).scalar_one())


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    main(int(given[0]) if given else 1_000, given[1] if len(given) > 1 else None)
