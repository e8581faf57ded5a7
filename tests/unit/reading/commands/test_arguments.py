"""What may follow a command's name, with and without a slash."""

import pytest

from bot.reading.commands.arguments import (
    AnyText,
    Argument,
    EmailAddress,
    Misread,
    Number,
    Numbers,
    any_text,
    email_address,
    number,
    numbers,
)
from bot.reading.commands.vocabulary import LONGEST_PHRASE, Invocation, Vocabulary, Wording

KNOWN = Vocabulary(
    {
        "forget": Wording(fr="oublier|oublie le souvenir", en="forget", takes=number),
        "email": Wording(fr="email|mon email", en="my email", takes=email_address),
        "background": Wording(fr="fond", en="background", takes=any_text, only_slashed=True),
        "done": Wording(fr="fait", en="done", takes=numbers),
        "help": Wording(fr="aide", en="help"),
    }
)


@pytest.mark.parametrize(
    ("said", "name", "argument"),
    [
        ("/oublier 3", "forget", Number(3)),
        ("oublier 3 stp", "forget", Number(3)),
        ("Oublier n° 3", "forget", Number(3)),
        ("« oublier 3 »", "forget", Number(3)),
        ('" oublier 3', "forget", Number(3)),
        ("/oubler 3", "forget", Number(3)),
        ("oublie le souvenir deux", "forget", Number(2)),
        ("/oublier 1 000 F", "forget", Number(1000)),
        ("/FORGET ３", "forget", Number(3)),
        ("/oublier", "forget", None),
        ("oublier", "forget", None),
        ("/oublier tout", "forget", Misread("tout")),
        ("/oublier 3 et 4", "forget", Misread("3 et 4")),
        ("/oublier " + "9" * 40, "forget", Misread("9" * 40)),
        ("/fait 3", "done", Number(3)),
        ("/fait 1 3", "done", Numbers((1, 3))),
        ("fait la 1, la 2 et la 2", "done", Numbers((1, 2))),
        ("/fait 1\n/fait 3", "done", Numbers((1, 3))),
        ("/fait 1 et tout", "done", Misread("1 et tout")),
        ("/oublier un souvenir", "forget", Misread("un souvenir")),
        ("/fait un rappel", "done", Misread("un rappel")),
        ("email Awa@Example.org", "email", EmailAddress("Awa@Example.org")),
        ("Email: awa@example.org", "email", EmailAddress("awa@example.org")),
        ("/email mon adresse est <awa@example.org>.", "email", EmailAddress("awa@example.org")),
        ("/email awa arobase gmail point com", "email", EmailAddress("awa@gmail.com")),
        ("/email c’est Awa point kone Arobase yahoo.fr", "email", EmailAddress("Awa.kone@yahoo.fr")),
        ("email ma nouvelle adresse est awa@example.org", "email", EmailAddress("awa@example.org")),
        ("/email awa@", "email", Misread("awa@")),
        ("/email a@x.org b@x.org", "email", Misread("a@x.org b@x.org")),
        ("/fond Résume ce texte :\n\nL’eau bout.", "background", AnyText("Résume ce texte :\n\nL’eau bout.")),
    ],
)
def test_a_command_with_what_follows(said: str, name: str, argument: Argument | None) -> None:
    assert KNOWN.read(said) == Invocation(name, argument)


@pytest.mark.parametrize(
    "said",
    [
        "oublier tout", "il faut oublier 3", "oublier 3 choses importantes", "email le devoir à awa@example.org",
        "fond du lac", "/aide 3", "aide 3", "", "/", "/ 3", "3", "oublier3", "fait un rappel", "fait une seconde",
    ],
)  # fmt: skip
def test_what_is_none(said: str) -> None:
    assert KNOWN.read(said) is None


def test_a_long_text_is_read_in_no_time() -> None:
    assert KNOWN.read("/fond " + "mot " * 50_000).argument is not None  # type: ignore[union-attr]
    assert KNOWN.read("oublier " + "9 " * 50_000) is None


def test_a_short_message_is_read_once() -> None:
    """And a long one not kept: a turn asks four times."""
    looks: list[str] = []

    def takes(rest: str) -> AnyText:
        looks.append(rest)
        return AnyText(rest)

    known = Vocabulary({"level": Wording(fr="niveau", takes=takes)})
    rests = ["six", "x" * LONGEST_PHRASE] * 2
    assert [known.read(f"niveau {rest}") for rest in rests] == [Invocation("level", AnyText(rest)) for rest in rests]
    assert looks == ["six", rests[1], rests[1]]
