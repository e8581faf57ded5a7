"""What a person sees while a turn runs: the typing indicator, and after a while one line about what is done; of a run
in the background a sign of life now and then. And what they wish meanwhile: who cancels is heard here."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlmodel import Session

from bot.agent.progress import Progress
from bot.cancelling import Cancellation, cancelled_by
from bot.capabilities import capabilities_of
from bot.clients.twilio import TwilioMessenger
from bot.clock import Clock
from bot.dao import inbound
from bot.dao.work import runs
from bot.errors import DatabaseAway, LeaseLost, ProviderError
from bot.i18n.catalogue import say
from bot.models import InboundMessage
from bot.queue.wake import WakeQueue
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.delivery.writing import PROGRESS
from bot.services.library.files import Links
from bot.services.work.leases import Lease

TYPING_EVERY_S = 20.0  # WhatsApp drops the indicator after 25 s

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Heartbeats:
    """The signs of life of a run in the background. `due_s`: seconds from now, by the names of their parts; `words`
    makes the sentence, in the transaction that says it."""

    due_s: Mapping[str, float]
    words: Callable[[Session], str]


@dataclass(slots=True)
class Activity:
    """One running turn, as far as the person sees it. `due`: when which line is said, on the monotonic clock."""

    lease: Lease
    recipient: Recipient
    run_id: int
    message_sid: str  # which the indicator is shown for; none for a run in the background
    due: dict[str, float]
    words: Callable[[Session], str] | None = None
    doing: str = "thinking"
    has_spoken: bool = False  # since somebody was woken to send what is written
    typing_at: float = -TYPING_EVERY_S
    cancellation: Cancellation = field(default_factory=Cancellation)
    ended: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def speaks(self) -> None:
        """Something was written to the person beside the answer."""
        self.has_spoken = True


class Presence:
    """The turns that run in this process. `tick` is called about once a second by a background thread."""

    def __init__(
        self, messenger: TwilioMessenger, links: Links, wake: WakeQueue, clock: Clock, progress_after_s: float
    ) -> None:
        self._messenger = messenger
        self._links = links
        self._wake = wake
        self._clock = clock
        self._after_s = progress_after_s
        self._by_run: dict[int, Activity] = {}
        self._rest_until = float("-inf")
        self.began = threading.Event()  # set when a turn begins: the indicator is shown at once
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def watch(
        self, lease: Lease, recipient: Recipient, run_id: int, message_sid: str, heartbeats: Heartbeats | None = None
    ) -> Iterator[Activity]:
        """Show that a turn is being worked on, for as long as the block lasts; what it waits for there ends when the
        person cancels it."""
        now = self._clock.monotonic()
        due = heartbeats.due_s if heartbeats else {"progress": self._after_s}
        activity = Activity(lease, recipient, run_id, message_sid, {name: now + at for name, at in due.items()})
        activity.words = heartbeats.words if heartbeats else None
        with self._lock:
            self._by_run[run_id] = activity
        self.began.set()
        try:
            with cancelled_by(activity.cancellation):
                yield activity
        finally:
            with self._lock:
                if self._by_run.get(run_id) is activity:  # else a ghost leaves: another life of the run is at work here
                    del self._by_run[run_id]
            with activity.lock:  # a tick at work on it is waited for: nothing is said behind the answer
                activity.ended = True

    @contextlib.contextmanager
    def looking(self, lease: Lease, recipient: Recipient, message: InboundMessage) -> Iterator[None]:
        """Show that what was sent is being looked at, before there is a run: typing, and no word. It ends when its
        message is closed meanwhile (bot.dao.inbound.withdraw)."""
        silent = Heartbeats({}, lambda _session: "")
        with self.watch(lease, recipient, -message.id, message.message_sid, silent):  # no run has such a number
            yield

    def follow(self, activity: Activity, event: Progress) -> None:
        """Note what a turn does now. What it has said before a call, which may last, does not wait for the sweep."""
        if event.kind in ("tool_started", "tool_ended"):
            activity.doing = event.name if event.kind == "tool_started" else "thinking"
        if event.kind == "tool_started" and activity.has_spoken:
            activity.has_spoken = False
            self._wake.wake("deliver", activity.recipient.conversation_id)

    def tick(self) -> None:
        """Show what is due. Never raises: presence is a courtesy."""
        with self._lock:
            activities = list(self._by_run.values())
        for activity in activities:
            with activity.lock:
                if not activity.ended:
                    self._tell(activity)
        for activity in activities:  # last: a Twilio that is slow holds up no word
            if not activity.ended:
                self._type(activity)

    def hear(self) -> None:
        """Learn which of the turns that run here are no longer wanted, and end what they wait for. Called about once a
        second. Raises DatabaseAway."""
        with self._lock:
            wanted = {run_id: one for run_id, one in self._by_run.items() if not one.cancellation.is_set()}
        if not wanted:
            return
        looks = [-number for number in wanted if number < 0]  # see `looking`
        at_work = [number for number in wanted if number > 0]
        with next(iter(wanted.values())).lease.database.read() as session:
            unwanted = [*runs.cancelled_of(session, at_work)] if at_work else []
            unwanted += [-number for number in inbound.closed_among(session, looks)] if looks else []
        for run_id in unwanted:
            wanted[run_id].cancellation.cancel()

    def _type(self, activity: Activity) -> None:
        now = self._clock.monotonic()
        shows = activity.message_sid and capabilities_of(activity.recipient.channel).shows_typing
        if not shows or now - activity.typing_at < TYPING_EVERY_S or now < self._rest_until:
            return
        activity.typing_at = now
        try:
            self._messenger.show_typing(activity.message_sid)
        except ProviderError as error:
            self._rest_until = self._clock.monotonic() + TYPING_EVERY_S  # one after the other would wait as long
            log.info("no typing indicator", extra={"run": activity.run_id, "error": str(error)})

    def _tell(self, activity: Activity) -> None:
        now = self._clock.monotonic()
        names = [name for name, at in activity.due.items() if at <= now]
        if not names:
            return
        try:
            with activity.lease.write() as session:
                outbox = Outbox(session, activity.recipient, self._links, activity.run_id)
                outbox.text(f"run{activity.run_id}:{names[-1]}", self._line(session, activity), kind=PROGRESS)
        except DatabaseAway:
            return  # the next tick tries again
        except LeaseLost:
            activity.due.clear()
            return
        except Exception:  # nor is it tried again: those behind it are to hear theirs
            log.exception("a line about a run is not said", extra={"run": activity.run_id})
        for name in names:
            del activity.due[name]
        self._wake.wake("deliver", activity.recipient.conversation_id)

    def _line(self, session: Session, activity: Activity) -> str:
        if activity.words is not None:
            return activity.words(session)
        return say(activity.recipient.language, f"progress_{activity.doing}")  # each tool has one: bot.tools.toolbox
