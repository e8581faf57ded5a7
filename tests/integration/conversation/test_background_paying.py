"""What work in the background costs that is stopped: what was finished, once; nothing is to be had for nothing by
stopping late."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from bot.dao import addresses, users
from bot.dao.money import ledger
from bot.models import Run, StoredFile
from bot.services.money.prices import prices_of
from bot.services.money.stopping import settle_stopped
from bot.services.sign_in import accounts
from tests.fakes.model import Step, calls, in_turn, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line
from tests.integration.conversation.test_background_work import DONE, entries, heard, open_runs, work

PAPER = {"title": "Cacao", "content": "Le **cacao**, chapitre un."}  # 1 credit
STEPS = ("Chercher", "Lire", "Écrire", "Vérifier")


def plan(at: int) -> tuple[str, dict[str, object]]:
    states = ["done" if number < at else "doing" if number == at else "todo" for number in range(len(STEPS))]
    return "plan", {"steps": [{"text": text, "state": state} for text, state in zip(STEPS, states, strict=True)]}


def works(line: Line, *steps: Step, then: Callable[[], None]) -> None:
    """A run that takes these steps, after which something happens while the model thinks."""
    line.model.script(in_turn(*steps, then=then, last=says(DONE)))
    line.says("/fond Fais-moi un dossier sur le cacao")
    work(line)


def charged(line: Line) -> int:
    with line.database.read() as session:
        return session.exec(select(Run.charged)).one()


def cancels(line: Line) -> Callable[[], None]:
    return lambda: line.says("/annuler 1")


def test_with_nothing_ready_everything_goes_back(line: Line) -> None:
    works(line, calls(plan(3)), calls(("calculate", {"expression": "6*7"})), then=cancels(line))
    assert "5 crédits vous sont rendus" in heard(line)[-1]
    assert (line.credits(), charged(line)) == (CREDITS, 0)
    assert entries(line)[1:] == [("turn", -5), ("refund", 5)]


@pytest.mark.parametrize(("at", "back"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_of_the_price_goes_back_what_the_plan_had_not_begun(line: Line, at: int, back: int) -> None:
    works(line, calls(plan(at)), calls(("generate_pdf", PAPER)), then=cancels(line))
    stopped, _file = heard(line)[-2:]
    assert f"Voici ce qui était prêt ({6 - back} crédits en tout)." in stopped
    assert ("rendu" in stopped) == bool(back)
    assert (line.credits(), charged(line)) == (CREDITS - 6 + back, 6 - back)
    assert entries(line)[1:] == [("turn", -5), ("tool", -1), *([("refund", back)] if back else [])]


def test_without_a_plan_what_has_a_document_is_paid_whole(line: Line) -> None:
    works(line, calls(("generate_pdf", PAPER)), then=cancels(line))
    assert line.credits() == CREDITS - 6


def test_who_stops_in_the_last_moment_pays_as_who_does_not(line: Line) -> None:
    """The answer is there and the row says both: cancelled, and at its end."""
    works(line, calls(plan(3)), calls(("generate_pdf", PAPER)), then=lambda: None)
    whole = CREDITS - line.credits()
    heard(line)
    works(line, calls(plan(3)), calls(("generate_pdf", PAPER)), then=cancels(line))
    assert CREDITS - line.credits() == 2 * whole == 12


def test_posted_twice_it_is_paid_once(line: Line) -> None:
    works(line, calls(plan(0)), calls(("generate_pdf", PAPER)), then=cancels(line))
    before = entries(line)
    with line.database.write() as session:
        run = session.exec(select(Run)).one()
        settled = settle_stopped(session, prices_of(line.runtime.inbox.turns.settings), run)
    assert settled.charged == 3
    assert entries(line) == before


def test_with_an_empty_purse_it_pays_what_there_is(line: Line) -> None:
    def spends() -> None:
        with line.database.write() as session:
            ledger.post(session, 1, -users.balance(session, 1), "adjustment", "all")
        line.says("/annuler 1")

    works(line, calls(plan(3)), calls(("generate_pdf", PAPER)), then=spends)
    assert (line.credits(), charged(line)) == (0, 5)


def test_who_signs_out_late_keeps_the_document_and_has_paid_it(line: Line) -> None:
    def leaves() -> None:
        with line.database.write() as session:
            address = addresses.by_value(session, PUPIL)
            assert address
            accounts.sign_out(session, address)

    works(line, calls(plan(3)), calls(("generate_pdf", PAPER)), then=leaves)
    for run in open_runs(line):
        work(line, run.id)
    assert not open_runs(line)
    with line.database.read() as session:
        assert session.exec(select(StoredFile.user_id)).all() == [1]
    assert (line.credits(), charged(line)) == (CREDITS - 6, 6)
    assert DONE not in " ".join(heard(line))


def test_a_failure_of_ours_costs_nothing_whatever_is_ready(line: Line) -> None:
    line.model.then(calls(plan(3)), calls(("generate_pdf", PAPER)))  # and then every request is refused
    line.says("/fond Fais-moi un dossier sur le cacao")
    work(line)
    assert "Voici ce qui était prêt. Vos 5 crédits vous sont rendus" in heard(line)[-2]
    assert line.credits() == CREDITS
