"""Tasks: noted by the agent, listed and ticked off by their owner, reminded of where they are signed in."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.dao import tasks
from bot.dao.admin import users
from bot.models import Address, Run, Task
from bot.models.base import random_id, utc_now
from bot.services.tasks.reminders import Reminders
from bot.services.work.chores import Chore, Chores
from bot.types import Language
from tests.fakes.model import calls, says
from tests.fakes.threads import at_once
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

SMS = "+2250700000001"


def noted(line: Line, title: str, **arguments: object) -> list[str]:
    """What the person hears when the agent notes a task down for them."""
    steps = iter((calls(("create_task", {"title": title, **arguments})), says("C’est noté.")))
    line.model.script(lambda _request: next(steps))
    line.says(f"note : {title}")
    return line.hears()


def remind(line: Line, worker: str = "w") -> None:
    """The chore's turn has come."""
    reminders = Reminders(line.runtime.inbox.exchange.desk.links, Language.FR)
    Chores(line.database, worker, [Chore(random_id()[:20], 3600, reminders.act)]).tick()


def due_now(line: Line) -> None:
    """The time of every task has come."""
    with line.database.write() as session:
        for task in session.exec(select(Task).where(col(Task.remind_at).is_not(None))):
            task.remind_at = utc_now() - timedelta(seconds=1)


def stored(line: Line) -> list[Task]:
    with line.database.read() as session:
        return list(session.exec(select(Task).order_by(col(Task.id))))


def test_reminders_wait_for_no_other_chore(line: Line) -> None:
    """The first of a worker's chores let go of what is old, which may take hours; reminders have a thread of theirs."""
    noted(line, "Réviser les fractions", in_minutes=60)
    due_now(line)
    for chores in line.runtime.chores[1:]:
        chores.tick()
    assert any("Réviser les fractions" in said for said in line.hears())


def test_the_life_of_a_task(line: Line) -> None:
    assert noted(line, "Réviser les fractions", in_minutes=60, tags=["maths"]) == ["C’est noté."]
    noted(line, "Acheter un cahier")
    line.says("/taches")
    (listed,) = line.hears()
    assert "1. Réviser les fractions –" in listed
    assert "2. Acheter un cahier" in listed
    assert listed.endswith("/fait 1")
    remind(line)
    assert line.hears() == []
    due_now(line)
    remind(line)
    remind(line)
    (reminder,) = line.hears()
    assert reminder.startswith("⏰ Rappel\u00a0: Réviser les fractions (")
    line.says("fait")
    assert "tâche faite\u00a0: Réviser les fractions" in line.hears()[0]
    line.says("/fait 1")
    assert "déjà faite" in line.hears()[0]
    line.says("mes tâches")
    assert "2. Acheter un cahier" in line.hears()[0]  # its number stays
    line.says("/done 2")
    line.says("/taches")
    assert "rien à faire" in line.hears()[-1]


def test_done_said_of_something_else_goes_to_the_agent(line: Line) -> None:
    noted(line, "Acheter un cahier")
    line.model.script(lambda _request: says("Montrez-moi votre résultat."))
    line.says("fait")
    assert line.hears() == ["Montrez-moi votre résultat."]
    assert stored(line)[0].done_at is None


