"""The whole text of pages: nothing is lost, no figure stands in another place, links lead where they lead."""

import time

import pytest

from bot.clients.pages import Page, ReadPage
from bot.isolation.extraction import extract


def text_of(body: str) -> str:
    given = Page("https://example.org/", "https://example.org/cours/", 200, "text/html; charset=utf-8", body.encode())
    (result,) = extract([given], deadline=time.monotonic() + 15)
    assert isinstance(result, ReadPage), result
    return result.text


PROSE = "<p>" + "Une phrase assez longue pour ressembler à un article de revue, publiée hier à Bouaké. " * 5 + "</p>"
TARIFF = "".join(f"<tr><td>Acte {n}</td><td>{n}50 F</td></tr>" for n in (1, 2))
LINKS = "".join(f"<li><a href='bac {n}.pdf'>Série {n}</a></li>" for n in "AD")
SHARES = "<tr><th rowspan=2>Série</th><th colspan=2>Filles</th></tr><tr><th>Vues</th><th>Admises</th></tr>"
LESSONS = "<tr><th>8 h</th><td rowspan=0>Maths</td><td>SVT</td></tr><tr><th>9 h</th><td colspan=2>Pause</td></tr>"
INFOBOX = "<caption>Mali</caption><tr><th colspan=2>Géographie</th></tr><tr><th>Pop.</th><td>5<br>7<p>8</p></td></tr>"
HIDDEN = "<span style='display: none'><math><mi>x</mi></math></span>"
WIKI = HIDDEN + r"<img aria-hidden=true class=mwe-math alt='{\displaystyle x^{2}}'>"
KATEX = "<math><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></math><i aria-hidden=true>x1</i>"
MATHML = "<math><mi>y</mi><mo>=</mo><mfrac><mn>1</mn><msqrt><mn>2</mn></msqrt></mfrac></math>"


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (f"<div class=menu><table>{TARIFF}</table></div>", "| Acte 1 | 150 F |\n| Acte 2 | 250 F |"),
        (f"<ul>{LINKS}</ul>", "- [Série A](https://example.org/cours/bac%20A.pdf)\n- [Série D](https://"),
        ("Prix : <b>5 F</b>.<br>Lieu : Man", "Prix : 5 F.\nLieu : Man"),
        ("<form><h1>Avis</h1><p>25 F</p></form>", "# Avis\n25 F"),
        ("<table><tr><td>Pièces<td><ul><li>CNI<li>Photo</ul></table>", "| Pièces | CNI; Photo |"),
        (f"<table>{SHARES}</table>", "| Série | Filles | Filles |\n|---|---|---|\n| Série | Vues | Admises |"),
        (f"<table>{LESSONS}</table>", "| 8 h | Maths | SVT |\n| 9 h | Maths | Pause | Pause |"),
        (f"<table class=infobox>{INFOBOX}</table>", "Mali\n| Géographie |\n| Pop. | 5 / 7 / 8 |"),
        ("<table><thead><tr><th>A<th>B</thead><tr><td>1<td>2</table>", "| A | B |\n|---|---|\n| 1 | 2 |"),
        ("<ol start=4><li>a<ol type=a><li>b</ol><li>c</ol>", "4. a\n  a. b\n5. c"),
        ("<p><time datetime='2026-05-03T08:00'>il y a 3 jours</time>.", "il y a 3 jours (2026-05-03)."),
        ("<p><time datetime=2026-05-03>3 mai 2026</time>.", "3 mai 2026."),
        (
            "<table><tr><td>SMS<td><img alt=oui><tr><td>Appels<td><i title=non></i></table>",
            "| SMS | oui |\n| Appels | non |",
        ),
        ("<p><del>10 000 F</del><ins>8 000 F</ins></p>", "~~10 000 F~~8 000 F"),
        ("<p><span>500</span><span>25</span></p>", "500 25"),
        ("<p>e<sup>x<sup>2</sup></sup></p>", "e^(x²)"),
        ("<pre>if x:\n    y = 1</pre>", "```\nif x:\n    y = 1\n```"),
        (f"<p>La formule {WIKI} est.</p>", "La formule $x^{2}$ est."),
        (f"<p>La formule {KATEX} est.</p>", "La formule $x_1$ est."),
        (f"<p>La formule {MATHML} est.</p>", "La formule y=1/(√2) est."),
        ("<p><a href='?p=2'>Suite</a>, <a href='#bas'>bas</a></p>", "[Suite](https://example.org/cours/?p=2), bas"),
        (
            "<p><a href='javascript:x()'>Lire</a> <a href='/a.pdf'><img alt=PDF></a>",
            "Lire [PDF](https://example.org/a.pdf)",
        ),
        ("<a href='/n'><h3>Titre</h3><p>Chapeau</p></a>", "### Titre\nChapeau\n<https://example.org/n>"),
    ],
)
def test_nothing_on_a_page_is_lost_or_stands_in_another_place(part: str, shown: str) -> None:
    text = text_of(f"<div><h1>Titre</h1>{PROSE}{part}{PROSE}</div>")
    assert f"\n{shown}" in text
    assert text.count("publiée hier à Bouaké.") == 10


def test_relative_addresses_are_relative_to_what_the_page_says() -> None:
    text = text_of("<base href='https://static.ci/dir/'><p><a href='x.pdf'>Avis</a></p>")
    assert text == "[Avis](https://static.ci/dir/x.pdf)"


def test_an_article_comes_before_a_long_menu() -> None:
    menu = "".join(f"<div><a href='/{n}'>Rubrique numéro {n} du site</a></div>" for n in range(60))
    text = text_of(f"<div>{menu}</div><div><h1>Avis</h1><span>De X</span>{PROSE * 9}</div><div>Tél. 12</div>")
    assert text.startswith("# Avis\nDe X\nUne phrase")
    assert text.index("Tél. 12") < text.index("[Above this on the page:]") < text.index("Rubrique numéro 0")


@pytest.mark.parametrize(
    "body",
    [
        "<meta http-equiv=Refresh content='0; URL=/accueil'>",
        "<frameset><frame src='/accueil'><noframes>Votre navigateur</noframes></frameset>",
        "<h1>Résultats</h1><iframe src='/accueil'></iframe>",
    ],
)
def test_a_page_that_shows_another_says_where_it_stands(body: str) -> None:
    assert text_of(body).endswith("[What it shows stands at:]\n<https://example.org/accueil>")
