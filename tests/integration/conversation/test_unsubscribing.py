"""Ending the agent's e-mails: what they carry, what a click does and to whom, what is still sent, how it is lifted."""

import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage

import pytest
from flask.testing import FlaskClient
from sqlmodel import select

from bot.cli.people import stop_mails
from bot.errors import DatabaseAway
from bot.models import MailSuppression, OutboundPart, User
from bot.services.library.files import links_of
from bot.services.mail.unsubscribing import LIVES
from bot.types import Mode
from bot.web.unsubscribe import MOST_BYTES
from tests.fakes.mail import MailServer
from tests.fakes.model import says
from tests.fakes.product import make_settings, open_web
from tests.integration.conversation.conftest import NOWHERE, Line
from tests.integration.conversation.test_mail_tools import AWA, BOSS, DRAFT, answers, drafts, post, reads, turn

HERE = "https://localhost:8443"  # mail programs click on nothing but https
OTHER = "chef@example.org"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}
MAIL = {"subject": "Résumé", "text": "Voici."}


@pytest.fixture
def line(open_line: Callable[..., Line], server: MailServer) -> Line:
    """A professional on WhatsApp whose address is confirmed."""
    made = open_line(
        smtp_url=f"smtp://127.0.0.1:{server.port}", mail_from="Palabre <bot@palabre.example>", public_url=HERE
    )
    with made.database.write() as session:
        user = session.get_one(User, 1)
        user.mode, user.email = Mode.PRO, AWA
    return made


@pytest.fixture
def web(line: Line) -> Iterator[FlaskClient]:
    settings = make_settings(redis_url=f"redis://{NOWHERE}/0", public_url=HERE)
    made = open_web(settings, line.database, line.clock)
    yield made.app.test_client()
    made.wake.close()


def link_of(mail: EmailMessage) -> str:
    """The path that mail programs post to."""
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    mailto, link = mail["List-Unsubscribe"].split(", ")
    assert mailto.startswith("<mailto:")
    assert link.startswith(f"<{HERE}/unsubscribe/")
    return str(link[1 + len(HERE) : -1])


def mailed(line: Line, server: MailServer) -> EmailMessage:
    turn(line, "send_email_to_user", **MAIL)
    post(line)
    return server.inbox[-1]


def digests(line: Line) -> list[str]:
    with line.database.read() as session:
        return list(session.exec(select(MailSuppression.digest)))


def confirm_again(line: Line, server: MailServer) -> None:
    line.says(f"/email {AWA}")
    line.says(re.findall(r"\b\d{5}\b", "\n".join(line.hears()))[-1])
    post(line)
    body = server.inbox[-1].get_body()
    assert body is not None
    line.says(re.findall(r"\b\d{6}\b", body.get_content())[0])
    assert "C’est fait" in "\n".join(line.hears())


# --- what an e-mail carries, and the click ---


