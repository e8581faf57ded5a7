"""What a clock that ran ahead has left behind in rows, once it has gone back: moments that are not to come for long."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from bot.dao import periodic_statements
from bot.dao.changes import rows_changed
from bot.models import Address, OtpCode

LONGEST_WAIT: Final = timedelta(minutes=5)  # no message waits as long on purpose before Twilio has it
LONGEST_MAIL_WAIT: Final = timedelta(minutes=20)  # nor an e-mail for its next attempt (bot.services.delivery.by_mail)
LONGEST_WITHOUT_LINK: Final = timedelta(minutes=15)  # nor a payment whose link its provider is asked for once more


def set_back_parts(session: Session, now: datetime) -> int:
    """Let what still has to leave, or may be on its way, wait from now on as long as it would have from the moment that
    a clock ahead of ours wrote down. Returns how many parts. E-mails have longer pauses; one that may have left is
    never tried again, and left to whoever sent it."""
    # who sent by a clock ahead may have noted the end by one that was right again
    given = {"now": now, "limit": now + LONGEST_WAIT, "mail_limit": now + LONGEST_MAIL_WAIT}
    return periodic_statements.set_back_parts().count(session, given)


def set_back_payments(session: Session, now: datetime) -> int:
    """Have payments that a clock ahead of ours has written looked at now, and count as made and looked at now: who
    waits for a link, or for what they have paid, waited until the others had caught up. Returns how many."""
    given = {"now": now, "limit": now + LONGEST_WAIT, "link_limit": now + LONGEST_WITHOUT_LINK}
    return periodic_statements.set_back_payments().count(session, given)


def set_back_codes(session: Session, now: datetime) -> None:
    """Let one-time codes that a clock ahead of ours has sent count as sent now, and what follows from them last as long
    from now: whoever asked for one could not ask for another until the others had caught up."""
    ahead = select(OtpCode).where(col(OtpCode.created_at) > now + LONGEST_WAIT)
    for code in session.exec(ahead):
        code.created_at, code.expires_at = now, now + (code.expires_at - code.created_at)


def set_back_sign_ins(session: Session, after: int, most: int, until: datetime, slack: timedelta) -> tuple[int, bool]:
    """Of the next `most` addresses behind an id, let no sign-in last beyond a moment: those that a clock ahead of ours
    has begun would do so for years. Returns how many did, by more than `slack`, and whether there are more behind."""
    these = col(Address.id).between(after + 1, after + most)
    ahead = update(Address).where(these, col(Address.signed_in_until) > until + slack)
    number = rows_changed(session, ahead.values(signed_in_until=until))
    return number, (session.exec(select(func.max(Address.id))).one() or 0) > after + most
