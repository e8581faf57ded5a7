"""Forgets the numbers of old one-time codes: of a code that no limit counts any more nothing is kept but what
recognises it, so that a code typed years later still never reaches the model."""

from datetime import timedelta

from bot.dao import otp
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.work.chores import Turn

CODES_COUNT_FOR = timedelta(hours=25)  # the longest limit and the longest lock look back a day
BATCH = 500  # codes in one transaction


def hide_numbers(turn: Turn, codes: OneTimeCodes) -> None:
    """Keep each by a name of its number that only the keeper of the key can find again."""
    found = BATCH
    while found == BATCH:
        with turn.step() as session:
            rows = otp.no_longer_counted(session, turn.now - CODES_COUNT_FOR, turn.now, BATCH)
            for otp_id, number in rows:
                otp.hide_number(session, otp_id, codes.pseudonym(number))
        found = len(rows)
        turn.count("codes", found)
