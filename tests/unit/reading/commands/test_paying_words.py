"""Who asks to pay by some means, and who only names one."""

import pytest

from bot.reading.commands.paying_words import asks_to_pay_by
from bot.reading.distress.danger import read_distress


@pytest.mark.parametrize(
    "said",
    [
        "je veux payer par mtn", "je veux payer par moov", "je veux payer par airtel money", "payer avec mtn momo",
        "Bonjour, je peux payer par carte bancaire ?", "vous prenez MTN ?", "orange money c possible?",
        "i want to pay with mtn momo", "ya moov money ?", "ya mtn money ?", "ya wave ?", "on peut payer par OM svp",
        "do you take mpesa?", "mobile money accepté ?", "vous acceptez la visa ?", "recharger mon compte par moov",
    ],
)  # fmt: skip
def test_who_asks_is_no_cry_for_help(said: str) -> None:
    """« ya moov money ? » weighs as much as one."""
    assert asks_to_pay_by(said)
    assert read_distress(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "", "mobile money", "wave", "je prends la carte 2", "explique le mobile money", "une onde est a wave", "visa",
        "j’ai payé par wave", "mon père a payé le loyer par orange money", "envoyer de l’argent par wave",
        "comment fonctionne le paiement par carte", "je paie 500 par carte, combien il reste", "la carte d’Afrique",
        "payer " * 20 + "wave", "comment marche wave", "cmt ça marche orange money ?", "wave marche comment ?",
        "comment accepter un paiement par carte bancaire", "comment on accepte wave ?", "mon visa est accepté !",
        "mon visa n’est pas accepté", "le visa est accepté", "mtn passe pas ici", "wave marche pas",
        "paie moi par wave", "pay me by momo", "j’accepte la carte", "on accepte pas ma carte",
    ],
)  # fmt: skip
def test_who_names_it_of_something_else(said: str) -> None:
    assert not asks_to_pay_by(said)


@pytest.mark.parametrize("said", ["ya moov money marche pas", "ya mtn money marche pas", "moov money passe pas"])
def test_that_it_does_not_work_is_no_cry_for_help(said: str) -> None:
    assert not asks_to_pay_by(said)
    assert read_distress(said) is None


@pytest.mark.parametrize("said", ["ya moov money ? je veux mourir", "vous prenez mtn ? mon père va me tuer"])
def test_a_cry_beside_it_is_one(said: str) -> None:
    assert read_distress(said) is not None
