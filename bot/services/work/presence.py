"""What a person sees while a turn runs: the typing indicator, and after a while one line about what is done."""

import contextlib
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.capabilities import capabilities_of
from bot.clients.twilio import TwilioMessenger
from bot.clock import Clock
from bot.errors import DatabaseAway, LeaseLost, ProviderError
from bot.i18n.catalogue import say
from bot.queue.wake import WakeQueue
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.library.files import Links
from bot.services.work.leases import Lease

TYPING_EVERY_S = 20.0  # WhatsApp drops the indicator after 25 s

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Activity:
    """One running turn, as far as the person sees it."""

    lease: Lease
    recipient: Recipient
    run_id: int
    message_sid: str
    started: float
    doing: str = "thinking"
    typing_at: float = -TYPING_EVERY_S
    told: bool = False
    ended: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


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
        self.began = threading.Event()  # set when a turn begins: the indicator is shown at once
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def watch(self, lease: Lease, recipient: Recipient, run_id: int, message_sid: str) -> Iterator[Activity]:
        """Show that a turn is being worked on, for as long as the block lasts."""
        activity = Activity(lease, recipient, run_id, message_sid, self._clock.monotonic())
        with self._lock:
            self._by_run[run_id] = activity
        self.began.set()
        try:
            yield activity
        finally:
            with self._lock:
                self._by_run.pop(run_id, None)
            with activity.lock:  # a tick at work on it is waited for: nothing is said behind the answer
                activity.ended = True

    def tick(self) -> None:
        """Show what is due. Never raises: presence is a courtesy."""
        with self._lock:
            activities = list(self._by_run.values())
        for activity in activities:
            self._type(activity)
            with activity.lock:
                if not activity.ended:
                    self._tell(activity)

    def _type(self, activity: Activity) -> None:
        now = self._clock.monotonic()
        if not capabilities_of(activity.recipient.channel).shows_typing or now - activity.typing_at < TYPING_EVERY_S:
            return
        activity.typing_at = now
        try:
            self._messenger.show_typing(activity.message_sid)
        except ProviderError as error:
            log.info("no typing indicator", extra={"run": activity.run_id, "error": str(error)})

    def _tell(self, activity: Activity) -> None:
        if activity.told or self._clock.monotonic() - activity.started < self._after_s:
            return
        activity.told = True
        language = activity.recipient.language
        text = say(language, f"progress_{activity.doing}")  # every tool has its own: bot.tools.toolbox
        try:
            with activity.lease.write() as session:
                outbox = Outbox(session, activity.recipient, self._links, activity.run_id)
                outbox.text(f"run{activity.run_id}:progress", text, kind="progress")
        except LeaseLost:
            return
        except DatabaseAway:
            activity.told = False  # the next tick tries again
            return
        self._wake.wake("deliver", activity.recipient.conversation_id)
