"""Questions answered by a tap, over the whole product: buttons, lists, and what is tapped too late or twice."""

import re

from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import column, hears_about
from tests.flows.test_quizzes import tutor

RESULTS = "SELECT correct FROM exercise_result"


def synced(stack: Stack) -> None:
    stack.model.script(tutor)
    stack.start(FRAGMENT_WINDOW_S="0.1")
    assert stack.flask("content", "sync") == 0, stack.log()


def test_a_quiz_by_button_counts_once_however_often_it_is_tapped(stack: Stack) -> None:
    synced(stack)
    assert stack.flask("content", "sync") == 0
    assert len(stack.twilio.stand_in.contents.all()) == 11
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    awa.hears(20)
    awa.says("Fais-moi un quiz sur les fractions")
    asked = awa.hears(20)
    assert asked.choices
    assert [item.title for item in asked.choices.items] == ["3", "4", "7"]
    assert asked.body == "*Quiz :* Dans 3/4, que vaut le dénominateur ?"
    awa.taps(asked, "4")
    awa.taps(asked, "4")
    heard = " ".join(message.body for message in awa.hears_all(3, 20))
    assert "parts egales" in heard
    assert "Continue comme ça" in heard
    assert "n’est plus ouverte" in heard
    assert column(stack, RESULTS) == [1]


def test_a_tap_says_which_option_is_meant_and_a_number_alone_does_not(stack: Stack) -> None:
    synced(stack)
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    awa.hears(20)
    awa.says("Fais-moi un quiz sur les fractions")
    asked = awa.hears(20)
    awa.says("3")
    assert "Répondez par une lettre : a = 3, b = 4, c = 7." in awa.hears(20).body
    assert column(stack, RESULTS) == []
    awa.taps(asked, "7")
    assert "parts egales" in awa.hears_all(2, 20)[0].body
    assert column(stack, RESULTS) == [0]


def test_a_level_by_list_and_digits_that_still_work(stack: Stack) -> None:
    synced(stack)
    awa = stack.twilio.phone(PUPIL)
    awa.says("/mode")
    modes = awa.hears(20)
    assert modes.choices
    assert [choice.title for choice in modes.choices.items] == ["M’aider à apprendre", "M’aider dans mon travail"]
    awa.says("1")
    levels = awa.hears(20)
    assert levels.choices
    assert levels.choices.opener == "Choisir"
    awa.taps(levels, "Lycée")
    assert "lycée" in awa.hears(20).body
    assert column(stack, "SELECT level FROM user_account WHERE id = 1") == ["high"]
    awa.says("/langue")
    languages = awa.hears(20)
    assert languages.choices
    awa.says("2")
    hears_about(awa, "English")
    awa.taps(languages, "Français")  # of a question that is answered
    assert "no longer open" in awa.hears(20).body


def test_templates_that_twilio_has_lost_and_sms_leave_everything_as_it_was(stack: Stack) -> None:
    synced(stack)
    for content in stack.twilio.stand_in.contents.all():
        stack.twilio.stand_in.contents.delete(content.sid)
    awa, ali = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    for person in (awa, ali):
        person.says("/langue")
        asked = person.hears(20)
        assert asked.choices is None
        assert re.search("1. Fran[çc]ais\n2. English\n0. Annuler", asked.body)
        person.says("1")
        person.hears(20)
    kinds = column(stack, "SELECT kind FROM alert")
    assert kinds == ["template_refused"]
    assert stack.flask("content", "sync") == 0
    awa.says("/langue")
    assert awa.hears(20).choices
