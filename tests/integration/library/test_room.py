"""A library that is full: what was made for a person makes room, oldest first; what they sent stays."""

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import Session, col, select

from bot.conversation.turn.reply import Answer, write
from bot.dao import conversations, interactions
from bot.dao.database import Database
from bot.dao.library import files
from bot.dao.library import room as library_room
from bot.dao.library.room import Owner
from bot.dao.work import runs
from bot.dao.work.run_ends import Before, Now
from bot.errors import LibraryFull, StorageError, ToolFailed
from bot.models import FilePassage, OutboundPart, Run, StoredFile
from bot.services.library.files import RunFiles
from bot.services.library.room import LibraryRoom
from bot.services.privacy.erase import remove_bytes
from tests.fakes.keys import conversation_id
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Society
from tests.fakes.threads import at_once

KEY = conversation_id(AWA)
ROOM = LibraryRoom(most_bytes=1_000, most_files=4)


class Library(Society):
    """Awa and her files; what she has in it is told by their titles, oldest first."""

    def __init__(self, database: Database, folder: Path) -> None:
        super().__init__(database, folder)
        self.awa, self.bintou = self.user(AWA), self.user(BINTOU)
        self.link(AWA_SMS, self.awa)

    def puts(self, title: str, size: int = 10, origin: str = "made", address: str = AWA, **values: object) -> int:
        with self.database.write() as session:
            file = self.file(session, title, size, origin, address, **values)
            return file.id

    def file(
        self, session: Session, title: str, size: int = 10, origin: str = "made", address: str = AWA, **values: object
    ) -> StoredFile:
        row = self.talk(session, address).address
        body = title.encode().ljust(size, b".")
        file = StoredFile(
            conversation_id=conversation_id(address), user_id=row.user_id, name="f.md", title=title, size=size,
            content_type="text/markdown", sha256=self.store.put(body), origin=origin, **values,
        )  # fmt: skip
        session.add(file)
        session.flush()
        return file

    def run(self, *, ended: bool, address: str = AWA) -> int:
        with self.database.write() as session:
            key = conversations.ensure(session, address).id
            run = runs.start(session, Run(conversation_id=key, user_id=self.awa, mode="student", language="fr"))
            if ended:
                run.status, run.ended_at = "done", self.clock.now()
            return run.id

    def titles(self, user_id: int | None = None) -> list[str]:
        with self.database.read() as session:
            found = select(StoredFile).where(StoredFile.user_id == (user_id or self.awa))
            return [file.title for file in session.exec(found.order_by(col(StoredFile.id)))]

    def keeps(self, title: str, size: int = 10, *, room: LibraryRoom = ROOM, address: str = AWA) -> None:
        """A run of hers makes a file."""
        run_id = self.run(ended=False, address=address)
        making = RunFiles(self.store, conversation_id(address), self.awa, run_id, room, self.clock)
        _, commit = making.keep(title=title, ending="md", content_type="text/markdown", body=title.encode().ljust(size))
        with self.database.write() as session:
            commit(session)
        with self.database.write() as session:
            session.get_one(Run, run_id).ended_at = self.clock.now()

    def part(self, **values: object) -> None:
        """A message to her."""
        columns: dict[str, object] = {"conversation_id": KEY, "key": "k", "address": AWA, "channel": "whatsapp"}
        with self.database.write() as session:
            session.add(OutboundPart(**(columns | values)))


@pytest.fixture
def library(database: Database, tmp_path: Path) -> Library:
    return Library(database, tmp_path)


def test_the_oldest_that_was_made_goes_first_and_what_was_sent_stays(library: Library) -> None:
    library.puts("sent", origin="sent")
    for title in ("one", "two", "three"):
        library.puts(title)
    library.keeps("four")
    assert library.titles() == ["sent", "two", "three", "four"]


def test_as_many_go_as_their_bytes_ask_for(library: Library) -> None:
    for title in ("one", "two", "three"):
        library.puts(title, 300)
    library.keeps("large", 600)
    assert library.titles() == ["three", "large"]


def test_another_s_library_is_another_matter(library: Library) -> None:
    for number in range(4):
        library.puts(f"b{number}", address=BINTOU)
    library.keeps("mine")
    assert len(library.titles(library.bintou)) == 4


def test_what_goes_leaves_no_link_no_passage_and_no_bytes(library: Library) -> None:
    gone = library.puts("gone")
    with library.database.write() as session:
        file = session.get_one(StoredFile, gone)
        link, digest = library.links.to(file), file.sha256
        session.add(FilePassage(file_id=gone, body="gone"))
    library.part(file_id=gone, closed_at=library.clock.now(), state="delivered")
    for number in range(3):
        library.puts(f"{number}")
    with library.database.write() as session:
        digests = ROOM.make(session, Owner(library.awa, KEY), 10, library.clock.now())
    assert digests == [digest]
    remove_bytes(library.database, library.store, digests)
    with library.database.read() as session:
        assert library.links.find(session, link.split("/")[4]) is None
        assert session.exec(select(FilePassage)).all() == []
        assert session.exec(select(OutboundPart.file_id).where(OutboundPart.key == "k")).one() is None
    with pytest.raises(StorageError):
        library.store.read(digest)


