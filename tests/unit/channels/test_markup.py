"""Markdown to WhatsApp and to plain text: tables of cases, and what must never be left behind."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels.markup import to_plain, to_whatsapp

PIECES = st.sampled_from(
    ["**", "*", "_", "~~", "`", "```\n", "# ", "## ", "- ", "1. ", "> ", "\n", "\n\n", " ", "mot", "deux mots", "[",
     "](", ")", "https://exemple.fr/a_b", "|", "|-|-|\n", "$", r"\(", r"\)", "x^2", r"\frac{1}{2}", "<b>", "<br>",
     "&nbsp;", "![", "\\", "---\n", "é", "5", "👍"]
)  # fmt: skip
MARKDOWN = st.lists(PIECES, max_size=50).map("".join)

CASES = [
    # What stands right below a table is no row of it.
    (
        "|A|B|\n|-|-|\n|1|2|\nTexte **dessous**\net *suite*",
        "*A : B*\n- 1 : 2\nTexte *dessous*\net _suite_",
        "A: 1\nB: 2\nTexte dessous\net suite",
    ),
    ("> A|B\n> -|-\n> 1|2\n> Texte", "> *A : B*\n> - 1 : 2\n> Texte", "> A: 1\n> B: 2\n> Texte"),
    # A fence that is not on a line of its own.
    (
        "Le code : ```python\nprint(a*b*c)\n```\nEnsuite **testez**.",
        "Le code :\n```\nprint(a*b*c)\n```\nEnsuite *testez*.",
        "Le code :\nprint(a*b*c)\nEnsuite testez.",
    ),
    ("```\nx=1\n``` puis **va**", "```\nx=1\n```\npuis *va*", "x=1\npuis va"),
    ("```py\nx=1```\n**fin**", "```\nx=1\n```\n*fin*", "x=1\nfin"),
    ("1. Un ```sh\n   ls\n   ```\n2. **Deux**", "1. Un\n  ```\nls\n```\n2. *Deux*", "1. Un\n  ls\n2. Deux"),
    ("Le signe est ```\n**fin**", "Le signe est ˋˋˋ\n*fin*", "Le signe est ```\nfin"),
    ("````\n``` x\n````\n**b**", "```\n''' x\n```\n*b*", "``` x\nb"),
    # Markdown, WhatsApp, plain
    ("**gras**", "*gras*", "gras"),
    ("__gras__", "*gras*", "gras"),
    ("1. $(a+b)^2 = $", "1. (a+b)² =", "1. (a+b)² ="),
    (
        "Il a $ 5, elle $5 = 3000 F et lui $ 7",
        "Il a $ 5, elle $5 = 3000 F et lui $ 7",
        "Il a $ 5, elle $5 = 3000 F et lui $ 7",
    ),
    ("*italique* et _italique_", "_italique_ et _italique_", "italique et italique"),
    ("~~barré~~", "~barré~", "barré"),
    ("***les deux***", "_*les deux*_", "les deux"),
    ("**un *deux* trois**", "*un _deux_ trois*", "un deux trois"),
    ("**un\ndeux**", "*un*\n*deux*", "un\ndeux"),
    ("l'**eau**", "l'*eau*", "l'eau"),
    ("**g**ras", "gras", "gras"),
    ("# Titre", "*Titre*", "Titre"),
    ("### Titre **fort**", "*Titre fort*", "Titre fort"),
    ("##Titre", "Titre", "Titre"),
    ("Texte\n\n## Titre\nSuite", "Texte\n\n*Titre*\nSuite", "Texte\n\nTitre\nSuite"),
    ("`code`", "`code`", "code"),
    ("`a*b*c`", "`a*b*c`", "a*b*c"),
    ("``a`b``", "a`b", "a`b"),
    ("```python\nprint(2 ** 3)\n```", "```\nprint(2 ** 3)\n```", "print(2 ** 3)"),
    ("```\n# non\n**non**", "```\n# non\n**non**\n```", "# non\n**non**"),
    ("* un\n* deux", "- un\n- deux", "- un\n- deux"),
    ("- un\n  - deux\n    - trois", "- un\n  - deux\n    - trois", "- un\n  - deux\n    - trois"),
    ("Composez *144# puis **validez**", "Composez `*144#` puis *validez*", "Composez *144# puis validez"),
    ("**MTN** : ***155#**, *122#*", "*MTN* : *`*155#`*, `*122#`", "MTN : *155#, *122#"),
    (r"**Tapez \*144#**, **\*155\*1#**", "*Tapez `*144#`*, *`*155*1#`*", "Tapez *144#, *155*1#"),
    ("***144# puis 1**", "*`*144#` puis 1*", "*144# puis 1"),
    ("##002#\n**21*0700000000#", "`##002#`\n`**21*0700000000#`", "##002#\n**21*0700000000#"),
    ("*144*1*numéro*montant#", "`*144*1*numéro*montant#`", "*144*1*numéro*montant#"),
    ("`*144#`, C#, 2*30#, **Note 12#**", "`*144#`, C#, 2*30#, *Note 12#*", "*144#, C#, 2*30#, Note 12#"),
    ("12\n+ 30", "12\n+ 30", "12\n+ 30"),
    ("1. un\n2. deux\n   - trois", "1. un\n2. deux\n  - trois", "1. un\n2. deux\n  - trois"),
    ("1. un\n1. deux", "1. un\n2. deux", "1. un\n2. deux"),
    ("1) Oui\n2) Non\n0) Annuler", "1) Oui\n2) Non\n0) Annuler", "1) Oui\n2) Non\n0) Annuler"),
    ("1. Oui\n2. Non\n0. Annuler", "1. Oui\n2. Non\n0. Annuler", "1. Oui\n2. Non\n0. Annuler"),
    ("2024. Une année", "2024. Une année", "2024. Une année"),
    ("> Citation\n> suite", "> Citation\n> suite", "> Citation\n> suite"),
    ("un\n\n---\n\ndeux", "un\n\n───\n\ndeux", "un\n\ndeux"),
    ("un\n---\ndeux", "un\n───\ndeux", "un\n\ndeux"),
    ("un\ndeux  \ntrois", "un\ndeux\ntrois", "un\ndeux\ntrois"),
    ("[le site](https://exemple.fr/a_b_c)", "le site (https://exemple.fr/a_b_c)", "le site (https://exemple.fr/a_b_c)"),
    ("[https://exemple.fr](https://exemple.fr/)", "https://exemple.fr/", "https://exemple.fr/"),
    ("[exemple.fr](https://www.exemple.fr)", "https://www.exemple.fr", "https://www.exemple.fr"),
    ("<https://exemple.fr>", "https://exemple.fr", "https://exemple.fr"),
    ("[Facture](sandbox:/mnt/data/facture.pdf)", "Facture", "Facture"),
    ("![Courbe](attachment://courbe.png)", "Courbe", "Courbe"),
    ("[Facture](/mnt/data/facture.pdf)", "Facture", "Facture"),
    ("Voici ![schéma](data:image/png;base64,iVBORw0KGgo=)", "Voici schéma", "Voici schéma"),
    ("Voici ![](data:image/png;base64,iVBORw0KGgo=)", "Voici", "Voici"),
    ("[Facture](file:///mnt/data/facture.pdf)", "Facture", "Facture"),
    ("[Fichier](data:text/csv;base64,YTti)", "Fichier", "Fichier"),
    (
        "- [ ] lire\n- [x] **noter**\n  - [X] relire\n- [y] z",
        "☐ lire\n☑ *noter*\n  ☑ relire\n- [y] z",
        "- [ ] lire\n- [x] noter\n  - [X] relire\n- [y] z",
    ),
    ("- [x](https://a.fr) y", "- x (https://a.fr) y", "- x (https://a.fr) y"),
    ("[site](exemple.org:80/a)", "site (exemple.org:80/a)", "site (exemple.org:80/a)"),
    ("[Aide](/aide)", "Aide (/aide)", "Aide (/aide)"),
    ("[écris](mailto:a@b.fr)", "écris (a@b.fr)", "écris (a@b.fr)"),
    ("[a@b.fr](mailto:a@b.fr)", "a@b.fr", "a@b.fr"),
    ("[haut](#haut)", "haut", "haut"),
    (
        '[le site](https://exemple.fr/a_b "Le titre")',
        "le site (https://exemple.fr/a_b)",
        "le site (https://exemple.fr/a_b)",
    ),
    ("[a]( https://exemple.fr )", "a (https://exemple.fr)", "a (https://exemple.fr)"),
    ("[a](<https://exemple.fr/b c>)", "a (https://exemple.fr/b%20c)", "a (https://exemple.fr/b%20c)"),
    ("[le site][1]\n\n[1]: https://exemple.fr", "le site (https://exemple.fr)", "le site (https://exemple.fr)"),
    (
        "dit [le site].\n\n[le site]: https://exemple.fr",
        "dit le site (https://exemple.fr).",
        "dit le site (https://exemple.fr).",
    ),
    (
        "Chaud [1][2].\n\n[1]: https://a.fr/b_c_d\n[2]: https://a.fr",
        "Chaud [1][2].\n\n[1]: https://a.fr/b_c_d\n[2]: https://a.fr",
        "Chaud [1][2].\n\n[1]: https://a.fr/b_c_d\n[2]: https://a.fr",
    ),
    ("Chaud [^1].\n\n[^1]: https://a.fr", "Chaud [1].\n\n[1]: https://a.fr", "Chaud [1].\n\n[1]: https://a.fr"),
    ("Chaud[^1] [^a].\n\n[^1]: FAO", "Chaud[1] [^a].\n\n[1]: FAO", "Chaud[1] [^a].\n\n[1]: FAO"),
    ("[Orange]: https://orange.ci", "[Orange]: https://orange.ci", "[Orange]: https://orange.ci"),
    ("[Rappel]: **important**", "[Rappel]: *important*", "[Rappel]: important"),
    ("Voir https://exemple.fr/cours…", "Voir https://exemple.fr/cours…", "Voir https://exemple.fr/cours…"),
    ("(“https://exemple.fr…”)", "(“https://exemple.fr…”)", "(“https://exemple.fr…”)"),
    ("**[site](https://exemple.fr)**", "*site* (https://exemple.fr)", "site (https://exemple.fr)"),
    ("https://exemple.fr/_a_*b*.", "https://exemple.fr/_a_*b*.", "https://exemple.fr/_a_*b*."),
    ("(voir https://exemple.fr/x_(y))", "(voir https://exemple.fr/x_(y))", "(voir https://exemple.fr/x_(y))"),
    ("**https://exemple.fr**", "https://exemple.fr", "https://exemple.fr"),
    (
        "**Site : https://a.fr** *[ici](https://b.fr/x)*",
        "*Site :* https://a.fr _ici_ (https://b.fr/x)",
        "Site : https://a.fr ici (https://b.fr/x)",
    ),
    (
        "C~6~H~12~O~6~, SO~4~^2-^, 10^-3^, 1^er^ et x^2^",
        "C₆H₁₂O₆, SO₄²⁻, 10⁻³, 1ᵉʳ et x²",
        "C₆H₁₂O₆, SO₄²⁻, 10⁻³, 1ᵉʳ et x²",
    ),
    ("environ ~5 km, 2^3^4", "environ ~5 km, 2^3^4", "environ ~5 km, 2^3^4"),
    (
        "==Attention== : `==x==`, a == b et c == d, x==2 et y==3",
        "*Attention* : `==x==`, a == b et c == d, x==2 et y==3",
        "Attention : ==x==, a == b et c == d, x==2 et y==3",
    ),
    ("https://exemple.fr/été", "https://exemple.fr/%C3%A9t%C3%A9", "https://exemple.fr/%C3%A9t%C3%A9"),
    ("![schéma](https://exemple.fr/s.png)", "schéma (https://exemple.fr/s.png)", "schéma (https://exemple.fr/s.png)"),
    ("![](https://exemple.fr/s.png)", "https://exemple.fr/s.png", "https://exemple.fr/s.png"),
    ("<b>gras</b> <i>x</i>", "gras x", "gras x"),
    (
        "Voici : 3 &lt; 5<ul><li>un</li><li>deux</li></ul>Fin",
        "Voici : 3 < 5\n\n- un\n- deux\n\nFin",
        "Voici : 3 < 5\n\n- un\n- deux\n\nFin",
    ),
    ("<ol><li>un</li><li>deux</li></ol>", "1. un\n2. deux", "1. un\n2. deux"),
    ("<ul>\n<li>un</li>\n<li>deux</li>\n</ul>\nFin", "- un\n- deux\n\nFin", "- un\n- deux\n\nFin"),
    ("<h2>A</h2><p>b</p><p>c</p>d", "*A*\n\nb\n\nc\n\nd", "A\n\nb\n\nc\n\nd"),
    ("<summary>Aide</summary>Posez x.", "Aide\n\nPosez x.", "Aide\n\nPosez x."),
    ("<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table>", "*x : y*\n- 1 : 2", "x: 1\ny: 2"),
    (
        "|a|<ul><li>b</li><li>c</li></ul>|\n|-|-|\n|d|<p>e</p><p>f</p>|",
        "*a : • b, • c*\n- d : e, f",
        "a: d\n• b, • c: e, f",
    ),
    (
        "<ul>\n    <li>un\n      <ol>\n        <li>a</li>\n      </ol>\n    </li>\n</ul>",
        "- un\n  1. a",
        "- un\n  1. a",
    ),
    ("- <p>un</p>\n- deux<p>trois</p>", "- un\n- deux\n  trois", "- un\n- deux\n  trois"),
    ("Les balises <ul> et <li> font une liste.", "Les balises et font une liste.", "Les balises et font une liste."),
    (r"La réponse est \boxed{42}.", "La réponse est 42.", "La réponse est 42."),
    (r"**\frac{3}{4}** + 2\frac{1}{2}", "*3/4* + 2(1/2)", "3/4 + 2(1/2)"),
    (r"\text{Aire} = \pi \times r^{2} \approx 3{,}14", "Aire = π × r² ≈ 3,14", "Aire = π × r² ≈ 3,14"),
    (
        r"u_{n+1} \geq (u_n)^{2}, 12\,500 F et 25^\circ",
        "uₙ₊₁ ≥ (u_n)², 12 500 F et 25°",
        "uₙ₊₁ ≥ (u_n)², 12 500 F et 25°",
    ),
    (r"_\sqrt{2}_, \left(\frac{1}{2}\right)^2", "_√2_, (1/2)²", "racine(2), (1/2)²"),
    (
        r"C:\Users\text\alpha.txt, \foo{b}, a\nb",
        r"C:\Users\text\alpha.txt, \foo{b}, a\nb",
        r"C:\Users\text\alpha.txt, \foo{b}, a\nb",
    ),
    (r"`\frac{1}{2}` et f(x)=\begin{cases} x \end{cases}", r"`\frac{1}{2}` et f(x)={ x", r"\frac{1}{2} et f(x)={ x"),
    ('<a href="https://exemple.fr">ici</a>', "ici (https://exemple.fr)", "ici (https://exemple.fr)"),
    ("un<br>deux", "un\ndeux", "un\ndeux"),
    ("si a <b et c> d", "si a <b et c> d", "si a <b et c> d"),
    ("H<sub>2</sub>O, m<sup>2</sup>", "H₂O, m²", "H₂O, m²"),
    ("<!-- caché -->vu", "vu", "vu"),
    ("AT&amp;T &lt;3", "AT&T <3", "AT&T <3"),
    ("2*3*4 = 24", "2*3*4 = 24", "2*3*4 = 24"),
    ("D = ℝ\\{-1 ; 1}", "D = ℝ\\{-1 ; 1}", "D = ℝ\\{-1 ; 1}"),
    ("S = \\{2 ; 3\\}", "S = {2 ; 3}", "S = {2 ; 3}"),
    ("2**3 et x**2", "2**3 et x**2", "2**3 et x**2"),
    ("5 ** 2, (a + b) ** n et 2 ** -1", "5 ** 2, (a + b) ** n et 2 ** -1", "5 ** 2, (a + b) ** n et 2 ** -1"),
    ("x**n + y**n = f(z)**n", "x**n + y**n = f(z)**n", "x**n + y**n = f(z)**n"),
    ("**2**e, (a)**B** et **Note ** 5", "2e, (a)*B* et Note  5", "2e, (a)B et Note  5"),
    ("snake_case_name", "snake_case_name", "snake_case_name"),
    ("3 * 4 * 5", "3 * 4 * 5", "3 * 4 * 5"),
    (r"\*pas gras\*", "∗pas gras∗", "*pas gras*"),
    (r"\_a\_ et \~b\~", "ˍaˍ et ∼b∼", "_a_ et ~b~"),
    (r"\*note et **gras**", "∗note et *gras*", "*note et gras"),
    ("**Titre :", "Titre :", "Titre :"),
    ("[a](b c)", "[a] (b c)", "[a] (b c)"),
    ("$x^2$ et $y$", "x² et y", "x² et y"),
    ("$5 and $6", "$5 and $6", "$5 and $6"),
    ("entre 5$ et 6$", "entre 5$ et 6$", "entre 5$ et 6$"),
    ("$5, or 6$ now", "$5, or 6$ now", "$5, or 6$ now"),
    ("US$5 et CA$6", "US$5 et CA$6", "US$5 et CA$6"),
    ("$25$ et $f(x)$", "25 et f(x)", "25 et f(x)"),
    ("$[AB]$ sur $(AB)$, $[Ox)$, $AB, CD$", "[AB] sur (AB), [Ox), AB, CD", "[AB] sur (AB), [Ox), AB, CD"),
    ("$USD ou EUR$, $[TOTAUX]$", "$USD ou EUR$, $[TOTAUX]$", "$USD ou EUR$, $[TOTAUX]$"),
    (r"\(a_1 * b_1 * c\)", "a₁ * b₁ * c", "a₁ * b₁ * c"),
    ("**Soit $a_n$ :**", "*Soit aₙ :*", "Soit aₙ :"),
    (r"On a \[ x = \frac{1}{2} \]", "On a x = 1/2", "On a x = 1/2"),
    ("$$\n\\sqrt{x+1}\n$$", "√(x+1)", "racine(x+1)"),
    (r"\begin{cases} a \\ b \end{cases}", "{ a ; b", "{ a ; b"),
    ("`$x$`", "`$x$`", "$x$"),
    ("$\\sqrt{2}$", "√2", "racine(2)"),
    ("    indenté", "indenté", "indenté"),
    ("", "", ""),
    (
        "| Pays | Capitale |\n|---|---|\n| Ghana | **Accra** |\n| Togo | Lomé |",
        "*Pays : Capitale*\n- Ghana : *Accra*\n- Togo : Lomé",
        "Pays: Ghana\nCapitale: Accra\n\nPays: Togo\nCapitale: Lomé",
    ),
    (
        "| x | y | z |\n|---|---|---|\n| $|a|$ | 2 | |\n| 4 | 5<br>6 | 7 |",
        "- x : |a| ; y : 2\n- x : 4 ; y : 5, 6 ; z : 7",
        "x: |a|\ny: 2\n\nx: 4\ny: 5, 6\nz: 7",
    ),
]


@pytest.mark.parametrize(("markdown", "whatsapp", "_plain"), CASES, ids=[case[0][:30] for case in CASES])
def test_markdown_becomes_whatsapp_text(markdown: str, whatsapp: str, _plain: str) -> None:
    assert to_whatsapp(markdown) == whatsapp


@pytest.mark.parametrize(("markdown", "_whatsapp", "plain"), CASES, ids=[case[0][:30] for case in CASES])
def test_markdown_becomes_plain_text(markdown: str, _whatsapp: str, plain: str) -> None:
    assert to_plain(markdown) == plain


def marks_that_whatsapp_would_show(text: str) -> list[str]:
    """Every run WhatsApp would format, by its rule of pairs within a line."""
    runs = []
    for mark in "*_~`":
        one = re.escape(mark)
        runs += re.findall(rf"(?m)(?<![^\W_]){one}(?=\S)(?:.*?\S)?{one}(?![^\W_])", text)
    return runs


@given(st.text("ab *_~`(.", max_size=60))
@settings(max_examples=200, deadline=None)
def test_escaped_characters_never_become_marks(text: str) -> None:
    escaped = re.sub(r"([*_~`(.])", r"\\\1", text).replace("\\(", "(")
    assert marks_that_whatsapp_would_show(to_whatsapp(f"x {escaped}")) == []


@given(MARKDOWN)
@settings(max_examples=200, deadline=None)
def test_no_markdown_is_left_outside_code(markdown: str) -> None:
    prose = re.sub(r"`|~{3,}", "", markdown)
    for text in (to_whatsapp(prose), to_plain(prose)):
        assert "](" not in text
        assert not re.search(r"(?m)^#+ ", text)
        assert not re.search(r"[\ue000-\uf8ff\U000f0000-\U0010ffff]", text)
        assert text == text.strip()
        assert "\n\n\n" not in text


@given(st.lists(st.sampled_from(["mot", "été", "42", "« oui »", "l'eau", "n'a"]), min_size=1, max_size=30))
@settings(max_examples=100, deadline=None)
def test_plain_words_pass_unchanged(words: list[str]) -> None:
    text = " ".join(words)
    assert to_whatsapp(text) == text
    assert to_plain(text) == text


def test_private_use_characters_cannot_forge_a_hidden_piece() -> None:
    assert to_whatsapp("a\ue000\ue010\U000f0000\U00100000b") == "ab"


@pytest.mark.parametrize("hostile", ["[a]: " + "[a]:" * 5_000, "[a]:" + " " * 100_000 + "\n"])
def test_definitions_without_end_take_no_time(hostile: str) -> None:
    began = time.perf_counter()
    assert to_plain(hostile) == hostile.strip()
    assert time.perf_counter() - began < 10
