"""How often each refusal is said to one sender: a person must read it, a machine must not live on it."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.i18n.day import today_at
from bot.models import Address
from bot.services.limits.meters import Meters

# A day. What passes by itself tomorrow is said once; what a person can do something about is said a few times more.
SAID_A_DAY: Final = {
    "minute": 1,
    "day": 1,
    "allowance": 1,
    "repeated": 1,
    "spent_user": 1,
    "spent_mode": 1,
    "spent_day": 1,
    "blocked": 1,
    "no_credits": 3,
    "purchase_first": 10,
    "unreadable": 10,
    "opted": 10,
}


FOR_WANT: Final = frozenset(("no_credits", "purchase_first"))  # of credits
# What is true of whoever is signed in, not of the phone: somebody else has not read it.
OF_A_PERSON: Final = FOR_WANT | {"allowance", "spent_user", "spent_mode", "blocked"}


def begin_anew(address: Address) -> None:
    """Somebody else is at this address from now on: what was said of the one before them was not said to them."""
    address.meters = Meters.of(address.meters).forgetting(OF_A_PERSON).stored()


def begin_anew_if_credited(address: Address, newest: int) -> None:
    """Whoever has had credits since they were last refused for want of them has run out anew, and is told so. `newest`:
    the ledger entry that gave them some last."""
    meters = Meters.of(address.meters)
    if meters.credited != newest:
        address.meters = replace(meters.forgetting(FOR_WANT), credited=newest).stored()


def may_say(address: Address, kind: str, now: datetime) -> bool:
    """Whether a refusal is said now, counting it; the row is written with the transaction."""
    meters = Meters.of(address.meters).on(today_at(address.value, now))
    if meters.said(kind) >= SAID_A_DAY[kind]:
        return False
    address.meters = meters.telling(kind).stored()
    return True


def may_say_of_outage(address: Address, number: int) -> bool:
    """Whether an outage is told now, by its number: once, however long it lasts."""
    meters = Meters.of(address.meters)
    if meters.outage == number:
        return False
    address.meters = replace(meters, outage=number).stored()
    return True
