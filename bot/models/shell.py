"""What the shell sandbox keeps between two commands of a conversation."""

from datetime import datetime

from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned


@owned(merge=Merge.MOVES, export=None, erase=Erase.DELETED, expire=Expire.DELETED)
class ShellHome(NumberedRow, table=True):
    """A packed home as a command left it; the bytes lie in the store under their hash. The newest row of a conversation
    that has not expired counts. `tainted`: what outsiders wrote may be in it."""

    __tablename__ = "shell_home"

    conversation_id: str = Field(foreign_key="conversation.id", max_length=32, index=True)
    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)
    sha256: str = Field(max_length=64, index=True)
    size: int
    tainted: bool = Field(default=False)
    expires_at: datetime = Field(sa_type=UTCDateTime, index=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
