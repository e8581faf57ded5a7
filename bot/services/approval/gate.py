"""The gate of one run: what leaves the house by itself, what waits for the person's digit, what never leaves."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from sqlmodel import Session

from bot.agent.spec import Departure, ToolCall, ToolOutput
from bot.clients.addresses import canonical
from bot.clock import Clock
from bot.dao import interactions
from bot.errors import AddressRefused, ToolFailed
from bot.services.approval import vouched
from bot.services.approval.allowed import words_of_person
from bot.services.approval.numbers import is_locked, number_for
from bot.services.approval.one_question import asked_already
from bot.services.approval.questions import KIND, MOST_QUESTIONS, Held, can_be_shown, payload_of
from bot.types import Language, Message

WAITING = {
    "done": False,
    "note": "Not done: pages, search results or files were read, and this stands neither in the person's messages nor "
    "in results of this turn. The service now asks the person to allow exactly this, and your turn ends. Unless a "
    "[Permission] message says that they agreed, it has not happened and will not.",
}
TOO_MANY = "Refused: the person was asked for permission often enough, or said no. Go on without it."
TOO_LONG = "Refused: it is too long to be shown to the person whole, and they must see all of it before it leaves."
SPELT_ANEW = "Refused: an address in it is not spelt as it was read. Copy it to the letter."


@dataclass(frozen=True, slots=True)
class RunGate:
    """Judges for one run. `history`: what the run is shown of the conversation; `leads`: by tool, where strangers
    write (bot.agent.spec.Tool); `granted`: by call id, the arguments the person has said yes to; `asked`: questions
    since they last wrote something of their own."""

    clock: Clock
    ttl_s: float
    conversation_id: str
    run_id: int
    language: Language
    channel: str
    history: Sequence[Message]
    leads: Mapping[str, Sequence[str]]
    granted: Mapping[str, str]
    asked: int

    def judge(
        self, call: ToolCall, departures: Sequence[Departure], transcript: Sequence[Message]
    ) -> ToolOutput | None:
        """See bot.agent.spec.Gate. Addresses that the person or a stranger wrote pass; everything else is asked."""
        if self.granted.get(call.id) == call.arguments:
            return None
        exact = [_spelt(departure) for departure in departures]
        words = words_of_person(self.history)
        known = vouched.of_person(words) | vouched.of_results(transcript, self.leads)
        asking = tuple(d for d in exact if d.kind == "message" or d.recipient not in known)
        self._judge_spelling(departures, exact, known, chain(words, vouched.of_strangers(transcript, self.leads)))
        if not asking:
            return None
        if self.asked >= MOST_QUESTIONS:
            raise ToolFailed(TOO_MANY)
        held = Held(call.name, call.arguments, asking, self.asked + 1)
        if not can_be_shown(held, self.language, self.channel):
            raise ToolFailed(TOO_LONG)
        return ToolOutput(WAITING, awaits_user=True, commit=self._asking(held))

    def _judge_spelling(
        self,
        written: Sequence[Departure],
        exact: Sequence[Departure],
        known: Collection[str],
        read: Iterable[str],
    ) -> None:
        """A link travels as it is written, unlike an address that is fetched: of a known one `/%61` and `/a` could tell
        whoever serves it two things. Raises ToolFailed unless it is in its one spelling, or in one somebody else
        wrote: it stands in `read`."""
        links = {
            (w.recipient.partition("#")[0], e.recipient)
            for w, e in zip(written, exact, strict=True)
            if w.kind == "link"
        }
        odd = {plain for plain, spelt in links if spelt in known and spelt not in (plain, f"{plain}/")}
        if odd and not odd <= vouched.spellings_in([*read]):
            raise ToolFailed(SPELT_ANEW)

    def _asking(self, held: Held) -> Callable[[Session], None]:
        """What opens the question, in the transaction that stores the call's result: a run that is taken up again
        finds both or neither. One question a run, whatever else the same step has asked."""

        def commit(session: Session) -> None:
            now = self.clock.now()
            if is_locked(session, self.conversation_id, KIND, now):
                raise ToolFailed(TOO_MANY)
            asked_already(session, self.conversation_id, self.run_id, now)
            payload = payload_of(held, number_for(self.channel))
            interactions.open_interaction(session, self.conversation_id, KIND, payload, now, self.ttl_s, self.run_id)

        return commit


def _spelt(departure: Departure) -> Departure:
    """An address in its one spelling, the one that is compared, shown and sent. Raises ToolFailed for one that is
    never fetched: nobody is asked about that."""
    if departure.kind == "message":
        return departure
    try:
        return replace(departure, recipient=canonical(departure.recipient))
    except AddressRefused as error:
        raise ToolFailed(f"Refused: {error}.") from None
