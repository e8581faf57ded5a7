"""People with a past, on both databases."""

from pathlib import Path

import pytest

from bot.dao.database import Database
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society


@pytest.fixture
def society(database: Database, tmp_path: Path) -> Society:
    """An empty society."""
    return Society(database, tmp_path)


@pytest.fixture
def pasts(society: Society) -> dict[str, Past]:
    """Awa on two channels, Bintou and a guest, each with a past marked by a word of their own."""
    awa = society.user(AWA)
    society.link(AWA_SMS, awa)
    society.user(BINTOU)
    marks = {AWA: "ananas", AWA_SMS: "avocat", BINTOU: "banane", GUEST: "goyave"}
    return {address: society.past(address, mark) for address, mark in marks.items()}
