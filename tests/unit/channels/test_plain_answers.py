"""An answer without any mark is written as the long way writes it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels import markup

PIECES = st.sampled_from(
    "Oui non vrai é œ ß 𝐗 Ａ ² ½ ٣ ﬁ a 2 10 1e x h_ x^2 2*3 m² http www.a.ci l'eau aujourd’hui peut-être x-2 2x 1. "
    "racine sqrt pi infini alpha : ; , . … ! ? « » ( & # - > $5 ``".split()
)
GAPS = st.sampled_from([" ", " ", " ", " ", "\xa0", "\n", "\n\n", "\n\n\n", "  ", "", "\t", "\u202f", "\r\n"])
PLAIN = st.sampled_from("Oui, vrai. l’eau peut-être x-2 pi 10 2, racine sqrt ² é ! ? : « »".split())
ANY = st.lists(st.tuples(PIECES, GAPS), max_size=6)
MOSTLY_PLAIN = st.lists(st.tuples(PLAIN, st.sampled_from([" ", " ", "\xa0", "\n", "\n\n"])), max_size=6)
NEVER = re.compile(r"(?!)")


@settings(deadline=None)  # the first text builds the parser
@given(MOSTLY_PLAIN | ANY)
def test_the_short_way_writes_what_the_long_one_does(said: list[tuple[str, str]]) -> None:
    text = "".join(piece + gap for piece, gap in said).rstrip(" \n")
    with pytest.MonkeyPatch.context() as patched:
        written = markup.to_whatsapp(text), markup.to_plain(text)
        patched.setattr(markup, "_PLAIN", NEVER)
        assert written == (markup.to_whatsapp(text), markup.to_plain(text))


@pytest.mark.parametrize(
    "text", ["Oui.", "Oui, je suis là. Que veux-tu savoir aujourd’hui ?\n\nDis-moi la matière : maths ou français ?"]
)
def test_an_answer_in_words_goes_the_short_way(text: str) -> None:
    assert markup._PLAIN.fullmatch(text)


@pytest.mark.parametrize(
    "text", ["1. Oui", "- Oui", "Oui  \nnon", " Oui", "Oui ", "www.a_b_.ci", "a*b*", "Oui\n\n\nnon", "2024. Oui"]
)
def test_any_other_goes_the_long_way(text: str) -> None:
    assert not markup._PLAIN.fullmatch(text)
