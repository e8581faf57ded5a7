"""The menu of the administrators' page, in its order: a line a section."""

from bot.web.admin import credits, home
from bot.web.admin.desk import Section

SECTIONS: tuple[Section, ...] = (
    home.SECTION,
    credits.SECTION,
)  # fmt: skip
