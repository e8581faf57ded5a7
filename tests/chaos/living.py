"""Which workers live, for a statement of the campaign's: those that beat within a second of the last one to do so."""

import time

LIVING = """
    SELECT id FROM worker WHERE heartbeat < :soon
    AND heartbeat > (SELECT max(heartbeat) FROM worker WHERE heartbeat < :soon) - 1
"""


def soon() -> dict[str, float]:
    """What a heartbeat is taken for wrong from: it was written while the clock was ahead."""
    return {"soon": time.time() + 1}
