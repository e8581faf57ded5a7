"""The beginning of a run, in the transaction that takes its messages up: unless it would cost too much, nobody would
answer, or it is not paid for."""

from bot.conversation.exchange import Exchange
from bot.conversation.outcomes import Ask
from bot.conversation.talk import Talk
from bot.conversation.turn.runner import TurnRunner
from bot.dao import breakers
from bot.errors import InsufficientCredits
from bot.models import Run
from bot.services.money import cost_guards
from bot.services.money.cost_guards import Passed, Refusal


def begin(exchange: Exchange, turns: TurnRunner, talk: Talk, ask: Ask) -> Run | None:
    """The run; None when the messages are closed instead, and why is said. What continues something that was paid for,
    and whoever is in distress, is not asked what it costs."""
    person = talk.person
    look = Passed()
    if not ask.free:
        looked = cost_guards.look(talk.session, exchange.desk.settings, talk.now, person.user_id, person.mode)
        if isinstance(looked, Refusal):
            exchange.not_served(talk, looked)
            return None
        look = looked
    try:
        with talk.session.begin_nested():
            run = turns.begin(talk.session, person, talk.messages, ask)
            if look.tries:
                breakers.tries(talk.session, breakers.MODEL, run.id)
            return run
    except InsufficientCredits:
        exchange.no_credits(talk)
        return None
