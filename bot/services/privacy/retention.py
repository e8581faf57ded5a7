"""Rows go at their time: what was said and done after RETENTION_DAYS, guests after a month of silence, questions after
a month, the numbers of codes after a day, exports and voice notes when their links are over. Balances, exercise
results, documents and bare MessageSids stay.

A chore: short transactions with pauses. Doing any of it twice changes nothing."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from sqlmodel import Session

from bot.clients.storage import FileStore
from bot.dao import contexts, shell_homes
from bot.dao.privacy import guests, retention
from bot.dao.privacy.owned_rows import ARCHIVE, MARGIN, VOICE_NOTE
from bot.dao.privacy.retention import Page
from bot.models import Alert, OutboundPart, PaymentEvent, PendingInteraction
from bot.services.privacy.erase import remove_bytes
from bot.services.privacy.forgetting import hide_numbers
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.work.chores import EVERYBODYS, Turn

QUESTIONS_KEPT = timedelta(days=30)
LINKS_LIVE = timedelta(days=1)  # at least
BYTES_UNTOUCHED_S = 3600.0  # somebody may be storing the same bytes just now
HOMES_UNTOUCHED_S = 120.0  # longer than a command takes to be answered; what is left the sweep of the store finds
PAGE = 500  # rows in one transaction
RUNS = 100  # each with a dozen rows of its own
GUESTS = 50

Find = Callable[[Session, int, datetime, int], Page]
Remove = Callable[[Session, Sequence[int]], int]


class Retention:
    """Lets rows go. `act` is one chore's turn."""

    def __init__(self, store: FileStore, codes: OneTimeCodes, days: int, links_live_s: float = 0) -> None:
        self._store, self._codes, self._kept = store, codes, timedelta(days=days)
        self._links_live = max(LINKS_LIVE, timedelta(seconds=links_live_s))

    def act(self, turn: Turn) -> None:
        """Runs go last, and an hour later than the rest: whose a message is, is decided by the runs around it. Of what
        cannot be let go, all else goes."""
        before = turn.now - self._kept
        turn.alone("messages", partial(self._messages, turn, before))
        _each(turn, "parts", retention.old_parts, partial(_remove, OutboundPart), before, PAGE)
        _each(turn, "alerts", retention.old_alerts, partial(_remove, Alert), before, PAGE)
        _each(turn, "runs", retention.old_runs, retention.remove_runs, before - MARGIN, RUNS)
        questions = partial(_remove, PendingInteraction)
        _each(turn, "questions", retention.old_questions, questions, turn.now - QUESTIONS_KEPT, PAGE)
        _each(turn, "payment events", retention.old_events, partial(_remove, PaymentEvent), before, PAGE)
        turn.alone("codes", partial(hide_numbers, turn, self._codes))
        turn.alone("exports", partial(self._files, turn, "exports", ARCHIVE))
        turn.alone("voice notes", partial(self._files, turn, "voice notes", VOICE_NOTE))
        turn.alone("homes", partial(self.homes, turn))
        turn.alone("guests", partial(self._guests, turn))

    def _messages(self, turn: Turn, before: datetime) -> None:
        """Emptied rows stay for ever, so the turn remembers up to where they are."""
        after = int(turn.position or 0)
        settled, at_front = after, True
        while True:
            with turn.step() as session:
                page = retention.old_messages(session, after, before, PAGE)
                number = retention.empty_messages(session, page.ids)
                if at_front:
                    settled = page.open_before
                    turn.position = str(settled)
            turn.count("messages", number)
            if page.last is None:
                return
            after, at_front = page.last, at_front and settled == page.last

    def _files(self, turn: Turn, what: str, content_type: str) -> None:
        while True:
            with turn.step() as session:
                digests = retention.remove_old_files(session, content_type, turn.now - self._links_live, GUESTS)
            turn.count(what, len(digests))
            remove_bytes(turn.database, self._store, digests, BYTES_UNTOUCHED_S)
            if len(digests) < GUESTS:
                return

    def homes(self, turn: Turn) -> None:
        """The shell sandbox's homes whose hour is over, or whose owner has signed out."""
        while True:
            with turn.step() as session:
                digests = shell_homes.remove_expired(session, turn.now, PAGE)
            turn.count("homes", len(digests))
            remove_bytes(turn.database, self._store, digests, HOMES_UNTOUCHED_S)
            if len(digests) < PAGE:
                return

    def _guests(self, turn: Turn) -> None:
        before = turn.now - contexts.GUESTS_KEPT
        while True:
            with turn.database.read() as session:
                keys = guests.dormant(session, before, GUESTS)
            had_gone = turn.done.get("guests", 0)
            for key in keys:
                turn.alone(f"guest {key}", partial(self._guest, turn, key, before))
            if len(keys) < GUESTS or turn.done.get("guests", 0) == had_gone:
                return

    def _guest(self, turn: Turn, key: str, before: datetime) -> None:
        while True:
            with turn.step() as session:
                who = guests.lock(session, key, before)
                if who is None:
                    return
                counts = guests.remove_page(session, who, PAGE)
                digests = guests.remove_rest(session, who, turn.now) if not counts else ()
            for what, number in counts.items():
                turn.count(what, number)
            if not counts:
                turn.count("guests", 1)
                remove_bytes(turn.database, self._store, digests, BYTES_UNTOUCHED_S)
                return


def _each(turn: Turn, what: str, find: Find, remove: Remove, before: datetime, limit: int) -> None:
    """Remove page after page of what is old."""
    turn.alone(what, partial(_pages, turn, what, lambda session, after: find(session, after, before, limit), remove))


def _pages(turn: Turn, what: str, find: Callable[[Session, int], Page], remove: Remove) -> None:
    """Of a page that cannot be removed, each row goes by itself."""
    after: int | None = 0
    while after is not None:
        page: Page | None = None
        try:
            with turn.step() as session:
                page = find(session, after)
                number = remove(session, page.ids) if page.ids else 0
            turn.count(what, number)
        except EVERYBODYS:
            raise
        except Exception:
            if page is None:
                raise
            for row_id in page.ids:
                turn.alone(f"{what} {row_id}", partial(_one, turn, what, remove, row_id))
        after = page.last


def _one(turn: Turn, what: str, remove: Remove, row_id: int) -> None:
    with turn.step() as session:
        number = remove(session, [row_id])
    turn.count(what, number)


def _remove(
    table: type[OutboundPart | Alert | PaymentEvent | PendingInteraction], session: Session, ids: Sequence[int]
) -> int:
    return retention.remove(session, table, ids)
