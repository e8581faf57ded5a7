"""The export: everything of the person's own, nothing of anybody else's, nothing secret."""

import io
import json
import os
import random
import tempfile
import tracemalloc
import zipfile
from dataclasses import replace
from typing import Any, BinaryIO

import pytest
from sqlmodel import select

from bot.clients.storage import FolderStore
from bot.conversation.command import Act
from bot.conversation.commands import export
from bot.conversation.commands import files as files_command
from bot.conversation.outcomes import Done
from bot.conversation.talk import COPIES_AT_ONCE
from bot.dao import interactions
from bot.errors import StorageError
from bot.models import Address, Alert, OtpCode, OutboundPart, StoredFile, User
from bot.services.privacy import erase, holding
from bot.services.privacy.erase import OrphanSweep, remove_bytes
from bot.services.privacy.export import NAME, build, prepare
from bot.services.work.chores import Turn
from bot.types import Language
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society
from tests.fakes.turns import turn_at
from tests.integration.privacy.test_erase import erase as erase_all

Pasts = dict[str, Past]


def exported(society: Society, address: str, language: Language = Language.FR) -> dict[str, bytes]:
    with society.database.read() as session:
        row = session.exec(select(Address).where(Address.value == address)).one()
    copy = io.BytesIO()
    build(copy, society.database, society.store, row, language)
    with zipfile.ZipFile(copy) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def table(files: dict[str, bytes], name: str) -> Any:
    return json.loads(files[f"{name}.json"])


def prepared(society: Society, address: str) -> Act:
    """The slow half of the command."""
    return export.prepare(society.request(society.who(address)))


def ask(society: Society, address: str) -> None:
    """As the inbox does: the slow half outside, the words inside the transaction."""
    act = prepared(society, address)
    with society.database.write() as session:
        talk = society.talk(session, address, "/exporter")
        act(talk)
        opened = interactions.current(session, talk.person.conversation_id, talk.now)
        if opened is not None and opened.kind == "confirm":  # the number is typed
            export.hand_over(talk, opened.payload["details"])


def test_a_user_gets_all_of_theirs_from_every_channel(society: Society, pasts: Pasts) -> None:
    files = exported(society, AWA)
    assert {name for name in files if "/" not in name} == {
        "LISEZMOI.txt", "profile.json", "messages.json", "transcript.json", "runs.json", "results.json",
        "memories.json", "tasks.json", "credits.json", "payments.json", "files.json",
    }  # fmt: skip
    assert table(files, "profile")["phone"] == "+2250700000001"
    assert [one["address"] for one in table(files, "profile")["addresses"]] == [AWA, AWA_SMS]
    texts = [message["text"] for message in table(files, "messages")]
    assert {"question ananas", "answer ananas", "question avocat", "answer avocat"} <= set(texts)
    assert len(texts) == 6, "two questions, two answers, two files; no message that carried a code"
    assert [line["text"] for line in table(files, "transcript")][:2] == ["question ananas", "answer ananas"]
    assert [run["tools"] for run in table(files, "runs")] == [["generate_pdf"], ["generate_pdf"]]
    assert [result["subject"] for result in table(files, "results")] == ["maths ananas", "maths avocat"]
    assert [entry["credits"] for entry in table(files, "credits")] == [20, -1, -1]
    listed = table(files, "files")
    assert [file["title"] for file in listed] == ["Cours avocat", "Cours ananas"]
    assert files[listed[1]["included_as"]] == b"%PDF ananas"


def test_what_was_said_on_a_phone_that_is_anothers_now_is_in_the_copy_of_whom_it_was_said_to(
    society: Society, pasts: Pasts
) -> None:
    with society.database.write() as session:
        key, team = society.conversation(AWA).id, "+2250500000099"
        for about, to in (("human_requested:1", team), ("told:1", AWA)):
            session.add(OutboundPart(conversation_id=key, user_id=1, key=about, address=to, channel="sms", body=about))
    society.link(AWA, society.user("+2250700000009"))
    texts = [message["text"] for message in table(exported(society, AWA_SMS), "messages")]
    assert {"question ananas", "answer ananas", "answer avocat", "told:1"} <= set(texts)
    assert "human_requested:1" not in texts, "that tells others about them"
    assert "ananas" not in b"\n".join(exported(society, AWA).values()).decode().replace("name ananas", "")


