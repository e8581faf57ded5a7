"""What becomes of a text: one look after another may answer it. What none of them answers is for the agent."""

import re
from dataclasses import replace

from bot.conversation import allowance, care, own_wishes, quoting, replying
from bot.conversation.dialogues.numbered import is_of_old
from bot.conversation.dialogues.stray_codes import hide_old_code, is_stray, takes_up_sign_in
from bot.conversation.outcomes import Ask, Came, Closed, Ending
from bot.conversation.router import Text
from bot.conversation.sent_again import is_sent_again
from bot.conversation.talk import Talk
from bot.dao import contexts
from bot.dao.delivery import held_parts
from bot.dao.work import runs
from bot.i18n.catalogue import say
from bot.reading.commands.slashes import is_slashed
from bot.reading.replies.fetching import asks_for_it
from bot.reading.wishes.background_wish import without_wish
from bot.reading.wishes.puzzled import is_puzzled
from bot.services.attachments.entries import KINDS_OF_NOTE

NOTE_MARK_TYPED = re.compile(
    rf"\[\s*+(quiz|permission|draft|(?:{'|'.join(KINDS_OF_NOTE)})\b[^\]\n]*+)\s*+\]", re.IGNORECASE
)
OF_THE_DEMONSTRATION = re.compile(r"\s*/(?:outil|tool)s?\s*", re.IGNORECASE)


def read(talk: Talk, step: Text) -> Came:
    """Answer one text by the first look that can, or say what the agent is asked. The order of the looks matters: care
    comes before codes, codes before questions (no model or question may keep one), the allowance last."""
    for look in (
        _in_distress,
        _stray_code,
        _sent_again,
        _of_old,
        replying.pausing,
        replying.in_their_language,
        _number_of_none,
        replying.answer,
        _old_number,
        _fetching,
        _old_code,
        _not_a_command,
        _puzzled,
        own_wishes.profile,
        own_wishes.new_number,
        own_wishes.language_alone,
        _allowance,
    ):
        came = look(talk, step)
        if came is not None:
            return came
    # By itself, a « ? » says too little to a small model.
    text = say(talk.person.language, "not_understood") if _is_puzzled(step) else _typed(step.text)
    is_free = care.is_free(talk)
    long_work = without_wish(text) if talk.person.signed_in and not is_free else None
    if long_work is not None:
        return _ask(talk, step, Ask(long_work, background="offered"))
    return _ask(talk, step, Ask(text, free=is_free))


def asked(talk: Talk, step: Text, ask: Ask) -> Ask:
    """What the agent is asked by the words of a command, with what they quote and what came along with them."""
    return _ask(talk, step, replace(ask, text=_typed(ask.text)))


def names_an_option(talk: Talk, step: Text) -> bool:
    """Whether the words of a command say what can be chosen of the open question; behind a slash they never do."""
    opened = None if step.text.startswith("/") else talk.question
    if opened is None or quoting.is_meant(talk, opened) is False:
        return False
    return talk.desk.dialogues[opened.kind].names_option(opened, step.text)


def _in_distress(talk: Talk, step: Text) -> Came | None:
    """Somebody in distress was answered already (bot.conversation.care). The agent may answer too, free of charge and
    whatever is open here; unless the text holds a code, which no model may see, or care no longer makes it free."""
    if not care.is_marked(talk.messages):
        return None
    if hide_old_code(talk, step.text) or not care.is_free(talk):
        return Closed(Ending.CARED)
    return _ask(talk, step, Ask(_typed(step.text), free=True))


def _stray_code(talk: Talk, step: Text) -> Came | None:
    """A code below a question that awaits none: that question's dialogue would take it for an answer, and keep it."""
    if step.pressed or not is_stray(talk, step.text):
        return None
    return Closed(Ending.INTERACTION) if takes_up_sign_in(talk, step.text) else _old_code(talk, step)


