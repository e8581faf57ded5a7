"""/memoire: the facts that are kept about a person, by number. /oublier N: one of them is forgotten, or several; only
/oublier tout forgets all."""

from collections.abc import Sequence
from datetime import timedelta

from bot.conversation.command import Command, quick, quick_with
from bot.conversation.commands.guards import must_sign_in, must_wait
from bot.conversation.talk import Talk
from bot.dao import inbound
from bot.dao import memories as rows
from bot.i18n.catalogue import say
from bot.i18n.day import date_in, moment_at
from bot.models import InboundMessage, Memory
from bot.reading.commands.arguments import AnyText, Argument, Number, Numbers, everything, numbers
from bot.reading.commands.vocabulary import Wording
from bot.services.memory import memories

TO_READ = timedelta(seconds=30)  # in which nobody has got and read the list that follows a forgotten fact
FORGOT = "forgot"  # in a message's details: the lowest number of what it had forgotten


def tell(talk: Talk) -> None:
    """All that is kept, or how to have something kept."""
    user_id = _owner(talk)
    if user_id is not None:
        _tell(talk, rows.of_user(talk.session, user_id))


def forget(talk: Talk, argument: Argument | None) -> None:
    """Forget the fact of a number, several or all, and show what is left, since the numbers behind have changed."""
    user_id = _owner(talk)
    if user_id is None:
        return
    match argument:
        case Number(value=chosen):
            _forget(talk, user_id, (chosen,))
        case Numbers(values=chosen):
            _forget(talk, user_id, chosen)
        case AnyText():
            if _forgotten(talk, user_id, None):
                talk.say("forgot_all")
                return
        case _:  # nothing, or something else than a number
            talk.say("forget_which")
    _tell(talk, rows.of_user(talk.session, user_id))


def _forget(talk: Talk, user_id: int, chosen: Sequence[int]) -> None:
    if _are_of_list_before(talk, chosen):
        if rows.of_user(talk.session, user_id):
            talk.say("forget_moved")
        return
    said = _forgotten(talk, user_id, chosen)
    talk.tell(
        "\n".join(
            say(talk.person.language, "forgotten", fact=said[number])
            if number in said
            else say(talk.person.language, "forget_no_such", number=number)
            for number in chosen[: memories.MOST]
        )
    )


def _forgotten(talk: Talk, user_id: int, numbers: Sequence[int] | None) -> dict[int, str]:
    """What is forgotten now. The lowest number of it is noted down: from there on numbers have changed."""
    said = memories.forget(talk.session, user_id, numbers)
    if said:
        message = talk.session.get_one(InboundMessage, talk.messages[0].id)
        message.details = {**message.details, FORGOT: min(said)}
    return said


def _are_of_list_before(talk: Talk, chosen: Sequence[int]) -> bool:
    """Whether a number may stand for another fact than now: what was sent twice, or in one go, was written before the
    new list was read, and what is forgotten cannot be had back."""
    message = talk.session.get_one(InboundMessage, talk.messages[0].id)
    since = message.received_at - TO_READ
    before = inbound.closed_just_before(talk.session, talk.person.conversation_id, message.id, since)
    return any(FORGOT in row.details and row.details[FORGOT] <= max(chosen) for row in before)


def _which(text: str) -> Argument | None:
    return numbers(text) or everything(text)


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
        said_fr="oublie un souvenir|oublier un souvenir|oublie mes souvenirs|supprime mes souvenirs|"
        "efface mes souvenirs|supprimer mes souvenirs|effacer mes souvenirs|"
        "oublie tout ce que tu sais de moi|oublie tout de moi|oublie tout sur moi|"
        "efface tout ce que tu sais de moi|oubliez tout ce que vous savez de moi|"
        "efface ce que tu sais de moi|oublie ce que tu sais de moi|oublie tout ce que tu as retenu|"
        "oublie tout ce que tu as retenu de moi|efface ta memoire|vide ta memoire|"
        "vide la memoire|efface la memoire|effacer la memoire|vider la memoire",
        said_en="forget a memory|forget my memories|delete my memories|erase my memories|forget all about me|"
        "forget everything about me|forget everything you know about me|forget what you know about me|"
        "erase your memory|clear your memory|clear the memory|clear my memory|erase my memory|"
        "delete everything you know about me",
        takes=_which,
        only_slashed=True,
    ),
    prepare=quick_with(forget),
)
