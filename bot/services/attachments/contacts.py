"""Contact cards: a name and its numbers become words that the model reads. Nothing is kept."""

from bot.errors import AttachmentRefused, FileUnreadable
from bot.isolation.cards import Card, read_cards
from bot.refusals import AttachmentRefusal, Unreadable
from bot.services.attachments.reading import Kind, Reading, Sent

REFUSALS = {Unreadable.TOO_LARGE: AttachmentRefusal.TOO_COMPLEX, Unreadable.EMPTY: AttachmentRefusal.EMPTY}


class ContactReader:
    """Reads vCards."""

    def read(self, sent: Sent) -> Reading:
        """See Reader."""
        try:
            cards, left_out = read_cards(sent.body)
        except FileUnreadable as error:
            raise AttachmentRefused(REFUSALS.get(error.reason, AttachmentRefusal.CORRUPT)) from error
        more = (f"{left_out} more that are not shown",) if left_out else ()
        return Reading(Kind.CONTACT, "; ".join((*map(_said, cards), *more)))


def _said(card: Card) -> str:
    """« Awa Koné, +2250700000001 »."""
    return ", ".join(filter(None, (card.name, card.organisation, *card.numbers, *card.emails)))
