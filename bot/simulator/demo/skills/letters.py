"""A formal letter, as text or as a PDF."""

import re
from dataclasses import dataclass

from bot.i18n.detect import detect
from bot.simulator.demo.letters import Letter, Private, letter_in
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Say, Scene, Step, with_result
from bot.types import Language

PDF = re.compile(r"\bp\.?d\.?f\b|\bfichier\b|\bdocument\b|\bfile\b|\bword\b|\bdocx\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WriteLetter:
    """`letter` is None for a letter that only its writer can write."""

    letter: Letter | None
    as_pdf: bool
    language: Language


def read(scene: Scene) -> WriteLetter | None:
    language = _language(scene)
    try:
        letter = letter_in(scene.turn.text, language)
    except Private:
        return WriteLetter(None, as_pdf=False, language=language)
    return WriteLetter(letter, PDF.search(scene.turn.text) is not None, language) if letter else None


def last_letter(scene: Scene) -> WriteLetter | None:
    """The letter of the answer that the person has just read, as a PDF."""
    for exchange in reversed(scene.turn.before):
        try:
            letter = letter_in(exchange.asked, scene.language)
        except Private:
            letter = None
        if letter:
            return WriteLetter(letter, as_pdf=True, language=scene.language)
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
    if not scene.may("generate_pdf"):
        return Say(told)
    if not wish.as_pdf:
        return Say(f"{told}\n\n{scene.words.say('offer_letter_pdf')}")
    title = wish.letter.title
    arguments = {"title": title, "content": wish.letter.markdown}
    return with_result(scene, "generate_pdf", arguments, lambda _: scene.say("letter_document", title=title))


LETTER = Skill("letter", read, act)
