"""Confirmation by number, for whatever cannot be undone, costs something, or is another's to decide.

The sender of an SMS can be forged, but who forges it does not read our answers: the number stands only in our own
question, is other each time and counts for that one question. Any command or dialogue may `ask`; what follows from the
right number is declared by the command (`Command.confirmed`), by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.conversation.dialogues.numbered import CONFIRM, check
from bot.conversation.outcomes import Acted, Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.models import PendingInteraction
from bot.reading.replies import confirmations as typed
from bot.reading.replies.assent import insists, is_doubted
from bot.reading.replies.sign_in_questions import asks_about_code
from bot.reading.wishes.puzzled import is_puzzled
from bot.services.approval.numbers import is_locked, new_number

KIND = CONFIRM
TTL_S = 600.0

Details = Mapping[str, Any]  # what an act was asked about, as it is stored


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a right number does, and what is to be put back when the question is left instead. `declined`: what follows
    a no beside that, since nothing else was said; `otherwise`: who reads what was said instead."""

    act: Callable[[Talk, Details], Acted]
    undo: Callable[[Talk, Details], None] = lambda _talk, _details: None
    declined: Callable[[Talk, Details], None] = lambda _talk, _details: None
    otherwise: Callable[[Talk, Details, str], Replied] = lambda _talk, _details, _reply: NotAnswered()


def ask(talk: Talk, act: str, details: Details | None = None, **values: object) -> None:
    """Ask the person to confirm `act` by a number: the sentence `confirm_<act>` with `values`, then how. `details`
    are handed to the act once it is confirmed; whoever acts checks again that it may."""
    if is_locked(talk.session, talk.person.conversation_id, KIND, talk.now):
        talk.say("confirm_locked", contact=talk.desk.settings.human_contact)
        return
    payload = {"act": act, "number": new_number(), "tries": 0, "details": dict(details or {}), "values": values}
    talk.ask(KIND, payload, TTL_S)
    _put(talk, payload)


def _put(talk: Talk, payload: Details) -> None:
    opening = say(talk.person.language, f"confirm_{payload['act']}", **payload["values"])
    talk.tell(f"{opening}\n\n{say(talk.person.language, 'confirm_number', number=payload['number'])}")


@dataclass(frozen=True, slots=True)
class Confirmations(Dialogue):
    """Reads the answers. `acts` says by name what the right number does."""

    kind = KIND
    is_ours = True
    acts: Mapping[str, Confirmed]

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Do it at the right number. A yes in words gets the number again, three wrong numbers end the question, and
        anything else cancels it: then the text is a new wish, most often the agent's to answer."""
        is_no, number = typed.declines(reply) or typed.refuses_number(reply), typed.number_in(reply)
        is_meant = number is not None and not is_doubted(reply, agrees=True)
        if number is not None and is_meant and not is_no:
            return self._typed(talk, interaction, number)
        if asks_about_code(reply) or typed.asks_number(reply) or is_puzzled(reply):
            talk.say("confirm_number", number=interaction.payload["number"])
            return Done()
        if not is_no and (number is not None or typed.agrees(reply) or insists(reply)):
            talk.say("confirm_insist", number=interaction.payload["number"])
            return Done()
        self.close(talk, interaction)
        talk.say("confirm_cancelled")
        act = self.acts.get(interaction.payload["act"])
        if not is_no:
            return act.otherwise(talk, interaction.payload["details"], reply) if act else NotAnswered()
        if act is not None:
            act.declined(talk, interaction.payload["details"])
        return Done()

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """What is to be confirmed, and how; of a question of the release before, how."""
        if "values" in interaction.payload:
            _put(talk, interaction.payload)
        else:
            talk.say("confirm_number", number=interaction.payload["number"])

    def close(self, talk: Talk, interaction: PendingInteraction) -> bool:
        """Leave everything as it was before it was asked."""
        return self._close(talk, interaction, "cancelled")

    def _typed(self, talk: Talk, interaction: PendingInteraction, number: str) -> Replied:
        payload, act = interaction.payload, self.acts.get(interaction.payload["act"])
        if act is None:  # of another release
            self.close(talk, interaction)
            talk.say("menu_stale_press")
            return Done()
        right = check(talk, interaction, number, lambda outcome: self._close(talk, interaction, outcome))
        if not right or not interactions.claim(talk.session, interaction.id, "answered", talk.now):
            return Done()
        return act.act(talk, payload["details"])

    def _close(self, talk: Talk, interaction: PendingInteraction, outcome: str) -> bool:
        closed = interactions.claim(talk.session, interaction.id, outcome, talk.now)
        act = self.acts.get(interaction.payload["act"])
        if closed and act is not None:
            act.undo(talk, interaction.payload["details"])
        return closed
