"""Complaints of who has paid, and what only sounds like one."""

import pytest

from bot.reading.commands.paid_words import beside_a_complaint, complains_of_payment, tells_of_two
from bot.reading.distress.danger import read_distress


@pytest.mark.parametrize(
    "said",
    [
        "j ai payé mais rien reçu", "J’ai payé 1000 mais j’ai eu 50 crédits", "mon paiement a échoué",
        "wave a débité mon compte et toujours pas de crédits", "mon argent est parti", "crédits non reçus",
        "Bonjour, j’ai payé 500 F ce matin par orange money et toujours rien", "payment failed",
        "I paid by wave yesterday but no credits", "my money is gone but nothing came", "toujours pas de crédits",
        "on m’a coupé 500f et rien", "on a coupé mon argent mais pas de credit", "c bon g payé", "déjà payé", "payé",
        "g payé 2x", "g été débité 2x", "mon compte wave a été débité 2x", "double paiement",
        "j’ai payé deux fois par erreur",
        "paiement en double", "charged twice", "où est passé mon argent", "g tjr pas mes crédits",
        "g pa recu mes credit", "jai recharger 2 foi", "jai recharger mais ya rien", "recharge pas arrivé",
        "ma recharge n’est pas arrivée", "jai envoyer l’argent mais rien", "on ma prelevé 2 fois",
        "le paiement ne passe pas", "ça bloque au paiement", "my payment is stuck", "payment pending",
        "j’ai rechargé 1000f je vois pas mes crédits",
    ],
)  # fmt: skip
def test_a_complaint(said: str) -> None:
    assert complains_of_payment(said)


@pytest.mark.parametrize(
    "said",
    [
        "", "j’ai débité le compte 601", "on débite le compte client", "j’ai payé le loyer", "combien de crédits",
        "J’ai payé 500 F et il me reste 200 F, combien ?", "le paiement est fait par chèque", "j’ai réglé la facture",
        "un voleur m’a coupé aidez moi", "il m’a coupé", "on m’a coupé hier soir",
        "j’ai coupé le gâteau en 4", "on coupe un fil de 500 m", "il a payé", "déjà payé le loyer",
        "double la recette", "j’ai rechargé mon téléphone", "la recharge de la nappe",
        "j’ai débité deux comptes", "où est le Mali", "l’erreur est humaine",
        "j’ai payé " * 20,
    ],
)  # fmt: skip
def test_no_complaint(said: str) -> None:
    assert not complains_of_payment(said)


@pytest.mark.parametrize(
    "said",
    [
        "jai payer mais ya rien", "g paye depui hier ya rien", "jai fait le depot mais ya rien",
        "aidez moi j’ai payé mais ya rien", "I already paid, there is nothing",
        "j’ai fait le transfert ya rien jusqu’à présent",
    ],
)  # fmt: skip
def test_a_complaint_is_no_cry_for_help(said: str) -> None:
    """« ya rien » weighs as much as one: helplines came, and the team was alarmed."""
    assert complains_of_payment(said)
    assert read_distress(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "jai payer mais ya rien, je veux mourir", "j’ai payé, je me coupe", "g payé 2 fois mon père va me tuer",
        "j’ai payé et je me coupe depuis hier", "they took my money and I want to die",
        "j’ai payé mais ya rien, je vaux rien", "je sers à rien rendez mon argent", "g payé 2x et personne m’aime",
        "mon argent est parti, je suis un poids", "je veux disparaître rendez-moi mes crédits",
        "jai pas recu mes credits je suis une merde", "ma vie est finie, j’ai payé pour rien",
        "de toute façon je sers à rien, wave a débité mon compte", "paiement bloqué, je vais avaler des comprimés",
        "ils ont débité mon compte, je vais boire le poison", "je suis bon à rien, même wave marche pas",
    ],
)  # fmt: skip
def test_a_cry_beside_a_complaint_is_one(said: str) -> None:
    """« Coupé » is said of money, too."""
    assert read_distress(said) is not None


@pytest.mark.parametrize(
    ("said", "beside"),
    [
        ("j’ai payé mais ya rien, je vaux rien", "je vaux rien"), ("je vaux rien rendez mon argent", "je vaux rien"),
        ("mon argent est parti, je vaux plus rien", "je vaux plus rien"), ("g payé 2x",
        ""), ("j’ai payé et rien reçu", ""),
        ("les pays de la CEDEAO", ""), ("", ""), ("j’ai payé " * 50, ""),
    ],
)  # fmt: skip
def test_what_is_said_beside_a_complaint(said: str, beside: str) -> None:
    assert beside_a_complaint(said) == beside


@pytest.mark.parametrize(
    "said",
    ["au secours mon argent", "au secours j’ai payé", "au secours mes crédits", "ya rien ki arrive",
    "ya rien qui vient",
     "jai payé je reçois rien depuis 2 jours vous êtes des voleurs", "paiement bloqué, je vais essayer avec moov",
     "ya pas de crédits, c’est la mort", "orange money ne marche pas c'est la mort", "momo marche pas, au secours",
     "wave marche pas ça me tue", "wave ne passe pas, j'en peux plus", "mtn passe pas, vous allez me tuer"],
)  # fmt: skip
def test_who_waits_for_what_they_paid_is_in_no_danger(said: str) -> None:
    """The team was alarmed."""
    assert read_distress(said) is None


@pytest.mark.parametrize(
    "said", ["au secours", "au secours on me vole", "au secours il me tape", "ya plus rien pour moi ici"]
)
def test_a_cry_that_speaks_of_no_payment_is_heard(said: str) -> None:
    assert read_distress(said) is not None


def test_what_was_paid_twice_is_told_from_what_was_paid() -> None:
    twice = ["g payé 2x", "j’ai payé deux fois par erreur", "g double paiement", "charged twice"]
    assert [said for said in twice if not tells_of_two(said)] == []
    once = ("déjà payé", "mon paiement a réussi", "double la recette", "Double paiement", "paiement en double")
    assert [said for said in once if tells_of_two(said)] == []
