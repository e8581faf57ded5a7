"""Finds work nobody is doing: lost wake-ups, dead workers' conversations, due parts, messages never delivered."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from bot.clients.twilio import TwilioMessenger
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.beside import WAITS_FOR_NO_LANE
from bot.dao import clock_jumps, conversations, waits
from bot.dao.database import Database
from bot.dao.delivery import parts, spoken_answers
from bot.dao.money import payments
from bot.dao.work import run_leases, workers
from bot.errors import GaveWay, ProviderError
from bot.obs.apart import apart
from bot.queue.wake import WakeQueue
from bot.services.background.holds import RunHolds
from bot.services.background.lapses import follow_up
from bot.services.delivery.unwritten import Unwritten
from bot.services.inbound import missed_messages
from bot.services.library.files import Links
from bot.services.privacy.rekeying import rekey
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.work.holds import Holds

GAPS_EVERY_S = 300.0
GAPS_AGAIN_S = 30.0  # after a look that Twilio did not answer
GAPS_BACK_S = 1_800.0  # how far is looked at the least …
GAPS_MOST_BACK_S = 86_400.0  # … and at the most: who has waited for longer has asked again
FORGET_WORKERS_AFTER_S = 3600.0
MOST_WOKEN = 1_000  # of each kind by one look
HASTENS_AGAIN_S = 60.0  # what stays open behind it, as a cry for help does, has mostly been answered all the same
BEATS_WITHIN_S = 30.0  # a restart of the database is no illness of ours

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Sweeper:
    """`sweep` is called every SWEEP_INTERVAL_S in every worker, and once at its start. Any number may sweep."""

    database: Database
    settings: Settings
    messenger: TwilioMessenger
    wake: WakeQueue
    clock: Clock
    worker_id: str
    holds: Holds
    run_holds: RunHolds
    links: Links
    unwritten: Unwritten
    heart: Database
    label: str
    _beaten_at: float = float("-inf")
    _lost: frozenset[str] = frozenset()
    _hastened: dict[int, float] = field(default_factory=dict)  # when, by message
    _looked_at: float = field(init=False)  # when all that had come in by then was known

    def __post_init__(self) -> None:
        self._looked_at = self.clock.monotonic()

    def beat(self) -> None:
        """Say that this process lives; register again when another has swept its row away. Over a connection of its
        own: a heart that stands in line with all that works here would be taken for dead when the database is slow."""
        with self.heart.write() as session:
            if not workers.beat(session, self.worker_id):
                workers.register(session, self.worker_id, self.label)
        self._beaten_at = self.clock.monotonic()
        self.clock.is_steady(0)  # looked at this often, it notices every jump

    def beats(self) -> bool:
        """Whether this process has said so lately. Others take its work from it much sooner (WORKER_LOST_AFTER_S)."""
        return self.clock.monotonic() - self._beaten_at < BEATS_WITHIN_S

    def give_back(self) -> None:
        """Write down what an outage of the database kept back, and let somebody go on with what it interrupted."""
        self.unwritten.retry()
        for conversation in self.holds.give_back():
            self.wake.wake("drain", conversation)
        for run in self.run_holds.give_back():
            self.wake.wake("work", run)

    def take_over(self) -> None:
        """Wake somebody as soon as another worker is seen to be lost, for what it held: no sweep is waited for."""
        with self.database.read() as session:
            lost = workers.lost(session, self.settings.worker_lost_after_s)
        if self.worker_id in lost:  # nothing may be taken over here: looked at again when our heart has beaten
            return
        is_new, self._lost = not lost <= self._lost, lost
        if is_new:
            self.wake_waiting()

    def sweep(self) -> None:
        """Do what nobody was woken for, and wake somebody for whatever waits. Where somebody has locked what one step
        needs, its statement alone takes too long, or our own code fails, the others are done."""
        steps = (self._rekey, self._set_clocks_right, self.wake_waiting, self._hasten, self._follow_up)
        for step in steps:
            name = step.__name__.strip("_")
            try:
                with apart(log, name):
                    step()
            except GaveWay as error:
                log.warning("%s is left for the next sweep: %s", name, error)

    def _rekey(self) -> None:
        rekey(self.database, OneTimeCodes(self.settings))

    def _follow_up(self) -> None:
        follow_up(self.database, self.links, self.clock.now())

    def _set_clocks_right(self) -> None:
        """Send and look at what a clock that ran ahead would have when the others had caught up."""
        with self.database.write() as session:
            found = clock_jumps.set_back_parts(session, self.clock.now())
            unpaid = clock_jumps.set_back_payments(session, self.clock.now())
        if found or unpaid:
            log.warning("a clock has run ahead: %d parts, %d payments were due in a time to come", found, unpaid)

    def wake_waiting(self) -> None:
        """Wake somebody for whatever waits without a wake-up. Those that wait in a queue are not added again, as every
        sweep would where workers cannot keep up. The queue is read before the database and after it: whoever stood
        there, and was answered between the two, needs nobody any more."""
        stood = self.wake.standing_for("drain")
        if stood is None:  # it takes nothing either
            return
        with self.database.read() as session:
            needing = conversations.needing_a_worker(session, self.settings.worker_lost_after_s)
            waiting = [each for each in needing if each not in stood]
            due = parts.conversations_with_work(session, self.clock.now())
            runs = run_leases.needing_a_worker(session, self.settings.worker_lost_after_s)
            unpaid = payments.due(session, self.clock.now())
            unsaid = spoken_answers.due(session, self.clock.now())
        work: Mapping[str, Sequence[int | str]] = {
            "drain": waiting, "deliver": due, "work": runs, "pay": unpaid, "speak": unsaid,
        }  # fmt: skip
        for job, found in work.items():
            alone = self.wake.without(job, found)[:MOST_WOKEN]  # cut behind that: others may wait in front
            if job == "drain":  # asked behind the queue: what was taken from there meanwhile is expected
                alone = [each for each in alone if not self.holds.is_expected(str(each))]
            if alone:
                self.wake.wake_all(job, [(each,) for each in alone])

    def _hasten(self) -> None:
        """Wake somebody for what need not wait for the lane (STOP, a cry for help, /annuler) and has lost its wake-up:
        it would else wait for the end of the turn that runs."""
        with self.database.read() as session:
            found = waits.marked_anywhere(session, WAITS_FOR_NO_LANE, MOST_WOKEN)
        now = self.clock.monotonic()
        before = {number: self._hastened[number] for number, _ in found if number in self._hastened}
        new = {number: key for number, key in found if now - before.get(number, -HASTENS_AGAIN_S) >= HASTENS_AGAIN_S}
        stood = self.wake.standing_for("hasten") if new else ()
        alone = [key for key in dict.fromkeys(new.values()) if stood is not None and key not in stood]
        if stood is not None and self.wake.wake_all("hasten", [(key,) for key in alone]):
            before |= dict.fromkeys(new, now)
        self._hastened = before

    def find_gaps(self) -> float:
        """Insert what Twilio received for us and could not deliver; forget workers long dead. Returns in how many
        seconds to look again. Called once at a worker's start, and from then on when it says."""
        with self.database.write() as session:
            workers.forget_lost(session, FORGET_WORKERS_AFTER_S)
        began = self.clock.monotonic()
        back_s = min(GAPS_BACK_S + began - self._looked_at, GAPS_MOST_BACK_S)  # an outage may have lasted for hours
        try:
            since = self.clock.now() - timedelta(seconds=back_s)
            found = missed_messages.fill(self.database, self.messenger, self.settings, since)
        except ProviderError as error:
            log.warning("Twilio's log cannot be read", extra={"error": str(error)})
            return GAPS_AGAIN_S
        self._looked_at = began
        for conversation in found:
            self.wake.wake("drain", conversation)
        return GAPS_EVERY_S
