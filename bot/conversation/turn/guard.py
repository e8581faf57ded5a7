"""The last look at what a model says to children, guests and people in distress, before it leaves."""

from bot.agent.spec import RunResult
from bot.config import Settings
from bot.conversation.people import Person
from bot.i18n.catalogue import say
from bot.reading.distress.harm import Harm, read_harm
from bot.services.support.care import who_helps
from bot.types import Mode, StopReason


def guarded(
    person: Person, text: str, result: RunResult, settings: Settings, *, cared: bool
) -> tuple[str, Harm | None]:
    """The text as it may leave, and what was wrong with the model's own, if anything."""
    if cared and (result.stop_reason == StopReason.ERROR or result.refused):
        who = who_helps(settings, person.recipient)
        return say(person.language, "care_after_failure", who=who), None
    if person.mode == Mode.PRO and not cared:
        return text, None
    harm = read_harm(text, in_distress=cared)
    if harm is None:
        return text, None
    return say(person.language, "care_instead", contact=settings.human_contact), harm
