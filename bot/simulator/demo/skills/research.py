"""Sources about a subject, and a PDF sheet made from them: search, read the pages, write, tell; one step a call."""

import re
from dataclasses import dataclass
from typing import Any

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills import letters
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.skills.subjects import subject_of
from bot.simulator.demo.skills.thread import last_lesson
from bot.simulator.demo.steps import Say, Scene, Step, call, failure, with_result
from bot.simulator.demo.writing import Source, bullet_list, document, key_point, sources_in

MAX_PAGES = 3
_DOCUMENT = re.compile(r"\bpdf\b|\bfiches?\b|\bsheets?\b|\bhand-?outs?\b")
_RESEARCH = re.compile(
    r"\b(?:re)?cherch\w*|\bsources?\b|\bsearch\w*|\blook up\b|\btrouve\w*|\bfind\b|\bsur (?:internet|le web)\b"
)
_POINTING = frozenset(
    "ca cela ceci le la les tout toute it that this them mets met mettre mis moi en fichier file format version "
    "convertis "
    "transforme fais faire fait une un je le veux voudrais bien peux tu stp aussi please d'accord ok oui yes alors et "
    "sous forme de in as into put turn make envoie send can you me also of "
    "lecon cours lesson resume resumer summary".split()
)


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF about a subject, made from pages; no subject when nobody has named one."""

    subject: str


@dataclass(frozen=True, slots=True)
class Research:
    """Sources about a subject."""

    subject: str


def read(scene: Scene) -> Document | Research | letters.WriteLetter | None:
    asked = folded(scene.turn.text)
    wants_document, wants_sources = _DOCUMENT.search(asked), _RESEARCH.search(asked)
    if scene.said("which_document") and scene.lessons.named(asked, scene.language):
        return Document(subject_of(scene.turn.text))  # the answer to our question
    if not (wants_document or wants_sources):
        return None
    subject = subject_of(scene.turn.text)
    if set(re.findall(r"[\w']+", folded(subject))) <= _POINTING:
        letter = letters.last_letter(scene) if wants_document and scene.said("letter_made") else None
        lesson = last_lesson(scene)
        if letter:
            return letter
        subject = lesson.title if lesson else ""
    if wants_document:
        return Document(subject)
    return Research(subject) if subject else None


def act(wish: Document | Research | letters.WriteLetter, scene: Scene) -> Step:
    if isinstance(wish, letters.WriteLetter):
        return letters.act(wish, scene)
    if not scene.may("web_search"):
        return _without_tools(wish, scene)
    if not wish.subject:
        return scene.say("which_document")
    lesson = scene.lessons.named(wish.subject, scene.language)
    query = lesson.title if lesson else wish.subject  # a bare « fractions » is in no language
    return with_result(scene, "web_search", {"query": query}, lambda search: _read(wish, scene, search))


def _read(wish: Document | Research, scene: Scene, search: Result) -> Step:
    """What was found, read."""
    found = sources_in(search.data)[:MAX_PAGES]
    if not found:
        return scene.say("nothing_found", subject=wish.subject)
    reading = scene.turn.last("browse_url")
    if reading is None and scene.may("browse_url"):
        return call(scene, "browse_url", {"urls": [source.url for source in found]})
    if reading and not reading.succeeded:
        return failure(scene, reading)
    pages = [page for page in sources_in(reading.data) if page.text] if reading else found
    return _tell(wish, scene, pages or found)


def _tell(wish: Document | Research, scene: Scene, pages: list[Source]) -> Step:
    made = scene.turn.last("generate_pdf")
    sources = bullet_list([page.url for page in pages])
    if isinstance(wish, Document) and made is None and scene.may("generate_pdf"):
        return call(scene, "generate_pdf", _sheet(scene, pages))
    if made and not made.succeeded:
        return failure(scene, made)
    if made:
        title = made.arguments.get("title", wish.subject)
        contents = bullet_list([page.title for page in pages])
        return scene.say("document", title=title, points=contents, sources=sources)
    points = bullet_list([key_point(page) for page in pages])
    apology = f"{scene.words.say('document_missing')}\n\n" if isinstance(wish, Document) else ""
    return Say(apology + scene.words.say("read", subject=wish.subject, points=points, sources=sources))


def _without_tools(wish: Document | Research, scene: Scene) -> Step:
    """A guest gets the lesson itself."""
    lesson = scene.lessons.named(wish.subject or scene.turn.text, scene.language) or last_lesson(scene)
    if lesson is None:
        return scene.say("document_missing")
    told = scene.words.say("lesson", title=lesson.title, text=lesson.page.summary)
    return Say(f"{scene.words.say('document_missing')}\n\n{told}")


def _sheet(scene: Scene, pages: list[Source]) -> dict[str, Any]:
    title = pages[0].title.partition(" – ")[0]
    return {
        "title": title,
        "subtitle": scene.words.say("subtitle"),
        "content": document(title, pages, scene.words.say("key_points")),
        "sources": [{"title": page.title, "url": page.url} for page in pages],
    }


RESEARCH: Skill[Document | Research | letters.WriteLetter] = Skill("research", read, act)
