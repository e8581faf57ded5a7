"""The demo world over HTTP: OpenAI's chat completions, Tavily's search and the demo pages."""

import time
from typing import Any

from flask import Flask, Response, jsonify, render_template, request, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup

from bot.simulator.demo.brain import Brain
from bot.simulator.demo.completions import completion, events
from bot.simulator.demo.conversation import read_turn
from bot.simulator.demo.lessons import load_lessons
from bot.simulator.demo.library import DOSSIERS, Hit, Library, Page, load_library
from bot.simulator.demo.quizzes import load_bank
from bot.simulator.demo.steps import Say

SUMMARY_MODEL = "demo-summary"
EXCERPT_CHARS = 700


def create_demo() -> Flask:
    """The demo world's application."""
    app = Flask(__name__, template_folder="templates")
    world = DemoWorld(load_library(), load_library(DOSSIERS))
    app.post("/v1/chat/completions")(world.chat)
    app.post("/search")(world.search)
    app.get("/pages/<slug>", endpoint="show_page")(world.show_page)
    app.get("/dossiers/<slug>", endpoint="show_dossier")(world.show_dossier)
    app.get("/healthz")(lambda: "ok")
    return app


class DemoWorld:
    """The views."""

    def __init__(self, library: Library, dossiers: Library) -> None:
        self._library = library
        self._dossiers = dossiers
        self._brain = Brain(load_lessons(library), load_bank(library))
        self._markdown = MarkdownIt("commonmark")

    def chat(self) -> Response | tuple[Response, int]:
        asked: dict[str, Any] = request.get_json(silent=True) or {}
        if not asked.get("messages"):
            problem = {"message": "messages is required", "type": "invalid_request_error", "code": None}
            return jsonify(error=problem), 400
        turn = read_turn(asked)
        is_summary = asked.get("model") == SUMMARY_MODEL
        step = Say(self._brain.summarise(turn)) if is_summary else self._brain.next_step(turn)
        if asked.get("stream"):
            return Response(events(step, asked), mimetype="text/event-stream")
        return jsonify(completion(step, asked))

    def search(self) -> Response | tuple[Response, int]:
        """Tavily's `POST /search` (docs.tavily.com), over the demo pages."""
        started = time.monotonic()
        if not request.headers.get("Authorization", "").startswith("Bearer "):
            return jsonify(detail={"error": "Unauthorized: missing or invalid API key."}), 401
        asked: dict[str, Any] = request.get_json(silent=True) or {}
        query = asked.get("query")
        if not isinstance(query, str) or not query.strip():
            return jsonify(detail={"error": "Query is missing."}), 400
        hits, endpoint = self._find(query)
        hits = hits[: int(asked.get("max_results") or 5)]
        return jsonify(
            query=query,
            answer=None,
            images=[],
            follow_up_questions=None,
            results=[_result(hit, endpoint, with_text=bool(asked.get("include_raw_content"))) for hit in hits],
            response_time=round(time.monotonic() - started, 3),
        )

    def show_page(self, slug: str) -> str | tuple[str, int]:
        return self._shown(self._library, slug, "show_page")

    def show_dossier(self, slug: str) -> str | tuple[str, int]:
        return self._shown(self._dossiers, slug, "show_dossier")

    def _find(self, query: str) -> tuple[list[Hit], str]:
        """What fits a query: lessons or pages of a dossier, whichever has the best one; and where they are served."""
        lessons, dossiers = self._library.find(query), self._dossiers.find(query)
        is_dossier = bool(dossiers) and (not lessons or dossiers[0].score > lessons[0].score)
        return (dossiers, "show_dossier") if is_dossier else (lessons, "show_page")

    def _shown(self, library: Library, slug: str, endpoint: str) -> str | tuple[str, int]:
        page = library.get(slug)
        if page is None:
            return "Not found", 404
        others = [
            (other.title, _address(other, endpoint)) for other in library.pages if other.language is page.language
        ]
        body = Markup(self._markdown.render(page.text))  # noqa: S704 – our own files
        return render_template("page.html", page=page, others=others, body=body)


def _address(page: Page, endpoint: str) -> str:
    return url_for(endpoint, slug=page.slug, _external=True)


def _result(hit: Hit, endpoint: str, *, with_text: bool) -> dict[str, Any]:
    page = hit.page
    return {
        "title": page.title,
        "url": _address(page, endpoint),
        "content": f"{page.summary} {page.text}"[:EXCERPT_CHARS],
        "score": round(hit.score / (hit.score + 3), 4),
        "raw_content": page.text if with_text else None,
    }
