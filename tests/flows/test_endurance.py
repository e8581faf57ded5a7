"""When Valkey or a worker dies, freezes or leaves: one answer all the same, nothing twice, nothing lost."""

import signal

from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack

PAGE = (
    "<html><head><title>Page</title></head><body><main><p>"
    + "Un texte sur les fractions. " * 20
    + "</p></main></body></html>"
)


def credits_of(stack: Stack) -> tuple[int, int]:
    """The pupil's balance, and the sum of the ledger."""
    with stack.database.read() as session:
        connection = session.connection()
        balance = connection.exec_driver_sql("SELECT credits FROM user_account WHERE id = 1").scalar_one()
        return balance, connection.exec_driver_sql(
            "SELECT sum(amount) FROM ledger_entry WHERE user_id = 1"
        ).scalar_one()


def last_run(stack: Stack) -> tuple[object, ...]:
    with stack.database.read() as session:
        sql = "SELECT status, stop_reason, iterations, lives FROM run ORDER BY id DESC LIMIT 1"
        return tuple(session.connection().exec_driver_sql(sql).one())


def test_valkey_flushed_between_webhook_and_work(stack: Stack) -> None:
    stack.model.then(says("Me voilà."))
    stack.start(workers=0)
    awa = stack.twilio.phone(PUPIL)
    assert awa.says("Tu es là ?").http_status == 200
    stack.valkey.flush()
    stack.start_worker()
    assert awa.hears(20).body == "Me voilà."


def test_valkey_gone_while_people_write(stack: Stack) -> None:
    stack.model.script(lambda request: says(f"Reçu : {last_user_text(request)}"))
    stack.start()
    stack.valkey.kill()
    awa = stack.twilio.phone(PUPIL)
    assert awa.says("un").http_status == 200
    stack.valkey.restart()
    assert awa.hears(30).body == "Reçu : un"


def test_a_worker_killed_during_a_tool_is_replaced_and_nothing_runs_twice(stack: Stack) -> None:
    """The first tool finished before the kill, the second was under way: only the second runs again."""
    stack.web.pages = {"/page": PAGE}
    stack.web.hold = True

    def rule(request: Request) -> Step:
        done = [message for message in request["messages"] if message["role"] == "tool"]
        if not done:
            return calls(("generate_pdf", {"title": "Fiche", "content": "Une fiche sur les fractions."}))
        if len(done) == 1:
            return calls(("browse_url", {"urls": [f"{stack.web.url}/page"]}))
        return says("Terminé.")

    stack.model.script(rule)
    stack.start(workers=0)
    first = stack.start_worker()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Lis la page et fais une fiche")
    eventually(lambda: stack.web.requests.count("/page") == 1, 20)
    stack.kill(first)
    stack.web.release()
    stack.start_worker()
    answer, document = awa.hears_all(2, 40)
    assert answer.body == "Terminé."
    assert document.media[0].content.startswith(b"%PDF")
    awa.silence(1.5)
    assert stack.web.requests.count("/page") == 2  # a read: run again at will
    assert len(stack.model.requests) == 3  # what the model said was not asked for again
    with stack.database.read() as session:
        files = session.connection().exec_driver_sql("SELECT count(*) FROM stored_file").scalar_one()
        counts = session.connection().exec_driver_sql("SELECT tool, dispatches FROM tool_call ORDER BY id").all()
    assert files == 1
    assert [tuple(row) for row in counts] == [("generate_pdf", 1), ("browse_url", 2)]
    assert last_run(stack)[3] == 2
    assert credits_of(stack) == (48, 48)


def test_a_worker_told_to_leave_lets_its_turn_end(stack: Stack) -> None:
    stack.web.pages = {"/page": PAGE}
    stack.web.hold = True
    stack.model.script(
        lambda request: (
            says("Fini.")
            if request["messages"][-1]["role"] == "tool"
            else calls(("browse_url", {"urls": [f"{stack.web.url}/page"]}))
        )
    )
    stack.start(workers=0)
    worker = stack.start_worker()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Lis la page")
    eventually(lambda: stack.web.requests, 20)
    worker.terminate()
    stack.web.release()
    assert worker.wait(25) == 0
    stack.start_worker()
    assert awa.hears(20).body == "Fini."
    assert last_run(stack)[3] == 1


def test_a_message_that_kills_every_worker_is_given_up_after_three_lives(stack: Stack) -> None:
    stack.model.then(says("jamais dit"))
    stack.start(workers=0)
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    with stack.database.write() as session:
        session.connection().exec_driver_sql("UPDATE inbound_message SET attempts = 3")
    stack.start_worker()
    assert "plusieurs essais" in awa.hears(20).body
    assert stack.model.requests == []
    assert credits_of(stack) == (50, 50)


def test_a_frozen_worker_that_wakes_up_says_nothing(stack: Stack) -> None:
    """One worker stops dead in the middle of a turn, another takes over; then the first goes on, as a ghost."""
    stack.web.pages = {"/page": PAGE}
    stack.web.hold = True

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            return says("Une seule fois.")
        return calls(("browse_url", {"urls": [f"{stack.web.url}/page"]}))

    stack.model.script(rule)
    stack.start(workers=0)
    ghost = stack.start_worker()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Lis la page")
    eventually(lambda: stack.web.requests, 20)
    stack.freeze(ghost)
    stack.start_worker()
    eventually(lambda: len(stack.web.requests) == 2, 30)
    stack.web.release()
    assert awa.hears(20).body == "Une seule fois."
    ghost.send_signal(signal.SIGCONT)
    awa.silence(3)
    assert ghost.poll() is None
    assert last_run(stack)[:2] == ("done", "done_signal")
    assert last_run(stack)[3] == 2
    assert credits_of(stack) == (49, 49)


def test_a_message_whose_webhook_never_arrived_is_found_in_twilios_log(stack: Stack) -> None:
    stack.model.then(says("Je l’ai trouvé."))
    stack.start(workers=0)
    awa = stack.twilio.phone(PUPIL)
    stack.twilio.stand_in.webhook_base_url = "http://127.0.0.1:9"
    assert awa.says("Combien font 12 × 7 ?").http_status == 0
    stack.twilio.stand_in.webhook_base_url = stack.url
    stack.start_worker()
    assert awa.hears(20).body == "Je l’ai trouvé."
