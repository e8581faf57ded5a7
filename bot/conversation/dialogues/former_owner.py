"""Between a right code and an account that was silent for long: the number may have another owner by now, who gets the
code as well. Two steps of the sign-in dialogue: "former" asks whether they are who had the number before; "mailed"
awaits the code that went to the account's own e-mail address, where there is one. Nothing here tells whose it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.conversation.dialogues import sign_in_sentences as words
from bot.conversation.outcomes import Done, NotAnswered, Replied
from bot.conversation.talk import Talk
from bot.dao import interactions, otp
from bot.i18n.catalogue import say
from bot.models import PendingInteraction, User
from bot.reading.answers.reply import Choice, OutOfRange, Truth, read_choice, read_true_false
from bot.reading.replies import sign_in_answers as typed
from bot.reading.replies.confirmations import DECLINING, gives_up
from bot.reading.replies.former_answers import Whose, whose
from bot.reading.replies.sign_in_answers import Code, Malformed
from bot.reading.words.answer_words import tokens
from bot.services.delivery import codes
from bot.services.sign_in import accounts
from bot.services.sign_in.otp import Cooldown, Locked, Right, Sent, TooMany

STEPS: Final = ("former", "mailed")


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of it: the number, and the code that went there. `is_new_owner`: it was another's, they say.
    `in_doubt`: nothing but their word says that what is behind it is theirs."""

    number: str
    proved_by: int
    is_new_owner: bool = False
    in_doubt: bool = False


Admit = Callable[[Talk, PendingInteraction, Answered], None]


def ask_if_in_doubt(talk: Talk, interaction: PendingInteraction, number: str) -> bool:
    """Where a number that was just proved is in doubt, ask whose the account is, before anything of it is shown. False:
    there is no doubt, and nothing was asked."""
    if _in_doubt(talk, number) is None:
        return False
    payload = {"step": "former", "number": number, "otp_id": None, "proved_by": interaction.payload["otp_id"]}
    interactions.change(talk.session, interaction, payload)
    words.tell_step(talk, payload, say(talk.person.language, "sign_in_former"))
    return True


def answered(talk: Talk, interaction: PendingInteraction, reply: str, admit: Admit) -> Replied:
    """Go on by what was typed at one of the steps; `admit` signs in."""
    chosen = read_choice(reply, words.labels_at(talk, interaction.payload))
    if chosen == Choice(1):
        return _is_another(talk, interaction, admit)
    if interaction.payload["step"] == "mailed":
        return _code_typed(talk, interaction, reply, admit)
    said = whose(reply)
    if chosen == Choice(0) or read_true_false(reply) == Truth(True) or said is Whose.THEIRS:
        return _is_the_same(talk, interaction, admit)
    if gives_up(tokens(reply), DECLINING):  # « non merci » says nothing of whose the number is
        return _left(talk, interaction)
    if read_true_false(reply) == Truth(False) or said is Whose.ANOTHERS:
        return _is_another(talk, interaction, admit)
    if isinstance(chosen, OutOfRange) or typed.is_no_sentence(reply) or said is Whose.UNCLEAR:
        words.tell_step(talk, interaction.payload, say(talk.person.language, "sign_in_former"))
        return Done()
    return NotAnswered()


def _answer(interaction: PendingInteraction, **found: bool) -> Answered:
    return Answered(interaction.payload["number"], interaction.payload["proved_by"], **found)


def _in_doubt(talk: Talk, number: str) -> User | None:
    return accounts.doubted(talk.session, talk.address, number, talk.now, talk.desk.settings)


def _is_another(talk: Talk, interaction: PendingInteraction, admit: Admit) -> Done:
    """They start clean; unless that number has spoken up elsewhere meanwhile, and is in doubt no more."""
    if _in_doubt(talk, interaction.payload["number"]) is None:
        return _left(talk, interaction)
    talk.say("sign_in_afresh", signed_in=talk.person.signed_in, contact=talk.desk.settings.human_contact)
    admit(talk, interaction, _answer(interaction, is_new_owner=True))
    return Done()


def _left(talk: Talk, interaction: PendingInteraction) -> Done:
    talk.desk.dialogues[interaction.kind].close(talk, interaction)
    talk.say("sign_in_kept" if talk.person.signed_in else "sign_in_cancelled")
    return Done()


def _is_the_same(talk: Talk, interaction: PendingInteraction, admit: Admit) -> Done:
    user = _in_doubt(talk, interaction.payload["number"])
    if user is not None and user.email and talk.desk.settings.smtp_url is not None:
        _mail(talk, interaction, user.email)
    else:
        admit(talk, interaction, _answer(interaction, in_doubt=True))
    return Done()


def _mail(talk: Talk, interaction: PendingInteraction, address: str) -> None:
    """Mail a code to the account's own address, which is not named here."""
    desk, key, language = talk.desk, talk.person.conversation_id, talk.person.language
    outcome = desk.otp.send(talk.session, desk.otp.mailbox(address), key, talk.now)
    payload = {**interaction.payload, "step": "mailed"}
    if isinstance(outcome, Sent | Cooldown | TooMany):
        payload["otp_id"] = outcome.otp_id
    interactions.change(talk.session, interaction, payload)
    if isinstance(outcome, Sent):
        subject = say(language, "otp_mail_subject", service=desk.settings.service_name)
        codes.post_mail(talk.session, key, address, outcome.otp_id, subject)
        wait = words.waiting_time(language, round(desk.settings.otp_ttl_s))
        text = say(language, "sign_in_mailed", wait=wait, contact=desk.settings.human_contact)
    elif isinstance(outcome, Cooldown | TooMany | Locked):
        sentence = "sign_in_mail_waits" if payload.get("otp_id") else "sign_in_mail_later"
        text = say(language, sentence, wait=words.waiting_time(language, outcome.seconds))
    else:
        text = say(language, "sign_in_unavailable", contact=desk.settings.human_contact)
    words.tell_step(talk, payload, text)


def _code_typed(talk: Talk, interaction: PendingInteraction, reply: str, admit: Admit) -> Replied:
    labels = words.labels_at(talk, interaction.payload)
    if read_choice(reply, labels) == Choice(0) or typed.asks_resend(reply):
        return _is_the_same(talk, interaction, admit)
    match typed.read_code(reply):
        case Code(digits=digits):
            otp.hide_bodies(talk.session, talk.messages)
            _check(talk, interaction, digits, admit)
        case Malformed() if typed.has_digits(reply):  # perhaps a piece of the code
            otp.hide_bodies(talk.session, talk.messages)
            words.tell_step(talk, interaction.payload, say(talk.person.language, "sign_in_malformed"))
        case _:
            return NotAnswered()
    return Done()


def _check(talk: Talk, interaction: PendingInteraction, digits: str, admit: Admit) -> None:
    otp_id = interaction.payload.get("otp_id") or 0
    outcome = talk.desk.otp.check(talk.session, otp_id, talk.person.conversation_id, digits, talk.now)
    if isinstance(outcome, Right):
        admit(talk, interaction, _answer(interaction))
    elif isinstance(outcome, Locked):
        wait = words.waiting_time(talk.person.language, outcome.seconds)
        words.tell_step(talk, interaction.payload, say(talk.person.language, "sign_in_mail_later", wait=wait))
    else:
        words.tell_step(talk, interaction.payload, words.refusal(talk, outcome))
