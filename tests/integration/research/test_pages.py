"""Fetching pages from real servers that misbehave."""

import contextlib
import datetime
import gzip
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from bot.clients.hop import Lifeline
from bot.clients.pages import Page, fetch
from bot.errors import AddressRefused, PermanentError, ProviderError, ProviderTimeout, TransientError
from tests.integration.research.conftest import Site, respond

NAME = "site.example.org"


def get(site: Site, path: str, **options: object) -> Page:
    return fetch(site.url(path), allow_hosts=[site.authority], **options)


def test_a_page_arrives_with_its_real_address_and_type(site: Site) -> None:
    site.page("/a", "<p>é</p>")
    site.redirect("/old", "/a#part")
    page = get(site, "/old")
    assert page == Page(site.url("/old"), site.url("/a"), 200, "text/html; charset=utf-8", "<p>é</p>".encode())


def test_loopback_is_refused_without_the_exemption(site: Site) -> None:
    site.page("/a", "secret")
    with pytest.raises(AddressRefused):
        fetch(site.url("/a"))
    with pytest.raises(AddressRefused):
        fetch(f"http://{NAME}/a", resolver=lambda _host, _port: ["127.0.0.1"])
    assert site.asked == []


@pytest.mark.parametrize(
    "target",
    [
        *("http://localhost/", "http://10.0.0.1/", "http://169.254.169.254/latest/", "http://[::1]/", "//2130706433/"),
        *("file:///etc/passwd", "ftp://example.org/", "http://private.example.org/", "http://user@example.org/"),
        *("http://①②⑦.0.0.1/", "http://example.org:6379/", "\\\\127.0.0.1\\"),
    ],
)
def test_a_redirect_is_judged_like_an_address(site: Site, target: str) -> None:
    site.redirect("/go", target.encode().decode("latin-1"))
    answers = {"private.example.org": ["10.0.0.1"], "127.0.0.1": ["127.0.0.1"]}
    with pytest.raises(AddressRefused):
        get(site, "/go", resolver=lambda host, _port: answers.get(host, ["127.0.0.1"]))
    assert [path for path, _headers in site.asked] == ["/go"]


def test_a_redirect_to_another_port_of_an_exempt_host_is_refused(site: Site) -> None:
    site.redirect("/go", f"http://127.0.0.1:{site.port + 1}/")
    with pytest.raises(AddressRefused):
        get(site, "/go")


def test_a_redirect_may_be_written_in_the_letters_of_an_old_server(site: Site) -> None:
    site.page("/caf%C3%A9", "new")
    site.page("/caf%E9", "old")
    site.redirect("/new", "/café".encode().decode("latin-1"))
    site.redirect("/old", "/café")
    assert (get(site, "/new").body, get(site, "/old").body) == (b"new", b"old")


@pytest.mark.parametrize("target", ["http://[oops/", "http://[::1/", "//[/"])
def test_a_redirect_that_is_no_address_says_so(site: Site, target: str) -> None:
    site.redirect("/go", target)
    with pytest.raises(PermanentError, match="redirects to an address that is not fetched"):
        get(site, "/go")


def test_five_redirects_are_followed_and_a_sixth_is_not(site: Site) -> None:
    site.page("/0", "end")
    for hop in range(1, 7):
        site.redirect(f"/{hop}", f"/{hop - 1}", status=(301, 302, 303, 307, 308, 301)[hop - 1])
    assert get(site, "/5").body == b"end"
    with pytest.raises(PermanentError, match="redirects"):
        get(site, "/6")


def test_the_connection_goes_to_the_judged_address_however_dns_answers_later(site: Site) -> None:
    other = Site()
    try:
        site.page("/a", "right")
        answers = iter([["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"]])
        asked: list[str] = []

        def rebinding(host: str, _port: int) -> list[str]:
            asked.append(host)
            return next(answers)

        page = fetch(f"http://{NAME}:{site.port}/a", allow_hosts=[NAME], resolver=rebinding)
        assert page.body == b"right"
        assert asked == [NAME]
    finally:
        other.close()


