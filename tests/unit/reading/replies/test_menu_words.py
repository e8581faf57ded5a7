"""What people write when a menu asks them for a number."""

import pytest

from bot.conversation.commands.table import COMMANDS
from bot.reading.replies.menu_words import WORDS, chooses_none, named


@pytest.mark.parametrize(
    ("menu", "value", "replies"),
    [
        ("mode", "student", "Élève !|eleve|je suis étudiante|apprendre|pour l’école|mes devoirs svp|I am a student"),
        ("mode", "pro", "pro|je suis professionnel|travail|mon travail|au bureau|work"),
        ("level", "primary", "CM2|cp1|en ce2|primaire|l’école primaire|primary school"),
        ("level", "middle", "la 3e|6ème|6 ème|en 3 è|classe de 4eme|troisième|collège|JSS 2|je suis au college"),
        ("level", "middle", "4ième|3ieme|6ieme|5eme|4 ème|4 ieme|4EME|4em|en 5 è|la 3ième B|je suis en 6ieme svp"),
        ("level", "high", "Tle D|Terminale|1ère|2nde C|je suis en Terminale C|seconde|lycée|high school|SS2"),
        ("level", "high", "2nd|2nde|2 nde|2de|2 de|2 nd C|la 2nd|1iere|1 ère|1ière D|SS 2"),
        ("level", "primary", "5e année primaire|primary 5|CM 2"),
        ("level", "middle", "7e année|en 9ème année|la 10e année|JSS1|jhs2"),
        ("level", "high", "11e année|12ème année|TleD|tlec|upper sixth|SSS2|probatoire|TleA4|Terminal D"),
        ("level", "primary", "CFEE|le CEP"),
        ("level", "middle", "BFEM|je prépare le BFEM|je fais la 4e|BECE"),
        ("level", "university", "3e année de licence|1ère année de fac"),
        ("level", "university", "L1|fac|licence 2|L 3|l 1|en L 2|M 1|L.3|master|je suis à l’université|BTS"),
        ("level", "high", "10th grade|Grade 12|form 4|student in Form 5|year 11"),
        ("level", "middle", "grade 7|7th grade|Form 2|year 9"),
        ("level", "primary", "grade 3|P6|SIL"),
        ("level", "university", "bac+2|étudiant en droit|master en gestion|je suis étudiante en 3e année de médecine"),
        ("mode", "student", "aide-moi à apprendre|étudiant en droit|help me with my homework"),
        ("mode", "pro", "aidez-moi dans mon travail|prof de maths|professeure des écoles|help me at work"),
        ("stop", "this", "la leçon|ça|cette leçon|juste le quiz|this lesson"),
        ("stop", "messages", "tout|tous les messages|seulement les messages"),
        ("language", "en", "anglais|en anglais|English|in English please|en"),
        ("language", "fr", "français|francais|en français|French|fr"),
    ],
)
def test_words_are_answers_too(menu: str, value: str, replies: str) -> None:
    for reply in replies.split("|"):
        assert named(reply, menu) == value, reply


@pytest.mark.parametrize(
    ("menu", "reply"),
    [
        ("level", "2"),
        ("level", "la deuxième"),
        ("level", "la 2"),
        ("level", "le 3"),
        ("level", "3."),
        ("level", "4"),
        ("level", "3e année"),  # of the primary school, of the university
        ("level", "1ère année"),
        ("level", "première année"),
        ("level", "troisième année"),
        ("level", "6ème année"),
        ("level", "4 élèves de 3 classes"),
        ("level", "2 de mes élèves"),
        ("mode", "2nd"),
        ("level", "a"),
        ("level", "explique-moi le bac"),
        ("level", "L1 et terminale"),
        ("level", "étudiant en terminale"),
        ("level", "form"),
        ("mode", "aide-moi"),
        ("mode", "aide-moi pour mes devoirs de maths"),
        ("mode", "élève et professionnel"),
        ("mode", "écris une lettre à mon bureau"),
        ("language", "comment dit-on chat en anglais"),
        ("delete", "oui"),
        ("mode", ""),
    ],
)
def test_everything_else_is_left_to_numbers_and_to_the_agent(menu: str, reply: str) -> None:
    assert named(reply, menu) is None


def test_the_words_of_a_menu_are_for_its_options() -> None:
    options = {menu.name: menu.options for command in COMMANDS for menu in command.menus}
    for menu, words in WORDS.items():
        assert set(words) == set(options[menu])


@pytest.mark.parametrize(
    "reply",
    ["les deux", "je sais pas", "autre", "un autre svp", "aucun", "ni l’un ni l’autre", "other", "none of them"],
)
def test_who_names_no_line_is_told_to_name_one(reply: str) -> None:
    assert chooses_none(reply)


@pytest.mark.parametrize(
    "reply", ["autre question : 2x = 4 ?", "aucune idée de ce que c’est la photosynthèse", "1", "élève"]
)
def test_who_names_something_is_not(reply: str) -> None:
    assert not chooses_none(reply)
