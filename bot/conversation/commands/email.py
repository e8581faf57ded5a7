"""/email: where the agent may send e-mails to a person, once they have shown that it is theirs."""

from bot.conversation.command import Command, quick_with
from bot.conversation.commands.guards import must_sign_in
from bot.conversation.dialogues.confirmation import Confirmed
from bot.conversation.dialogues.mailboxes import CHANGE, Mailboxes
from bot.conversation.talk import Talk
from bot.dao.delivery import suppressions
from bot.reading.commands.arguments import Argument, EmailAddress, Misread, email_address
from bot.reading.commands.vocabulary import Wording

MAILBOXES = Mailboxes()


def tell(talk: Talk, argument: Argument | None) -> None:
    """Confirm the address that was named, or say which one is known and ask for one."""
    user, settings = talk.user, talk.desk.settings
    if must_sign_in(talk):
        return
    if user is None:
        talk.say("email_for_users")
        return
    if settings.smtp_url is None:
        talk.say("email_unavailable", contact=settings.human_contact)
        return
    match argument:
        case EmailAddress(value=address) if user.email is not None and address.lower() == user.email.lower():
            if suppressions.among(talk.session, [address]):  # shown to be theirs again, it is written to again
                MAILBOXES.propose(talk, address)
            else:
                talk.say("email_known", address=user.email)
        case EmailAddress(value=address):
            MAILBOXES.named(talk, address)
        case None if user.email is not None:
            stopped = suppressions.among(talk.session, [user.email])
            talk.say("email_stopped" if stopped else "email_known", address=user.email)
        case None:
            MAILBOXES.ask_address(talk)
        case Misread(text=text):
            MAILBOXES.mistyped(talk, text)
        case _:
            talk.say("email_invalid")


_OWN_FR = "|".join(
    f"{verb} {whose} adresse {kind}"
    for verb in ("ajouter", "changer", "modifier", "confirmer", "enregistrer")
    for whose in ("mon", "une")
    for kind in ("email", "mail")
)  # « modifier mon mail » may be said of a draft
_OWN_EN = "|".join(f"{verb} my email{what}" for verb in ("add", "change", "confirm") for what in ("", " address"))

EMAIL = Command(
    "email",
    Wording(
        fr="email|mail|courriel|adresse email|adresse mail|mon email|mon mail|mon adresse email|mon adresse mail",
        en="email|mail|email address|my email|my email address|e mail",
        said_fr=f"{_OWN_FR}|changer mon email|ajouter mon email|ajouter mon mail|confirmer mon email|"
        "changer d email|changer d adresse email|changer d adresse mail|"
        "quelle est mon adresse email",
        said_en=f"{_OWN_EN}|add an email|add an email address|what is my email address",
        takes=email_address,
    ),
    prepare=quick_with(tell),
    confirmed={CHANGE: Confirmed(MAILBOXES.begin)},
    dialogues=(MAILBOXES,),
)
