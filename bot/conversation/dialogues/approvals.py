"""Answers to a question for permission: 1 lets exactly that one call happen, once; everything else lets nothing."""

from bot.conversation.dialogues.run_questions import speak_as_before, was_shown
from bot.conversation.talk import Talk
from bot.dao import interactions, parts
from bot.i18n.catalogue import say
from bot.models import PendingInteraction, Run
from bot.reading.answer_words import AGREEING, tokens
from bot.reading.answers import Choice, NotAnAnswer, OutOfRange, Pass, Truth, read_choice, read_true_false
from bot.services.approval.questions import NOTE_MARK, Decision, held_in, payload_of

HURRIED = AGREEING | frozenset("ok okay oki dac daccord d accord vas y go sure allez bien please svp stp".split())
UNNAMED = ("", "")  # two options that no word stands for


class Approvals:
    """Reads the answers. A yes is the digit 1, nothing else; a no may be said in any way."""

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
        """Decide what is held. A yes in words gets told how to say it, once; any other message lets go of it."""
        run = talk.session.get(Run, interaction.run_id)
        if run is None or not was_shown(run) or not _was_read(talk, run):
            return False
        match _agreed(reply):
            case bool(agreed):
                return _decide(talk, interaction, run, agreed=agreed)
            case "unclear" if not interaction.payload.get("again"):
                speak_as_before(talk, run)
                interactions.change(talk.session, interaction, payload_of(held_in(interaction.payload), again=True))
                talk.say("approval_digit")
                return True
        return _let_go(talk, interaction)

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:  # noqa: ARG002 – asked of all
        """Nothing: the digit is typed below the full text of what it allows."""
        return ()


def _agreed(reply: str) -> bool | str | None:
    """True, False, "unclear", or None for what is no answer."""
    match read_choice(reply, UNNAMED):
        case Choice(index=1) | OutOfRange(number=0):
            return False
        case Choice():
            return True if any(character.isdecimal() for character in reply) else "unclear"
        case Pass() | OutOfRange():
            return "unclear"
        case NotAnAnswer():
            said = read_true_false(reply)
            if isinstance(said, Truth):
                return "unclear" if said.value else False
    words = tokens(reply)
    return "unclear" if words and all(word in HURRIED for word in words) else None


def _decide(talk: Talk, interaction: PendingInteraction, run: Run, *, agreed: bool) -> bool:
    """Take the answer, once: the effect itself happens in the run that follows, as its first call."""
    if not interactions.claim(talk.session, interaction.id, "answered" if agreed else "refused", talk.now):
        return False
    speak_as_before(talk, run)
    talk.say("approval_agreed" if agreed else "approval_refused")
    note = say(talk.person.language, "approval_note_yes" if agreed else "approval_note_no")
    talk.continue_with = f"{NOTE_MARK} {note}"
    talk.decision = Decision(interaction.id, held_in(interaction.payload), agreed)
    return True


def _let_go(talk: Talk, interaction: PendingInteraction) -> bool:
    interactions.claim(talk.session, interaction.id, "cancelled", talk.now)
    return False


def _was_read(talk: Talk, run: Run) -> bool:
    """Whether the whole question had left before they wrote: a digit that crosses it on the way answers something
    else."""
    left_at = parts.left_at(talk.session, run.conversation_id, f"run{run.id}:approval")
    return left_at is not None and all(message.received_at >= left_at for message in talk.messages)
