"""Blanks that somebody is to fill in stay as they are, in messages and in documents."""

import pytest

from bot.channels.markup import to_plain, to_whatsapp
from bot.documents.blocks import Paragraph, Rule
from bot.documents.markdown import parse

BLANKS = [
    "Fait à Abidjan, le ____/____/______ en deux exemplaires.",
    "Né(e) le ___/___/____ à ____________, CNI n° ________ délivrée le __/__/____",
    "le __.__.____ ou le __-__-____, à ____h____ ou à __h__",
    "(____) Oui (____) Non (__) Je ne sais pas",
    "«______» ou «______»",
    "Note : ____/20, le ____/____/20__",
]


@pytest.mark.parametrize("text", BLANKS)
def test_blanks_are_no_marks(text: str) -> None:
    assert to_plain(text) == text
    assert to_whatsapp(text).replace("ˍ", "_") == text
    (block,) = parse(text)
    assert isinstance(block, Paragraph)
    assert not any(span.style.bold or span.style.italic for span in block.spans)
    assert "".join(span.text for span in block.spans).replace("\u00a0", " ") == text


@pytest.mark.parametrize("text", ["__gras__", "___fort___", "__Important.__ Fin", "« __mot__ », __a/b__"])
def test_marks_are_marks(text: str) -> None:
    assert "_" not in to_plain(text)


@pytest.mark.parametrize("line", ["______", "____ ____", "> ______"])
def test_a_line_of_them_alone_is_drawn_across(line: str) -> None:
    *_, last = parse(f"Réponse :\n{line}")
    assert isinstance(getattr(last, "blocks", [last])[-1], Rule)


def test_code_keeps_them() -> None:
    assert to_plain("`____/____`") == "____/____"
