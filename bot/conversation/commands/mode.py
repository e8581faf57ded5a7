"""/mode: pupil or professional. /niveau: a pupil's level."""

from bot.capabilities import capabilities_of
from bot.conversation.command import Command, quick_with
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Confirmed, Details
from bot.conversation.dialogues.menus import Menu
from bot.conversation.outcomes import Done
from bot.conversation.talk import Talk
from bot.i18n.catalogue import say
from bot.reading.commands.arguments import AnyText, Argument
from bot.reading.commands.vocabulary import Wording
from bot.reading.replies.menu_words import named, one_of
from bot.services.money.prices import prices_of
from bot.types import Level, Mode


def ask(talk: Talk, argument: Argument | None) -> None:
    """Ask who is signed in, unless it was said: « /mode pro », « /mode collège »."""
    _ask(talk, argument, MODES)


def ask_level(talk: Talk, argument: Argument | None) -> None:
    """Ask a pupil, unless it was said: « /niveau 3e ». Others are asked first whether they are one."""
    _ask(talk, argument, LEVELS if talk.person.mode == Mode.STUDENT else MODES)


def _ask(talk: Talk, argument: Argument | None, menu: Menu) -> None:
    said = argument.text if isinstance(argument, AnyText) else ""
    if talk.person.mode == Mode.GUEST:
        talk.say("mode_needs_sign_in")
    elif (mode := named(said, MODES.name)) is not None:
        choose(talk, mode)
    elif (level := named(said, LEVELS.name)) is not None:
        choose_level(talk, level)
    else:
        menu.open(talk)


def choose(talk: Talk, mode: str) -> None:
    """Change it. By SMS, where the sender may be forged, what makes turns dearer is confirmed by number."""
    user, is_forgeable = talk.user, capabilities_of(talk.person.channel).forgeable
    if user is not None and mode == Mode.PRO and user.mode == Mode.STUDENT and is_forgeable:
        confirmation.ask(talk, "mode", {"mode": mode}, price=prices_of(talk.desk.settings).of_turn(Mode.PRO))
    else:
        _change(talk, mode)


def choose_level(talk: Talk, level: str) -> None:
    """Who has a level is a pupil."""
    user = talk.user
    if user is None:
        talk.say("mode_needs_sign_in")
        return
    user.mode, user.level = Mode.STUDENT, level
    talk.say("level_set", level=say(talk.person.language, f"menu_level_{level}").lower())


def change(talk: Talk, details: Details) -> Done:
    """Confirmed by number."""
    _change(talk, details["mode"])
    return Done()


def _change(talk: Talk, mode: str) -> None:
    user = talk.user
    if user is None:
        talk.say("mode_needs_sign_in")
        return
    user.mode = mode
    if mode == Mode.STUDENT:
        LEVELS.open(talk)
    else:
        talk.say("mode_set_pro")


MODES = Menu("mode", (Mode.STUDENT, Mode.PRO), choose, also="level")
LEVELS = Menu("level", tuple(Level), choose_level, also="mode")
MODE = Command(
    "mode",
    Wording(
        fr="mode",
        en="mode",
        said_fr="changer de mode|change de mode|changez de mode|"
        "changer le mode|changer mon mode|passer en mode professionnel|passer en mode pro|"
        "mode professionnel|mode pro|mode eleve|mode etudiant|passer en mode eleve|passer en mode etudiant|"
        "choisir un mode",
        said_en="change mode|change my mode|change the mode|switch mode|switch modes|professional mode|pro mode|"
        "student mode|switch to professional mode|switch to student mode|switch to pro mode",
        takes=one_of("mode", "level"),
        only_slashed=True,
        only_taken=True,
    ),
    prepare=quick_with(ask),
    confirmed={"mode": Confirmed(change)},
    menus=(MODES, LEVELS),
)
LEVEL = Command(
    "level",
    Wording(
        fr="niveau",
        en="level",
        said_fr="changer de niveau|changer mon niveau|modifier mon niveau|changer de classe|changer ma classe|"
        "j ai change de classe|choisir mon niveau",
        said_en="change level|change my level|change class|change my class|choose my level",
        takes=one_of("mode", "level"),
        only_slashed=True,
        only_taken=True,
    ),
    prepare=quick_with(ask_level),
)
