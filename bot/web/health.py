"""What the platform asks: alive, ready, metrics."""

import logging

from flask import Blueprint, Response, jsonify
from sqlalchemy.exc import SQLAlchemyError

from bot.clock import Clock
from bot.dao import conversations
from bot.dao.database import Database
from bot.obs.metrics import Metrics
from bot.queue.wake import WakeQueue

DEGRADED_AFTER_S = 60

log = logging.getLogger(__name__)


def health_blueprint(database: Database, wake: WakeQueue, clock: Clock) -> Blueprint:
    """`GET /healthz` and `GET /readyz`."""
    blueprint = Blueprint("health", __name__)

    @blueprint.get("/healthz")
    def healthz() -> Response:
        """The process answers."""
        return jsonify(status="ok")

    @blueprint.get("/readyz")
    def readyz() -> tuple[Response, int]:
        """Not ready without the database; degraded without Redis or with a message waiting over 60 s."""
        redis = wake.is_up()
        try:
            with database.read() as session:
                oldest = conversations.oldest_waiting(session)
        except SQLAlchemyError:
            log.exception("the database does not answer")
            return jsonify(status="down", database=False, redis=redis, oldest_unprocessed_s=None), 503
        age = (clock.now() - oldest).total_seconds() if oldest else 0
        status = "ok" if redis and age <= DEGRADED_AFTER_S else "degraded"
        return jsonify(status=status, database=True, redis=redis, oldest_unprocessed_s=round(age, 1)), 200

    return blueprint


def metrics_blueprint(metrics: Metrics, database: Database, clock: Clock) -> Blueprint:
    """`GET /metrics`, for Prometheus."""
    blueprint = Blueprint("metrics", __name__)

    @blueprint.get("/metrics")
    def show() -> Response:
        with database.read() as session:
            oldest = conversations.oldest_waiting(session)
        metrics.oldest.set((clock.now() - oldest).total_seconds() if oldest else 0)
        return Response(metrics.render(), content_type="text/plain; version=0.0.4; charset=utf-8")

    return blueprint
