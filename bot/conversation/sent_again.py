"""A sentence, a photo or a voice message that is sent again before its answer could be read, because nothing seemed to
come: one request, which is answered and paid for once."""

from bot.conversation.talk import Talk
from bot.dao import inbound
from bot.models import InboundMessage, Run
from bot.services.attachments.entries import comes_along, notes
from bot.services.limits.meters import SENTENCE_WORDS, Meters
from bot.types import StopReason

WITHOUT_ANSWER = (StopReason.ERROR, StopReason.CANCELLED)  # who sends it again wants another try


def is_sent_again(talk: Talk) -> bool:
    """Whether a run has answered the same since these came in. Only sentences and what comes along: « oui », « 2 » and
    « continue » may well be meant twice."""
    asked = set(map(_said, talk.messages))
    if any(map(comes_along, talk.messages)):
        may_be = any(things or len(words) >= SENTENCE_WORDS for words, things, _ in asked)
    else:
        may_be = Meters.of(talk.address.meters).times > 1  # counted at the gate: nothing is looked up for what is new
    if not may_be:
        return False
    first, key = talk.messages[0], talk.person.conversation_id
    answered = inbound.closed_just_before(talk.session, key, first.id, first.received_at)
    run = talk.session.get(Run, answered[0].run_id) if answered and answered[0].run_id else None
    if run is None or run.user_id != talk.person.user_id or run.stop_reason in WITHOUT_ANSWER:
        return False
    return {_said(message) for message in answered if message.run_id == run.id} == asked


def _said(message: InboundMessage) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Its words, what came along (the same bytes are the same file, of one number), and the message it is said of."""
    return tuple(message.body.casefold().split()), notes([message]), str(message.details.get("replied_to_sid") or "")
