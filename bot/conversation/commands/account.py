"""/compte: what the account is and holds."""

from bot.capabilities import capabilities_of
from bot.conversation import allowance
from bot.conversation.command import Command, quick
from bot.conversation.talk import Talk
from bot.dao.privacy import owned_rows
from bot.i18n.catalogue import say
from bot.i18n.day import date_in, moment_at
from bot.reading.commands.vocabulary import Wording
from bot.types import Mode, mask


def tell(talk: Talk) -> None:
    """Mode, balance, sign-in and addresses of a user; what is left of a guest's day."""
    user, language = talk.user, talk.person.language
    if user is None or talk.person.mode == Mode.GUEST:
        talk.say("account_guest", left=allowance.left(talk), limit=talk.desk.settings.guest_daily_messages)
        return
    owned = owned_rows.holder(talk.session, talk.address).addresses
    until = talk.address.signed_in_until
    talk.say(
        "account",
        profile=_profile(talk),
        credits=user.credits,
        email=user.email or "",
        until=date_in(moment_at(talk.address.value, until), language) if until else "",
        addresses=[f"{capabilities_of(one.channel).name} {mask(one.value).rpartition(':')[2]}" for one in owned],
        spoken=say(language, f"account_language_{language}"),
    )


def _profile(talk: Talk) -> str:
    user, language = talk.user, talk.person.language
    if user is None or user.mode is None:
        return say(language, "account_profile_none")
    words = [say(language, f"account_profile_{talk.person.mode}")]
    if talk.person.mode == Mode.STUDENT and talk.person.level:
        words.append(say(language, f"menu_level_{talk.person.level}").lower())
    return ", ".join(words)


ACCOUNT = Command(
    "account",
    Wording(
        fr="compte|mon compte",
        en="account|my account",
        slashed="profil|profile",
        said_fr="mon compte|voir mon compte|mon profil|voir mon profil|infos de mon compte|mon abonnement",
        said_en="see my account|view my account|check my account|my profile|my subscription",
        asked=True,
    ),
    prepare=quick(tell),
)
