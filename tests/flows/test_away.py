"""People answer a quiz, send a draft, agree to a price, pay, take a copy of their data and erase it in the very moment
in which a part goes away: each hears one answer when it is back, nothing is charged twice, nothing is lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
import requests
from sqlmodel import select

from bot.cli.commands import add_user
from bot.models import Address, User
from bot.types import Mode
from tests.fakes.mail import MailServer
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.postgres import Postgres, running
from tests.fakes.twilio import Phone
from tests.fakes.waiting import eventually
from tests.fakes.wave import FakeWave
from tests.flows.conftest import Stack
from tests.flows.steps import column
from tests.flows.test_own_data import link_in, number_in

pytestmark = pytest.mark.timeout(200)
LONG_S = 60.0
QUIZ = {"question": "Capitale du Mali ?", "options": ["Bamako", "Dakar"], "correct_index": 0,
        "explanation": "Elle est au bord du Niger.", "subject": "Géographie"}  # fmt: skip
DRAFT = {"to": ["compta@example.org"], "subject": "Facture 12", "text": "Bonjour,\n\nVoici la facture.\n\nAwa"}
CALLED = {
    "quiz": ("interactive_quiz", QUIZ),
    "lettre": ("draft_email", DRAFT),
    "calcul": ("calculate", {"expression": "6*7"}),
}
BUYER = "whatsapp:+2250700000100"
SUMS = "SELECT credits - (SELECT sum(amount) FROM ledger_entry WHERE user_id = user_account.id) FROM user_account"


def office(request: Request) -> Step:
    """Does what it is asked for, and goes on behind an answer."""
    text = last_user_text(request)
    if request["messages"][-1]["role"] == "tool" or text.startswith("["):
        return says("Continuons.")
    return next((calls(call) for word, call in CALLED.items() if word in text), says("Bonjour."))


@dataclass
class Deed:
    """What somebody says in that moment, and what they must hear for it, in order; their balance in the end."""

    question: str
    answer: Callable[[str], str]
    hears: tuple[str, ...]
    credits: int
    phone: Phone = field(init=False)
    user_id: int = field(init=False)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL of these tests' own: it is stopped."""
    yield from running()


@pytest.fixture
def stack_database(server: Postgres) -> str:
    return server.database_url()


@pytest.fixture
def post() -> Iterator[MailServer]:
    made = MailServer()
    yield made
    made.stop()


@pytest.fixture
def wave() -> Iterator[FakeWave]:
    with FakeWave() as served:
        yield served


def deeds() -> list[Deed]:
    return [
        Deed("Un quiz svp", lambda _: "a", ("bord du Niger", "Continuons."), 49),
        Deed("Une lettre svp", lambda _: "1", ("part maintenant",), 48),
        Deed("Un calcul svp", lambda _: "1", ("je le fais", "Continuons."), 40),
        Deed("/acheter", lambda _: "2", ("Pour payer",), 50),
        Deed("/exporter", number_in, ("http",), 50),
        Deed("/supprimer", number_in, ("tout est effacé",), 50),  # of nobody: the ledger keeps its sum
    ]


def begin(stack: Stack, post: MailServer, wave: FakeWave) -> list[Deed]:
    """Everybody has been asked, and is about to answer."""
    prices = stack.folder / "prices.toml"
    prices.write_text("[tools]\ncalculate = { call = 9 }\n")
    stack.model.script(office)
    smtp = {"SMTP_URL": f"smtp://127.0.0.1:{post.port}", "MAIL_FROM": "Palabre <bot@palabre.example>"}
    sells = {name.upper(): value for name, value in wave.settings.items()}
    stack.start(0, FRAGMENT_WINDOW_S="0.05", PRICES_FILE=str(prices), QUOTE_FROM_CREDITS="5", **smtp, **sells)
    stack.start_worker()
    everybody = deeds()
    for number, deed in enumerate(everybody):
        address = f"whatsapp:+22507000001{number:02}"
        add_user(stack.database, address, Mode.PRO if "lettre" in deed.question else Mode.STUDENT, 50)
        with stack.database.write() as session:
            deed.user_id = session.exec(select(Address.user_id).where(Address.value == address)).one() or 0
            session.get_one(User, deed.user_id).email = f"awa{number}@example.org"
        deed.phone = stack.twilio.phone(address)
        deed.phone.says(deed.question)
    for deed in everybody:
        asked = deed.phone.hears(LONG_S).body
        deed.question = deed.answer(asked)
    eventually(lambda: not column(stack, "SELECT id FROM outbound_part WHERE closed_at IS NULL"), 30)
    return everybody


@contextmanager
def away(stack: Stack, server: Postgres, what: str) -> Iterator[None]:
    """Inside the block it is away."""
    if what == "database":
        server.halt(at_once=True)
        eventually(lambda: requests.get(f"{stack.url}/readyz", timeout=20).status_code == 503, LONG_S)
        yield
        server.start()
    elif what == "valkey":
        stack.valkey.kill()
        yield
        stack.valkey.start()
    else:
        stack.kill(stack._processes[-1])
        yield
        stack.start_worker()


@pytest.mark.parametrize("what", ["database", "valkey", "worker"])
def test_what_people_do_as_it_goes_is_done_once(
    stack: Stack, server: Postgres, post: MailServer, wave: FakeWave, what: str
) -> None:
    everybody = begin(stack, post, wave)
    for deed in everybody:
        assert deed.phone.says(deed.question).http_status == 200
    with away(stack, server, what):
        pass
    for deed in everybody:
        heard = [deed.phone.hears(LONG_S).body for _ in deed.hears]
        for words, body in zip(deed.hears, heard, strict=True):
            assert words in body
        if deed.hears == ("http",):
            assert requests.get(link_in(heard[0]), timeout=10).content.startswith(b"PK")
    eventually(lambda: len(post.inbox) == 1, LONG_S)
    for deed in everybody:
        deed.phone.silence(0.3)
        assert column(stack, f"SELECT credits FROM user_account WHERE id = {deed.user_id}") == [deed.credits], (
            deed.hears
        )
    assert set(column(stack, SUMS)) <= {0, None}
    assert column(stack, "SELECT count(*) FROM exercise_result") == [1]
    assert column(stack, "SELECT status FROM payment") == ["pending"]
    assert len(post.inbox) == 1


@pytest.mark.parametrize("what", ["database", "valkey", "worker"])
def test_what_was_paid_meanwhile_is_credited_once(stack: Stack, server: Postgres, wave: FakeWave, what: str) -> None:
    """The provider repeats what the web process could not store."""
    wave.webhook_url = f"{stack.url}/webhooks/payments/wave"
    stack.start(0, FRAGMENT_WINDOW_S="0.05", **{name.upper(): value for name, value in wave.settings.items()})
    stack.start_worker()
    add_user(stack.database, BUYER, Mode.STUDENT, 50)
    phone = stack.twilio.phone(BUYER)
    phone.says("/acheter")
    phone.hears(LONG_S)
    phone.says("2")
    session = wave.at(link_in(phone.hears(LONG_S).body))
    with away(stack, server, what):
        wave.stand_in.pay(session.id)
    body = wave.bodies[-1]
    eventually(lambda: _tells(wave, body), LONG_S)
    assert phone.hears(LONG_S).body.startswith("Paiement reçu")
    phone.silence(1.0)
    assert column(stack, "SELECT amount FROM ledger_entry WHERE kind = 'purchase'") == [120]
    assert set(column(stack, SUMS)) == {0}


def _tells(wave: FakeWave, body: bytes) -> bool:
    return requests.post(wave.webhook_url, data=body, headers=wave.headers(body), timeout=10).ok
