"""Menus answered by numbers, by words, and by somebody who says more than was asked."""

import pytest

from bot.channels.offers import Options
from bot.conversation.commands.table import COMMANDS
from bot.conversation.dialogues.menus import Menu
from bot.i18n.catalogue import say
from bot.models import User
from bot.types import Language
from tests.fakes.model import calls, says
from tests.integration.conversation.conftest import Line

pytestmark = pytest.mark.one_database


def user_of(line: Line) -> User:
    with line.database.read() as session:
        user = session.get(User, 1)
        assert user is not None
        return user


def test_who_names_a_class_when_asked_for_a_mode_has_said_both(line: Line) -> None:
    line.says("/mode")
    line.hears()
    line.says("Je suis en Terminale D")
    assert "niveau lycée" in line.hears()[-1]
    assert (user_of(line).mode, user_of(line).level) == ("student", "high")


def test_what_a_menu_asks_may_stand_behind_its_command(line: Line) -> None:
    for said, heard in (
        ("/niveau 3e", "niveau collège"), ("/mode pro", "dans votre travail"), ("/langue anglais", "English"),
    ):  # fmt: skip
        line.says(said)
        assert heard in line.hears()[-1]
    assert (user_of(line).mode, user_of(line).language) == ("pro", "en")
    assert line.model.requests == []


def test_a_pupil_who_asks_for_the_level_is_asked_for_it_at_once(line: Line) -> None:
    for said, heard in (("/niveau", "3. Lycée"), ("3", "niveau lycée"), ("changer de niveau", "1. Primaire")):
        line.says(said)
        assert heard in line.hears()[-1]
    line.says("professionnel")
    assert "dans votre travail" in line.hears()[-1]
    line.says("/niveau")
    assert "1. M’aider à apprendre" in line.hears()[-1], "who is no pupil has no level"


@pytest.mark.parametrize("said", ["non merci", "laisse tomber", "Retour", "back", "quitter"])
def test_a_no_in_words_leaves_the_menu_unless_something_else_was_answered_since(line: Line, said: str) -> None:
    line.model.script(lambda _request: says("D’accord."))
    line.says("/mode")
    line.hears()
    line.says(said)
    assert line.hears() == ["C’est annulé."]
    line.says("/mode")
    line.says("C’est quoi une fraction ?")
    line.hears()
    line.says(said)
    assert line.hears() == ["D’accord."]
    assert len(line.model.requests) == 2


def test_a_newcomer_hears_what_an_answer_costs() -> None:
    said = say(Language.FR, "signed_in_new", service="Palabre", credits=20, price=1, price_pro=2, evening=False)
    assert said.endswith("Une réponse coûte 1 crédit à un élève, 2 à un professionnel.")


def test_the_class_of_3e_is_not_the_third_line_of_the_menu(line: Line) -> None:
    for said, heard in (("/mode", "1. M’aider à apprendre"), ("élève", "3. Lycée"), ("la 3e", "niveau collège")):
        line.says(said)
        assert heard in line.hears()[-1]
    assert user_of(line).level == "middle"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "menu", [menu for command in COMMANDS for menu in command.menus], ids=lambda menu: str(menu.name)
)
def test_every_menu_can_be_tapped_on_whatsapp(menu: Menu, language: Language) -> None:
    labels = tuple(say(language, f"menu_{menu.name}_{option}") for option in menu.options)
    assert Options(1, labels, say(language, f"menu_{menu.name}"), "Choisir").shape() is not None


HOUR_S = 3600.0  # how long a question waits
QUIZ = {
    "question": "Quelle est la capitale du Mali ?", "options": ["Dakar", "Bamako", "Niamey"], "correct_index": 1,
    "explanation": "Le gouvernement siège à Bamako.", "subject": "Géo",
}  # fmt: skip


@pytest.mark.parametrize(
    "between",
    [
        ("/langue", "0"),
        ("/langue", "1"),
        ("/mode", "0"),
        ("/mode", "1", "3"),
        ("/langue", "/mode", "0"),
        ("/langue", "/annuler"),
    ],
    ids=" ".join,
)
def test_a_quiz_is_open_again_behind_a_menu(line: Line, between: tuple[str, ...]) -> None:
    line.model.then(says("Bonjour !"), calls(("interactive_quiz", QUIZ)), says("Bravo !"))
    for said in ("Bonjour", "Un quiz stp"):
        line.says(said)
    assert "Bamako" in line.hears()[-1]
    for said in between:
        line.says(said)
    asked = len(line.model.requests)
    line.says("Bamako")
    assert any("siège à Bamako" in heard for heard in line.hears())
    assert len(line.model.requests) == asked + 1, "the verdict is ours; the agent goes on with it"


def test_who_ends_what_we_do_has_left_the_quiz_behind_the_menu(line: Line) -> None:
    line.model.then(says("Bonjour !"), calls(("interactive_quiz", QUIZ)), says("Pardon."))
    for said in ("Bonjour", "Un quiz stp", "arrête", "1"):
        line.says(said)
    assert "on s’arrête là" in line.hears()[-1]
    line.says("2")
    assert line.hears() == ["Pardon."], "no verdict"


def test_a_quiz_whose_time_is_over_stays_closed_behind_a_menu(line: Line) -> None:
    line.model.then(says("Bonjour !"), calls(("interactive_quiz", QUIZ)), says("Oui, Bamako."))
    for said in ("Bonjour", "Un quiz stp", "/langue"):
        line.says(said)
    line.clock.skip(HOUR_S - 1)
    line.says("/langue")
    line.clock.skip(2)
    line.says("1")
    line.hears()
    line.says("Bamako")
    assert not any("siège à Bamako" in heard for heard in line.hears())
