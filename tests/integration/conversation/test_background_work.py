"""Work in the background, one step of its life after the other: asked for, offered, told apart, stopped, ended."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlmodel import Session, col, select

from bot.dao import addresses
from bot.dao.work import background_runs, run_leases, runs
from bot.errors import LeaseLost
from bot.isolation.haste import UNHURRIED, niceness
from bot.models import Alert, LedgerEntry, PendingInteraction, Run, TranscriptMessage, User
from bot.services.background.lapses import follow_up
from bot.services.privacy.erase import erase
from bot.services.sign_in import accounts
from bot.services.work.leases import claim_run
from bot.types import Background, StopReason
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line
from tests.integration.conversation.test_taps import QUIZ

REPORT = "Fais-moi un dossier complet sur le cacao ivoirien et ses prix."
DONE = "Le dossier est prêt."


def open_runs(line: Line) -> Sequence[Run]:
    with line.database.read() as session:
        return session.exec(select(Run).where(col(Run.ended_at).is_(None)).order_by(col(Run.id))).all()


def work(line: Line, run_id: int | None = None) -> None:
    """What a wake-up does."""
    line.runtime.background.work(run_id or open_runs(line)[0].id)


def entries(line: Line) -> list[tuple[str, int]]:
    with line.database.read() as session:
        return [(entry.kind, entry.amount) for entry in session.exec(select(LedgerEntry).order_by(col(LedgerEntry.id)))]


def heard(line: Line, address: str = PUPIL) -> list[str]:
    """What is new, with ordinary spaces."""
    return [said.replace("\u00a0", " ") for said in line.hears(address)]


def answers(line: Line, text: str) -> None:
    line.model.script(lambda _request: says(text))


# -- by command


def test_by_command_it_begins_at_once_and_the_lane_is_free(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    (told,) = heard(line)
    assert "arrière-plan. N° 1" in told
    assert "Fais-moi un dossier complet" in told
    assert line.model.requests == [], "nobody has begun it"
    assert line.outcomes() == ["background"]
    assert line.credits() == CREDITS - 5
    line.says("Combien font 2 et 2 ?")
    assert heard(line) == [DONE]
    assert any("dossier complet" in str(message["content"]) for message in line.asked()[-1]), "the turn knows of it"
    work(line)
    (result,) = heard(line)
    assert result.startswith("Voici votre demande n° 1, « Fais-moi un dossier complet")
    assert result.endswith(DONE)
    assert not open_runs(line)
    assert line.credits() == CREDITS - 6
    assert entries(line)[1:] == [("turn", -5), ("turn", -1)]


@pytest.mark.parametrize("wanted", [f"/fond {REPORT}", f"{REPORT[:-1]}, en arrière-plan"])
def test_what_it_was_told_of_itself_is_told_to_no_later_turn(line: Line, wanted: str) -> None:
    """« You work in the background, nobody answers questions » is true of that run alone, « not wanted there » too."""
    answers(line, DONE)
    line.says(wanted)
    if open_runs(line)[0].background == Background.OFFERED:
        line.says("2")
    else:
        work(line)
    assert "background" in str(orders(line))
    line.says("Merci, et combien font 2 et 2 ?")
    assert "background" not in str(orders(line))
    assert any(message["content"] == DONE for message in line.asked()[-1])


def orders(line: Line) -> list[object]:
    """What the model was told last by the service, behind its rules."""
    return [message["content"] for message in line.model.requests[-1]["messages"][1:] if message["role"] == "system"]


def test_its_end_is_written_once_whoever_is_woken(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    for _ in range(3):
        work(line, run_id)
    assert len([said for said in heard(line) if DONE in said]) == 1


def test_with_nothing_behind_it_the_command_says_how(line: Line) -> None:
    line.says("/fond")
    (told,) = heard(line)
    assert "5 crédits" in told
    assert not open_runs(line)


def test_a_guest_has_none(line: Line) -> None:
    line.says(f"/fond {REPORT}", address="whatsapp:+2250700000003")
    assert "/connexion" in heard(line, "whatsapp:+2250700000003")[0]
    assert not open_runs(line)


def test_without_the_credits_nothing_begins(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).credits = 4
    line.says(f"/fond {REPORT}")
    assert "coûte 5 crédits, et il vous en reste 4" in heard(line)[0]
    with line.database.read() as session:
        assert not session.exec(select(Run)).all()


# -- offered


def asks_for_it(reason: str = "beaucoup de pages") -> Step:
    return calls(("continue_in_background", {"reason": reason}))


def offered(line: Line) -> None:
    """The model wants to go on in the background, and the person is asked."""
    line.model.script(lambda request: says(DONE) if told_of_it(request) else asks_for_it())
    line.says(REPORT)


def told_of_it(request: Request) -> bool:
    return any(
        "background" in str(message["content"]) for message in request["messages"][1:] if message["role"] == "tool"
    )


def test_the_model_asks_the_person_agrees_and_the_same_run_goes_on(line: Line) -> None:
    offered(line)
    (question,) = heard(line)
    assert "5 crédits (1 déjà compté), plus les documents, 30 au plus en tout" in question
    assert "1. Oui\n2. Non, en bref" in question
    (run,) = open_runs(line)
    assert (run.background, line.credits()) == (Background.OFFERED, CREDITS - 1)
    work(line)
    assert len(line.model.requests) == 1, "it does not begin unasked"
    line.says("1")
    assert "N° 1" in heard(line)[0]
    assert line.credits() == CREDITS - 5
    work(line)
    assert DONE in heard(line)[0]
    assert line.run().id == run.id
    assert line.outcomes() == ["background", "interaction"]


def test_the_price_is_the_one_that_was_told_whatever_mode_another_phone_has_chosen_since(line: Line) -> None:
    offered(line)
    with line.database.write() as session:
        session.get_one(User, 1).mode = "pro"
    line.says("1")
    assert "5 crédits" in heard(line)[0]
    (run,) = open_runs(line)
    assert (line.credits(), run.price, run.budget) == (CREDITS - 5, 5, 30)


def test_who_lacks_the_price_that_was_told_hears_that_one(line: Line) -> None:
    offered(line)
    with line.database.write() as session:
        user = session.get_one(User, 1)
        user.mode, user.credits = "pro", 3
    line.says("1")
    assert "coûte 5 crédits, et il vous en reste 3" in heard(line)[1]


@pytest.mark.parametrize(
    ("note", "title"),
    [("Photo: photo-1.jpg, file 1", "photo"), ("Document: cours.pdf, file 1", "document"), ("Place: Cocody", "pièce")],
)
def test_what_came_without_words_is_named_by_what_it_is(line: Line, note: str, title: str) -> None:
    offered(line)
    with line.database.write() as session:
        said = session.exec(select(TranscriptMessage).order_by(col(TranscriptMessage.id))).first()
        assert said is not None
        said.message = {**said.message, "content": f"[{note}]"}
    line.says("1")
    assert f"« {title}" in heard(line)[-1]


@pytest.mark.parametrize("no", ["2", "non", "en bref stp", "trop cher"])
def test_who_declines_is_answered_in_the_lane_by_the_same_run(line: Line, no: str) -> None:
    offered(line)
    heard(line)
    (run,) = open_runs(line)
    line.says(no)
    assert heard(line) == [DONE]
    assert line.run().id == run.id
    assert line.run().background == Background.DECLINED
    assert line.credits() == CREDITS - 1
    last = line.asked()[-1][-1]
    assert (last["role"], "does not want" in str(last["content"])) == ("tool", True)


@pytest.mark.parametrize("yes", ["D’accord", "ok vas-y", "👍"])
def test_a_yes_in_words_is_one(line: Line, yes: str) -> None:
    offered(line)
    heard(line)
    line.says(yes)
    assert "N° 1" in heard(line)[0]
    assert line.credits() == CREDITS - 5


def test_thanks_buy_nothing_and_are_told_the_digits(line: Line) -> None:
    offered(line)
    heard(line)
    line.says("merci")
    assert heard(line)[0].startswith("Pour que je le fasse en arrière-plan, répondez 1.")
    line.says("ok")
    assert "N° 1" in heard(line)[0]


def test_who_lets_go_of_it_in_words_pays_nothing(line: Line) -> None:
    offered(line)
    heard(line)
    line.says("laisse tomber")
    assert "ne vous coûte rien" in heard(line)[0]
    assert (line.credits(), len(open_runs(line))) == (CREDITS, 0)


@pytest.mark.parametrize("between", ["/credits", "Combien font 2 et 2 ?"])
def test_an_ok_behind_another_answer_buys_nothing(line: Line, between: str) -> None:
    offered(line)
    answers(line, "Quatre.")
    line.says(between)
    heard(line)
    line.says("ok")
    assert heard(line)[0].startswith("Pour que je le fasse en arrière-plan, répondez 1.")
    assert [run.background for run in open_runs(line)] == [Background.OFFERED]


def test_an_offer_beside_which_something_else_is_asked_stays_open(line: Line) -> None:
    offered(line)
    heard(line)
    answers(line, "Quatre.")
    line.says("Combien font 2 et 2 ?")
    assert heard(line) == ["Quatre."]
    line.says("oui")
    assert "N° 1" in heard(line)[0]


def test_two_answers_at_once_count_once(line: Line) -> None:
    offered(line)
    heard(line)
    answers(line, "Oui ?")
    line.says("1", "1")
    assert ["N° 1" in said for said in heard(line)] == [True, False], "the other is for the agent"
    assert entries(line)[1:] == [("turn", -1), ("turn", -4), ("turn", -1)]


def test_an_offer_nobody_answers_ends_and_costs_nothing(line: Line) -> None:
    offered(line)
    heard(line)
    database, links = line.database, line.runtime.inbox.turns.links
    assert follow_up(database, links, line.clock.now()) == []
    assert open_runs(line)
    line.clock.skip(4000)
    for _ in range(2):
        follow_up(database, links, line.clock.now())
    (told,) = heard(line)
    assert "Rien n’a été compté" in told
    assert (line.credits(), len(open_runs(line))) == (CREDITS, 0)


def test_an_offer_that_cannot_be_read_ends_without_a_word_and_holds_up_nobody(line: Line) -> None:
    offered(line)
    heard(line)
    with line.database.write() as session:
        session.execute(update(TranscriptMessage).values(message=[]))
    line.clock.skip(4000)
    follow_up(line.database, line.runtime.inbox.turns.links, line.clock.now())
    assert (heard(line), line.credits(), len(open_runs(line))) == ([], CREDITS, 0)


def test_an_offer_that_another_question_replaces_ends_too(line: Line) -> None:
    offered(line)
    heard(line)
    line.says("/mode")
    follow_up(line.database, line.runtime.inbox.turns.links, line.clock.now())
    assert open_runs(line), "it waits behind the menu"
    line.says("0")
    line.model.script(lambda _request: calls(("interactive_quiz", QUIZ)))
    line.says("Un quiz sur les fractions stp")
    heard(line)
    follow_up(line.database, line.runtime.inbox.turns.links, line.clock.now())
    assert not open_runs(line)
    assert line.credits() == CREDITS - 1, "the quiz"


def test_who_lacks_the_credits_is_not_asked(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).credits = 3
    offered(line)
    assert heard(line)[0].startswith(DONE)
    with line.database.read() as session:
        assert session.exec(select(PendingInteraction)).all() == []


def test_words_in_the_request_are_a_wish_and_the_price_is_asked(line: Line) -> None:
    answers(line, DONE)
    line.says(f"{REPORT[:-1]} en arrière-plan, stp")
    assert "5 crédits" in heard(line)[0]
    assert line.model.requests == []
    line.says("1")
    work(line)
    assert line.asked()[0][0]["content"] == REPORT[:-1]


def test_a_picture_with_a_background_is_asked_for_as_it_was_written(line: Line) -> None:
    answers(line, DONE)
    poster = "Dessine-moi une affiche avec le drapeau ivoirien en arrière-plan"
    line.says(poster)
    assert heard(line)[0].startswith(DONE)
    assert line.asked()[0][0]["content"] == poster


def test_a_turn_whose_time_is_over_is_offered_with_what_it_has(line: Line, open_line) -> None:  # type: ignore[no-untyped-def]
    short = open_line(turn_timeout_s=10)

    def slowly(request: Request) -> Step:
        short.clock.skip(6)
        if request["messages"][-1]["role"] == "system":
            return says(DONE)
        return calls(("calculate", {"expression": f"{len(request['messages'])}*7"}))

    short.model.script(slowly)
    short.says(REPORT)
    assert "5 crédits" in heard(short)[0]
    done = len(short.model.requests)
    short.says("1")
    work(short)
    assert DONE in heard(short)[-1]
    assert len(short.model.requests) == done + 1, "what it had done it has"


# -- two at once, the third waits


def three(line: Line) -> list[int]:
    answers(line, DONE)
    for what in ("le cacao", "le café", "le coton"):
        line.says(f"/fond Fais-moi un dossier sur {what}")
    return [run.id for run in open_runs(line)]


def test_two_work_and_the_third_waits_and_is_told_so(line: Line) -> None:
    first, second, third = three(line)
    assert ["déjà en cours" in said for said in heard(line)] == [False, False, True]
    work(line, third)
    assert line.model.requests == []
    line.says("/statut")
    (said,) = heard(line)
    assert "N° 1, « Fais-moi un dossier sur le cacao » : en cours depuis moins d’une minute" in said
    assert "N° 3, « Fais-moi un dossier sur le coton » : attend son tour" in said
    work(line, first)
    assert [run.background for run in open_runs(line)] == [Background.WORKING, Background.WORKING]
    work(line, third)
    work(line, second)
    assert not open_runs(line)


def test_a_place_that_nobody_passed_on_is_found(line: Line) -> None:
    first, _, third = three(line)
    with line.database.write() as session:
        runs.end(session, first, line.clock.now(), status="done", stop_reason="done_signal")
    assert follow_up(line.database, line.runtime.inbox.turns.links, line.clock.now()) == [third]


def test_numbers_stay_and_the_smallest_free_one_is_given(line: Line) -> None:
    first, second, third = three(line)
    work(line, first)
    line.says("/fond Un autre dossier sur le mil")
    assert [(run.id, run.number) for run in open_runs(line)][:2] == [(second, 2), (third, 3)]
    assert open_runs(line)[-1].number == 1


# -- stopped


def test_one_that_waits_is_withdrawn_at_once(line: Line) -> None:
    *_, third = three(line)
    heard(line)
    line.says("/annuler 3")
    assert "C’est retiré : n° 3" in heard(line)[0]
    assert third not in [run.id for run in open_runs(line)]
    assert line.credits() == CREDITS - 10


def test_without_a_number_it_is_asked_which(line: Line) -> None:
    three(line)
    heard(line)
    line.says("/annuler")
    (said,) = heard(line)
    assert "Laquelle" in said
    assert "N° 2" in said
    for asked in ("/annuler 7", "/statut 7", "annule le 2 et le 7"):
        line.says(asked)
        assert "numéro 7.\nN° 1, «" in heard(line)[0]
    assert not any(run.cancelled_at for run in open_runs(line))


@pytest.mark.parametrize(
    ("said", "stopped"),
    [
        ("/annuler 1 et 3", [1, 3]), ("annule le 2", [2]), ("arrête le n° 2", [2]), ("annule tout", [1, 2, 3]),
        ("/annuler les trois", [1, 2, 3]), ("cancel everything", [1, 2, 3]),
    ],
)  # fmt: skip
def test_several_are_stopped_at_once(line: Line, said: str, stopped: list[int]) -> None:
    three(line)
    heard(line)
    line.says(said)
    told = heard(line)
    assert len(told) == len(stopped)
    assert all(any(f"° {number}, " in each or f"o. {number}, " in each for each in told) for number in stopped)
    left = [run.number for run in open_runs(line) if not run.cancelled_at]
    assert left == [number for number in (1, 2, 3) if number not in stopped]
    assert [run.background for run in open_runs(line) if run.number == 3] == [Background.WAITING] * (3 not in stopped)


def test_everything_is_the_turn_that_runs_too(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    heard(line)
    key = line.conversation().id
    with line.database.write() as session:
        runs.start(session, Run(conversation_id=key, user_id=1, mode="student", language="fr"))
    line.is_taken_elsewhere()
    line.stores("annule tout")
    line.runtime.inbox.drain(key)
    assert ["j’arrête" in said for said in heard(line)] == [True, True]
    assert all(run.cancelled_at for run in open_runs(line))


def test_one_at_work_stops_and_delivers_what_is_ready(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    heard(line)

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            line.says("annuler")  # while it is at work
            return calls(("calculate", {"expression": "6*7"}))
        return calls(("generate_md", {"title": "Cacao", "content": "Le **cacao**, chapitre un."}))

    line.model.script(rule)
    work(line)
    asked, stopped, file = heard(line)
    assert "j’arrête" in asked
    assert "C’est arrêté : n° 1" in stopped
    assert "Voici ce qui était prêt (5 crédits en tout)." in stopped
    assert "Cacao" in file
    assert line.run().stop_reason == StopReason.CANCELLED
    assert len(line.model.requests) == 2
    assert line.credits() == CREDITS - 5, "what was made without a plan is paid"


def test_stopping_twice_and_stopping_what_has_ended(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    line.says("/annuler 1")
    line.says("/annuler 1")
    assert ["j’arrête" in said for said in heard(line)] == [False, True, True]
    work(line)
    heard(line)
    line.says("/annuler")
    assert "rien à arrêter" in heard(line)[0]
    line.says("/statut")
    assert "N° 1, « Fais-moi un dossier complet" in (said := heard(line)[0])
    assert "arrêté" in said
    assert line.credits() == CREDITS


def test_stop_ends_it_without_a_word(line: Line) -> None:
    three(line)
    heard(line)
    line.says("STOP")
    heard(line)
    for run in open_runs(line):
        work(line, run.id)
    assert heard(line) == []
    assert not open_runs(line)
    assert line.credits() == CREDITS


# -- its end, whatever happens


def test_a_model_that_is_away_ends_it_with_its_credits(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    heard(line)
    work(line)  # its script is over: every request is refused
    (said,) = heard(line)
    assert "je n’ai pas pu terminer votre demande n° 1" in said
    assert "Vos 5 crédits vous sont rendus" in said
    assert line.credits() == CREDITS


def test_a_quiz_in_the_background_is_told_to_the_model(line: Line) -> None:
    quiz = {"statement": "Le cacao pousse.", "is_true": True, "explanation": "Oui.", "subject": "SVT"}
    line.model.script(
        lambda request: says(DONE) if request["messages"][-1]["role"] == "tool" else calls(("true_false_quiz", quiz))
    )
    line.says(f"/fond {REPORT}")
    work(line)
    assert "nobody answers questions" in str(line.asked()[-1][-1]["content"])
    with line.database.read() as session:
        assert session.exec(select(PendingInteraction)).all() == []
    assert DONE in heard(line)[-1]


def test_an_answer_too_long_comes_with_its_document(line: Line) -> None:
    answers(line, "Le cacao est un fruit. " * 400)
    line.says(f"/fond {REPORT}")
    heard(line)
    work(line)
    said = heard(line)
    assert any("dans le document" in each for each in said)


def test_lives_without_a_step_end_it_and_those_with_one_do_not(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    run_id, key = open_runs(line)[0].id, line.conversation().id
    for life in range(10):
        assert claim_run(line.database, run_id, "dies", 8)
        with line.database.write() as session:
            run = background_runs.count_life(session, run_id, line.clock.now())
            assert run.lives == (1 if life < 8 else life - 6)
            if life < 7:  # a step
                runs.append(session, run_id, key, {"role": "system", "content": f"step {life}"})
            run_leases.take_in(session, key)
    heard(line)
    work(line)
    assert "je n’ai pas pu terminer" in heard(line)[0]
    with line.database.read() as session:
        assert session.exec(select(Alert.kind)).all() == ["run_dead"]
    assert line.credits() == CREDITS


def test_what_it_has_computed_gives_way_to_whoever_waits(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    seen: list[int] = []

    class Turns:
        def execute(self, *_: object) -> tuple[int, ...]:
            seen.append(niceness())
            return ()

    replace(line.runtime.background, turns=Turns()).work(open_runs(line)[0].id)
    assert seen == [UNHURRIED]
    assert niceness() == 0


def test_a_process_that_leaves_with_one_at_work_costs_it_no_life(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    for worker in ("dies", line.runtime.worker_id):  # the second without a step of the first
        assert claim_run(line.database, run_id, worker, 8)
        with line.database.write() as session:
            background_runs.count_life(session, run_id, line.clock.now())
    assert open_runs(line)[0].lives == 2
    assert claim_run(line.database, run_id, "heir", 8) is None
    line.runtime.background.holds.lay_down_all()
    assert open_runs(line)[0].lives == 1
    assert claim_run(line.database, run_id, "heir", 8)


def test_a_process_that_cannot_give_one_back_says_goodbye_all_the_same(line: Line) -> None:
    """So that nobody waits until its heartbeat is old."""
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    line.runtime.start()
    assert claim_run(line.database, run_id, line.runtime.worker_id, 8)
    refuses = "CREATE TRIGGER refuses BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'refused'); END"
    allows = "DROP TRIGGER refuses"
    if not line.database.is_sqlite:
        refuses = "ALTER TABLE run ADD CONSTRAINT refuses CHECK (lease_worker IS NOT NULL)"
        allows = "ALTER TABLE run DROP CONSTRAINT refuses"
    with line.database.write() as session:
        session.connection().exec_driver_sql(refuses)
    line.runtime.stop_claiming()
    try:
        line.runtime.stop()
    finally:  # the next test finds these tables
        with line.database.write() as session:
            session.connection().exec_driver_sql(allows)
    with line.database.read() as session:
        assert run_leases.needing_a_worker(session, 8) == [run_id]


def test_its_time_counts_from_its_first_life(line: Line) -> None:
    """A life that begins when it is over gives what there is."""
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    with line.database.write() as session:
        session.get_one(Run, run_id).background_at = line.clock.now() - timedelta(seconds=1790)
    line.clock.skip(3600)  # whoever set the clock: it ends, and is never without an answer
    work(line)
    assert DONE in heard(line)[-1]


def test_a_ghost_writes_nothing(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    heard(line)

    def stolen(_request: Request) -> Step:
        with line.database.write() as session:
            run_leases.take_in(session, line.conversation().id)
        return says("De l’au-delà")

    line.model.script(stolen)
    work(line)
    assert heard(line) == []
    answers(line, DONE)
    work(line)
    assert DONE in heard(line)[0]


def test_who_signs_out_meanwhile_gets_the_credits_back_and_reads_nothing_of_it(line: Line) -> None:
    answers(line, DONE)
    line.says(f"/fond {REPORT}")
    heard(line)
    with line.database.write() as session:
        address = addresses.by_value(session, PUPIL)
        assert address
        accounts.sign_out(session, address)
    work(line)
    assert DONE not in " ".join(heard(line))
    assert line.credits() == CREDITS


def test_an_outage_behind_a_claim_gives_the_run_back(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    assert claim_run(line.database, run_id, line.runtime.worker_id, 8)
    assert line.runtime.background.holds.give_back() == [run_id]
    assert line.runtime.background.holds.give_back() == []
    assert claim_run(line.database, run_id, "heir", 8)


def test_one_that_a_thread_here_is_at_is_not_given_back(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    with line.runtime.background.holds.enter(run_id):
        lease = claim_run(line.database, run_id, line.runtime.worker_id, 8)
        assert lease
        assert line.runtime.background.holds.give_back() == []
        with lease.write():
            pass


def test_one_whose_thread_leaves_between_the_two_looks_is_not_given_back(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    lease = claim_run(line.database, run_id, line.runtime.worker_id, 8)
    assert lease
    look = run_leases.leases_of

    def look_and_leave(session: Session, worker_id: str) -> Sequence[tuple[int, int]]:
        found = look(session, worker_id)
        lease.release()
        return found

    monkeypatch.setattr(run_leases, "leases_of", look_and_leave)
    assert line.runtime.background.holds.give_back() == []


def test_a_deleted_account_leaves_a_ghost(line: Line) -> None:
    line.says(f"/fond {REPORT}")
    run_id = open_runs(line)[0].id
    lease = claim_run(line.database, run_id, line.runtime.worker_id, 8)
    assert lease
    with line.database.write() as session:
        address = addresses.by_value(session, PUPIL)
        assert address
        erase(session, address, line.conversation().id, 0, line.clock.now())
    with pytest.raises(LeaseLost), lease.write():
        raise AssertionError
    work(line, run_id)


# -- while a turn is at work in the lane


def test_who_wishes_it_while_a_turn_runs_sends_that_turn_there(line: Line) -> None:
    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "user":
            line.stores("/fond")
            line.runtime.inbox.beside.answer(line.conversation().id)
            return calls(("calculate", {"expression": "6*7"}))
        return says(DONE)

    line.model.script(rule)
    line.says(REPORT)
    soon, begun = heard(line)
    assert "dès que possible" in soon
    assert "N° 1" in begun
    assert line.credits() == CREDITS - 5
    assert len(line.model.requests) == 1
    work(line)
    assert DONE in heard(line)[0]