def _sent_again(talk: Talk, _step: Text) -> Came | None:
    """A repetition. It is no answer to the open question either: its first sending came before that was asked."""
    return Closed(Ending.SENT_AGAIN) if is_sent_again(talk) else None


def _of_old(talk: Talk, step: Text) -> Came | None:
    """A choice from a quoted list that is no longer open: treated like a late tap, and as an answer to nothing else."""
    if step.pressed or step.attached.is_read or not talk.quoted:
        return None
    if not quoting.chooses_of_old(talk, step.text, talk.question):
        return None
    talk.say("menu_stale_press")
    return Closed(Ending.STALE_PRESS)


def _fetching(talk: Talk, step: Text) -> Came | None:
    """A mere yes to the reminder that something waits for them. What waited leaves at any message of theirs, so there
    is nothing more to say, and nothing to pay."""
    if step.attached.notes or not asks_for_it(step.text):
        return None
    if any(quoted.kind != held_parts.REMINDER for quoted in talk.quoted):
        return None
    first = talk.messages[0]
    reminder = held_parts.reminder_before(talk.session, first)
    if reminder is None:
        return None
    if not held_parts.left_after(talk.session, reminder, first.received_at):
        talk.say("reminder_too_late")
    return Closed(Ending.FETCHED)


def _old_code(talk: Talk, step: Text) -> Came | None:
    if not hide_old_code(talk, step.text):
        return None
    talk.say("old_code", signed_in=talk.person.signed_in)
    return Closed(Ending.OLD_CODE)


def _number_of_none(talk: Talk, step: Text) -> Came | None:
    """The number of a question that is over, where the one that is open again behind it asks for none: a draft would
    take it for a change."""
    if step.pressed or step.attached.is_read or not is_of_old(talk, step.text):
        return None
    opened = talk.question
    return None if opened is None or opened.payload.get("number") else _old_number(talk, step)


def _old_number(talk: Talk, step: Text) -> Came | None:
    """The number of a question whose time is over, that was answered or that another has replaced: the agent knows of
    none, and whoever typed it twice would pay for that."""
    if step.attached.is_read or not is_of_old(talk, step.text):
        return None
    talk.say("menu_stale_press")
    return Closed(Ending.STALE_PRESS)


def _not_a_command(talk: Talk, step: Text) -> Came | None:
    """A slash before no word that we know: the agent, which knows of no commands, could only say that it obeyed. The
    demonstration model, which answers on development machines alone, has one of its own."""
    if step.attached.is_read or step.is_spoken or not is_slashed(step.text):
        return None
    if OF_THE_DEMONSTRATION.fullmatch(step.text) and not talk.desk.settings.is_production:
        return None
    talk.say("not_a_command", said=step.text)
    return Closed(Ending.COMMAND)


def _puzzled(talk: Talk, step: Text) -> Came | None:
    """A « ? » before anything was said to whoever is here."""
    key, user_id = talk.person.conversation_id, talk.person.user_id
    if not _is_puzzled(step) or quoting.told(talk):
        return None
    if runs.transcript(talk.session, key, user_id, contexts.of(talk.session, key, user_id).context_from):
        return None
    talk.say("what_is_unclear")
    return Closed(Ending.UNCLEAR)


def _allowance(talk: Talk, _step: Text) -> Came | None:
    return allowance.take(talk)


def _is_puzzled(step: Text) -> bool:
    return not step.attached.is_read and is_puzzled(step.text)


def _ask(talk: Talk, step: Text, ask: Ask) -> Ask:
    """What the agent is asked: a line for each message that is quoted and each thing that came along, and the words."""
    lines = (*quoting.told(talk), *step.attached.notes, ask.text)
    return replace(ask, text="\n".join(filter(None, lines)), untrusted=quoting.is_untrusted(talk))


def _typed(text: str) -> str:
    """What a person wrote, unable to pass for a note of the service's own."""
    return NOTE_MARK_TYPED.sub(lambda mark: f"({mark[1][:1].upper()}{mark[1][1:]})", text)