@pytest.mark.parametrize(
    ("address", "theirs"), [(AWA, {"ananas", "avocat"}), (BINTOU, {"banane"}), (GUEST, {"goyave"})]
)
def test_nobody_gets_what_is_anothers(society: Society, pasts: Pasts, address: str, theirs: set[str]) -> None:
    whole = b"\n".join(exported(society, address).values()).decode()
    found = {mark for mark in ("ananas", "avocat", "banane", "goyave") if mark in whole}
    assert found == theirs


def test_no_secret_goes_in(society: Society, pasts: Pasts) -> None:
    with society.database.read() as session:
        tokens = session.exec(select(StoredFile.token)).all()
    whole = b"\n".join(exported(society, AWA).values()).decode()
    for secret in ("digest ananas", "arguments ananas", "result ananas", "quiz ananas", *tokens):
        assert secret not in whole.replace("maths ananas", ""), secret


def test_a_new_owner_of_a_number_gets_nothing_of_the_one_before(society: Society, pasts: Pasts) -> None:
    society.clock.skip(370 * 86_400)
    society.link(BINTOU, society.user("+2250700000009"))
    assert "banane" not in b"\n".join(exported(society, BINTOU).values()).decode().replace("name banane", "")


def test_a_file_that_cannot_be_read_is_listed_as_missing(society: Society, pasts: Pasts) -> None:
    society.store.delete(pasts[AWA].digest)
    assert [file["included_as"] is None for file in table(exported(society, AWA), "files")] == [False, True]


def test_the_link_arrives_and_opens_the_archive(society: Society, pasts: Pasts) -> None:
    ask(society, AWA)
    said = society.said(AWA)[-1]
    assert "messages, résultats, crédits et documents" in said
    assert "24 h" in said
    link = said.split()[-1]
    assert link.endswith(f"/{NAME}")
    assert len(NAME) <= 20
    with society.database.read() as session:
        file = society.links.find(session, link.split("/")[4])
    assert file is not None
    assert (file.user_id, file.content_type) == (1, "application/zip")
    assert society.store.read(file.sha256).startswith(b"PK")


def opens(society: Society, link: str) -> bool:
    with society.database.read() as session:
        return society.links.find(session, link.split("/")[4]) is not None


def test_the_copy_of_everything_opens_for_nobody_who_has_the_phone_next(society: Society, pasts: Pasts) -> None:
    """Its link stands in the conversation; a link to one document is the person's to pass on."""
    ask(society, AWA)
    ask(society, GUEST)
    copy, guests = society.said(AWA)[-1].split()[-1], society.said(GUEST)[-1].split()[-1]
    assert opens(society, copy)
    assert opens(society, guests)
    society.sign_out(AWA)
    assert not opens(society, copy)
    assert opens(society, pasts[AWA].link)
    society.link(AWA, 2)
    assert not opens(society, copy), "nor for who signs in there as somebody else"
    society.link(AWA, 1)
    assert opens(society, copy)


def test_a_guest_is_told_of_no_credits(society: Society, pasts: Pasts) -> None:
    ask(society, GUEST)
    assert "copie de vos données : messages. Le lien" in society.said(GUEST)[-1]


@pytest.mark.parametrize("during", ["building", "asking"])
def test_nothing_of_an_export_stays_where_everything_is_erased_meanwhile(
    society: Society, pasts: Pasts, during: str
) -> None:
    """From their other phone. No row names the copy, and no link leads to it: its bytes would wait for the sweep."""

    class Slow(FolderStore):
        def put_file(self, file: BinaryIO) -> str:
            if during == "building":
                erase_all(society, AWA_SMS)
            return super().put_file(file)

    working = society.desk
    society.desk = replace(working, store=Slow(society.settings.storage_folder))
    act, society.desk = prepared(society, AWA), working
    if during == "asking":
        erase_all(society, AWA_SMS)
    with society.database.write() as session:
        done = act(society.talk(session, AWA, "/exporter"))
    erase.remove_bytes(society.database, society.store, done.erased if isinstance(done, Done) else ())
    theirs = (pasts[phone].digest for phone in (BINTOU, GUEST))
    assert sorted(society.store.older_than(-5)[0]) == sorted(theirs)


def test_an_export_is_in_no_later_export(society: Society, pasts: Pasts) -> None:
    ask(society, AWA)
    assert len(table(exported(society, AWA), "files")) == 2


def test_whoever_is_signed_out_gets_no_export(society: Society, pasts: Pasts) -> None:
    society.sign_out(AWA)
    assert export.build(society.request(society.who(AWA))) is None
    ask(society, AWA)
    assert "/connexion" in society.said(AWA)[-1]
    with society.database.read() as session:
        assert len(session.exec(select(StoredFile)).all()) == 4


