"""Answers to a price: yes lets exactly that one call happen, and takes its credits before; no lets nothing happen."""

from bot.conversation.dialogues.run_questions import (
    claim_telling_again,
    claim_telling_again_behind_no,
    put_now_in_theirs,
    says_to_price,
    speak_as_before,
    unless_asked,
    was_read,
    was_shown,
)
from bot.conversation.outcomes import Ask, Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions, users
from bot.i18n.catalogue import say
from bot.models import PendingInteraction, Run
from bot.reading.answers.reply import Choice, OutOfRange, Pass, read_choice
from bot.reading.replies.accepting import Accepting
from bot.services.approval.questions import NOTE_MARK, Decision
from bot.services.money.quotes import KIND, question, quote_in

UNNAMED = ("", "")  # two options that no word stands for


class Quotes(Dialogue):
    """Reads them: the digits, a yes or a no in words. Any other message lets go of it."""

    kind = KIND
    comes_back = True
    is_ours = True

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Decide what is held; whoever types a digit that is neither, or thanks, is told once which there are."""
        run = talk.session.get(Run, interaction.run_id)
        if run is None or not was_shown(run) or not was_read(talk, run, interaction):
            return NotAnswered()
        match unless_asked(talk, interaction, _read(talk, interaction, reply), reply):
            case Accepting.YES if claim_telling_again(talk, interaction, reply):
                return _told_again(talk, run)
            case Accepting.YES:
                return _decide(talk, interaction, run, agreed=True)
            case Accepting.NO | Accepting.LEAVE if claim_telling_again_behind_no(talk, interaction, reply):
                return _told_again(talk, run)
            case Accepting.NO | Accepting.LEAVE:
                return _decide(talk, interaction, run, agreed=False)
            case Accepting.UNCLEAR if not interaction.payload["again"]:
                interactions.change(talk.session, interaction, {**interaction.payload, "again": True})
                return _told_again(talk, run)
        talk.let_go(interaction)
        return NotAnswered()

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """The price, beside what is left now."""
        quote = quote_in(interaction.payload)
        put_now_in_theirs(talk, interaction)
        talk.tell(question(quote.credits, talk.user.credits if talk.user else quote.balance, talk.person.language))


def _told_again(talk: Talk, run: Run) -> Replied:
    speak_as_before(talk, run)
    talk.say("quote_digit")
    return Done()


def _read(talk: Talk, interaction: PendingInteraction, reply: str) -> Accepting:
    match read_choice(reply, UNNAMED):
        case Choice(index=index):
            return Accepting.NO if index else Accepting.YES
        case OutOfRange(number=0):
            return Accepting.NO
        case OutOfRange() | Pass():
            return Accepting.UNCLEAR
    return says_to_price(talk, interaction, reply)


def _decide(talk: Talk, interaction: PendingInteraction, run: Run, *, agreed: bool) -> Replied:
    """Take the answer, once: the call itself is the first of the run that follows."""
    if not interactions.claim(talk.session, interaction.id, "answered" if agreed else "refused", talk.now):
        return NotAnswered()
    speak_as_before(talk, run)
    quote = quote_in(interaction.payload)
    left = max(0, quote.credits - run.charged)
    if agreed and run.user_id is not None:
        balance = users.balance(talk.session, run.user_id)
        if balance < left:  # spent meanwhile
            talk.say("quote_not_covered", balance=balance, missing=left - balance)
            return Done()
    talk.say("approval_agreed" if agreed else "approval_refused")
    note = say(talk.person.language, "approval_note_yes" if agreed else "quote_note_no")
    return Ask(f"{NOTE_MARK} {note}", free=True, decision=Decision(interaction.id, quote.held, agreed), quoted=left)
