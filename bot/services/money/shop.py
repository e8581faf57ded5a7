"""Where credits are bought. Online payment replaces what stands here: whoever opens a purchase asks for words alone."""

from dataclasses import dataclass

from bot.config import Settings
from bot.i18n.catalogue import say
from bot.types import Language


@dataclass(frozen=True, slots=True)
class Shop:
    """The one of a process. As long as nothing can be bought online, it sends people to the human contact."""

    contact: str

    def opening(self, language: Language) -> str:
        """What a person reads who wants to buy: how it is done now. It changes nothing and tells nobody."""
        return say(language, "buy", contact=self.contact)


def shop_of(settings: Settings) -> Shop:
    """The shop of an installation."""
    return Shop(settings.human_contact)
