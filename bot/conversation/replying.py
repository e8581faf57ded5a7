"""What a text says to the question that is open: an answer, or the wish for a moment or for another language."""

from dataclasses import replace

from bot.channels.markup import to_plain
from bot.conversation import care, quoting
from bot.conversation.commands import language
from bot.conversation.dialogues.run_questions import go_on_in_theirs, names_later_line, was_answered_since
from bot.conversation.outcomes import Ask, Came, Closed, Done, Ending, NotAnswered
from bot.conversation.router import Text
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions
from bot.models import PendingInteraction
from bot.reading.answers.repeated import said_once
from bot.reading.commands.slashes import without_slash
from bot.reading.replies.pausing import asks_to_wait
from bot.reading.wishes.language_wishes import wished_language
from bot.reading.words.spoken import as_answer


def pausing(talk: Talk, step: Text) -> Came | None:
    """A mere « attends » where a question waits: it goes on waiting, whatever is asked, and nobody pays for that."""
    opened = None if step.pressed or step.attached.is_read or not asks_to_wait(step.text) else talk.question
    if opened is None or _speaks_of_another(talk, step, opened):
        return None
    dialogue = talk.desk.dialogues[opened.kind]
    if dialogue.names_option(opened, step.text) or dialogue.chooses(opened, step.text):
        return None
    if not interactions.awaits_code(opened) and was_answered_since(talk, opened):
        return None
    talk.say("question_waits")
    return Closed(Ending.INTERACTION)


def in_their_language(talk: Talk, step: Text) -> Came | None:
    """A mere « english please » below a question in words of ours: it is put again in that language, stays open, and
    nobody pays for that. Of a quiz or a draft it is said to the agent; what is said to an answer is in that language
    from now on."""
    opened = None if step.pressed or step.attached.is_read or wished_language(step.text) is None else talk.question
    if opened is None or _speaks_of_another(talk, step, opened):
        return None
    if not talk.desk.dialogues[opened.kind].is_ours:
        go_on_in_theirs(talk, opened)
        return None
    if talk.desk.dialogues[opened.kind].chooses(opened, step.text) or was_answered_since(talk, opened):
        return None
    language.tell(talk)  # it was noted when the message was taken up
    return Closed(Ending.INTERACTION)


def answer(talk: Talk, step: Text) -> Came | None:
    """Have the dialogue of the open question read the text; where it closes that and is no answer to it, what waited
    behind it reads it too. None when none is open, or this is no answer."""
    if step.attached.is_read and not step.text:
        return None
    opened = talk.question
    came = _answer_to(talk, step, opened)
    behind = talk.question if came is None and opened is not None else None
    return came if opened is None or behind is None or behind.id == opened.id else _answer_to(talk, step, behind)


def _answer_to(talk: Talk, step: Text, opened: PendingInteraction | None) -> Came | None:
    if opened is not None and not step.pressed and _speaks_of_another(talk, step, opened):
        return None
    dialogue = talk.desk.dialogues[opened.kind] if opened is not None else None
    reply = _pressed(step, opened, dialogue) if step.pressed else _written(talk, step, opened, dialogue)
    if reply is None:
        talk.say("menu_stale_press")
        return Closed(Ending.STALE_PRESS)
    replied = dialogue.answer(talk, opened, reply) if dialogue and opened else NotAnswered()
    match replied:
        case Done(erased=erased, payments=payments, begun=begun):
            return Closed(Ending.INTERACTION, erased, payments, begun)
        case Ask():
            return _with_notes(step, replied)
        case NotAnswered():
            return None


def _speaks_of_another(talk: Talk, step: Text, opened: PendingInteraction) -> bool:
    """Whether something else than the question that is open is answered: a message that they quote, ours to somebody in
    distress, or a list that came since. A code is typed to nothing else, whatever they quote."""
    is_meant = None if interactions.awaits_code(opened) else quoting.is_meant(talk, opened)
    if is_meant is not None:
        return not is_meant
    if talk.desk.dialogues[opened.kind].gives_way and names_later_line(talk, opened, step.text):
        return True
    return care.answers_us(talk, opened, step.text)


def _with_notes(step: Text, ask: Ask) -> Ask:
    """What the agent is asked by an answer, such as another wish for a draft, with what came along with that: behind
    the note that its dialogue has written."""
    return replace(ask, text="\n".join((ask.text, *step.attached.notes))) if ask.text else ask


def _pressed(step: Text, opened: PendingInteraction | None, dialogue: Dialogue | None) -> str | None:
    """The option a button of ours stands for, as its number: it carries `i<interaction>:<index>`. None: the press
    belongs to a question that is no longer open."""
    name, _, index = step.pressed.partition(":")
    return dialogue.chosen(int(index)) if dialogue and opened is not None and name == f"i{opened.id}" else None


def _written(talk: Talk, step: Text, opened: PendingInteraction | None, dialogue: Dialogue | None) -> str:
    """What was answered: the text, once where it was sent again; or the option that it is to the letter, as its number.

    A bare number is a line of the list when it is typed, as the question asks for it, and an option when a button that
    carries nothing of ours says it: « 3 » may be the second option."""
    labels = dialogue.labels(talk, opened) if dialogue and opened else ()
    shown = [" ".join(to_plain(label).split()) for label in labels]
    text = without_slash(step.text)
    said = " ".join(text.split())
    if shown.count(said) == 1 and (step.is_press or not said.isdecimal()):
        return dialogue.chosen(shown.index(said)) if dialogue else said
    typed = said_once(text, dialogue.awaited(opened) if dialogue and opened else 1)
    return as_answer(typed) if step.is_spoken else typed