def test_what_was_prepared_for_one_user_is_not_given_to_the_next(society: Society, pasts: Pasts) -> None:
    """Between the two halves the address was signed in as somebody else."""
    act = prepared(society, AWA)
    society.link(AWA, 2)
    with society.database.write() as session:
        talk = society.talk(session, AWA)
        act(talk)
    assert not any(NAME in said for said in society.said(AWA))


def test_the_english_archive_explains_itself_in_english(society: Society, pasts: Pasts) -> None:
    assert exported(society, AWA, Language.EN)["README.txt"].startswith(b"Your data")


@pytest.mark.parametrize("language", Language)
def test_the_archive_says_of_every_file_what_it_is(society: Society, pasts: Pasts, language: Language) -> None:
    files = exported(society, AWA, language)
    (read_me,) = [name for name in files if name.endswith(".txt")]
    lines = {line.split()[0] for line in files[read_me].decode().splitlines() if "  " in line}
    assert lines == {name for name in files if name.endswith(".json")} | {"files/"}


def sweep(society: Society, older_than_s: float = 3600, position: str = "") -> Turn:
    """What one worker does every few minutes."""
    turn = turn_at(society.database, society.clock.now(), position)
    OrphanSweep(society.store, older_than_s).act(turn)
    return turn


def test_orphans_are_swept_in_time(society: Society, pasts: Pasts) -> None:
    orphan = society.store.put(b"nobody's")
    sweep(society)
    assert society.store.read(orphan), "somebody may be about to name it"
    assert sweep(society, 0).done == {"orphans": 1}
    with pytest.raises(StorageError):
        society.store.read(orphan)
    assert society.store.read(pasts[AWA].digest)


def test_a_store_that_is_all_but_unknown_is_another_databases_and_left_alone(society: Society, pasts: Pasts) -> None:
    """A new database, a developer's machine with the settings of the service."""
    theirs = [society.store.put(f"another's {number}".encode()) for number in range(100)]
    assert [sweep(society, 0).done for _ in range(2)] == [{}, {}]
    assert [society.store.read(digest)[:7] for digest in theirs] == [b"another"] * 100
    with society.database.read() as session:
        (alert,) = [each for each in session.exec(select(Alert)) if each.kind == "store_unknown"]
    assert "100 of 10" in alert.detail
    for digest in theirs[30:]:
        society.store.delete(digest)
    assert sweep(society, 0).done == {"orphans": 30}, "somebody has deleted most of what a small service keeps"


def test_a_sweep_looks_at_a_few_names_and_the_next_goes_on_behind_them(
    society: Society, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erase, "NAMES", 4)
    orphans = [society.store.put(f"nobody's {number}".encode()) for number in range(10)]
    positions, swept = [""], []
    for _ in range(3):
        turn = sweep(society, 0, positions[-1])
        positions.append(turn.position)
        swept.append(turn.done.get("orphans", 0))
    assert swept == [4, 4, 2]
    assert positions[1:3] == [sorted(orphans)[3], sorted(orphans)[7]]
    assert positions[3] == "", "from the beginning again"


def test_bytes_stored_again_meanwhile_are_kept(society: Society) -> None:
    digest = society.store.put(b"twice")
    (path,) = society.settings.storage_folder.glob(f"*/{digest}")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    assert society.store.older_than(3600) == ([digest], "")
    society.store.put(b"twice")
    remove_bytes(society.database, society.store, [digest], 3600)
    assert society.store.read(digest) == b"twice"
    os.utime(path, (1_000_000_000, 1_000_000_000))
    remove_bytes(society.database, society.store, [digest], 3600)
    remove_bytes(society.database, society.store, [digest], 3600)
    with pytest.raises(StorageError):
        society.store.read(digest)


def test_bytes_that_somebody_stores_while_hundreds_are_erased_are_kept(society: Society) -> None:
    digests = [society.store.put(body) for body in (b"one", b"two", b"three")]

    class Slow(FolderStore):
        def delete(self, digest: str, untouched_for_s: float = 0) -> None:
            super().delete(digest, untouched_for_s)
            if digest == digests[0]:
                society.store.put(b"two")

    remove_bytes(society.database, Slow(society.settings.storage_folder), digests)
    assert society.store.read(digests[1]) == b"two"
    for gone in (digests[0], digests[2]):
        with pytest.raises(StorageError):
            society.store.read(gone)


