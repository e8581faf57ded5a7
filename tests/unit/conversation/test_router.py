"""Routing: what a turn's messages call for."""

import pytest

from bot.conversation.commands.table import VOCABULARY
from bot.conversation.router import OptIn, OptOut, Step, Text, Unreadable
from bot.conversation.router import route as route_with
from bot.models import InboundMessage
from bot.reading.commands import Invocation


def message(body: str, kind: str = "text", channel: str = "whatsapp", **details: object) -> InboundMessage:
    return InboundMessage(
        message_sid="SM" + "0" * 32, conversation_id="c", sender="whatsapp:+2250700000001", channel=channel, kind=kind,
        body=body, details=details,
    )  # fmt: skip


def route(messages: list[InboundMessage]) -> Step:
    return route_with(messages, VOCABULARY)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Explique les fractions", Text("Explique les fractions")),
        ("  2+2 ?  ", Text("2+2 ?")),
        ("😀😀", Text("😀😀")),
        ("مرحبا كيف الحال", Text("مرحبا كيف الحال")),
        ("/aide", Invocation("help")),
        ("Aide", Invocation("help")),
        ("/HELP", Invocation("help")),
        ("Mes progrès", Invocation("progress")),
        ("Mon compte.", Invocation("account")),
        ("/Déconnexion", Invocation("logout")),
        ("/deconexion", Invocation("logout")),
        ("connection", Invocation("login")),
        ("/suprimer", Invocation("delete")),
        ("suprimer", Text("suprimer")),
        ("/nouveaux", Invocation("new")),
        ("/fractions", Text("/fractions")),
        ("annuler", Invocation("cancel")),
        ("Comment annuler une fraction ?", Text("Comment annuler une fraction ?")),
        ("nouveau", Invocation("new")),
        ("arrêt", OptOut(answered=False)),
        ("STOP", OptOut(answered=False)),
        ("START", OptIn(answered=False)),
        ("Stop au feu rouge ?", Text("Stop au feu rouge ?")),
        ("   ", Unreadable("empty")),
        ("…", Unreadable("empty")),
        ("?", Text("?")),
        ("?!", Text("?!")),
        ("arrêter", Invocation("stop")),
        ("C’est bon, on arrête", Invocation("stop")),
        ("stop it", Invocation("stop")),
        ("Pourquoi le bus s’arrête ?", Text("Pourquoi le bus s’arrête ?")),
        ("Je veux me connecter svp", Invocation("login")),
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
    assert route([message("Aide", "button", button_payload="other")]) == Invocation("help")


def test_fragments_are_joined_by_lines() -> None:
    assert route([message("un"), message("deux")]) == Text("un\ndeux")
