"""What is said beside the steps of a sign-in: that it is to be left, and questions about the code itself, which the
agent, which knows of none, would answer at the cost of a guest's day."""

from collections.abc import Mapping
from typing import Any, Final

from bot.conversation.dialogues import former_owner
from bot.conversation.dialogues import sign_in_sentences as words
from bot.conversation.talk import Talk
from bot.reading.answers.reply import OutOfRange, read_choice
from bot.reading.commands.urgent_words import asks_cancel
from bot.reading.replies.confirmations import DECLINING, gives_up
from bot.reading.replies.sign_in_questions import asks_about_code
from bot.reading.words.answer_words import tokens

_STEPS: Final = ("choose", "number", "code")


def leaves(step: str, reply: str) -> bool:
    """Whether a reply gives up signing in. Asked whose a number was, a « non merci » says something else."""
    if asks_cancel(reply) or read_choice(reply, ()) == OutOfRange(0):
        return True
    return step not in former_owner.STEPS and gives_up(tokens(reply), DECLINING)


def tells(talk: Talk, payload: Mapping[str, Any], reply: str) -> bool:
    """Say what the code is for, free of charge, and put the step again. False: something else was said."""
    if payload["step"] not in _STEPS or not asks_about_code(reply):
        return False
    talk.say("sign_in_why", service=talk.desk.settings.service_name)
    words.put_again(talk, payload)
    return True
