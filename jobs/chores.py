"""The one table of chores: what one of all workers does every so often, and how often."""

from collections.abc import Sequence

from bot.agent.spec import Model
from bot.clients.storage import FileStore
from bot.clients.twilio_media import TwilioMedia
from bot.config import Settings
from bot.dao.database import Database
from bot.isolation.local_embeddings import open_embedder
from bot.services.attachments.forgetting import EVERY_S as FORGETTING_EVERY_S
from bot.services.attachments.forgetting import Forgetting
from bot.services.library.describing import Describer
from bot.services.library.eyes import Eyes
from bot.services.library.files import Links
from bot.services.library.indexing import Indexing
from bot.services.money import closing
from bot.services.money.prices import prices_of
from bot.services.money.reconciliation import EVERY_S as RECONCILIATION_EVERY_S
from bot.services.money.reconciliation import reconcile
from bot.services.privacy.erase import OrphanSweep
from bot.services.privacy.retention import Retention
from bot.services.sign_in import lasting
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.tasks.reminders import EVERY_S as REMINDERS_EVERY_S
from bot.services.tasks.reminders import Reminders
from bot.services.work.chores import DELETIONS, DELETIONS_EVERY_S, Chore

INDEXING_EVERY_S = 0.0  # whenever a file waits: see bot.services.library.indexing.when_due
RETENTION_UNSURE_S = 86_400.0  # a day for somebody to notice that nothing works by that clock
REMINDERS_UNSURE_S = 600.0
LEDGER_DAYS_EVERY_S = 3600.0
HOMES_EVERY_S = 300.0
ORPHANS_EVERY_S = 300.0
ORPHANS_AFTER_S = 3600.0  # longer than any run takes from storing a file to committing its row


def chore_table(settings: Settings, store: FileStore, codes: OneTimeCodes) -> Sequence[Chore]:
    """Every chore that nobody waits for."""
    retention = Retention(store, codes, settings.retention_days, settings.media_link_ttl_s)
    return (
        Chore(DELETIONS, DELETIONS_EVERY_S, retention.act, RETENTION_UNSURE_S),
        Chore("sign-ins", lasting.EVERY_S, lasting.SignIns(settings).act, lasting.UNSURE_S),
        Chore("ledger", RECONCILIATION_EVERY_S, reconcile),
        Chore("ledger days", LEDGER_DAYS_EVERY_S, closing.act),
        Chore("shell homes", HOMES_EVERY_S, retention.homes),
        Chore("media", FORGETTING_EVERY_S, Forgetting(TwilioMedia(settings)).act),
        Chore("store sweep", ORPHANS_EVERY_S, OrphanSweep(store, ORPHANS_AFTER_S).act),
    )


def reminder_chore(settings: Settings, links: Links) -> Chore:
    """The reminders, apart from the rest: where much is to be let go at once, that takes hours."""
    act = Reminders(links, settings.default_language).act
    return Chore("reminders", REMINDERS_EVERY_S, act, REMINDERS_UNSURE_S)


def index_chore(settings: Settings, database: Database, store: FileStore, model: Model) -> Chore:
    """The indexing of files, looked at more often and apart from the rest: it may take long."""
    describer = Describer(settings, database, Eyes(model, prices_of(settings)) if settings.model_sees else None)
    return Chore("indexing", INDEXING_EVERY_S, Indexing(database, store, open_embedder(settings), describer).act)
