"""/supprimer: everything of a person's own is erased. « efface tout » may mean less, and is asked about."""

from collections.abc import Sequence

from bot.conversation.command import Act, Command, Request, quick
from bot.conversation.commands import file_lists
from bot.conversation.commands.guards import must_sign_in
from bot.conversation.commands.memory import forget
from bot.conversation.commands.new import forget_talk
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Confirmed, Details
from bot.conversation.dialogues.menus import Menu
from bot.conversation.dialogues.sign_in_sentences import is_too_new
from bot.conversation.outcomes import Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.dao.money import payments
from bot.reading.commands.arguments import AnyText, everything
from bot.reading.commands.vocabulary import Wording
from bot.services.privacy import erase

_ERASING_FR = "supprimer supprime supprimez effacer efface effacez detruire detruis detruisez".split()
_CLOSING_FR = "fermer ferme fermez cloturer cloture cloturez".split()
_OWN_FR = "|".join(
    f"{verb} {all_of}mes {what}"
    for verb in _ERASING_FR
    for what in ("donnees", "messages", "informations", "infos", "conversations")
    for all_of in ("", "toutes " if what != "messages" else "tous ")
)
_ACCOUNT_FR = "|".join(f"{verb} {mine} compte" for verb in (*_ERASING_FR, *_CLOSING_FR) for mine in ("mon", "le"))
_OWN_EN = "|".join(
    f"{verb} {all_of}my {what}"
    for verb in ("delete", "erase", "remove", "wipe")
    for all_of in ("", "all ")
    for what in ("data", "messages", "information", "info")
)


def ask(talk: Talk) -> None:
    """Ask whether everything is really to be erased."""
    if not (must_sign_in(talk) or is_too_new(talk)):
        _ask(talk, erase.accounts(talk.session, talk.address))


def _ask(talk: Talk, accounts: Sequence[int], *, is_more: bool = False) -> None:
    details = {"accounts": list(accounts)}
    confirmation.ask(talk, "delete", details, signed_in=talk.person.signed_in, is_more=is_more)


def erase_all(talk: Talk, details: Details) -> Done:
    """Confirmed by number, and the question is claimed: erase everything, then say goodbye. Whoever has become one with
    another account since they were asked has not said yes to losing that: they are asked anew."""
    if must_sign_in(talk) or is_too_new(talk):
        return Done()
    accounts = erase.accounts(talk.session, talk.address)
    if list(accounts) != details.get("accounts", accounts):  # questions of an older release have none
        _ask(talk, accounts, is_more=True)
        return Done()
    user_id = talk.person.user_id
    link = user_id is not None and payments.is_any_payable(talk.session, user_id, talk.now)
    upto = max(message.id for message in talk.messages)
    digests = erase.erase(talk.session, talk.address, talk.person.conversation_id, upto, talk.now)
    talk.say("erased", link=link)
    return Done(erased=digests)


def ask_what(_request: Request) -> Act:
    """Ask what « tout » is. Below a list or a question that a number confirms it was said of that; a guest has nothing
    but their messages."""

    def act(talk: Talk) -> Obeyed:
        opened = talk.question
        if opened is not None and opened.kind in (confirmation.KIND, file_lists.KIND):
            return NotMeant()
        if talk.person.signed_in:
            MENU.open(talk)
        else:
            ask(talk)
        return Done()

    return act


def choose(talk: Talk, what: str) -> None:
    """Act on the answer: the conversation left behind (`talk`), nothing remembered (`memories`), or nothing left."""
    match what:
        case "talk":
            forget_talk(talk)
        case "memories":
            forget(talk, AnyText("tout"))
        case _:
            ask(talk)


MENU = Menu("erase", ("talk", "memories", "everything"), choose)
DELETE = Command(
    "delete",
    Wording(
        fr="supprimer|supprimer mon compte",
        en="delete|delete my account",
        slashed="effacer|tout effacer|erase",
        said_fr=f"{_OWN_FR}|{_ACCOUNT_FR}|suppression de mon compte|suppression de mes donnees|suppression du compte|"
        "la suppression de mon compte|la suppression de mes donnees|efface moi|supprime moi|supprimez moi",
        said_en=f"{_OWN_EN}|delete my account|delete the account|delete account|erase my account|remove my account|"
        "close my account|deletion of my account|deletion of my data|delete me",
        takes=everything,
        only_slashed=True,
        only_taken=True,
    ),
    prepare=quick(ask),
    confirmed={"delete": Confirmed(erase_all)},
)
ERASE = Command(
    "erase",
    Wording(
        said_fr="|".join(f"{verb} tout" for verb in _ERASING_FR)
        + "|tout effacer|tout supprimer|efface tous|supprime tous|oublie moi|oubliez moi",
        said_en="|".join(
            f"{verb} {all_of}"
            for verb in ("delete", "erase", "remove", "wipe", "clear")
            for all_of in ("everything", "all")
        ),
    ),
    prepare=ask_what,
    menus=(MENU,),
)
