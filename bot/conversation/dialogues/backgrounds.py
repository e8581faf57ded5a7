"""Answers to the offer to go on in the background: 1 takes its price and lets it work there, 2 has the turn answered as
it stands."""

from collections.abc import Sequence
from typing import Final

from bot.channels.offers import Offer
from bot.conversation.dialogues.run_questions import (
    claim_telling_again,
    claim_telling_again_behind_no,
    put_now_in_theirs,
    says_to_price,
    speak_as_before,
    unless_asked,
)
from bot.conversation.outcomes import Acted, Ask, Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.conversation.turn.handing_over import KIND, HandingOver, labels_in, lack, offered
from bot.dao import interactions
from bot.models import PendingInteraction, Run
from bot.reading.answers.reply import Choice, OutOfRange, Pass, read_choice
from bot.reading.replies.accepting import Accepting, asks_for_less
from bot.reading.wishes.background_wish import bare_of_wish
from bot.services.background import places, wording
from bot.types import Background, Mode, known

MOST_WORDS: Final = 3  # of an answer behind the command: what is longer asks for something else


class Backgrounds(Dialogue):
    """Reads them: the digits, a yes or a no in words. The question stays open behind any other message; a run of which
    nobody is asked any more ends (bot.services.background.lapses)."""

    kind = KIND
    comes_back = True
    is_ours = True

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Decide where the run goes on. A digit that is neither, or thanks, get the question's digits again, once."""
        run = _offered(talk, interaction)
        if run is None:
            return NotAnswered()
        match unless_asked(talk, interaction, _read(talk, interaction, reply), reply):
            case Accepting.YES if claim_telling_again(talk, interaction, reply):
                return _told_again(talk, run)
            case Accepting.NO | Accepting.LEAVE if claim_telling_again_behind_no(talk, interaction, reply):
                return _told_again(talk, run)
            case Accepting.YES:
                return _decide(talk, interaction, run, agreed=True)
            case Accepting.NO:
                return _decide(talk, interaction, run, agreed=False)
            case Accepting.LEAVE:
                self.close(talk, interaction)
                talk.say("background_left")
                return Done()
            case Accepting.UNCLEAR if not interaction.payload["again"]:
                interactions.change(talk.session, interaction, {**interaction.payload, "again": True})
                return _told_again(talk, run)
        return NotAnswered()

    def labels(self, talk: Talk, interaction: PendingInteraction) -> Sequence[str]:  # noqa: ARG002
        """Yes and no."""
        return labels_in(talk.person)

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """The offer, with its price."""
        run = _offered(talk, interaction)
        if run is not None:
            put_now_in_theirs(talk, interaction)
            text = offered(talk.session, talk.desk.settings, run, talk.person.language)
            talk.offer(Offer(text, labels_in(talk.person)))

    def close(self, talk: Talk, interaction: PendingInteraction) -> bool:
        """End the run that waits for the answer; its credits go back."""
        run = _offered(talk, interaction)
        if run is not None:
            places.end(talk.session, run, talk.now, "left")
        return super().close(talk, interaction)


def is_offered(talk: Talk) -> bool:
    """Whether this is what whoever is here is being asked."""
    opened = talk.question
    return opened is not None and opened.kind == KIND


def answer_by_command(talk: Talk, asked: str, whole: str) -> Acted | None:
    """Whoever asks by the command for what they are being offered, in the same words (`whole`, with what they quote),
    takes the offer, and what answers it behind the command (« /fond 1 ») answers it; None where they ask for something
    else."""
    opened = talk.question
    run = _offered(talk, opened) if opened is not None and is_offered(talk) else None
    if opened is None or run is None:
        return None
    replied: Replied = NotAnswered()
    if wording.asked_in(talk.session, run.id) == whole:
        replied = _decide(talk, opened, run, agreed=True)
    elif len(asked.split()) <= MOST_WORDS:
        replied = talk.desk.dialogues[KIND].answer(talk, opened, asked)
    return None if isinstance(replied, NotAnswered) else replied


def _read(talk: Talk, interaction: PendingInteraction, reply: str) -> Accepting:
    match read_choice(reply, labels_in(talk.person)):
        case Choice(index=index):
            return Accepting.NO if index else Accepting.YES
        case OutOfRange(number=0):
            return Accepting.LEAVE
        case OutOfRange() | Pass():
            return Accepting.UNCLEAR
    if asks_for_less(reply):
        return Accepting.NO
    wished = bare_of_wish(reply)
    return Accepting.YES if wished == "" else says_to_price(talk, interaction, reply if wished is None else wished)


def _told_again(talk: Talk, run: Run) -> Replied:
    speak_as_before(talk, run)
    talk.say("background_digits")
    return Done()


def _offered(talk: Talk, interaction: PendingInteraction) -> Run | None:
    run = talk.session.get(Run, interaction.run_id)
    is_open = run is not None and run.ended_at is None and run.background == Background.OFFERED
    return run if is_open else None


def _decide(talk: Talk, interaction: PendingInteraction, run: Run, *, agreed: bool) -> Replied:
    """Take the answer, once."""
    if not interactions.claim(talk.session, interaction.id, "answered" if agreed else "refused", talk.now):
        return NotAnswered()
    speak_as_before(talk, run)
    if not agreed:
        return Ask("", resumes=run.id)
    desk, user = talk.desk, talk.user
    if HandingOver(desk.settings, desk.links, desk.clock).at_once(talk.session, talk.person, run):
        return Done(begun=(run.id,))
    talk.tell(
        lack(desk.settings, known(Mode, run.mode, Mode.STUDENT), talk.person.language, user.credits if user else 0)
    )
    talk.say("background_in_short")
    return Ask("", resumes=run.id)
