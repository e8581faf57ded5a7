"""Work that ends after WhatsApp's 24-hour window: the approved template, then the result on the reply, over the real
stack; a worker is killed in between."""

from bot.i18n.catalogue import say
from bot.types import Language
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack
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
