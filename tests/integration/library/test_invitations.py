"""Invitations that came as e-mails, and e-mails that are packed into others: what a person would read of them."""

import base64

import pytest

from tests.integration.library.test_files import read
from tests.integration.library.test_letter_files import HEAD, page, parts, plain

CALENDAR = "Content-Type: text/calendar; charset=utf-8; method=REQUEST\n\n"
FIELDS = f"{HEAD.rpartition('MIME')[0]}\n"
MEETING = (
    'DTSTART;TZID="Greenwich Standard Time":20261201T093000\nDTEND;TZID=Africa/Abidjan:20261201T110000\n'
    "LOCATION:Plateau\\, immeuble CCIA\nSUMMARY;LANGUAGE=fr-FR:Réunion bud\n get\n"
    'ORGANIZER;CN="Koffi Yao":mailto:koffi@exemple.ci\nDESCRIPTION:Apportez les devis.\\nSalle 3'
)
SAID = (
    "[Invitation] Réunion budget\nBegins: 2026-12-01 09:30 Greenwich Standard Time\n"
    "Ends: 2026-12-01 11:00 Africa/Abidjan\nWhere: Plateau, immeuble CCIA\nBy: Koffi Yao <koffi@exemple.ci>"
)


def calendar(*events: str, method: str = "REQUEST") -> str:
    alarm = "BEGIN:VALARM\nDESCRIPTION:Reminder\nEND:VALARM"
    zone = "BEGIN:VTIMEZONE\nDTSTART:16010101T000000\nEND:VTIMEZONE"
    inside = "".join(f"BEGIN:VEVENT\n{alarm}\n{event}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nMETHOD:{method}\n{zone}\n{inside}END:VCALENDAR\n"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (CALENDAR + calendar(MEETING), f"{SAID}\nApportez les devis.\nSalle 3"),
        (parts("alternative", plain("\n"), page("&nbsp;"), CALENDAR + calendar(MEETING)),
         f"{SAID}\nApportez les devis.\nSalle 3"),
        (parts("alternative", plain("À mardi."), CALENDAR + calendar(MEETING)), f"À mardi.\n\n{SAID}"),
        (parts("mixed", parts("alternative", plain("À mardi."), page("À mardi."), CALENDAR + calendar(MEETING)),
               "Content-Type: application/ics\nContent-Disposition: attachment; filename=invite.ics\n\nx"),
         f"À mardi.\n\n{SAID}\n[Attached] invite.ics"),
        (CALENDAR + calendar("SUMMARY:Conseil\nDTSTART;VALUE=DATE:20261205", method="CANCEL"),
         "[Invitation, CANCEL] Conseil\nBegins: 2026-12-05"),
        (CALENDAR + calendar(*(f"DTSTART;VALUE=DATE:20261230\nDTEND;VALUE=DATE:{end}" for end in
                               (20_261_231, 20_270_102, 20_261_230, 99_999_999))),
         "\n\n".join(f"[Invitation]\nBegins: 2026-12-30{end}" for end in
                     ("\nEnds: 2026-12-30", "\nEnds: 2027-01-01", "", "\nEnds: 9999-99-99"))),
        (CALENDAR + calendar("DTSTART:20261205T143000Z\nRRULE:FREQ=WEEKLY\nORGANIZER:MAILTO:a@b.ci", "SUMMARY:Deux"),
         "[Invitation]\nBegins: 2026-12-05 14:30 UTC\nBy: a@b.ci\nRepeats: FREQ=WEEKLY\n\n[Invitation] Deux"),
        (CALENDAR + "END:VEVENT\nEND\nrien", ""),
    ],
)  # fmt: skip
def test_an_invitation_says_what_when_and_where(body: str, said: str) -> None:
    """Nothing was read of one that is nothing else; beside an empty text neither the moment nor the place."""
    assert read((HEAD + body).encode()).pieces[0].text == f"{FIELDS}{said}".strip()


@pytest.mark.parametrize("name", ["base64", "BASE64 "])
def test_a_letter_that_is_packed_into_another_is_read(name: str) -> None:
    """As some telephones pass one on: its letters in base64 were all that was read."""
    inside = base64.encodebytes((HEAD + plain("Le virement est parti.")).encode()).decode()
    packed = f"Content-Type: message/rfc822\nContent-Transfer-Encoding: {name}\n\n{inside}"
    text = read((HEAD + parts("mixed", plain("Voir dessous."), packed)).encode()).pieces[0].text
    assert text == f"{FIELDS}Voir dessous.\n\n[Attached e-mail]\n{FIELDS}Le virement est parti."


def test_what_only_says_that_it_is_packed_is_read_as_it_stands() -> None:
    packed = f"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{HEAD}{plain('En clair.')}"
    assert read((HEAD + parts("mixed", plain("Un"), packed)).encode()).pieces[0].text.endswith("En clair.")
