"""A formal letter, as text or as a file: a PDF, or the kind that is named."""

import re
from dataclasses import dataclass

from bot.i18n.detect import detect
from bot.simulator.demo.letters import Letter, Private, letter_in
from bot.simulator.demo.skills.kinds import NAMES, kind_in
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step, with_result
from bot.types import Language

PRINTED = ("pdf", "docx")  # whose tools frame letters
FILE = re.compile(r"\bfichier\b|\bdocument\b|\bfile\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WriteLetter:
    """`letter` is None for a letter that only its writer can write; `kind` of file, or None for plain text."""

    letter: Letter | None
    kind: str | None
    language: Language


def read(scene: Scene) -> WriteLetter | None:
    language = _language(scene)
    try:
        letter = letter_in(scene.turn.text, language)
    except Private:
        return WriteLetter(None, kind=None, language=language)
    kind = kind_in(scene.turn.text) or ("pdf" if FILE.search(scene.turn.text) else None)
    return WriteLetter(letter, kind, language) if letter else None


def last_letter(scene: Scene) -> WriteLetter | None:
    """The letter of the answer that the person has just read, as a file."""
    for exchange in reversed(scene.turn.before):
        try:
            letter = letter_in(exchange.asked, scene.language)
        except Private:
            letter = None
        if letter:
            return WriteLetter(letter, kind=kind_in(scene.turn.text) or "pdf", language=scene.language)
    return None


def _language(scene: Scene) -> Language:
    """« a resignation letter pdf » is English, whatever was spoken before."""
    is_english = re.search(r"\bletters?\b", scene.turn.text, re.IGNORECASE) and not detect(scene.turn.text)
    return Language.EN if is_english else scene.language


def act(wish: WriteLetter, scene: Scene) -> Step:
    scene = scene.speaking(wish.language)
    if wish.letter is None:
        return scene.say("letter_private")
    told = scene.words.say("letter_made", letter=wish.letter.text)
    tool = f"generate_{wish.kind or 'pdf'}"
    if not scene.may(tool):
        return Say(told)
    if wish.kind is None:
        return Say(f"{told}\n\n{scene.words.say('offer_letter_pdf')}")
    key = "letter_document" if wish.kind == "pdf" else "letter_file"
    title, name = wish.letter.title, NAMES[wish.kind]
    arguments = {"title": title, **wish.letter.arguments(framed=wish.kind in PRINTED)}
    return with_result(scene, tool, arguments, lambda _: scene.say(key, title=title, kind=name))


LETTER = Skill("letter", read, act)
