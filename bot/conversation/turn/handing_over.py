"""A turn that is to go on in the background: the person is asked, with the price, unless they wished it themselves."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.agent.control import HandedOver
from bot.channels.offers import Offer
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.people import Person, user_of
from bot.conversation.turn.noticing import is_heeded
from bot.dao import interactions
from bot.dao.work import run_leases
from bot.errors import InsufficientCredits
from bot.i18n.catalogue import say
from bot.models import Run
from bot.services.background import places
from bot.services.background.wording import title_of
from bot.services.delivery.outbox import Outbox
from bot.services.library.files import Links
from bot.services.money import credits, quotes
from bot.services.money.prices import prices_of
from bot.services.work.leases import Lease
from bot.types import Background, Language, Mode, known

KIND = "background"


@dataclass(frozen=True, slots=True)
class HandingOver:
    """For the runs of one process. What is taken is what was told: the price of the mode in which it was asked for,
    whatever its person has chosen since on another phone."""

    settings: Settings
    links: Links
    clock: Clock

    def take(self, lease: Lease, person: Person, run_id: int, handed: HandedOver) -> Run | None:
        """Let go of the lane: the run works in the background, waits there, or waits for the person's digit. Returns
        the run when it stays in the lane, because they lack the credits, or are in distress: whoever is, is stayed with
        here unless they wish otherwise. One fenced transaction."""
        with lease.write() as session:
            run = session.get_one(Run, run_id)
            if handed.cause == "person":
                done = self.at_once(session, person, run)
                if not done:
                    self._tell_lack(session, person, run)
            else:
                done = not is_heeded(session, run) and self.offer(session, person, run)
            if not done:
                places.decline(session, run)
        return None if done else run

    def at_once(self, session: Session, person: Person, run: Run) -> bool:
        """Begin without a question: they asked for it by a command, or have agreed. False: they lack the credits."""
        try:
            with session.begin_nested():
                mode = known(Mode, run.mode, Mode.STUDENT)
                credits.reserve_more(session, run, price_of(self.settings, mode), KIND)
                run.budget = most_of(self.settings, mode)
        except InsufficientCredits:
            return False
        places.begin(session, run, person.recipient, self.links, self.settings, self.clock.now())
        return True

    def offer(self, session: Session, person: Person, run: Run) -> bool:
        """Ask the person, and let go of the lane until they answer. False: they lack the credits."""
        user = user_of(session, person)
        if user is None or user.credits < price_of(self.settings, known(Mode, run.mode, Mode.STUDENT)) - run.price:
            return False
        now = self.clock.now()
        run_leases.hand_over(session, run.id, now, Background.OFFERED)
        opened = interactions.open_interaction(
            session, run.conversation_id, KIND, {"again": False}, now, self.settings.interaction_ttl_s, run.id
        )
        offer = Offer(offered(session, self.settings, run, person.language), labels_in(person))
        Outbox(session, person.recipient, self.links, run.id).offer(f"run{run.id}:offer", offer, opened.id)
        return True

    def _tell_lack(self, session: Session, person: Person, run: Run) -> None:
        user = user_of(session, person)
        text = lack(self.settings, known(Mode, run.mode, Mode.STUDENT), person.language, user.credits if user else 0)
        Outbox(session, person.recipient, self.links, run.id).text(f"run{run.id}:lack", text)


def offered(session: Session, settings: Settings, run: Run, language: Language) -> str:
    """What the person is asked: whose work, at which price."""
    mode = known(Mode, run.mode, Mode.STUDENT)
    return say(
        language,
        "background_offer",
        title=title_of(session, run.id),
        credits=price_of(settings, mode),
        paid=run.price,
        most=most_of(settings, mode),
    )


def price_of(settings: Settings, mode: Mode) -> int:
    """What a run in the background costs, what it paid as a turn included, in credits."""
    return quotes.of_background(prices_of(settings), mode)


def most_of(settings: Settings, mode: Mode) -> int:
    """What it may cost in all, with its tools."""
    return price_of(settings, mode) + settings.background_most_credits


def labels_in(person: Person) -> tuple[str, str]:
    """Yes and no."""
    return say(person.language, "background_yes"), say(person.language, "background_no")


def lack(settings: Settings, mode: Mode, language: Language, balance: int) -> str:
    """That the credits do not suffice."""
    return say(language, "background_no_credits", credits=price_of(settings, mode), balance=balance)
