"""The commands about one's account: what they say to whom."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from bot.channels.emails import Email
from bot.conversation.commands import account, files, human
from bot.conversation.outcomes import Acted, Done
from bot.conversation.talk import Talk
from bot.dao.database import Database
from bot.models import Address, Alert, OutboundPart, User
from bot.text.french import with_plain_spaces
from bot.types import EMAIL
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society

Pasts = dict[str, Past]


def run(society: Society, act: Callable[[Talk], None], address: str, body: str = "/commande") -> str:
    """What a command says."""
    with society.database.write() as session:
        talk = society.talk(session, address, body)
        act(talk)
        prefix = f"in{talk.messages[0].id}:"
        found = session.exec(select(OutboundPart).where(OutboundPart.address == address)).all()
        return "\n".join(with_plain_spaces(part.body) for part in found if re.fullmatch(rf"{prefix}\d+:\d+", part.key))


def listed(society: Society, address: str) -> str:
    """What /fichiers says."""
    act = files.prepare(society.request(society.who(address)))
    return run(society, lambda talk: assert_done(act(talk)), address)


def assert_done(acted: Acted) -> None:
    assert acted == Done()


def test_the_account_of_a_pupil(society: Society, pasts: Pasts) -> None:
    said = run(society, account.tell, AWA)
    assert said.startswith(
        "*Votre compte*\nProfil : élève ou étudiant, collège\nSolde : 18 crédits\nConnexion valable jusqu’au "
    )
    assert "Adresses : WhatsApp …0001, SMS …0001\nE-mail : " in said
    assert "\nLangue : français" in said
    assert "+225" not in said


def test_the_account_in_english_of_somebody_who_has_not_chosen(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        user = session.get_one(User, 2)
        user.mode, user.language, user.credits = None, "en", 1
    said = run(society, account.tell, BINTOU)
    assert "Profile: choose one with /mode\nBalance: 1 credit\nSigned in until " in said
    assert "Address: WhatsApp …0002\nE-mail: none; to add one: /email\nLanguage: English" in said


@pytest.mark.parametrize(
    ("used", "words"),
    [(3, "Il vous reste 7 messages d’essai"), (9, "Il vous reste 1 message d’essai"), (12, "sont épuisés")],
)
def test_a_guest_hears_what_is_left_of_the_day(society: Society, pasts: Pasts, used: int, words: str) -> None:
    with society.database.write() as session:
        row = session.exec(select(Address).where(Address.value == GUEST)).one()
        row.guest_day = society.clock.now().astimezone().date().isoformat()
        row.guest_messages = used
    said = run(society, account.tell, GUEST)
    assert words in said
    assert "/connexion" in said


def test_a_new_day_brings_a_guest_all_messages_back(society: Society, pasts: Pasts) -> None:
    with society.database.write() as session:
        row = session.exec(select(Address).where(Address.value == GUEST)).one()
        row.guest_day, row.guest_messages = "2020-01-01", 10
    assert "Il vous reste 10 messages" in run(society, account.tell, GUEST)


def test_whoever_is_signed_out_sees_nothing_of_the_account(society: Society, pasts: Pasts) -> None:
    society.sign_out(AWA)
    said = run(society, account.tell, AWA)
    assert said.startswith("Aucun compte n’est connecté")
    assert "crédit" not in said
    assert "Cours" not in listed(society, AWA)


def test_files_of_every_conversation_come_with_links_that_open(society: Society, pasts: Pasts) -> None:
    said = listed(society, AWA_SMS)
    assert [re.sub(r" \(.*", "", line) for line in said.splitlines()[1:3]] == [
        "1. Cours avocat", "2. Cours ananas"
    ]  # fmt: skip
    links = re.findall(r"\S+/media/\S+", said)
    with society.database.read() as session:
        found = [society.links.find(session, link.split("/")[4]) for link in links]
    assert [file.title for file in found if file] == ["Cours avocat", "Cours ananas"]


def test_the_ten_newest_files_are_shown_and_long_titles_cut(society: Society, pasts: Pasts) -> None:
    for number in range(12):
        society.past(BINTOU, f"{number:02} " + "x" * 80)
    lines = [line for line in listed(society, BINTOU).splitlines() if "/media/" in line]
    assert len(lines) == 10
    assert lines[0].startswith("1. Cours 11 xxx")
    assert "x… (" in lines[0]


def test_a_link_that_is_said_late_is_made_fresh_for_whose_file_it_is_alone(
    society: Society, pasts: dict[str, Past]
) -> None:
    """Whoever has the phone next may have an old link of the one before said again."""
    society.clock.skip(60)

    def is_fresh(address: str, whose: int | None) -> bool:
        past = pasts[address]
        with society.database.read() as session:
            said = society.links.renewed(session, past.link, conversation_id=past.conversation_id, user_id=whose)
        return said != past.link

    assert [is_fresh(AWA, whose) for whose in (1, 2, None)] == [True, False, False]
    assert [is_fresh(GUEST, whose) for whose in (None, 1)] == [True, True]


def test_a_guest_sees_the_files_of_this_conversation_only(society: Society, pasts: Pasts) -> None:
    said = listed(society, GUEST)
    assert "Cours goyave" in said
    assert said.count("/media/") == 1


def test_what_was_listed_for_one_is_not_told_to_the_next(society: Society, pasts: Pasts) -> None:
    """Between the two halves somebody else signed in at the address."""
    act = files.prepare(society.request(society.who(AWA)))
    society.link(AWA, 2)
    said = run(society, lambda talk: assert_done(act(talk)), AWA)
    assert "ananas" not in said
    assert "banane" in said


def test_without_files_there_is_one_friendly_sentence(society: Society) -> None:
    society.user(AWA)
    assert "Demandez-moi" in listed(society, AWA)
    assert "/connexion" in listed(society, GUEST)


class Helpers:
    """A society whose human contact is as the test says."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.database, self.folder = database, folder

    def with_contact(self, contact: str, **settings: str) -> Society:
        return Society(self.database, self.folder, human_contact=contact, **settings)


