"""The guards one by one: for each refusal a request that nothing else stands against, and what a caller learns."""

import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from bot import app as app_module
from bot.app import Clients, application, make_clients
from bot.config import Settings
from bot.dao.work import workers
from bot.web import guards
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import make_settings
from tests.fakes.valkey import Valkey
from tests.integration.database.test_lanes import write_to
from tests.integration.web.test_other_endpoints import Office
from tests.integration.web.webhook import BASE, PATH, Web, form, sign

STATUS = "/webhooks/twilio/status"
NO_REDIS = "redis://127.0.0.1:9/0"
PRODUCTION = {
    "environment": "production", "secret_key": "k3Jd82hdkWm49skLpQ02mzxn", "public_url": "https://p.ci",
    "twilio_auth_token": "9f8e7d6c5b4a39281706f5e4d3c2b1a0", "openai_api_key": "sk-9f8e7d6c5b4a39281706",
}  # fmt: skip


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    migrate(database)
    made = Web(database, make_settings(environment="production", public_url=BASE, redis_url=NO_REDIS))
    yield made
    made.wake.close()
    database.close()


@pytest.fixture
def open_office(tmp_path: Path) -> Iterator[Callable[..., Office]]:
    """Opens applications with settings of one's own."""
    opened: list[Office] = []

    def office(redis_url: str = NO_REDIS, **overrides: str) -> Office:
        opened.append(Office(tmp_path, redis_url, **overrides))
        return opened[-1]

    yield office
    for each in opened:
        each.wake.close()
        each.database.close()


def test_a_signed_form_in_another_wrapping_is_refused(web: Web) -> None:
    """Twilio never sends multipart; the values, and so the signature, are those of the honest form."""
    headers = {"X-Twilio-Signature": sign(form())}
    answer = web.client().post(PATH, data=form(), headers=headers, content_type="multipart/form-data")
    assert (answer.status_code, web.rows()) == (403, [])


def test_a_request_signed_for_its_body_hash_is_no_form(web: Web) -> None:
    path = f"{PATH}?bodySHA256={'0' * 64}"
    assert web.post(form(), sign(form(), url=BASE + path), path=path).status_code == 403
    assert web.rows() == []


def test_more_fields_than_twilio_has_are_refused(web: Web) -> None:
    assert web.post(form(**{f"Field{number}": "x" for number in range(90)})).status_code == 200
    assert web.post(form(**{f"Field{number}": "x" for number in range(120)})).status_code == 403


def test_a_body_too_long_is_refused_before_its_signature_is_looked_at(web: Web) -> None:
    assert web.post(form(Body="a" * 70_000), "nonsense").status_code == 413


def test_metrics_without_a_token_are_for_developers_only(open_office: Callable[..., Office]) -> None:
    assert open_office().client.get("/metrics").status_code == 200
    assert open_office(**PRODUCTION).client.get("/metrics").status_code == 403
    given = {"Authorization": "Bearer "}
    assert open_office(**PRODUCTION).client.get("/metrics", headers=given).status_code == 403


@pytest.mark.parametrize(
    ("environment", "host", "status"),
    [
        ({}, "127.0.0.1:8000", None),
        ({}, "localhost", None),
        ({}, "[::1]:8000", None),
        ({}, "evil.example", 403),
        ({"public_url": "http://localhost:9000"}, "mine.example", 403),
        (PRODUCTION, "p.ci", 403),
        (PRODUCTION, "localhost", 403),
    ],
)
def test_the_phone_is_for_this_machine_in_development(environment: dict[str, str], host: str, status: int) -> None:
    guard = guards.development_only(make_settings(**environment))
    with Flask("empty").test_request_context("/phone", headers={"Host": host}):
        answer = guard()
    assert (answer.status_code if answer else None) == status


@pytest.mark.parametrize("host", ["[::1", "a b", "\x7f", "evil.example:99999999"])
def test_a_host_that_is_none_opens_nothing(open_office: Callable[..., Office], host: str) -> None:
    answer = open_office().client.get("/phone", headers={"Host": host})
    assert answer.status_code >= 400
    assert answer.data == b""


