"""Routing: what a turn's messages call for."""

import pytest

from bot.conversation.commands.table import VOCABULARY
from bot.conversation.router import Attached, Empty, OptIn, OptOut, Refused, SpokenStop, Step, Text
from bot.conversation.router import route as route_with
from bot.models import InboundMessage
from bot.reading.commands.vocabulary import Invocation
from bot.services.attachments.entries import NotRead


def message(body: str, kind: str = "text", channel: str = "whatsapp", **details: object) -> InboundMessage:
    return InboundMessage(
        message_sid="SM" + "0" * 32, conversation_id="c", sender="whatsapp:+2250700000001", channel=channel, kind=kind,
        body=body, details=details,
    )  # fmt: skip


def route(messages: list[InboundMessage]) -> Step:
    return route_with(messages, VOCABULARY, "Palabre")


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
        ("ma progression", Invocation("progress")),
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
        ("   ", Empty()),
        ("…", Empty()),
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


READ = {"kind": "photo", "file": 3, "note": "Photo: photo.jpg, file 3"}
BLURRED = {"kind": "photo", "refused": "blurred", "note": "Attachment: a photo that could not be read (blurred)"}


def media(*entries: dict[str, object], body: str = "") -> InboundMessage:
    return message(body, "media", media_urls=["https://api.twilio.com/x"] * len(entries), attachments=list(entries))


def test_nothing_at_all() -> None:
    assert route([message("", "empty")]) == Empty()


def test_what_came_along_is_told_a_line_each() -> None:
    read = Attached(("[Photo: photo.jpg, file 3]",), (), is_read=True)
    assert route([media(READ)]) == Text("", attached=read)
    assert route([media(READ, body="Exercice 4")]) == Text("Exercice 4", attached=read)
    assert route([message("Exercice 4"), media(READ)]) == Text("Exercice 4", attached=read)


def test_what_was_not_read_is_refused_unless_there_is_more() -> None:
    assert route([media(BLURRED, BLURRED)]) == Refused((NotRead("blurred", "photo"),) * 2)
    step = route([media(BLURRED), media(READ)])
    assert isinstance(step, Text)
    assert (len(step.attached.notes), step.attached.refused) == (2, (NotRead("blurred", "photo"),))
    assert isinstance(route([media(BLURRED, body="C’est quoi ?")]), Text)


def test_a_place_is_something_to_read() -> None:
    step = route([message("", "location", location=[5.345, -4.024, "Marché [de]\nCocody"])])
    assert isinstance(step, Text)
    assert step.attached.notes == ("[Place: Marché (de) Cocody, latitude 5.345000, longitude -4.024000]",)


def test_a_caption_may_be_a_command() -> None:
    assert route([media(READ, body="/aide")]) == Invocation("help")


def test_the_name_of_a_file_says_nothing_and_a_recording_all_that_was_said() -> None:
    for said in ("Payer le prof.pdf", "/fond Dossier.pdf"):
        step = route([media(READ, body=said)])
        assert isinstance(step, Text)
        assert (step.text, step.attached.is_read) == ("", True)
        assert route([media({**READ, "kind": "voice", "spoken": True}, body=said)]) != step
    spoken = route([media({"kind": "voice", "spoken": True}, body="Où est bulletin.pdf")])
    assert isinstance(spoken, Text)
    assert spoken.text == "Où est bulletin.pdf"


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


SPOKEN = [{"kind": "voice", "facts": "", "spoken": True}]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Explique les fractions.", Text("Explique les fractions.", is_spoken=True)),
        ("Stop.", SpokenStop()),
        ("Arrête !", SpokenStop()),
        ("Ne m'écris plus.", SpokenStop()),
        ("Start.", Text("Start.", is_spoken=True)),
        ("Aide.", Invocation("help")),
        ("Je veux parler à quelqu'un.", Invocation("human")),
    ],
)
def test_what_was_said_is_routed_as_if_it_were_typed_but_for_stop(body: str, expected: Step) -> None:
    assert route([message(body, "media", attachments=SPOKEN)]) == expected


def test_a_caption_that_says_stop_is_no_voice() -> None:
    step = route([message("Stop.", "media", attachments=[{"kind": "photo", "note": "Photo: a"}])])
    assert step == OptOut(answered=False)
