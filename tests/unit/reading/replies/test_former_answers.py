"""Whose a number was before, in other words than « oui » and « non »."""

import pytest

from bot.reading.replies.former_answers import Whose, whose

SAID = {
    Whose.THEIRS: (
        "c’est moi", "c moi", "oui c moi", "oui, c'est moi svp", "si c’est moi", "c’est toujours moi",
        "la même personne", "it’s me", "yes its me", "same person",
    ),
    Whose.ANOTHERS: (
        "c’est pas moi", "non c’est pas moi", "pas moi", "nouvelle puce", "c’est une nouvelle puce", "numéro nouveau",
        "non, ce numéro est nouveau", "je viens d’acheter cette puce hier", "je suis nouveau", "not me", "no it’s new",
        "new sim", "i just bought this sim",
    ),
    Whose.UNCLEAR: (
        "oui c’est nouveau", "oui mais c’est une nouvelle puce", "non c’est moi", "oui pas moi", "oui et non",
        "c’était à mon frère", "c’est le numéro de ma mère", "on m’a donné ce numéro", "c’est mon numéro",
        "mon numéro depuis toujours", "ce n’est pas un nouveau numéro", "j’ai une nouvelle",
        "j’ai un nouveau téléphone", "it was my brother’s", "yes but it’s a new sim", "première fois",
    ),
    None: (
        "", "merci", "explique-moi les fractions", "un quiz stp", "je suis nouveau dans cette classe",
        "mon frère a perdu son cahier", "c’est moi qui ai fait l’exercice",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("said", "found"), [(each, found) for found, every in SAID.items() for each in every])
def test_only_who_can_mean_nothing_else_is_taken_for_the_one_before(said: str, found: Whose | None) -> None:
    assert whose(said) is found
