"""What somebody says, in a sentence of their own, of the class, mode, language or number they want: it is done, free of
charge, as the command would; the agent could only say that it did."""

from bot.conversation import quoting
from bot.conversation.commands import language, login, mode
from bot.conversation.dialogues.sign_in_sentences import may_change
from bot.conversation.outcomes import Came, Closed, Ending
from bot.conversation.router import Text
from bot.conversation.talk import Talk
from bot.dao import contexts
from bot.dao.work import runs
from bot.reading.replies.sign_in_answers import has_new_number
from bot.reading.wishes.language_wishes import wished_language
from bot.reading.wishes.profile_wish import told_profile
from bot.services.money.prices import prices_of
from bot.types import Mode


def profile(talk: Talk, step: Text) -> Came | None:
    """Another class, or the other mode. Of a guest nothing is noted: it is for the agent, like anything they say. A
    professional's class is where they are (« je suis au lycée maintenant »): it makes no pupil of them."""
    told = None if step.attached.is_read or not talk.person.signed_in else told_profile(step.text)
    if told is None:
        return None
    menu, option = told
    if (menu == "level" and talk.person.mode == Mode.PRO) or quoting.told(talk):  # they may answer an exercise
        return None
    if menu == "level":
        mode.choose_level(talk, option)
    else:
        mode.choose(talk, option)
    return Closed(Ending.COMMAND)


def new_number(talk: Talk, step: Text) -> Came | None:
    """Another number for the account. Where only the number that they write from will do there is nothing to offer."""
    is_said = not step.attached.is_read and has_new_number(step.text)
    if not is_said or not talk.person.signed_in or quoting.told(talk) or not may_change(talk):
        return None
    login.SIGN_IN.start(talk)
    return Closed(Ending.COMMAND)


def language_alone(talk: Talk, step: Text) -> Came | None:
    """Another language, where there is no answer yet that could be given in it, or nothing to pay one with. Else the
    agent says in it what it has said."""
    wished = None if step.attached.is_read else wished_language(step.text)
    if wished is None or ((_was_answered(talk) or quoting.told(talk)) and _can_pay(talk)):
        return None
    language.tell(talk)  # it was noted when the message was taken up
    return Closed(Ending.COMMAND)


def _was_answered(talk: Talk) -> bool:
    key, user_id = talk.person.conversation_id, talk.person.user_id
    return bool(runs.transcript(talk.session, key, user_id, contexts.of(talk.session, key, user_id).context_from))


def _can_pay(talk: Talk) -> bool:
    user = talk.user
    return user is None or user.credits >= prices_of(talk.desk.settings).of_turn(talk.person.mode)
