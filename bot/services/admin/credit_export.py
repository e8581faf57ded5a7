"""The credit log as a file, made as it is sent: a page of entries at a time, each read in a short transaction of its
own, so that a year of entries takes no more memory than a day, and nothing goes on when nobody reads any more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Final

from bot.dao.admin import credit_pages
from bot.dao.admin.credit_pages import CreditRow, Order
from bot.dao.admin.credits import CreditFilter, DaySum
from bot.dao.database import Database
from bot.dao.made_up import is_made_up
from bot.i18n.catalogue import say
from bot.services.admin.sheets import Cell
from bot.types import EntryKind, Language, mask

PAGE: Final = 2_000  # entries: half a megabyte
HEADS: Final = "id time user number kind credits balance reason run call actor".split()
WIDTHS: Final = (12, 19, 10, 15, 18, 10, 12, 40, 12, 24, 14)  # characters


@dataclass(frozen=True, slots=True)
class CreditExport:
    """What is exported: the entries there are when it begins, up to the number `last`. `days` is what the filter comes
    to (`by_day`), read behind `last`."""

    database: Database
    wanted: CreditFilter
    order: Order
    days: Sequence[DaySum]
    last: int
    language: Language

    @property
    def entries(self) -> int:
        """How many there are."""
        return sum(day.entries for day in self.days)

    def heads(self) -> list[str]:
        """What stands above the columns."""
        return [say(self.language, f"admin_credits_head_{name}") for name in HEADS]

    def title(self) -> str:
        """The sheet's name."""
        return say(self.language, "admin_credits")

    def rows(self) -> Iterator[Sequence[Cell]]:
        """A row an entry. Numbers are masked, as on the page; instants are UTC without saying so, for sheets know no
        zones: the head does."""
        kinds = {kind.value: say(self.language, f"admin_credits_kind_{kind}") for kind in EntryKind}
        for row in self._entries():
            yield (
                row.id, row.created_at.astimezone(UTC).replace(tzinfo=None), row.user_id, self._number(row),
                kinds.get(row.kind, row.kind), row.amount, row.balance, row.reason, row.run_id, row.call_id or "",
                row.actor,
            )  # fmt: skip

    def _number(self, row: CreditRow) -> str:
        """Masked; of somebody made up it says so."""
        masked = mask(row.phone).rpartition(":")[2] if row.phone else ""
        return f"{masked} ({say(self.language, 'admin_made_up_person')})" if is_made_up(row.user_id) else masked

    def _entries(self) -> Iterator[CreditRow]:
        place = None
        while True:
            with self.database.read() as session:
                page = credit_pages.page(session, self.wanted, self.order, self.days, PAGE, place)
            there = [row for row in page.rows if row.id <= self.last]
            yield from there
            if not page.has_after or (self.order is Order.OLDEST and not there):  # behind them come later ones only
                return
            place = page.rows[-1].place