def test_what_a_crash_left_half_written_is_swept(society: Society) -> None:
    digest = society.store.put(b"whole")
    left = society.settings.storage_folder / digest[:2] / ".half.1234"
    left.write_bytes(b"ha")
    os.utime(left, (1_000_000_000, 1_000_000_000))
    sweep(society)
    assert not left.exists()
    assert society.store.read(digest) == b"whole"


def test_the_users_own_row_tells_no_more_than_it_should(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        session.get_one(User, 1).language = "fr"
    assert set(table(exported(society, AWA), "profile")) == {
        "phone", "email", "mode", "level", "language", "credits", "created_at", "addresses",
    }  # fmt: skip


def join(society: Society, number: str = AWA_SMS) -> None:
    """A code has just brought another address or number to the user of `number`."""
    with society.database.write() as session:
        code = OtpCode(number=number, prefix="2250700", asker="somewhere", digest="d", state="used",
                       created_at=society.clock.now(), expires_at=society.clock.now())  # fmt: skip
        session.add(code)
        session.flush()
        holding.begin(session, code.id, society.clock.now())


def test_nobody_takes_a_copy_in_the_day_after_a_number_or_address_joined(society: Society, pasts: Pasts) -> None:
    join(society)
    stored = len(society.store.older_than(0)[0])
    ask(society, AWA)
    assert society.said(AWA)[-1].startswith("Un téléphone ou un numéro vient d’être ajouté à votre compte.")
    assert "pourront vous être envoyés dans 24 heures." in society.said(AWA)[-1]
    society.clock.skip(23 * 3600 + 60)
    ask(society, AWA_SMS)
    assert "dans 59 minutes" in society.said(AWA_SMS)[-1]
    assert len(society.store.older_than(0)[0]) == stored, "nothing is even prepared"
    ask(society, BINTOU)
    assert "/media/" in society.said(BINTOU)[-1], "somebody else is not held up"
    society.clock.skip(3600)
    ask(society, AWA)
    assert "/media/" in society.said(AWA)[-1]


def test_a_hold_that_begins_between_question_and_number_holds(society: Society, pasts: Pasts) -> None:
    act = prepared(society, AWA)
    with society.database.write() as session:
        talk = society.talk(session, AWA, "/exporter")
        act(talk)
        opened = interactions.current(session, talk.person.conversation_id, talk.now)
        assert opened is not None
        details = opened.payload["details"]
    join(society)
    with society.database.write() as session:
        export.hand_over(society.talk(session, AWA, "12345"), details)
    assert "/media/" not in society.said(AWA)[-1]


def test_old_files_stay_here_for_the_day_and_links_sent_before_go_on(society: Society, pasts: Pasts) -> None:
    old = pasts[AWA].link.split("/")[4]
    society.clock.skip(60)
    join(society)
    for address in (AWA, AWA_SMS):
        act = files_command.prepare(society.request(society.who(address)))
        with society.database.write() as session:
            act(society.talk(session, address, "/fichiers"))
        assert "pourront vous" in society.said(address)[-1]
        assert "/media/" not in society.said(address)[-1]
    with society.database.read() as session:
        file, now = society.links.find(session, old), society.clock.now()
        phones = [session.get_one(User, user_id).phone for user_id in (1, 2)]
        since = holding.since(session, phones[0], now)
        assert file is not None
        assert since is not None
        assert file.created_at < since <= now, "what is made from now on is theirs to have"
        assert holding.since(session, phones[1], now) is None, "somebody else is not held up"
    society.clock.skip(86_401)
    act = files_command.prepare(society.request(society.who(AWA)))
    with society.database.write() as session:
        act(society.talk(session, AWA, "/fichiers"))
        assert holding.since(session, phones[0], society.clock.now()) is None
    assert "/media/" in society.said(AWA)[-1]


def test_a_hold_that_begins_while_the_copy_is_made_still_holds(society: Society, pasts: Pasts) -> None:
    act = prepared(society, AWA)
    join(society)
    with society.database.write() as session:
        talk = society.talk(session, AWA, "/exporter")
        act(talk)
    assert "/media/" not in society.said(AWA)[-1]
    assert exports(society) == []


def test_whoever_becomes_somebody_else_meanwhile_is_told_to_ask_again(society: Society, pasts: Pasts) -> None:
    act = prepared(society, GUEST)
    society.link(GUEST, society.user("whatsapp:+2250700000009"))
    with society.database.write() as session:
        talk = society.talk(session, GUEST, "/exporter")
        act(talk)
    assert society.said(GUEST)[-1] == "Votre compte vient de changer. Envoyez de nouveau /exporter"
    assert exports(society) == []


def exports(society: Society) -> list[StoredFile]:
    with society.database.read() as session:
        return list(session.exec(select(StoredFile).where(StoredFile.name == NAME)))


def archives(society: Society) -> int:
    """How many exports were made."""
    with society.database.read() as session:
        return len(session.exec(select(StoredFile).where(StoredFile.name == NAME)).all())


def test_one_export_a_day_for_a_person_whatever_the_phone(society: Society, pasts: Pasts) -> None:
    ask(society, AWA)
    assert not [line for line in society.said(AWA) if "déjà été préparée" in line]
    for address in (AWA, AWA_SMS):
        ask(society, address)
        assert any("dans 24 heures" in line for line in society.said(address))
        assert "/media/" in society.said(address)[-1], "the one there is is given again"
    assert export.build(society.request(society.who(AWA))) is None, "and nothing big is prepared"
    assert archives(society) == 1
    society.clock.skip(86_401)
    ask(society, AWA)
    assert archives(society) == 2
    ask(society, GUEST)
    ask(society, GUEST)
    assert archives(society) == 3


def test_one_that_was_made_by_a_clock_ahead_keeps_nobody_from_another(society: Society, pasts: Pasts) -> None:
    society.clock.jump(20 * 86_400)
    ask(society, AWA)
    society.clock.jump(-20 * 86_400)
    ask(society, AWA)
    assert archives(society) == 2
    ask(society, AWA)
    assert archives(society) == 2, "of which there is one a day again"


def test_two_phones_that_ask_at_the_same_moment_get_one_export(society: Society, pasts: Pasts) -> None:
    acts = {address: prepared(society, address) for address in (AWA, AWA_SMS)}
    for address in (AWA, AWA_SMS):
        with society.database.write() as session:
            acts[address](society.talk(session, address, "/exporter"))
    assert archives(society) == 1


class Away(FolderStore):
    """A store that answers no question just now, and takes what it is given."""

    def read(self, digest: str) -> bytes:
        raise StorageError(f"no answer about {digest[:8]}")


class NoRoom(FolderStore):
    """A store that is full."""

    def put_file(self, file: BinaryIO) -> str:
        raise StorageError(f"no room for {file!r}")


@pytest.mark.parametrize("store", [Away, NoRoom])
def test_an_export_that_failed_is_told_and_does_not_count(
    society: Society, pasts: Pasts, store: type[FolderStore]
) -> None:
    """It is the one copy of the day: it lacks no file that is only out of reach."""
    working = society.desk
    society.desk = replace(working, store=store(society.settings.storage_folder))
    ask(society, AWA)
    assert "dans quelques minutes" in society.said(AWA)[-1]
    society.desk = working
    ask(society, AWA)
    assert "/media/" in society.said(AWA)[-1]


def test_a_copy_that_this_machine_has_no_room_for_is_told(
    society: Society, pasts: Pasts, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(tempfile, "tempdir", "/nowhere")
        ask(society, AWA)
    assert "dans quelques minutes" in society.said(AWA)[-1]
    ask(society, AWA)
    assert "/media/" in society.said(AWA)[-1]


def test_few_copies_are_made_at_once_and_nobody_waits_for_anothers(society: Society, pasts: Pasts) -> None:
    place = society.desk.copies
    for _ in range(COPIES_AT_ONCE):
        assert place.acquire(blocking=False)
    ask(society, AWA)
    assert "dans quelques minutes" in society.said(AWA)[-1]
    place.release(COPIES_AT_ONCE)
    for address in (AWA, BINTOU, GUEST):  # each gives its place back
        ask(society, address)
        assert "/media/" in society.said(address)[-1]


def test_a_copy_is_never_in_memory_as_a_whole(society: Society, pasts: Pasts) -> None:
    bodies = [random.randbytes(1_000_000) for _ in range(24)]
    with society.database.write() as session:
        (one,) = session.exec(select(StoredFile).where(StoredFile.sha256 == pasts[GUEST].digest)).all()
        for number, body in enumerate(bodies):
            values = one.model_dump(exclude={"id", "token"}) | {"name": f"{number}.bin", "size": len(body)}
            session.add(StoredFile(**values | {"sha256": society.store.put(body)}))
    del bodies
    person = society.who(GUEST)
    with society.database.read() as session:
        row = session.exec(select(Address).where(Address.value == GUEST)).one()
    tracemalloc.start()
    try:
        copy = prepare(society.database, society.store, row, person.conversation_id, Language.FR)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert copy.size > 24_000_000
    assert most < 8_000_000
