"""Erasing everything: nothing of the person is left, nothing of anybody else is touched."""

from datetime import timedelta

import pytest
from sqlalchemy import func
from sqlmodel import col, select

from bot.conversation.commands import delete
from bot.dao import contexts, inbound, interactions
from bot.dao.inbound import NewInbound, insert_inbound
from bot.dao.work import runs
from bot.errors import LeaseLost, StorageError
from bot.models import (
    Address,
    InboundMessage,
    LedgerEntry,
    Memory,
    OtpCode,
    OutboundPart,
    PendingInteraction,
    Run,
    ShellHome,
    Task,
    User,
)
from bot.services.library.files import Links
from bot.services.privacy.erase import remove_bytes
from bot.services.sign_in import accounts
from bot.types import Channel, Mode
from tests.fakes import lanes
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society

Pasts = dict[str, Past]
DAY = timedelta(days=1)


def erase(society: Society, address: str = AWA) -> None:
    """The person answered yes."""
    with society.database.write() as session:
        talk = society.talk(session, address, "1")
        done = delete.erase_all(talk, {})
    remove_bytes(society.database, society.store, done.erased)


def find(society: Society, link: str) -> bool:
    links: Links = society.links
    with society.database.read() as session:
        return links.find(session, link.split("/")[4]) is not None


def test_no_table_keeps_a_word_of_the_erased(society: Society, pasts: Pasts) -> None:
    before = society.dump()
    erase(society)
    after = society.dump()
    assert all(mark in before for mark in ("ananas", "avocat", "banane", "goyave"))
    assert "ananas" not in after
    assert "avocat" not in after


def test_what_was_kept_for_them_goes_and_what_is_kept_for_others_stays(society: Society, pasts: Pasts) -> None:
    """What the agent was to remember, what it was to remind of, and the homes of the sandbox."""
    now = society.clock.now()
    with society.database.write() as session:
        for address, mark in ((AWA, "ananas"), (BINTOU, "banane")):
            key = pasts[address].conversation_id
            user_id = session.exec(select(Address.user_id).where(Address.value == address)).one()
            assert user_id is not None
            session.add(Memory(user_id=user_id, body=f"aime {mark}"))
            session.add(Task(user_id=user_id, conversation_id=key, title=mark))
            home = society.store.put(mark.encode())
            session.add(ShellHome(conversation_id=key, user_id=user_id, sha256=home, size=6, expires_at=now + DAY))
    erase(society)
    with society.database.read() as session:
        kept = [session.exec(select(column)).all() for column in (Memory.body, Task.title, ShellHome.sha256)]
    assert kept == [["aime banane"], ["banane"], [home]]


def test_nothing_of_how_they_wrote_is_left_at_their_address(society: Society, pasts: Pasts) -> None:
    """Whoever writes from it next is met in their own language, and repeats nothing that was written before."""
    with society.database.write() as session:
        address = session.exec(select(Address).where(Address.value == AWA)).one()
        address.language = address.chosen_language = "en"
        address.meters = {**address.meters, "same": "a digest", "times": 3, "kept": 1}
    erase(society)
    with society.database.read() as session:
        address = session.exec(select(Address).where(Address.value == AWA)).one()
        assert (address.language, address.chosen_language) == (None, None)
        assert (address.meters["same"], address.meters["times"], address.meters["kept"]) == ("", 0, 1)


def test_whoever_they_were_before_they_became_one_goes_too(society: Society, pasts: Pasts) -> None:
    """The ledger goes on naming those: their words stand in it."""
    fatou = society.user("whatsapp:+2250500000008")
    society.past("whatsapp:+2250500000008", "mangue")
    for source, target in ((fatou, 2), (2, 1)):
        with society.database.write() as session:
            accounts.merge(session, session.get_one(User, source), session.get_one(User, target), society.clock.now())
    assert all(f"reason {mark}" in society.dump() for mark in ("banane", "mangue"))
    erase(society)
    assert [mark for mark in ("ananas", "banane", "mangue") if mark in society.dump()] == []


def test_what_they_were_asked_on_a_phone_that_is_anothers_now_goes_too(society: Society, pasts: Pasts) -> None:
    now = society.clock.now()
    asked = PendingInteraction(conversation_id=pasts[BINTOU].conversation_id, user_id=1, kind="quiz", closed_at=now,
                               payload={"questions": ["quiz ananas"]}, created_at=now, expires_at=now)  # fmt: skip
    with society.database.write() as session:
        session.add(asked)
    erase(society)
    assert "ananas" not in society.dump()
    assert "quiz banane" in society.dump()


def test_nobody_elses_rows_change(society: Society, pasts: Pasts) -> None:
    theirs = [line for line in society.dump().splitlines() if "banane" in line or "goyave" in line]
    erase(society)
    after = society.dump().splitlines()
    assert [line for line in theirs if line not in after] == []
    assert find(society, pasts[BINTOU].link)
    assert society.store.read(pasts[BINTOU].digest)


