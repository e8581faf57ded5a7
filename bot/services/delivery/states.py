"""The states of a part and their order. A state never goes back once Twilio has taken the message."""

RANKS = {
    "pending": 0,  # waits for its turn
    "held": 0,  # waits for the user to write (24-hour window)
    "dispatching": 1,  # a worker is in the create call
    "unknown": 1,  # the create call ended without an answer
    "queued": 2,
    "sending": 3,
    "sent": 4,
    "delivered": 5,
    "undelivered": 6,
    "failed": 6,
    "read": 7,
    "dropped": 9,  # the address opted out
}
TWILIO_STATES = {"accepted": "queued", "scheduled": "queued", "canceled": "failed", "partially_delivered": "delivered"}
ARRIVED = ("delivered", "read")
LOST = ("failed", "undelivered", "dropped")
FINAL = (*ARRIVED, *LOST)


def from_twilio(status: str) -> str | None:
    """Our state for one of Twilio's; None for those that say nothing about an outbound message."""
    state = TWILIO_STATES.get(status, status)
    return state if RANKS.get(state, 0) >= RANKS["queued"] and state != "dropped" else None


def below(state: str) -> tuple[str, ...]:
    """The states from which a part may rise to this one."""
    return tuple(other for other, rank in RANKS.items() if rank < RANKS[state] and other != "held")


def lets_the_next_go(state: str) -> bool:
    """Whether a part no longer holds back the one behind it."""
    return state in FINAL or state == "held"
