"""Running the checks side by side, each for so long and no longer, and what their failures mean."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from time import monotonic

from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from bot.cli.doctor.finding import Check, Finding, bad
from bot.config import Settings
from bot.dao.engine.outages import refusal_of
from bot.errors import (
    AuthError,
    ConfigurationError,
    DatabaseAway,
    ModelStreamBroken,
    ProviderError,
    ProviderTimeout,
    TransientError,
)

PATIENCE_S = 5.0


def examine(
    checks: Sequence[Check], settings: Settings, patience_s: float = PATIENCE_S
) -> Iterator[tuple[Check, Finding]]:
    """What each check finds, in their order, as soon as it is known. What hangs is left behind, in a daemon thread."""
    until = monotonic() + patience_s
    begun = [(check, _begin(check, settings)) for check in checks]
    for check, future in begun:
        try:
            yield check, future.result(max(0.0, until - monotonic()))
        except TimeoutError:
            yield check, bad("doctor_why_late")


def _begin(check: Check, settings: Settings) -> "Future[Finding]":
    future: Future[Finding] = Future()
    threading.Thread(target=lambda: future.set_result(_look(check, settings)), name=check.key, daemon=True).start()
    return future


def _look(check: Check, settings: Settings) -> Finding:
    """Words of other people's servers are not repeated: they may quote a key. Our database's refusal quotes none."""
    try:
        return check.look(settings)
    except ConfigurationError as error:  # our own line
        return bad("doctor_why_said", said=str(error))
    except ProviderError as error:
        return _of_provider(error)
    except ModelStreamBroken:
        return bad("doctor_why_broken")
    except (DatabaseAway, SQLAlchemyError, RedisError) as error:
        refusal = refusal_of(error)
        return bad("doctor_why_said", said=refusal) if refusal else bad("doctor_why_away")
    except Exception as error:
        return bad("doctor_why_unknown", kind=type(error).__name__)


def _of_provider(error: ProviderError) -> Finding:
    if isinstance(error, ProviderTimeout):
        return bad("doctor_why_late")
    if isinstance(error, AuthError):
        return bad("doctor_why_auth", code=error.code)
    if isinstance(error, TransientError):
        return bad("doctor_why_busy", code=error.code) if error.code else bad("doctor_why_away")
    return bad("doctor_why_refused", code=error.code)
