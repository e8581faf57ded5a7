"""/fichiers: the newest files, each with a fresh link."""

from collections.abc import Sequence

from sqlmodel import Session

from bot.channels.compose import Composition, compose
from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.guards import link_hours, must_sign_in, must_wait
from bot.conversation.outcomes import Acted, Done
from bot.conversation.people import Person, address_of
from bot.conversation.talk import Desk, Talk
from bot.dao import owned_rows
from bot.i18n.catalogue import say
from bot.i18n.day import date_in
from bot.i18n.size import shown_size
from bot.models import StoredFile
from bot.reading.commands import Wording
from bot.services.library.files import Links
from bot.types import Language, Mode

MOST_FILES = 10
TITLE = 60  # characters of a file's title in a list


def prepare(request: Request) -> Act:
    """Read the list and cut it into parts."""
    person = request.person
    with request.database.read() as session:
        found = _newest(session, person)
    listed = _listed(found, request.desk, person)

    def tell(talk: Talk) -> Acted:
        if must_sign_in(talk) or must_wait(talk):
            return Done()
        mine = listed
        if talk.person.user_id != person.user_id:  # signed in or out meanwhile
            mine = _listed(_newest(talk.session, talk.person), talk.desk, talk.person)
        if mine is None:
            talk.say("files_none_guest" if talk.person.mode == Mode.GUEST else "files_none")
        else:
            talk.send(mine)
        return Done()

    return tell


def _newest(session: Session, person: Person) -> Sequence[StoredFile]:
    return owned_rows.documents(session, owned_rows.holder(session, address_of(session, person)), MOST_FILES)


def _listed(found: Sequence[StoredFile], desk: Desk, person: Person) -> Composition | None:
    """Files, each with a fresh link; None when there are none."""
    if not found:
        return None
    opening = say(person.language, "files_list", hours=link_hours(desk.settings))
    lines = [_line(file, person.language, desk.links) for file in found]
    return compose("\n".join([opening, *lines]), person.channel, person.language)


def _line(file: StoredFile, language: Language, links: Links) -> str:
    title = " ".join((file.title or file.name).split())
    shown = title if len(title) <= TITLE else f"{title[: TITLE - 1].rstrip()}…"
    return say(
        language,
        "files_line",
        title=shown,
        day=date_in(file.created_at, language),
        size=shown_size(file.size, language),
        link=links.to(file),
    )


FILES = Command(
    "files",
    Wording(
        fr="fichiers|mes fichiers",
        en="files|my files",
        said_fr="mes fichiers|mes documents|mes pdf|voir mes fichiers|voir mes documents|ou sont mes fichiers|"
        "ou sont mes documents|liste de mes fichiers|liste de mes documents|la liste de mes documents|"
        "retrouver mes documents|retrouver mes fichiers|afficher mes documents",
        said_en="my files|my documents|my pdfs|see my files|see my documents|show my files|show my documents|"
        "where are my files|where are my documents|list my files|list of my files|list my documents",
        asked=True,
    ),
    prepare=prepare,
)
