"""What is said beside the steps of a sign-in: that it is to be left, questions about the code itself, and a mere « vas
y », which the agent, which knows of no code, would answer at the cost of a guest's day."""

from collections.abc import Mapping
from typing import Any, Final

from bot.conversation.dialogues import former_owner
from bot.conversation.dialogues import sign_in_sentences as words
from bot.conversation.dialogues.run_questions import answers_agent, was_answered_since
from bot.conversation.talk import Talk
from bot.models import PendingInteraction
from bot.reading.answers.reply import Choice, OutOfRange, read_choice
from bot.reading.commands.urgent_words import asks_cancel
from bot.reading.replies.assent import Assent, assent
from bot.reading.replies.confirmations import DECLINING, gives_up
from bot.reading.replies.sign_in_answers import asks_change, asks_resend
from bot.reading.replies.sign_in_questions import (
    asks_about_code,
    has_several,
    is_anothers,
    names_code,
    tells_of_loss,
    wants_code_here,
)
from bot.reading.words.answer_words import tokens

_STEPS: Final = ("choose", "number", "code")


def leaves(talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
    """Whether a reply gives up signing in. Asked whose a number was, or by the agent since, a « non merci » says
    something else."""
    if asks_cancel(reply) or read_choice(reply, ()) == OutOfRange(0):
        return True
    if interaction.payload["step"] in former_owner.STEPS or not gives_up(tokens(reply), DECLINING):
        return False
    return not was_answered_since(talk, interaction)


def tells(talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
    """Say what the code is for, or what is left to do without the telephone, free of charge, and put the step again;
    that too where a code is awaited and nothing but a yes is said. False: something else was said."""
    payload = interaction.payload
    if payload["step"] not in _STEPS:
        return False
    if not names_code(reply) and was_answered_since(talk, interaction):
        return False  # « je n’ai pas compris » is said of what the agent has explained
    if tells_of_loss(reply):
        talk.say("sign_in_lost", contact=talk.desk.settings.human_contact)
    elif asks_about_code(reply):
        talk.say("sign_in_why", service=talk.desk.settings.service_name)
    elif payload["step"] == "code" and has_several(reply):
        talk.say("sign_in_newest")
    elif not (is_anothers(reply) or (is_awaited(talk, payload) and _says_nothing_new(talk, reply))):
        return False
    words.put_again(talk, payload)
    return True


def is_for_agent(talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
    """Whether a mere yes, no or word answers what the agent has said since. What asks for a code or a number does
    not."""
    if names_code(reply) or asks_resend(reply) or asks_change(reply):
        return False
    return answers_agent(talk, interaction, reply, words.labels_at(talk, interaction.payload))


def _says_nothing_new(talk: Talk, reply: str) -> bool:
    """A yes; that the code is to be told here; or, where only the number of the address will do, that it is wrong."""
    is_fixed = not words.may_change(talk) and asks_change(reply)
    asks_here = wants_code_here(reply) and not asks_resend(reply)
    chooses = isinstance(read_choice(reply, words.code_labels(talk)), Choice)  # « 1 » is a yes elsewhere
    return is_fixed or asks_here or (assent(reply) is Assent.YES and not chooses)


def is_awaited(talk: Talk, payload: Mapping[str, Any]) -> bool:
    """Whether a code was sent that still signs in."""
    otp_id = payload.get("otp_id")
    return otp_id is not None and talk.desk.otp.is_open(talk.session, otp_id, talk.now)
