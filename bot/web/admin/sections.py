"""The menu of the administrators' page, in its order: a line a section."""

from bot.web.admin import alerts, credits, health, home, reveal, teaching, users
from bot.web.admin.desk import Section

SECTIONS: tuple[Section, ...] = (
    home.SECTION,
    credits.SECTION,
    users.SECTION,
    alerts.SECTION,
    teaching.SECTION,
    health.SECTION,
    reveal.SECTION,
)  # fmt: skip
