"""What must not leave, what must not leave yet, and what is a change."""

import pytest

from bot.reading.replies.withholding import waits, withholds

NEVER = [
    "ne l’envoie pas", "n'envoie rien", "Non, ne l’envoie pas stp !", "surtout n'envoie pas",
    "finalement ne l’envoie plus", "je ne veux plus l’envoyer", "je veux pas que tu l’envoies", "ne pas envoyer",
    "don’t send it please", "supprime-le", "efface ce brouillon", "annule l’envoi", "throw it away",
]  # fmt: skip
NOT_YET = [
    "attends", "Attends un peu stp", "pas encore", "non pas encore", "plus tard", "n’envoie pas encore",
    "don't send it yet", "ok mais pas encore",
]  # fmt: skip
CHANGES = [
    "", "envoie", "ne l’envoie pas à Awa", "supprime la dernière phrase", "efface la signature", "n’envoie pas le code",
    "envoyer plus", "envoie plus tard", "drop the last line", "attends la fin du mois dans le texte", "non", "3",
]  # fmt: skip


@pytest.mark.parametrize("reply", NEVER)
def test_what_must_not_leave(reply: str) -> None:
    assert (withholds(reply), waits(reply)) == (True, False)


@pytest.mark.parametrize("reply", NOT_YET)
def test_what_must_not_leave_yet(reply: str) -> None:
    assert (withholds(reply), waits(reply)) == (False, True)


@pytest.mark.parametrize("reply", [*CHANGES, "attends " * 50])
def test_what_says_something_else(reply: str) -> None:
    assert (withholds(reply), waits(reply)) == (False, False)
