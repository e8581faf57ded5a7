"""What was sent, and what became of it: the list, and one part. Codes of errors are said in words."""

from typing import Final

from flask import Blueprint, Response, request
from sqlmodel import Session
from werkzeug.exceptions import NotFound

from bot.dao.admin import deliveries as admin_deliveries
from bot.dao.admin.deliveries import DeliveryFilter
from bot.i18n.catalogue import catalogue
from bot.services.delivery.states import RANKS
from bot.types import EMAIL, Channel
from bot.web.admin.desk import Desk, Section, spoken
from bot.web.admin.hidden import Words
from bot.web.admin.lists import pages, read_cursor, read_order
from bot.web.admin.reading import Filters
from bot.web.admin.whom import read_whom

CHANNELS: Final = (*Channel, EMAIL)
KINDS: Final = ("text", "media", "progress", "reminder", "otp", "farewell", "email")
WHOLE: Final = 40_000  # bytes of a part's words


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""
    made = DeliveryPages(desk)
    blueprint.get("/deliveries")(made.deliveries)
    blueprint.get("/deliveries/<int:part_id>")(made.delivery)


class DeliveryPages:
    """What a message says is hidden; how it fared is not."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def deliveries(self) -> Response:
        filters, desk = Filters(request.args), self._desk
        with desk.database.read() as session:
            rows, found = admin_deliveries.page(session, self._wanted(filters, session), read_cursor(filters))
            stopped = found.stopped_at
            back_to = admin_deliveries.moment_of(session, stopped) if stopped is not None else None
        return desk.show(
            "deliveries.html", filters=filters, rows=rows, pages=pages("deliveries", filters, found), back_to=back_to,
            past_end=not rows and found.newer is not None, meaning=meaning,
            states=list(RANKS), channels=CHANNELS, kinds=KINDS,
        )  # fmt: skip

    def _wanted(self, filters: Filters, session: Session) -> DeliveryFilter:
        read_order(filters)
        return DeliveryFilter(
            filters.choice("state", RANKS), filters.whole("code"), filters.choice("channel", CHANNELS),
            filters.choice("kind", KINDS), read_whom(filters, self._desk, session),
            filters.day("since"), filters.day("until"),
        )  # fmt: skip

    def delivery(self, part_id: int) -> Response:
        subject = f"part:{part_id}"
        with self._desk.database.read() as session:
            found = admin_deliveries.one(session, part_id)
        if found is None:
            raise NotFound
        part, row = found
        readable = self._desk.may_read(subject)
        words = Words.of([part.body], readable, WHOLE)
        return self._desk.show(
            "delivery.html", section="deliveries", part=part, row=row, subject=subject, readable=readable,
            body=words(part.body), meaning=meaning,
        )  # fmt: skip


def meaning(code: int) -> str:
    """What a provider's code of an error says; "" for one that we have no words for."""
    sentence = catalogue(spoken()).get(f"delivery_code_{code}")
    return sentence.render() if sentence else ""


SECTION = Section("deliveries", "admin_deliveries", add)
