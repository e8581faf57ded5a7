"""WhatsApp and SMS: Twilio's create call, which has no idempotency key, and Twilio's log, which is asked instead."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from bot.clients.twilio import Content, SentMessage, TwilioMessenger
from bot.clients.twilio_api import HTTP_TIMEOUT_S
from bot.dao import addresses
from bot.dao.delivery import held_parts
from bot.errors import AuthError, ProviderError, TransientError
from bot.models import OutboundPart
from bot.services.delivery import reminders, tapping
from bot.services.delivery.states import from_twilio
from bot.services.delivery.transport import Accepted, Fate, Found, NotSent, Outgoing, Refusal, Sought, Why
from bot.services.library.files import Links
from bot.types import Language

SETTLE_S: Final = 5.0  # how late Twilio may list a message it took
BUSY_BACKOFF_S: Final = (1, 2, 4, 8, 15, 30, 60)  # the last one again and again …
MOST_PAUSES: Final = 360  # … for six hours: longer than Twilio, or our way to it, has ever been away
LATE: Final = 0.25  # of the time for which a link works
OPTED_OUT: Final = 21610
WINDOW_CLOSED: Final = 63016
NOT_FROM_US: Final = (
    *(20404, 21212, 21408, 21606, 21703, 30002, 30034),
    *(63001, 63007, 63032, 63038, 63049, 63051, 63112),
)  # until an operator, or Meta, has changed something
_WHY: Final = (
    (Why.OPTED_OUT, (OPTED_OUT,)),
    (Why.WINDOW_CLOSED, (WINDOW_CLOSED,)),
    (Why.NOT_THERE, (63003, 63024)),
    (Why.NOT_FROM_US, NOT_FROM_US),
    (Why.BLOCKED, (30004, 63033)),
    (Why.FILE, (21620, 30011, 63005, 63019, 63021)),
    (Why.UNREACHABLE, (21211, 21612, 21614, 30005, 30006)),
)
QUEUED_TOO_LONG: Final = (30001, 30036)  # for ten hours, or for as long as the messaging service says
SURELY_LOST: Final = (*QUEUED_TOO_LONG, 30003, 63012, 63018)  # 30008: the carrier does not say
RETRY_LATER_S: Final = {  # below clock_jumps.LONGEST_WAIT
    **dict.fromkeys(QUEUED_TOO_LONG, 240), 30003: 60, 30008: 60, 63012: 30, 63018: 10,
}  # fmt: skip
NEEDS_NOBODY: Final = frozenset((*itertools.chain(*(codes for _, codes in _WHY)), *RETRY_LATER_S)) - {
    *NOT_FROM_US,
    *QUEUED_TOO_LONG,  # more than our number may send
}
"""Codes about one message or person, which we answer ourselves; of all others, those nobody has heard of among them,
operators are told."""


def refusal_of(code: int | None, *, reminds: bool) -> Refusal:
    """One of Twilio's error codes, read (twilio.com/docs/api/errors). `reminds`: there is a template for a reminder."""
    why = next((why for why, codes in _WHY if code in codes), Why.OTHER)
    again_after_s, needs_somebody = RETRY_LATER_S.get(code or 0), code not in NEEDS_NOBODY
    surely_lost = code in SURELY_LOST or why is Why.NOT_FROM_US
    return Refusal(why, code, again_after_s, needs_somebody, reminds, surely_lost)


@dataclass(frozen=True, slots=True)
class ByTwilio:
    """Sends the parts of Twilio's channels. `templates` are those of reminders, by language; empty: there are none."""

    messenger: TwilioMessenger
    links: Links
    public_url: str
    templates: Mapping[Language, str] = field(default_factory=dict)

    @property
    def lost_after_s(self) -> float:
        """By then a create call has ended and its message is in the log."""
        return HTTP_TIMEOUT_S + SETTLE_S

    @property
    def settles_s(self) -> float:
        """As long: the request may have been on its way when we stopped waiting."""
        return HTTP_TIMEOUT_S + SETTLE_S

    def claiming(self, session: Session, part: OutboundPart, now: datetime) -> Mapping[str, Any]:
        """Whether it goes by a template: as buttons or a list, or because nothing else may be sent. What has waited for
        long has its links renewed: they would be over when they are opened."""
        return {**self._template(session, part, now), **self._late_body(session, part, now)}

    def _template(self, session: Session, part: OutboundPart, now: datetime) -> dict[str, str | None]:
        if part.kind == reminders.KIND:
            language = reminders.language_of(addresses.by_value(session, part.address))
            return {"content_sid": self.templates.get(language)}
        return {"content_sid": tapping.template_for(session, part, self.messenger.account, now)}

    def _late_body(self, session: Session, part: OutboundPart, now: datetime) -> dict[str, str]:
        if (now - part.created_at).total_seconds() < self.links.ttl_s * LATE:
            return {}
        whose = held_parts.owner(session, part)
        return {"body": self.links.renewed(session, part.body, conversation_id=part.conversation_id, user_id=whose)}

    def send(self, outgoing: Outgoing) -> Accepted:
        part = outgoing.part
        sid = self.messenger.send(
            to=part.address,
            channel=part.channel,
            body=outgoing.body,
            media_url=self.links.to(outgoing.files[0]) if outgoing.files else None,
            callback_url=f"{self.public_url}/webhooks/twilio/status?part={part.id}",
            content=_content_of(part),
        )
        return Accepted(sid)

    def pause_after(self, error: ProviderError, attempts: int) -> float | None:
        """Credentials may be mended meanwhile: it goes on. Where Twilio says for how long it is busy, it is not
        asked before, or once a minute."""
        if not isinstance(error, (TransientError, AuthError)) or attempts > MOST_PAUSES:
            return None
        asked_s = error.retry_after_s or 0.0 if isinstance(error, TransientError) else 0.0
        return max(BUSY_BACKOFF_S[min(attempts, len(BUSY_BACKOFF_S)) - 1], min(asked_s, BUSY_BACKOFF_S[-1]))

    def find(self, sought: Sought) -> Fate:
        """A part with a Sid is fetched; one without is looked for among what went to the same address."""
        part = sought.part
        if part.twilio_sid:
            return _found(self.messenger.fetch(part.twilio_sid))
        message = _match(sought, self.messenger.sent_between(part.address, sought.since, sought.until))
        return _found(message) if message else NotSent()

    def refusal(self, code: int | None) -> Refusal:
        return refusal_of(code, reminds=bool(self.templates))


def _content_of(part: OutboundPart) -> Content | None:
    if part.kind == reminders.KIND and part.content_sid:
        return Content(part.content_sid, {})
    return tapping.content_of(part)


def _match(sought: Sought, candidates: Sequence[SentMessage]) -> SentMessage | None:
    """The oldest message that looks like the part and belongs to no other part."""
    taken = sought.taken([message.sid for message in candidates])
    alike = [
        message
        for message in candidates
        if message.sid not in taken
        and sought.said(message.body)
        and message.has_media == (sought.part.file_id is not None)
    ]
    return alike[-1] if alike else None


def _found(message: SentMessage) -> Found:
    return Found(message.sid, from_twilio(message.status) or "queued", message.error_code)
