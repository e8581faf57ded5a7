"""The nightly look whether every balance is what the ledger says: a chore, a short transaction for some users each."""

from bot.dao import alerts
from bot.dao.money import ledger_sums
from bot.dao.money.ledger_sums import Sum
from bot.services.work.chores import Turn

EVERY_S = 86_400.0
KIND = "ledger_difference"
AT_ONCE = 200  # users


def reconcile(turn: Turn) -> None:
    """Raise one alert for each user whose balance and entries differ; none again while that very difference stands."""
    found = AT_ONCE
    while found == AT_ONCE:
        with turn.step() as session:
            batch = ledger_sums.sums(session, int(turn.position or 0), AT_ONCE)
            for one in batch:
                if one.difference == one.known:
                    continue
                if one.difference:
                    alerts.add(session, KIND, _told(one))
                ledger_sums.remember(session, one)
            found = len(batch)
            turn.position = str(batch[-1].user_id) if found == AT_ONCE else ""
        turn.count("ledger differences", sum(bool(one.difference) for one in batch))


def _told(one: Sum) -> str:
    text = f"user {one.user_id}: the balance is {one.balance} credits, the entries come to {one.total}"
    return f"{text}; {one.astray} entries say another balance than those before them" if one.astray else text
