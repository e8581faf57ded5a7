"""/memoire: the facts that are kept about a person, by number. /oublier N: one of them is forgotten."""

from collections.abc import Sequence
from datetime import timedelta

from bot.conversation.command import Command, quick, quick_with
from bot.conversation.commands.guards import must_sign_in, must_wait
from bot.conversation.talk import Talk
from bot.dao import inbound
from bot.dao import memories as rows
from bot.i18n.day import date_in, moment_at
from bot.models import InboundMessage, Memory
from bot.reading.commands.arguments import Argument, Number, number
from bot.reading.commands.vocabulary import Wording
from bot.services.memory import memories

TO_READ = timedelta(seconds=30)  # in which nobody has got and read the list that follows a forgotten fact
FORGOT = "forgot"  # in a message's details: the number of the fact that it had forgotten


def tell(talk: Talk) -> None:
    """All that is kept, or how to have something kept."""
    user_id = _owner(talk)
    if user_id is not None:
        _tell(talk, rows.of_user(talk.session, user_id))


def forget(talk: Talk, argument: Argument | None) -> None:
    """Forget the fact of a number and show what is left, since the numbers behind it have changed."""
    user_id = _owner(talk)
    if user_id is None:
        return
    match argument:
        case Number(value=chosen):
            _forget(talk, user_id, chosen)
        case _:  # nothing, or something else than a number
            talk.say("forget_which")
    _tell(talk, rows.of_user(talk.session, user_id))


def _forget(talk: Talk, user_id: int, chosen: int) -> None:
    message = talk.session.get_one(InboundMessage, talk.messages[0].id)
    if _is_of_list_before(talk, message, chosen):
        if rows.of_user(talk.session, user_id):
            talk.say("forget_moved")
    elif (fact := memories.forget(talk.session, user_id, chosen)) is None:
        talk.say("forget_no_such", number=chosen)
    else:
        message.details = {**message.details, FORGOT: chosen}
        talk.say("forgotten", fact=fact)


def _is_of_list_before(talk: Talk, message: InboundMessage, chosen: int) -> bool:
    """Whether a number may stand for another fact than now: what was sent twice, or in one go, was written before the
    new list was read, and what is forgotten cannot be had back."""
    since = message.received_at - TO_READ
    before = inbound.closed_just_before(talk.session, talk.person.conversation_id, message.id, since)
    return any(FORGOT in row.details and row.details[FORGOT] <= chosen for row in before)


def _owner(talk: Talk) -> int | None:
    """Whose memories may be shown here; None when nobody's may, and the person was told so."""
    if must_sign_in(talk) or must_wait(talk):
        return None
    if talk.person.user_id is None:
        talk.say("memory_guest")
    return talk.person.user_id


def _tell(talk: Talk, kept: Sequence[Memory]) -> None:
    if not kept:
        talk.say("memory_none")
        return
    language, address = talk.person.language, talk.person.address
    days = [date_in(moment_at(address, one.created_at), language) for one in kept]
    lines = [f"{place}. {one.body} ({day})" for place, (one, day) in enumerate(zip(kept, days, strict=True), 1)]
    talk.say("memory_list", lines=lines)


MEMORY = Command(
    "memory",
    Wording(
        fr="memoire|memoires",
        en="memory|memories",
        said_fr="mes souvenirs|que sais tu de moi|qu as tu retenu de moi|ce que tu sais de moi|ce que tu as retenu|"
        "montre moi ta memoire|voir ta memoire",
        said_en="what do you know about me|what do you remember about me|show my memories|my memories",
        asked=True,
    ),
    prepare=quick(tell),
)
FORGET = Command(
    "forget",
    Wording(
        fr="oublier",
        en="forget",
        said_fr="oublie un souvenir|oublier un souvenir",
        said_en="forget a memory",
        takes=number,
        only_slashed=True,
    ),
    prepare=quick_with(forget),
)
