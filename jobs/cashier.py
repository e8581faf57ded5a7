"""The cashier of a worker process, composed."""

from bot.clock import Clock
from bot.config import Settings
from bot.dao.database import Database
from bot.obs.counting import counted
from bot.obs.metrics import Metrics
from bot.queue.wake import WakeQueue
from bot.services.library.files import Links
from bot.services.money.books import Books
from bot.services.money.cashier import PAYER_USE, Cashier
from bot.services.money.providers import BACK_PATH, providers_of
from bot.services.money.receipts import Receipts
from bot.signing.keys import keys_of


def cashier_of(
    settings: Settings, database: Database, links: Links, wake: WakeQueue, clock: Clock, metrics: Metrics
) -> Cashier:
    """With every provider whose settings are there."""
    known = {
        name: counted(provider, name, metrics.provider_errors)
        for name, provider in providers_of(settings).known.items()
    }
    receipts = Receipts(links, settings.human_contact, settings.default_language)
    return Cashier(
        database,
        known,
        Books(database, receipts, wake, metrics.payments),
        keys_of(settings, PAYER_USE),
        f"{settings.public_url}{BACK_PATH}",
        clock,
    )
