"""What was read from outside marks the turns behind it, however its own turn ended."""

from datetime import timedelta

import pytest

from bot.dao.work import runs
from bot.models import Run
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import Line
from tests.integration.conversation.desks import JPEG, Desk
from tests.integration.conversation.test_background_left import _number, expires, here
from tests.integration.conversation.test_background_paying import PAPER
from tests.integration.conversation.test_background_work import heard, open_runs, work

pytestmark = pytest.mark.one_database
__all__ = ["_number"]

LATER = ("continue_in_background", {"reason": "Un dossier sur ce qui est au tableau"})


@pytest.mark.parametrize("leaves", ["0", "/nouveau", "laisse tomber"])
def test_of_a_photo_whose_long_work_was_not_wanted(desk: Desk, leaves: str) -> None:
    """Its description and what the model made of it are shown to the next turn."""

    def rule(request: Request) -> Step:
        return calls(LATER) if isinstance(request["messages"][-1]["content"], list) else says("Bonjour.")

    desk.line.model.script(rule)
    desk.sends(JPEG + b"a", body="Résume ce tableau")
    assert desk.line.run().tainted
    desk.line.says(leaves)
    assert not open_runs(desk.line)
    desk.line.says("Bonjour")
    assert desk.line.run().tainted is (leaves != "/nouveau")


def test_of_work_beside_whose_user_has_signed_out(line: Line) -> None:
    """They had begun anew meanwhile: of it only what was written since is shown, with all that stands before."""

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            expires(line)
            return says("Fini")
        with line.database.write() as session:
            runs.taint(session, open_runs(line)[0].id, line.conversation().id)
        line.says("/nouveau")
        return calls(("generate_pdf", PAPER))

    line.says("/fond Fais-moi un dossier sur le baobab")
    heard(line)
    line.model.script(rule)
    work(line)
    with line.database.write() as session:
        assert session.get_one(Run, 1).error == "signed out"
        here(session).signed_in_until = line.clock.now() + timedelta(days=1)
    line.model.script(lambda _request: says("Bonjour."))
    line.says("Bonjour")
    assert "baobab" in str(line.asked()[-1])
    assert line.run().tainted
