"""`users erase`: for who asks for it by letter, and for those whom a restored backup has brought back."""

import io
import sys

import click
import pytest
from sqlmodel import col, select

from bot.cli.erasing import erase_person
from bot.dao import addresses
from bot.models import Address, Conversation, User
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society

Pasts = dict[str, Past]


def erase_them(society: Society, person: str) -> None:
    erase_person(society.database, society.store, person, asks=False)


def user_at(society: Society, address: str) -> int:
    with society.database.read() as session:
        return session.exec(select(col(Address.user_id)).where(Address.value == address)).one() or 0


@pytest.mark.parametrize("named", [AWA, AWA_SMS, "+225 07 00 00 00 01", "by id"])
def test_what_a_user_left_goes_however_they_are_named_and_what_is_of_others_stays(
    society: Society, pasts: Pasts, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    awa = user_at(society, AWA)
    erase_them(society, str(awa) if named == "by id" else named)
    after = society.dump()
    assert [mark for mark in ("ananas", "avocat", "banane", "goyave") if mark in after] == ["banane", "goyave"]
    assert capsys.readouterr().out.startswith(f"user {awa}, {AWA}, {AWA_SMS}, ")
    stored, _ = society.store.older_than(0)
    assert (pasts[AWA].digest in stored, pasts[BINTOU].digest in stored) == (False, True)


def test_of_a_guest_what_was_written_at_the_address_goes(society: Society, pasts: Pasts) -> None:
    erase_them(society, GUEST)
    assert pasts
    assert "goyave" not in society.dump()
    assert "ananas" in society.dump()


def test_a_user_who_has_no_address_any_more_is_erased_by_id(society: Society, pasts: Pasts) -> None:
    awa = user_at(society, AWA)
    with society.database.write() as session:
        addresses.detach_all_of(session, awa)
        session.get_one(User, awa).phone = None
    erase_them(society, str(awa))
    with society.database.read() as session:
        assert session.get_one(User, awa).deleted_at is not None
    assert pasts[AWA].link.split("/")[4] not in society.dump()


def test_the_lane_of_a_turn_that_runs_is_taken_away(society: Society, pasts: Pasts) -> None:
    key = pasts[AWA].conversation_id
    with society.database.write() as session:
        before = session.get_one(Conversation, key)
        before.lane_worker, epoch = "worker", before.lane_epoch
    erase_them(society, AWA)
    with society.database.read() as session:
        after = session.get_one(Conversation, key)
        assert (after.lane_worker, after.lane_epoch) == (None, epoch + 1)


def test_a_number_that_leads_to_two_users_erases_neither(society: Society, pasts: Pasts) -> None:
    """Bintou has signed in on Awa's telephone: a letter that gives its number is of one of them."""
    awa, bintou = user_at(society, AWA), user_at(society, BINTOU)
    with society.database.write() as session:
        session.exec(select(Address).where(Address.value == AWA)).one().user_id = bintou
    before = society.dump()
    with pytest.raises(click.ClickException, match=f"leads to users {awa}, {bintou}: give the id of one"):
        erase_them(society, AWA)
    assert pasts
    assert society.dump() == before


def test_who_is_not_here_or_not_any_more_is_said(society: Society, pasts: Pasts) -> None:
    awa = user_at(society, AWA)
    erase_them(society, AWA)
    assert pasts
    for nobody in ("+2250700000099", "whatsapp:CI.nobody", "4711", str(awa)):
        with pytest.raises(click.ClickException, match="nobody"):
            erase_them(society, nobody)


@pytest.mark.parametrize("said", ["\n", "no\n", ""])
def test_nothing_goes_before_it_was_asked(
    society: Society, pasts: Pasts, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = society.dump()
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    with pytest.raises(click.Abort):
        erase_person(society.database, society.store, AWA, asks=True)
    assert pasts
    assert society.dump() == before
