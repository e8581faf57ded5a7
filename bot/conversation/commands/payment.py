"""/paiement, and « j’ai payé et je n’ai rien reçu »: the provider is asked at once, whatever webhooks came."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from bot.conversation.command import Act, Command, Request
from bot.conversation.outcomes import Acted, Done, NotMeant
from bot.conversation.talk import Talk
from bot.dao.money import payments
from bot.i18n.catalogue import say
from bot.models import Payment
from bot.reading.commands.arguments import AnyText
from bot.reading.commands.paid_words import tells_of_two
from bot.reading.commands.vocabulary import Wording
from bot.services.money.packs import money

LATELY: Final = timedelta(days=4)  # older ones are not asked about by themselves either
JUST_ASKED: Final = timedelta(seconds=20)


def prepare(request: Request) -> Act:
    """Nothing slow: somebody else asks the provider."""
    said = request.argument.text if isinstance(request.argument, AnyText) else ""
    is_guessed = said != "" and not tells_of_two(said)
    return lambda talk: NotMeant() if is_guessed and not _lately(talk) else tell(talk)


def tell(talk: Talk) -> Acted:
    """How the last payment stands, and that it is being asked about."""
    if talk.person.user_id is None:
        talk.say("payment_needs_sign_in")
        return Done()
    found = _lately(talk)
    if not found:
        talk.say("payment_none", contact=talk.desk.settings.human_contact)
        return Done()
    last = next((payment for payment in found if payment.session_id), found[0])
    price = money(last.amount, last.currency, talk.person.language)
    if not last.session_id:  # nobody can have paid it
        talk.say("purchase_late", price=price)
    elif last.status == "paid":
        balance = talk.user.credits if talk.user else 0
        arrived = {"credits": last.credits, "number": last.reference, "balance": balance}
        _say_paid(talk, price, arrived, sum(payment.status == "paid" for payment in found))
    else:
        said = "purchase_mismatch" if last.detail == payments.MISMATCH else "payment_asked"
        talk.say(said, price=price, number=last.reference, contact=talk.desk.settings.human_contact)
    return Done(payments=[payment.id for payment in found if _ask_about(talk, payment)])


def _say_paid(talk: Talk, price: str, arrived: Mapping[str, object], paid: int) -> None:
    """That it has come, how many have, and whom to write to about what has not."""
    language, contact = talk.person.language, talk.desk.settings.human_contact
    doubt = say(language, "payment_in_doubt", paid=paid, days=LATELY.days, contact=contact)
    talk.tell(f"{say(language, 'payment_paid', price=price, **arrived)} {doubt}")


def _lately(talk: Talk) -> Sequence[Payment]:
    """The payments of the last days, the newest first."""
    user_id = talk.person.user_id
    opened = payments.of_user(talk.session, user_id, talk.now - LATELY) if user_id is not None else ()
    return [payment for payment in opened if payment.status != "refused"]  # they got no link to pay by


def _ask_about(talk: Talk, payment: Payment) -> bool:
    """Have a payment looked at now, if it may have been paid and was not asked about a moment ago. Returns whether it
    will be."""
    if payment.status == "paid" or not payment.session_id:
        return False
    if payment.checked_at is not None and abs(talk.now - payment.checked_at) < JUST_ASKED:
        return False
    return payments.make_due(talk.session, payment.provider, payment.reference, talk.now) is not None


PAYMENT = Command(
    "payment",
    Wording(
        fr="paiement|mon paiement",
        en="payment|my payment",
        said_fr="j ai paye|j ai deja paye|je viens de payer|j ai paye et je n ai rien recu|"
        "j ai paye mais je n ai rien recu|"
        "j ai paye et j ai rien recu|j ai paye mais j ai rien recu|j ai paye mais rien|j ai paye mais toujours rien|"
        "j ai paye mais pas de credits|j ai paye et je n ai pas recu mes credits|j ai fait le paiement|"
        "j ai effectue le paiement|paiement effectue|paiement fait|c est paye|c est bon j ai paye|"
        "verifier mon paiement|verifie mon paiement|verifiez mon paiement|ou est mon paiement|ou en est mon paiement|"
        "mon paiement est il arrive|mon paiement n est pas arrive|je n ai pas recu mes credits|"
        "j ai pas recu mes credits|"
        "mes credits ne sont pas arrives|ou sont mes credits|on m a debite et je n ai rien recu|"
        "j ai ete debite et je n ai rien recu|j ai ete debite mais je n ai rien recu|mon recu|ou est mon recu|"
        "j ai payer|j ai bien paye|j ai paye 500f|j ai payer 500f|j ai deja paye 500f|j ai bien paye 500f|"
        "je viens de payer 500f|j ai paye les 500f|j ai paye mes 500f|j ai paye 500f de credits|j ai paye 120 credits|"
        "j ai paye pour 120 credits|j ai paye par wave|j ai paye avec wave|j ai paye sur wave|"
        "j ai paye par orange money|j ai paye avec orange money|j ai paye par mobile money|j ai paye 500f par wave|"
        "j ai paye 500f avec wave|"
        "j ai paye 500f sur wave|j ai paye 500f par orange money|j ai paye 500f et rien|j ai paye 500f mais rien|"
        "j ai paye 500f et je n ai rien recu|j ai paye 500f et j ai rien recu|j ai paye 500f mais je n ai rien recu|"
        "j ai paye 500f mais j ai rien recu|j ai paye 500f et toujours rien|j ai paye et rien|"
        "j ai paye et toujours rien|j ai deja paye et toujours rien|j ai paye deux fois|j ai paye 2 fois|on m a debite|"
        "on m a debite 500f|"
        "on m a debite deux fois|on m a debite 2 fois|vous m avez debite|vous m avez debite 500f|j ai ete debite|"
        "j ai ete debite de 500f|j ai ete debite deux fois|j ai ete debite 2 fois",
        said_en="i have paid|i paid|i already paid|i have already paid|i just paid|i paid but got nothing|"
        "i paid and got nothing|i paid but nothing came|i paid but no credits|payment done|payment made|"
        "check my payment|verify my payment|where is my payment|i did not receive my credits|"
        "i didn t receive my credits|i have not received my credits|where are my credits|my credits have not arrived|"
        "i was charged and got nothing|i was charged but got nothing|my receipt|where is my receipt|"
        "i paid 500f|i have paid 500f|i already paid 500f|i just paid 500f|i paid by wave|i paid with wave|"
        "i paid 500f by wave|i paid 500f with wave|i paid 500f but got nothing|i paid 500f and got nothing|"
        "i paid but nothing|i paid twice|i paid two times|i was charged|i was charged 500f|i was charged twice",
    ),
    prepare=prepare,
)