def test_bytes_that_another_file_has_stay(library: Library) -> None:
    library.puts("same")
    library.puts("same", address=BINTOU)
    for number in range(3):
        library.puts(f"{number}")
    with library.database.write() as session:
        assert ROOM.make(session, Owner(library.awa, KEY), 10, library.clock.now()) == []
    assert "same" not in library.titles()


def on_a_part(library: Library, file_id: int) -> None:
    library.part(file_id=file_id)


def of_an_open_run(library: Library, file_id: int) -> None:
    run_id = library.run(ended=False)
    with library.database.write() as session:
        session.get_one(StoredFile, file_id).run_id = run_id


def in_a_mail(library: Library, file_id: int) -> None:
    library.part(channel="email", email={"attachments": [file_id]})


def in_a_draft(library: Library, file_id: int) -> None:
    with library.database.write() as session:
        payload = {"draft": {"files": [{"id": file_id}]}}
        interactions.open_interaction(session, KEY, "mail_draft", payload, library.clock.now(), 3_600)


@pytest.mark.parametrize("awaits", [on_a_part, of_an_open_run, in_a_mail, in_a_draft])
def test_what_a_message_still_has_to_carry_does_not_go(
    library: Library, awaits: Callable[[Library, int], None]
) -> None:
    awaited = library.puts("awaited")
    for number in range(3):
        library.puts(f"{number}")
    awaits(library, awaited)
    library.keeps("new")
    assert library.titles() == ["awaited", "1", "2", "new"]


def test_uploads_alone_refuse_the_next_file_and_nothing_goes(library: Library) -> None:
    for number in range(4):
        library.puts(f"{number}", origin="sent")
    with pytest.raises(ToolFailed, match="/fichiers"):
        library.keeps("new")
    with library.database.write() as session, pytest.raises(LibraryFull):
        ROOM.make(session, Owner(library.awa, KEY), 10, library.clock.now())
    assert library.titles() == ["0", "1", "2", "3"]


def test_a_file_that_no_library_takes_pushes_nothing_out(library: Library) -> None:
    library.puts("one")
    with pytest.raises(ToolFailed):
        library.keeps("huge", 1_001)
    assert library.titles() == ["one"]


def test_the_document_of_an_answer_reaches_the_person_all_the_same(library: Library) -> None:
    """Its library is full of what was sent."""
    for number in range(4):
        library.puts(f"{number}", origin="sent")
    settings = library.settings.model_copy(update={"library_files": 4})
    around = (
        Before(question=False, file=False, credits=10, told_low=False),
        Now(cancelled=False, tries=False, silent=False),
    )
    for title in ("first", "second"):
        run_id = library.run(ended=False)
        with library.database.write() as session:
            run = session.get_one(Run, run_id)
            body = title.encode()
            whole = StoredFile(conversation_id=KEY, user_id=library.awa, run_id=run_id, name="a.pdf", title=title,
                               content_type="application/pdf", size=9, sha256=library.store.put(body))  # fmt: skip
            talk = library.talk(session, AWA)
            write(session, talk.person, run, Answer([], whole=whole), library.links, settings, around)
            run.ended_at = library.clock.now()
            session.flush()
            (part,) = session.exec(select(OutboundPart).where(OutboundPart.run_id == run_id)).all()
            assert part.file_id == whole.id
            part.closed_at = library.clock.now()
    assert library.titles() == ["0", "1", "2", "3", "second"], "one such document, not more and more"


def test_a_guest_s_conversation_has_the_same_bounds(library: Library) -> None:
    for number in range(4):
        library.puts(f"{number}", address=GUEST)
    key = conversation_id(GUEST)
    with library.database.write() as session:
        ROOM.make(session, Owner(None, key), 10, library.clock.now())
        assert library_room.held(session, Owner(None, key))[0] == 3


def test_two_turns_on_two_channels_never_fill_it_beyond(library: Library) -> None:
    for number in range(2):
        library.puts(f"sent {number}", origin="sent")

    def keeps(number: int) -> None:
        with contextlib.suppress(ToolFailed):  # while the others' files are waited for, there may be no room
            library.keeps(f"new {number}", address=(AWA, AWA_SMS)[number % 2])

    at_once(6, keeps)
    with library.database.read() as session:
        assert library_room.held(session, Owner(library.awa, KEY))[0] == 4
    assert library.titles()[:2] == ["sent 0", "sent 1"]


def test_exports_are_no_part_of_it(library: Library) -> None:
    with library.database.write() as session:
        for number in range(6):
            library.file(session, f"export {number}").content_type = "application/zip"
        session.flush()
        assert library_room.held(session, Owner(library.awa, KEY)) == (0, 0)
    library.keeps("one")
    assert len(library.titles()) == 7


def test_the_same_content_made_twice_by_one_run_is_one_file(library: Library) -> None:
    run_id = library.run(ended=False)
    making = RunFiles(library.store, KEY, library.awa, run_id, ROOM, library.clock)
    for _ in range(2):
        _, commit = making.keep(title="same", ending="md", content_type="text/markdown", body=b"same")
        with library.database.write() as session:
            commit(session)
    with library.database.read() as session:
        assert len(files.of_run(session, run_id)) == 1
