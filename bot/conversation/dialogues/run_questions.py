"""What the dialogues share that read replies to a question left open by a run: whether it was read when the reply was
written, in which language it was put, whether the reply means another message since, and what its words say to a
price."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.clock import CLOCK_SLACK
from bot.conversation import quoting
from bot.conversation.outcomes import Ending
from bot.conversation.people import chosen_by, spoken_to
from bot.conversation.talk import Talk
from bot.dao import inbound, interactions
from bot.dao.delivery import said_parts
from bot.models import PendingInteraction, Run
from bot.reading.answers.reply import Choice, OutOfRange, Truth, read_choice, read_true_false
from bot.reading.replies.accepting import Accepting, accepts
from bot.reading.replies.assent import Assent, assent, is_doubted, typed_digit
from bot.reading.replies.confirmations import declines
from bot.reading.replies.sign_in_answers import has_digits, is_no_sentence
from bot.reading.replies.withholding import withholds
from bot.reading.wishes.puzzled import is_puzzled, understands_nothing
from bot.types import Language, StopReason, known

MOST_LINES: Final = 99  # of a list; what is longer is a code or a telephone number
_LIST: Final = re.compile(r"^\W*1 ?[.)]\s", re.MULTILINE)
_ZERO: Final = re.compile(r"(?<!\d)0(?:\.\s|\W*$)", re.MULTILINE)  # « 0. Annuler », « pour annuler, écrivez 0 »
_NAMED: Final = re.compile(r"(?<!\S)/\w+ 1\b")  # « répondez /fait 1 », of which the hurried write the digit alone


def was_shown(run: Run | None) -> bool:
    """Whether the person has read the questions: a run that was cancelled or given up never sent them."""
    return run is None or run.stop_reason == StopReason.AWAITING_USER


def was_read(talk: Talk, run: Run, interaction: PendingInteraction) -> bool:
    """Whether the whole question for permission had left before they wrote: a digit that crossed it on its way answers
    something else. So does one that crossed the news that what they wanted instead (« plus court ») was not done: it
    would let happen what they have just refused."""
    left_at = said_parts.left_at(talk.session, run.conversation_id, f"run{run.id}:approval")
    again_at = interactions.open_again_at(interaction)
    if left_at is None or _was_written_before(talk, left_at):
        return False
    return again_at is None or not _was_written_before(talk, again_at)


def was_written_before(talk: Talk, interaction: PendingInteraction) -> bool:
    """Whether some of what they wrote came in before the question was made, or had left: it answers what was said
    before that. While the question waits to leave, the first is all that is known."""
    key, run_id = talk.person.conversation_id, interaction.run_id
    left_at = said_parts.left_at(talk.session, key, f"run{run_id}:{interaction.kind}")
    if left_at is None:
        return any(message.received_at < interaction.created_at for message in talk.messages)
    return _was_written_before(talk, left_at)


def _was_written_before(talk: Talk, left_at: datetime) -> bool:
    """Whether some of what they wrote came in before something left. A time to come is none: a clock that has gone back
    since noted it, and no answer would be one until the others had caught up."""
    by_another_clock = left_at > talk.now + CLOCK_SLACK
    return not by_another_clock and any(message.received_at < left_at for message in talk.messages)


def claim_telling_again(talk: Talk, interaction: PendingInteraction, reply: str = "") -> bool:
    """Whether a reply may be meant for something that came since the question was put: its number for a line of another
    list (with the end of background work, or the answer to a command) or for a reminder that asks for the 1 behind a
    command, a mere « ok » for anything, such as a sign of life. If so the caller puts the question again; that it does
    is noted here, so the question is then the last they read."""
    if quoting.is_meant(talk, interaction):
        return False
    payload, read = interaction.payload, _read_behind(talk, interaction)
    has_more = len(read) > ("told_behind" in payload)  # than that question told again
    if not any(map(_asks_for_a_one, read)) and not (has_more and _merely_agrees(reply)):
        return False
    interactions.change(talk.session, interaction, {**payload, "told_behind": read[0][0]})
    return True


def claim_telling_again_behind_no(talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
    """`claim_telling_again` for a mere no: « 0 », « non » may be meant for what a command has asked since, and is over
    already. Neither the digit that says no is one, nor what says that nothing is to be sent."""
    if not declines(reply) or withholds(reply):
        return False
    payload, read = interaction.payload, _read_behind(talk, interaction)
    if quoting.is_meant(talk, interaction) or not any(_ZERO.search(body) for _, body in read):
        return False
    interactions.change(talk.session, interaction, {**payload, "told_behind": read[0][0]})
    return True


def _read_behind(talk: Talk, interaction: PendingInteraction) -> Sequence[tuple[int, str]]:
    """What they have read since the question, as it was put last."""
    payload, key, before = interaction.payload, talk.person.conversation_id, talk.messages[0].received_at
    again = said_parts.last_under(talk.session, key, f"in{payload['put_in']}:") if "put_in" in payload else 0
    behind = max(again, payload.get("told_behind", 0))
    return said_parts.read_behind(talk.session, key, interaction.run_id, behind, before)


def _asks_for_a_one(read: tuple[int, str]) -> bool:
    _, body = read
    return _LIST.search(body) is not None or _NAMED.search(body) is not None


def names_later_line(talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
    """Whether a number is a line of a list that the agent has written since a question was put: of the lists that they
    have read it is the last one, and not that question."""
    match read_choice(reply, ()):
        case OutOfRange(number=number) if 0 < number <= MOST_LINES:
            key, before = talk.person.conversation_id, talk.messages[0].received_at
            read = said_parts.read_since(talk.session, key, interaction.created_at, before)
            found = next((run_id for run_id, body in read if _LIST.search(body)), None)
            return found not in (None, interaction.run_id)
    return False


def speak_as_before(talk: Talk, run: Run | None) -> None:
    """Stay in the language of the question: an answer such as « a » is too short to say another one."""
    if run is not None and chosen_by(talk.address, talk.user) is None:
        talk.person = spoken_to(talk.person, known(Language, run.language, Language.FR))
        talk.address.language = run.language


def put_now_in_theirs(talk: Talk, interaction: PendingInteraction) -> None:
    """A question is put again in the language that its person has asked for: its answer is read and given in that, and
    it is what they have read last."""
    interactions.change(talk.session, interaction, {**interaction.payload, "put_in": talk.messages[0].id})
    go_on_in_theirs(talk, interaction)


def go_on_in_theirs(talk: Talk, interaction: PendingInteraction) -> None:
    """What is said to an answer is in the language that its person has asked for since the question was put."""
    run = talk.session.get(Run, interaction.run_id) if interaction.run_id is not None else None
    if run is not None:
        run.language = talk.person.language


def says_to_price(talk: Talk, interaction: PendingInteraction, reply: str) -> Accepting:
    """What a reply that is none of the labels says to a price. A mere « ok », when something else was answered since
    the question, may be meant for that: it buys nothing."""
    if _merely_agrees(reply) and was_answered_since(talk, interaction):
        return Accepting.UNCLEAR
    return accepts(reply)


def unless_asked(talk: Talk, interaction: PendingInteraction, said: Accepting, reply: str) -> Accepting:
    """What a reply says to a price, where « 1 ? » and « ok ? » ask what it does: nobody pays by a question, nor says
    no by one (« c’est bon, non ? »), nor pays by « 1 ❌ »; a mere « ? » asks too, and « je comprends pas » unless it is
    said of something since."""
    decides, agrees = said in (Accepting.YES, Accepting.NO), said is Accepting.YES
    is_asked = (decides and is_doubted(reply, agrees=agrees)) or is_puzzled(reply)
    is_asked = is_asked or (understands_nothing(reply) and not was_answered_since(talk, interaction))
    return Accepting.UNCLEAR if is_asked else said


def _merely_agrees(reply: str) -> bool:
    """Whether a reply says yes to anything: « ok », neither « oui » nor the digit that stands for it."""
    is_said_out = typed_digit(reply, ("", "")) is not None or read_true_false(reply) == Truth(True)
    return accepts(reply) is Accepting.YES and not is_said_out


def was_answered_since(talk: Talk, interaction: PendingInteraction) -> bool:
    """Whether anything else was answered since a question was put, so that a yes or a no may be said of that. It is not
    when they quote the question."""
    if quoting.is_meant(talk, interaction):
        return False
    key, asked_at = talk.person.conversation_id, interaction.created_at
    others = inbound.closed_just_before(talk.session, key, talk.messages[0].id, asked_at)
    return any(other.received_at > asked_at and other.outcome != Ending.INTERACTION for other in others)


def answers_agent(talk: Talk, interaction: PendingInteraction, reply: str, labels: Sequence[str]) -> bool:
    """Whether a mere yes, no or word without a digit is said to the agent, which has spoken last here (« Tu veux un
    exemple ? »): it agrees to nothing that was asked before, and takes nobody's account away. A line of the question
    (`labels`) written out is said to that; « oui » stands in a line, too."""
    if has_digits(reply) or not (is_no_sentence(reply) or assent(reply) is not Assent.NEITHER):
        return False
    chooses = isinstance(read_choice(reply, labels), Choice) and not isinstance(read_true_false(reply), Truth)
    if chooses or quoting.is_meant(talk, interaction):
        return False
    key, asked_at = talk.person.conversation_id, interaction.created_at
    last = inbound.closed_just_before(talk.session, key, talk.messages[0].id, asked_at)[:1]
    return any(other.received_at > asked_at and other.run_id is not None for other in last)
