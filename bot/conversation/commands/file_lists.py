"""The list of a person's files, as a question: a number deletes one, a word shows the next page. What a number means is
kept with the list that was shown, so that it never names another file than the one that stood there."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.channels.compose import Composition, compose
from bot.conversation.commands.guards import must_sign_in, must_wait
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Details
from bot.conversation.dialogues.run_questions import was_answered_since
from bot.conversation.outcomes import Done, NotAnswered, Replied
from bot.conversation.people import Person, address_of
from bot.conversation.talk import Desk, Dialogue, Talk
from bot.dao import interactions
from bot.dao.library import files
from bot.dao.library import room as library_room
from bot.dao.privacy import erasure, owned_rows
from bot.i18n.catalogue import say
from bot.i18n.day import date_in, moment_at
from bot.i18n.size import shown_size
from bot.models import PendingInteraction, StoredFile
from bot.reading.replies.confirmations import declines
from bot.reading.replies.list_words import Chosen, Everything, More, read_list_reply
from bot.services.approval.unlinking import opens_nothing
from bot.services.library.room import MB

KIND = "files"
DELETE = "files_delete"  # the act that is confirmed by number
PAGE = 10
TITLE = 60  # characters of a file's title in a list


@dataclass(frozen=True, slots=True)
class Found:
    """A page of files: the number of the first one, whether there are older ones, and what there is in all."""

    files: Sequence[StoredFile]
    first: int
    is_more: bool
    count: int
    size: int


@dataclass(frozen=True, slots=True)
class Listed:
    """The same as it is said, also `beside` a question that is open, and the numbers of its files."""

    composition: Composition
    beside: Composition
    first: int
    ids: tuple[int, ...]


def read(session: Session, person: Person, *, page: int = 1, first: int = 1, below: int | None = None) -> Found:
    """One page: by its number, or what is older than the file `below`, to be numbered from `first` on."""
    who = owned_rows.holder(session, address_of(session, person))
    skip = (page - 1) * PAGE
    found = owned_rows.documents(session, who, PAGE + 1, skip=skip, below=below)
    count, size = owned_rows.documents_held(session, who)
    return Found(found[:PAGE], first + skip, len(found) > PAGE, count, size)


def listed(found: Found, desk: Desk, person: Person) -> Listed | None:
    """Files, each with a fresh link; None when there are none."""
    if not found.files:
        return None
    language, settings = person.language, desk.settings
    room, size = shown_size(settings.library_mb * MB, language), shown_size(found.size, language)
    opening = say(language, "files_list", count=found.count, size=size, room=room, seconds=settings.media_link_ttl_s)
    lines = [_line(number, file, desk, person) for number, file in enumerate(found.files, found.first)]
    how = say(language, "files_how", number=found.first, more=found.is_more)
    alone, beside = (
        compose("\n".join([opening, *lines, "", ending]), person.channel, language)
        for ending in (how, say(language, "files_later"))
    )
    return Listed(alone, beside, found.first, tuple(file.id for file in found.files))


def show(talk: Talk, page: Listed) -> None:
    """Say it, and have its numbers mean its files. A question of another kind stays open: it was there first."""
    opened = talk.question
    if opened is not None and opened.kind != KIND:
        talk.send(page.beside)
        return
    talk.send(page.composition)
    talk.ask(KIND, {"first": page.first, "ids": list(page.ids)})


def delete(talk: Talk, details: Details) -> Done:
    """Confirmed by number: the files are gone, and with them their links. What is just being sent stays."""
    if must_sign_in(talk) or must_wait(talk):
        return Done()
    going = _theirs(talk, details["files"])
    leaving = library_room.in_flight(talk.session, [file.id for file in going])
    for file in going:
        if file.id in leaving:
            talk.say("files_leaving", title=_title(file))
    gone = [file for file in going if file.id not in leaving]
    if gone:
        library_room.drop_waiting(talk.session, [file.id for file in gone], talk.now)
        files.remove_all(talk.session, [file.id for file in gone])
        talk.say("files_deleted", titles=[_title(file) for file in gone])
    elif not leaving:
        talk.say("files_gone")
    ask_again(talk, details)
    return Done(erased=erasure.unnamed(talk.session, sorted({file.sha256 for file in gone})))


def ask_again(talk: Talk, details: Details) -> None:
    """The list that a deletion was chosen from stands above still: its numbers mean what they meant."""
    if shown := details.get("list"):  # questions of an older release have none
        talk.ask(KIND, dict(shown))


def wish_again(talk: Talk, details: Details, reply: str) -> Replied:
    """Whoever thinks better of what is to go may say so below the question: « supprimer 3 » is of the list above."""
    if read_list_reply(reply) is None:
        return NotAnswered()
    ask_again(talk, details)
    opened = talk.question
    if opened is None or opened.kind != KIND:  # questions of an older release kept no list
        return NotAnswered()
    return FileLists().answer(talk, opened, reply)


@dataclass(frozen=True, slots=True)
class FileLists(Dialogue):
    """Reads what is typed below a list."""

    kind = KIND

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Show more, or ask whether to delete. Anything else closes the list: its numbers must not answer a question
        that somebody asks later."""
        match read_list_reply(reply):
            case More():
                return self._more(talk, interaction)
            case Chosen(numbers=(0,)):
                return self._left(talk, interaction)
            case Everything():
                first, count = interaction.payload["first"], len(interaction.payload["ids"])
                return self._chosen(talk, interaction, range(first, first + count))
            case Chosen(numbers=numbers):
                return self._chosen(talk, interaction, numbers)
            case None if declines(reply) and not was_answered_since(talk, interaction):
                return self._left(talk, interaction)
            case None:
                self.close(talk, interaction)
                return NotAnswered()

    def _left(self, talk: Talk, interaction: PendingInteraction) -> Done:
        self.close(talk, interaction)
        talk.say("confirm_cancelled")
        return Done()

    def _more(self, talk: Talk, interaction: PendingInteraction) -> Done:
        if must_sign_in(talk) or must_wait(talk):
            return Done()
        first, ids = interaction.payload["first"], interaction.payload["ids"]
        found = read(talk.session, talk.person, first=first + len(ids), below=ids[-1])
        page = listed(found, talk.desk, talk.person)
        if page is None:
            talk.say("files_end")
            return Done()
        talk.send(page.composition)
        interactions.change(talk.session, interaction, {"first": first, "ids": [*ids, *page.ids]})
        return Done()

    def _chosen(self, talk: Talk, interaction: PendingInteraction, numbers: Sequence[int]) -> Done:
        if must_sign_in(talk) or must_wait(talk):
            return Done()
        first, ids = interaction.payload["first"], interaction.payload["ids"]
        if not numbers:
            talk.say("files_which", number=first)
            return Done()
        unknown = [number for number in numbers if not first <= number < first + len(ids)]
        if unknown:
            talk.say("files_no_such", number=unknown[0], first=first, last=first + len(ids) - 1)
            return Done()
        chosen = _theirs(talk, [ids[number - first] for number in numbers])
        if chosen:
            titles = [_title(file) for file in chosen]
            details = {"files": [file.id for file in chosen], "list": interaction.payload}
            confirmation.ask(talk, DELETE, details, titles=titles)
        else:
            talk.say("files_gone")
        return Done()


def _theirs(talk: Talk, ids: Sequence[int]) -> Sequence[StoredFile]:
    who = owned_rows.holder(talk.session, talk.address)
    return owned_rows.documents_named(talk.session, who, ids)


def _title(file: StoredFile) -> str:
    """As people read it; a name that somebody else has chosen opens nothing."""
    title = " ".join((file.title or file.name).split())
    title = opens_nothing(title) if file.tainted else title
    return title if len(title) <= TITLE else f"{title[: TITLE - 1].rstrip()}…"


def _line(number: int, file: StoredFile, desk: Desk, person: Person) -> str:
    return say(
        person.language,
        "files_line",
        number=number,
        title=_title(file),
        day=date_in(moment_at(person.address, file.created_at), person.language),
        size=shown_size(file.size, person.language),
        sent=file.origin == "sent",
        link=desk.links.to(file),
    )
