"""The e-mails in the copy of one's data: those to the person and those that left in their name, and no others."""

from typing import Any

import pytest
from sqlmodel import select

from bot.channels.emails import Email
from bot.models import Address, Conversation, OtpCode
from bot.services.delivery import codes, mails
from bot.services.delivery.mails import Letter
from bot.services.mail.unsubscribing import unsubscribing_of
from bot.services.support import human_help
from bot.types import EMAIL, Language
from tests.fakes.society import AWA, BINTOU, Society
from tests.integration.privacy.test_export import Pasts, exported, table

MINE, OTHERS, OFFICE = "awa@example.org", "proviseur@example.org", "secretariat@example.org"
pytestmark = pytest.mark.usefixtures("pasts")


def posted(society: Society, email: Email, text: str, address: str = AWA, run_id: int | None = None) -> None:
    """An e-mail that was written in somebody's conversation, with the link by which its reader wants no more."""
    with society.database.write() as session:
        written = select(Conversation.id).join(Address).where(Address.value == address)
        link = unsubscribing_of(society.settings, society.clock).link(session, email.reached[0])
        letter = Letter(f"m{text}", email, text, unsubscribe_line="Assez ?", unsubscribe_link=link)
        mails.post(session, session.exec(written).one(), letter, society.links, Language.FR, run_id)


def mailed(society: Society) -> list[dict[str, Any]]:
    """The e-mails in Awa's copy."""
    return [message for message in table(exported(society, AWA), "messages") if message["channel"] == EMAIL]


def whole(society: Society, address: str) -> str:
    return b"\n".join(exported(society, address).values()).decode()


def test_what_was_mailed_to_them_and_in_their_name_is_in_it(society: Society, pasts: Pasts) -> None:
    posted(society, Email((MINE,), "Le résumé"), "lettre papaye", run_id=pasts[AWA].run_id)
    for one in (OTHERS, OFFICE):
        posted(society, Email((OTHERS, OFFICE), "Absence", reply_to=MINE, only=one), f"lettre pour {one}")
    found = mailed(society)
    assert [(mail["to"], mail["subject"], mail["text"].splitlines()[0]) for mail in found] == [
        ([MINE], "Le résumé", "lettre papaye"),
        ([OTHERS], "Absence", f"lettre pour {OTHERS}"),
        ([OFFICE], "Absence", f"lettre pour {OFFICE}"),
    ]
    assert {(mail["direction"], mail["state"]) for mail in found} == {("sent", "pending")}
    assert "lettre" not in whole(society, BINTOU)


def test_the_link_that_is_its_readers_own_is_not_in_it(society: Society) -> None:
    posted(society, Email((OTHERS,), "Absence"), "voir www.example.org/unsubscribe/liste et répondre")
    (mail,) = mailed(society)
    words, line, link = mail["text"].strip().replace("\n\n", "\n").split("\n")
    assert (words, line) == ("voir www.example.org/unsubscribe/liste et répondre", "Assez ?")
    assert link == f"{society.settings.public_url}/unsubscribe/…"


def test_what_the_team_is_told_about_somebody_is_not_theirs_to_read(society: Society, pasts: Pasts) -> None:
    posted(society, Email(("bugs@example.org",), "Problème", to_team=True), "signalement", run_id=pasts[AWA].run_id)
    assert "signalement" not in whole(society, AWA)
    assert "bugs@example.org" not in whole(society, AWA)


@pytest.mark.parametrize("kind", [human_help.REQUESTED, human_help.DISTRESS])
def test_nor_is_what_whoever_can_help_is_told(society: Society, kind: human_help.Kind) -> None:
    settings = society.settings.model_copy(update={"human_contact": OFFICE, "smtp_url": "smtp://127.0.0.1"})
    with society.database.write() as session:
        key = session.exec(select(Conversation.id).join(Address).where(Address.value == AWA)).one()
        asker = human_help.Asker(key, AWA, "Awa", None, "in1")
        human_help.request(session, settings, society.links, asker, society.clock.now(), kind)
    assert AWA in society.said(OFFICE)[0]
    assert OFFICE not in whole(society, AWA)


def test_no_code_that_was_mailed_is_in_it(society: Society) -> None:
    with society.database.write() as session:
        key = session.exec(select(Conversation.id).join(Address).where(Address.value == AWA)).one()
        code = OtpCode(number=MINE, prefix="", asker=key, digest="d", expires_at=society.clock.now())
        session.add(code)
        session.flush()
        codes.post_mail(session, key, MINE, code.id or 0, "Votre code")
    assert mailed(society) == []
    assert "Votre code" not in whole(society, AWA)


def test_who_has_the_number_next_gets_no_mail_of_the_one_before(society: Society, pasts: Pasts) -> None:
    posted(society, Email((OTHERS,), "Absence"), "lettre banane", address=BINTOU)
    posted(society, Email((OTHERS,), "Absence"), "lettre bissap", address=BINTOU, run_id=pasts[BINTOU].run_id)
    assert "lettre banane" in whole(society, BINTOU)
    society.clock.skip(370 * 86_400)
    society.link(BINTOU, society.user("+2250700000009"))
    assert "lettre" not in whole(society, BINTOU)
