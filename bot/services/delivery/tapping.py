"""Whether a part goes as buttons or a list instead of its numbered text, and what a refusal of that means."""

from datetime import datetime, timedelta

from sqlmodel import Session

from bot.capabilities import capabilities_of, is_open
from bot.channels.offers import Options
from bot.clients.twilio import Content
from bot.dao import addresses, alerts
from bot.dao.delivery import content_templates, parts
from bot.errors import PermanentError, ProviderError
from bot.models import OutboundPart

WINDOW_MARGIN = timedelta(minutes=1)  # our clock and Twilio's may differ
REFUSED = frozenset((20404, 21654, 21655, 21656, 21657, 21658, 63005, 63021, 63027, 63028, 63040, 63041, 63042))
GONE = frozenset((20404, 21654, 21655))  # there is no such template (any more)
REFUSED_TO_FILL_IN = range(92_000, 93_000)  # the Content API's own codes


def template_for(session: Session, part: OutboundPart, account: str, now: datetime) -> str | None:
    """The template a part goes by when it leaves now; None: by its numbered text. All that decides is decided here: the
    channel, whether the options can be shown, the 24-hour window, and whether the template was made."""
    facts = capabilities_of(part.channel)
    if part.options is None or not facts.taps:
        return None
    shape = Options.read(part.options).shape()
    address = addresses.by_value(session, part.address)
    written_at = address.last_inbound_at if address else None
    if shape is None or written_at is None or not is_open(facts, written_at, now + WINDOW_MARGIN):
        return None
    return content_templates.sid_of(session, account, shape.name)


def content_of(part: OutboundPart) -> Content | None:
    """What is sent of a part that goes by a template."""
    options = Options.read(part.options) if part.options and part.content_sid else None
    shape = options.shape() if options else None
    return Content(part.content_sid or "", options.variables(shape)) if options and shape else None


def is_refusal(code: int | None) -> bool:
    """Whether a code says that a template cannot be sent, so that the numbered text may."""
    return code in REFUSED or code in REFUSED_TO_FILL_IN


def is_about_template(part: OutboundPart, code: int | None) -> bool:
    """Whether a code says so of a part that went by one: operators are told of the template."""
    return bool(part.content_sid) and is_refusal(code)


def was_refused(part: OutboundPart, code: int | None) -> bool:
    """Whether a code says so of a part that went by a template in place of its numbered text."""
    return bool(part.options) and is_about_template(part, code)


def refused_at_once(part: OutboundPart, error: ProviderError) -> bool:
    """Whether Twilio has surely sent nothing because of the template."""
    return isinstance(error, PermanentError) and was_refused(part, error.code)


def note_refusal(session: Session, part: OutboundPart, code: int | None) -> None:
    """What operators learn of a refused template; one that is gone is not tried again before the next sync."""
    alerts.add(session, "template_refused", f"code {code}, template {part.content_sid}", part.run_id)
    if code in GONE and part.content_sid:
        content_templates.forget(session, part.content_sid)


def leave_template(session: Session, part: OutboundPart, code: int | None) -> bool:
    """Have a part that is being sent go by its numbered text. Once: then it has no template that could be refused."""
    mine = parts.change(session, part, expected=("dispatching",), options=None, content_sid=None)
    if mine:
        note_refusal(session, part, code)
        part.options = part.content_sid = None
    return mine


def may_have_said(part: OutboundPart, body: str) -> bool:
    """Whether a message in Twilio's log may be this part: its numbered text, or what stood above its buttons."""
    said = body.strip()
    if said == part.body.strip():
        return True
    above = Options.read(part.options).body.strip() if part.options else ""
    return bool(above) and said.startswith(above)