@pytest.fixture
def helpers(database: Database, tmp_path: Path) -> Helpers:
    return Helpers(database, tmp_path)


def sent_to_others(society: Society) -> list[tuple[str, str, str]]:
    with society.database.read() as session:
        mine = [address.value for address in session.exec(select(Address))]
        found = session.exec(select(OutboundPart)).all()
        return [(part.channel, part.address, part.body) for part in found if part.address not in mine]


def alerts(society: Society) -> list[str]:
    with society.database.read() as session:
        return [alert.kind for alert in session.exec(select(Alert))]


@pytest.mark.parametrize("contact", ["+225 07 00 00 00 99", "whatsapp:+2250700000099", "+225 (07) 00-00-00-99"])
def test_a_contact_by_phone_gets_a_message_with_the_full_address(helpers: Helpers, contact: str) -> None:
    society = helpers.with_contact(contact)
    society.user(AWA)
    said = run(society, human.tell, AWA)
    assert contact in said
    ((channel, address, body),) = sent_to_others(society)
    assert (channel, address) == ("sms", "+2250700000099")
    assert AWA in body
    assert "Répondez-lui directement" in body.replace("Repondez", "Répondez")
    assert alerts(society) == ["human_requested"]


def test_a_contact_who_wrote_today_is_reached_on_whatsapp(helpers: Helpers) -> None:
    helper = "whatsapp:+2250700000099"
    society = helpers.with_contact(helper)
    with society.database.write() as session:
        society.talk(session, helper).address.last_inbound_at = society.clock.now() - timedelta(hours=23)
    run(society, human.tell, GUEST)
    assert any(GUEST in said for said in society.said(helper))


