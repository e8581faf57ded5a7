"""Confirmation by number, for whatever cannot be undone, costs something, or is another's to decide.

The sender of an SMS can be forged, but who forges it does not read our answers: the number stands only in our own
question, is other each time and counts for that one question. Any dialogue may `ask`; what follows from the right
number stands in `Confirmations.acts` (bot.conversation.composition), by name."""

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.conversation.talk import Talk
from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.models import PendingInteraction
from bot.reading import confirmations as typed

KIND = "confirm"
MOST_TRIES = 3  # of one question
MOST_VOID = 3  # questions in a day that ended in wrong numbers: 9 guesses among 90,000
DAY = timedelta(days=1)
TTL_S = 600.0

Act = Callable[[Talk, Mapping[str, Any]], None]


def ask(talk: Talk, act: str, details: Mapping[str, Any] | None = None, **values: object) -> None:
    """Ask the person to confirm `act` by a number: the sentence `confirm_<act>` with `values`, then how. `details`
    are handed to the act once it is confirmed; whoever acts checks again that it may."""
    key, session = talk.person.conversation.id, talk.session
    if interactions.count(session, key, KIND, "void", talk.now - DAY) >= MOST_VOID:
        talk.say("confirm_locked", contact=talk.desk.settings.human_contact)
        return
    number = str(10 ** (typed.DIGITS - 1) + secrets.randbelow(9 * 10 ** (typed.DIGITS - 1)))
    talk.ask(KIND, {"act": act, "number": number, "tries": 0, "details": dict(details or {})}, TTL_S)
    opening = say(talk.person.language, f"confirm_{act}", **values)
    talk.tell(f"{opening}\n\n{say(talk.person.language, 'confirm_number', number=number)}")


@dataclass(frozen=True, slots=True)
class Confirmations:
    """Reads the answers. `acts` says by name what the right number does."""

    acts: Mapping[str, Act]

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
        """Do it at the right number. A yes in words gets the number again, three wrong numbers end the question, and
        anything else cancels it: then the agent answers the text."""
        if typed.declines(reply):
            return self._cancel(talk, interaction)
        number = typed.number_in(reply)
        if number is not None:
            return self._typed(talk, interaction, number)
        if typed.agrees(reply):
            talk.say("confirm_insist", number=interaction.payload["number"])
            return True
        self._cancel(talk, interaction)
        return False

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:  # noqa: ARG002 – asked of all
        """Nothing: the number must be typed."""
        return ()

    def _typed(self, talk: Talk, interaction: PendingInteraction, number: str) -> bool:
        payload = interaction.payload
        if hmac.compare_digest(number.encode(), str(payload["number"]).encode()):
            if interactions.claim(talk.session, interaction.id, "answered", talk.now):
                self.acts[payload["act"]](talk, payload["details"])
            return True
        left = MOST_TRIES - payload["tries"] - 1
        if left > 0:
            interactions.change(talk.session, interaction, {**payload, "tries": payload["tries"] + 1})
            talk.say("confirm_wrong", left=left)
        else:
            interactions.claim(talk.session, interaction.id, "void", talk.now)
            talk.say("confirm_void")
        return True

    def _cancel(self, talk: Talk, interaction: PendingInteraction) -> bool:
        interactions.claim(talk.session, interaction.id, "cancelled", talk.now)
        talk.say("confirm_cancelled")
        return True
