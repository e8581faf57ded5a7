"""Our templates at Twilio: one for each shape of what is tapped, made where missing and remembered by account."""

from bot.channels.offers import SHAPES
from bot.clients.twilio_content import Template, TwilioContent
from bot.clock import Clock
from bot.dao.database import Database
from bot.dao.delivery import content_templates
from bot.types import Language


def sync(database: Database, content: TwilioContent, account: str, clock: Clock) -> tuple[int, int]:
    """Make the templates that Twilio does not have, and remember all. Returns how many there are and how many were
    made. Idempotent: they are found by name first; of two with one name, made by two machines at once, both take the
    older one. Raises ProviderError, having remembered nothing; run it again then."""
    known = _oldest_by_name(content.templates())
    missing = [shape for shape in SHAPES if shape.friendly_name not in known]
    made = {
        shape.friendly_name: content.create(shape.friendly_name, shape.definition(), shape.samples(), Language.FR)
        for shape in missing
    }
    if made:
        known = made | _oldest_by_name(content.templates())
    sids = {shape.name: known[shape.friendly_name].sid for shape in SHAPES}
    with database.write() as session:
        content_templates.remember(session, account, sids, clock.now())
    return len(sids), len(made)


def _oldest_by_name(templates: list[Template]) -> dict[str, Template]:
    newest_first = sorted(templates, key=lambda each: (each.created_at, each.sid), reverse=True)
    return {each.friendly_name: each for each in newest_first}
