"""Markdown as it is written for other programs, and letters whose writer has drawn their frame as well."""

import io
import re
import time
from typing import Any

import docx
import pytest
from fpdf import FPDF

from bot.documents.assembly import blocks_of
from bot.documents.blocks import Block, Heading, Listing, Paragraph, Quote
from bot.documents.flavours import as_common
from bot.documents.letters import frame_of, framed
from bot.documents.pdf.child import compose
from bot.documents.pdf.fontbook import FontBook
from bot.documents.render import render
from bot.documents.theme import HEADING_TINT
from bot.types import Language
from tests.fakes.papers import document


def said(block: Block) -> str:
    """The words of a block, a quotation's between » and «."""
    if isinstance(block, (Paragraph, Heading)):
        return "".join(span.text for span in block.spans).replace("\u00a0", " ")
    if isinstance(block, Quote):
        return f"»{'|'.join(map(said, block.blocks))}«"
    if isinstance(block, Listing):
        return f"{block.start}: {' ; '.join('|'.join(map(said, item)) for item in block.items)}"
    return type(block).__name__


def told(content: str, language: Language = Language.FR) -> str:
    return "/".join(map(said, blocks_of(document({"title": "T", "content": content}, language=language))))


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("> [!NOTE]\n> Signez.", "»À noter\nSignez.«"), ("> [!WARNING] Danger\n> Coupez.", "»Danger\nCoupez.«"),
        ("> [!tip]- Astuce pliée\n> Contenu", "»Astuce pliée\nContenu«"), ("> [1] Signez.", "»[1] Signez.«"),
        (":::info\nEn juin.\n:::\n\nsuite", "»À noter\nEn juin.«/suite"),
        ("avant\n::: warning Délai\nLe 5.\n\n- un\n:::\naprès", "avant/»Délai\nLe 5.|None: un«/après"),
        (':::{.callout-note title="À voir"}\nx\n:::', "»À voir\nx«"), ("::: columns\nx\n:::\ny", "x/y"),
        (":::info\n::: tip\nx\n:::\ny\n:::", "»À noter|»Astuce\nx«|y«"), ("::: info\nsans fin", "::: info\nsans fin"),
        ('!!! note "À savoir"\n    Un.\n\n    Deux.\nsuite', "»À savoir\nUn.|Deux.«/suite"),
        ("!!! bravo", "!!! bravo"),
        ("```\n:::info\n> [!NOTE]\n:::\n```", "Code"),
        ("---\ntitle: Rapport\nauthor: Koné\n---\n\nBonjour.", "Bonjour."),
        ("---\nNom: Koné\n---\nBonjour.", "Rule/Nom: Koné/Rule/Bonjour."),
        ("```markdown\n## Un\n\n```python\nx\n```\n```", "Un/Code"), ("~~~md\n## Un\n~~~", "Un"),
        ("```markdown\n# Un\n```\ntexte\n```python\nx\n```", "Code/texte/Code"),
        ("Sommaire :\n\n[TOC]\n\n## Un\n\n### a\n\n## Deux", "Sommaire :/Un\nDeux/Un/a/Deux"), ("[[_TOC_]]\n\nx", "x"),
        ("## Titre {#ancre .cls}", "Titre"), ("## Ensemble {1, 2}", "Ensemble {1, 2}"),
        ("**Objectif :**lire **vite**.", "Objectif : lire vite."), ("a**b.**c", "a**b.**c"),
        ("[clic](javascript:alert) [tel](tel:+225)", "clic tel"), ("```math\n\\frac{a}{b}\n```", "Equation"),
        ("x\n\n<script>a('b')</script> y\n\n<style>\nb { c: d }\n</style>\n\nz", "x/y/z"),
        ("la balise <script>", "la balise"), ("On <script> puis on ferme </script> .", "On  puis on ferme  ."),
        ("> [!faq] Comment payer ?\n> Par Wave.", "»Comment payer ?\nPar Wave.«"),
        ("::: exercice Exercice 1\nx\n:::", "»Exercice 1\nx«"), ('::: {.exercice title="Un"}\nx\n:::', "»Un\nx«"),
        ('::: column width="50%"\nx\n:::', "x"), ('!!! summary "Résumé"\n    abc', "»Résumé\nabc«"),
        ("## Compléter {....}", "Compléter {....}"), ("## Ensemble {.5; 1}", "Ensemble {.5; 1}"),
    ],
)  # fmt: skip
def test_what_is_written_for_other_programs(markdown: str, shown: str) -> None:
    assert told(markdown) == shown


