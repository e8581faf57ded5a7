"""What is on the photos that people send, put into words once: later turns read the words instead of seeing the photo
again, and it is found by them."""

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlmodel import Session

from bot.config import Settings
from bot.dao.database import Database
from bot.errors import ModelError, ProviderError
from bot.isolation.photos.recognition import can_recognise, recognised
from bot.models import StoredFile, User
from bot.services.library.eyes import DESCRIBE, MOST_CHARS, Eyes, Seen
from bot.services.money.cost_guards import may_be_asked
from bot.types import Mode, known

LOOK_S: Final = 40.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Describer:
    """One instance a process. Without eyes the words on a photo are recognised on this machine, as far as it can."""

    settings: Settings
    database: Database
    eyes: Eyes | None

    def describe(self, file: StoredFile, picture: bytes, now: datetime) -> Seen | str | None:
        """What a model saw; or words that cost nothing, none if need be. None: nobody is to be asked now, or whoever
        was asked did not answer."""
        if self.eyes is None:
            return recognised(picture)[:MOST_CHARS] if can_recognise() else ""
        with self.database.write() as session:
            mode = mode_of(session, file.user_id)
            if not may_be_asked(session, self.settings, now, file.user_id, mode):
                return None
        try:
            name = self.settings.model_summary
            return self.eyes.look(name, picture, DESCRIBE, mode, timeout_s=LOOK_S)
        except (ProviderError, ModelError) as error:
            log.warning("a picture is described later: %s", type(error).__name__)
            return None


def mode_of(session: Session, user_id: int | None) -> Mode:
    """Whose day's money it is: a user's who has not chosen yet is a guest's."""
    user = session.get(User, user_id) if user_id is not None else None
    return known(Mode, user.mode if user is not None else None, Mode.GUEST)
