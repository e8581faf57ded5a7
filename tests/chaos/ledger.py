"""`python -m tests.chaos.ledger [--threads 16] [--operations 500] [--seed 1] [--postgres]`: many threads take, give,
refund, merge and erase at random on one database, with keys that are repeated and keys that several use at the same
moment; then all is added up, by the ledger and by what each thread was told. Exit status 1 for any difference."""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from sqlalchemy import func
from sqlmodel import Session, col, select

from bot.cli.people import add_user
from bot.dao import conversations, users
from bot.dao.database import Database
from bot.dao.money import ledger, ledger_sums
from bot.dao.work import runs
from bot.errors import DatabaseAway, InsufficientCredits
from bot.models import Address, InboundMessage, LedgerEntry, Run, User
from bot.models.base import utc_now
from bot.services.money import credits
from bot.services.privacy.erase import erase
from bot.services.sign_in import accounts
from bot.types import Mode
from tests.fakes.keys import migrate, open_database
from tests.fakes.postgres import Postgres
from tests.fakes.threads import at_once

PEOPLE = 24
SHARED_KEYS = 40  # of which each is used by whoever comes, for whomever
START = 30
SHARES = {"post": 40, "shared": 20, "turn": 20, "refund": 14, "merge": 3, "erase": 3}


@dataclass
class Storm:
    """What goes on. `told`: for each key what the threads were told of it."""

    database: Database
    seed: int
    told: dict[str, list[tuple[int, int, bool]]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)

    def prepare(self) -> None:
        """Everybody with an address and some credits."""
        for number in range(PEOPLE):
            add_user(self.database, _address(number), Mode.STUDENT, START)

    def thread(self, index: int, operations: int) -> None:
        """What one thread does."""
        chance = random.Random(f"{self.seed}-{index}")
        for number in range(operations):
            kind = chance.choices(list(SHARES), list(SHARES.values()))[0]
            self._do(kind, chance, f"{index}-{number}")
            with self._lock:
                self.counts[kind] += 1

    def _do(self, kind: str, chance: random.Random, mark: str) -> None:
        """One operation, again when the database gave somebody else the right of way."""
        while True:
            try:
                with self.database.write() as session:
                    heard = getattr(self, f"_{kind}")(session, chance, mark)
            except DatabaseAway:
                with self._lock:
                    self.counts["gave way"] += 1
                continue
            except InsufficientCredits:
                return
            if heard:
                key, *rest = heard
                with self._lock:
                    self.told[key].append(tuple(rest))
            return

    def _post(self, session: Session, chance: random.Random, mark: str) -> tuple[str, int, int, bool]:
        user, amount = chance.randint(1, PEOPLE), chance.choice((-9, -5, -2, -1, 1, 2, 7))
        done = ledger.post(session, user, amount, "adjustment", f"own:{mark}", reason="at random", actor="admin:1")
        return f"own:{mark}", user, amount, done

    def _shared(self, session: Session, chance: random.Random, _mark: str) -> tuple[str, int, int, bool]:
        key = f"shared:{chance.randrange(SHARED_KEYS)}:{int(time.monotonic() * 20)}"  # a new one every 50 ms
        user, amount = chance.randint(1, PEOPLE), chance.choice((-3, 4))
        return key, user, amount, ledger.post(session, user, amount, "purchase", key, reason="a pack")

    def _turn(self, session: Session, chance: random.Random, _mark: str) -> None:
        number = chance.randint(1, PEOPLE)
        conversation = conversations.ensure(session, _address(number - 1))
        address = session.get_one(Address, conversation.address_id)
        if address.user_id is None:
            return
        made = Run(conversation_id=conversation.id, user_id=address.user_id, mode="pro", language="fr", status="done")
        run = runs.start(session, made)
        run.price = credits.reserve(session, run.user_id, 2, run.id)

    def _refund(self, session: Session, chance: random.Random, _mark: str) -> None:
        newest = session.scalar(select(func.max(Run.id))) or 0
        run = session.get(Run, chance.randint(1, max(1, newest)))
        if run is not None:
            credits.refund(session, run.user_id, run.price, run.id)

    def _merge(self, session: Session, chance: random.Random, _mark: str) -> None:
        source, target = (users.by_id(session, number) for number in chance.sample(range(1, PEOPLE + 1), 2))
        if source and target and source.deleted_at is None and target.deleted_at is None:
            accounts.merge(session, source, target, utc_now())

    def _erase(self, session: Session, chance: random.Random, mark: str) -> None:
        conversation = conversations.ensure(session, _address(chance.randrange(PEOPLE)))
        address = session.get_one(Address, conversation.address_id)
        erase(session, address, conversation.id, session.scalar(select(func.max(InboundMessage.id))) or 0, utc_now())
        user = User(mode="student")  # a new person at this address
        session.add(user)
        session.flush()
        address.user_id = user.id
        ledger.post(session, user.id, START, "welcome", f"welcome:{mark}")

    def differences(self) -> list[str]:
        """Everything that does not add up."""
        with self.database.read() as session:
            found = [
                f"user {one.user_id}: balance {one.balance}, entries {one.total}, {one.astray} astray"
                for one in ledger_sums.sums(session, 0, 10_000_000)
                if one.difference or one.balance < 0
            ]
            entries = {entry.idempotency_key: entry for entry in session.exec(select(LedgerEntry))}
            refunds = select(LedgerEntry.run_id).where(col(LedgerEntry.kind) == "refund")
            more = [run for run, count in Counter(session.exec(refunds)).items() if count > 1]
        found += [f"run {run} was refunded twice" for run in more]
        for key, heard in self.told.items():
            entry = entries.get(key)
            if any(done for *_, done in heard) != (entry is not None):
                found.append(f"{key}: told {heard}, entry {entry}")
            elif entry is not None and (entry.user_id, entry.amount) not in [
                (user, amount) for user, amount, _ in heard
            ]:
                found.append(f"{key}: {entry} is nobody's")
        return found


def blow(database: Database, threads: int, operations: int, seed: int) -> Storm:
    """Let it happen on an empty database."""
    storm = Storm(database, seed)
    storm.prepare()
    at_once(threads, lambda index: storm.thread(index, operations))
    return storm


def _address(number: int) -> str:
    return f"+2250700000{number:03d}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.ledger", description="Does it add up?")
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--operations", type=int, default=500, help="of each thread")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL; else on SQLite")
    options = parser.parse_args(argv)
    server = Postgres() if options.postgres else None
    with tempfile.TemporaryDirectory() as folder:
        if server is not None:
            server.start()
        try:
            database = open_database(server.database_url() if server else f"sqlite:///{folder}/palabre.db")
            migrate(database)
            started = time.monotonic()
            storm = blow(database, options.threads, options.operations, options.seed)
            seconds, found = time.monotonic() - started, storm.differences()
            database.close()
        finally:
            if server is not None:
                server.stop()
    counted = ", ".join(f"{kind} {number}" for kind, number in sorted(storm.counts.items()))
    sys.stdout.write(f"{'PostgreSQL' if server else 'SQLite'}, seed {options.seed}: {counted}; {seconds:.0f} s\n")
    sys.stdout.writelines(f"{line}\n" for line in found[:50])
    sys.stdout.write(f"{len(found)} differences\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
