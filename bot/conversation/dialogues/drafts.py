"""Answers to the draft of an e-mail: 1, or the number in it where senders can be forged, sends exactly what was shown,
once; 3 throws it away; any other words go to the agent, who writes another draft. A digit acts on the one draft that is
open and was read."""

import re
from dataclasses import dataclass

from sqlmodel import Session

from bot.channels.emails import Email
from bot.conversation.dialogues.numbered import check_or_void, tried
from bot.conversation.dialogues.run_questions import (
    claim_telling_again,
    claim_telling_again_behind_no,
    speak_as_before,
    was_read,
    was_shown,
)
from bot.conversation.outcomes import Ask, Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import alerts, interactions
from bot.dao.delivery import suppressions
from bot.dao.privacy import owned_rows
from bot.dao.work import runs
from bot.i18n.catalogue import say
from bot.models import PendingInteraction, Run, StoredFile
from bot.reading.answers.reply import OutOfRange, read_choice
from bot.reading.answers.written_options import written_option
from bot.reading.commands.urgent_words import asks_cancel
from bot.reading.replies.assent import SENDING, Assent, assent, is_doubted, options_of, typed_digit
from bot.reading.replies.withholding import asks_if_sent, waits, withholds
from bot.reading.wishes.puzzled import is_puzzled, understands_nothing
from bot.services.delivery import mails
from bot.services.delivery.mails import Letter
from bot.services.mail import rendering
from bot.services.mail.drafts import KIND, NOTE_MARK, Draft, draft_in
from bot.services.mail.run_mails import is_day_full
from bot.services.mail.unsubscribing import unsubscribing_of, with_way_out
from bot.types import Language, known

CHANGED = re.compile(r"^\s*2\s*[.):,;-]?\s+(\S.*)$", re.DOTALL)
SEND, CHANGE, DISCARD = range(3)


_DISLIKING = re.compile("👎[🏻-🏿]*")  # alone it is said of the draft: another one is wanted


@dataclass(frozen=True, slots=True)
class MailDrafts(Dialogue):
    """Reads them. Nothing is offered to be tapped: the digit is typed below the full text."""

    kind = KIND
    comes_back = True

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """A yes in words is told how to say it, as often as it is said: it changes nothing, and costs nothing. So is
        who wants to wait. A no throws the draft away; words of any other kind are a change of it."""
        run = talk.session.get(Run, interaction.run_id)
        if run is None or not was_shown(run) or not was_read(talk, run, interaction):
            return NotAnswered()
        number = tried(interaction, reply)
        if number is not None:
            right = check_or_void(talk, interaction, number)
            return self._send(talk, interaction, run) if right else Done()
        asked, choice = (
            interaction.payload.get("number", ""),
            _choice(reply, known(Language, run.language, Language.FR)),
        )
        decides = not is_doubted(reply, agrees=choice == SEND)
        agrees = choice == SEND and not asked and decides
        if agrees and not claim_telling_again(talk, interaction):
            return self._send(talk, interaction, run)
        is_other = choice is not None or _DISLIKING.fullmatch(reply.strip()) is not None
        said = Assent.NEITHER if is_other else assent(reply, SENDING)
        leaves = decides and (choice == DISCARD or said is Assent.NO)
        if leaves and not claim_telling_again_behind_no(talk, interaction, reply):
            return self._discard(talk, interaction, run)
        if choice is None and said is Assent.NEITHER and not (waits(reply) or _asks(reply)):
            return self._changed(talk, interaction, CHANGED.sub(r"\1", reply))
        speak_as_before(talk, run)
        if choice == CHANGE:
            talk.say("draft_change_what")
        else:
            talk.say("draft_digit", number=asked)
        return Done()

    def names_option(self, interaction: PendingInteraction, said: str) -> bool:  # noqa: ARG002
        """« supprimer » below a draft throws it away; elsewhere it is how the whole account goes."""
        return withholds(said)

    def say_left(self, talk: Talk, interaction: PendingInteraction) -> None:  # noqa: ARG002
        """What is said of a no."""
        talk.say("draft_discarded")

    def note_left(self, talk: Talk, interaction: PendingInteraction) -> None:
        """As behind a no: else the agent would still ask for the digit."""
        if (run := talk.session.get(Run, interaction.run_id)) is not None:
            _note(talk, run, say(talk.person.language, "draft_note_discarded"))

    def _send(self, talk: Talk, interaction: PendingInteraction, run: Run) -> Replied:
        if not interactions.claim(talk.session, interaction.id, "answered", talk.now):
            return NotAnswered()
        speak_as_before(talk, run)
        draft = draft_in(interaction.payload)
        if draft is None:
            alerts.add(talk.session, "draft_changed", f"interaction {interaction.id}", run.id)
            talk.say("draft_gone")
        elif unwilling := suppressions.among(talk.session, draft.recipients):
            talk.say("draft_unwanted", recipients=", ".join(unwilling))
        elif (refusal := self._refusal(talk, draft)) is not None:
            talk.say(refusal)
        else:
            _post(talk, interaction.id, run.id, draft)
            recipients = ", ".join(draft.recipients)
            talk.say("draft_leaves", recipients=recipients)
            sent = say(talk.person.language, "draft_note_sent", recipients=recipients, subject=draft.subject)
            return _noted(talk, run, sent)
        return Done()

    def _refusal(self, talk: Talk, draft: Draft) -> str | None:
        """Why it may not leave after all: what held when it was written may hold no longer."""
        user = talk.user
        if user is None or user.email != draft.reply_to or talk.desk.settings.smtp_url is None:
            return "draft_address_changed"
        owned_rows.lock(talk.session, user.id)
        if is_day_full(talk.session, user.id, talk.desk.clock):
            return "draft_day_full"
        for wanted in draft.files:
            file = talk.session.get(StoredFile, wanted.id)
            if file is None or file.user_id != user.id or file.sha256 != wanted.sha256:
                return "draft_file_gone"
        return None

    def _discard(self, talk: Talk, interaction: PendingInteraction, run: Run) -> Replied:
        self.close(talk, interaction)
        speak_as_before(talk, run)
        talk.say("draft_discarded")
        return _noted(talk, run, say(talk.person.language, "draft_note_discarded"))

    def _changed(self, talk: Talk, interaction: PendingInteraction, wish: str) -> Replied:
        """The agent goes on with it: whatever the model still remembers of it, it is given the draft whole."""
        draft = draft_in(interaction.payload)
        talk.let_go(interaction)
        if draft is None:
            return NotAnswered()
        note = say(
            talk.person.language,
            "draft_note_change",
            recipients=", ".join(draft.recipients),
            subject=draft.subject,
            text=draft.text,
            files=", ".join(file.name for file in draft.files),
            wish=wish,
        )
        return Ask(f"{NOTE_MARK} {note}")


