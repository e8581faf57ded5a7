"""Tables too wide for a page of Word that stands: one lies on its side for them, and for nothing else."""

import io

import docx
import pytest
from docx.document import Document as Word
from docx.enum.section import WD_ORIENT

from bot.documents.render import render
from tests.fakes.papers import document

SUBJECTS = ("Mathématiques", "Physique-Chimie", "Français", "Histoire-Géographie", "Philosophie", "Observation")
MARKS = f"| Nom et prénoms | {' | '.join(SUBJECTS * 2)} |\n|{'---|' * 13}\n| KOUAMÉ Adjoua |{' 15,5 |' * 12}\n"
SMALL = "| Poste | Montant |\n|---|--:|\n| Loyer | 350 000 |\n"


def word_of(content: str, **more: object) -> Word:
    made: Word = docx.Document(io.BytesIO(render("docx", document({"title": "Notes", "content": content} | more))))
    return made


def lying(word: Word) -> list[bool]:
    """Of each section, whether its pages lie."""
    assert all(
        (section.page_width or 0) > (section.page_height or 0) or section.orientation == WD_ORIENT.PORTRAIT
        for section in word.sections
    )
    return [section.orientation == WD_ORIENT.LANDSCAPE for section in word.sections]


@pytest.mark.parametrize(
    ("content", "pages"),
    [
        (MARKS, [True]),
        (f"## Classe\n\n{MARKS}", [True]),
        (f"Texte.\n\n## Classe\n\n{MARKS}\nTexte.\n\n{SMALL}", [False, True, False]),
        (f"{MARKS}\n### Autre\n\n{MARKS}", [True]),
        (f"Texte.\n\n\\newpage\n\n{MARKS}", [False, True]),
        (f"Texte.\n\n{SMALL}", [False]),
    ],
    ids=["alone", "heading", "between", "two", "break", "small"],
)
def test_only_a_wide_tables_pages_lie(content: str, pages: list[bool]) -> None:
    assert lying(word_of(content)) == pages


def test_a_heading_goes_along_and_no_page_between_is_empty() -> None:
    body = word_of(f"Texte.\n\n\\newpage\n\n## Classe\n\n{MARKS}").element.body
    ends = next(place for place, element in enumerate(body) if element.xpath(".//w:sectPr"))
    heading = next(place for place, element in enumerate(body) if "Classe" in "".join(element.itertext()))
    assert heading == ends + 1
    assert not body.xpath(".//w:br[@w:type='page']")


def test_the_wide_table_is_as_wide_as_its_page_and_sources_stand() -> None:
    word = word_of(MARKS, sources=[{"title": "Bulletins", "url": "https://exemple.org"}])
    assert lying(word) == [True, False]
    width = sum(column.width or 0 for column in word.tables[0].columns)
    assert width == pytest.approx(8_964_000, rel=0.01)


def test_no_number_of_the_widest_table_is_cut() -> None:
    heads = " | ".join(f"Matière {number}" for number in range(24))
    (table,) = word_of(f"| Élève | {heads} |\n|{'---|' * 25}\n| Élève numéro 12 |{' 12,5 |' * 24}\n").tables
    size = table.cell(1, 1).paragraphs[0].runs[0].font.size
    free = sum(int(side) for side in table._tbl.tblPr.xpath("w:tblCellMar/*/@w:w")) / 20 or 10.8  # Word's own
    assert size
    assert all((column.width or 0) / 12_700 - free >= len("12,5") * size.pt * 0.64 for column in table.columns)


def test_each_line_for_an_answer_is_drawn() -> None:
    """Paragraphs with the same line below share one, at the end of all, unless it also stands between them."""
    rules = word_of("Réponse :\n\n______\n\n______\n\nFin.").element.body.xpath(".//w:pBdr")
    assert [[side.tag.rpartition("}")[2] for side in rule] for rule in rules] == [["bottom", "between"]] * 2


def test_a_short_document_is_small() -> None:
    """Each kilobyte is paid for by whoever fetches it; it opens all the same (test_printed)."""
    assert len(render("docx", document({"title": "Notes", "content": f"Texte.\n\n{SMALL}"}))) < 18_000


def test_the_number_of_a_page_stands_at_its_margin_however_it_lies() -> None:
    word = word_of(f"Texte.\n\n## Classe\n\n{MARKS}\nTexte.")
    stops = [section.footer.paragraphs[0].paragraph_format.tab_stops[0].position.mm for section in word.sections]
    assert [round(stop) for stop in stops] == [162, 249, 162]
    (alone,) = word_of(MARKS).sections
    for footer in (alone.footer, alone.first_page_footer):
        assert round(footer.paragraphs[0].paragraph_format.tab_stops[0].position.mm) == 249


def test_columns_stand_closer_rather_than_lie() -> None:
    """A school's report of nine columns lacked seven points: its table had a page of its own, on its side."""
    head = ("Matière", "Devoir 1", "Devoir 2", "Compo", "Moyenne", "Coef.", "Total", "Rang", "Appréciation")
    row = ("Mathématiques", "12,5", "14", "11", "12,50", "4", "50,00", "12e", "Passable, doit lire davantage")
    assert lying(word_of(f"| {' | '.join(head)} |\n|{'---|' * 9}\n| {' | '.join(row)} |\n")) == [False]


def test_headings_of_one_level_below_each_other_are_not_kept_on_one_page() -> None:
    """A plan of headings alone began behind a first page that was empty but for the title."""
    word = word_of("# I\n\n## A\n\n### a\n\n### b\n\n# II\n\nTexte.")
    headings = [part for part in word.paragraphs if part.style is not None and part.style.name.startswith("Heading")]
    assert [part.paragraph_format.keep_with_next for part in headings] == [None, None, False, False, None]