def test_a_box_is_named_in_the_language_of_the_document() -> None:
    assert told("> [!CAUTION]\n> Bring ID.", Language.EN) == "»Warning\nBring ID.«"


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("1. _______\n2. ____\n- ___", "1: _______ ; ____/None: ___"), ("___", "Rule"),
        ("I. Un\nII. Deux\n  1. idée\n  2. autre\nIII. Trois", "I. Un\nII. Deux/1: idée ; autre/III. Trois"),
        ("B. Un\n- x\nC. Deux", "B. Un/None: x/C. Deux"),
        ("1. Choisis :\nA. oui\nB. non", "1: Choisis :\nA. oui\nB. non"),
        ("1. Un\n  - a\n    - b\n2. Deux\n  - c", "1: Un|None: a|None: b ; Deux|None: c"),
        ("10. Un\n   - a\n11. Deux", "10: Un|None: a ; Deux"), ("- Un\n  - a\n- b", "None: Un|None: a ; b"),
    ],
)  # fmt: skip
def test_a_list_is_what_its_writer_meant(markdown: str, shown: str) -> None:
    assert told(markdown) == shown


def test_a_head_that_says_nothing_is_not_drawn() -> None:
    table = document({"title": "T", "content": "| | |\n|---|---|\n| Le bailleur | Le preneur |\n| (signé) | |"})
    (drawn,) = docx.Document(io.BytesIO(render("docx", table))).tables
    assert [[cell.text for cell in row.cells] for row in drawn.rows] == [["Le bailleur", "Le preneur"], ["(signé)", ""]]
    assert b"<th" not in render("html", table)
    (page,) = compose(table, FontBook(FPDF(unit="pt")))
    assert HEADING_TINT not in [box.colour for box in page.boxes]
    written = {text for text in ("Le bailleur", "(signé)") if text in str(page.texts).replace("\\xa0", " ")}
    assert written == {"Le bailleur", "(signé)"}


LETTER: dict[str, Any] = {
    "sender": "Koné Awa\nCocody", "recipient": "Monsieur le Directeur\nSIFCA", "place": "Abidjan", "subject": "Stage",
}  # fmt: skip
HEAD = "Koné Awa\nCocody\n\nÀ Monsieur le Directeur\nSIFCA\n\nFait à Abidjan, le 3 mars 2026\n\n**Objet : Stage**\n\n"


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        (f"{HEAD}Monsieur,\n\nBonjour.", "Monsieur,\n\nBonjour."), ("Abidjan, le 03/03/2026\n\nBonjour.", "Bonjour."),
        ("Monsieur le Directeur\n\nBonjour.", "Monsieur le Directeur\n\nBonjour."),
        ("SIFCA\nMonsieur le Directeur\n\nBonjour.", "Monsieur le Directeur\n\nBonjour."),
        ("Le 3 mars 2026, on m’a licencié.", "Le 3 mars 2026, on m’a licencié."), (HEAD, HEAD),
        ("Bouaké, le 3 mars 2026\n\nBonjour.", "Bouaké, le 3 mars 2026\n\nBonjour."),
        ("Abidjan, le 15 mars 2026\n\nBonjour.", "Abidjan, le 15 mars 2026\n\nBonjour."),
    ],
)  # fmt: skip
def test_a_letters_frame_stands_once(content: str, kept: str) -> None:
    assert framed(document({"title": "T", "content": content}, letter=LETTER)).content.strip() == kept.strip()


@pytest.mark.parametrize(
    ("greeting", "named"),
    [
        ("Monsieur le Directeur,", "Monsieur le Directeur"), ("**Maître,**", "Maître"),
        ("Bonjour,", "Madame, Monsieur"),
        ("Madame, Monsieur,", "Madame, Monsieur"), ("Chère Madame Koné ,", "Chère Madame Koné"),
        ("", "Madame, Monsieur"),
    ],
)  # fmt: skip
def test_a_letter_ends_with_whom_it_greets(greeting: str, named: str) -> None:
    frame = frame_of(document({"title": "T", "content": f"{greeting}\n\nJe postule."}, letter=LETTER))
    assert frame is not None
    found = re.fullmatch("Je vous prie d’agréer, (.*), l’expression de mes salutations distinguées.", frame.closing)
    assert found is not None
    assert found[1].replace("\u00a0", " ") == named


def test_boxes_in_boxes_end_somewhere() -> None:
    """Each line within them has as many marks as they are deep."""
    assert len(as_common(":::info\n" * 7_000 + ":::\n", Language.FR)) < 200_000


def test_a_fence_that_never_ends_is_no_work() -> None:
    began = time.process_time()
    as_common("```md\n" + " " * 60_000 + "x", Language.FR)
    assert time.process_time() - began < 2  # it took ten
