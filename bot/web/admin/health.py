"""How the service itself is: what waits, who works, what fails, what today costs; and what does not answer."""

from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from flask import Blueprint, Response

from bot.dao.admin import health as admin_health
from bot.queue.policy import job_policies
from bot.web.admin.desk import Desk, Section

LATELY: Final = timedelta(hours=24)
LATE_S: Final = 60.0  # a message that waits longer is a worry, as in /readyz


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The view."""
    queues = {policy.queue: job for job, policy in job_policies(desk.settings.turn_timeout_s).items()}

    @blueprint.get("/health")
    def health() -> Response:
        now = desk.now()
        midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
        redis = desk.vitals.take().redis
        census = desk.vitals.census()
        with desk.database.read() as session:
            found: dict[str, Any] = {
                "tools": admin_health.failed_tools(session, now - LATELY),
                "runs": admin_health.failed_runs(session, now - LATELY),
                "parts": admin_health.failed_parts(session, now - LATELY),
                "models": admin_health.dollars_by_model(session, midnight),
                "workers": admin_health.workers(session),
                "chores": admin_health.chores(session),
            }
        lengths = list(zip(queues, desk.wake.backlogs(*queues.values()), strict=True)) if redis else []
        oldest = (now - census.oldest).total_seconds() if census and census.oldest else None
        return desk.show(
            "health.html", redis=redis, census=census, oldest=oldest, is_late=oldest is not None and oldest > LATE_S,
            queues=lengths, lost_after=desk.settings.worker_lost_after_s, **found,
        )  # fmt: skip


SECTION = Section("health", "admin_health", add)