def test_a_failure_shows_nothing_of_itself(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    with web.database.write() as session:
        session.connection().exec_driver_sql("DROP TABLE inbound_message")
    web.app.testing = False
    answer = web.post(form())
    assert (answer.status_code, answer.data) == (500, b"")
    assert "inbound_message" in caplog.text  # operators see it


@pytest.mark.parametrize("path", ["/nothing", "/healthz/", "/webhooks/twilio/messages", "/%00", "/é"])
def test_what_is_not_there_says_nothing(web: Web, path: str) -> None:
    answer = web.client().get(path)
    assert (answer.status_code, answer.data) == (404, b"")


def test_a_query_that_is_no_text_is_refused_wherever_it_comes(web: Web) -> None:
    signed = {"X-Twilio-Signature": "x", "Content-Type": "application/x-www-form-urlencoded"}
    for place in (PATH, STATUS, *(rule.rule for rule in web.app.url_map.iter_rules())):
        environ = {"QUERY_STRING": "next=\xff", "PATH_INFO": re.sub("<[^>]+>", "1", place)}
        for method in ("GET", "POST"):
            answer = web.client().open(method=method, headers=signed, environ_overrides=environ)
            assert (place, answer.status_code, answer.data) == (place, 400, b"")


@pytest.mark.parametrize("path", [PATH, STATUS])
@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, 403),
        ({"data": b"Body=%ff"}, 403),
        ({"data": b"Body=\xff"}, 403),
        ({"data": b"&".join([b"a=b"] * 121)}, 403),
        ({"data": b""}, 403),
        ({"query_string": "part=%ff"}, 403),
        ({"query_string": "part=1&part=2"}, 403),
        ({"content_type": "text/plain"}, 403),
        ({"headers": {}}, 403),
        ({"data": b"a" * 70_000}, 413),
        *(({"method": method}, 405) for method in ("GET", "HEAD", "OPTIONS", "PUT")),
    ],
)
def test_what_twilio_does_not_send_says_nothing_anywhere(
    web: Web, caplog: pytest.LogCaptureFixture, path: str, changes: dict[str, Any], status: int
) -> None:
    sent = {
        "method": "POST", "data": b"Body=a", "headers": {"X-Twilio-Signature": "x"},
        "content_type": "application/x-www-form-urlencoded",
    }  # fmt: skip
    answer = web.client().open(path, **(sent | changes))
    assert (answer.status_code, answer.data, caplog.text) == (status, b"", "")
    assert answer.headers.get("Allow") == ("POST" if status == 405 else None)


@pytest.mark.parametrize("place", ["/admin/login", "/admin/nothing", "/payments/back", "/unsubscribe/x"])
def test_a_slash_too_many_leads_to_nobody_elses_host(web: Web, place: str) -> None:
    """The redirect comes before any blueprint's guard."""
    answer = web.client().get(f"{place.replace('/', '//')[1:]}?a=1", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{place}?a=1")


def test_a_link_whose_expiry_is_no_time_is_not_ours(open_office: Callable[..., Office]) -> None:
    office = open_office()
    file_token, _, signature = office.file().split("/")[2].split(".")
    for expiry in ("f" * 3600, "-1", "0x1f", "zz", "٣"):
        assert office.client.get(f"/media/{file_token}.{expiry}.{signature}/cours.pdf").status_code == 404


def test_a_file_whose_bytes_are_lost_is_not_there(open_office: Callable[..., Office]) -> None:
    office = open_office()
    link = office.file()
    for path in office.settings.storage_folder.rglob("*"):
        if path.is_file():
            path.unlink()
    assert office.client.get(link).status_code == 404


def test_while_the_store_is_away_a_link_is_not_over(open_office: Callable[..., Office]) -> None:
    office = open_office()
    link = office.file()
    (folder,) = office.settings.storage_folder.iterdir()
    aside = folder.with_name("aside")
    folder.rename(aside)
    folder.write_bytes(b"")  # no folder: what a mount that has gone answers
    assert (answer := office.client.get(link)).status_code == 503
    assert answer.headers["Retry-After"]
    folder.unlink()
    aside.rename(folder)
    assert office.client.get(link).status_code == 200


@pytest.mark.parametrize("kind", ["text/html", "image/svg+xml", "text/markdown; charset=utf-8", "application/pdf"])
def test_every_file_comes_with_what_browsers_must_not_guess(open_office: Callable[..., Office], kind: str) -> None:
    office = open_office()
    headers = office.client.get(office.file(kind, "page.x")).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "private, no-store"
    sandboxed = kind != "application/pdf"
    assert headers["Content-Disposition"].startswith("attachment" if sandboxed else "inline")
    assert ("sandbox" in headers.get("Content-Security-Policy", "")) == sandboxed


def test_a_message_that_waits_for_a_minute_is_a_worry(open_office: Callable[..., Office], valkey: Valkey) -> None:
    office = open_office(valkey.url)
    write_to(office.database)
    with office.database.write() as session:
        workers.register(session, "w", "somewhere")
    for seconds, status in ((0, "ok"), (61, "degraded")):
        office.clock.skip(seconds)
        ready = office.client.get("/readyz")
        assert (ready.status_code, ready.json["status"]) == (200, status)
        assert ready.json["oldest_unprocessed_s"] >= seconds


def test_the_served_application_logs_no_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Clients] = []

    def clients_of(settings: Settings) -> Clients:
        made.append(make_clients(settings))
        return made[-1]

    monkeypatch.setattr(app_module, "make_clients", clients_of)
    handlers, level = logging.root.handlers[:], logging.root.level
    settings = make_settings(
        database_url=f"sqlite:///{tmp_path}/palabre.db",
        redis_url="redis://:password-of-redis@127.0.0.1:9/0",
        twilio_auth_token_previous="token-before-this-one",
        jina_api_key="jina-for-tests",
    )
    try:
        app = application(settings)
        for secret in settings.secret_values():
            app.logger.error("leaked: %s", secret)
    finally:
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
        made[-1].database.close()
    said = capsys.readouterr().err
    assert said.count("leaked: [secret]") == len(settings.secret_values()) >= 6
    assert "jina" not in said
    assert "password" not in said


@pytest.mark.parametrize("path", ["/media/no-token/page.html", "/media/cut"])
def test_neither_must_they_guess_at_the_page_in_place_of_a_file(open_office: Callable[..., Office], path: str) -> None:
    answer = open_office().client.get(path)
    assert (answer.status_code, answer.headers["X-Content-Type-Options"]) == (404, "nosniff")
