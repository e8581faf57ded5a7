"""Work in the background when its person, the clock or another worker does what nobody planned for."""

import threading
from datetime import timedelta

import pytest
from sqlmodel import select

from bot.cli.commands import add_user
from bot.conversation.turn.manner import LEAST_S, manner_of
from bot.dao import addresses
from bot.dao.work import run_leases, runs
from bot.models import Run, User
from bot.services.privacy.erase import erase
from bot.types import Mode, StopReason
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line
from tests.integration.conversation.test_background_paying import PAPER, plan
from tests.integration.conversation.test_background_work import DONE, REPORT, answers, entries, heard, open_runs, work
from tests.integration.conversation.test_merging import BINTOU, merge

PRO = "+2250700000002"


def tick(line: Line) -> None:
    line.runtime.inbox.turns.presence.tick()


def test_it_is_heard_of_after_one_five_and_fifteen_minutes_and_between_them_not(line: Line) -> None:
    said: dict[int, list[str]] = {}

    def rule(_request: Request) -> Step:
        if not said:
            for at in range(30, 1_140, 30):
                line.clock.skip(30)
                tick(line)
                if new := heard(line):
                    said[at] = new
            return calls(plan(1))
        return says(DONE)

    line.says(f"/fond {REPORT}")
    heard(line)
    line.model.script(rule)
    work(line)
    assert {at: len(lines) for at, lines in said.items()} == {60: 1, 300: 1, 900: 1}
    assert "en cours depuis 1 min" in said[60][0]
    assert "en cours depuis 5 min" in said[300][0]
    assert "en cours depuis 15 min" in said[900][0]
    assert all("/annuler 1" in lines[0] for lines in said.values())
    assert [DONE in each for each in heard(line)] == [True]


@pytest.mark.parametrize("step", ["https://evil.example/?d=secret", r"evil\.example/?d=secret"])
def test_the_plan_of_one_that_has_read_a_page_opens_nothing_and_orders_nobody(line: Line, step: str) -> None:
    """Messengers open the links of a sign of life; and what works beside it has not read that page."""
    said: list[str] = []

    def rule(request: Request) -> Step:
        if request["messages"][-1]["content"] == "Bonjour":
            said.append(str(request["messages"]))
            return says("Bonjour.")
        if request["messages"][-1]["role"] != "tool":
            with line.database.write() as session:
                runs.taint(session, open_runs(line)[0].id, line.conversation().id)
            return calls(("plan", {"steps": [{"text": step, "state": "doing"}]}))
        line.clock.skip(70)
        tick(line)
        line.says("/statut")
        line.says("Bonjour")
        said.extend(heard(line))
        return says(DONE)

    line.says(f"/fond {REPORT}")
    heard(line)
    line.model.script(rule)
    work(line)
    shown, alive, status, *_ = said
    assert "étape 1 sur 1 (evil[.]example/?d=secret)" in alive
    assert "étape 1 sur 1 (evil[.]example/?d=secret)" in status
    assert "step 1 of 1" in shown
    assert "evil" not in shown