def test_a_contact_by_email_gets_one_when_there_is_a_mail_server(helpers: Helpers) -> None:
    society = helpers.with_contact("aide@example.org", smtp_url="smtp://127.0.0.1", mail_from="bot@example.org")
    society.user(AWA)
    run(society, human.tell, AWA)
    ((channel, address, body),) = sent_to_others(society)
    assert (channel, address) == (EMAIL, "aide@example.org")
    assert AWA in body
    assert "Son numéro : +2250700000001" in body
    with society.database.read() as session:
        (part,) = session.exec(select(OutboundPart).where(OutboundPart.channel == EMAIL)).all()
    assert Email.read(part.email or {}).subject == "Palabre : quelqu’un demande une personne"
    assert Email.read(part.email or {}).recipients == ("aide@example.org",)


@pytest.mark.parametrize("contact", ["aide@example.org", "Bureau 12, lycée moderne", "+225"])
def test_operators_are_told_when_nobody_else_can_be(helpers: Helpers, contact: str) -> None:
    society = helpers.with_contact(contact)
    said = run(society, human.tell, GUEST)
    assert contact in said
    assert "Je ne peux pas transmettre" in said
    assert sent_to_others(society) == []
    assert alerts(society) == ["human_requested"]


def test_asking_again_within_ten_minutes_tells_nobody_twice(helpers: Helpers) -> None:
    society = helpers.with_contact("+2250700000099")
    assert "J’envoie votre demande" in run(society, human.tell, GUEST)
    society.clock.skip(590)
    assert "J’envoie votre demande" in run(society, human.tell, GUEST), "it has not left yet"
    assert "J’envoie votre demande" in run(society, human.tell, AWA), "somebody else's request is another"
    assert (len(sent_to_others(society)), len(alerts(society))) == (2, 2)
    society.clock.skip(20)
    run(society, human.tell, GUEST)
    assert (len(sent_to_others(society)), len(alerts(society))) == (3, 3)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("pending", "J’envoie votre demande"),
        ("dispatching", "J’envoie votre demande"),
        ("sent", "déjà transmise"),
        ("delivered", "déjà transmise"),
        ("failed", "Je ne peux pas transmettre"),
        ("undelivered", "Je ne peux pas transmettre"),
        ("unknown", "Je ne peux pas transmettre"),
    ],
)
def test_what_is_said_of_a_request_is_what_became_of_it(helpers: Helpers, state: str, words: str) -> None:
    society = helpers.with_contact("+2250700000099")
    run(society, human.tell, GUEST)
    with society.database.write() as session:
        part = session.exec(select(OutboundPart).where(OutboundPart.address == "+2250700000099")).one()
        part.state = state
    assert words in run(society, human.tell, GUEST)


def test_nothing_is_called_sent_when_the_contact_wants_no_messages(helpers: Helpers) -> None:
    society = helpers.with_contact("+2250700000099")
    with society.database.write() as session:
        society.talk(session, "+2250700000099").address.opted_out_at = society.clock.now()
    assert "Je ne peux pas transmettre" in run(society, human.tell, GUEST)


def test_the_alert_tells_no_address(helpers: Helpers) -> None:
    society = helpers.with_contact("+2250700000099")
    run(society, human.tell, AWA_SMS)
    with society.database.read() as session:
        (alert,) = session.exec(select(Alert)).all()
    assert "0001" not in alert.detail


def test_a_profile_name_is_no_message_of_its_own(helpers: Helpers) -> None:
    society = helpers.with_contact("+2250700000099")
    with society.database.write() as session:
        row = society.talk(session, AWA).address
        row.profile_name = "Awa\n\n**URGENT** https://evil.example/x?y=1 " + "z" * 200
    run(society, human.tell, AWA)
    ((_, _, body),) = sent_to_others(society)
    first = body.splitlines()[0]
    assert first.startswith("Palabre : Awa URGENT https evil.example x y 1 zzz")
    assert len(first) < 130
