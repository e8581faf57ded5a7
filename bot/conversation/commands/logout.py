"""/deconnexion: signing out, here or everywhere."""

from typing import Final

from bot.capabilities import capabilities_of
from bot.conversation.command import Command, quick_with
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Confirmed, Details
from bot.conversation.dialogues.menus import Menu
from bot.conversation.outcomes import Done
from bot.conversation.talk import Talk
from bot.reading.commands.arguments import AnyText, Argument
from bot.reading.commands.vocabulary import Wording
from bot.reading.replies.menu_words import named, one_of
from bot.reading.words.answer_words import tokens
from bot.services.sign_in import accounts
from bot.types import Mode

_HERE: Final = frozenset("ici here".split())
_THIS: Final = _HERE | frozenset("this ce cet cette conversation".split())


def ask(talk: Talk, argument: Argument | None) -> None:
    """Ask where, unless it was said: « /deconnexion partout », « déconnecte-moi ici ». « Déconnecte mon téléphone » may
    mean another one."""
    said = argument.text if isinstance(argument, AnyText) else ""
    if not said and not _HERE.isdisjoint(tokens(talk.messages[0].body)):  # which no command takes for what it says
        said = "ici"
    where = named(said, MENU.name)
    if talk.person.mode == Mode.GUEST:
        talk.say("not_logged_in")
    elif where is not None and (where == "everywhere" or not _THIS.isdisjoint(tokens(said))):
        choose(talk, where)
    else:
        MENU.open(talk)


def choose(talk: Talk, where: str) -> None:
    """By SMS, where the sender may be forged, it is confirmed by number; so is signing out of other conversations."""
    if talk.user is None:
        talk.say("not_logged_in")
    elif where == "everywhere" or capabilities_of(talk.person.channel).forgeable:
        confirmation.ask(talk, f"logout_{where}", {"where": where})
    else:
        sign_out(talk, {"where": where})


def sign_out(talk: Talk, details: Details) -> Done:
    """End the sign-in here, or everywhere."""
    user, where = talk.user, details["where"]
    if where == "everywhere" and user is not None:
        accounts.sign_out_everywhere(talk.session, user, here=talk.person.conversation_id)
    else:
        accounts.sign_out(talk.session, talk.address)
    talk.say(f"logged_out_{where}")
    return Done()


MENU = Menu("logout", ("here", "everywhere"), choose)
LOGOUT = Command(
    "logout",
    Wording(
        fr="deconnexion|me deconnecter|se deconnecter",
        en="logout|log out|sign out",
        said_fr="me deconnecter|je me deconnecte|deconnecte moi|deconnectez moi|deconnecter moi|"
        "se deconnecter|deconnecter|deconnexion|fermer ma session|ferme ma session|fermez ma session|"
        "fermer la session|quitter ma session|"
        "sortir de mon compte|deconnexion de mon compte|deconnecte mon compte|deconnecter mon compte",
        said_en="log out|log me out|logout|sign out|sign me out|signout|log off|sign off|log out of my account|"
        "sign out of my account|disconnect me|disconnect my account|close my session",
        before="deconnecte moi|deconnecte-moi|deconnectez moi|deconnectez-moi|deconnecte|deconnectez|deconnecter|"
        "deconnecte mon compte|deconnectez mon compte|deconnecter mon compte|log me out|sign me out|"
        "log my account out|sign my account out",
        takes=one_of("logout"),
    ),
    prepare=quick_with(ask),
    confirmed={"logout_here": Confirmed(sign_out), "logout_everywhere": Confirmed(sign_out)},
    menus=(MENU,),
)