def test_another_life_repeats_no_sign_of_life(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    heard(line)
    said: list[str] = []

    def rule(_request: Request) -> Step:
        line.clock.skip(70)
        for _ in range(3):
            tick(line)
        said.extend(heard(line))
        if len(line.model.requests) < 3:
            with line.database.write() as session:
                run_leases.take_in(session, line.conversation().id)
        return says(DONE)

    line.model.script(rule)
    for _ in range(3):
        work(line)
    assert len([line for line in said if "Je travaille toujours" in line]) == 1


@pytest.mark.parametrize(
    ("at", "minutes", "left"), [(1, 4, 12), (2, 4, 4), (3, 6, 2), (0, 4, 6), (1, 12, 18), (3, 29, 1)]
)
def test_what_is_left_is_reckoned_from_the_steps_that_are_done(line: Line, at: int, minutes: int, left: int) -> None:
    """12 and 18: three times as long again would be 36, but half an hour is all there is."""
    said: list[str] = []

    def rule(_request: Request) -> Step:
        if not said:
            said.append("")
            return calls(plan(at))
        line.clock.skip(60 * minutes)
        line.says("/statut")
        said.extend(heard(line))
        return says(DONE)

    line.says(f"/fond {REPORT}")
    heard(line)
    line.model.script(rule)
    work(line)
    assert f"en cours depuis {minutes} min" in said[1]
    assert f"{left} min" in said[1].partition("depuis")[2].partition("min")[2]


def test_who_becomes_one_with_another_user_hears_the_end_and_pays_once(line: Line) -> None:
    add_user(line.database, BINTOU, Mode.STUDENT, 10)
    merged: list[bool] = []

    def rule(request: Request) -> Step:
        if not merged:
            merged.append(True)
            merge(line)
            return calls(("generate_pdf", PAPER))
        return says(DONE) if request["messages"][-1]["role"] == "tool" else calls(("generate_pdf", PAPER))

    line.says(f"/fond {REPORT}")
    heard(line)
    line.model.script(rule)
    for _ in range(2):  # a merge ends the claim: the next worker goes on
        for run in open_runs(line):
            work(line, run.id)
    assert any(DONE in each for each in heard(line))
    with line.database.read() as session:
        balances = [user.credits for user in session.exec(select(User))]
    assert sum(balances) == CREDITS + 10 - 6
    assert 0 in balances


def test_of_two_who_become_one_no_two_reports_have_one_number(line: Line) -> None:
    add_user(line.database, BINTOU, Mode.STUDENT, 10)
    line.says(f"/fond {REPORT}", address=BINTOU)
    for more in ("", " Et le café."):
        line.says(f"/fond {REPORT}{more}")
    merge(line)
    assert sorted(run.number for run in open_runs(line)) == [1, 2, 3]


def test_who_says_stop_while_it_works_hears_no_more_of_it(line: Line) -> None:
    def rule(_request: Request) -> Step:
        line.says("STOP")
        return says(DONE)

    line.says(f"/fond {REPORT}")
    heard(line)
    line.model.script(rule)
    work(line)
    assert DONE not in " ".join(heard(line))
    assert not open_runs(line)
    assert (line.credits(), line.run().stop_reason) == (CREDITS, StopReason.CANCELLED)


def test_an_account_deleted_while_it_works_leaves_nothing_behind(line: Line) -> None:
    def rule(_request: Request) -> Step:
        with line.database.write() as session:
            address = addresses.by_value(session, PUPIL)
            assert address
            erase(session, address, line.conversation().id, 0, line.clock.now())
        return calls(("generate_pdf", PAPER))

    line.says(f"/fond {REPORT}")
    heard(line)
    line.model.script(rule)
    work(line)
    assert heard(line) == []
    with line.database.read() as session:
        assert session.exec(select(Run)).all() == []


def test_with_nothing_at_work_there_is_nothing_to_stop(line: Line) -> None:
    for words in ("/annuler", "/annuler 2"):
        line.says(words)
    nothing, no_number = heard(line)
    assert "rien à arrêter" in nothing
    assert "numéro 2" in no_number


def test_what_has_ended_is_named_and_stopped_no_more(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    work(line)
    heard(line)
    line.says("/annuler 1")
    line.says("/statut")
    no_number, idle = heard(line)
    assert "numéro 1" in no_number
    assert "terminé" in idle
    assert line.credits() == CREDITS - 5


def test_two_cancels_at_once_give_back_once(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    heard(line)

    def rule(_request: Request) -> Step:
        for _ in range(2):
            line.stores("/annuler 1")
        beside = line.runtime.inbox.beside
        key = line.conversation().id
        threads = [threading.Thread(target=beside.answer, args=(key,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        line.drain()
        return says(DONE)

    line.model.script(rule)
    work(line)
    assert line.run().stop_reason == StopReason.CANCELLED
    assert entries(line)[1:] == [("turn", -5), ("refund", 5)]
    assert [each for each in heard(line) if "C’est arrêté" in each]


@pytest.mark.parametrize(("ahead_s", "left"), [(0, 1_800), (3_600, 1_800), (-600, 1_200), (-9_999, LEAST_S)])
def test_a_clock_that_jumps_gives_it_its_time_and_no_more(line: Line, ahead_s: float, left: float) -> None:
    """`ahead_s`: how far its first life began in what is now the future."""
    line.says(f"/fond {REPORT}")
    now = line.clock.now()
    with line.database.write() as session:
        run = session.get_one(Run, open_runs(line)[0].id)
        run.background_at = now + timedelta(seconds=ahead_s)
        limits = manner_of(line.runtime.inbox.turns.settings, run, now).limits
    assert limits.turn_timeout_s == left


def test_on_sms_an_answer_too_long_comes_as_a_link(line: Line) -> None:
    add_user(line.database, PRO, Mode.PRO, 50)
    answers(line, "Le cacao est un fruit. " * 400)
    line.says(f"/fond {REPORT}", address=PRO)
    heard(line, PRO)
    work(line)
    said = heard(line, PRO)
    assert any("Le cacao est un fruit" in each for each in said)
    assert any("/media/" in each for each in said)
