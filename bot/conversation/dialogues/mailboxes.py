"""The dialogue that confirms an e-mail address: a code goes there by mail and is typed back here."""

from dataclasses import dataclass
from typing import assert_never

from bot.capabilities import capabilities_of
from bot.channels.emails import Email
from bot.conversation.dialogues import confirmation, doubted_addresses
from bot.conversation.dialogues import mailbox_sentences as words
from bot.conversation.dialogues.confirmation import Details
from bot.conversation.dialogues.run_questions import answers_agent, was_answered_since
from bot.conversation.dialogues.sign_in_sentences import waiting_time
from bot.conversation.outcomes import Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions, otp
from bot.dao.delivery import suppressions
from bot.i18n.catalogue import say
from bot.models import PendingInteraction, User
from bot.reading.answers.reply import Choice, OutOfRange, read_choice
from bot.reading.commands.arguments import EmailAddress, email_address
from bot.reading.commands.urgent_words import asks_cancel
from bot.reading.replies import sign_in_answers as typed
from bot.reading.replies.assent import Assent, assent
from bot.reading.replies.confirmations import DECLINING, gives_up
from bot.reading.replies.meant_addresses import mended_address, names_address, usual_address
from bot.reading.replies.sign_in_answers import Code, Malformed, Message
from bot.reading.replies.sign_in_questions import names_code
from bot.reading.wishes.puzzled import understands_nothing
from bot.reading.words.answer_words import tokens
from bot.services.delivery import codes, mails
from bot.services.delivery.mails import Letter
from bot.services.sign_in.otp import (
    Cooldown,
    Dead,
    Expired,
    Gone,
    Locked,
    Right,
    Sent,
    TooMany,
    Wrong,
)

KIND = "email"
CHANGE = "email"  # the act that a number of ours confirms
LONGEST = 254  # characters of an address (RFC 5321)


