"""/progres: the results of exercises as text, and the same as a picture."""

import logging
from dataclasses import dataclass
from datetime import timedelta

from bot.channels.names import attachment_name
from bot.conversation.people import Person
from bot.conversation.talk import Desk, Talk
from bot.dao import exercises, files
from bot.dao.database import Database
from bot.documents.chart.render import render_chart
from bot.errors import DocumentError, StorageError
from bot.i18n.catalogue import say as sentence
from bot.models import StoredFile
from bot.services.quiz.scores import RECENT_DAYS, Results, chart_of, scores, written

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is said, and the picture that goes with it, its bytes stored already."""

    text: str
    picture: StoredFile | None


def prepare(database: Database, desk: Desk, person: Person) -> Prepared:
    """Everything slow about it, outside any transaction. Without a picture when it cannot be drawn or stored."""
    found = _results(database, desk, person)
    text = written(found, person.language, person.channel)
    if not found.all_time:
        return Prepared(text, None)
    try:
        return Prepared(text, _picture(desk, person, found))
    except (DocumentError, StorageError) as error:
        log.warning("no chart of results", extra={"error": error})
        return Prepared(text, None)


def say(talk: Talk, prepared: Prepared) -> None:
    """Say it: text first, then the picture, attached or as a link."""
    talk.tell(prepared.text)
    if prepared.picture is not None:
        files.add(talk.session, prepared.picture)
        talk.session.flush()
        talk.outbox.files(f"in{talk.messages[0].id}:progress", [prepared.picture])


def _results(database: Database, desk: Desk, person: Person) -> Results:
    if person.user is None or not person.signed_in:
        return Results((), ())
    user_id = person.user.id
    since = desk.clock.now() - timedelta(days=RECENT_DAYS)
    with database.read() as session:
        recent = scores(exercises.by_subject(session, user_id, since))
        return Results(recent, scores(exercises.by_subject(session, user_id)))


def _picture(desk: Desk, person: Person, found: Results) -> StoredFile:
    title = sentence(person.language, "results_title")
    body = render_chart(chart_of(found, person.language, desk.settings.service_name, desk.clock.now()))
    return StoredFile(
        conversation_id=person.conversation.id,
        user_id=person.user.id if person.user else None,
        name=attachment_name(title, "png"),
        title=title,
        content_type="image/png",
        size=len(body),
        sha256=desk.store.put(body),
    )
