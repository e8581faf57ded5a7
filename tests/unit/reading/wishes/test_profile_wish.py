"""Who says that they are in another class now, or in the other mode; and what only sounds like it."""

import pytest

from bot.reading.wishes.profile_wish import told_profile


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("je change de classe, je suis en 3e maintenant", "middle"),
        ("JE SUIS EN CM2 MAINTENANT 😀", "primary"),
        ("chui en 3eme now", "middle"),
        ("maintenant je suis en terminale D", "high"),
        ("je suis passée en Tle C", "high"),
        ("je passe en 4e cette année", "middle"),
        ("on m'a mis en 4e", "middle"),
        ("je ne suis plus en 3e, je suis en seconde", "high"),
        ("mets-moi en terminale stp", "high"),
        ("change mon niveau en 3e", "middle"),
        ("changer de niveau : lycée", "high"),
        ("je suis à l'université maintenant", "university"),
        ("bonsoir je suis en 5e maintenant merci", "middle"),
        ("I'm now in SS2", "high"),
        ("i moved to high school", "high"),
        ("change my level to high school", "high"),
        ("je suis prof pas élève", "pro"),
        ("je ne suis pas élève, je suis un professionnel", "pro"),
        ("passe moi en pro", "pro"),
        ("mets moi en mode élève svp", "student"),
        ("change le mode : travail", "pro"),
        ("mets-moi pro", "pro"),
        ("je suis lycéen, pas collégien", "high"),
        ("je veux passer en mode pro", "pro"),
        ("i am a teacher, not a student", "pro"),
        ("i want to switch to professional mode", "pro"),
    ],
)
def test_a_change_of_class_or_mode_is_told_in_a_sentence(said: str, told: str) -> None:
    found = told_profile(said)
    assert found is not None
    assert found[1] == told


@pytest.mark.parametrize(
    "said",
    [
        "je suis en 3e", "je suis prof", "je suis élève", "I am a student",  # asked for, perhaps, in the lesson
        "je passe le bac cette année", "je suis en 3e, explique-moi Pythagore", "je suis en 3e maintenant ?",
        "je suis au bureau maintenant", "je suis en cours maintenant", "mets-moi au travail", "I am at work now",
        "je suis à la 3e maintenant", "je suis au 3e maintenant", "c'est la 3e, pas la 4e", "c'est 3e maintenant",
        "je passe à la seconde question", "je suis en seconde position maintenant", "je suis passé en premier",
        "je veux être prof maintenant", "je veux passer en seconde", "i want to be a teacher",
        "je suis prêt maintenant", "je suis premier, pas dernier", "change le mode en impératif",
        "mets-moi un devoir", "passe-moi le cours", "mets moi des devoirs svp", "passez-moi un prof",
        "passe moi le bac", "change-moi de prof", "passe moi la seconde", "mets-moi le cours de terminale",
        "put me in school", "change le niveau du cours", "modifie la classe des élèves", "change la classe en 3e",
        "je suis 3e, pas 4e",
        "I'm working now", "update the level of the homework", "modifie mon profil professionnel",
        "je suis première maintenant", "je suis la première, pas la seconde", "mets le verbe à la première personne",
        "passe-moi le sel", "mets-moi en contact avec un prof",
    ],
)  # fmt: skip
def test_what_is_no_change_is_left_to_the_agent(said: str) -> None:
    assert told_profile(said) is None
