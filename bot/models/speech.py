"""Answers that are to be said aloud as well."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from bot.models.base import UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned


@owned(merge=Merge.FOLLOWS, export=None, erase=Erase.DELETED, expire=Expire.DELETED)
class SpokenAnswer(SQLModel, table=True):
    """What of a run's answer is to be said, written with the answer and gone once it was said, or never will be.
    Whoever makes the sound claims it by `due_at`; `tries` counts them."""

    __tablename__ = "spoken_answer"

    run_id: int = Field(foreign_key="run.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str
    due_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime, index=True)
    tries: int = Field(default=0)