def test_the_host_header_names_the_site_and_nothing_of_ours_is_sent(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text(f"default login me password secret\nmachine {NAME} login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    site.pages["/a"] = lambda request: respond(request, 302, b"", {"Location": "/b", "Set-Cookie": "a=b; Path=/"})
    site.page("/b", "x")
    fetch(f"http://{NAME}:{site.port}/a", allow_hosts=[NAME], resolver=lambda _host, _port: ["127.0.0.1"])
    for _path, headers in site.asked:
        assert headers["Host"] == f"{NAME}:{site.port}"
        assert not {"Authorization", "Cookie", "Referer"} & set(headers)


def test_the_next_address_is_tried_when_the_first_does_not_answer(site: Site) -> None:
    site.page("/a", "here")
    page = fetch(
        f"http://{NAME}:{site.port}/a", allow_hosts=[NAME], resolver=lambda _host, _port: ["127.0.0.99", "127.0.0.1"]
    )
    assert page.body == b"here"


def test_a_refused_connection_is_transient(site: Site) -> None:
    site.close()
    with pytest.raises(TransientError):
        get(site, "/a")


@pytest.mark.parametrize("status", [401, 403, 404, 410, 451, 204, 304])
def test_a_page_that_is_not_there_for_us_is_permanent(site: Site, status: int) -> None:
    site.pages["/a"] = lambda request: respond(request, status, b"")
    with pytest.raises(PermanentError):
        get(site, "/a")


def test_an_overloaded_site_is_transient_and_says_when(site: Site) -> None:
    site.pages["/a"] = lambda request: respond(request, 503, b"", {"Retry-After": "2"})
    with pytest.raises(TransientError) as caught:
        get(site, "/a")
    assert caught.value.retry_after_s == 2


@pytest.mark.parametrize(
    ("kind", "what"), [("image/png", "a picture"), ("video/mp4", "a film"), ("audio/mpeg", "a recording")]
)
def test_what_holds_no_text_is_refused_by_its_kind(site: Site, kind: str, what: str) -> None:
    site.page("/a", "x", kind)
    with pytest.raises(PermanentError, match=rf"{what} \(type {kind}\)"):
        get(site, "/a")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("attachment; filename=resultats.xlsx", "resultats.xlsx"),
        ("attachment; filename*=UTF-8''R%C3%A9sultats.xlsx", "Résultats.xlsx"),
        ('attachment; filename="Résultats 2026.xlsx"'.encode().decode("latin-1"), "Résultats 2026.xlsx"),
        ("inline", ""),
    ],
)
def test_the_name_to_save_a_file_by_is_kept(site: Site, said: str, name: str) -> None:
    site.page("/telecharger", "x", "application/octet-stream", **{"Content-Disposition": said})
    assert get(site, "/telecharger").name == name


@pytest.mark.parametrize(
    "name",
    ["*=idna''%ff", "*=undefined''a", "*=utf\0''a", "*=utf-8''a; filename*1=b", f"*{'1' * 5_000}=a"],
    ids=["undecodable", "undefined", "NUL", "both ways", "number"],
)
def test_a_name_that_nobody_can_read_costs_no_page(site: Site, name: str) -> None:
    """Nor the three that are read beside it."""
    site.page("/a", "x", **{"Content-Disposition": f"attachment; filename{name}"})
    page = get(site, "/a")
    assert (page.body, page.name) == (b"x", "")


@pytest.mark.parametrize(
    "kind",
    [
        "text/html",
        "TEXT/HTML;charset=x",
        "application/xhtml+xml",
        "text/plain",
        "application/pdf",
        "application/ld+json",
        "application/octet-stream",
        "binary/octet-stream; charset=x",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.ms-excel",
        "application/zip",
        "image/svg+xml",
    ],
)
def test_what_has_text_is_accepted(site: Site, kind: str) -> None:
    site.page("/a", "x", kind)
    assert get(site, "/a").content_type == kind


def test_a_body_over_the_cap_is_refused(site: Site) -> None:
    site.page("/a", b"x" * 2_000)
    assert len(get(site, "/a", max_bytes=2_000).body) == 2_000
    with pytest.raises(PermanentError, match="more than"):
        get(site, "/a", max_bytes=1_999)


@pytest.mark.parametrize("layers", [1, 2])
def test_a_gzip_bomb_is_cut_at_the_cap(site: Site, layers: int) -> None:
    bomb = b"\0" * 300_000_000
    for _layer in range(layers):
        bomb = gzip.compress(bomb, 1)
    site.page("/a", bomb, Content_Encoding=", ".join(["gzip"] * layers))
    with pytest.raises(PermanentError, match="more than 5 MiB"):
        get(site, "/a")


def test_a_broken_encoding_is_transient(site: Site) -> None:
    site.page("/a", b"not gzip at all", Content_Encoding="gzip")
    with pytest.raises(TransientError):
        get(site, "/a")