def test_links_die_and_bytes_go(society: Society, pasts: Pasts) -> None:
    assert find(society, pasts[AWA].link)
    erase(society)
    for address in (AWA, AWA_SMS):
        assert not find(society, pasts[address].link)
        with pytest.raises(StorageError):
            society.store.read(pasts[address].digest)


def test_bytes_that_another_has_too_stay(society: Society, pasts: Pasts) -> None:
    shared = society.past(BINTOU, "ananas")
    assert shared.digest == pasts[AWA].digest
    erase(society)
    assert society.store.read(shared.digest) == b"%PDF ananas"


def test_the_ledger_keeps_its_sum_and_loses_the_person(society: Society, pasts: Pasts) -> None:
    before = society.balances()
    erase(society)
    assert society.balances() == before
    with society.database.read() as session:
        user = session.get_one(User, 1)
        words = session.exec(select(LedgerEntry.reason, LedgerEntry.call_id).where(LedgerEntry.user_id == 1)).all()
    assert (user.phone, user.mode, user.level, user.language) == (None, None, None, None)
    assert user.deleted_at is not None
    assert set(words) == {("", None)}


def test_the_person_is_a_new_guest_and_stays_opted_out_where_they_were(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        session.exec(select(Address).where(Address.value == AWA_SMS)).one().opted_out_at = society.clock.now()
        session.exec(select(Address).where(Address.value == AWA)).one().guest_messages = 9
    erase(society)
    with society.database.write() as session:
        talk = society.talk(session, AWA)
        sms = session.exec(select(Address).where(Address.value == AWA_SMS)).one()
        assert (talk.person.mode, talk.user, talk.person.profile_name) == (Mode.GUEST, None, "")
        assert talk.address.guest_messages == 9, "erasing is no way round the allowance"
        assert (sms.user_id, sms.signed_in_until, sms.opted_out_at is None) == (None, None, False)


def test_a_goodbye_is_said(society: Society, pasts: Pasts) -> None:
    erase(society)
    (goodbye,) = society.said(AWA)
    assert goodbye.startswith("C’est fait : tout est effacé")


def test_a_guest_erases_this_conversation(society: Society, pasts: Pasts) -> None:
    erase(society, GUEST)
    after = society.dump()
    assert "goyave" not in after
    assert all(mark in after for mark in ("ananas", "avocat", "banane"))


def test_whoever_is_signed_out_erases_nothing(society: Society, pasts: Pasts) -> None:
    society.sign_out(AWA)
    before = society.dump().count("ananas")
    erase(society)
    assert society.dump().count("ananas") == before
    assert "/connexion" in society.said(AWA)[-1]


def test_an_erased_message_does_not_come_back_by_a_replay(society: Society, pasts: Pasts) -> None:
    with society.database.read() as session:
        sid = session.get_one(InboundMessage, pasts[AWA].message_id).message_sid
    erase(society)
    replayed = NewInbound(message_sid=sid, conversation_id=pasts[AWA].conversation_id, sender=AWA, recipient="",
                          channel=Channel.WHATSAPP, kind="text", body="ananas")  # fmt: skip
    with society.database.write_connection() as connection:
        assert not insert_inbound(connection, replayed)
    assert "ananas" not in society.dump()


def test_what_comes_in_after_the_confirmation_stays_and_is_answered(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        talk = society.talk(session, AWA, "1")
        society.message(session, AWA, "papaye")
        delete.erase_all(talk, {})
    with society.database.read() as session:
        assert [message.body for message in inbound.waiting(session, pasts[AWA].conversation_id)] == ["papaye"]


def test_a_turn_that_runs_in_another_conversation_writes_nothing_more(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        society.message(session, AWA_SMS, "mangue")
    lane = lanes.claim(society.database, pasts[AWA_SMS].conversation_id, "worker", 8)
    assert lane is not None
    with lane.write() as session:
        run = runs.start(session, Run(conversation_id=lane.conversation_id, user_id=1, mode="student", language="fr"))
    erase(society)
    with pytest.raises(LeaseLost), lane.write() as session:
        runs.append(session, run.id, lane.conversation_id, {"role": "user", "content": "mangue"})
    with pytest.raises(LeaseLost), society.database.read() as session:
        runs.shown(session, run, 0)
    assert "mangue" not in society.dump()


def test_the_agent_remembers_what_is_said_afterwards(society: Society, pasts: Pasts) -> None:
    """Also where /nouveau had hidden all that was said before."""
    with society.database.write() as session:
        key = pasts[GUEST].conversation_id
        contexts.forget(session, key, None, runs.last_transcript_id(session, key))
    erase(society, GUEST)
    society.past(GUEST, "kiwi")
    with society.database.read() as session:
        shown = runs.transcript(session, key, None, contexts.of(session, key, None).context_from)
    assert [row.role for row in shown] == ["user", "assistant", "tool", "assistant"]
    assert shown[-1].message["content"] == "answer kiwi"


def test_young_codes_still_count_for_the_limits_but_open_nothing(society: Society, pasts: Pasts) -> None:
    """Nor does erasing free a number that too many wrong codes have locked, or touch what others were sent."""
    now = society.clock.now()
    given = {"number": "+2250700000001", "prefix": "2250700", "expires_at": now + timedelta(minutes=9)}
    made = [("open", AWA, 0), ("locked", AWA, 0), ("void", AWA, 2), ("void", BINTOU, 2)]
    with society.database.write() as session:
        for state, whose, days in made:
            session.add(OtpCode(asker=pasts[whose].conversation_id, digest=f"{whose} {days}", state=state,
                                created_at=now - timedelta(days=days), **given))  # fmt: skip
    erase(society)
    with society.database.read() as session:
        left = session.exec(select(OtpCode).where(OtpCode.number == "+2250700000001").order_by(col(OtpCode.id))).all()
    assert [(code.state, code.digest) for code in left if "digest" not in code.digest] == [
        ("void", f"{AWA} 0"), ("locked", f"{AWA} 0"), ("void", f"{BINTOU} 2")
    ]  # fmt: skip


def test_a_former_owner_of_the_number_loses_nothing(society: Society, pasts: Pasts) -> None:
    """Bintou's number was taken over by somebody new, long after."""
    society.clock.skip(370 * 86_400)
    newcomer = society.user("+2250700000009")
    society.link(BINTOU, newcomer)
    with society.database.write() as session:
        session.get_one(User, 2).phone = None
        session.add(society.message(session, BINTOU, "ditakh", received_at=society.clock.now()))
    erase(society, BINTOU)
    after = society.dump()
    assert "ditakh" not in after
    assert "question banane" in after
    assert find(society, pasts[BINTOU].link) or society.store.read(pasts[BINTOU].digest)


def test_the_question_says_what_is_lost_and_how_to_confirm(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        talk = society.talk(session, AWA, "/supprimer")
        delete.ask(talk)
        opened = interactions.current(session, pasts[AWA].conversation_id, talk.now)
    assert opened is not None
    assert (opened.kind, opened.payload["act"]) == ("confirm", "delete")
    assert "perdus pour toujours" in society.said(AWA)[-1]
    assert f"écrivez ce nombre : {opened.payload['number']}" in society.said(AWA)[-1]
    assert "ananas" in society.dump()


def test_no_id_of_the_erased_is_ever_used_again(society: Society, pasts: Pasts) -> None:
    """The ledger's keys name runs, callbacks name parts, buttons name questions."""
    with society.database.read() as session:
        newest = [session.exec(select(func.max(table.id))).one() for table in (Run, OutboundPart, PendingInteraction)]
    erase(society, GUEST)
    later = society.past(GUEST, "kiwi")
    with society.database.read() as session:
        part = session.exec(select(func.min(OutboundPart.id)).where(OutboundPart.run_id == later.run_id)).one()
        question = session.exec(select(func.max(PendingInteraction.id))).one()
    assert later.run_id > newest[0]
    assert part > newest[1]
    assert question > newest[2]


def confirm(society: Society, asked: PendingInteraction) -> None:
    """The number of a question comes from Bintou’s phone."""
    with society.database.write() as session:
        delete.erase_all(society.talk(session, BINTOU, "12345"), asked.payload["details"])


@pytest.mark.parametrize("asked_as", ["who stays", "who goes over"])
def test_who_has_become_one_with_another_since_the_question_is_asked_about_both(
    society: Society, pasts: Pasts, asked_as: str
) -> None:
    """Bintou’s phone asked, and on another one the code of the other account was typed since."""
    key = pasts[BINTOU].conversation_id
    source, target = (1, 2) if asked_as == "who stays" else (2, 1)
    with society.database.write() as session:
        delete.ask(society.talk(session, BINTOU, "/supprimer"))
        asked = interactions.current(session, key, society.clock.now())
        assert asked is not None
        accounts.merge(session, session.get_one(User, source), session.get_one(User, target), society.clock.now())
        session.get_one(Address, 2).user_id = target
    confirm(society, asked)
    assert "Rien n’est encore effacé : un autre compte" in society.said(BINTOU)[-1]
    assert {mark for mark in ("ananas", "banane") if mark in society.dump()} == {"ananas", "banane"}
    with society.database.write() as session:
        anew = interactions.current(session, key, society.clock.now())
        assert anew is not None
    confirm(society, anew)
    assert "C’est fait : tout est effacé" in society.said(BINTOU)[-1]
    assert [mark for mark in ("ananas", "banane") if mark in society.dump()] == []
