"""The demonstration model behind the whole product, on both channels: what anybody meets who has no key."""

from collections.abc import Iterator

import pytest

from bot.simulator.demo.server import create_demo
from tests.fakes.serving import AppServer
from tests.fakes.twilio import Phone
from tests.flows.conftest import GUEST, PRO, PUPIL, Stack
from tests.flows.steps import hears_about

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def demo_host() -> Iterator[str]:
    """The demo world, served: host and port."""
    with AppServer(create_demo()) as server:
        yield server.host


@pytest.fixture
def product(stack: Stack, demo_host: str) -> Stack:
    """The product as `make run` starts it without a key."""
    demo = f"http://{demo_host}"
    stack.start(OPENAI_BASE_URL=f"{demo}/v1", TAVILY_URL=demo, BROWSE_ALLOW_HOSTS=demo_host)
    return stack


def asks(phone: Phone, text: str) -> str:
    """What comes first after a message."""
    phone.says(text)
    return phone.hears(40).body


def test_by_whatsapp_a_pupil_and_a_guest_are_taught(product: Stack) -> None:
    """One start of the product for two people: starting it is what takes time."""
    phone = product.twilio.phone(PUPIL)
    lesson = asks(phone, "bonjour, c'est quoi une fraction ?")
    assert lesson.startswith("*Comprendre les fractions*")
    assert "sans IA" in lesson
    assert "« Comprendre les fractions »" in asks(phone, "stp oui")
    assert phone.hears(40).media[0].filename.endswith(".pdf")
    assert "Avec plaisir" in asks(phone, "merci")
    assert "on soustrait les numérateurs" in asks(phone, "et la soustraction ?")
    assert "plus simplement" in asks(phone, "plus simple")
    assert "Calculez 1/2 + 1/3." in asks(phone, "oui")
    right = asks(phone, "5/6")
    assert "Bravo" in right
    assert "sans IA" not in right
    guest = product.twilio.phone(GUEST)
    guest.says("c koi pitagor")
    assert "hypoténuse" in hears_about(guest, "Pythagore")
    guest.says("oui")
    assert "hypoténuse" in hears_about(guest, "6 cm et 8 cm")
    guest.says("10 cm")
    assert "100" in hears_about(guest, "Bravo")


def test_by_sms_a_professional_calculates_and_gets_documents_in_two_languages(product: Stack) -> None:
    phone = product.twilio.phone(PRO)
    assert "x = 4" in asks(phone, "resous 2x+3=11")
    assert "9/12 + 10/12 = 19/12" in asks(phone, "3/4 + 5/6")
    assert "3 600" in asks(phone, "15 % de 24 000")
    assert "5/4" in asks(phone, "$\\frac{3}{4}+\\frac{1}{2}$")
    with product.database.read() as session:
        tools = session.connection().exec_driver_sql("SELECT tool, status FROM tool_call ORDER BY id").all()
    assert [tuple(row) for row in tools] == [("calculate", "success")] * 4
    assert "Yours faithfully," in asks(phone, "write a letter asking for leave")
    phone.says("yes")
    assert "Leave request" in hears_about(phone, "http")
    assert "Shall I make a PDF sheet" in asks(phone, "hi, what is photosynthesis?")
    assert "Here is your PDF sheet" in asks(phone, "yes")
    assert "photosynthesis" in hears_about(phone, ".pdf")
    assert "« Comprendre" not in asks(phone, "c koi 1 fraction")
    assert "Comprendre les fractions" in asks(phone, "ok vas-y")
