"""The campaign: rounds of people, each a storm, then calm, then the judge."""

import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import col

from bot.conversation.turn.handing_over import KIND
from bot.errors import StopWork
from bot.models import OutboundPart, PendingInteraction
from bot.models.base import utc_now
from bot.services.delivery.states import from_twilio
from tests.chaos.aftermath import aftermath
from tests.chaos.broken import BROKEN
from tests.chaos.bursts import Bursts, told_twice
from tests.chaos.evidence import dump
from tests.chaos.judge import Judge
from tests.chaos.lives import Lives
from tests.chaos.living import LIVING, soon
from tests.chaos.people import cast
from tests.chaos.stage import Stage
from tests.chaos.storm import Storm
from tests.chaos.tally import Tally, Violation
from tests.chaos.weathers import GENTLE, costs_lives, is_deadly
from tests.chaos.world import GRACES_S, Servers, World, world

TICK_S = 0.02
QUIET_EVERY_S = 0.3
LONGEST_STORM_S = 120.0
STILL_S = 75.0  # after the storm, when nothing has moved for so long, nothing will
CALM_S = 600.0  # and the longest that may pass until all is done, on a machine that others use too
POSTS_AT_ONCE = 12

WAITING = f"""
    SELECT (SELECT count(*) FROM inbound_message WHERE processed_at IS NULL),
           (SELECT count(*) FROM outbound_part WHERE closed_at IS NULL),
           (SELECT count(*) FROM run WHERE status = 'running'),
           (SELECT count(*) FROM conversation WHERE lane_worker IN ({LIVING}))
"""


