"""What people bought: the list with its sums, one payment with what its provider told, and asking it again."""

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, request, url_for
from sqlmodel import Session
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Reply

from bot.dao.admin import payments as admin_payments
from bot.dao.admin.payments import STATES, PaymentFilter
from bot.dao.money import payments
from bot.services.admin.actions import Act
from bot.services.money.packs import money
from bot.web.admin.desk import Desk, Section, spoken, tell
from bot.web.admin.lists import pages, read_cursor, read_order
from bot.web.admin.reading import Filters
from bot.web.admin.whom import read_whom


def add(blueprint: Blueprint, desk: Desk) -> None:
    """The views."""
    made = PaymentPages(desk)
    blueprint.get("/payments")(made.payments)
    blueprint.get("/payments/<int:payment_id>")(made.payment)
    blueprint.post("/payments/<int:payment_id>/ask")(made.payment_ask)


class PaymentPages:
    """Money is shown in whole units of its currency."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def payments(self) -> Response:
        filters, desk = Filters(request.args), self._desk
        with desk.database.read() as session:
            providers = admin_payments.providers_used(session)
            wanted = self._wanted(filters, session, providers)
            rows, found = admin_payments.page(session, wanted, read_cursor(filters))
            sums = admin_payments.sums(session, wanted)
            stopped = found.stopped_at
            back_to = admin_payments.moment_of(session, stopped) if stopped is not None else None
        return desk.show(
            "payments.html", filters=filters, rows=rows, sums=sums, pages=pages("payments", filters, found),
            back_to=back_to, past_end=not rows and found.newer is not None, price=price,
            states=STATES, providers=providers,
        )  # fmt: skip

    def _wanted(self, filters: Filters, session: Session, providers: Sequence[str]) -> PaymentFilter:
        read_order(filters)
        return PaymentFilter(
            filters.choice("status", STATES), filters.choice("provider", providers),
            filters.text("reference", 32).upper(), read_whom(filters, self._desk, session),
            filters.day("since"), filters.day("until"),
        )  # fmt: skip

    def payment(self, payment_id: int) -> Response:
        with self._desk.database.read() as session:
            found = admin_payments.one(session, payment_id)
            events = admin_payments.events(session, found[0]) if found else ()
        if found is None:
            raise NotFound
        return self._desk.show(
            "payment.html", section="payments", payment=found[0], row=found[1], events=events, price=price
        )

    def payment_ask(self, payment_id: int) -> Reply:
        """Have a worker ask the provider how it stands; nothing is credited on anybody's word but the provider's."""
        desk = self._desk
        with desk.database.write() as session:
            found = admin_payments.one(session, payment_id)
            if found is None:
                raise NotFound
            payment, paid = found[0], found[0].status == "paid"
            asked = None if paid else payments.make_due(session, payment.provider, payment.reference, desk.now())
            if asked is not None:
                about = f"{payment.provider} {payment.reference}"
                desk.log(session, Act("ask_provider", f"payment:{payment_id}", detail=about, user_id=payment.user_id))
        if paid:
            tell("admin_payments_is_paid", "warning")
        elif asked is None:
            tell("admin_payments_no_link", "warning")
        else:
            desk.wake.wake("pay", payment_id)
            tell("admin_payments_asked")
        return redirect(url_for("admin.payment", payment_id=payment_id), 303)


def price(amount: int, currency: str) -> str:
    """« 1 000 FCFA »."""
    return money(amount, currency, spoken())


SECTION = Section("payments", "admin_payments", add)
