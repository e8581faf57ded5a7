"""Whether a turn's messages are taken up at all, asked before any work: people only, none that opted out, none who
wrote too much. What is not taken up is closed here, with all that waits behind it, and told why unless it was said."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from bot.config import Settings
from bot.conversation.talk import Talk
from bot.dao import addresses, inbound, interactions
from bot.i18n.day import today_at
from bot.models import InboundMessage
from bot.reading.commands.keywords import brings_back
from bot.reading.incoming.priority import Priority
from bot.reading.incoming.senders import is_person
from bot.services.limits.meters import Limits, Meters
from bot.services.limits.own_numbers import own_numbers
from bot.services.limits.refusals import may_say

ACTS_ANYWAY = (Priority.STOP, Priority.START, Priority.CANCEL)  # silently, when even the reserve is used up
MATTERS = (*ACTS_ANYWAY, Priority.STATUS, Priority.HUMAN, Priority.DISTRESS)

REACHES_US = (Priority.STOP, Priority.START, Priority.HUMAN)  # what somebody who is blocked may still ask for


class Admission(StrEnum):
    """What becomes of a turn's messages."""

    WHOLE = "whole"
    SILENT = "silent"  # acted upon, without a word
    NONE = "none"  # closed


def admit(talk: Talk) -> Admission:
    """Count the messages of a turn, or close them. In the transaction that takes them up: a message is counted once,
    whatever dies, and two workers never count side by side."""
    address, settings = talk.address, talk.desk.settings
    if not is_person(address.value, own_numbers(settings)):
        return _close(talk, "not_a_person")
    mark = next((message.priority for message in talk.messages if message.priority), None)
    if mark is None and wants_back(talk):
        mark = Priority.START
    if address.opted_out_at is not None and mark != Priority.START:
        return _closed_until_start(talk)
    if mark not in REACHES_US and is_blocked(talk):
        return _blocked(talk, mark)
    meters = Meters.of(address.meters).on(today_at(address.value, talk.now))
    over = _over(talk, meters, limits_of(settings))
    if over is None:
        return _count(talk, meters, mark)
    if mark == Priority.DISTRESS and not meters.has_reserve(talk.now):
        return _cared(talk)  # what is said to them has its own measure: bot.services.support.care
    if not _matters(talk, mark):
        return _over_limit(talk, meters, over)
    if meters.has_reserve(talk.now):
        address.meters = meters.drew_reserve(talk.now).stored()
        return _taken(talk, mark, Admission.WHOLE)
    return _taken(talk, mark, Admission.SILENT) if mark in ACTS_ANYWAY else _over_limit(talk, meters, over)


def wants_back(talk: Talk) -> bool:
    """Whether somebody who opted out says so in a word that others say of their lesson. No priority tells: who has
    opted out is known here only."""
    return talk.address.opted_out_at is not None and any(
        brings_back(message.body, message.channel) for message in talk.messages
    )


def was_admitted(message: InboundMessage) -> bool:
    """Whether a message was counted already. Its lives do not tell: an outage gives them back."""
    return bool(message.attempts or message.run_id or message.details.get("admitted"))


def note_admitted(messages: Sequence[InboundMessage]) -> None:
    """These were counted, in this transaction."""
    for message in messages:
        message.details = {**message.details, "admitted": True}


def limits_of(settings: Settings) -> Limits:
    """What the settings grant a sender."""
    return Limits(settings.sender_per_minute, settings.sender_per_day)


def is_blocked(talk: Talk) -> bool:
    """Whether an administrator has blocked whoever the address belongs to, signed in there now or not: signing out is
    no way round."""
    owner = addresses.owner(talk.session, talk.address)
    return owner is not None and owner.blocked_at is not None


def _blocked(talk: Talk, mark: str | None) -> Admission:
    """One clear line a day, and no turn. Who is in distress was answered before (bot.conversation.care)."""
    if mark == Priority.DISTRESS:
        return _cared(talk)
    if may_say(talk.address, "blocked", talk.now):
        talk.say("blocked", contact=talk.desk.settings.human_contact)
    return _close(talk, "blocked", kept=[*ACTS_ANYWAY, Priority.HUMAN, Priority.DISTRESS])


