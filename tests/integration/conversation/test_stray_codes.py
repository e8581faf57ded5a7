"""A one-time code typed below a question that awaits none: it answers nothing there, and stands nowhere."""

import json

import pytest
from sqlmodel import col, select

from bot.dao import interactions
from bot.dao.work import runs
from bot.models import InboundMessage, OtpCode, OutboundPart, PendingInteraction, Run, User
from bot.services.mail.drafts import KIND, Draft, payload_of
from bot.text.french import with_plain_spaces
from bot.types import StopReason
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

NUMBER = PUPIL.removeprefix("whatsapp:")
DRAFT = Draft(("compta@example.org",), "Facture", "Bonjour", "awa@example.org", "")


@pytest.fixture(autouse=True)
def _model(line: Line) -> None:
    line.model.script(lambda _request: says("Lomé."))


def code_of(line: Line) -> str:
    """The code that was sent last."""
    with line.database.read() as session:
        row = session.exec(select(OtpCode).order_by(col(OtpCode.id).desc()).limit(1)).one()
        return line.runtime.delivery.codes.code_of(row)


def asks_for_a_code(line: Line, number: str | None = None) -> str:
    """A guest wants to sign in, by their own number or another."""
    line.says("/connexion", address=GUEST)
    line.says(number or "1", address=GUEST)
    line.hears(GUEST)
    return code_of(line)


def heard(line: Line, address: str = GUEST) -> str:
    return "\n".join(line.hears(address))


def is_kept(line: Line, code: str) -> bool:
    """Whether a code stands in anything that is stored, or that a model was asked."""
    with line.database.read() as session:
        rows = [str(row) for table in (InboundMessage, OutboundPart, OtpCode, PendingInteraction)
                for row in session.exec(select(table))]  # fmt: skip
    return any(code in row for row in rows) or code in json.dumps(line.model.requests)


def drafts(line: Line) -> None:
    """The pupil has read an e-mail's draft."""
    with line.database.write() as session:
        session.get_one(User, 1).email = "awa@example.org"
        key = conversation_id(PUPIL)
        run = runs.start(session, Run(conversation_id=key, user_id=1, mode="pro", language="fr"))
        runs.end(session, run.id, line.clock.now(), status="done", stop_reason=StopReason.AWAITING_USER)
        session.add(OutboundPart(conversation_id=key, run_id=run.id, key=f"run{run.id}:approval:0", address=PUPIL,
                                 channel="whatsapp", state="sent", first_dispatched_at=line.clock.now()))  # fmt: skip
        interactions.open_interaction(session, key, KIND, payload_of(DRAFT), line.clock.now(), 3600, run.id)
    line.clock.skip(1)


@pytest.mark.parametrize("question", ["/mode", "/supprimer", "/langue", "draft"])
def test_a_code_below_another_question_is_neither_its_answer_nor_kept_nor_shown(line: Line, question: str) -> None:
    line.says("Bonjour")
    if question == "draft":
        drafts(line)
    else:
        line.says(question)
    code = asks_for_a_code(line, NUMBER)
    line.hears()
    requests = len(line.model.requests)
    line.says(code)
    assert "attends pas de code ici" in heard(line, PUPIL)
    assert len(line.model.requests) == requests
    assert not is_kept(line, code)
    with line.database.read() as session:
        found = interactions.current(session, conversation_id(PUPIL), line.clock.now())
        assert found is not None
        assert not found.payload.get("again")
        assert not found.payload.get("tries")
    line.says(code, address=GUEST)
    assert line.address(GUEST).user_id is not None


def test_whoever_sends_the_code_twice_is_not_sent_for_another(line: Line) -> None:
    code = asks_for_a_code(line)
    line.says(code, code, address=GUEST)
    assert line.address(GUEST).user_id is not None
    said = with_plain_spaces(heard(line))
    assert "attends pas de code ici : votre compte est déjà connecté" in said
    assert "/connexion" not in said


@pytest.mark.parametrize("between", [("/langue",), ("/langue", "1"), ("/supprimer",), ("/connexion", "/langue", "0")])
def test_the_code_still_signs_in_when_another_question_came_between(line: Line, between: tuple[str, ...]) -> None:
    code = asks_for_a_code(line)
    for said in between:
        line.says(said, address=GUEST)
    line.hears(GUEST)
    line.says(code, address=GUEST)
    assert "Bienvenue" in heard(line)
    assert line.address(GUEST).signed_in_until is not None
    assert not is_kept(line, code)


def test_a_wrong_code_counts_also_when_another_question_came_between(line: Line) -> None:
    code = asks_for_a_code(line)
    line.says("/langue", address=GUEST)
    line.hears(GUEST)
    for left in (4, 3, 2, 1):
        line.says(f"{(int(code) + 1) % 1_000_000:06d}", address=GUEST)
        assert f"{left} essai" in heard(line)
    line.says("0", address=GUEST)
    line.says(code, address=GUEST)
    assert line.address(GUEST).signed_in_until is None


def test_six_digits_without_a_code_answer_as_before(line: Line) -> None:
    line.says("/mode")
    line.hears()
    for said in ("250000", "J’ai 250 000 francs, que faire ?"):
        line.says(said)
        assert heard(line, PUPIL) == "Lomé."
        assert said in str(line.asked()[-1])
