"""What the commands about one's account do: account, files, buying, a person to talk to."""

from datetime import datetime

from bot.conversation.dialogues.sign_in_sentences import waiting_time
from bot.conversation.talk import Talk
from bot.dao import owned_rows
from bot.i18n.catalogue import say
from bot.models import StoredFile
from bot.services.privacy import holding
from bot.services.support import human_help
from bot.services.support.human_help import Asker
from bot.types import Channel, Language, Mode, mask

MOST_FILES = 10
TITLE = 60  # characters of a file's title in a list
CHANNEL_NAMES = {Channel.WHATSAPP: "WhatsApp", Channel.SMS: "SMS"}
DAYS = {Language.FR: "%d/%m/%Y", Language.EN: "%d %b %Y"}


def account(talk: Talk) -> None:
    """Mode, balance, sign-in and addresses of a user; what is left of a guest's day."""
    user, language = talk.person.user, talk.person.language
    if user is None or talk.person.mode == Mode.GUEST:
        talk.say("account_guest", left=_left_today(talk))
        return
    owned = owned_rows.holder(talk.session, talk.person.address).addresses
    until = talk.person.address.signed_in_until
    talk.say(
        "account",
        profile=_profile(talk),
        credits=user.credits,
        until=_day(until, language) if until else "",
        addresses=[f"{CHANNEL_NAMES[Channel(one.channel)]} {mask(one.value).rpartition(':')[2]}" for one in owned],
        spoken=say(language, f"account_language_{language}"),
    )


def files(talk: Talk) -> None:
    """The newest files, each with a fresh link."""
    if must_sign_in(talk) or must_wait(talk):
        return
    who = owned_rows.holder(talk.session, talk.person.address)
    found = owned_rows.documents(talk.session, who, MOST_FILES)
    if not found:
        talk.say("files_none_guest" if talk.person.mode == Mode.GUEST else "files_none")
        return
    opening = say(talk.person.language, "files_list", hours=link_hours(talk))
    talk.tell("\n".join([opening, *(_line(talk, file) for file in found)]))


def buy(talk: Talk) -> None:
    """Where credits come from as long as nothing can be bought online."""
    talk.say("buy", contact=talk.desk.settings.human_contact)


def human(talk: Talk) -> None:
    """Name the person who can help, and tell them."""
    told = human_help.request(talk.session, talk.desk.settings, talk.desk.links, asker(talk), talk.now)
    talk.say(f"human_{told}", contact=talk.desk.settings.human_contact)


def asker(talk: Talk) -> Asker:
    """Whoever is here, as the human contact needs to know them."""
    person = talk.person
    return Asker(
        conversation_id=person.conversation.id,
        address=person.address.value,
        profile_name=person.address.profile_name,
        phone=person.user.phone if person.user and person.signed_in else None,
        key=f"in{talk.messages[0].id}",
    )


def must_sign_in(talk: Talk) -> bool:
    """Whether the data behind this address are a user's who is signed out here, and the person was told so: whoever
    holds the phone now may be somebody else."""
    if talk.person.address.user_id is None or talk.person.signed_in:
        return False
    talk.say("own_data_needs_sign_in")
    return True


def must_wait(talk: Talk) -> bool:
    """Whether this account has just grown and gives nothing old away yet, and the person was told so."""
    seconds = holding.held_for(talk.session, talk.person.user, talk.now)
    if seconds:
        talk.say("own_data_held", wait=waiting_time(talk.person.language, seconds))
    return seconds > 0


def link_hours(talk: Talk) -> int:
    """How long a link made now lives, in hours."""
    return max(1, round(talk.desk.settings.media_link_ttl_s / 3600))


def _left_today(talk: Talk) -> int:
    address, limit = talk.person.address, talk.desk.settings.guest_daily_messages
    today = talk.now.astimezone().date().isoformat()
    return max(0, limit - (address.guest_messages if address.guest_day == today else 0))


def _profile(talk: Talk) -> str:
    user, language = talk.person.user, talk.person.language
    if user is None or user.mode is None:
        return say(language, "account_profile_none")
    words = [say(language, f"account_profile_{user.mode}")]
    if user.mode == Mode.STUDENT and user.level:
        words.append(say(language, f"menu_level_{user.level}").lower())
    return ", ".join(words)


def _line(talk: Talk, file: StoredFile) -> str:
    title = " ".join((file.title or file.name).split())
    shown = title if len(title) <= TITLE else f"{title[: TITLE - 1].rstrip()}…"
    day = _day(file.created_at, talk.person.language)
    return say(talk.person.language, "files_line", title=shown, day=day, link=talk.desk.links.to(file))


def _day(moment: datetime, language: Language) -> str:
    return moment.astimezone().strftime(DAYS[language])
