"""STOP while something is open: behind a START nothing that was put before it is answered any more. And HELP, where
Twilio has said what helps."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from bot.dao import interactions
from bot.models import OtpCode, User
from bot.types import Mode
from tests.fakes.mail import MailServer
from tests.fakes.model import calls, last_user_text, says
from tests.integration.conversation.callers import QUIZ
from tests.integration.conversation.conftest import GUEST, PUPIL, Line
from tests.integration.conversation.test_mail_tools import AWA, drafts, post
from tests.integration.conversation.till import Till

pytestmark = pytest.mark.one_database

SMS = "+2250700000005"
STOPPED = [{}, {"details": {"opt_out_type": "STOP"}}]


def is_open(line: Line, address: str = PUPIL) -> bool:
    with line.database.write() as session:
        return interactions.current(session, line.conversation(address).id, line.clock.now()) is not None


def leaves_and_returns(line: Line, address: str = PUPIL, **columns: object) -> None:
    line.says("STOP", address=address, **columns)
    assert not is_open(line, address)
    line.says("START", address=address)
    line.hears(address)


@pytest.mark.parametrize("told", STOPPED)
def test_a_draft_shown_before_a_stop_leaves_by_no_digit_behind_the_start(
    open_line: Callable[..., Line], server: MailServer, told: dict[str, object]
) -> None:
    line = open_line(smtp_url=f"smtp://127.0.0.1:{server.port}", mail_from="Palabre <bot@palabre.example>")
    with line.database.write() as session:
        user = session.get_one(User, 1)
        user.mode, user.email = Mode.PRO, AWA
    assert "1" in drafts(line)
    assert is_open(line)
    leaves_and_returns(line, **told)
    line.model.script(lambda _request: says("Un quoi ?"))
    line.says("1")
    post(line)
    assert line.hears() == ["Un quoi\u00a0?"]
    assert server.inbox == []


def test_a_list_of_packs_put_before_a_stop_sells_nothing(till: Till) -> None:
    till.line.model.script(lambda _request: says("Un quoi ?"))
    till.says("/acheter")
    leaves_and_returns(till.line)
    till.says("1")
    assert (till.works(), till.payments(), till.hears()) == (0, [], ["Un quoi ?"])


@pytest.mark.parametrize("said", ["/supprimer", "/langue", "/deconnexion", "quiz"])
def test_nothing_else_that_was_put_before_a_stop_is_open_behind_the_start(line: Line, said: str) -> None:
    quiz = calls(("interactive_quiz", QUIZ))
    line.model.script(lambda request: quiz if "quiz" in last_user_text(request) else says("Bonjour."))
    line.says("Bonjour")
    line.says(said)
    assert is_open(line)
    leaves_and_returns(line)


def test_a_code_that_came_before_a_stop_signs_nobody_in_and_is_not_shown_to_the_model(line: Line) -> None:
    line.says("/connexion", address=SMS)
    with line.database.read() as session:
        nonce = session.exec(select(OtpCode.nonce)).one()
    assert is_open(line, SMS)
    leaves_and_returns(line, SMS)
    line.says(line.runtime.delivery.codes.codes(nonce)[0], address=SMS)
    assert (line.address(SMS).user_id, line.model.requests) == (None, [])
    assert line.hears(SMS)


@pytest.mark.parametrize("said", ["HELP", "AIDE"])
@pytest.mark.parametrize("address", [PUPIL, GUEST, SMS])
def test_help_that_twilio_has_answered_is_answered_once_and_leaves_what_is_open(
    line: Line, said: str, address: str
) -> None:
    line.model.script(lambda _request: says("Bonjour."))
    line.says("/langue", address=address)
    line.hears(address)
    line.says(said, address=address, details={"opt_out_type": "HELP"})
    assert (line.hears(address), line.model.requests, line.outcomes()[-1]) == ([], [], "helped")
    assert is_open(line, address)
    line.says("aide", address=address)
    assert line.hears(address)


def test_a_cry_for_help_that_twilio_took_for_its_word_is_answered_by_us(line: Line) -> None:
    line.model.script(lambda _request: says("Je suis là."))
    line.says("SOS", details={"opt_out_type": "HELP"})
    assert "au sérieux" in line.hears()[0]
    assert line.outcomes() != ["helped"]