def drip(site: Site, first: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """Sends `first`, then a byte every 20 ms for ever: no single read is slow."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(first)
        while not site.closing.wait(0.02):
            request.wfile.write(b"x")

    return answer


@pytest.mark.parametrize(
    "first",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP",
    ],
)
def test_a_slow_drip_ends_at_the_deadline(site: Site, first: bytes) -> None:
    site.pages["/a"] = drip(site, first)
    began = time.monotonic()
    with pytest.raises(ProviderTimeout):
        get(site, "/a", timeout_s=0.6)
    assert time.monotonic() - began < 2
    assert not [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]


def test_a_silent_server_times_out(site: Site) -> None:
    site.pages["/a"] = lambda _request: site.closing.wait() and None
    with pytest.raises(ProviderTimeout):
        get(site, "/a", timeout_s=0.4)


def test_a_body_cut_short_is_transient(site: Site) -> None:
    def cut(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\nhalf")
        request.close_connection = True

    site.pages["/a"] = cut
    with pytest.raises(TransientError):
        get(site, "/a")


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[int, list[str | None]]]:
    """A TLS server whose certificate no authority signed: its port, and the names it was asked for."""
    names: list[str | None] = []
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = tmp_path / "server.pem"
    pem.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    context.sni_callback = lambda _socket, asked, _context: names.append(asked)

    class Quiet(HTTPServer):
        def handle_error(self, *_arguments: object) -> None:
            """A handshake the client broke off is what the test is about."""

    server = Quiet(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server.server_port, names
    server.shutdown()
    thread.join()
    server.server_close()


def test_tls_asks_for_the_sites_name_and_refuses_an_unknown_certificate(secure: tuple[int, list[str | None]]) -> None:
    port, names = secure
    with pytest.raises(PermanentError, match="certificate"):
        fetch(f"https://{NAME}:{port}/", allow_hosts=[NAME], resolver=lambda _host, _port: ["127.0.0.1"])
    assert names == [NAME]


def test_a_certificate_of_another_site_is_refused_whoever_signed_it(
    secure: tuple[int, list[str | None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests.adapters, "DEFAULT_CA_BUNDLE_PATH", str(tmp_path / "server.pem"))
    port, names = secure
    said = []
    for name in (NAME, f"other.{NAME}"):
        with pytest.raises(ProviderError) as refused:
            fetch(f"https://{name}:{port}/", allow_hosts=[name], resolver=lambda _host, _port: ["127.0.0.1"])
        said.append("certificate" in str(refused.value))
    assert (said, names) == ([False, True], [NAME, f"other.{NAME}"])


def test_a_slow_drip_ends_at_the_deadline_over_tls_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secure: tuple[int, list[str | None]]
) -> None:
    """By a server with the same certificate: the time-out of the socket bounds each silence alone."""
    monkeypatch.setattr(requests.adapters, "DEFAULT_CA_BUNDLE_PATH", str(tmp_path / "server.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem")
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError), context.wrap_socket(listener.accept()[0], server_side=True) as line:
                line.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while not over.wait(0.02):
                    line.sendall(b"x")

        thread = threading.Thread(target=serve)
        thread.start()
        ends = threading.Timer(5, over.set)
        ends.start()
        began = time.monotonic()
        with pytest.raises(ProviderTimeout):
            fetch(
                f"https://{NAME}:{listener.getsockname()[1]}/",
                allow_hosts=[NAME],
                resolver=lambda _host, _port: ["127.0.0.1"],
                timeout_s=0.6,
            )
        took = time.monotonic() - began
        over.set()
        ends.cancel()
        thread.join()
    assert took < 3


def test_a_connection_that_comes_when_the_time_is_over_is_cut_at_once() -> None:
    """As one that took all of it to be made: nobody watches any more."""
    ours, theirs = socket.socketpair()
    with ours, theirs, Lifeline(0.01) as lifeline:
        next(thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)).join()
        lifeline.hold(ours)
        theirs.settimeout(2)
        assert theirs.recv(1) == b""


def test_a_handshake_that_is_cut_says_nothing_of_a_certificate() -> None:
    """A server that starts anew, or a bad line."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up() -> None:
            line, _ = server.accept()
            with line:
                line.recv(4_096)

        thread = threading.Thread(target=hang_up)
        thread.start()
        with pytest.raises(TransientError, match="reached"):
            fetch(
                f"https://{NAME}:{server.getsockname()[1]}/",
                allow_hosts=[NAME],
                resolver=lambda _host, _port: ["127.0.0.1"],
            )
        thread.join()
