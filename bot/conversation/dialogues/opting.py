"""Opting out of all messages and in again."""

from bot.conversation.outcomes import Ending
from bot.conversation.talk import Talk
from bot.dao import addresses, inbound
from bot.dao.delivery import parts
from bot.dao.work import background_runs
from bot.i18n.catalogue import say
from bot.i18n.day import is_evening
from bot.services.background import places
from bot.services.limits.refusals import may_say
from bot.types import Background


def opt(talk: Talk, *, out: bool, answered: bool) -> Ending:
    """Nothing is sent to an opted-out address but the line that confirms it; silent if Twilio answered. What was asked
    is no longer open: a digit behind a START answers nothing that was put before the STOP."""
    address, service = talk.address, talk.desk.settings.service_name
    was_out = address.opted_out_at is not None
    if out or was_out:  # nor does START bring back what was said into the silence
        parts.drop_pending(talk.session, address.value, talk.now)
    if not out:
        addresses.opt_in(talk.session, address.value)
        talk.session.refresh(address)
    if not answered and may_say(address, "opted", talk.now):
        key, evening = "opted_out" if out else "opted_in", is_evening(address.value, talk.now)
        sentence = say(talk.person.language, key, service=service, evening=evening, back=was_out)
        talk.tell(sentence, kind=parts.FAREWELL if out else "text")
    if out:
        key, first = talk.person.conversation_id, talk.messages[0].id
        inbound.withdraw(talk.session, key, first, Ending.OPTED_OUT, talk.now, talk.writer_id)
        talk.leave_all()
        _stop_background(talk)
        addresses.opt_out(talk.session, address.value, talk.now)
    return Ending.OPTED_OUT if out else Ending.OPTED_IN


def _stop_background(talk: Talk) -> None:
    """Stop the background work of this conversation, which nobody would read; its credits go back."""
    for run in background_runs.of_conversation(talk.session, talk.person.conversation_id):
        if run.background == Background.WORKING:
            run.cancelled_at = run.cancelled_at or talk.now
        else:
            places.end(talk.session, run, talk.now, "opted out")
