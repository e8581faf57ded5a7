"""Forgets what has served its time: the numbers of old one-time codes, and questions closed long ago."""

from datetime import datetime, timedelta

from bot.dao import interactions, otp
from bot.dao.database import Database
from bot.services.otp import OneTimeCodes

CODES_COUNT_FOR = timedelta(hours=25)  # the longest limit and the longest lock look back a day
QUESTIONS_KEPT = timedelta(days=30)
BATCH = 500  # codes in one transaction


def forget_old(database: Database, codes: OneTimeCodes, now: datetime) -> None:
    """Any number of processes may call it, at any time.

    Of a code that no limit counts any more nothing is kept but what recognises it: a code typed years later still
    never reaches the model."""
    found = BATCH
    while found == BATCH:
        with database.write() as session:
            rows = otp.no_longer_counted(session, now - CODES_COUNT_FOR, now, BATCH)
            for otp_id, number in rows:
                otp.hide_number(session, otp_id, codes.pseudonym(number))
        found = len(rows)
    with database.write() as session:
        interactions.forget(session, now - QUESTIONS_KEPT)
