"""The menu of the administrators' page, in its order: a line a section."""

from bot.web.admin import alerts, credits, deliveries, health, home, payments, reveal, runs, teaching, users
from bot.web.admin.desk import Section

SECTIONS: tuple[Section, ...] = (
    home.SECTION,
    credits.SECTION,
    users.SECTION,
    runs.SECTION,
    deliveries.SECTION,
    payments.SECTION,
    alerts.SECTION,
    teaching.SECTION,
    health.SECTION,
    reveal.SECTION,
)  # fmt: skip
