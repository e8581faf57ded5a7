"""/aide: what one can ask for, and how."""

from bot.conversation.command import Command, quick
from bot.conversation.talk import Talk
from bot.i18n.catalogue import scope
from bot.reading.commands.vocabulary import Wording
from bot.types import Mode


def tell(talk: Talk) -> None:
    """What the service is for and which commands it has; to a guest, how to begin."""
    settings = talk.desk.settings
    key = "help_guest" if talk.person.mode == Mode.GUEST else "help"
    purpose = scope(settings.service_scope, talk.person.language)
    talk.say(key, service=settings.service_name, scope=purpose, contact=settings.human_contact)


HELP = Command(
    "help",
    Wording(
        fr="aide|menu",
        en="help|menu",
        slashed="commandes|options",
        said_fr="info|infos|"
        "liste des commandes|les commandes|voir le menu|le menu|menu principal|retour au menu|afficher le menu",
        said_en="list of commands|commands|show menu|show the menu|main menu",
        only_alone=True,
    ),
    prepare=quick(tell),
)
