"""What its writer meant, where Markdown lacks a mark."""

import pytest

from bot.documents.assembly import blocks_of
from bot.documents.blocks import Code, Heading, PageBreak, Paragraph, Table
from bot.documents.markdown import parse
from tests.fakes.papers import document


@pytest.mark.parametrize(
    ("markdown", "kinds"),
    [
        ("##Titre\n\ntexte", [Heading, Paragraph]),
        ("###1. Titre", [Heading]),
        ("#MeToo", [Paragraph]),
        ("##002#", [Paragraph]),
        ("```\n##Titre\n| a | b |\n| c | d |\n```", [Code]),
        ("| Nom | Note |\n| Awa | 12 |\n| Ali | 9 |", [Table]),
        ("| Nom | Note |\n|---|---|\n| Awa | 12 |\n| Ali | 9 |", [Table]),
        ("| Nom | Note |\n| --- | --- |\n| Awa | 12 |", [Table]),
        ("| Nom | Note |\n| Awa | 12 | 3 |", [Paragraph]),
        ("|x + 1| = |y|\n|x - 1| = |z|", [Paragraph]),
        ("| seule | ligne |", [Paragraph]),
        ("<!DOCTYPE html>\n<html><body><h1>Titre</h1><p>texte</p></body></html>", [Heading, Paragraph]),
    ],
)
def test_what_a_line_is(markdown: str, kinds: list[type]) -> None:
    blocks = parse(markdown)
    assert [type(block) for block in blocks] == kinds
    if kinds == [Table]:
        assert isinstance(blocks[0], Table)
        assert "---" not in str(blocks)
        assert blocks[0].rows[0][0][0].text == "Awa"


def test_a_box_alone_in_a_cell_is_a_sign() -> None:
    markdown = "| a | b | c |\n|---|---|---|\n| [ ] | [x] | [x]y |\n"
    (written,) = parse(markdown)
    rows = [["a", "b", "c"], ["[ ]", "[x]", "[x]y"]]
    (given,) = blocks_of(document({"title": "T", "blocks": [{"type": "table", "rows": rows}]}))
    for table in (written, given):
        assert isinstance(table, Table)
        assert ["".join(span.text for span in cell) for cell in table.rows[0]] == ["☐", "☑", "[x]y"]


def test_two_who_sign_stand_apart() -> None:
    (block,) = parse("Le bailleur        Le preneur")
    assert isinstance(block, Paragraph)
    assert block.spans[0].text == "Le bailleur" + "\u00a0" * 7 + " Le preneur"


@pytest.mark.parametrize("markdown", ["**Le bailleur**        **Le preneur**", "**Nom :** Awa        **Classe :** 3e"])
def test_bold_words_stand_apart(markdown: str) -> None:
    (block,) = parse(markdown)
    assert isinstance(block, Paragraph)
    assert "\u00a0" * 7 + " " in "".join(span.text for span in block.spans)


def test_no_line_is_set_in_by_spaces_behind_a_break() -> None:
    (block,) = parse("un<br>        deux")
    assert isinstance(block, Paragraph)
    assert "\u00a0" not in block.spans[0].text


@pytest.mark.parametrize(
    "order",
    [
        '<div style="page-break-after: always;"></div>',
        "<p style='page-break-before:always'>&nbsp;</p>",
        '<div style="break-after: page"></div>',
    ],
)
def test_the_page_is_turned_where_a_web_page_turns_it(order: str) -> None:
    blocks = blocks_of(document({"title": "T", "content": f"un\n\n{order}\ndeux\n\n```\n{order}\n```"}))
    assert [type(block) for block in blocks] == [Paragraph, PageBreak, Paragraph, Code]