def _over(talk: Talk, meters: Meters, limits: Limits) -> str | None:
    """Which limit is reached. The minute counts by when messages came in: a queue that waited for us is no haste."""
    if meters.messages >= limits.per_day:
        return "day"
    came = talk.messages[-1].received_at
    return "minute" if meters.room_at(came, limits) > came else None


def _count(talk: Talk, meters: Meters, mark: str | None) -> Admission:
    came = _counted_at(talk, mark)
    meters = meters.took(len(talk.messages), came, limits_of(talk.desk.settings))
    is_text = mark is None and all(message.kind == "text" for message in talk.messages)
    meters = meters.heard(" ".join(dict.fromkeys(message.body for message in talk.messages)) if is_text else "", came)
    talk.address.meters = meters.stored()
    if not meters.repeats:
        return _taken(talk, mark, Admission.WHOLE)
    if may_say(talk.address, "repeated", talk.now):
        talk.say("over_repeated", times=meters.times - 1, contact=talk.desk.settings.human_contact)
    talk.close("repeated")
    return Admission.NONE


def _counted_at(talk: Talk, mark: str | None) -> datetime:
    """When a turn counts as written. What goes past messages that wait is counted as if it had come with the first of
    them: those behind would else come too early for what the minute has taken since, and be refused."""
    came = talk.messages[-1].received_at
    passed = inbound.waiting(talk.session, talk.person.conversation_id, limit=1) if mark else ()
    return min(came, *(message.received_at for message in passed)) if passed else came


def _taken(talk: Talk, mark: str | None, admission: Admission) -> Admission:
    """Admit the messages. Before a STOP, or a START that ends one, close what was written earlier: behind a STOP nobody
    wants it answered any more, and what was written between STOP and START was never to be."""
    if mark == Priority.STOP or (mark == Priority.START and talk.address.opted_out_at is not None):
        key, first = talk.person.conversation_id, talk.messages[0].id
        inbound.close_untouched(talk.session, key, "opted_out", talk.now, talk.writer_id, before_id=first)
    return admission


def _matters(talk: Talk, mark: str | None) -> bool:
    """Whether a message is honoured though its sender wrote too much; six digits only while a code is awaited."""
    return mark in MATTERS or (mark == Priority.CODE and _awaits_code(talk))


def _awaits_code(talk: Talk) -> bool:
    opened = interactions.current(talk.session, talk.person.conversation_id, talk.written_at)
    return opened is not None and interactions.awaits_code(opened)


def _over_limit(talk: Talk, meters: Meters, over: str) -> Admission:
    settings, address = talk.desk.settings, talk.address
    if may_say(address, over, talk.now):
        talk.say(f"over_{over}", limit=settings.sender_per_day, contact=settings.human_contact)
    room_at = meters.room_at(talk.messages[-1].received_at, limits_of(settings))
    kept: list[str] = [*ACTS_ANYWAY]
    if meters.has_reserve(talk.now):
        kept += [*MATTERS, *([Priority.CODE] if _awaits_code(talk) else [])]
    return _close(talk, f"over_{over}", kept=kept, before=None if over == "day" else room_at)


def _close(talk: Talk, outcome: str, *, kept: Sequence[str] = (), before: datetime | None = None) -> Admission:
    """Close the turn's messages, and in the same breath all that waits behind them and would fare no better."""
    talk.close(outcome)
    key = talk.person.conversation_id
    inbound.close_untouched(talk.session, key, outcome, talk.now, talk.writer_id, kept=kept, came_before=before)
    return Admission.NONE


def _cared(talk: Talk) -> Admission:
    """Close a message in distress that was answered already; what waits behind it is judged by itself."""
    talk.close("cared")
    return Admission.NONE


def _closed_until_start(talk: Talk) -> Admission:
    key = talk.person.conversation_id
    start = inbound.first_marked(talk.session, key, Priority.START)
    last = talk.messages[0]
    talk.close("opted_out")
    until = last.id if last.priority == Priority.STOP else start.id if start else None  # a START before a STOP is void
    inbound.close_untouched(talk.session, key, "opted_out", talk.now, talk.writer_id, before_id=until)
    return Admission.NONE
