"""What people write when a menu asks them for a number."""

import pytest

from bot.conversation.commands.table import COMMANDS
from bot.reading.menu_words import WORDS, named


@pytest.mark.parametrize(
    ("menu", "value", "replies"),
    [
        ("mode", "student", "Élève !|eleve|je suis étudiante|apprendre|pour l’école|mes devoirs svp|I am a student"),
        ("mode", "pro", "pro|je suis professionnel|travail|mon travail|au bureau|work"),
        ("level", "primary", "CM2|cp1|en ce2|primaire|l’école primaire|primary school"),
        ("level", "middle", "la 3e|6ème|6 ème|en 3 è|classe de 4eme|troisième|collège|JSS 2|je suis au college"),
        ("level", "high", "Tle D|Terminale|1ère|2nde C|je suis en Terminale C|seconde|lycée|high school|SS2"),
        ("level", "university", "L1|fac|licence 2|master|je suis à l’université|BTS"),
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
        ("level", "a"),
        ("level", "explique-moi le bac"),
        ("level", "L1 et terminale"),
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
