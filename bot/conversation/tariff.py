"""What things cost, in words: as /tarifs tells it to a person, and as the agent is told, so that both say the same."""

from bot.config import Settings
from bot.i18n.catalogue import say
from bot.services.money import statement
from bot.services.money.prices import prices_of
from bot.services.money.shop import paid_by, shop_of
from bot.tools.toolsets import TOOLSETS
from bot.types import Language, Mode


def in_words(settings: Settings, mode: Mode, language: Language) -> str:
    """What an answer costs, and what is beside it."""
    prices = prices_of(settings)
    if mode == Mode.GUEST:
        student, pro = prices.of_turn(Mode.STUDENT), prices.of_turn(Mode.PRO)
        limit, welcome = settings.guest_daily_messages, settings.welcome_credits
        return say(language, "prices_guest", limit=limit, welcome=welcome, turn=student, pro=pro)
    offered = {tool.name for tool in TOOLSETS[mode]}
    return statement.prices_in_words(prices, mode, offered, settings.quote_from_credits, language)


def for_model(settings: Settings, mode: Mode) -> str:
    """The same in the language of the prompts, with what packs of credits cost and by what means they are paid: people
    ask whether it takes theirs. The same for everybody of a mode."""
    shop, told = shop_of(settings), in_words(settings, mode, Language.EN)
    packs = "; ".join(pack.label(Language.EN) for pack in shop.packs)
    by = paid_by(shop.provider, Language.EN)
    means = f" They are paid{by}, by nothing else." if by else ""
    return f"{told} Packs that are sold: {packs}.{means}" if packs else told