class Round:
    """One storm over new people in a new world."""

    def __init__(
        self,
        shared: Servers,
        lives: Lives,
        tally: Tally,
        seed: str,
        *,
        broken: str = "",
        weathers: Collection[str] = GENTLE,
    ) -> None:
        self._shared, self._lives, self._tally, self._broken = shared, lives, tally, broken
        self._weathers, self._random, self._seed = weathers, Random(seed), seed

    def run(
        self, storm_s: float, people: int, per_second: float, enough: Callable[[Tally], bool] = lambda _: True
    ) -> list[Violation]:
        """Let so many people write while the storm lasts; what the judge found is in the tally too. On a busy machine
        it lasts longer, until `enough` has happened."""
        play = BROKEN[self._broken].play if self._broken else ""
        invited = [cast(number, self._random, play) for number in range(1, people + 1)]
        bursts = Bursts(people + 1, storm_s, self._random) if "overload" in self._weathers else None
        everybody = [*invited, *(bursts.people if bursts else ())]
        deadly, grace_s = is_deadly(self._weathers), self._random.choice(GRACES_S)
        in_it = world(self._shared, everybody, weathers=self._weathers, deadly=deadly, grace_s=grace_s)
        with in_it as made, ThreadPoolExecutor(POSTS_AT_ONCE) as pool:
            stage = Stage(made.twilio.stand_in, invited, pool)
            storm = Storm(self._shared, made, self._lives, self._tally, self._random, self._broken, self._weathers)
            try:
                storm.start(storm_s)
                self._storm(stage, storm, storm_s, per_second, enough, bursts)
                left = self._calm(made, stage, storm)
                judge = Judge(made, stage.said, deadly=deadly)
                costs = costs_lives(self._weathers)
                found = [*judge.violations(), *storm.deploys.violations, *aftermath(made, costs_lives=costs), *left]
                if "clock" not in self._weathers:  # by which ten minutes may pass in a second
                    found += told_twice(made.twilio.stand_in.sent)
                self._tally.events["messages given up"] += judge.given_up
            finally:
                storm.stop()
            self._count(stage, found)
            if found:
                self._keep(made, storm, found)
        return found

    def _storm(
        self,
        stage: Stage,
        storm: Storm,
        storm_s: float,
        per_second: float,
        enough: Callable[[Tally], bool],
        bursts: Bursts | None,
    ) -> None:
        started, in_bursts = time.time(), 0
        while time.time() < started + storm_s or not (enough(self._tally) or time.time() > started + LONGEST_STORM_S):
            while stage.begun - in_bursts < (time.time() - started) * per_second and stage.begin():
                pass
            if bursts and (crowd := bursts.due(time.time() - started)):
                stage.join(crowd)
                in_bursts += len(crowd)
                self._tally.events["people who came in a burst"] += len(crowd)
                storm.note(f"{len(crowd)} people write at once")
            self._tick(stage, storm)

    def _calm(self, made: World, stage: Stage, storm: Storm) -> Sequence[Violation]:
        """Until everybody has heard everything, or nothing moves any more, which is what must not be."""
        storm.end()
        began = moved = time.time()
        before: Sequence[int] = ()
        while time.time() < min(began + CALM_S, moved + STILL_S):
            look_again = time.time() + QUIET_EVERY_S
            while time.time() < look_again:
                self._tick(stage, storm)
            left = self._left(made, stage, storm)
            if not any(left):
                return ()
            if left != before:
                before, moved = left, time.time()
        storm.ask()
        return [Violation("not over", "everybody", f"left behind a calm of {time.time() - began:.0f} s: {before}")]

    def _left(self, made: World, stage: Stage, storm: Storm) -> Sequence[int]:
        """How much of each kind is not done yet."""
        try:
            if not storm.has_frozen:  # nor would be for long, if this waited for what they hold
                _let_time_pass(made)
                if not stage.at_play:
                    _let_offers_lapse(made)
            with made.database.read() as session:
                waiting = session.connection().execute(text(WAITING), soon()).one()
                return [stage.at_play, storm.deploys.under_way, *waiting]
        except (DBAPIError, StopWork) as error:  # somebody holds what must be free by now: the judge will find it
            storm.note(f"the database does not serve the campaign: {error}")
            return [1]

    def _tick(self, stage: Stage, storm: Storm) -> None:
        stage.tick()
        storm.tick(stage.arrivals)
        time.sleep(TICK_S)

    def _count(self, stage: Stage, found: Sequence[Violation]) -> None:
        self._tally.rounds += 1
        self._tally.conversations += stage.begun
        self._tally.messages += len(stage.said)
        self._tally.violations += found

    def _keep(self, made: World, storm: Storm, found: Sequence[Violation]) -> None:
        """Write down what shows the violations, where a clean checkout keeps what comes and goes."""
        folder = Path("var/chaos")
        folder.mkdir(parents=True, exist_ok=True)
        addresses = dict.fromkeys(violation.address for violation in found)
        evidence = [f"{violation}" for violation in found] + [dump(made, address) for address in list(addresses)[:5]]
        (folder / f"{self._seed}.txt").write_text("\n\n".join([*evidence, "\n".join(storm.events)]))
        (folder / f"{self._seed}.words").write_bytes((made.folder / "words").read_bytes())


def _let_time_pass(made: World) -> None:
    """Make the minutes pass after which Twilio is asked about parts whose last callback never came. Parts that were
    told their last state and do not have it stay as they are: that is for the judge."""
    untold = [message.sid for message in made.twilio.stand_in.sent
              if not any(back.http_status == 204 and back.status == message.status for back in message.callbacks)
              and (utc_now() - message.history[-1].at).total_seconds() > 1.5
              and from_twilio(message.status) in ("delivered", "read", "failed", "undelivered")]  # fmt: skip
    now = utc_now()
    with made.database.write() as session:
        session.execute(
            update(OutboundPart)
            .where(
                col(OutboundPart.twilio_sid).in_(untold),
                col(OutboundPart.closed_at).is_(None),
                col(OutboundPart.due_at) > now,
            )
            .values(due_at=now)
        )


def _let_offers_lapse(made: World) -> None:
    """Make the hour pass in which people may answer whether something is to go on in the background."""
    with made.database.write() as session:
        offers = (col(PendingInteraction.kind) == KIND, col(PendingInteraction.closed_at).is_(None))
        session.execute(update(PendingInteraction).where(*offers).values(expires_at=utc_now()))
