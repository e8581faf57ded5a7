"""Menus with numbered answers. Which there are, their commands say (`Command.menus`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.channels.offers import Offer
from bot.conversation.dialogues.offering import cancellable
from bot.conversation.dialogues.run_questions import was_answered_since
from bot.conversation.outcomes import Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.models import PendingInteraction
from bot.reading.answers.reply import Choice, NotAnAnswer, OutOfRange, Pass, read_choice
from bot.reading.replies.confirmations import declines
from bot.reading.replies.menu_words import chooses_none, named
from bot.reading.wishes.puzzled import understands_nothing

KIND = "menu"


@dataclass(frozen=True, slots=True)
class Menu:
    """The question `menu_<name>`, its options as `menu_<name>_<option>`, and what is done with the one chosen. `also`
    names a menu whose options answer this one too: who names a class when asked for a mode has said both."""

    name: str
    options: tuple[str, ...]
    choose: Callable[[Talk, str], None]
    also: str = ""

    def open(self, talk: Talk) -> None:
        """Ask it."""
        talk.ask(KIND, {"menu": self.name, "again": False}, in_passing=True)
        talk.offer(self.offer(talk, f"menu_{self.name}"))

    def labels(self, talk: Talk) -> tuple[str, ...]:
        """The options as the person reads them."""
        return tuple(say(talk.person.language, f"menu_{self.name}_{option}") for option in self.options)

    def offer(self, talk: Talk, opening: str) -> Offer:
        """The options below a sentence."""
        return cancellable(talk, say(talk.person.language, opening), self.labels(talk))


@dataclass(frozen=True, slots=True)
class Menus(Dialogue):
    """Reads the answers, numbers or words."""

    kind = KIND
    gives_way = True
    is_ours = True
    menus: Mapping[str, Menu]

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Do what was chosen. A number that is not on the list gets the list again, once; a no leaves it, unless it may
        be said of something else."""
        menu = self.menus.get(interaction.payload["menu"])
        if menu is None:  # asked before an update that has no such menu any more
            return NotAnswered()
        for known in filter(None, (menu, self.menus.get(menu.also))):
            if (option := named(reply, known.name)) is not None:
                return _take(talk, interaction, known, option)
        match read_choice(reply, menu.labels(talk)):
            case Choice(index=index):
                return _take(talk, interaction, menu, menu.options[index])
            case OutOfRange(number=0):
                return self._leave(talk, interaction)
            case OutOfRange() if not interaction.payload.get("again"):
                interactions.change(talk.session, interaction, {**interaction.payload, "again": True})
                talk.offer(menu.offer(talk, "menu_out_of_range"))
                return Done()
            case Pass() | NotAnAnswer() if _is_lost(reply) and not was_answered_since(talk, interaction):
                talk.offer(menu.offer(talk, "menu_one_line"))
                return Done()
            case NotAnAnswer() if declines(reply) and not was_answered_since(talk, interaction):
                return self._leave(talk, interaction)
            case Pass() | NotAnAnswer() | OutOfRange():
                return NotAnswered()

    def put_again(self, talk: Talk, interaction: PendingInteraction) -> None:
        """Put the same menu again."""
        menu = self.menus.get(interaction.payload["menu"])
        if menu is not None:
            talk.offer(menu.offer(talk, f"menu_{menu.name}"))

    def chooses(self, interaction: PendingInteraction, said: str) -> bool:
        """« en anglais stp » where languages can be chosen."""
        return named(said, interaction.payload["menu"]) is not None

    def _leave(self, talk: Talk, interaction: PendingInteraction) -> Done:
        self.close(talk, interaction)
        talk.say("menu_cancelled")
        return Done()

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:
        """What can be chosen."""
        menu = self.menus.get(interaction.payload["menu"])
        return menu.labels(talk) if menu is not None else ()


def _is_lost(reply: str) -> bool:
    return chooses_none(reply) or understands_nothing(reply)


def _take(talk: Talk, interaction: PendingInteraction, menu: Menu, option: str) -> Done:
    if interactions.claim(talk.session, interaction.id, "answered", talk.now):
        menu.choose(talk, option)
    return Done()