def test_it_is_done_means_the_task_where_the_reminder_was_read_last(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    noted(line, "Acheter un cahier", in_minutes=60)
    due_now(line)
    remind(line)
    line.hears()
    line.says("C’est fait, merci !")
    assert "tâche faite\u00a0: Acheter un cahier" in line.hears()[0]
    line.model.script(lambda _request: says("Alors montrez-moi."))
    line.says("oui c'est fait")
    assert line.hears() == ["Alors montrez-moi."], "of something else than the task before"
    assert stored(line)[0].done_at is None


def test_several_are_ticked_off_at_once(line: Line) -> None:
    for title in ("Réviser", "Acheter un cahier", "Appeler maman"):
        noted(line, title)
    line.says("/fait 1, 3 et 9")
    told, listed = line.hears()
    assert told.count("tâche faite") == 2
    assert "pas de tâche de ce numéro" in told
    assert "2. Acheter un cahier" in listed
    assert "Réviser" not in listed.partition("2.")[2]
    line.model.script(lambda _request: says("Lesquels ?"))
    line.says("fait 2 et 7")
    assert line.hears() == ["Lesquels\u00a0?"], "exercises, since there is no such task"
    line.says("fait 2 et 3")
    (told,) = line.hears()
    assert "tâche faite\u00a0: Acheter un cahier" in told
    assert "déjà faite" in told


def test_done_said_of_something_else_counts_as_any_message_of_a_guest(open_line: Callable[..., Line]) -> None:
    line = open_line(guest_daily_messages=1)
    line.model.script(lambda _request: says("Montrez-moi votre résultat."))
    line.says("fait", address=GUEST)
    line.says("fait", address=GUEST)
    assert line.outcomes() == ["done_signal", "allowance_used"]


def test_what_is_not_to_be_done_after_all_is_taken_off_without_praise(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    line.says("/supprimer la tâche piscine")
    which, listed = line.hears()
    assert "Laquelle retirer" in which
    assert "1. Réviser" in listed
    line.says("annule le rappel")
    assert line.hears() == ["Retirée de votre liste\u00a0: Réviser. Je ne vous la rappellerai pas."]
    for title in ("Acheter un cahier", "Appeler maman", "Dormir"):
        noted(line, title, in_minutes=60)
    line.says("annuler mon rappel")
    which, listed = line.hears()
    assert "supprimer la tâche 2" in which
    assert "3. Appeler maman" in listed
    line.says("supprime les tâches 2 et 4")
    assert line.hears()[0].count("Retirée") == 2
    assert [task.remind_at is None for task in stored(line)] == [True, True, False, True]


@pytest.mark.parametrize("words", ["arrête le rappel 2", "annule rappel no 2", "stop le deuxième rappel"])
def test_whoever_stops_a_reminder_means_no_work_in_the_background(line: Line, words: str) -> None:
    noted(line, "Réviser", in_minutes=60)
    noted(line, "Dormir", in_minutes=60)
    line.says("/fond Un rapport sur le fonio", "/fond Un rapport sur le mil")
    line.hears()
    line.says(words)
    assert "Retirée de votre liste\u00a0: Dormir" in line.hears()[0]
    line.says(words)
    assert "déjà faite" in line.hears()[0]
    with line.database.read() as session:
        assert not session.exec(select(Run).where(col(Run.cancelled_at).is_not(None))).all()


def test_a_number_of_the_list_alone_is_told_what_it_names(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    line.says("/taches", "annule le 1")
    no_work, named = line.hears()[-1].split("\n")
    assert no_work.endswith("1.")
    assert named.endswith("«\u00a0Réviser\u00a0». Pour la retirer\u00a0: supprimer la tâche 1")
    assert stored(line)[0].done_at is None


@pytest.mark.parametrize(
    "said",
    ["annule tous mes rappels", "annule tout mes rappels", "Supprimez tout les rapels svp", "stop rappels",
     "STOP RAPPEL", "arrêtez les rappels", "stop all reminders"],
)  # fmt: skip
def test_all_are_taken_off_and_what_has_no_day_is_no_reminder(line: Line, said: str) -> None:
    for title, when in (("Réviser", {"in_minutes": 60}), ("Dormir", {"in_minutes": 90}), ("Lire", {})):
        noted(line, title, **when)
    line.says("quels sont mes rappels ?")
    assert "2. Dormir" in line.hears()[0]
    line.says(said)
    assert line.hears() == ["C’est fait\u00a0: 2 tâches retirées de votre liste. Je ne vous les rappellerai pas."]
    assert [task.done_at is None for task in stored(line)] == [False, False, True]
    line.says("supprime toutes mes tâches")
    assert stored(line)[2].done_at is not None


def test_who_has_no_tasks_speaks_of_others(line: Line) -> None:
    line.model.script(lambda _request: says("De quel plan ?"))
    line.says("supprime la tâche 2")
    assert line.hears() == ["De quel plan\u00a0?"]
    for plain in ("/annuler le rappel 2", "annule tous mes rappels"):
        line.says(plain)
        assert "rien à faire" in line.hears()[0]


def test_what_is_to_come_is_listed_before_what_is_long_over(line: Line) -> None:
    noted(line, "Demain", in_minutes=1440)
    (task,) = stored(line)
    with line.database.write() as session:
        for hours in range(30):
            due = utc_now() - timedelta(hours=hours + 1)
            session.add(Task(user_id=1, conversation_id=task.conversation_id, title=f"Il y a {hours} h", due_at=due))
    line.says("/taches")
    (listed,) = line.hears()
    assert "1. Demain" in listed
    assert "Il y a 0 h" in listed
    assert "Il y a 29 h" not in listed
    assert "et 11 de plus" in listed


def test_a_tick_of_a_number_that_is_none_shows_the_list(line: Line) -> None:
    noted(line, "Acheter un cahier")
    line.says("/fait 7")
    refused, listed = line.hears()
    assert refused == "Il n’y a pas de tâche de ce numéro."
    assert "1. Acheter un cahier" in listed
    line.says("/fait")
    assert line.hears() == [listed], "no number, none that is wrong"


@pytest.mark.parametrize("due", ["2026-02-31", "2020-01-01", "demain"])
def test_a_day_that_is_none_comes_back_to_the_model_and_stores_nothing(line: Line, due: str) -> None:
    noted(line, "Réviser", due=due)
    assert stored(line) == []
    assert "error" in str(line.model.requests[-1]["messages"][-1]["content"])


def test_the_same_task_asked_for_twice_is_one_and_a_full_list_says_so(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted(line, "Réviser")
    noted(line, "Réviser")
    assert len(stored(line)) == 1
    for pause_s in (0, 30):
        line.clock.skip(pause_s)
        noted(line, "Boire", in_minutes=60)
    assert len(stored(line)) == 2
    assert "instead_of" not in str(line.model.requests[-1]["messages"][-1]["content"])
    monkeypatch.setattr("bot.services.tasks.run_tasks.MOST_OPEN", 1)
    noted(line, "Dormir")
    assert len(stored(line)) == 2
    assert "full" in str(line.model.requests[-1]["messages"][-1]["content"])


def test_what_was_reminded_of_a_month_ago_leaves_a_full_list_for_what_is_to_come(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.tasks.run_tasks.MOST_OPEN", 2)
    for title, days in (("Payer le loyer", 40), ("Appeler maman", 20)):
        noted(line, title, in_minutes=60)
        with line.database.write() as session:
            task = session.exec(select(Task).where(Task.title == title)).one()
            task.remind_at, task.reminded_at = None, utc_now() - timedelta(days=days)
    noted(line, "Dormir", in_minutes=60)
    assert [task.title for task in stored(line) if task.done_at is None] == ["Appeler maman", "Dormir"]
    noted(line, "Boire", in_minutes=60)
    assert "full" in str(line.model.requests[-1]["messages"][-1]["content"])


def test_what_is_done_fills_no_list_and_numbers_go_on(line: Line) -> None:
    noted(line, "Réviser")
    with line.database.write() as session:
        first = session.exec(select(Task)).one()
        first.done_at = utc_now()
        for place in range(2, 1_501):
            done = Task(user_id=1, conversation_id=first.conversation_id, title=f"Tâche {place}", done_at=utc_now())
            session.add(done)
    assert noted(line, "Acheter un cahier", in_minutes=60) == ["C’est noté."]
    assert stored(line)[-1].title == "Acheter un cahier"
    line.says("/taches")
    (listed,) = line.hears()
    assert "1501. Acheter un cahier" in listed
    assert "Tâche" not in listed
    line.says("/fait 700", "/fait 1502", "/fait 0", "/fait 1501")
    heard = "\n".join(line.hears())
    assert "déjà faite\u00a0: Tâche 700" in heard
    assert heard.count("pas de tâche de ce numéro") == 2
    assert stored(line)[-1].done_at is not None


def test_the_model_is_told_that_the_same_at_another_time_stays(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    noted(line, "Dormir", in_minutes=60)
    noted(line, "réviser", in_minutes=120)
    assert "annule le rappel 1" in str(line.model.requests[-1]["messages"][-1]["content"])


def test_the_model_is_told_that_nothing_repeats(line: Line) -> None:
    noted(line, "Prendre mon traitement tous les jours", in_minutes=60)
    assert "repeats" in str(line.model.requests[-1]["messages"][-1]["content"])


def test_the_model_knows_what_they_were_just_reminded_of(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    noted(line, "Appeler maman", in_minutes=60)
    line.says("/nouveau")
    due_now(line)
    remind(line)
    line.model.script(lambda _request: says("C’est noté."))
    line.clock.skip(60)
    line.says("Pas le temps, décale à demain 9 h")
    told = str(line.asked()[-1])
    assert "Appeler maman" in told
    assert "annule le rappel 2" in told
    line.says("fait", "Et le café ?")
    assert "Appeler maman" not in str(line.asked()[-1])
    line.clock.skip(25 * 3600)
    line.says("Et le thé ?")
    assert "the service reminded" not in str(line.asked()[-1])


@pytest.mark.parametrize(("days", "ends_before"), [(20, False), (40, True)])
def test_the_model_is_told_that_the_sign_in_ends_before_the_reminder(
    line: Line, days: int, *, ends_before: bool
) -> None:
    noted(line, "Payer la scolarité", due=f"{line.clock.now() + timedelta(days=days):%Y-%m-%d}")
    assert ("/connexion" in str(line.model.requests[-1]["messages"][-1]["content"])) == ends_before


def test_the_model_is_told_which_day_it_is(line: Line) -> None:
    noted(line, "Réviser")
    assert f"({line.clock.now():%Y-%m-%d})" in line.model.requests[-1]["messages"][0]["content"]


def test_a_guest_is_told_to_sign_in(line: Line) -> None:
    line.says("bonjour", address=GUEST)
    line.hears(GUEST)
    line.says("/taches", address=GUEST)
    assert "/connexion" in line.hears(GUEST)[0]


def test_whoever_is_signed_out_sees_and_hears_nothing_of_them(line: Line) -> None:
    noted(line, "Prendre mon traitement", in_minutes=60)
    sign_in_until(line, PUPIL, None)
    due_now(line)
    remind(line)
    line.says("/taches")
    line.says("/fait 1")
    assert not any("traitement" in said for said in line.hears())
    assert stored(line)[0].done_at is None
    sign_in_until(line, PUPIL, 1)
    due_now(line)
    remind(line)
    assert "traitement" in line.hears()[0]


def sign_in_until(line: Line, address: str, days: float | None) -> None:
    with line.database.write() as session:
        found = session.exec(select(Address).where(Address.value == address)).one()
        found.signed_in_until = utc_now() + timedelta(days=days) if days else None


def also_by_sms(line: Line, **columns: object) -> None:
    """The pupil is signed in by SMS as well."""
    with line.database.write() as session:
        user_id = session.exec(select(Address.user_id).where(Address.value == PUPIL)).one()
        until = utc_now() + timedelta(days=1)
        session.add(Address(value=SMS, channel="sms", user_id=user_id, signed_in_until=until, **columns))


def silent_for(line: Line, hours: float) -> None:
    with line.database.write() as session:
        found = session.exec(select(Address).where(Address.value == PUPIL)).one()
        found.last_inbound_at = utc_now() - timedelta(hours=hours)


@pytest.mark.parametrize(("hours", "where"), [(1, PUPIL), (25, SMS)])
def test_a_reminder_goes_where_it_may_be_read(line: Line, hours: float, where: str) -> None:
    noted(line, "Réviser", in_minutes=60)
    also_by_sms(line)
    silent_for(line, hours)
    due_now(line)
    remind(line)
    assert [address for address in (PUPIL, SMS) if any("Rappel" in said for said in line.hears(address))] == [where]


def test_after_stop_nothing_is_reminded_of(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    with line.database.write() as session:
        session.exec(select(Address).where(Address.value == PUPIL)).one().opted_out_at = utc_now()
    due_now(line)
    remind(line)
    assert line.hears() == []
    assert stored(line)[0].remind_at > utc_now()  # looked at again later


def test_who_is_blocked_is_reminded_once_they_are_not(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    for blocked_at in (utc_now(), None):
        with line.database.write() as session:
            users.block(session, 1, blocked_at)
        due_now(line)
        remind(line)
        assert any("Réviser" in said for said in line.hears()) == (blocked_at is None)


def test_what_nobody_could_be_reminded_of_for_a_week_is_let_go(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    sign_in_until(line, PUPIL, None)
    with line.database.write() as session:
        task = session.exec(select(Task)).one()
        task.due_at = task.remind_at = utc_now() - timedelta(days=8)
    remind(line)
    assert stored(line)[0].remind_at is None


def test_eight_workers_remind_once(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    due_now(line)
    (task,) = stored(line)

    def claim(_number: int) -> bool:
        with line.database.write() as session:
            return tasks.reminded(session, task, utc_now())

    assert sum(at_once(8, claim)) == 1


def test_ticked_off_meanwhile_is_not_reminded_of(line: Line) -> None:
    noted(line, "Réviser", in_minutes=60)
    due_now(line)
    (task,) = stored(line)
    line.says("/fait 1")
    line.hears()
    with line.database.write() as session:
        assert not tasks.reminded(session, task, utc_now())


@pytest.mark.parametrize("said", ["plus de rappels", "efface mes rappels", "cancel my reminders", "efface mes tâches"])
def test_which_of_several_is_asked_where_all_are_not_named(line: Line, said: str) -> None:
    for title in ("Réviser", "Dormir"):
        noted(line, title, in_minutes=60)
    line.says(said)
    assert "2. Dormir" in "\n".join(line.hears())
    assert all(task.done_at is None for task in stored(line))


@pytest.mark.parametrize("said", ["ne me rappelle plus", "arrête de me rappeler ça", "annule le rappel"])
def test_the_reminder_that_has_just_come_is_the_one_that_is_meant(line: Line, said: str) -> None:
    noted(line, "Réviser les fractions", in_minutes=60)
    due_now(line)
    remind(line)
    noted(line, "Appeler tonton", in_minutes=600)
    due_now(line)
    remind(line)
    line.hears()
    line.says(said)
    assert "Appeler tonton" in "".join(line.hears())
    assert [task.title for task in stored(line) if task.done_at] == ["Appeler tonton"]
