"""Photos that people send: made small and harmless, refused when nobody may see what is on them; kept even then, for
those who know better."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.clock import Clock
from bot.errors import AttachmentRefused
from bot.i18n.catalogue import say
from bot.i18n.day import long_date_in, today_at
from bot.isolation.photos.normalising import normalised
from bot.isolation.photos.recognition import can_recognise, recognised
from bot.refusals import AttachmentRefusal
from bot.services.attachments.reading import Kept, Kind, Reading, Sent

MOST_WORDS = 3_000  # characters of a page, for a model that does not see it


@dataclass(frozen=True, slots=True)
class Photos:
    """One instance a process. `sees`: the models take pictures; else they are given the words on them, as far as this
    machine can recognise any."""

    clock: Clock
    long_side: int
    sees: bool
    recognise: Callable[[bytes], str] = recognised
    can_recognise: Callable[[], bool] = can_recognise

    def read(self, sent: Sent) -> Reading:
        """Raises AttachmentRefused."""
        if not self.sees and not self.can_recognise():
            raise AttachmentRefused(AttachmentRefusal.NO_EYES)
        photo = normalised(sent.body, self.long_side)
        if photo.flaw is not None and not self.sees:
            raise AttachmentRefused(photo.flaw)
        facts = f"{photo.width} × {photo.height} px"
        if photo.columns > 1:
            facts = f"{facts}, a strip shown in {photo.columns} columns, the next of which goes on where one ends"
        if photo.pages > 1:
            facts = f"{facts}, the first of {photo.pages} pages, of which nobody here sees the others"
        if not self.sees:
            facts = f"{facts}; you cannot see it; words recognised on it: « {self._words(photo.jpeg)} »"
        today = today_at(sent.address, self.clock.now())
        title = say(sent.language, "photo_title", day=long_date_in(today, sent.language))
        kept = Kept(photo.jpeg, "image/jpeg", ".jpg", title)
        partly = AttachmentRefusal.FIRST_PAGE if photo.pages > 1 else None
        return Reading(Kind.PHOTO, facts, kept, untrusted=True, refused=photo.flaw, partly=partly)

    def _words(self, jpeg: bytes) -> str:
        words = " / ".join(" ".join(line.split()) for line in self.recognise(jpeg).splitlines() if line.strip())
        if not words:
            raise AttachmentRefused(AttachmentRefusal.NO_WORDS)
        return words[:MOST_WORDS]
