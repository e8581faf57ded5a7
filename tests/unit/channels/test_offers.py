"""Questions with options: their numbered text, and the shape in which WhatsApp lets one tap them."""

import json
import re

import pytest

from bot.channels.offers import SHAPES, Offer, Options, Shape
from bot.simulator.contents import Contents, Rendered
from bot.simulator.records import Account


def options(*labels: str, body: str = "Votre niveau ?", button: str = "Choisir") -> Options:
    return Options(12, labels, body, button)


def many(count: int, size: int = 5) -> tuple[str, ...]:
    return tuple(f"{number:<{size}}".replace(" ", "x") for number in range(count))


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        ((), None),
        (("Oui",), None),
        (("Oui", "Non"), "buttons2"),
        (("3", "4", "7"), "buttons3"),
        (many(4), "list4"),
        (many(10), "list10"),
        (many(11), None),
        (("x" * 20, "b"), "buttons2"),
        (("x" * 21, "b"), "list2"),
        (("x" * 24, "b", "c"), "list3"),
        (("x" * 25, "b"), None),
        (("😀" * 10, "b"), "buttons2"),
        (("😀" * 11, "b"), "list2"),
        (("Oui", "Oui"), None),
        (("Oui", " "), None),
        (("Oui", "deux\nlignes"), None),
    ],
)
def test_the_shape_of_options(labels: tuple[str, ...], name: str | None) -> None:
    shape = options(*labels).shape()
    assert (shape and shape.name) == name


@pytest.mark.parametrize(("body", "fits"), [("q" * 1024, True), ("q" * 1025, False), ("😀" * 513, False), ("", False)])
def test_what_stands_above_has_its_limit(body: str, fits: bool) -> None:
    assert (options("a", "b", body=body).shape() is not None) == fits


def test_every_shape_has_a_template_of_its_own() -> None:
    assert [shape.name for shape in SHAPES] == ["buttons2", "buttons3", *(f"list{count}" for count in range(2, 11))]
    assert len({shape.friendly_name for shape in SHAPES}) == len(SHAPES)
    assert all(re.fullmatch(r"palabre_(buttons|list)\d+_[0-9a-f]{8}", shape.friendly_name) for shape in SHAPES)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_variables_and_template_fit_together(shape: Shape) -> None:
    """As the stand-in fills them in: nothing is left open, each title has the id that says which answer it is."""
    contents = Contents(Account("AC", "", "", ""))
    made = contents.create({"language": "fr", "types": shape.definition(), "variables": shape.samples()})
    size = 20 if shape.kind == "buttons" else 24
    asked = options(*many(shape.count, size))
    form = {"ContentSid": made.sid, "ContentVariables": json.dumps(asked.variables(shape))}
    shown = contents.rendered(form)
    assert isinstance(shown, Rendered), shown
    assert shown.body == "Votre niveau ?"
    assert shown.choices.opener == ("Choisir" if shape.kind == "list" else "")
    assert [(item.title, item.id) for item in shown.choices.items] == [
        (label, f"i12:{index}") for index, label in enumerate(asked.labels)
    ]
    assert "{{" not in str(contents.rendered({"ContentSid": made.sid}))


def test_options_survive_their_column() -> None:
    asked = options("a", "b")
    assert Options.read(asked.stored()) == asked


def test_an_offer_as_numbered_text() -> None:
    offer = Offer("Votre niveau ?", ("Primaire", "Collège"), ending="\n0. Annuler", tapped_ending="\n0. Annuler")
    assert offer.written() == "Votre niveau ?\n1. Primaire\n2. Collège\n0. Annuler"
    assert offer.tapped() == "Votre niveau ?\n0. Annuler"
    assert offer.after("Bien.").written().startswith("Bien.\n\nVotre niveau ?\n1. ")
    assert Offer("Rien à choisir").written() == "Rien à choisir"
