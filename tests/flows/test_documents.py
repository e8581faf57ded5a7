"""Documents asked for in a conversation: each kind as the person receives it."""

import io
from typing import Any

import docx
import pypdf
import requests

from tests.fakes.model import Request, Step, calls, says
from tests.fakes.papers import LETTER, REPORT
from tests.flows.conftest import PUPIL, Stack


def scripted(stack: Stack, *made: tuple[str, dict[str, Any]]) -> Any:
    """A pupil who has asked for something, and a model that calls these tools for it."""

    def rule(request: Request) -> Step:
        done = [message for message in request["messages"] if message["role"] == "tool"]
        return says("Voici.") if len(done) >= len(made) else calls(made[len(done)])

    stack.model.script(rule)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Fais-moi ce document")
    return awa


def results(stack: Stack) -> list[str]:
    return [message["content"] for message in stack.model.requests[-1]["messages"] if message["role"] == "tool"]


def test_pdf_and_word_arrive_as_attachments(stack: Stack) -> None:
    awa = scripted(stack, ("generate_pdf", REPORT), ("generate_docx", LETTER))
    text, pdf, word = awa.hears_all(3, 60)
    assert text.body == "Voici."
    assert pdf.media[0].content_type == "application/pdf"
    assert pdf.media[0].url.endswith("/bilan-premier.pdf")
    assert len(pypdf.PdfReader(io.BytesIO(pdf.media[0].content)).pages) == 3
    assert len(pdf.media[0].content) < 120_000
    assert "wordprocessingml" in word.media[0].content_type
    letter = docx.Document(io.BytesIO(word.media[0].content))
    assert "Abidjan, le" in " ".join(paragraph.text for paragraph in letter.paragraphs)


def test_web_pages_and_markdown_go_as_links(stack: Stack) -> None:
    short = {name: value for name, value in REPORT.items() if name != "subtitle"}
    awa = scripted(stack, ("generate_html", short), ("generate_md", short))
    heard = awa.hears_all(3, 60)
    links = [word for message in heard for word in message.body.split() if word.startswith("http")]
    page, notes = (requests.get(link, timeout=10) for link in links)
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "sandbox" in page.headers["Content-Security-Policy"]
    assert page.headers["Content-Disposition"].startswith("attachment")
    assert "<h1>Bilan du premier trimestre</h1>" in page.text
    assert notes.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert notes.content.decode().startswith("# Bilan du premier trimestre")


def test_what_cannot_be_made_is_told_to_the_model_in_one_call_and_leaves_nothing(stack: Stack) -> None:
    explosive = {"title": "Trop", "blocks": [{"type": "pie", "rows": [["Riz", -1], ["Huile", 2]]}]}
    endless = {"title": "Trop", "blocks": [{"type": "text", "text": "x"}] * 10_000}
    awa = scripted(stack, ("generate_docx", explosive), ("generate_html", endless))
    assert awa.hears(60).body == "Voici."
    refused, invalid = results(stack)
    assert '"permanent"' in refused
    assert "negative" in refused
    assert "300 items" in invalid
    assert not [path for path in (stack.folder / "files").rglob("*") if path.is_file()]
