"""/progres: the results of exercises as text, and the same as a picture."""

import logging
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.channels.compose import Composition, compose
from bot.channels.names import attachment_name
from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.guards import must_sign_in
from bot.conversation.outcomes import Acted, Done
from bot.conversation.people import Person
from bot.conversation.talk import Talk
from bot.dao import exercises
from bot.dao.library import files
from bot.dao.library.room import Owner
from bot.documents.chart.render import render_chart
from bot.errors import DocumentError, LibraryFull, StorageError
from bot.i18n.catalogue import say
from bot.i18n.day import moment_at
from bot.models import StoredFile
from bot.reading.commands.vocabulary import Wording
from bot.services.library.room import room_of
from bot.services.quiz.scores import RECENT_DAYS, Results, chart_of, scores, written

log = logging.getLogger(__name__)


def prepare(request: Request) -> Act:
    """Read, write and draw it. Without a picture when it cannot be drawn or stored."""
    person, now = request.person, request.desk.clock.now()
    with request.database.read() as session:
        found = _results(session, person, now)
    text = _text(found, person)
    picture = _picture(request, found) if found.all_time else None

    def tell(talk: Talk) -> Acted:
        if must_sign_in(talk):
            return Done()
        if talk.person.user_id is None:
            talk.say("results_guest")
            return Done()
        if talk.person.user_id != person.user_id:  # signed in or out meanwhile
            talk.send(_text(_results(talk.session, talk.person, talk.now), talk.person))
            return Done()
        talk.send(text)
        if picture is not None and _is_room_for(talk, picture):
            files.add(talk.session, picture)
            talk.session.flush()
            talk.outbox.files(f"in{talk.messages[0].id}:progress", [picture])
        return Done()

    return tell


def _is_room_for(talk: Talk, picture: StoredFile) -> bool:
    """Whether their library takes it; the text says the same."""
    try:
        owner = Owner(picture.user_id, picture.conversation_id)
        room_of(talk.desk.settings).make(talk.session, owner, picture.size, talk.now)
    except LibraryFull:
        return False
    return True


def _results(session: Session, person: Person, now: datetime) -> Results:
    user_id = person.user_id
    if user_id is None:
        return Results((), ())
    recent = scores(exercises.by_subject(session, user_id, now - timedelta(days=RECENT_DAYS)))
    return Results(recent, scores(exercises.by_subject(session, user_id)))


def _text(found: Results, person: Person) -> Composition:
    return compose(written(found, person.language, person.channel), person.channel, person.language)


def _picture(request: Request, found: Results) -> StoredFile | None:
    person, desk = request.person, request.desk
    title = say(person.language, "results_title")
    try:
        today = moment_at(person.address, desk.clock.now())
        body = render_chart(chart_of(found, person.language, desk.settings.service_name, today))
        digest = desk.store.put(body)
    except (DocumentError, StorageError) as error:
        log.warning("no chart of results", extra={"error": error})
        return None
    return StoredFile(
        conversation_id=person.conversation_id,
        user_id=person.user_id,
        name=attachment_name(title, "png"),
        title=title,
        content_type="image/png",
        size=len(body),
        sha256=digest,
    )


PROGRESS = Command(
    "progress",
    Wording(
        fr="progres|mes progres",
        en="progress|my progress",
        slashed="resultats|notes|results|scores",
        said_fr="mes progres|mes resultats|voir mes resultats|voir mes progres|mes scores|mes notes aux quiz|"
        "mes resultats aux quiz|mon bilan de quiz|montre moi mes progres|montre mes progres|montre moi mes resultats|"
        "ma progression|voir ma progression",
        said_en="my progress|my results|my scores|see my results|see my progress|show my progress|show my results|"
        "show me my progress|show me my results|my quiz results|my quiz scores",
        asked=True,
    ),
    prepare=prepare,
)
