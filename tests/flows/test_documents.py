"""Excel files and presentations, asked of the whole product: what the person receives."""

import io
import json

import openpyxl
from pptx import Presentation

from tests.fakes.model import Request, Step, calls, says
from tests.flows.conftest import PRO, PUPIL, Stack
from tests.flows.steps import column

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
SHEET = {
    "name": "Budget",
    "columns": [{"title": "Poste"}, {"title": "Montant", "type": "money", "total": True}],
    "rows": [["Loyer", "60 000"], ['=HYPERLINK("http://evil")', 25_000], ["Marché", "beaucoup"]],
}
CIRCLE = {"name": "Essai", "columns": [{"title": "A"}], "rows": [[{"formula": "=A2"}]]}
SLIDES = [{"title": "L’eau", "bullets": ["Elle s’évapore", "Elle retombe"], "notes": "Montrer la carte."}]


def answers(request: Request) -> list[str]:
    return [message["content"] for message in request["messages"] if message["role"] == "tool"]


def test_a_pupil_gets_a_spreadsheet_and_slides_by_whatsapp(stack: Stack) -> None:
    def rule(request: Request) -> Step:
        done = answers(request)
        if not done:
            return calls(("generate_xlsx", {"title": "Budget de la fête", "sheets": [CIRCLE]}))
        if len(done) == 1:
            return calls(("generate_xlsx", {"title": "Budget de la fête", "sheets": [SHEET]}))
        if len(done) == 2:
            return calls(("generate_pptx", {"title": "Le cycle de l’eau", "slides": SLIDES}))
        return says("Voici les deux fichiers.")

    stack.model.script(rule)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Un budget Excel et un diaporama")
    answer, *files = awa.hears_all(3, 60)
    assert answer.body == "Voici les deux fichiers."
    sheet, slides = (file.media[0] for file in files)
    assert (sheet.filename, sheet.content_type) == ("budget-fete.xlsx", XLSX)
    assert (slides.filename, slides.content_type) == ("cycle-eau.pptx", PPTX)
    page = openpyxl.load_workbook(io.BytesIO(sheet.content), data_only=True)["Budget"]
    assert [cell.value for cell in page["B"]] == ["Montant", 60_000, 25_000, "beaucoup", 85_000]
    assert page["A3"].data_type == "s"
    opening, water = Presentation(io.BytesIO(slides.content)).slides
    assert opening.shapes.title.text_frame.text == "Le cycle de l’eau"
    assert water.notes_slide.notes_text_frame.text == "Montrer la carte."
    circle, told, _ = answers(stack.model.requests[-1])
    assert json.loads(circle)["error_type"] == "permanent"
    assert "depends on its own result" in circle
    assert "“beaucoup” is no number and stays text" in told
    assert column(stack, "SELECT name FROM stored_file ORDER BY id") == ["budget-fete.xlsx", "cycle-eau.pptx"]


def test_a_professional_gets_a_link_by_sms(stack: Stack) -> None:
    stack.model.then(calls(("generate_xlsx", {"title": "Budget", "sheets": [SHEET]})), says("Voici le budget."))
    stack.start()
    moussa = stack.twilio.phone(PRO)
    moussa.says("Mon budget en Excel")
    assert "budget.xlsx" in moussa.hears(40).body + moussa.hears(40).body
