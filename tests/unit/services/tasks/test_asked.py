"""Whether what a person wrote asks for a task: in a conversation that has read a stranger's page nothing else does."""

import pytest

from bot.services.tasks.asked import is_asked_for, is_move_asked_for


@pytest.mark.parametrize(
    "said",
    [
        "rapelle moi demain a 7h le bus",
        "rappele-moi le bus",
        "mets moi un rapel pour le bus",
        "préviens-moi à 18 h pour le bus",
        "alerte-moi avant le bus",
        "notify me before the bus",
    ],
)
def test_a_wish_is_heard_however_it_is_spelt(said: str) -> None:
    assert is_asked_for("Bus", [said])
    assert not is_asked_for("Payer 50 000 F", [said]), "the words of the task are theirs"


@pytest.mark.parametrize("said", ["le bus est parti", "parle-moi du bus", "I missed the bus"])
def test_who_only_speaks_of_it_asks_for_nothing(said: str) -> None:
    assert not is_asked_for("Bus", [said])


def test_so_is_one_to_move_it() -> None:
    assert is_move_asked_for(2, "Bus", ["repouse le bus à 9 h"], is_reminded=False)
    assert not is_move_asked_for(2, "Bus", ["le bus passe à 9 h"], is_reminded=False)
