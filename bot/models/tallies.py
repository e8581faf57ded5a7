"""What whole days came to: a few rows where there were thousands. They name nobody."""

from datetime import date

from sqlmodel import Field, SQLModel

from bot.models.ownership import nobodys


@nobodys
class LedgerDay(SQLModel, table=True):
    """How many ledger entries of a day (UTC) have the same kind, amount and reason. Made when the day is over, and of
    every day up to the last one that has a row (bot.dao.money.ledger_days)."""

    __tablename__ = "ledger_day"

    day: date = Field(primary_key=True)
    kind: str = Field(primary_key=True, max_length=32)
    amount: int = Field(primary_key=True)
    reason: str = Field(primary_key=True, max_length=256)
    entries: int
