"""Excel files and slide shows."""

import re
from dataclasses import dataclass
from typing import Any

from bot.documents.xlsx.values import number_in
from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.lessons import Lesson
from bot.simulator.demo.office import Loan, kind_in, loan_workbook, slides_of, told, workbook
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.subjects import subject_of
from bot.simulator.demo.skills.thread import last_lesson
from bot.simulator.demo.steps import Say, Scene, Step, with_result
from bot.simulator.demo.writing import bullet_list
from bot.types import Language

_EXCEL = re.compile(r"\b(?:excel\w*|xlsx?|tableurs?|classeurs?|spreadsheets?|feuille de calcul)\b")
_MAKE = re.compile(
    r"\b(?:fais|faire|prepar\w*|donne\w*|dresse\w*|etabli\w*|genere\w*|cree\w*|calcule\w*|veux|voudrais|besoin|make|create"
    r"|prepare|generate|need|want|give|draw up)\b"
)
_QUESTION = re.compile(
    r"\b(?:c'est quoi|qu'est|comment|explique\w*|what is|how|explain|quiz|cours|lettre|letter|p\.?d\.?f)\b"
)
_SLIDES = re.compile(r"\b(?:diapo\w*|power ?points?|pptx?|slides?(?: ?shows?)?|presentation powerpoint)\b")
_COUNT = re.compile(r"\b(\d{1,2}) (?:diapo\w*|slides?|pages?)\b")
_AMOUNT = re.compile(
    r"(?<![\d.,])(\d[\d .,]*)\s*(millions?|milliards?|billions?|m\b)?(?!\s*(?:%|ans?\b|mois|years?|months?|\d))"
)
_YEARS = re.compile(r"\b(\d{1,2}) ?(?:ans?|annees?|years?)\b")
_MONTHS = re.compile(r"\b(\d{1,3}) ?(?:mois|mensualites?|months?|instal?lments?|payments?)\b")
_RATE = re.compile(r"(\d{1,2}(?:[.,]\d{1,2})?) ?(?:%|pour ?cent|percent)")
_DEFAULT = Loan(5_000_000, 9.0, 48)
_LONGEST = 360  # months
_MOST_SLIDES = 20


@dataclass(frozen=True, slots=True)
class MakeWorkbook:
    """A kind of office.KINDS; `loan` is set where it is that."""

    kind: str
    loan: Loan | None = None


@dataclass(frozen=True, slots=True)
class MakeSlides:
    """Slides about a lesson, None when none is known; `count` includes the first."""

    lesson: Lesson | None
    count: int


def read_workbook(scene: Scene) -> MakeWorkbook | None:
    asked = folded(scene.turn.text)
    kind, excel = kind_in(asked, scene.language), _EXCEL.search(asked)
    bare = kind in ("loan", "invoice", "balance") and (_MAKE.search(asked) or re.match(r"(?:un|une|a|an) ", asked))
    if _QUESTION.search(asked) or not (excel or bare):
        return None
    kind = kind or "budget"
    return MakeWorkbook(kind, loan_in(asked, scene.language) if kind == "loan" else None)


def loan_in(asked: str, language: Language) -> Loan:
    """Amount, rate and duration of a folded message; what it does not say is as usual."""
    years, months, rate = _YEARS.search(asked), _MONTHS.search(asked), _RATE.search(asked)
    count = int(months.group(1)) if months else 12 * int(years.group(1)) if years else _DEFAULT.months
    rest = _RATE.sub(" ", asked)
    amounts = [_amount(found, language) for found in _AMOUNT.finditer(rest)]
    amount = max(amounts, default=0)
    return Loan(
        amount=amount if 1_000 <= amount <= 10**13 else _DEFAULT.amount,
        rate=float(rate.group(1).replace(",", ".")) if rate else _DEFAULT.rate,
        months=min(max(count, 1), _LONGEST),
    )


def _amount(found: re.Match[str], language: Language) -> int:
    word = found.group(2) or ""
    times = 10**9 if word.startswith(("milliard", "billion")) else 10**6 if word else 1
    return int((number_in(found.group(1).strip(" .,"), language, whole=not word) or 0) * times)


def make_workbook(wish: MakeWorkbook, scene: Scene) -> Step:
    if not scene.may("generate_xlsx"):
        return scene.say("document_missing")
    entry = told(scene.language)[wish.kind]
    about = entry["about"]
    arguments = loan_workbook(wish.loan, scene.language) if wish.loan else workbook(wish.kind, scene.language)
    if wish.loan:
        loan = wish.loan
        amounts = {"payment": _shown(loan.payment), "amount": _shown(loan.amount)}
        rate = f"{loan.rate:g}".replace(".", "," if scene.language is Language.FR else ".")
        about = about.format(months=loan.months, rate=rate, **amounts)
    title = entry["title"]
    return with_result(scene, "generate_xlsx", arguments, lambda _: scene.say("workbook", title=title, about=about))


def _shown(amount: int) -> str:
    return f"{amount:,} FCFA".replace(",", "\u00a0")


def read_slides(scene: Scene) -> MakeSlides | None:
    asked = folded(scene.turn.text)
    if not _SLIDES.search(asked):
        return None
    count = _COUNT.search(asked)
    subject = subject_of(_SLIDES.sub(" ", asked))
    lesson = scene.lessons.named(subject or asked, scene.language) or last_lesson(scene)
    return MakeSlides(lesson, min(max(int(count.group(1)), 2), _MOST_SLIDES) if count else 6)


def make_slides(wish: MakeSlides, scene: Scene) -> Step:
    if not scene.may("generate_pptx"):
        return scene.say("document_missing")
    if wish.lesson is None:
        return scene.say("which_slides")
    lesson = wish.lesson
    slides = slides_of(lesson, wish.count - 1)
    arguments: dict[str, Any] = {
        "title": lesson.title,
        "subtitle": scene.words.say("slides_subtitle"),
        "slides": slides,
    }

    def tell(_made: Result) -> Say:
        contents = bullet_list([slide["title"] for slide in slides])
        return scene.say("slides", title=lesson.title, count=len(slides) + 1, points=contents)

    return with_result(scene, "generate_pptx", arguments, tell)


WORKBOOK = Skill("workbook", read_workbook, make_workbook)
SLIDES = Skill("slides", read_slides, make_slides)
