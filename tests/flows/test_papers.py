"""Documents that people send on WhatsApp, over the whole product: read, found again, corrected, listed and deleted."""

import io
import re

import docx
import openpyxl
import pytest
import requests

from bot.simulator.records import Media
from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.other_files import compound
from tests.fakes.strangers_files import made
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack
from tests.flows.steps import hears_about
from tests.flows.test_library import INDEXED_S, is_indexed
from tests.integration.conversation.test_documents import blank_pages, scan

pytestmark = pytest.mark.timeout(240)

PDF, WORD = "application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
STRANGER = "whatsapp:+2250700000077"


def amounts() -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Poste", "Jour", "Montant"])
    for number in range(300):
        book.active.append([f"Dépense {number}", number, 1250.35])
    book.active.append(["Total", None, 375105.0])
    book.save(out)
    return out.getvalue()


def script(request: Request) -> Step:
    """Reads what was sent, by the number in its note, or searches it; corrects a letter."""
    asked = last_user_text(request)
    if not request.get("tools"):  # a guest
        return says(f"ENTENDU {asked}")
    results = [message for message in request["messages"] if message["role"] == "tool"]
    if (pictures := _pictures(request)) and "scan" in asked:
        return says(f"Je vois {len(pictures)} pages.")
    if request["messages"][-1]["role"] == "tool" and "Word" not in asked:
        return says(f"LU {results[-1]['content'][:900]}")
    number = "".join(re.findall(r"file (\d+)", asked)[-1:])
    if "cherche" in asked:
        return calls(("search_user_files", {"query": "loyer mensuel de la maison"}))
    if "colonne" in asked:
        return calls(("read_user_file", {"file": number, "column": "C"}))
    if "Word" in asked and request["messages"][-1]["role"] == "tool":
        done = "corrigee" in str(request["messages"][-1]["content"])
        return (
            says("Voici.")
            if done
            else calls(("generate_docx", {"title": "Lettre corrigée", "content": "Je vous écris."}))
        )
    return calls(("read_user_file", {"file": number})) if number else says(f"ENTENDU {asked}")


def _pictures(request: Request) -> list[object]:
    content = [message for message in request["messages"] if message["role"] == "user"][-1]["content"]
    return [part for part in content if part["type"] == "image_url"] if isinstance(content, list) else []


def test_documents_are_read_corrected_found_and_deleted(stack: Stack) -> None:
    stack.model.script(script)
    stack.start()
    awa, other = stack.twilio.phone(PUPIL), stack.twilio.phone(STRANGER)

    awa.says("Résume ce document", media=[Media(made("pdf", "Le loyer mensuel est de 350 000 F.")[1], PDF)])
    assert "350 000 F" in hears_about(awa, "LU")
    awa.says("Le total de la colonne C ?", media=[Media(amounts(), EXCEL)])
    assert '"sum":375105,' in hears_about(awa, "LU").replace(" ", "").replace("\n", "")
    awa.says("Corrige ma lettre, renvoie-la en Word", media=[Media(made("docx", "Je vous ecrit.")[1], WORD)])
    hears_about(awa, "Voici.")
    back = awa.hears(30)
    written = docx.Document(io.BytesIO(back.media[0].content))
    assert "Je vous écris." in [paragraph.text for paragraph in written.paragraphs]
    awa.says("Que dit ce scan ?", media=[Media(scan(2), PDF)])
    hears_about(awa, "Je vois 2 pages.")

    eventually(lambda: is_indexed(stack), INDEXED_S)
    awa.says("cherche le loyer dans mes fichiers")
    assert "350 000 F" in hears_about(awa, "LU")
    other.says("Lis ceci", media=[Media(made("txt", "le secret du voisin")[1], "text/plain")])
    assert "le secret du voisin" in hears_about(other, "ENTENDU")

    awa.says("/fichiers")
    listed = hears_about(awa, "envoyé par vous")
    assert listed.count("envoyé par vous") == 4
    assert "voisin" not in listed
    link = re.findall(r"https?://\S+", listed)[-1]
    assert requests.get(link, timeout=10).status_code == 200
    awa.says("supprimer 5")
    number = re.findall(r"\b\d{5}\b", hears_about(awa, "pour toujours"))[0]
    awa.says(number)
    hears_about(awa, "supprimé")
    assert requests.get(link, timeout=10).status_code == 404


def test_what_cannot_be_read_gets_one_line_each(stack: Stack) -> None:
    stack.model.script(lambda _request: says("Ah."))
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    for body, told in (
        (blank_pages(1, user_password="tournesol"), "mot de passe"),
        (b"%PDF-1.7 rien", "abîmé"),
        (made("docx", "x")[1][:600], "abîmé"),
        (
            compound("PP40", b"rien"),
            "vieux diaporama .ppt",
        ),
    ):
        awa.says(media=[Media(body, PDF)])
        hears_about(awa, told)
    assert stack.model.requests == []


def test_a_contact_card_reaches_the_model_as_words(stack: Stack) -> None:
    stack.model.script(script)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    card = "BEGIN:VCARD\nVERSION:3.0\nFN:Koffi Yao\nTEL:+2250700000008\nEND:VCARD\n"
    awa.says("qui est-ce ?", media=[Media(card.encode(), "text/vcard")])
    assert "[Contact: Koffi Yao, +2250700000008]" in hears_about(awa, "ENTENDU")
