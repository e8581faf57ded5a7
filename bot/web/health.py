"""What the platform asks: alive, ready, metrics."""

from collections.abc import Iterable
from datetime import datetime

from flask import Blueprint, Response, jsonify

from bot.clock import Clock
from bot.dao.census import Census
from bot.obs.metrics import Metrics
from bot.web.vitals import Vitals

DEGRADED_AFTER_S = 60


def health_blueprint(vitals: Vitals, clock: Clock) -> Blueprint:
    """`GET /healthz` and `GET /readyz`."""
    blueprint = Blueprint("health", __name__)

    @blueprint.get("/healthz")
    def healthz() -> Response:
        """The process answers."""
        return jsonify(status="ok")

    @blueprint.get("/readyz")
    def readyz() -> tuple[Response, int]:
        """Not ready without the database, nor on tables of an older release, where nothing that comes in is stored;
        degraded without Redis, with a message waiting over 60 s, or when no worker has written lately that it lives:
        this looks without writing, and of a database whose disk is full that alone tells. Answers within two seconds,
        whatever hangs."""
        signs = vitals.take()
        told = {"database": signs.database, "redis": signs.redis}
        if not signs.database:
            return jsonify(status="down", **told, oldest_unprocessed_s=None), 503
        if not signs.schema:
            return jsonify(status="down", **told, oldest_unprocessed_s=None, schema="run flask --app wsgi migrate"), 503
        age = (clock.now() - signs.oldest).total_seconds() if signs.oldest else 0
        status = "ok" if signs.redis and signs.workers and age <= DEGRADED_AFTER_S else "degraded"
        return jsonify(status=status, **told, workers=signs.workers, oldest_unprocessed_s=round(age, 1)), 200

    return blueprint


def metrics_blueprint(metrics: Metrics, vitals: Vitals, clock: Clock) -> Blueprint:
    """`GET /metrics`, for Prometheus."""
    blueprint = Blueprint("metrics", __name__)

    @blueprint.get("/metrics")
    def show() -> Response:
        """Everything that is known without the database is told without it."""
        found = vitals.census()
        body = metrics.render(_gauges(found, clock.now()))
        return Response(body, content_type="text/plain; version=0.0.4; charset=utf-8")

    return blueprint


def _gauges(found: Census | None, now: datetime) -> Iterable[tuple[str, str, float]]:
    """What the database says, if it answers in time; NaN stands for « not known »."""
    unknown = float("nan")
    age = unknown if found is None else (now - found.oldest).total_seconds() if found.oldest else 0.0
    return (
        ("palabre_database_up", "Whether the database answers", float(found is not None)),
        ("palabre_oldest_unprocessed_seconds", "Age of the oldest unprocessed message", age),
        ("palabre_queue_messages", "Unprocessed messages", found.waiting if found else unknown),
        ("palabre_open_parts", "Parts something is still to be done for", found.open_parts if found else unknown),
        ("palabre_lanes_held", "Conversations a worker is at", found.lanes if found else unknown),
        ("palabre_workers", "Worker processes that live", found.workers if found else unknown),
        ("palabre_workers_lost", "Worker processes that died within the hour", found.lost if found else unknown),
    )
