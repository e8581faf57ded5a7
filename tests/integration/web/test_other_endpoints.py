"""Media links, health and metrics, and what is not there in production."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import update

from bot.app import create_app
from bot.dao import conversations
from bot.dao.work import workers
from bot.development import create_development_app
from bot.errors import DatabaseAway, StorageError
from bot.models import StoredFile
from bot.services.library.files import Links, links_of
from bot.web.guards import describe
from bot.web.media import MOST_AT_ONCE, PIECE_BYTES, WAIT_S
from tests.fakes.clock import FakeClock
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import make_settings, open_web
from tests.fakes.valkey import Valkey

AWA = "whatsapp:+2250700000001"


class Office:
    """An application with one stored file."""

    def __init__(self, folder: Path, redis_url: str, **overrides: str) -> None:
        self.settings = make_settings(redis_url=redis_url, storage_url=f"file://{folder}/files", **overrides)
        self.clock = FakeClock()
        self.database = open_database(f"sqlite:///{folder}/palabre.db")
        migrate(self.database)
        create = create_app if self.settings.is_production else create_development_app
        web = open_web(self.settings, self.database, self.clock, create)
        self.store, self.wake, self.client = web.store, web.wake, web.app.test_client()

    def file(self, content_type: str = "application/pdf", name: str = "cours.pdf", body: bytes = b"%PDF-1") -> str:
        """Store a file; returns the path of its link."""
        with self.database.write() as session:
            file = StoredFile(
                conversation_id=conversations.ensure(session, AWA).id, name=name, content_type=content_type,
                size=len(body), sha256=self.store.put(body),
            )  # fmt: skip
            session.add(file)
        return links_of(self.settings, self.clock).to(file).removeprefix(self.settings.public_url)


@pytest.fixture
def office(tmp_path: Path, valkey: Valkey) -> Iterator[Office]:
    made = Office(tmp_path, valkey.url)
    yield made
    made.wake.close()
    made.database.close()


def test_a_link_answers_head_and_get_alike(office: Office) -> None:
    link = office.file()
    head, get = office.client.head(link), office.client.get(link)
    assert (head.status_code, get.status_code, get.data) == (200, 200, b"%PDF-1")
    assert head.data == b""
    assert dict(head.headers) == dict(get.headers)
    assert get.headers["Content-Type"] == "application/pdf"
    assert get.headers["Content-Disposition"] == 'inline; filename="cours.pdf"'
    assert get.headers["Content-Length"] == "6"


LONG = bytes(range(256)) * 4_000


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [("bytes=0-99", 0, 99), ("bytes=1000000-", 1_000_000, 1_023_999), ("bytes=-5", 1_023_995, 1_023_999),
     ("bytes=300000-9999999", 300_000, 1_023_999)],
)  # fmt: skip
def test_a_range_is_answered_with_that_range(office: Office, asked: str, first: int, last: int) -> None:
    answer = office.client.get(office.file(body=LONG), headers={"Range": asked})
    assert (answer.status_code, answer.data) == (206, LONG[first : last + 1])
    assert answer.headers["Content-Range"] == f"bytes {first}-{last}/{len(LONG)}"
    assert answer.headers["Content-Length"] == str(last - first + 1)


@pytest.mark.parametrize("asked", ["bytes=0-1,5-6", "lines=1-2", "bytes=x", "bytes=5-1", "bytes=-9999999"])
def test_what_is_no_single_range_gets_the_whole(office: Office, asked: str) -> None:
    answer = office.client.get(office.file(body=LONG), headers={"Range": asked})
    assert (answer.status_code, answer.data) == (200, LONG)


def test_a_range_behind_the_end_is_told_where_the_end_is(office: Office) -> None:
    answer = office.client.get(office.file(body=LONG), headers={"Range": f"bytes={len(LONG)}-"})
    assert (answer.status_code, answer.headers["Content-Range"]) == (416, f"bytes */{len(LONG)}")


def test_a_download_that_was_cut_goes_on(office: Office) -> None:
    """Android's downloads begin from the start without an ETag, or give up; they and browsers name it with the rest."""
    link = office.file(body=LONG)
    begun, again = office.client.get(link), office.client.head(office.file(body=LONG))
    tag = begun.headers["ETag"]
    assert (tag, again.headers["ETag"]) == (f'"{begun.get_etag()[0]}"', tag), "another link, the same file"
    rest = {"Range": "bytes=1000-", "Accept-Encoding": "identity"}
    for named in ({"If-Range": tag}, {"If-Match": tag}, {"If-Match": "*"}):
        answer = office.client.get(link, headers=rest | named)
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (206, LONG[1000:], tag)


