"""The people of one round at play: they write, wait to hear, and remember what they said and when answers arrived."""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from bot.simulator.records import Inbound, Sent
from bot.simulator.twilio import TwilioStandIn
from tests.chaos.bursts import is_notice
from tests.chaos.people import Person
from tests.chaos.steps import Hear, Pause, Say

APOLOGY = "plusieurs essais"  # of a message that was given up
PATIENCE_S = 60.0
REPEATS, REPEAT_AFTER_S = 6, 0.4  # as Twilio repeats a webhook that got no answer


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the round, as Twilio knows it."""

    person: Person
    say: Say
    sid: str


@dataclass(slots=True)
class Actor:
    """A person at play, and what they wait for."""

    person: Person
    posting: "Future[None] | None" = None
    until: float = 0.0
    listening: str = ""
    began: bool = False
    over: bool = False


class Stage:
    """Everybody who has begun. `tick` moves them on; it never waits."""

    def __init__(self, twilio: TwilioStandIn, people: Sequence[Person], pool: ThreadPoolExecutor) -> None:
        self._twilio, self._pool = twilio, pool
        self._waiting = list(reversed(people))
        self._actors: list[Actor] = []
        self._seen = 0
        self._on_their_way: list[Sent] = []
        self._heard: dict[str, list[str]] = defaultdict(list)
        self.said: list[Said] = []
        self.arrivals: list[tuple[str, float]] = []  # address and moment, not yet taken by the storm

    @property
    def begun(self) -> int:
        """How many people have begun."""
        return len(self._actors)

    @property
    def at_play(self) -> int:
        """How many people have begun and not ended."""
        return sum(not actor.over for actor in self._actors)

    def begin(self) -> bool:
        """Let the next person begin. False when there is none."""
        if self._waiting:
            self._actors.append(Actor(self._waiting.pop()))
            return True
        return False

    def join(self, people: Iterable[Person]) -> None:
        """Let these people begin at once, beside those who were invited."""
        self._actors += map(Actor, people)

    def tick(self) -> None:
        """Hear what has arrived and let everybody do what they can."""
        self._listen()
        now = time.time()
        for actor in self._actors:
            while not actor.over and self._may_go_on(actor, now):
                pass

    def _listen(self) -> None:
        sent = self._twilio.sent
        self._on_their_way += sent[self._seen :]
        self._seen = len(sent)
        still = []
        for message in self._on_their_way:
            if message.arrived:
                self._heard[message.to].append(message.body)
                if not is_notice(message.body):  # which is no answer
                    self.arrivals.append((message.to, message.history[1].at.timestamp()))
            elif message.status != "failed":
                still.append(message)
        self._on_their_way = still

    def _may_go_on(self, actor: Actor, now: float) -> bool:
        """Take one step if nothing holds the actor; whether another may follow at once."""
        answer = True
        if actor.posting is not None and not actor.posting.done():
            return False
        if actor.listening:
            heard = self._heard[actor.person.address]
            answer = any(actor.listening in body for body in heard)
            if not answer and now < actor.until and not any(APOLOGY in body for body in heard):
                return False
        elif now < actor.until:
            return False
        actor.posting, actor.listening, actor.until = None, "", 0.0
        try:
            step = actor.person.play.send(answer) if actor.began else next(actor.person.play)
        except StopIteration:
            actor.over = True
            return False
        actor.began = True
        self._take(actor, step, now)
        return True

    def _take(self, actor: Actor, step: Say | Hear | Pause, now: float) -> None:
        match step:
            case Say():
                posting = self._pool.submit(self._post, actor.person, step)
                actor.posting = posting if step.waits else None
            case Hear():
                actor.listening, actor.until = step.words, now + PATIENCE_S
            case Pause():
                actor.until = now + step.seconds

    def _post(self, person: Person, say: Say) -> None:
        inbound = self._twilio.receive(person.address, say.text, media=say.media)
        self.said.append(Said(person, say, inbound.sid))
        if say.twice:  # nobody waits for it: in an outage all of the pool's threads may be here
            self._pool.submit(self._twilio.deliver, inbound)
        self._repeat(inbound)

    def _repeat(self, inbound: Inbound) -> None:
        for _ in range(REPEATS):
            if inbound.http_status == 200:
                return
            self._twilio.pause(REPEAT_AFTER_S)
            self._twilio.deliver(inbound)