@dataclass(frozen=True, slots=True)
class Mailboxes(Dialogue):
    """Reads what is typed while an address, or the code mailed to one, is awaited. The payload has the address and,
    once one was sent, the id of its code; before that, perhaps, the address that may be meant by what was written."""

    kind = KIND
    gives_way = True
    is_ours = True

    def ask_address(self, talk: Talk) -> None:
        """Nobody has said yet which address."""
        talk.ask(KIND, {"address": None, "otp_id": None})
        words.tell(talk, "email_ask")

    def named(self, talk: Talk, address: str) -> None:
        """Somebody named an address. One that looks mistyped is asked about once: a code would go to nowhere, and
        nobody would say so. Written again it is meant."""
        opened, meant = talk.question, usual_address(address)
        asked = opened.payload.get("written", "") if opened is not None and opened.kind == KIND else ""
        if meant is None or asked.lower() == address.lower():
            self.propose(talk, address)
        else:
            doubted_addresses.ask(talk, KIND, meant, address)

    def mistyped(self, talk: Talk, text: str) -> None:
        """Somebody wrote what is no address; which one it may be is asked."""
        meant = mended_address(text)
        if meant is None:
            talk.say("email_invalid")
        else:
            doubted_addresses.ask(talk, KIND, meant, "")

    def propose(self, talk: Talk, address: str) -> None:
        """What only the account's owner may do takes a number from our own message first: the senders of SMS can be
        forged."""
        if len(address) > LONGEST:
            talk.say("email_invalid")
        elif must_confirm(talk):
            confirmation.ask(talk, CHANGE, {"address": address}, address=address)
        else:
            self.begin(talk, {"address": address})

    def begin(self, talk: Talk, details: Details) -> Done:
        """Mail the code. Also what the right number leads to."""
        payload = {"address": details["address"], "otp_id": None}
        self._send(talk, talk.ask(KIND, payload), details["address"])
        return Done()

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Go on by what was typed. What is a message for the agent leaves the dialogue open."""
        is_for_this = asks_cancel(reply) or names_address(reply) or names_code(reply) or typed.asks_resend(reply)
        if not is_for_this and answers_agent(talk, interaction, reply, self.labels(talk, interaction)):
            return NotAnswered()
        if understands_nothing(reply) and not was_answered_since(talk, interaction):
            self.put_again(talk, interaction)
            return Done()
        return self._answered(talk, interaction, reply)

    def _answered(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        address = interaction.payload["address"]
        if asks_cancel(reply) or gives_up(tokens(reply), DECLINING) or read_choice(reply, ()) == OutOfRange(0):
            return self._left(talk, interaction)
        if (settled := doubted_addresses.settled(talk, interaction, reply)) is not None:
            if settled:
                self.propose(talk, settled)
            else:
                self.ask_address(talk)
            return Done()
        if doubted_addresses.repeats(talk, interaction, reply):
            return Done()
        if names_address(reply):
            return self._named(talk, reply)
        if address is None:
            is_no = assent(reply) is Assent.NO or typed.has_no_address(reply)
            return self._left(talk, interaction) if is_no else NotAnswered()
        if read_choice(reply, words.code_labels(talk, address)) == Choice(0) or typed.asks_resend(reply):
            self._send(talk, interaction, address)
            return Done()
        if typed.asks_other_address(reply):
            self.close(talk, interaction)
            self.ask_address(talk)
            return Done()
        return self._code_typed(talk, interaction, reply)

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:
        """What can be chosen while a code is awaited, or where an address looks mistyped."""
        return doubted_addresses.labels(talk, interaction) or words.code_labels(talk, interaction.payload["address"])

    def close(self, talk: Talk, interaction: PendingInteraction) -> bool:
        """The code in the post is worth nothing any more."""
        otp_id = interaction.payload["otp_id"]
        if otp_id is not None:
            talk.desk.otp.give_up(talk.session, otp_id)
        return Dialogue.close(self, talk, interaction)  # a dataclass with slots is another class than super() knows

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """Which address, whether it is another one, or that its code is awaited."""
        if doubted_addresses.labels(talk, interaction):
            doubted_addresses.put(talk, interaction)
        elif address := interaction.payload["address"]:
            words.tell(talk, "sign_in_malformed", address)
        else:
            words.tell(talk, "email_ask")

    def _left(self, talk: Talk, interaction: PendingInteraction) -> Done:
        self.close(talk, interaction)
        talk.say("email_cancelled")
        return Done()

    def _named(self, talk: Talk, reply: str) -> Replied:
        """An address in the answer: the first one, or another one."""
        match email_address(reply):
            case EmailAddress(value=address):
                self.named(talk, address)
                return Done()
            case _ if typed.is_no_sentence(reply) or mended_address(reply) is not None:
                self.mistyped(talk, reply)
                return Done()
        return NotAnswered()

    def _code_typed(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        match typed.read_code(reply):
            case Code(digits=digits):
                otp.hide_bodies(talk.session, talk.messages)
                self._check(talk, interaction, digits)
                return Done()
            case Malformed():
                if typed.has_digits(reply):  # perhaps a piece of the code
                    otp.hide_bodies(talk.session, talk.messages)
                elif not self._is_awaited(talk, interaction):  # an « ok », and nothing to wait for
                    return NotAnswered()
                words.tell(talk, "sign_in_malformed", interaction.payload["address"])
                return Done()
            case Message():
                return NotAnswered()

    def _is_awaited(self, talk: Talk, interaction: PendingInteraction) -> bool:
        otp_id = interaction.payload["otp_id"]
        return otp_id is not None and talk.desk.otp.is_open(talk.session, otp_id, talk.now)

    def _send(self, talk: Talk, interaction: PendingInteraction, address: str) -> None:
        desk, key = talk.desk, talk.person.conversation_id
        outcome = desk.otp.send(talk.session, desk.otp.mailbox(address), key, talk.now)
        awaited: int | None = interaction.payload["otp_id"]
        if isinstance(outcome, Sent | Cooldown | TooMany):
            awaited = outcome.otp_id
        interactions.change(talk.session, interaction, {"address": address, "otp_id": awaited})
        if isinstance(outcome, Sent):
            subject = say(talk.person.language, "otp_mail_subject", service=desk.settings.service_name)
            codes.post_mail(talk.session, key, address, outcome.otp_id, subject)
        is_awaited = awaited is not None and not codes.has_failed(talk.session, key, awaited)
        words.tell_sent(talk, outcome, address, is_awaited=is_awaited)

    def _check(self, talk: Talk, interaction: PendingInteraction, digits: str) -> None:
        otp_id, address = interaction.payload["otp_id"] or 0, interaction.payload["address"]
        outcome = talk.desk.otp.check(talk.session, otp_id, talk.person.conversation_id, digits, talk.now)
        match outcome:
            case Right():
                interactions.claim(talk.session, interaction.id, "answered", talk.now)
                self._confirmed(talk, interaction, address)
            case Wrong(left=left):
                words.tell(talk, "sign_in_wrong", address, left=left)
            case Locked(seconds=seconds):
                talk.say("email_locked", address=address, wait=waiting_time(talk.person.language, seconds))
            case Dead():
                words.tell(talk, "sign_in_dead", address)
            case Expired():
                words.tell(talk, "sign_in_expired", address)
            case Gone():
                words.tell(talk, "sign_in_gone", address)
            case _:
                assert_never(outcome)

    def _confirmed(self, talk: Talk, interaction: PendingInteraction, address: str) -> None:
        """Whoever typed the code is who asked for it (bot.dao.interactions.current). Who loses mail by it is told."""
        user = talk.session.get_one(User, talk.person.user_id)
        before, user.email = user.email, address
        talk.session.add(user)
        suppressions.lift(talk.session, address)
        talk.say("email_confirmed", address=address)
        settings = talk.desk.settings
        if before is not None and before.lower() != address.lower() and settings.smtp_url is not None:
            subject = say(talk.person.language, "email_changed_subject", service=settings.service_name)
            text = say(talk.person.language, "email_changed", service=settings.service_name,
                       contact=settings.human_contact)  # fmt: skip
            letter = Letter(f"moved{interaction.id}", Email((before,), subject, untold=True), text)
            mails.post(talk.session, talk.person.conversation_id, letter, talk.desk.links, talk.person.language)


def must_confirm(talk: Talk) -> bool:
    """Whether naming an address takes a number first: where one is confirmed already, and where senders are forged."""
    user = talk.user
    return capabilities_of(talk.person.channel).forgeable or (user is not None and user.email is not None)
