"""When somebody wants to be reminded again and again, as they write it."""

from datetime import datetime

import pytest

from bot.simulator.demo.skills.moments import Moment
from bot.simulator.demo.skills.recurring import read

WEDNESDAY = datetime(2026, 11, 25, 15, 20).astimezone()


@pytest.mark.parametrize(
    ("text", "due", "repeat", "rest"),
    [
        ("courir chaque vendredi à 8h", "2026-11-27 08:00", "weekly", "courir"),
        ("courir tous les lundis et jeudis à 7h", "2026-11-26 07:00", "mon,thu", "courir"),
        ("tous les lundis soir à 8h : lire", "2026-11-30 20:00", "weekly", ": lire"),
        ("lire les mercredis à 7h", "2026-12-02 07:00", "weekly", "lire"),
        ("call Ali every Monday and Thursday at 9pm", "2026-11-26 21:00", "mon,thu", "call Ali"),
        ("call Ali on Mondays at 7 pm", "2026-11-30 19:00", "weekly", "call Ali"),
        ("boire tous les jours à 20h", "2026-11-25 20:00", "daily", "boire"),
        ("boire tous les jours à 8h", "2026-11-26 08:00", "daily", "boire"),
        ("boire tous les jours", "2026-11-25", "daily", "boire"),
        ("prier tous les soirs à 8h", "2026-11-25 20:00", "daily", "prier"),
        ("prier chaque soir", "2026-11-25 19:00", "daily", "prier"),
        ("courir tous les matins à 6h", "2026-11-26 06:00", "daily", "courir"),
        ("run every morning at 6", "2026-11-26 06:00", "daily", "run"),
        ("lire tous les jours sauf dimanche à 19h", "2026-11-25 19:00", "mon,tue,wed,thu,fri,sat", "lire"),
        ("lire tous les jours sauf le samedi et le dimanche", "2026-11-25", "mon,tue,wed,thu,fri", "lire"),
        ("aller en cours du lundi au vendredi à 6h30", "2026-11-26 06:30", "mon,tue,wed,thu,fri", "aller en cours"),
        ("run every weekday at 6 am", "2026-11-26 06:00", "mon,tue,wed,thu,fri", "run"),
        ("payer tous les mois le 5", "2026-12-05", "monthly", "payer"),
        ("payer le loyer le 5 de chaque mois à 9h", "2026-12-05 09:00", "monthly", "payer le loyer"),
        ("payer tous les 5 du mois", "2026-12-05", "monthly", "payer"),
        ("pay the rent every month on the 5th", "2026-12-05", "monthly", "pay the rent"),
        ("fêter chaque année le 3 mars", "2027-03-03", "yearly", "fêter"),
    ],
)
def test_it_begins_at_the_next_of_its_times(text: str, due: str, repeat: str, rest: str) -> None:
    assert read(text, WEDNESDAY) == Moment({"due": due, "repeat": repeat}, rest, repeats=True)


@pytest.mark.parametrize(
    ("text", "until", "rest"),
    [
        ("boire tous les jours à 8h jusqu’au 12 décembre", "2026-12-12", "boire"),
        ("tous les jours jusqu’au 12/12 à 8h : boire", "2026-12-12", ": boire"),
        ("boire à 8h tous les jours pendant deux semaines", "2026-12-09", "boire"),
        ("drink every day until Friday at 8", "2026-11-27", "drink"),
    ],
)
def test_a_last_day_is_told_and_begins_nothing(text: str, until: str, rest: str) -> None:
    when = {"due": "2026-11-26 08:00", "repeat": "daily", "until": until}
    assert read(text, WEDNESDAY) == Moment(when, rest, repeats=True)


@pytest.mark.parametrize("text", ["payer tous les mois", "voter tous les 5 jours", "boire toutes les 8 heures"])
def test_what_it_cannot_tell_is_no_other_time(text: str) -> None:
    told = read(text, WEDNESDAY)
    assert (told.when, told.repeats) == ({}, True)


def test_what_comes_once_is_as_before() -> None:
    assert read("aller à la messe le dimanche à 9h", WEDNESDAY) == Moment(
        {"due": "2026-11-29 09:00"}, "aller à la messe"
    )
