"""The library over the whole product: a file is made, found in the other language, read and listed; facts are kept."""

import pytest
from sqlmodel import select

from bot.models import FileIndex
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import hears_about
from tests.flows.test_demo import asks, demo_host, product

pytestmark = pytest.mark.timeout(240)
__all__ = ["demo_host", "product"]

LESSON = "La photosynthèse transforme la lumière du soleil en sucre dans les feuilles."
INDEXED_S = 90.0


def is_indexed(stack: Stack) -> bool:
    with stack.database.read() as session:
        rows = session.exec(select(FileIndex)).all()
    return bool(rows) and all(row.outcome and row.due_at is None for row in rows)


def test_what_was_made_is_found_in_the_other_language_and_read(stack: Stack) -> None:
    asked: dict[str, tuple[str, dict[str, object]]] = {
        "pdf": ("generate_pdf", {"title": "Cours de SVT", "content": LESSON}),
        "find": ("search_user_files", {"query": "how do plants make energy from light"}),
        "read": ("read_user_file", {"file": "Cours de SVT"}),
        "list": ("list_user_files", {}),
    }

    def script(request: Request) -> Step:
        """Calls what the message asks for, and answers with the result as it is."""
        last = request["messages"][-1]
        return says(last["content"][:900]) if last["role"] == "tool" else calls(asked[last_user_text(request)])

    stack.model.script(script)
    stack.start()
    pupil, pro = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    pupil.says("pdf")
    hears_about(pupil, "attached")
    eventually(lambda: is_indexed(stack), INDEXED_S)
    pupil.says("find")
    assert "feuilles" in hears_about(pupil, "passages")
    pupil.says("read")
    assert "lumière du soleil" in hears_about(pupil, "content")
    pupil.says("list")
    assert "Cours de SVT" in hears_about(pupil, "files")
    pro.says("list")
    assert "Cours de SVT" not in hears_about(pro, "files"), "it is another's"
    pro.says("read")
    assert "No file" in hears_about(pro, "error")


def test_the_demonstration_model_can_be_asked_for_each(product: Stack) -> None:
    phone = product.twilio.phone(PUPIL)
    assert "pas encore de fichier" in asks(phone, "quels sont mes fichiers ?")
    phone.says("fiche pdf photosynthese")
    hears_about(phone, "photosynth")
    eventually(lambda: is_indexed(product), INDEXED_S)
    phone.says("quels sont mes fichiers ?")
    assert "photosynth" in hears_about(phone, "Vos fichiers").lower()
    phone.says("cherche dans mes fichiers la chlorophylle")
    hears_about(phone, "ce que vos fichiers en disent")
    phone.says("lis mon fichier photosynthèse")
    hears_about(phone, "*La photosynthèse*")
    phone.says("retiens que je passe le bac en juin")
    hears_about(phone, "je passe le bac en juin")
    phone.says("/memoire")
    assert "1. je passe le bac en juin" in hears_about(phone, "retenu de vous")
    phone.says("/oublier 1")
    hears_about(phone, "oublié")
