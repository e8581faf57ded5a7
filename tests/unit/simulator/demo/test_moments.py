"""When somebody wants to be reminded, as they write it."""

from datetime import datetime

import pytest

from bot.simulator.demo.skills.moments import Moment, read

WEDNESDAY = datetime(2026, 11, 25, 15, 20).astimezone()


@pytest.mark.parametrize(
    ("text", "due", "rest"),
    [
        ("vendredi à 10h de payer", "2026-11-27 10:00", "de payer"),
        ("Réviser lundi prochain", "2026-11-30", "Réviser"),
        ("mercredi à 10h", "2026-12-02 10:00", ""),
        ("mercredi à 18h", "2026-11-25 18:00", ""),
        ("to call Ali on Friday at 9pm", "2026-11-27 21:00", "to call Ali"),
        ("le 3/12 de voter", "2026-12-03", "de voter"),
        ("le 3 décembre à 8h05", "2026-12-03 08:05", ""),
        ("le 1er février", "2027-02-01", ""),
        ("payer le loyer demain 9h", "2026-11-26 09:00", "payer le loyer"),
        ("samedi 14h30 : l’été", "2026-11-28 14:30", ": l’été"),
        ("ce soir à 8h", "2026-11-25 20:00", ""),
        ("demain à 7h30 du soir", "2026-11-26 19:30", ""),
        ("demain matin", "2026-11-26", ""),
        ("tomorrow at 12am", "2026-11-26 00:00", ""),
        ("demain à midi", "2026-11-26 12:00", ""),
        ("demain à minuit", "2026-11-27 00:00", ""),
        ("à 7h", "2026-11-26 07:00", ""),
        ("dans deux semaines", "2026-12-09", ""),
        ("dans 2 jours à 8h de payer", "2026-11-27 08:00", "de payer"),
        ("dans trois mois", "2027-02-25", ""),
        ("dormir à midi et demi", "2026-11-26 12:30", "dormir"),
        ("demain à 8h moins le quart", "2026-11-26 07:45", ""),
        ("demain à sept heures et quart", "2026-11-26 07:15", ""),
        ("demain à 7.30 pm", "2026-11-26 19:30", ""),
        ("cet après-midi à 4h", "2026-11-25 16:00", ""),
        ("demain midi", "2026-11-26 12:00", ""),
        ("répondre à 3 mails demain à 9h", "2026-11-26 09:00", "répondre à 3 mails"),
        ("le 31 à 8h", "2026-12-31 08:00", ""),
        ("le 25 à 8h", "2026-12-25 08:00", ""),
        ("payer le loyer le 30", "2026-11-30", "payer le loyer"),
        ("à la fin du mois", "2026-11-30", ""),
        ("le lundi 30 novembre à 9h", "2026-11-30 09:00", ""),
        ("the day after tomorrow at 8", "2026-11-27 08:00", ""),
        ("lundi en huit", "2026-12-07", ""),
    ],
)
def test_a_day_and_an_hour(text: str, due: str, rest: str) -> None:
    assert read(text, WEDNESDAY) == Moment({"due": due}, rest)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("dans 2h", 120), ("dans 10 min", 10), ("dans une heure", 60), ("dans 1h30", 90), ("in half an hour", 30),
     ("dans une heure et demie", 90), ("in an hour and a half", 90), ("dans un quart d’heure", 15),
     ("dans 2 heures et quart", 135), ("dans vingt minutes", 20), ("dans 3 jours", 4320), ("in two days", 2880)],
)  # fmt: skip
def test_a_while_from_now(text: str, minutes: int) -> None:
    assert read(f"boire {text}", WEDNESDAY) == Moment({"in_minutes": minutes}, "boire")


@pytest.mark.parametrize(
    "text",
    [
        "le chapitre 3/4",
        "le 31/02",
        "le 24/11/2025",
        "à 25h",
        "payer 10000 à Koffi",
        "la réunion",
        "hier à 8h",
        "aujourd’hui à 8h",
        "mardi 30 novembre à 8h",
        "la semaine prochaine à 8h",
    ],
)
def test_no_day_rather_than_another(text: str) -> None:
    assert read(text, WEDNESDAY).when == {}
