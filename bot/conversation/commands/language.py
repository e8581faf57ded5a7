"""/langue: the language the bot speaks."""

from bot.conversation.command import Command, quick_with
from bot.conversation.dialogues.menus import Menu
from bot.conversation.people import choose_language, spoken_to
from bot.conversation.talk import Talk
from bot.reading.commands.arguments import AnyText, Argument
from bot.reading.commands.vocabulary import Wording
from bot.reading.replies.menu_words import named, one_of
from bot.types import Language


def ask(talk: Talk, argument: Argument | None) -> None:
    """Ask which, unless it was said: « /langue anglais »."""
    said = named(argument.text, MENU.name) if isinstance(argument, AnyText) else None
    if said is not None:
        choose(talk, said)
    else:
        MENU.open(talk)


def choose(talk: Talk, option: str) -> None:
    """Speak it from now on."""
    language = Language(option)
    choose_language(talk.address, talk.user, language)
    talk.person = spoken_to(talk.person, language)
    tell(talk)


def tell(talk: Talk) -> None:
    """Say in it that it is spoken from now on, and put what is open once more: it stands there in another language."""
    talk.say("language_set")
    opened = talk.question
    if opened is not None:
        talk.desk.dialogues[opened.kind].put_again(talk, opened)


MENU = Menu("language", tuple(Language), choose)
LANGUAGE = Command(
    "language",
    Wording(
        fr="langue",
        en="language|lang",
        said_fr="changer de langue|change de langue|change la langue|changez de langue|changez la langue|"
        "changer la langue|changer ma langue|choisir la langue|choisir ma langue|"
        "changement de langue|modifier la langue|autre langue|parler une autre langue",
        said_en="change language|change the language|change my language|switch language|switch languages|"
        "choose language|choose my language|another language|other language|language settings",
        takes=one_of("language"),
        only_slashed=True,
        only_taken=True,
    ),
    prepare=quick_with(ask),
    menus=(MENU,),
)
