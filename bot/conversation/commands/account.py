"""/compte: what the account is and holds."""

from bot.capabilities import capabilities_of
from bot.conversation.command import Command, quick
from bot.conversation.talk import Talk
from bot.dao import owned_rows
from bot.i18n.catalogue import say
from bot.i18n.day import date_in
from bot.reading.commands import Wording
from bot.types import Mode, mask


def tell(talk: Talk) -> None:
    """Mode, balance, sign-in and addresses of a user; what is left of a guest's day."""
    user, language = talk.user, talk.person.language
    if user is None or talk.person.mode == Mode.GUEST:
        talk.say("account_guest", left=_left_today(talk))
        return
    owned = owned_rows.holder(talk.session, talk.address).addresses
    until = talk.address.signed_in_until
    talk.say(
        "account",
        profile=_profile(talk),
        credits=user.credits,
        email=user.email or "",
        until=date_in(until, language) if until else "",
        addresses=[f"{capabilities_of(one.channel).name} {mask(one.value).rpartition(':')[2]}" for one in owned],
        spoken=say(language, f"account_language_{language}"),
    )


def _left_today(talk: Talk) -> int:
    address, limit = talk.address, talk.desk.settings.guest_daily_messages
    today = talk.now.astimezone().date().isoformat()
    return max(0, limit - (address.guest_messages if address.guest_day == today else 0))


def _profile(talk: Talk) -> str:
    user, language = talk.user, talk.person.language
    if user is None or user.mode is None:
        return say(language, "account_profile_none")
    words = [say(language, f"account_profile_{user.mode}")]
    if user.mode == Mode.STUDENT and user.level:
        words.append(say(language, f"menu_level_{user.level}").lower())
    return ", ".join(words)


ACCOUNT = Command(
    "account",
    Wording(
        fr="compte|mon compte|credits|credit|mes credits|solde",
        en="credits|credit|account|my account",
        said_fr="mon solde|mes credits|mon credit|le solde|mon solde de credits|solde de credits|"
        "solde credits|voir mon solde|consulter mon solde|verifier mon solde|afficher mon solde|donne moi mon solde|"
        "donnez moi mon solde|montre moi mon solde|quel est mon solde|c est quoi mon solde|c quoi mon solde|"
        "mon solde c est combien|mon solde est de combien|combien il me reste|il me reste combien|il reste combien|"
        "combien me reste t il|combien me reste t il de credits|combien il me reste de credits|"
        "combien de credits il me reste|combien de credits me reste t il|il me reste combien de credits|"
        "combien de credits j ai|combien j ai de credits|j ai combien de credits|combien de credits ai je|"
        "j ai combien comme credits|combien de credit|credits restants|mes credits restants|mon compte|voir mon compte|"
        "mon profil|voir mon profil|infos de mon compte|mon abonnement|combien de messages il me reste|"
        "il me reste combien de messages",
        said_en="my balance|my credits|my credit|balance|check balance|check my balance|show my balance|"
        "see my balance|what is my balance|what s my balance|whats my balance|how many credits do i have|"
        "how many credits do i have left|how many credits have i got|how many credits left|how much credit do i have|"
        "how much credit do i have left|how many credits are left|how much do i have left|credits left|"
        "credits remaining|"
        "remaining credits|my remaining credits|check my credits|credit balance|my credit balance|see my account|"
        "view my account|check my account|my profile|my subscription|how many messages do i have left|"
        "how many messages left",
        asked=True,
    ),
    prepare=quick(tell),
)
