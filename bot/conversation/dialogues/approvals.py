"""Answers to a question for permission: 1, or the number in it where senders can be forged, lets exactly that one call
happen, once; everything else lets nothing."""

from enum import Enum, auto
from typing import Final

from bot.conversation.dialogues.numbered import check_or_void, tried
from bot.conversation.dialogues.run_questions import (
    claim_telling_again,
    claim_telling_again_behind_no,
    put_now_in_theirs,
    speak_as_before,
    was_read,
    was_shown,
)
from bot.conversation.outcomes import Ask, Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.models import PendingInteraction, Run
from bot.reading.answers.reply import Choice, NotAnAnswer, OutOfRange, Pass, read_choice
from bot.reading.replies.assent import Assent, assent, is_doubted, options_of, typed_digit
from bot.reading.replies.confirmations import DECLINING, gives_up
from bot.reading.replies.withholding import withholds
from bot.reading.wishes.puzzled import is_puzzled, understands_nothing
from bot.reading.words.answer_words import tokens
from bot.services.approval.questions import KIND, NOTE_MARK, Decision, can_be_shown, held_in, question
from bot.types import Language, known

UNNAMED = ("", "")  # two options that no word stands for


class Verdict(Enum):
    """What a reply says of the call that is held."""

    YES = auto()
    NO = auto()
    UNCLEAR = auto()  # a yes without the digit
    OTHER = auto()  # no answer at all


_IN_WORDS: Final = {
    Assent.YES: Verdict.UNCLEAR,
    Assent.DOUBTED: Verdict.UNCLEAR,
    Assent.NO: Verdict.NO,
    Assent.NEITHER: Verdict.OTHER,
}


class Approvals(Dialogue):
    """Reads the answers. A yes is the digit 1 or the number, nothing else; a no may be said in any way. It is typed
    below the full text of what it allows: nothing is offered to be tapped."""

    kind = KIND
    comes_back = True
    is_ours = True

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Decide what is held. A yes in words gets told how to say it, once; any other message lets go of it."""
        run = talk.session.get(Run, interaction.run_id)
        if run is None or not was_shown(run) or not was_read(talk, run, interaction):
            return NotAnswered()
        number = tried(interaction, reply)
        if number is not None:
            right = check_or_void(talk, interaction, number)
            return _decide(talk, interaction, run, agreed=True) if right else Done()
        verdict, asked = (
            _verdict(reply, known(Language, run.language, Language.FR)),
            interaction.payload.get("number", ""),
        )
        decides = verdict in (Verdict.YES, Verdict.NO)
        # « 1 ? », « c’est bon, non ? », « ? », « c’est quoi ça ? »
        is_asked = (decides and is_doubted(reply, agrees=verdict is Verdict.YES)) or is_puzzled(reply)
        is_asked = is_asked or understands_nothing(reply)
        if (verdict is Verdict.YES and asked) or is_asked:
            verdict = Verdict.UNCLEAR
        if _may_be_of_another(talk, interaction, verdict, reply):
            return _told_again(talk, interaction, run)
        if verdict in (Verdict.YES, Verdict.NO):
            return _decide(talk, interaction, run, agreed=verdict is Verdict.YES)
        if verdict is Verdict.UNCLEAR and not interaction.payload.get("again"):
            interactions.change(talk.session, interaction, {**interaction.payload, "again": True})
            return _told_again(talk, interaction, run)
        talk.let_go(interaction)
        return NotAnswered()

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """The whole of it: what would leave stands below each yes."""
        held, number, language = (
            held_in(interaction.payload),
            interaction.payload.get("number", ""),
            talk.person.language,
        )
        if can_be_shown(held, language, talk.person.channel):
            put_now_in_theirs(talk, interaction)
            talk.tell(question(held, language, number))
        else:
            talk.say("approval_digit", number=number)


def _may_be_of_another(talk: Talk, interaction: PendingInteraction, verdict: Verdict, reply: str) -> bool:
    if verdict is Verdict.YES:
        return claim_telling_again(talk, interaction)
    return verdict is Verdict.NO and claim_telling_again_behind_no(talk, interaction, reply)


def _told_again(talk: Talk, interaction: PendingInteraction, run: Run) -> Replied:
    speak_as_before(talk, run)
    talk.say("approval_digit", number=interaction.payload.get("number", ""))
    return Done()


def _verdict(reply: str, language: Language) -> Verdict:
    typed = typed_digit(reply, options_of(say(language, "approval_choice", number="")))
    if typed is not None:
        return Verdict.YES if typed == 1 else Verdict.NO
    match read_choice(reply, UNNAMED):
        case Choice(index=1) | OutOfRange(number=0):
            return Verdict.NO
        case Choice() | Pass() | OutOfRange():
            return Verdict.UNCLEAR
        case NotAnAnswer():
            is_no = withholds(reply) or gives_up(tokens(reply), DECLINING)  # « plus tard »: not now, and it goes on
            return Verdict.NO if is_no else _IN_WORDS[assent(reply)]


def _decide(talk: Talk, interaction: PendingInteraction, run: Run, *, agreed: bool) -> Replied:
    """Take the answer, once: the effect itself happens in the run that follows, as its first call."""
    if not interactions.claim(talk.session, interaction.id, "answered" if agreed else "refused", talk.now):
        return NotAnswered()
    speak_as_before(talk, run)
    talk.say("approval_agreed" if agreed else "approval_refused")
    note = say(talk.person.language, "approval_note_yes" if agreed else "approval_note_no")
    decision = Decision(interaction.id, held_in(interaction.payload), agreed)
    return Ask(f"{NOTE_MARK} {note}", free=True, decision=decision)
