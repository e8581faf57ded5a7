"""What is said first: the template after WhatsApp's 24-hour window and, on the reply, what waited; a task that comes
back. Over the real stack; a worker is killed in between."""

import time
from datetime import timedelta

from sqlmodel import col, select, update

from bot.i18n.catalogue import say
from bot.models import Address, Chore, InboundMessage, Task
from bot.models.base import utc_now
from bot.types import Language
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Process, Stack
from tests.flows.steps import column, hears_about
from tests.flows.test_background import DOSSIER, dossier
from tests.flows.test_endurance import credits_of

TEMPLATE = "HX" + "a" * 32
WAITS = say(Language.FR, "reminder")


def test_after_the_window_the_template_and_on_the_reply_the_result_once(stack: Stack) -> None:
    dossier(stack)
    stack.twilio.stand_in.contents.approve(TEMPLATE, WAITS, Language.FR)
    stack.web.hold = True
    stack.start(workers=0, WHATSAPP_TEMPLATE_SID=TEMPLATE)
    worker = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    phone.says(f"/fond {DOSSIER}")
    hears_about(phone, "1")
    eventually(lambda: stack.web.requests, 20)

    stack.twilio.stand_in.close_window(PUPIL)
    stack.twilio.faults.callbacks.delay_s = 1
    said = len(stack.twilio.stand_in.sent)
    stack.web.release()
    eventually(lambda: len(stack.twilio.stand_in.sent) > said, 20)
    stack.kill(worker)  # the word that the window is closed has not come yet
    eventually(lambda: column(stack, "SELECT state FROM outbound_part WHERE kind = 'reminder'") == ["pending"], 20)
    stack.start_worker()
    assert phone.hears(20).body == WAITS
    phone.silence(2)

    asked = len(stack.model.requests)
    phone.says("OUI")
    hears_about(phone, "Le dossier est prêt.")
    phone.silence(1.5)
    assert len(stack.model.requests) == asked, "a yes is no question"
    assert credits_of(stack) == (45, 45)

    stack.twilio.stand_in.close_window(PUPIL)
    phone.says(f"/fond {DOSSIER} encore")  # opens the window, and closes it behind her
    stack.twilio.stand_in.close_window(PUPIL)
    assert phone.hears(20).body == WAITS
    eventually(lambda: column(stack, "SELECT count(*) FROM outbound_part WHERE state = 'held'") == [2], 20)
    phone.says("Combien font 2 et 2 ?")
    heard = [message.body for message in phone.hears_all(3, 20)]
    assert "arrière-plan" in heard[0]
    assert "Le dossier est prêt." in heard[1]
    assert "Tout de suite" in heard[2]
    assert len([message for message in stack.twilio.stand_in.sent if message.content_sid]) == 2


def test_a_reminder_that_comes_back_is_heard_once_though_its_worker_is_killed(stack: Stack) -> None:
    stack.start(workers=0)
    worker = stack.start_worker()
    phone = stack.twilio.phone(PUPIL)
    phone.says("/taches")
    phone.hears(20)
    stack.kill(worker)
    minute = utc_now().replace(second=0, microsecond=0)
    with stack.database.write() as session:
        user_id = session.exec(select(Address.user_id).where(Address.value == PUPIL)).one()
        key = session.exec(select(InboundMessage.conversation_id)).one()
        session.add(Task(user_id=user_id, conversation_id=key, title="boire de l’eau", repeats=f"daily {minute:%H:%M}",
                         due_at=minute, remind_at=minute))  # fmt: skip
    said = "SELECT key FROM outbound_part WHERE key LIKE 'task%'"
    worker = looks_after_reminders(stack)
    eventually(lambda: column(stack, said), 30)
    stack.kill(worker)
    looks_after_reminders(stack)
    assert "boire de l’eau" in hears_about(phone, "/fait 1")
    eventually(lambda: column(stack, "SELECT 1 FROM chore WHERE name = 'reminders' AND holder = ''"), 20)
    phone.silence(1)
    assert len(column(stack, said)) == 1
    with stack.database.read() as session:
        assert session.exec(select(Task.remind_at)).one() == minute + timedelta(days=1)


def looks_after_reminders(stack: Stack) -> Process:
    """A worker that does so as it begins, whoever was killed at it."""
    with stack.database.write() as session:
        again = {"due": time.time() - 1, "expires": 0.0, "holder": ""}
        session.execute(update(Chore).where(col(Chore.name) == "reminders").values(**again))
    return stack.start_worker()
