"""Stories over the whole product: somebody writes, the agent works, the phone hears."""

import pytest

from tests.fakes.model import Request, calls, last_user_text, says
from tests.flows.conftest import GUEST, PRO, PUPIL, Stack


def test_a_question_is_answered_with_a_typing_indicator(stack: Stack) -> None:
    stack.model.then(says("Une *fraction* est une part d’un tout : **1/2**."))
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    asked = awa.says("C’est quoi une fraction ?")
    assert awa.hears().body == "Une _fraction_ est une part d’un tout : *1/2*."
    assert [call.message_sid for call in stack.twilio.stand_in.typing] == [asked.sid]
    request = stack.model.requests[0]
    assert request["messages"][0]["role"] == "system"
    assert request["messages"][-1] == {"role": "user", "content": "C’est quoi une fraction ?"}
    assert {tool["function"]["name"] for tool in request["tools"]} >= {"web_search", "browse_url", "calculate"}


def test_a_guest_is_answered_without_tools_and_told_who_answers(stack: Stack) -> None:
    stack.model.then(says("Bonjour !"), says("Oui."))
    stack.start()
    guest = stack.twilio.phone(GUEST)
    guest.says("Bonjour")
    answer, notice = guest.hears_all(2)
    assert answer.body == "Bonjour !"
    assert "service automatique" in notice.body
    guest.says("Tu es là ?")
    assert guest.hears().body == "Oui."
    assert all(not request.get("tools") for request in stack.model.requests)


def test_five_fragments_are_one_question(stack: Stack) -> None:
    stack.model.then(says("Reçu."))
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    for piece in ("Explique", "moi", "les", "fractions", "stp"):
        awa.says(piece)
    assert awa.hears().body == "Reçu."
    assert last_user_text(stack.model.requests[0]) == "Explique\nmoi\nles\nfractions\nstp"
    awa.silence(1.5)


def test_two_conversations_go_on_at_once(stack: Stack) -> None:
    """Each model call waits for the other's: one at a time would never end."""
    import threading

    both = threading.Barrier(2, timeout=20)

    def rule(request: Request) -> object:
        both.wait()
        return says(f"Pour {last_user_text(request)}")

    stack.model.script(rule)  # type: ignore[arg-type]
    stack.start()
    awa, ali = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    awa.says("Awa")
    ali.says("Ali")
    assert awa.hears(25).body == "Pour Awa"
    assert ali.hears(25).body == "Pour Ali"


def test_the_second_question_knows_the_first(stack: Stack) -> None:
    stack.model.then(says("4"), says("8"))
    stack.start()
    ali = stack.twilio.phone(PRO)
    ali.says("2+2 ?")
    assert ali.hears().body == "4"
    ali.says("et le double ?")
    assert ali.hears().body == "8"
    texts = [message["content"] for message in stack.model.requests[1]["messages"][1:]]
    assert texts == ["2+2 ?", "4", "et le double ?"]
    ali.says("/nouveau")
    ali.hears()
    stack.model.then(says("oui"))
    ali.says("tu te souviens ?")
    ali.hears()
    assert len(stack.model.requests[2]["messages"]) == 2


@pytest.mark.parametrize("who", [PUPIL, PRO])
def test_a_long_answer_arrives_in_order_over_shuffled_callbacks(stack: Stack, who: str) -> None:
    text = "\n\n".join(f"{number}. " + "Une phrase qui parle des fractions. " * 8 for number in range(1, 13))
    assert 3_400 < len(text) < 3_700
    stack.twilio.faults.callbacks.backwards = True
    stack.twilio.faults.callbacks.copies = 2
    stack.model.then(says(text, piece=200))
    stack.start()
    phone = stack.twilio.phone(who)
    phone.says("Explique tout")
    heard = " ".join(message.body for message in phone.hears_all(3, 25))
    numbers = [int(word.rstrip(".")) for word in heard.split() if word.rstrip(".").isdigit()]
    assert numbers == list(range(1, 13))
    assert all(len(message.body) <= 1600 for message in stack.twilio.stand_in.sent)
    assert [message.body[:6] for message in stack.twilio.stand_in.sent] == (
        ["(1/3) ", "(2/3) ", "(3/3) "] if who == PRO else [message.body[:6] for message in stack.twilio.stand_in.sent]
    )


def test_an_answer_far_too_long_comes_with_a_document(stack: Stack) -> None:
    stack.model.then(says("Voici.\n\n" + "Une phrase qui parle des fractions. " * 200, piece=400))
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Explique tout en détail")
    note, beginning, document = awa.hears_all(3, 30)
    assert "document" in note.body
    assert beginning.body.startswith("Voici.")
    assert document.media[0].content.startswith(b"%PDF")


def test_sms_gets_plain_text_in_one_alphabet(stack: Stack) -> None:
    stack.model.then(says("**Le total** est « 3 % » : l’élève a 4 ≤ 5, ça va… [page](https://exemple.ci/a)"))
    stack.start()
    ali = stack.twilio.phone(PRO)
    ali.says("Combien ?")
    heard = ali.hears()
    assert heard.body.startswith('Le total est "')
    assert "*" not in heard.body
    assert heard.segments == 1


def test_an_empty_balance_is_said_and_costs_no_model_call(stack: Stack) -> None:
    stack.start()
    with stack.database.write() as session:
        session.connection().exec_driver_sql("UPDATE user_account SET credits = 0")
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    assert "0 crédit" in awa.hears().body
    assert stack.model.requests == []


def test_tools_run_and_their_rows_are_kept(stack: Stack) -> None:
    stack.model.then(calls(("calculate", {"expression": "15000*1,18"})), says("17 700 FCFA"))
    stack.start()
    ali = stack.twilio.phone(PRO)
    ali.says("15000 plus 18 % ?")
    assert ali.hears().body == "17 700 FCFA"
    with stack.database.read() as session:
        row = session.connection().exec_driver_sql("SELECT tool, status, state, result FROM tool_call").one()
        run = session.connection().exec_driver_sql("SELECT status, stop_reason, iterations FROM run").one()
    assert tuple(row[:3]) == ("calculate", "success", "done")
    assert "17700" in row[3]
    assert tuple(run) == ("done", "done_signal", 2)
