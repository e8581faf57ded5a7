"""One-time codes typed where no question awaits one: below another question, too late, in the wrong conversation. They
answer nothing there, and no model may see them."""

from bot.conversation.dialogues.sign_in import KIND
from bot.conversation.talk import Talk
from bot.dao import interactions, otp
from bot.reading.replies import sign_in_answers as typed
from bot.reading.replies.sign_in_answers import Code
from bot.services.sign_in.phone_numbers import number_of


def hide_old_code(talk: Talk, text: str) -> bool:
    """Whether a text that answers nothing holds a code that was sent here before, or to this number. If so its messages
    are hidden: no model may see it."""
    digits = typed.codes_in(text)
    number = number_of(talk.person.address)
    if not digits or not talk.desk.otp.was_ever_sent(talk.session, talk.person.conversation_id, number, digits):
        return False
    otp.hide_bodies(talk.session, talk.messages)
    return True


def is_stray(talk: Talk, text: str) -> bool:
    """Whether a text may hold a code, and what is open here, if anything, awaits none."""
    if not typed.codes_in(text):
        return False
    opened = talk.question
    return opened is None or not interactions.awaits_code(opened)


def takes_up_sign_in(talk: Talk, text: str) -> bool:
    """Go on with a sign-in that another question took the place of, as if it had stayed open: its code may still be
    typed, and nothing else here is six digits long. A wrong one counts."""
    found = otp.awaited_of(talk.session, talk.person.conversation_id, talk.now)
    if found is None or not isinstance(typed.read_code(text), Code):
        return False
    opened = talk.ask(KIND, {"step": "code", "number": found.number, "otp_id": found.id})
    talk.desk.dialogues[KIND].answer(talk, opened, text)
    return True
