"""The list of packs: the digit chooses, and opens a payment. The digits stand only in our own message, and the link
goes where it was asked for: who forges a sender gets nothing by it.

For a few minutes the list stays open behind its answer: a nervous second tap gets the same link again, and no other
one when it is paid."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.conversation.dialogues.run_questions import speak_as_before, was_answered_since, was_shown
from bot.conversation.outcomes import Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions
from bot.dao.money import payments
from bot.models import Payment, PendingInteraction, Run
from bot.reading.answers.reply import Choice, NotAnAnswer, OutOfRange, Pass, read_choice
from bot.reading.replies.confirmations import declines
from bot.reading.replies.pack_words import named_pack
from bot.reading.replies.sign_in_questions import fears_fraud
from bot.reading.wishes.puzzled import understands_nothing
from bot.services.limits.refusals import may_say
from bot.services.money.packs import money
from bot.services.money.receipts import link_line
from bot.services.money.shop import KIND, Shop, list_of, packs_in, shop_of

TAPPED_AGAIN: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Purchases(Dialogue):
    """Opens the list and reads the answers. {"packs": […], "provider": str, "again": bool, and once
    somebody has chosen "chosen": when, "payment": which}"""

    kind = KIND
    gives_way = True
    is_ours = True

    def start(self, talk: Talk) -> None:
        """Somebody wants to buy: who is signed in gets the list."""
        shop = shop_of(talk.desk.settings)
        if not shop.is_open:
            talk.tell(shop.closed(talk.person.language))
        elif talk.person.user_id is None:
            talk.say("purchase_needs_sign_in")
        else:
            talk.offer(list_of(talk.ask(KIND, shop.payload()).payload, talk.person.language))

    def is_named(self, talk: Talk, words: str) -> bool:
        """Whether words name a pack of the list that is open."""
        opened = talk.question
        return opened is not None and opened.kind == KIND and _named(opened, words) is not None

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """A number that is not on the list gets the list again, once. Behind a choice every other text closes it."""
        run = talk.session.get(Run, interaction.run_id) if interaction.run_id else None
        chosen = interaction.payload.get("chosen")
        if not was_shown(run):
            return NotAnswered()
        if chosen and talk.now - datetime.fromisoformat(chosen) > TAPPED_AGAIN:
            self.close(talk, interaction)
            return NotAnswered()
        speak_as_before(talk, run)
        named = _named(interaction, reply)
        if named is not None:
            return self._choose(talk, interaction, named)
        match read_choice(reply, self.labels(talk, interaction)):
            case Choice(index=index):
                return self._choose(talk, interaction, index)
            case OutOfRange(number=0):
                return self._leave(talk, interaction)
            case OutOfRange() if not interaction.payload["again"] and not chosen:
                interactions.change(talk.session, interaction, {**interaction.payload, "again": True})
                talk.offer(list_of(interaction.payload, talk.person.language, "menu_out_of_range"))
                return Done()
            case Pass() | NotAnAnswer() | OutOfRange():
                return self._otherwise(talk, interaction, reply)

    def _otherwise(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """A no leaves the list, who understands nothing of it gets it again, and who fears for their money is told how
        they pay; unless that is said of something since."""
        is_no, is_lost = declines(reply), understands_nothing(reply) and not interaction.payload.get("chosen")
        is_afraid = fears_fraud(reply)
        if (is_no or is_lost or is_afraid) and not was_answered_since(talk, interaction):
            if is_no:
                return self._leave(talk, interaction)
            if is_lost:
                self.put_again(talk, interaction)
            else:
                settings = talk.desk.settings
                talk.say("purchase_safe", service=settings.service_name, contact=settings.human_contact)
            return Done()
        if interaction.payload.get("chosen"):
            self.close(talk, interaction)
        return NotAnswered()

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:
        """What can be chosen."""
        return tuple(pack.label(talk.person.language) for pack in packs_in(interaction.payload))

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """The list, unless one was chosen from it."""
        if not interaction.payload.get("chosen"):
            talk.offer(list_of(interaction.payload, talk.person.language))

    def say_left(self, talk: Talk, interaction: PendingInteraction) -> None:
        """Nobody can take a link back: who was given one is told what becomes of it."""
        talk.say("purchase_left" if interaction.payload.get("chosen") else "menu_cancelled")

    def _leave(self, talk: Talk, interaction: PendingInteraction) -> Done:
        self.close(talk, interaction)
        self.say_left(talk, interaction)
        return Done()

    def _choose(self, talk: Talk, interaction: PendingInteraction, index: int) -> Replied:
        user_id, shop = talk.person.user_id, shop_of(talk.desk.settings)
        if user_id is None or not shop.is_open:
            return self._too_late(talk, interaction, shop)
        pack, chosen = packs_in(interaction.payload)[index], interaction.payload.get("chosen")
        since = datetime.fromisoformat(chosen) if chosen else talk.now
        paid = payments.paid_one(talk.session, user_id, pack.name, since) if chosen else None
        if paid is not None:  # who wants it once more asks for the list again
            _say_paid(talk, paid)
            return Done()
        if chosen and not _is_tapped(talk) and payments.paid_one(talk.session, user_id, None, since):
            self.close(talk, interaction)  # another digit behind the receipt is said of something else
            return NotAnswered()
        opened = shop.open_payment(talk.session, user_id, talk.person.conversation_id, pack, talk.now)
        if opened is None:
            self.close(talk, interaction)
            talk.say("purchase_too_many", contact=shop.contact)
            return Done()
        chose = {"chosen": talk.now.isoformat(), "payment": opened.payment.id}
        interactions.change(talk.session, interaction, {**interaction.payload, **chose})
        if opened.payment.link:
            talk.tell(link_line(opened.payment, talk.person.language, talk.now))
        elif not opened.is_new:
            talk.say("purchase_link_coming")
        return Done(payments=(opened.payment.id,))

    def _too_late(self, talk: Talk, interaction: PendingInteraction, shop: Shop) -> Done:
        """Nothing is sold online any more since the list was put."""
        self.close(talk, interaction)
        talk.tell(shop.closed(talk.person.language))
        return Done()


def _is_tapped(talk: Talk) -> bool:
    return talk.messages[0].kind == "button"


def _say_paid(talk: Talk, paid: Payment) -> None:
    price, balance = money(paid.amount, paid.currency, talk.person.language), talk.user.credits if talk.user else 0
    talk.say("payment_paid", price=price, credits=paid.credits, number=paid.reference, balance=balance)


def _named(interaction: PendingInteraction, words: str) -> int | None:
    return named_pack(words, [(pack.credits, pack.amount) for pack in packs_in(interaction.payload)])


def put_again(talk: Talk) -> bool:
    """Put an open list again to who has no credits for what they wrote: it may have named a pack in words that nobody
    reads. False: none is open, one was chosen from, or it was put often enough today."""
    opened = talk.question
    if opened is None or opened.kind != KIND or opened.payload.get("chosen"):
        return False
    if not may_say(talk.address, "purchase_first", talk.now):
        return False
    talk.offer(list_of(opened.payload, talk.person.language, "purchase_first"))
    return True
