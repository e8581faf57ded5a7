"""Has the provider forget what people sent once nobody will look at it (any more), where an operator wants it so: a
chore."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from bot.dao import inbound
from bot.errors import AuthError, ProviderError
from bot.models import InboundMessage
from bot.services.attachments import entries
from bot.services.attachments.fetching import MediaSource
from bot.services.work.chores import Turn

EVERY_S = 60.0
AT_ONCE = 20
LATER = timedelta(hours=1)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """One instance a process."""

    source: MediaSource

    def act(self, turn: Turn) -> None:
        """Everything that is due. What fails is due again later."""
        found = AT_ONCE
        while found == AT_ONCE:
            with turn.step() as session:
                # Due again before anything is asked: whoever dies meanwhile leaves it to the next.
                due = inbound.take_media_due(session, turn.now, turn.now + LATER, AT_ONCE)
                found = len(due)
            for message in due:
                turn.alone(f"message {message.id}", partial(self._forget_of, turn, message))

    def _forget_of(self, turn: Turn, message: InboundMessage) -> None:
        urls = entries.addresses(message)
        if self._forget(urls):
            with turn.step() as session:
                inbound.forget_media(session, message.id)
            turn.count("media_deleted", len(urls))

    def _forget(self, urls: tuple[str, ...]) -> bool:
        try:
            for url in urls:
                self.source.delete(url)
        except AuthError:
            raise  # the chore is tried again later, and says why
        except ProviderError as error:
            log.warning("media are deleted later: %s", error)
            return False
        return True
