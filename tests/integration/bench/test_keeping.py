"""The stand-in for Twilio beside which a turn is measured: whoever asks it keeps the connection, as with Twilio."""

from http.client import HTTPConnection

from tests.fakes.serving import AppServer, KeepingHandler


def _application(environ: dict[str, object], start_response: object) -> list[bytes]:
    """Reads no body, and says where it was asked."""
    start_response("200 OK", [("Content-Length", "4")])  # type: ignore[operator]
    return [str(environ["PATH_INFO"]).encode()]


def test_a_connection_is_kept_and_a_body_nobody_reads_is_no_next_request() -> None:
    with AppServer(_application, handler=KeepingHandler) as server:
        connection = HTTPConnection(server.host, timeout=30)
        connection.connect()
        first = connection.sock
        for path in ("/one", "/two", "/six"):
            connection.request("POST", path, body=b"To=%2B225")
            assert connection.getresponse().read() == path.encode()
            assert connection.sock is first  # closed behind an answer that says so
        connection.close()
