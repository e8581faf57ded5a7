"""Bold, italic and formulas of slides, and what only looks like them."""

import pytest

from bot.documents.pptx.marks import marked, plain, stretches
from bot.documents.pptx.measure import cut_to, width_of


def seen(text: str) -> str:
    """What a slide shows, bold words in [ ], italic ones in / /."""
    looks = {(False, False): "{}", (True, False): "[{}]", (False, True): "/{}/", (True, True): "[/{}/]"}
    return "".join(looks[part.bold, part.italic].format(part.words) for part in stretches(marked(text)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("Un **mot** gras", "Un [mot] gras"),
        ("**Élève**s, l’**eau**", "[Élève]s, l’[eau]"),
        ("**Total**(2) et **Attention :**lire", "[Total](2) et [Attention :]lire"),
        ("un *mot* penché", "un /mot/ penché"),
        ("(*in vitro*)", "(/in vitro/)"),
        ("***très*** fort", "[/très/] fort"),
        ("**gras et *penché* dedans**", "[gras et ][/penché/][ dedans]"),
        (r"Si $\Delta > 0$ : $x_1 = \frac{-b-\sqrt{\Delta}}{2a}$", "Si Δ > 0 : x₁ = (-b-√Δ)/(2a)"),
        (r"**aucune** $\Delta<0$", "[aucune] Δ<0"),
        (r"**si $x^2 = 2$**", "[si x² = 2]"),
        (r"\(\alpha\) et $$\beta$$", "α et β"),
        ("## Causes", "[Causes]"),
        ("### **Causes**\nFeux", "[Causes]\nFeux"),
        ("texte<br>suite<br/>fin", "texte\nsuite\nfin"),
        ("[INS](https://ins.ci/a_b) et [x](y)", "INS (https://ins.ci/a_b) et [x](y)"),
        ("```python\nfor i in x:\n    print(**i)\n```", "for i in x:\n    print(**i)"),
    ],
)
def test_marks_and_formulas_are_not_shown_raw(text: str, shown: str) -> None:
    assert seen(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 et 5 * 6 * 7",
        "x**2 + y**2 et 2**3 = 8",
        "prix* hors taxe et remise*",
        "*1 voir plus bas ; *2 aussi",
        "« *.pdf » ou « *.docx »",
        "`*args`, `**kwargs` et le signe `*`, ou `*`",
        "la balise <br> et <p><br></p>, # commentaire",
        "la balise <b> ou <sub>2</sub>, &amp; et {x}",
        "__init__ et nom_de_fichier",
        "Compléter : le chat ____ sur le ____.",
        "$5 and $6, 5 $ ou 10 $ le kilo",
        "https://exemple.org/a*b*c?x=$1",
    ],
)
def test_what_only_looks_like_marks_is_left_alone(text: str) -> None:
    assert seen(text) == text


def test_marks_take_no_room() -> None:
    text = marked("un **mot** et *deux*")
    assert plain(text) == "un mot et deux"
    assert width_of(text, 20) == width_of(plain(text), 20)
    assert cut_to(text, 20, width_of(plain(text), 20) + 1, 1) == text
