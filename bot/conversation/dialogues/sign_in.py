"""The sign-in dialogue: which number, the code by SMS, its check. One open interaction of kind `sign_in`, whose payload
says how far it is: {"step": "choose" | "number" | "code" | "former" | "mailed" | "signed_in", "number": E.164,
"otp_id": code awaited}."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.conversation.dialogues import former_owner, sign_in_asides
from bot.conversation.dialogues import sign_in_sentences as words
from bot.conversation.dialogues.former_owner import Answered
from bot.conversation.dialogues.sign_in_asides import is_awaited
from bot.conversation.dialogues.sign_in_numbers import number_alone, own_number, parsed
from bot.conversation.outcomes import Done, NotAnswered, Replied
from bot.conversation.people import as_of_now
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions, otp
from bot.models import PendingInteraction
from bot.reading.answers.reply import Choice, OutOfRange, read_choice
from bot.reading.replies import sign_in_answers as typed
from bot.reading.replies.assent import SENDING_CODE, Assent, assent
from bot.reading.replies.sign_in_answers import Code, Malformed, Message
from bot.services.delivery import codes
from bot.services.privacy import holding
from bot.services.sign_in import accounts
from bot.services.sign_in.accounts import Confirmed
from bot.services.sign_in.otp import Cooldown, Right, Sent, TooMany
from bot.services.sign_in.phone_numbers import MobileNumber, Reason, Refused
from bot.types import Language, Mode, known

KIND = "sign_in"


@dataclass(frozen=True, slots=True)
class SignIn(Dialogue):
    """Leads people through it. `on_signed_in` says what comes after success."""

    kind = KIND
    gives_way = is_ours = True
    on_signed_in: Callable[[Talk, Confirmed], None]

    def start(self, talk: Talk, number: str = "") -> None:
        """Somebody wants to sign in, perhaps by a number they have written. A code that may come stays awaited."""
        if talk.person.mode != Mode.GUEST:
            if words.may_change(talk):
                talk.ask(KIND, {"step": "signed_in"})
            words.tell_already(talk)
            return
        opened = talk.question
        wanted = parsed(talk, number) if number and words.may_change(talk) else None
        if opened is not None and opened.kind == KIND and not self._leaves(talk, opened, wanted):
            words.tell_awaited(talk, opened.payload)
            return
        if wanted is not None:
            self._number_given(talk, talk.ask(KIND, {"step": "number"}), number)
            return
        own = own_number(talk)
        if own is not None and words.may_change(talk):
            talk.ask(KIND, {"step": "choose", "number": own.e164})
            words.tell_choice(talk, "sign_in_choose", own.e164)
        elif own is not None:
            self._send(talk, talk.ask(KIND, {"step": "code", "number": own.e164, "otp_id": None}), own)
        elif words.may_change(talk):
            talk.ask(KIND, {"step": "number"})
            words.ask_number(talk)
        else:
            talk.say("sign_in_own_number_refused", contact=talk.desk.settings.human_contact)

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Go on by what was typed. What is a message for the agent leaves the dialogue open."""
        if sign_in_asides.leaves(talk, interaction, reply):
            return self._left(talk, interaction)
        if sign_in_asides.tells(talk, interaction, reply):
            return Done()
        if sign_in_asides.is_for_agent(talk, interaction, reply):
            return NotAnswered()
        match interaction.payload["step"]:
            case "signed_in":
                return self._of_whom(talk, interaction, reply)
            case "choose":
                return self._chosen(talk, interaction, reply)
            case "number":
                return self._number_given(talk, interaction, reply)
            case step if step in former_owner.STEPS:
                return former_owner.answered(talk, interaction, reply, self._succeed)
            case _:
                return self._code_typed(talk, interaction, reply)

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:
        """What can be chosen at the step it has come to."""
        return words.labels_at(talk, interaction.payload)

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """What is asked at the step it has come to."""
        words.put_again(talk, interaction.payload)

    def close(self, talk: Talk, interaction: PendingInteraction) -> bool:
        """The code in the post is worth nothing any more."""
        self._give_up(talk, interaction)
        return Dialogue.close(self, talk, interaction)  # super() knows nothing of a class with slots

    def _of_whom(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Another person wants to sign in, or the account goes on under another number. Both are offered: who takes the
        one for the other takes the account along."""
        chosen = read_choice(reply, words.already_labels(talk))
        if chosen == Choice(0):
            accounts.sign_out(talk.session, talk.address)
            talk.person = as_of_now(talk.person.conversation_id, talk.address, None, talk.person.language)
            self.start(talk)
            return Done()
        if not (chosen == Choice(1) or typed.asks_change(reply)):
            return NotAnswered()
        return Done() if words.is_too_new(talk) else self._ask_number(talk, interaction)

    def _left(self, talk: Talk, interaction: PendingInteraction) -> Done:
        self.close(talk, interaction)
        talk.say("sign_in_kept" if talk.person.signed_in else "sign_in_cancelled")
        return Done()

    def _leaves(self, talk: Talk, interaction: PendingInteraction, wanted: MobileNumber | Refused | None) -> bool:
        """Whether an open dialogue is begun anew: nothing is awaited, or a code is wanted at another number."""
        is_other = isinstance(wanted, MobileNumber) and wanted.e164 != interaction.payload.get("number")
        return is_other or not (interaction.payload["step"] == "former" or is_awaited(talk, interaction.payload))

    def _chosen(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        number = interaction.payload["number"]
        match read_choice(reply, words.choice_labels(talk, number)):
            case Choice(index=0):
                return self._send_to(talk, interaction, number)
            case Choice():
                return self._ask_number(talk, interaction)
            case OutOfRange() if not interaction.payload.get("again"):
                interactions.change(talk.session, interaction, {**interaction.payload, "again": True})
                words.tell_choice(talk, "menu_out_of_range", number)
                return Done()
            case _ if typed.asks_change(reply):
                return self._ask_number(talk, interaction)
            case _ if typed.asks_resend(reply):  # of a code that was given up, or was asked for elsewhere
                return self._send_to(talk, interaction, number)
        match assent(reply, SENDING_CODE):
            case Assent.YES:
                return self._send_to(talk, interaction, number)
            case Assent.NO:
                return self._left(talk, interaction)
            case Assent.DOUBTED | Assent.NEITHER:
                return self._written(talk, interaction, reply)

    def _number_given(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        taken = self._written(talk, interaction, reply)
        if not isinstance(taken, NotAnswered):
            return taken
        if assent(reply) is Assent.NO:
            return self._left(talk, interaction)
        if not typed.is_no_sentence(reply):
            return taken
        return words.tell_no_number(talk, reply)

    def _code_typed(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        chosen = read_choice(reply, words.code_labels(talk))
        if chosen == Choice(0) or typed.asks_resend(reply):
            return self._send_to(talk, interaction, interaction.payload["number"])
        if words.may_change(talk) and (chosen == Choice(1) or typed.asks_change(reply)):
            return self._ask_number(talk, interaction)
        match typed.read_code(reply):
            case Code(digits=digits):
                otp.hide_bodies(talk.session, talk.messages)
                self._check(talk, interaction, digits)
                return Done()
            case _ if (number := number_alone(talk, reply)) is not None:
                return self._instead(talk, interaction, number)
            case Malformed():
                awaited = is_awaited(talk, interaction.payload)
                return words.tell_malformed(talk, interaction.payload, reply, is_awaited=awaited)
            case Message():
                return NotAnswered()

    def _instead(self, talk: Talk, interaction: PendingInteraction, number: MobileNumber) -> Done:
        """A number where its code is awaited: the one before was mistyped, or it is the same once more."""
        if number.e164 == interaction.payload["number"] and is_awaited(talk, interaction.payload):
            words.tell_awaited(talk, interaction.payload)
        else:
            self._send(talk, interaction, number)
        return Done()

    def _written(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Take a number that was written, unless there is none, or a sentence holds something else."""
        written = typed.phone_in(reply)
        if written is None:
            return NotAnswered()
        match parsed(talk, written):
            case MobileNumber() as number:
                self._send(talk, interaction, number)
            case Refused(reason=Reason.INVALID) if not typed.is_no_sentence(reply):
                return NotAnswered()
            case Refused(reason=reason):
                interactions.change(talk.session, interaction, {"step": "number"})
                words.tell_number(talk, f"sign_in_number_{reason}")
        return Done()

    def _send_to(self, talk: Talk, interaction: PendingInteraction, number: str) -> Done:
        """Send a code to a number that was accepted before; the countries may have changed since."""
        found = parsed(talk, number)
        if isinstance(found, Refused):
            return self._ask_number(talk, interaction)
        self._send(talk, interaction, found)
        return Done()

    def _send(self, talk: Talk, interaction: PendingInteraction, number: MobileNumber) -> None:
        key = talk.person.conversation_id
        outcome = talk.desk.otp.send(talk.session, number, key, talk.now)
        awaited: int | None = interaction.payload.get("otp_id")
        if isinstance(outcome, Sent | Cooldown | TooMany):
            awaited = outcome.otp_id
        payload = {"step": "code", "number": number.e164, "otp_id": awaited}
        interactions.change(talk.session, interaction, payload)
        if isinstance(outcome, Sent):
            codes.post(talk.session, key, number.e164, outcome.otp_id)
        words.tell_sending(talk, outcome, number.e164, is_awaited=awaited is not None)

    def _check(self, talk: Talk, interaction: PendingInteraction, digits: str) -> None:
        otp_id = interaction.payload["otp_id"] or 0
        outcome = talk.desk.otp.check(talk.session, otp_id, talk.person.conversation_id, digits, talk.now)
        if not isinstance(outcome, Right):
            words.tell_refusal(talk, outcome, interaction.payload["number"])
        elif not former_owner.ask_if_in_doubt(talk, interaction, outcome.number):
            self._succeed(talk, interaction, Answered(outcome.number, otp_id))

    def _succeed(self, talk: Talk, interaction: PendingInteraction, answered: Answered) -> None:
        settings = talk.desk.settings
        interactions.claim(talk.session, interaction.id, "answered", talk.now)
        address, number, is_new_owner = talk.address, answered.number, answered.is_new_owner
        confirmed = accounts.confirm(talk.session, address, number, talk.now, settings, is_new_owner=is_new_owner)
        user = confirmed.user
        if confirmed.joined or answered.in_doubt:
            holding.begin(talk.session, answered.proved_by, talk.now)
        if confirmed.joined:
            contact, anew = settings.human_contact, confirmed.renumbered
            accounts.tell_others(talk.session, user, address, talk.desk.links, contact, talk.now, renumbered=anew)
        language = known(Language, user.language, talk.person.language)
        talk.person = as_of_now(talk.person.conversation_id, address, user, language)
        self.on_signed_in(talk, confirmed)

    def _ask_number(self, talk: Talk, interaction: PendingInteraction) -> Done:
        self._give_up(talk, interaction)
        interactions.change(talk.session, interaction, {"step": "number"})
        words.ask_number(talk)
        return Done()

    def _give_up(self, talk: Talk, interaction: PendingInteraction) -> None:
        if (otp_id := interaction.payload.get("otp_id")) is not None:
            talk.desk.otp.give_up(talk.session, otp_id)
