"""« rappelle-moi de réviser demain à 18 h »: a task with its time, and a bonus when one asks to be shown it."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step, call, with_result

_ASKED = re.compile(
    r"^\W*(?:(?:bonjour|bonsoir|salut|bjr|slt|hello|hi)\W+)?(?:stp |svp |please )?"
    r"(?:(?:peux[- ]tu |tu peux |pouvez[- ]vous |can you )?(?:me )?"
    r"(?:rappelle[rz]?|rappele|remind)(?:[- ]?(?:moi|me))?|"
    r"(?:note[rz]?|notes|note down)(?: que je dois|[- ]moi| that i must))"
    r"(?:\s+(?:de |d'|to |que je dois ))?\s*(?P<what>.+)$",
    re.DOTALL | re.IGNORECASE,
)
_IN = re.compile(r"\b(?:dans|in)\s+(\d{1,3})\s*(min\w*|h(?:eures?|ours?)?|jours?|days?)\b", re.IGNORECASE)
_DAY = re.compile(
    r"\b(apr[eè]s[- ]demain|demain(?: matin| soir)?|aujourd'hui|ce soir|tomorrow|today|tonight)\b", re.IGNORECASE
)
_HOUR = re.compile(r"\b(?:à|a|at|vers)\s+(\d{1,2})\s*(?:h|:|heures?)?\s*(\d{2})?\s*(am|pm)?\b", re.IGNORECASE)
_DAYS_AHEAD = {"demain": 1, "tomorrow": 1, "apres": 2, "aujourd'hui": 0, "ce": 0, "today": 0, "tonight": 0}
_WEEK = (
    ("lundi", "monday"), ("mardi", "tuesday"), ("mercredi", "wednesday"), ("jeudi", "thursday"),
    ("vendredi", "friday"), ("samedi", "saturday"), ("dimanche", "sunday"),
)  # fmt: skip
_WEEKDAYS = {name: number for number, names in enumerate(_WEEK) for name in names}
_WEEKDAY = re.compile(
    rf"\b(?:(?:le|ce|on|this|next)\s+)?({'|'.join(_WEEKDAYS)})(?:\s+prochain)?(?:\s+(?:matin|soir|morning|evening))?\b",
    re.IGNORECASE,
)
_OTHER_DAY = re.compile(  # no day that this demonstration can count
    r"\b\d{1,2}(?:er|st|nd|rd|th)?\s+(?:jan|f[eé]v|feb|mar|av|apr|ma[iy]|jui|jun|jul|ao|aug|sep|oct|nov|d[eé]c)"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s+\d|\d/\d|\ble \d|\b(?:semaine|week|mois|month)\b",
    re.IGNORECASE,
)
_EVENING = re.compile(r"soir|tonight|evening", re.IGNORECASE)
_BONUS = re.compile(r"\b(?:bonus|credits? bonus|recompense[rz]?(?:[- ]moi)?|reward)\b")


@dataclass(frozen=True, slots=True)
class Reminder:
    """What, and when in the words of create_task."""

    title: str
    when: dict[str, Any]


def read(scene: Scene) -> Reminder | None:
    found = _ASKED.match(scene.turn.text.replace("’", "'"))
    if found is None:
        return None
    what = found["what"]
    for when in (_IN, _DAY, _WEEKDAY, _HOUR):
        what = when.sub(" ", what)
    title = " ".join(what.split()).strip(" .!,:")
    title = re.sub(r"^(?:de |d'|to |que je dois )", "", title)
    return Reminder(title, _when(found["what"])) if title else None


def act(wish: Reminder, scene: Scene) -> Step:
    if not scene.may("create_task"):
        return scene.say("task_not_here")
    return with_result(scene, "create_task", {"title": wish.title, **wish.when}, lambda done: _tell(scene, done))


def _tell(scene: Scene, done: Result) -> Step:
    data: dict[str, Any] = done.data if isinstance(done.data, dict) else {}
    key = "task_noted" if data.get("due") else "task_noted_no_day"
    return Say(scene.words.say(key, title=data.get("noted", ""), due=data.get("due", "")))


def _when(text: str) -> dict[str, Any]:
    """The arguments for its time; nothing when none is said. A demonstration's clock is this machine's."""
    if (spell := _IN.search(text)) is not None:
        unit = spell[2].lower()
        return {"in_minutes": int(spell[1]) * (60 if unit.startswith("h") else 1440 if unit[0] in "jd" else 1)}
    day, hour = _WEEKDAY.search(text) or _DAY.search(text), _HOUR.search(text)
    if day is None and (hour is None or _OTHER_DAY.search(text)):
        return {}
    now = datetime.now().astimezone()
    ahead = _ahead(folded(day[1]), now.weekday()) if day else 0
    evening = 19 if day and _EVENING.search(day[0]) else None
    return _at(now + timedelta(days=ahead), now, _hour(hour) if hour else evening, int(hour[2] or 0) if hour else 0)


def _ahead(day: str, today: int) -> int:
    """How many days it is until then; a day of the week is the next one after today."""
    if day in _WEEKDAYS:
        return (_WEEKDAYS[day] - today) % 7 or 7
    return _DAYS_AHEAD.get(re.split(r"[ -]", day, maxsplit=1)[0], 1)


def _hour(found: re.Match[str]) -> int:
    hour = int(found[1]) % 24
    return hour + 12 if (found[3] or "").lower() == "pm" and hour < 12 else hour


def _at(day: datetime, now: datetime, hour: int | None, minute: int) -> dict[str, Any]:
    if hour is None:
        return {"due": f"{day:%Y-%m-%d}"}
    moment = day.replace(hour=hour, minute=min(minute, 59), second=0, microsecond=0)
    if moment <= now:
        moment += timedelta(days=1)
    return {"due": f"{moment:%Y-%m-%d %H:%M}"}


def read_bonus(scene: Scene) -> str | None:
    asked = folded(scene.turn.text)
    return asked if _BONUS.search(asked) and len(asked.split()) <= 8 else None


def act_bonus(_wish: str, scene: Scene) -> Step:
    if not scene.may("award_bonus_credits"):
        return scene.say("bonus_not_here")
    arguments = {"amount": 1, "reason": scene.words.say("bonus_reason")}
    done = scene.turn.last("award_bonus_credits")
    if done is None:
        return call(scene, "award_bonus_credits", arguments)
    return scene.say("bonus_given" if done.succeeded else "bonus_not_now")


REMINDER = Skill("reminder", read, act)
BONUS = Skill("bonus", read_bonus, act_bonus)
