"""The line below an answer that says something was sent or noted where every call for that has failed: its person
would wait for it, and not ask again."""

from collections.abc import Collection
from typing import Final

from sqlmodel import Session

from bot.conversation.turn.claimed import Claim
from bot.dao.work import runs
from bot.i18n.catalogue import say
from bot.types import Language

_TASKS, _MEMORIES = ("create_task",), ("save_memory",)
_SENDERS: Final = ("send_email_to_user", "send_sms_to_user", "send_whatsapp_to_user", "draft_email")
_MADE_TRUE_BY: Final = {Claim.SENT: _SENDERS, Claim.REMINDER: _TASKS, Claim.KEPT: (*_TASKS, *_MEMORIES)}


def undone(session: Session, run_id: int, language: Language, claims: Collection[Claim]) -> str:
    """The line; nothing where a call has made it true, or where none was made: then it may be of another turn."""
    calls = runs.tool_calls(session, run_id)
    called, succeeded = {call.tool for call in calls}, {call.tool for call in calls if call.status == "success"}
    makers = {claim: _MADE_TRUE_BY[claim] for claim in claims}
    untrue = [claim for claim, tools in makers.items() if called & {*tools} and not succeeded & {*tools}]
    lines = []
    if Claim.SENT in untrue:
        lines.append(say(language, "nothing_sent"))
    if Claim.REMINDER in untrue or (Claim.KEPT in untrue and called & {*_TASKS}):
        lines.append(say(language, "no_reminder_kept"))
    elif Claim.KEPT in untrue:
        lines.append(say(language, "no_memory_kept"))
    return "\n\n".join(lines)
