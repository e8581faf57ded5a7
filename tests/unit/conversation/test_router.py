"""Routing: what a turn's messages call for."""

import pytest

from bot.conversation.router import Command, OptIn, OptOut, Step, Text, Unreadable, route
from bot.models import InboundMessage
from bot.reading.commands import COMMANDS, IN_BOTH_LANGUAGES, IN_ENGLISH, command_in, language_of
from bot.types import Language


def message(body: str, kind: str = "text", channel: str = "whatsapp", **details: object) -> InboundMessage:
    return InboundMessage(
        message_sid="SM" + "0" * 32, conversation_id="c", sender="whatsapp:+2250700000001", channel=channel, kind=kind,
        body=body, details=details,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Explique les fractions", Text("Explique les fractions")),
        ("  2+2 ?  ", Text("2+2 ?")),
        ("😀😀", Text("😀😀")),
        ("مرحبا كيف الحال", Text("مرحبا كيف الحال")),
        ("/aide", Command("help")),
        ("Aide", Command("help")),
        ("/HELP", Command("help")),
        ("Mes progrès", Command("progress")),
        ("Mon compte.", Command("account")),
        ("/Déconnexion", Command("logout")),
        ("/deconexion", Command("logout")),
        ("connection", Command("login")),
        ("/suprimer", Command("delete")),
        ("suprimer", Text("suprimer")),
        ("/nouveaux", Command("new")),
        ("/fractions", Text("/fractions")),
        ("annuler", Command("cancel")),
        ("Comment annuler une fraction ?", Text("Comment annuler une fraction ?")),
        ("nouveau", Command("new")),
        ("arrêt", OptOut(answered=False)),
        ("STOP", OptOut(answered=False)),
        ("START", OptIn(answered=False)),
        ("Stop au feu rouge ?", Text("Stop au feu rouge ?")),
        ("   ", Unreadable("empty")),
        ("…", Unreadable("empty")),
        ("?", Text("?")),
        ("?!", Text("?!")),
        ("arrêter", Command("stop")),
        ("C’est bon, on arrête", Command("stop")),
        ("stop it", Command("stop")),
        ("Pourquoi le bus s’arrête ?", Text("Pourquoi le bus s’arrête ?")),
        ("Je veux me connecter svp", Command("login")),
        ("supprimer la parenthèse", Text("supprimer la parenthèse")),
    ],
)
def test_text(body: str, expected: Step) -> None:
    assert route([message(body)]) == expected


@pytest.mark.parametrize(
    ("kind", "content_type", "what"),
    [
        ("media", "image/jpeg", "image"),
        ("media", "audio/ogg; codecs=opus", "audio"),
        ("media", "application/pdf", "document"),
        ("media", "application/x-never-seen", "document"),
        ("media", "font/woff", "other"),
        ("location", "", "location"),
        ("contact", "text/vcard", "contact"),
        ("empty", "", "empty"),
    ],
)
def test_what_cannot_be_read(kind: str, content_type: str, what: str) -> None:
    assert route([message("", kind, content_type=content_type)]) == Unreadable(what)


def test_the_text_beside_an_attachment_is_answered() -> None:
    assert route([message("C’est quoi ?", "media", content_type="image/png")]) == Text("C’est quoi ?")


def test_twilio_has_answered_an_opt_out_already() -> None:
    assert route([message("Stop", opt_out_type="STOP")]) == OptOut(answered=True)


def test_a_press_is_an_answer_even_without_text() -> None:
    assert route([message("", "button", button_payload="i7:1")]) == Text("", "i7:1", is_press=True)


@pytest.mark.parametrize("payload", ["order-7", "i7", "i7:", "i7:1:2", "x:1", "i" + "9" * 5000 + ":1", "i٧:1", "ig:1"])
def test_a_press_that_is_not_ours_counts_as_its_text(payload: str) -> None:
    assert route([message("Oui, volontiers", "button", button_payload=payload)]) == Text(
        "Oui, volontiers", is_press=True
    )
    assert route([message("Oui", "button", list_id="i7:0")]) == Text("Oui", "i7:0", is_press=True)


def test_an_option_that_is_also_a_command_is_an_answer_when_it_was_tapped() -> None:
    assert route([message("Aide", "button", button_payload="i7:1")]) == Text("Aide", "i7:1", is_press=True)
    assert route([message("Aide", "button", button_payload="other")]) == Command("help")


def test_fragments_are_joined_by_lines() -> None:
    assert route([message("un"), message("deux")]) == Text("un\ndeux")


@pytest.mark.parametrize(
    ("body", "language"),
    [
        ("/login", Language.EN), ("Help!", Language.EN), ("my account", Language.EN), ("/connexion", Language.FR),
        ("me connecter", Language.FR), ("Progrès", Language.FR), ("progress", Language.EN), ("/crédits", None),
        ("menu", None), ("mode", None), ("bonjour", None), ("help me with fractions", None),
    ],
)  # fmt: skip
def test_the_language_of_a_command(body: str, language: Language | None) -> None:
    assert language_of(body) == language


def test_every_command_can_be_said_in_each_language() -> None:
    assert {command_in(word) for word in IN_ENGLISH | IN_BOTH_LANGUAGES} == set(COMMANDS)
    assert {name for name, words in COMMANDS.items() if set(words) - IN_ENGLISH} == set(COMMANDS)
