"""/exporter: a copy of everything that is a person's own."""

import logging

from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.guards import must_sign_in, must_wait
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import KIND, Confirmed, Details
from bot.conversation.dialogues.sign_in_sentences import waiting_time
from bot.conversation.outcomes import Acted, Done
from bot.conversation.people import address_of, user_of
from bot.conversation.talk import Talk
from bot.dao import interactions
from bot.dao.library import files
from bot.errors import StorageError
from bot.models import StoredFile
from bot.reading.commands.vocabulary import Wording
from bot.services.privacy import erase, export, holding

log = logging.getLogger(__name__)

MOST_LEFT = 3  # questions left in a day, after which a copy that nobody wanted counts


def prepare(request: Request) -> Act:
    """Build the copy and store its bytes, unless others are being built: nobody's conversation waits here for them."""
    place = request.desk.copies
    if not place.acquire(blocking=False):
        return _not_now
    try:
        prepared = build(request)
    except StorageError as error:  # which waiting here would not bring back, and no other words either
        log.warning("no copy of somebody's data", extra={"error": error})
        return _not_now
    finally:
        place.release()

    def ask(talk: Talk) -> Acted:
        """Ask whether it is to be handed over. It is kept meanwhile; nobody has a link to it."""
        made = export.of_today(talk.session, talk.address, talk.now)
        if (file := _theirs(talk, made or prepared)) is not None:
            if made is not None:
                seconds = export.wait_s(made, talk.now)
                talk.say("export_once_a_day", wait=waiting_time(talk.person.language, seconds))
            else:
                file.created_at = talk.now  # the day of the next one is counted by the same clock
            files.add(talk.session, file)
            talk.session.flush()
            confirmation.ask(talk, "export", {"file": file.id, "is_new": made is None})
        return Done(erased=[prepared.sha256] if prepared is not None and prepared is not file else ())

    return ask


def _not_now(talk: Talk) -> Done:
    talk.say("export_not_now")
    return Done()


def hand_over(talk: Talk, details: Details) -> Done:
    """Confirmed by number: send the link."""
    file = _theirs(talk, talk.session.get(StoredFile, details["file"]))
    if file is not None:
        seconds, link = talk.desk.settings.media_link_ttl_s, talk.desk.links.to(file)
        talk.say("export_ready", signed_in=talk.person.signed_in, seconds=seconds, link=link)
    return Done()


def put_back(talk: Talk, details: Details) -> None:
    """The question was left: nobody has the copy, so it counts as none of today's. Not for ever: making one is dear."""
    left = interactions.count(talk.session, talk.person.conversation_id, KIND, "cancelled", talk.now - export.ONE_A_DAY)
    if details.get("is_new") and left <= MOST_LEFT:
        files.remove(talk.session, details["file"])


def build(request: Request) -> StoredFile | None:
    """None when its owner must sign in or wait first, has had one today, or was erased meanwhile. Raises
    StorageError."""
    person, database, now = request.person, request.database, request.desk.clock.now()
    with database.read() as session:
        address, user = address_of(session, person), user_of(session, person)
        if address.user_id != person.user_id:
            return None
        if holding.held_for(session, user, now) or export.of_today(session, address, now) is not None:
            return None
    prepared = export.prepare(database, request.desk.store, address, person.conversation_id, person.language)
    with database.read() as session:
        if address_of(session, person).user_id == person.user_id:
            return prepared
    erase.remove_bytes(database, request.desk.store, [prepared.sha256])  # no row will ever name what they erased
    return None


def _theirs(talk: Talk, file: StoredFile | None) -> StoredFile | None:
    """The export, if whoever is here now may have it; else None, and the person was told why."""
    if must_sign_in(talk) or must_wait(talk):
        return None
    if file is None or file.user_id != talk.address.user_id:
        talk.say("export_again")
        return None
    return file


EXPORT = Command(
    "export",
    Wording(
        fr="exporter",
        en="export",
        said_fr="mes donnees|voir mes donnees|exporter mes donnees|exporte mes donnees|exportez mes donnees|"
        "exporter mon compte|exporter les donnees|exporter toutes mes donnees|export de mes donnees|export de donnees|"
        "exportation de mes donnees|telecharger mes donnees|recuperer mes donnees|recevoir mes donnees|"
        "avoir mes donnees|"
        "copie de mes donnees|une copie de mes donnees|recevoir une copie de mes donnees|"
        "avoir une copie de mes donnees|"
        "envoie moi mes donnees|donne moi mes donnees|envoyez moi mes donnees",
        said_en="my data|see my data|export my data|export all my data|export my account|download my data|"
        "download all my data|get my data|get a copy of my data|copy of my data|a copy of my data|send me my data|"
        "give me my data|data export|export of my data",
    ),
    prepare=prepare,
    confirmed={"export": Confirmed(hand_over, put_back)},
)