@pytest.mark.parametrize(
    ("asked", "status"),
    [({"If-Range": '"other"', "Range": "bytes=5-"}, 200), ({"If-Range": 'W/"other"', "Range": "bytes=5-"}, 200),
     ({"If-Range": "Wed, 21 Oct 2026 07:28:00 GMT", "Range": "bytes=5-"}, 200), ({"If-Range": '"other"'}, 200),
     ({"If-Match": '"other"', "Range": "bytes=5-"}, 412), ({"If-None-Match": '"other"'}, 200)],
)  # fmt: skip
def test_the_rest_of_something_else_is_not_mixed_with_it(office: Office, asked: dict[str, str], status: int) -> None:
    answer = office.client.get(office.file(body=LONG), headers=asked)
    assert (answer.status_code, answer.data) == (status, LONG if status == 200 else b"")


def test_who_has_the_file_is_sent_nothing(office: Office) -> None:
    link = office.file(body=LONG)
    tag = office.client.head(link).headers["ETag"]
    for named in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = office.client.get(link, headers={"If-None-Match": named})
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)


def test_a_file_is_read_piece_by_piece(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    part = office.store.part

    def watched(digest: str, start: int, end: int) -> bytes:
        asked.append(end - start)
        return part(digest, start, end)

    monkeypatch.setattr(office.store, "part", watched)
    assert office.client.get(office.file(body=LONG)).data == LONG
    assert max(asked) <= PIECE_BYTES
    assert sum(asked) == len(LONG)


@pytest.mark.parametrize("body", [b"%PDF-1", LONG], ids=["one piece", "several"])
def test_a_damaged_file_is_never_whole(office: Office, body: bytes) -> None:
    link = office.file(body=body)
    (path,) = [path for path in office.settings.storage_folder.rglob("*") if path.is_file()]
    path.write_bytes(b"?" * len(body))
    answer = office.client.get(link)
    try:
        assert (answer.status_code, "/fichiers" in answer.text) == (404, True)
    except StorageError:  # the connection breaks off
        assert answer.status_code == 200


@pytest.mark.parametrize("what", ["store", "database"])
def test_what_is_away_is_no_file_that_is_gone(office: Office, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    link = office.file()

    def away(*_asked: object) -> bytes:
        raise StorageError("cannot read a file") if what == "store" else DatabaseAway("for a second")

    with monkeypatch.context() as patched:
        patched.setattr(getattr(office, what), "part" if what == "store" else "read", away)
        answer = office.client.get(link)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Rouvrez ce lien" in answer.text
    assert "Open this link again" in answer.text
    assert office.client.get(link).status_code == 200
    for path in office.settings.storage_folder.rglob("*"):
        if path.is_file():
            path.unlink()
    assert office.client.get(link).status_code == 404


def test_downloads_leave_room_for_webhooks(office: Office) -> None:
    link = office.file(body=LONG)
    slow = [office.client.get(link, buffered=False) for _ in range(MOST_AT_ONCE)]
    refused = office.client.get(link)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    begun = monotonic()
    assert {office.client.get(link).status_code for _ in range(20)} == {503}
    assert monotonic() - begun < 5 * WAIT_S, "who comes behind somebody who waited in vain keeps no thread"
    slow[0].close()
    assert office.client.get(link).data == LONG
    for answer in slow[1:]:
        answer.close()
    assert [office.client.get("/media/x/y").status_code for _ in range(2 * MOST_AT_ONCE)] == [404] * 2 * MOST_AT_ONCE
    assert office.client.get(link).data == LONG


def test_an_empty_file_is_empty(office: Office) -> None:
    assert office.client.get(office.file(body=b"")).data == b""


def test_what_a_browser_might_run_comes_sandboxed_as_attachment(office: Office) -> None:
    answer = office.client.get(office.file("text/html; charset=utf-8", "page.html", b"<script>1</script>"))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_link_ends_after_a_day(office: Office) -> None:
    link = office.file()
    office.clock.skip(86_300)
    assert office.client.get(link).status_code == 200
    office.clock.skip(200)
    assert office.client.get(link).status_code == 404
    assert office.client.head(link).status_code == 404  # what Twilio asks


def test_behind_a_link_that_is_over_stands_what_to_do_in_french_and_english(office: Office) -> None:
    link = office.file()
    office.clock.skip(86_500)
    answer = office.client.get(link)
    assert answer.content_type == "text/html; charset=utf-8"
    page = answer.get_data(as_text=True)
    for words in ("Ce lien ne s’ouvre plus", "24 heures", "/fichiers", "This link no longer opens", "/files"):
        assert words in page
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert len(answer.data) < 2_000
    for other in ("x.1.y/cours.pdf", "", link.split("/")[2], f"{link.split('/')[2]}/", "x/y/z.pdf"):
        wrong = office.client.get(f"/media/{other}")  # nothing tells it from a wrong one, or one that was cut
        assert (wrong.status_code, wrong.data) == (404, answer.data)


def test_raising_the_version_revokes_every_link(office: Office) -> None:
    link = office.file()
    with office.database.write() as session:
        session.execute(update(StoredFile).values(link_version=2))
    assert office.client.get(link).status_code == 404


def test_every_change_to_a_link_breaks_it(office: Office) -> None:
    link = office.file()
    other = office.file(name="autre.pdf", body=b"%PDF-2")
    token, name = link.split("/")[2:]
    file_token, expiry, signature = token.split(".")
    broken = [
        f"/media/{token}/autre.pdf",
        f"/media/{file_token}.{int(expiry, 16) + 9999:x}.{signature}/{name}",
        f"/media/{other.split('/')[2].split('.')[0]}.{expiry}.{signature}/{name}",
        f"/media/{file_token}.{expiry}.{signature.swapcase()}/{name}",
        f"/media/{file_token}.{expiry}./{name}",
        f"/media/{file_token}/{name}",
        "/media/../../etc/passwd",
        f"/media/{'é' * 8}.1.x/{name}",
    ]
    assert [office.client.get(path).status_code for path in broken] == [404] * len(broken)


def test_health_and_readiness(office: Office, valkey: Valkey) -> None:
    assert office.client.get("/healthz").json == {"status": "ok"}
    ready = office.client.get("/readyz")
    assert (ready.status_code, ready.json["database"], ready.json["redis"]) == (200, True, True)
    assert (ready.json["status"], ready.json["workers"]) == ("degraded", 0)
    with office.database.write() as session:
        workers.register(session, "w", "somewhere")
    ready = office.client.get("/readyz")
    assert (ready.json["status"], ready.json["workers"]) == ("ok", 1)
    with office.database.write() as session:  # its heart beats, but nothing can be written
        session.connection().exec_driver_sql("UPDATE worker SET heartbeat = heartbeat - 60")
    assert office.client.get("/readyz").json["status"] == "degraded"
    with office.database.write() as session:
        workers.beat(session, "w")
    valkey.kill()
    assert office.client.get("/readyz").json["status"] == "degraded"


def test_not_ready_without_the_database(tmp_path: Path, valkey: Valkey) -> None:
    office = Office(tmp_path, valkey.url)
    with office.database.write() as session:
        session.connection().exec_driver_sql("DROP TABLE inbound_message")
    assert office.client.get("/readyz").status_code == 503
    office.wake.close()
    office.database.close()


def test_not_ready_on_tables_of_an_older_release(office: Office) -> None:
    with office.database.write() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    ready = office.client.get("/readyz")
    assert (ready.status_code, ready.json["database"]) == (503, True)
    assert "migrate" in ready.json["schema"]
    with office.database.write() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert office.client.get("/readyz").status_code == 200, "a newer release has added to them"


def test_metrics_need_their_token(tmp_path: Path, valkey: Valkey) -> None:
    office = Office(tmp_path, valkey.url, metrics_token="a-long-metrics-token")
    assert office.client.get("/metrics").status_code == 403
    assert office.client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
    answer = office.client.get("/metrics", headers={"Authorization": "Bearer a-long-metrics-token"})
    assert b"palabre_inbound_total" in answer.data
    office.wake.close()
    office.database.close()


def test_every_blueprint_stands_behind_an_explicit_guard(office: Office) -> None:
    app = office.client.application
    assert set(app.blueprints) == set(describe(app))
    unguarded = {rule.endpoint for rule in app.url_map.iter_rules() if "." not in rule.endpoint}
    assert unguarded == set()


@pytest.mark.parametrize("path", ["/nothing", "/unsubscribe", "/unsubscribe/", "/pay", "/favicon.ico"])
def test_a_browser_reads_why_there_is_nothing_and_a_program_the_status_alone(office: Office, path: str) -> None:
    """Links are cut when they are copied, and people look who is behind a name."""
    person = office.client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert person.status_code == 404
    assert "Il n’y a rien ici" in person.text
    assert "There is nothing here" in person.text
    assert "default-src 'none'" in person.headers["Content-Security-Policy"]
    assert office.client.get(path, headers={"Accept": "*/*"}).data == b""


def test_a_browser_reads_that_we_have_failed_and_nothing_else(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_arguments: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(Links, "find", fails)
    link = office.file()
    answer = office.client.get(link, headers={"Accept": "text/html"})
    assert answer.status_code == 500
    assert "Cela n’a pas marché" in answer.text
    assert "secret" not in answer.text


def test_production_has_no_phone(tmp_path: Path, valkey: Valkey) -> None:
    office = Office(
        tmp_path, valkey.url, environment="production", secret_key="k3Jd82hdkWm49skLpQ02mzxn", public_url="https://p.ci",
        twilio_auth_token="9f8e7d6c5b4a39281706f5e4d3c2b1a0", openai_api_key="sk-9f8e7d6c5b4a39281706",
    )  # fmt: skip
    assert office.client.get("/phone").status_code == 404
    assert office.client.get("/nothing").data == b""
    office.wake.close()
    office.database.close()


def test_the_phone_refuses_a_host_that_is_not_ours(office: Office) -> None:
    assert office.client.get("/phone", headers={"Host": "evil.example"}).status_code == 403


def test_nobody_between_us_and_the_reader_keeps_a_file(office: Office) -> None:
    assert office.client.get(office.file()).headers["Cache-Control"] == "private, no-store"
