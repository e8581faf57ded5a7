"""The menu of the administrators' page, in its order: a line a section."""

from bot.web.admin import home
from bot.web.admin.desk import Section

SECTIONS: tuple[Section, ...] = (
    home.SECTION,
)  # fmt: skip
