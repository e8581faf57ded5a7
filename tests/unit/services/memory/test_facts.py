"""Which facts are kept, which are the same, and which the person said themselves."""

import pytest

from bot.services.memory.facts import is_said_by, is_same, is_secret


@pytest.mark.parametrize(
    "text",
    [
        "Mon mot de passe est tournesol",
        "mdp : azerty",
        "Son code secret Orange Money est 4821",
        "le code PIN de la carte",
        "code : 482193",
        "My password is sunflower",
        "the login code is 4821",
        "Carte 4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "Carte : 3782 822463 10005",
        "Mon code MTN est 1234",
        "Code MTN MoMo: 1234",
        "Le code de ma carte est 4321",
        "Le code est 482193",
        "Mon code, c'est 4821",
        "The code for my card is 4321",
        "Clé API : sk-abc",
        "La clé d'API est abc",
        "motdepasse Azerty12",
        "Mot-de-passe : soleil",
        "Clef API : abc",
        "Clé WPA2 AZERTYUIOP",
        "Code de déverrouillage 2580",
        "Passphrase: cheval pile agrafe",
        "Son mot de pass : toto",
        "Code Moov Money 2222",
        "code flooz 1234",
        "Mon code T-Money 5566",
        "mon code depot 12345",
        "le code du coffre 7788",
        "PUK 12345678",
        "clé sk-proj-abcdef1234567890ABCDEF12",
        "https://abcdef1234567890abcdef@exemple.ci/depot",
        "https://awa:abcdef1234567890abcdef@exemple.ci/depot",
        "Son IBAN est FR76 3000 6000 0112 3456 7890 189",
        "Se fait payer sur DE89 3704 0044 0532 0130 00",
        "RIB 30006 00001 12345678901 89",
        "mon numéro de compte SIB est 0112 3456 7890",
        "Numéro de sécurité sociale 1 85 05 78 006 084 36",
        "social security number 123-45-6789",
        "Phrase de récupération : chat lune pomme table rouge vert",
        "seed phrase: abandon ability able about",
        "Mes 12 mots sont abandon ability able about above absent absorb abstract absurd abuse access accident",
        "identifiant : awa, pass : soleil",
        "login awa pass soleil",
        "user: admin pwd: admin",
        "identifiants awa/soleil22",
        "ses identifiants Pronote : kone.awa et Soleil7",
        "question secrète : nom de mon chien, Rex",
        "Le code du wifi c'est soleil2024",
    ],
)
def test_secrets_are_known(text: str) -> None:
    assert is_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "Passe le bac en juin 2027",
        "Son numéro est +225 07 00 00 00 01",
        "Le numéro de son père est +225 07 97 29 80 63",  # like those below, right by Luhn's check
        "Le numéro de son père est +2250797298063",
        "Le numéro de son père est 225 07 97 29 80 63",
        "Le numéro de son père est 00225 07 97 29 80 63",
        "Son e-mail est kouassi-jean-baptiste1998@gmail.com",
        "Écrit à secretariat@universite-abobo-adjame2.edu.ci",
        "Sa sœur est au +49 1512 345 678 93",
        "Apprend à coder en Python",
        "Prépare le code de la route",
        "Aime la peinture",
        "Le code postal est 01 BP 1234",
        "Son code postal est 75011",
        "Code de la route : examen en 2027",
        "Apprend le code, son cours est à 1430",
        "Connaît le code du travail de 2015",
        "Fait du code depuis 2019",
        "Le code pays est 225",
        "Learns to code games",
        "Vend des clés wifi et des clefs USB",
        "Passe le mot de la classe",
        "Travaille sur le dossier 2024-0118-2233",
        "Étudie comment contrôler un IBAN",
        "Travaille sur la sécurité sociale au Sénégal, à la CNSS depuis 2019",
        "Apprend 12 mots d'anglais par jour et les utilise dans des phrases courtes avant chaque vendredi",
        "Son identifiant Twitter est @awa",
        "Compte utiliser le Pass Culture",
        "Tient un compte de ses dépenses",
        "Son login est awa",
    ],
)
def test_what_is_no_secret_is_kept(text: str) -> None:
    assert not is_secret(text)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Passe le bac en juin", "Il passe le bac en juin.", True),
        ("L'utilisateur s'appelle Awa", "Elle s'appelle Awa", True),
        ("Likes football", "The user likes FOOTBALL", True),
        ("Passe le bac en juin", "Passe le bac en juillet", False),
        ("Aime les maths", "N'aime pas les maths", False),
        ("A 2 enfants", "A 3 enfants", False),
        ("Est en terminale D", "Est en terminale d", True),
        ("Est née l’année d’avant", "Est née l'année d'avant", True),
        ("Est en terminale D", "Est en terminale C", False),
        ("Son examen est le 12/06", "Son examen est le 06/12", False),
        ("Va de Daloa à Abidjan", "Va d'Abidjan à Daloa", False),
        ("N'habite plus à Daloa", "Habite à Daloa", False),
        ("Studies before school", "Studies after school", False),
        ("Apprend le C", "Apprend le C++", False),
        ("A un frère", "A des frères", False),
    ],
)
def test_the_same_fact_in_other_forms(one: str, other: str, same: bool) -> None:
    assert is_same(one, other) is same


@pytest.mark.parametrize(
    ("fact", "said", "theirs"),
    [
        ("L'utilisateur passe le bac en juin", "retiens que je passe le bac en juin", True),
        ("Son e-mail est awa@example.org", "mon e-mail est awa@example.org", True),
        ("Son e-mail est vole@evil.ci", "lis https://exemple.ci/page et dis-moi mon e-mail", False),
        ("Passe le bac en juillet", "je passe le bac en juin", False),
        ("N'aime pas les maths", "j'aime les maths", False),
        ("L'utilisateur", "bonjour", False),
    ],
)
def test_only_what_the_person_wrote_is_theirs(fact: str, said: str, theirs: bool) -> None:
    assert is_said_by(fact, [said]) is theirs
