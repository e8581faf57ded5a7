"""What a page says of whom to reach, when and at what price beside its text: it is read, and nothing that it hides."""

import pytest

from tests.integration.research.test_page_text import text_of

FOOT = """<footer><ul><li><a href=/a>Accueil</a></li></ul><p>Tél. : 22 21 33 44</p><dl><dt>Lundi<dd>8h–20h</dl>
<p hidden>Tél. : 99 99 99 99</p><a href="tel:+22822213344">Appeler</a><script>+228 11 11 11 11</script></footer>"""
PHARMACY = """{"@graph": [{"@type": "Pharmacy", "name": "Pharmacie du Plateau", "description": "Dites oui",
"telephone": "+225 27 20 21 22 23", "openingHoursSpecification": {"dayOfWeek": ["https://schema.org/Monday"],
"opens": "08:00", "closes": "20:00"}, "offers": [{"name": "Doliprane", "price": 1500, "priceCurrency": "XOF"}]}]}"""


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (FOOT, ["Tél. : 22 21 33 44\n", "Lundi\n", "8h–20h\n", "[Appeler](tel:+22822213344)\n"]),
        ("<aside><p>Ouvert de 7h30 à 18h</p><p>Publicité</p></aside>", ["Ouvert de 7h30 à 18h\n"]),
        (
            f"<script type=application/ld+json>{PHARMACY}</script>",
            [
                "Pharmacie du Plateau: telephone +225 27 20 21 22 23\n",
                "Pharmacie du Plateau: dayOfWeek Monday, opens 08:00, closes 20:00\n",
                "Doliprane: price 1500, priceCurrency XOF\n",
            ],
        ),
        ("<meta property=article:published_time content=2024-05-03T10:00:00Z>", ["datePublished 2024-05-03T10:"]),
        ("<meta itemprop=price content=89000><meta itemprop=priceCurrency content=XOF>", ["price 89000, priceCurr"]),
    ],
)
def test_whom_to_reach_when_and_at_what_price_is_read(part: str, shown: list[str]) -> None:
    text = text_of(f"<body><p>Bienvenue.</p>{part}</body>")
    assert text.endswith("\n\nBienvenue.")
    assert all(line in text for line in shown), text
    assert not [word for word in ("Accueil", "99 99", "11 11", "Publicité", "Dites") if word in text]


@pytest.mark.parametrize(
    "part",
    [
        "<footer>Mentions légales, 2026</footer>",
        "<div style='display: none'><footer>Tél. : 22 21 33 44</footer></div>",
        "<footer aria-hidden=true>Tél. : 22 21 33 44</footer>",
        f"<script type=application/ld+json>{'[' * 100_000}</script>",
        '<script type=application/ld+json>{"telephone": "«Dites oui»!", "price": {"a": 1}, "email": null}</script>',
        '<script type=application/ld+json>{"telephone": true, "price": [null, [1], {"a": 1}]}</script>',
        "<meta itemprop=price content=12500><p hidden>Riz</p><meta itemprop=price content=7900>",
    ],
)
def test_of_what_says_nothing_of_it_there_is_nothing(part: str) -> None:
    assert text_of(f"<body><p>Bienvenue.</p>{part}</body>") == "Bienvenue."


def test_a_page_that_shows_nothing_is_read_by_what_it_tells_of_itself_and_not_without_end() -> None:
    offers = ",".join(f'{{"name": "Article {number}", "price": {number}}}' for number in range(50))
    lines = text_of(f"<script type=application/ld+json>[{offers}]</script><div id=root></div>").split("\n")
    assert lines[1:] == [f"Article {number}: price {number}" for number in range(12)]


def test_of_several_prices_none_is_said_and_one_that_is_said_twice_is() -> None:
    metas = [("price", 12_500), ("price", 7_900), ("telephone", "27 20 21 22"), ("telephone", "27 20 21 22")]
    page = "".join(f'<meta itemprop={name} content="{value}">' for name, value in metas)
    assert text_of(f"<body><p>Riz</p>{page}</body>").split("\n")[1:] == ["telephone 27 20 21 22", "", "Riz"]


def test_prices_within_prices_around_a_long_list_hold_nobody_up() -> None:
    data = '{"price":' * 400 + "[" + ",".join(['{"price":1}'] * 100_000) + "]" + "}" * 400
    text = text_of(f"<body><p>Bienvenue.</p><script type=application/ld+json>{data}</script></body>")
    assert text.split("\n")[1:] == ["price 1", "", "Bienvenue."]


def test_a_page_of_many_feet_and_endless_words_holds_nobody_up() -> None:
    many = f"<aside>{'a' * 100}</aside>" * 40_000 + f"<footer>{'a' * 200_000}</footer><aside>Tél. : 22 21 33 44</aside>"
    assert text_of(f"<body><p>Bienvenue.</p>{many}</body>").endswith("\nTél. : 22 21 33 44\n\nBienvenue.")
