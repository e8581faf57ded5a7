"""A sentence that is sent again before its answer could be read, because nothing seemed to come: one request, which is
answered and paid for once."""

from bot.conversation.talk import Talk
from bot.dao import inbound
from bot.models import Run
from bot.services.limits.meters import Meters
from bot.types import StopReason

WITHOUT_ANSWER = (StopReason.ERROR, StopReason.CANCELLED)  # who sends it again wants another try


def is_sent_again(talk: Talk) -> bool:
    """Whether a run has answered the same words since these came in. Only sentences: « oui », « 2 » and « continue »
    may well be meant twice."""
    if Meters.of(talk.address.meters).times < 2:  # counted at the gate: nothing is looked up for what is new
        return False
    first, key = talk.messages[0], talk.person.conversation_id
    answered = inbound.closed_just_before(talk.session, key, first.id, first.received_at)
    run = talk.session.get(Run, answered[0].run_id) if answered and answered[0].run_id else None
    if run is None or run.user_id != talk.person.user_id or run.stop_reason in WITHOUT_ANSWER:
        return False
    same = {_words(message.body) for message in answered if message.run_id == run.id}
    return same == {_words(message.body) for message in talk.messages}


def _words(body: str) -> str:
    return " ".join(body.casefold().split())
