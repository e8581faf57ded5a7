"""Research: search, three pages read side by side, an answer and a PDF with their real addresses."""

import io
import json

import pypdf

from tests.fakes.model import Request, Step, calls, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack

PAGE = """<html><head><title>{title}</title></head><body><nav>menu du site</nav><main><h1>{title}</h1>
<p>{text}</p></main><footer>mentions légales</footer><script>track()</script></body></html>"""
TEXTS = {
    "/fractions": "Une fraction représente une partie d’un tout partagé en parts égales. " * 6,
    "/decimaux": "Un nombre décimal s’écrit avec une virgule et un nombre fini de chiffres. " * 6,
    "/pourcentages": "Un pourcentage est une fraction dont le dénominateur vaut cent, ni plus ni moins. " * 6,
}


def results_of(request: Request) -> list[dict[str, object]]:
    """The tool results in a request, parsed."""
    return [json.loads(message["content"]) for message in request["messages"] if message["role"] == "tool"]


def test_three_pages_are_read_together_and_cited_in_the_pdf(stack: Stack) -> None:
    stack.web.pages = {path: PAGE.format(title=path[1:].title(), text=text) for path, text in TEXTS.items()}
    addresses = [stack.web.url + path for path in TEXTS]
    stack.web.results = [{"title": a, "url": a, "content": "un extrait", "score": 0.9} for a in addresses]
    stack.web.hold = True

    def rule(request: Request) -> Step:
        done = results_of(request)
        if not done:
            return calls(("web_search", {"query": "fractions"}))
        if len(done) == 1:
            return calls(("browse_url", {"urls": addresses}))
        if len(done) == 2:
            sources = [{"title": address, "url": address} for address in addresses]
            content = "# Les fractions\n\nUne fraction : ½ ≤ 1, √4 = 2.\n\n| a | b |\n|---|---|\n| 1 | 2 |"
            return calls(("generate_pdf", {"title": "Les fractions", "content": content, "sources": sources}))
        return says("Voici ta fiche. Sources : " + " ".join(addresses))

    stack.model.script(rule)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Fais-moi un résumé PDF sur les fractions avec des sources")

    eventually(lambda: stack.web.together == 3, 20)
    stack.web.release()
    answer, document = awa.hears_all(2, 40)
    assert all(address in answer.body for address in addresses)
    reader = pypdf.PdfReader(io.BytesIO(document.media[0].content))
    links = [note.get_object()["/A"]["/URI"] for page in reader.pages for note in page.get("/Annots", [])]
    assert set(addresses) <= set(links)
    text = "".join(page.extract_text() for page in reader.pages)
    assert "½ ≤ 1, √4 = 2" in text
    read = json.dumps(results_of(stack.model.requests[2])[1], ensure_ascii=False)
    assert all(part.strip()[:40] in read for part in TEXTS.values())
    assert "menu du site" not in read
    assert "track()" not in read


def test_addresses_inside_our_network_are_refused_to_the_model(stack: Stack) -> None:
    stack.model.then(
        calls(("browse_url", {"urls": ["http://169.254.169.254/latest/meta-data", "http://127.0.0.1:1/x"]})),
        says("Non."),
    )
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Lis cette page")
    assert awa.hears(20).body == "Non."
    assert "169.254" not in json.dumps(stack.web.requests)
    answer = json.dumps(results_of(stack.model.requests[1]))
    assert "error" in answer or "refused" in answer