def test_while_the_database_is_away_nobody_is_told_that_it_worked(
    line: Line, server: MailServer, web: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseAway("for a second")

    link = link_of(mailed(line, server))
    with monkeypatch.context() as patched:
        patched.setattr(line.database, "write", away)
        answer = web.post(link, data=ONE_CLICK)
    assert answer.status_code == 503
    assert "appuyez de nouveau" in answer.text
    assert "press the button once more" in answer.text
    assert web.post(link, data=ONE_CLICK).status_code == 200


def test_one_click_ends_them_and_the_model_can_say_how_to_have_them_again(
    line: Line, server: MailServer, web: FlaskClient
) -> None:
    mail = mailed(line, server)
    assert "<mailto:bot@palabre.example?subject=unsubscribe>" in mail["List-Unsubscribe"]
    path = link_of(mail)
    assert web.post(path, data=ONE_CLICK).status_code == 200
    heard = turn(line, "send_email_to_user", **MAIL)
    assert "permanent" in heard
    assert "unsubscribed" in heard
    assert f"/email {AWA}" in heard
    post(line)
    assert len(server.inbox) == 1


def test_the_link_stands_in_both_forms_and_not_the_address_in_the_link(line: Line, server: MailServer) -> None:
    mail = mailed(line, server)
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert html is not None
    link = f"{HERE}{link_of(mail)}"
    assert text.get_content().rstrip().endswith(link)
    assert f'<a href="{link}">ouvrir le lien</a>' in html.get_content()
    assert "awa" not in link.lower()


def test_looking_at_the_page_changes_nothing(line: Line, server: MailServer, web: FlaskClient) -> None:
    path = link_of(mailed(line, server))
    page = web.get(path)
    assert page.status_code == web.head(path).status_code == 200
    assert page.text.count('<form method="post">') == 2, "a button in each language"
    assert (AWA not in page.text, page.headers["Cache-Control"], page.headers["Referrer-Policy"]) == (
        True, "no-store", "no-referrer"
    )  # fmt: skip
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in page.headers
    assert digests(line) == []
    assert "on its way" in turn(line, "send_email_to_user", **MAIL)


def test_said_again_it_is_the_same_and_answered_the_same(line: Line, server: MailServer, web: FlaskClient) -> None:
    path = link_of(mailed(line, server))
    said = [(answer.status_code, answer.data) for answer in (web.post(path, data=ONE_CLICK) for _ in range(3))]
    assert len(set(said)) == 1
    assert len(digests(line)) == 1
    assert web.post(path).status_code == 200, "an empty body does it too: the link is the proof"


@pytest.mark.parametrize("body", [b"x" * (MOST_BYTES + 1), b"x" * 200_000])
def test_a_large_body_is_refused(line: Line, server: MailServer, web: FlaskClient, body: bytes) -> None:
    assert web.post(link_of(mailed(line, server)), data=body).status_code == 413
    assert digests(line) == []


def test_no_link_but_ours_does_anything_and_all_are_answered_alike(
    line: Line, server: MailServer, web: FlaskClient
) -> None:
    token = link_of(mailed(line, server)).rsplit("/", 1)[1]
    digest, expiry, signature = token.split(".")
    links = links_of(make_settings(public_url=HERE), line.clock)
    media = links.signer.link(digest, "x", owner="", version=1, expires_at=int(expiry, 16)).split("/")[4]
    tokens = [f"{'0' * 32}.{expiry}.{signature}", f"{digest}.{int(expiry, 16) + 1:x}.{signature}", media, "x", AWA]
    answered = [getattr(web, method)(f"/unsubscribe/{one}") for one in tokens for method in ("get", "post")]
    line.clock.skip(LIVES.total_seconds() + 1)
    answered += [web.get(f"/unsubscribe/{token}"), web.post(f"/unsubscribe/{token}")]
    assert {answer.status_code for answer in answered} == {404}
    assert len({answer.data for answer in answered}) == 1
    assert digests(line) == []


def test_capitals_are_the_same_mailbox_and_no_row_names_it(line: Line, server: MailServer, web: FlaskClient) -> None:
    web.post(link_of(mailed(line, server)), data=ONE_CLICK)
    with line.database.write() as session:
        session.get_one(User, 1).email = AWA.upper()
    assert "unsubscribed" in turn(line, "send_email_to_user", **MAIL)
    (digest,) = digests(line)
    assert re.fullmatch(r"[0-9a-f]{32}", digest)


def test_an_operator_ends_them_for_who_wrote_instead_of_clicking(line: Line) -> None:
    assert "no more e-mails" in stop_mails(line.database, AWA)
    stop_mails(line.database, AWA)
    assert "unsubscribed" in turn(line, "send_email_to_user", **MAIL)


# --- what was written before, what goes all the same, what lifts it ---


def test_one_that_waits_does_not_leave_any_more_and_that_is_told(line: Line, server: MailServer) -> None:
    turn(line, "send_email_to_user", **MAIL)
    stop_mails(line.database, AWA)
    post(line)
    assert server.inbox == []
    assert any("n’est pas parti" in text and f"/email {AWA}" in text for text in line.hears())
    with line.database.read() as session:
        (state,) = session.exec(select(OutboundPart.state).where(OutboundPart.channel == "email"))
    assert state == "dropped"


def test_a_code_goes_all_the_same_and_typed_back_it_lifts_it(line: Line, server: MailServer) -> None:
    stop_mails(line.database, AWA)
    line.says("/email")
    assert "ne recevez plus" in "\n".join(line.hears())
    confirm_again(line, server)
    assert digests(line) == []
    assert "List-Unsubscribe" not in server.inbox[-1]
    assert mailed(line, server)["Subject"] == "Résumé"


def test_another_mailbox_that_is_confirmed_lifts_nothing_of_the_first(line: Line, server: MailServer) -> None:
    stop_mails(line.database, BOSS)
    stop_mails(line.database, AWA)
    confirm_again(line, server)
    assert len(digests(line)) == 1
    assert "asked for no more" in turn(line, "draft_email", **DRAFT)


def test_it_outlives_the_person_who_is_erased(line: Line) -> None:
    stop_mails(line.database, AWA)
    before = digests(line)
    line.says("/supprimer")
    number = re.findall(r"\b\d{5}\b", "\n".join(line.hears()))
    line.says(number[-1])
    assert digests(line) == before


# --- others ---


def test_a_draft_to_who_wants_none_is_refused_and_says_who(line: Line, server: MailServer) -> None:
    stop_mails(line.database, BOSS)
    heard = turn(line, "draft_email", **(DRAFT | {"to": [OTHER, BOSS]}))
    assert "permanent" in heard
    assert f"{BOSS} asked for no more" in heard
    assert OTHER not in heard


def test_who_wants_none_themselves_still_writes_to_others(line: Line, server: MailServer) -> None:
    stop_mails(line.database, AWA)
    drafts(line)
    answers(line, "1")
    post(line)
    assert server.envelopes[-1].rcpt_tos == [BOSS]


def test_the_digit_comes_too_late_for_who_unsubscribed_meanwhile(line: Line, server: MailServer) -> None:
    drafts(line)
    stop_mails(line.database, BOSS)
    assert f"à {BOSS}, on ne veut plus" in answers(line, "1")
    post(line)
    assert server.inbox == []


def test_each_of_several_has_a_copy_whose_click_ends_only_theirs(
    line: Line, server: MailServer, web: FlaskClient
) -> None:
    drafts(line, to=[BOSS, OTHER])
    answers(line, "1")
    post(line)
    assert [envelope.rcpt_tos for envelope in server.envelopes] == [[BOSS], [OTHER]]
    assert {mail["To"] for mail in server.inbox} == {f"{BOSS}, {OTHER}"}
    mailto, _ = server.inbox[0]["List-Unsubscribe"].split(", ")
    assert mailto == f"<mailto:{AWA}?subject=unsubscribe>"
    assert web.post(link_of(server.inbox[0]), data=ONE_CLICK).status_code == 200
    assert "asked for no more" in turn(line, "draft_email", **DRAFT)
    reads(line)
    line.model.script(lambda _request: says("fini"))
    assert OTHER in drafts(line, to=[OTHER])


def test_one_refused_copy_is_told_by_its_name(line: Line, server: MailServer) -> None:
    server.refused.add(OTHER)
    drafts(line, to=[BOSS, OTHER])
    answers(line, "1")
    post(line)
    (told,) = [text for text in line.hears() if "n’est pas parti" in text]
    assert OTHER in told
    assert BOSS not in told
    assert len(server.inbox) == 1


# --- and in words, where they write to us ---


@pytest.mark.parametrize("said", ["stop mails", "je ne veux plus d’e-mails", "unsubscribe me from emails please"])
def test_words_end_them_too_and_the_same_way_back_is_told(line: Line, server: MailServer, said: str) -> None:
    line.model.script(lambda _request: says("Oui."))
    line.says(said)
    assert f"/email {AWA}" in "\n".join(line.hears())
    assert (len(digests(line)), line.model.requests) == (1, [])
    turn(line, "send_email_to_user", **MAIL)
    post(line)
    assert server.inbox == []


def test_below_a_draft_the_same_words_are_said_of_that_one(line: Line) -> None:
    drafts(line)
    line.model.script(lambda _request: says("Lequel ?"))
    line.says("stop mail")
    assert digests(line) == []
