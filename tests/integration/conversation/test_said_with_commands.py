"""What is said behind a command is taken with it: « /langue en », « /mode pro », « /connexion 05 00 00 00 07 »."""

import pytest
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.models import OtpCode, User
from bot.types import Mode
from tests.integration.conversation.conftest import CREDITS, GUEST, Line

pytestmark = pytest.mark.one_database

OTHER, THIRD = "+2250500000007", "+2250500000008"


def user_of(line: Line) -> User:
    with line.database.read() as session:
        return session.get_one(User, 1)


def codes_to(line: Line) -> list[str]:
    """The numbers that codes were made for, in order."""
    with line.database.read() as session:
        return [row.number for row in session.exec(select(OtpCode).order_by(col(OtpCode.id)))]


@pytest.mark.parametrize("typed", ["/langue en", "/langue anglais", "/lang English", "/language: english please"])
def test_a_language_is_taken_at_once(line: Line, typed: str) -> None:
    line.says(typed)
    assert "English" in line.hears()[-1]
    assert user_of(line).language == "en"
    line.says("/langue fr")
    assert "français" in line.hears()[-1]
    assert line.credits() == CREDITS


@pytest.mark.parametrize(
    ("typed", "mode", "level"),
    [("/mode pro", "pro", None), ("/mode élève", "student", None), ("/niveau Tle D", "student", "high")],
)
def test_a_mode_or_a_level_is_taken_at_once(line: Line, typed: str, mode: str, level: str | None) -> None:
    line.says(typed)
    assert (user_of(line).mode, user_of(line).level) == (mode, level)
    assert line.credits() == CREDITS


def test_by_sms_what_makes_turns_dearer_is_still_confirmed(line: Line) -> None:
    add_user(line.database, OTHER, Mode.STUDENT, 0)
    line.says("/mode pro", address=OTHER)
    with line.database.read() as session:
        assert session.get_one(User, 2).mode == Mode.STUDENT


def test_a_guest_who_names_a_mode_is_asked_to_sign_in(line: Line) -> None:
    line.says("/mode pro", address=GUEST)
    assert "/connexion" in line.hears(GUEST)[0]


@pytest.mark.parametrize("typed", ["/connexion 05 00 00 00 07", "/login +2250500000007", "connexion 0500000007 svp"])
def test_the_number_to_sign_in_by_is_taken_at_once(line: Line, typed: str) -> None:
    line.says(typed, address=GUEST)
    assert codes_to(line) == [OTHER]
    assert "05 00 00 00 07" in line.hears(GUEST)[0].replace("\xa0", " ")


def test_another_number_begins_anew_while_a_code_is_awaited_the_same_does_not(line: Line) -> None:
    for typed in (f"/connexion {OTHER}", f"/connexion {OTHER}", f"/connexion {THIRD}"):
        line.says(typed, address=GUEST)
    assert codes_to(line) == [OTHER, THIRD]


def test_by_sms_the_code_goes_to_the_sender_whatever_number_is_written(line: Line) -> None:
    line.says(f"/connexion {OTHER}", address=THIRD)
    assert codes_to(line) == [THIRD]


@pytest.mark.parametrize("typed", ["/connexion +225 27 20 21 22 23", "/connexion 00000000"])
def test_a_number_that_will_not_do_is_told_so(line: Line, typed: str) -> None:
    line.says(typed, address=GUEST)
    assert "numéro" in line.hears(GUEST)[0]
    assert codes_to(line) == []
