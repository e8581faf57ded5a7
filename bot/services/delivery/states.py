"""The states of a part and their order. A state never goes back once Twilio has taken the message, and arrival
outranks failure: carriers report both of one message, in either order, and what the person has read was not lost."""

from functools import cache

RANKS = {
    "pending": 0,  # waits for its turn
    "held": 0,  # waits for the user to write (24-hour window)
    "dispatching": 1,  # a worker is in the create call
    "unknown": 1,  # the create call ended without an answer
    "queued": 2,
    "sending": 3,
    "sent": 4,
    "undelivered": 5,
    "failed": 5,
    "delivered": 6,
    "read": 7,
    "dropped": 9,  # the address opted out
}
TWILIO_STATES = {"accepted": "queued", "scheduled": "queued", "canceled": "failed", "partially_delivered": "delivered"}
ARRIVED = ("delivered", "read")
REFUSED = ("failed", "undelivered")
LOST = (*REFUSED, "dropped")
FINAL = (*ARRIVED, *LOST)
LIFTED = (*REFUSED, "held")  # what has passed for lost, until it arrives all the same


def from_twilio(status: str) -> str | None:
    """Our state for one of Twilio's; None for those that say nothing about an outbound message."""
    state = TWILIO_STATES.get(status, status)
    return state if RANKS.get(state, 0) >= RANKS["queued"] and state != "dropped" else None


@cache
def below(state: str) -> tuple[str, ...]:
    """The states from which a part may rise to this one. What is held was refused: only its arrival lifts it."""
    lower = tuple(other for other, rank in RANKS.items() if rank < RANKS[state])
    return lower if state in ARRIVED else tuple(other for other in lower if other != "held")


def lets_the_next_go(state: str) -> bool:
    """Whether a part no longer holds back the one behind it."""
    return state in FINAL or state == "held"
