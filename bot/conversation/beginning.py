"""The beginning of a run, in the transaction that takes its messages up: unless it would cost too much, nobody would
answer, or it is not paid for."""

import contextlib

from bot.conversation.exchange import Exchange
from bot.conversation.outcomes import Ask
from bot.conversation.talk import Desk, Talk
from bot.conversation.turn.handing_over import HandingOver
from bot.conversation.turn.runner import TurnRunner
from bot.dao import breakers, conversations
from bot.dao.work import run_leases
from bot.errors import InsufficientCredits, LeaseLost
from bot.models import Run
from bot.services.background import places
from bot.services.money import cost_guards
from bot.services.money.cost_guards import Passed, Refusal


def begin(exchange: Exchange, turns: TurnRunner, talk: Talk, ask: Ask) -> Run | None:
    """The run; None when the messages are closed instead, and why is said. What continues something that was paid for,
    and whoever is in distress, is not asked what it costs. Raises InsufficientCredits when the balance was spent
    elsewhere since it was read: nothing of the transaction may stand, and it can be tried again. Who cannot pay tries
    nothing out: whether a provider serves us again is for the next one to see."""
    person = talk.person
    if ask.resumes is not None:
        return _resumed(talk, ask.resumes)
    is_covered = _is_covered(turns, talk, ask)
    try:
        with contextlib.nullcontext() if is_covered else talk.session.begin_nested():
            look = Passed() if ask.free else _looked(exchange, talk)
            if isinstance(look, Refusal):
                exchange.not_served(talk, look)
                return None
            run = turns.begin(talk.session, person, talk.messages, ask)
            talk.leave_to(run.id)
            _send_away(exchange.desk, talk, run, ask)
            if look.tries:
                breakers.note_trial(talk.session, breakers.MODEL, run.id)
            return run
    except InsufficientCredits:
        if is_covered:
            raise
        exchange.no_credits(talk, ask)
        return None


def _looked(exchange: Exchange, talk: Talk) -> Passed | Refusal:
    person = talk.person
    return cost_guards.look(talk.session, exchange.desk.settings, talk.now, person.user_id, person.mode)


def _is_covered(turns: TurnRunner, talk: Talk, ask: Ask) -> bool:
    """Whether nothing stands against a run, as the balance was read: then its beginning needs no way back."""
    if ask.background or ask.decision is not None:
        return False
    return talk.user is None or talk.user.credits >= (turns.price(talk.person, ask) or 0)


def _send_away(desk: Desk, talk: Talk, run: Run, ask: Ask) -> None:
    """To the background at once, or once the person has agreed. Raises InsufficientCredits."""
    handing_over = HandingOver(desk.settings, desk.links, desk.clock)
    if ask.background == "at once" and not handing_over.at_once(talk.session, talk.person, run):
        raise InsufficientCredits
    if ask.background == "offered" and not handing_over.offer(talk.session, talk.person, run):
        places.decline(talk.session, run)


def _resumed(talk: Talk, run_id: int) -> Run:
    """The run that was offered to go on in the background, in the lane again: its messages have declined. Raises
    LeaseLost for one that has ended."""
    if not run_leases.hand_back(talk.session, run_id):
        raise LeaseLost(str(run_id))
    run = talk.session.get_one(Run, run_id, populate_existing=True)
    places.decline(talk.session, run)
    conversations.attach(talk.session, talk.messages, run_id)
    return run
