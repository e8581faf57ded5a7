"""Which answers are also said aloud: those to somebody who spoke, where a voice note can be sent and listening is
enough. Not those to which a number is to be answered, nor what is said to somebody in distress."""

from collections.abc import Sequence

from sqlmodel import Session

from bot.agent.spec import RunResult
from bot.capabilities import capabilities_of
from bot.channels.speaking import spoken_form
from bot.config import Settings
from bot.conversation.people import Person
from bot.conversation.turn.reply import Answer
from bot.dao import interactions
from bot.dao.delivery import spoken_answers
from bot.dao.privacy.owned_rows import VOICE_NOTE
from bot.models import InboundMessage, Run
from bot.services.attachments.entries import is_spoken
from bot.types import StopReason

UNSAID = (StopReason.ERROR, StopReason.CANCELLED, StopReason.AWAITING_USER)


def plan(
    session: Session,
    settings: Settings,
    person: Person,
    run: Run,
    messages: Sequence[InboundMessage],
    result: RunResult,
    answer: Answer,
) -> None:
    """Have the answer said, in the transaction that stores it."""
    if settings.model_speech is None or not is_spoken(messages) or result.stop_reason in UNSAID:
        return
    if answer.asks_permission or answer.cared or answer.harm is not None:
        return
    if not capabilities_of(person.channel).attachments.take(VOICE_NOTE, 1):
        return
    now = person.last_inbound_at or run.started_at
    if interactions.current(session, run.conversation_id, now) is not None:
        return
    text = spoken_form(answer.text, person.language, settings.speech_chars)
    if text:
        spoken_answers.add(session, run.id, text)
