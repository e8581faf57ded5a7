"""A long report with its sources and a table of what changed: too much for a turn, so the model asks to go on in the
background, keeps a plan there, searches, reads page after page, writes; one step a call."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Call, Say, Scene, Step, call, failure, with_result
from bot.simulator.demo.writing import Source, bullet_list, key_point, sources_in
from bot.types import Channel

CONTINUE, PLAN = "continue_in_background", "plan"
MOST_PAGES = 12
SHORT_PAGES = 3
BEST = 3  # of what a search finds: a part of the report
QUERIES = (
    "SYSCOHADA révisé textes cadre",
    "SYSCOHADA révisé états financiers",
    "SYSCOHADA révisé immobilisations",
    "SYSCOHADA révisé évaluation comptes",
)
_REPORT = re.compile(r"\b(?:rapports?|dossiers?|reports?)\b")
_SUBJECT = re.compile(r"\bsyscohada\b|\bohada\b")
_CHANGE = re.compile(r"^[-*•]\s*(.+?)\s*: avant, (.+?)\s*; depuis 2018, (.+?)\.?$", re.MULTILINE)
_CHANGES = re.compile(r"(?ms)^#+ *Ce qui change\s*$.*\Z")
_TITLE = re.compile(r"\A#+ [^\n]*\n+")
_HEADING = re.compile(r"(?m)^#+ +(.+)$")


@dataclass(frozen=True, slots=True)
class Report:
    """About the one subject that the demo world has enough pages on."""


def read(scene: Scene) -> Report | None:
    asked = folded(scene.turn.text)
    return Report() if _REPORT.search(asked) and _SUBJECT.search(asked) else None


def act(_wish: Report, scene: Scene) -> Step:
    turn = scene.turn
    if scene.may(PLAN):
        return _work(scene)
    if CONTINUE in turn.offered and turn.last(CONTINUE) is None:
        return call(scene, CONTINUE, {"reason": scene.words.say("report_reason")})
    if not scene.may("web_search"):
        return scene.say("document_missing")
    return with_result(scene, "web_search", {"query": QUERIES[0]}, lambda found: _short(scene, found))


def _short(scene: Scene, found: Result) -> Say:
    """What can be said without the background."""
    pages = sources_in(found.data)[:SHORT_PAGES]
    points = bullet_list([key_point(page) for page in pages])
    return scene.say("report_short", points=points, sources=bullet_list([page.url for page in pages]))


def _work(scene: Scene) -> Step:
    """The next step of the plan; once no call is allowed any more, what there is."""
    results = scene.turn.results
    searches = _of(results, "web_search")
    pages = [page for reading in _of(results, "browse_url") for page in sources_in(reading.data) if page.text]
    steps: tuple[Callable[[], Step | None], ...] = (
        lambda: _next_search(scene, searches),
        lambda: _next_page(scene, searches),
        lambda: _document(scene, "generate_pdf", pages),
        lambda: _document(scene, "generate_xlsx", pages),
    )
    broken = next((result for result in results if not result.succeeded and result.name != "browse_url"), None)
    if not scene.turn.offered or broken is not None or (len(searches) == len(QUERIES) and not _found(searches)):
        return failure(scene, broken) if broken is not None else _tell(scene, pages)
    for at, step in enumerate(steps):
        following = step()
        if following is not None:
            return following if len(_of(results, PLAN)) > at else _plan(scene, at)
    return _tell(scene, pages)


def _plan(scene: Scene, at: int) -> Call:
    words = scene.words.say("report_steps").split("\n")
    states = ["done" if number < at else "doing" if number == at else "todo" for number in range(len(words))]
    steps = [{"text": text, "state": state} for text, state in zip(words, states, strict=True)]
    return call(scene, PLAN, {"steps": steps})


def _next_search(scene: Scene, searches: Sequence[Result]) -> Step | None:
    if len(searches) == len(QUERIES):
        return None
    return call(scene, "web_search", {"query": QUERIES[len(searches)]})


def _next_page(scene: Scene, searches: Sequence[Result]) -> Step | None:
    """One page a call, so that each is read whole."""
    tried = [url for result in scene.turn.results if result.name == "browse_url" for url in result.arguments["urls"]]
    left = [url for url in _found(searches) if url not in tried]
    return call(scene, "browse_url", {"urls": left[:1]}) if left and len(tried) < MOST_PAGES else None


def _document(scene: Scene, tool: str, pages: Sequence[Source]) -> Step | None:
    if scene.turn.last(tool) is not None or not scene.may(tool):
        return None
    arguments = _report(scene, pages) if tool == "generate_pdf" else _table(scene, pages)
    return call(scene, tool, arguments)


def _tell(scene: Scene, pages: Sequence[Source]) -> Say:
    if not pages:
        return scene.say("nothing_found", subject="SYSCOHADA")
    listed = "" if scene.turn.channel is Channel.SMS else "\n\n" + bullet_list([page.url for page in pages])
    made = scene.turn.last("generate_pdf") is not None
    told = scene.say("report_made" if made else "report_unfinished", pages=len(pages), changes=len(_changes(pages)))
    return Say(told.text + listed)


def _report(scene: Scene, pages: Sequence[Source]) -> dict[str, Any]:
    """Twelve chapters, each a page as it was read, between an introduction and a table of all that changed; the parts
    begin on a page of their own."""
    words = scene.words
    chapters = [f"## {at}. {_subject(page)}\n\n{_chapter(scene, page)}" for at, page in enumerate(pages, 1)]
    points = bullet_list([f"**{_subject(page)}** : {key_point(page)}" for page in pages])
    opening = f"## {words.say('report_opening')}\n\n{words.say('report_introduction', pages=len(pages))}"
    ending = [
        f"## {words.say('report_changes')}\n\n{_rows(scene, pages)}",
        f"## {words.say('report_end')}\n\n{words.say('report_closing')}",
    ]
    parts = [*("\n\n".join(chapters[at : at + BEST]) for at in range(0, len(chapters), BEST)), "\n\n".join(ending)]
    return {
        "title": words.say("report_title"),
        "subtitle": words.say("report_subtitle"),
        "content": f"{opening}\n\n## {words.say('key_points')}\n\n{points}",
        "blocks": [block for part in parts for block in ({"type": "page_break"}, {"type": "text", "text": part})],
        "sources": [{"title": page.title, "url": page.url} for page in pages],
    }


def _table(scene: Scene, pages: Sequence[Source]) -> dict[str, Any]:
    subject, before, since = scene.words.say("report_columns").split("|")
    chapter, source = scene.words.say("report_more_columns").split("|")
    titles = ((chapter, 30), (subject, 30), (before, 44), (since, 44), (source, 50))
    rows = [[_subject(page), *told, page.url] for page, *told in _changes(pages)]
    sheet = {
        "name": scene.words.say("report_sheet"),
        "title": scene.words.say("report_changes"),
        "columns": [{"title": title, "type": "text", "width": width} for title, width in titles],
        "rows": rows,
        "filter": True,
    }
    return {"title": scene.words.say("report_changes"), "sheets": [sheet]}


def _changes(pages: Sequence[Source]) -> list[tuple[Source, str, str, str]]:
    """Page, subject, what was before, what is since."""
    return [
        (page, found[1].strip(" *"), _capital(found[2]), _capital(found[3]))
        for page in pages
        for found in _CHANGE.finditer(page.text)
    ]


def _chapter(scene: Scene, page: Source) -> str:
    """A page without its title, headings one level down, its list of changes as a table."""
    text = _HEADING.sub(r"### \1", _TITLE.sub("", _CHANGES.sub("", page.text).strip())).strip()
    return f"{text}\n\n### {scene.words.say('report_since')}\n\n{_rows(scene, [page])}\n\n*{page.url}*"


def _rows(scene: Scene, pages: Sequence[Source]) -> str:
    """What changed, as a table."""
    head = [f"| {scene.words.say('report_columns').replace('|', ' | ')} |", "|---|---|---|"]
    return "\n".join([*head, *(f"| {subject} | {before} | {since} |" for _, subject, before, since in _changes(pages))])


def _subject(page: Source) -> str:
    return _capital(page.title.partition(" : ")[2] or page.title)


def _capital(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]


def _found(searches: Sequence[Result]) -> list[str]:
    """Addresses in the order of the chapters: the best of each search, then what else they found."""
    found = [[source.url for source in sources_in(search.data)] for search in searches]
    best, others = (urls[:BEST] for urls in found), (urls[BEST:] for urls in found)
    return list(dict.fromkeys(url for urls in (*best, *others) for url in urls))


def _of(results: Sequence[Result], name: str) -> list[Result]:
    return [result for result in results if result.name == name and result.succeeded]


REPORT: Skill[Report] = Skill("report", read, act)
