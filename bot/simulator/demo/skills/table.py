"""Every skill, in the order in which a message is offered to them; the first that reads a wish acts. A new one is one
entry here."""

from typing import Any

from bot.simulator.demo.skills.arithmetic import ARITHMETIC
from bot.simulator.demo.skills.by_hand import BY_HAND
from bot.simulator.demo.skills.courtesy import CARE, COURTESY
from bot.simulator.demo.skills.enclosures import ENCLOSURE
from bot.simulator.demo.skills.equations import EQUATION
from bot.simulator.demo.skills.exercises import EXERCISE_ANSWER, GUESS
from bot.simulator.demo.skills.follow_ups import FOLLOW_UP
from bot.simulator.demo.skills.lessons import LESSON, PART
from bot.simulator.demo.skills.letters import LETTER
from bot.simulator.demo.skills.offers import OFFER
from bot.simulator.demo.skills.office import SLIDES, WORKBOOK
from bot.simulator.demo.skills.own_files import OWN_FILES
from bot.simulator.demo.skills.papers import PAPER
from bot.simulator.demo.skills.photos import PHOTO
from bot.simulator.demo.skills.purchases import PURCHASE
from bot.simulator.demo.skills.quiz import QUIZ, QUIZ_OUTCOME
from bot.simulator.demo.skills.reminders import BONUS, REMINDER
from bot.simulator.demo.skills.reports import REPORT
from bot.simulator.demo.skills.research import RESEARCH
from bot.simulator.demo.skills.sending import SENDING
from bot.simulator.demo.skills.shell import SHELL
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.unknown import UNKNOWN

SKILLS: tuple[Skill[Any], ...] = (
    BY_HAND,
    SENDING,
    SHELL,
    QUIZ_OUTCOME,
    CARE,
    ENCLOSURE,
    PHOTO,
    OWN_FILES,
    OFFER,  # what the words answer comes before what they might mean alone
    EXERCISE_ANSWER,
    REMINDER,
    BONUS,
    PURCHASE,
    REPORT,  # with its table, which is no workbook of ours
    WORKBOOK,
    SLIDES,
    LETTER,
    PAPER,  # a curve's function is no equation to be solved
    EQUATION,
    QUIZ,
    RESEARCH,
    ARITHMETIC,
    FOLLOW_UP,
    LESSON,
    COURTESY,
    PART,
    GUESS,
    UNKNOWN,
)
