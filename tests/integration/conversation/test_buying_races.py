"""Many at once about one payment: workers, webhooks, a merge, an erasure, two phones. One credit, one receipt, one
payment, and balances that are the sums of the ledger."""

import threading
from collections.abc import Callable, Sequence
from datetime import timedelta

from sqlmodel import select

from bot.cli.commands import add_user
from bot.clients.payments import Checkout, Notice, Report, Standing
from bot.dao import addresses
from bot.dao.money import payments
from bot.errors import AuthError, DatabaseAway
from bot.models import Address, LedgerEntry, Payment, User
from bot.services.money import notices
from bot.services.money.packs import packs
from bot.services.money.shop import Opened, shop_of
from bot.services.privacy.erase import erase
from bot.services.sign_in import accounts
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.wave import FakeWave
from tests.integration.conversation.conftest import CREDITS, PUPIL
from tests.integration.conversation.till import Till

OTHER = "+225070000010"  # and a digit
CROWD = 8


def together(*acts: Callable[[], object]) -> list[object]:
    """What each comes to, all begun in the same instant. What a database ends for the others' sake is done again, as
    the sweeper does it."""
    ready, results = threading.Barrier(len(acts)), [None] * len(acts)

    def one(place: int, act: Callable[[], object]) -> None:
        ready.wait(20)
        for _ in range(20):
            try:
                results[place] = act()
            except DatabaseAway:
                continue
            return
        raise AssertionError("it never came through")

    threads = [threading.Thread(target=one, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return results


def paid(payment: Payment) -> Report:
    return Report(Standing.PAID, payment.reference, payment.amount, payment.currency, "T_1")


def sums(till: Till) -> list[tuple[int, int]]:
    """Each balance, and the sum of its entries."""
    with till.database.read() as session:
        users, entries = session.exec(select(User)).all(), session.exec(select(LedgerEntry)).all()
    return [(user.credits, sum(entry.amount for entry in entries if entry.user_id == user.id)) for user in users]


def test_a_crowd_that_hears_of_one_payment_credits_it_once(till: Till) -> None:
    till.buys()
    payment, books = till.payment(), till.line.runtime.cashier.books
    together(*[lambda: books.reported(payment, paid(payment), till.clock.now())] * CROWD)
    assert till.purchases() == [120]
    assert [body.partition(" :")[0] for body in till.hears()] == ["Paiement reçu"]
    assert sums(till) == [(CREDITS + 120, CREDITS + 120)]


def test_paid_expired_and_failed_at_once_end_as_paid(till: Till) -> None:
    till.buys()
    payment, books = till.payment(), till.line.runtime.cashier.books
    others = [
        Report(standing, payment.reference, payment.amount, payment.currency)
        for standing in (Standing.EXPIRED, Standing.FAILED, Standing.OPEN)
    ]
    reports = [paid(payment), *others, paid(payment), *others]
    together(*[lambda report=report: books.reported(payment, report, till.clock.now()) for report in reports])
    assert (till.payment().status, till.purchases()) == ("paid", [120])
    assert till.payment().due_at is None
    told = [body.split(" ")[0] for body in till.hears()]
    assert sorted(told)[-1] == "Paiement"
    assert len(told) <= 2, "at most one of the others was true before it was paid"


def test_what_is_paid_stays_so_whatever_is_said_of_it_later(till: Till) -> None:
    till.buys()
    payment, books = till.payment(), till.line.runtime.cashier.books
    books.reported(payment, paid(payment), till.clock.now())
    till.hears()
    before = till.payment()
    said = [(Standing.PAID, payment.amount + 1), *((standing, payment.amount) for standing in Standing)]
    for standing, amount in said:
        report = Report(standing, payment.reference, amount, payment.currency)
        books.reported(before, report, till.clock.now())
    assert (till.hears(), till.alerts(), till.payment()) == ([], [], before)


def test_a_webhook_that_comes_while_the_provider_is_asked_has_it_asked_again(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.clock.skip(120)
    now = till.clock.now()
    with till.database.write() as session:
        claimed = payments.claim(session, till.payment().id, now, now + timedelta(seconds=20))
    assert claimed
    assert till.told(wave) == "new"
    still_open = Report(Standing.OPEN, claimed.reference, claimed.amount, claimed.currency)
    till.line.runtime.cashier.books.reported(claimed, still_open, now)
    assert till.works() == 1, "what was answered before is not what it tells"


def test_webhooks_and_workers_storm_about_one_payment(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    payment = till.payment()

    def told(event: str) -> str:
        notice = Notice(event, "checkout.session.completed", payment.reference)
        with till.database.write() as session:
            return notices.take(session, "wave", notice, till.clock.now()).result

    def works() -> None:
        till.line.runtime.cashier.advance(payment.id)

    results = together(*[lambda: told("EV_1")] * 4, *[works] * 4)
    assert sorted(str(result) for result in results[:4]) == ["duplicate"] * 3 + ["new"]
    till.works()
    assert till.purchases() == [120]
    assert len(till.hears()) == 1


def test_one_of_a_crowd_asks_for_the_link(till: Till, wave: FakeWave) -> None:
    till.says("/acheter")
    till.says("2")
    payment_id = till.payment().id
    together(*[lambda: till.line.runtime.cashier.advance(payment_id)] * CROWD)
    assert len(wave.stand_in.sessions) == 1
    assert len(till.hears()) == 2, "the list, the link"


def test_what_a_ghost_brings_is_told_to_nobody(till: Till, wave: FakeWave) -> None:
    """A link, a refusal or silence: while another asks the provider, and behind the link that they got."""
    till.says("/acheter")
    till.says("2")
    till.hears()
    with till.database.write() as session:
        ghost = payments.claim(session, till.payment().id, till.clock.now(), till.clock.now() + timedelta(seconds=20))
    assert ghost
    books = till.line.runtime.cashier.books

    def comes() -> None:
        books.not_linked(ghost, AuthError("late"), till.clock.now(), for_good=True)
        books.linked(ghost, Checkout("cos-late", "https://pay.wave.example/c/late"), till.clock.now())
        books.silent(ghost, AuthError("late"), till.clock.now())

    till.clock.skip(21)
    now = till.clock.now()
    with till.database.write() as session:
        assert payments.claim(session, till.payment().id, now, now + timedelta(seconds=20))
    comes()
    assert (till.hears(), till.alerts()) == ([], [])
    assert till.payment().due_at == now + timedelta(seconds=20)
    assert (till.payment().session_id, till.payment().closed_at) == ("", None)
    till.clock.skip(21)
    till.works()
    (told,) = till.hears()
    before = till.payment()
    comes()
    assert (till.hears(), till.alerts(), till.payment()) == ([], [], before)
    assert before.session_id == wave.session.id
    assert wave.session.launch_url in told


def test_two_phones_of_one_person_open_one_payment(till: Till) -> None:
    shop, pack, now = shop_of(till.line.runtime.settings), packs()[1], till.clock.now()

    def chooses() -> int:
        with till.database.write() as session:
            opened = shop.open_payment(session, 1, conversation_id(PUPIL), pack, now)
            assert isinstance(opened, Opened)
            return opened.payment.id

    till.says("/compte")  # makes the conversation
    assert len(set(together(*[chooses] * CROWD))) == 1
    assert len(till.payments()) == 1


def test_a_merge_beside_a_credit_loses_nothing(till: Till) -> None:
    """Whoever is first, the credit is the one user's that is left."""
    for number, balance in enumerate((7, 0, 7, 0), start=1):
        source, payment = bought_by(till, f"{OTHER}{number}", balance)

        def merges(source: int = source) -> None:
            with till.database.write() as session:
                users = [session.get_one(User, user_id) for user_id in (source, 1)]
                if users[0].deleted_at is None:
                    accounts.merge(session, users[0], users[1], till.clock.now())

        def credits(payment: Payment = payment) -> None:
            till.line.runtime.cashier.books.reported(payment, paid(payment), till.clock.now())

        together(*([merges, credits] if number % 2 else [credits, merges]))
        with till.database.read() as session:
            stored = payments.get(session, payment.id)
            assert stored
            assert (stored.status, stored.user_id) == ("paid", 1)
            assert session.get_one(User, source).credits == 0
    assert till.purchases() == [120] * 4
    assert all(balance == total for balance, total in sums(till))
    assert till.line.credits() == CREDITS + 2 * 7 + 4 * 120


def test_a_merge_while_the_provider_is_asked_keeps_the_receipt(till: Till) -> None:
    source, payment = bought_by(till, f"{OTHER}1", 0)
    with till.database.write() as session:
        accounts.merge(session, session.get_one(User, source), session.get_one(User, 1), till.clock.now())
    till.line.runtime.cashier.books.reported(payment, paid(payment), till.clock.now())
    assert till.purchases() == [120]
    (receipt,) = till.hears(f"{OTHER}1")
    assert receipt.endswith(payment.reference)


def bought_by(till: Till, address: str, balance: int) -> tuple[int, Payment]:
    """Another user with a payment that is open; their id and it."""
    add_user(till.database, address, Mode.STUDENT, balance)
    with till.database.write() as session:
        user_id = session.exec(select(Address.user_id).where(Address.value == address)).one()
        shop = shop_of(till.line.runtime.settings)
        assert user_id
        opened = shop.open_payment(session, user_id, conversation_id(address), packs()[1], till.clock.now())
        assert opened
        opened.payment.status, opened.payment.session_id = "pending", f"cos-{user_id}"
    with till.database.read() as session:
        return user_id, session.get_one(Payment, opened.payment.id)


def test_an_erasure_beside_a_credit_ends_one_way_or_the_other(till: Till) -> None:
    outcomes: list[Sequence[object]] = []
    for number in range(4):
        address = f"{OTHER}{number}"
        user_id, payment = bought_by(till, address, 0)

        def erases(address: str = address) -> None:
            with till.database.write() as session:
                found = addresses.by_value(session, address)
                assert found
                if found.user_id is not None:
                    erase(session, found, conversation_id(address), 10_000, till.clock.now())

        def credits(payment: Payment = payment) -> None:
            till.line.runtime.cashier.books.reported(payment, paid(payment), till.clock.now())

        together(erases, credits)
        with till.database.read() as session:
            stored, user = payments.get(session, payment.id), session.get_one(User, user_id)
            assert stored
            outcomes.append((stored.status, stored.conversation_id, stored.link, user.credits in (0, 120)))
    assert outcomes == [("paid", None, "", True)] * 4
    assert len(till.purchases()) + till.alerts().count("payment_of_erased") == 4
    assert all(balance == total for balance, total in sums(till))


def test_a_credit_waits_for_an_erasure_that_has_begun(till: Till) -> None:
    till.buys()
    payment, books = till.payment(), till.line.runtime.cashier.books
    credit = threading.Thread(target=lambda: books.reported(payment, paid(payment), till.clock.now()))
    with till.database.write() as session:
        session.get_one(User, 1).deleted_at = till.clock.now()
        session.flush()
        credit.start()
        credit.join(1)
        assert credit.is_alive(), "it knows no better than to wait"
    credit.join(30)
    assert (till.purchases(), till.alerts()) == ([], ["payment_of_erased"])