def _asks(reply: str) -> bool:
    """Whether nothing is asked but what the digits, which are told then, say as well."""
    return is_puzzled(reply) or understands_nothing(reply) or ("?" in reply and asks_if_sent(reply))


def _choice(reply: str, language: Language) -> int | None:
    """Which digit was typed, from 0, or which of the lines below the draft, but for the one that sends it; None for
    other words."""
    if asks_cancel(reply) or withholds(reply) or read_choice(reply, ("", "", "")) == OutOfRange(0):
        return DISCARD
    options = options_of(say(language, "draft_choice", number=""))
    typed = typed_digit(reply, options)
    return written_option(reply, options) or None if typed is None else typed - 1


def _post(talk: Talk, number: int, run_id: int, draft: Draft) -> None:
    """A copy for each: who presses « unsubscribe » in theirs ends nobody else's."""
    files = [talk.session.get_one(StoredFile, file.id) for file in draft.files]
    desk, language = talk.desk, talk.person.language
    html, unsubscribing = (
        rendering.letter(draft.subject, draft.text, language),
        unsubscribing_of(desk.settings, desk.clock),
    )
    for at, recipient in enumerate(draft.recipients):
        link = unsubscribing.link(talk.session, recipient)
        email = Email(draft.recipients, draft.subject, html=html, reply_to=draft.reply_to, only=recipient)
        letter = Letter(
            f"draft{number}:{at}", with_way_out(email, draft.reply_to, link), draft.text, files, draft.ending, link
        )
        mails.post(talk.session, talk.person.conversation_id, letter, desk.links, language, run_id)


def _noted(talk: Talk, run: Run, text: str) -> Replied:
    """Let later turns know what became of it. What its own turn could not do beside it, such as a second draft, is told
    to nobody yet: the agent goes on with that, free of charge."""
    if _has_failed_beside(talk.session, run):
        return Ask(f"{NOTE_MARK} {text} {say(talk.person.language, 'draft_note_rest')}", free=True)
    _note(talk, run, text)
    return Done()


def _note(talk: Talk, run: Run, text: str) -> None:
    runs.append(talk.session, run.id, run.conversation_id, {"role": "user", "content": f"{NOTE_MARK} {text}"})


def _has_failed_beside(session: Session, run: Run) -> bool:
    """Whether a call of the step that put the draft, which was the last one, came to nothing."""
    made = runs.tool_calls(session, run.id)
    return any(call.status != "success" for call in made if call.iteration == made[-1].iteration)
