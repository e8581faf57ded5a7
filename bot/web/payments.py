"""What payment providers call, and where their pages send people back to."""

import logging

from flask import Blueprint, Response, request

from bot.clock import Clock
from bot.dao.database import Database
from bot.obs.metrics import Metrics
from bot.queue.wake import WakeQueue
from bot.services.money import notices
from bot.services.money.providers import BACK_PATH, Providers
from bot.web.page import HEADERS, page

NONSENSE = (AttributeError, KeyError, RecursionError, TypeError, ValueError)

log = logging.getLogger(__name__)


def payments_blueprint(
    providers: Providers, database: Database, wake: WakeQueue, clock: Clock, metrics: Metrics
) -> Blueprint:
    """`POST /webhooks/payments/<provider>`."""
    blueprint = Blueprint("payments", __name__, url_prefix="/webhooks/payments")

    @blueprint.post("/<name>")
    def told(name: str) -> Response:
        """JSON as the provider's documents say, its signature checked by the guard. Of Wave: {"id": "EV_…", "type":
        "checkout.session.completed", "data": {"client_reference": "PAL…"}}. 200 is said when it is stored."""
        try:
            notice = providers.known[name].read(request.get_json(force=True, silent=True))
            if notice is None:
                return _answer(metrics, name, "foreign")
            with database.write() as session:
                taken = notices.take(session, name, notice, clock.now())
        except NONSENSE as error:
            log.warning("a webhook of %s was nonsense: %s", name, type(error).__name__)
            return _answer(metrics, name, "nonsense", 400)
        if taken.payment_id is not None:
            wake.wake("pay", taken.payment_id)
        return _answer(metrics, name, taken.result)

    return blueprint


def _answer(metrics: Metrics, provider: str, result: str, status: int = 200) -> Response:
    metrics.payment_webhooks.labels(provider, result).inc()
    return Response(status=status)


def back_blueprint() -> Blueprint:
    """`GET /payments/back`: the person has paid, or left. The page knows nothing, and what stands in its address proves
    nothing."""
    blueprint = Blueprint("payments_back", __name__)
    shown = page("payment_back")

    @blueprint.get(BACK_PATH)
    def back() -> Response:
        return Response(shown, headers=HEADERS)

    return blueprint
