"""The model client over the pinned openai SDK: what arrives, what is refused, what is never left open."""

import json
import socket
import time
from typing import Any

import pytest

from bot.clients.model import OpenAIModel
from bot.errors import (
    AuthError,
    ContextOverflow,
    ModelStreamBroken,
    PermanentError,
    ProviderTimeout,
    TransientError,
)
from tests.fakes.dripping import EVENTS, dripping, sipping
from tests.fakes.model import ScriptedModel, Step, chunk, dies_midstream, drips, errors, hangs, midstream_error, says

REQUEST: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Bonjour"}]}


def texts(chunks: list[dict[str, Any]]) -> str:
    return "".join(c["choices"][0]["delta"].get("content") or "" for c in chunks if c["choices"])


def test_the_pinned_sdk_streams_plain_chunks(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(says("Bonjour à toi"))
    chunks = list(model.stream(REQUEST, timeout_s=10))
    assert all(type(c) is dict for c in chunks)
    assert texts(chunks) == "Bonjour à toi"
    assert chunks[-1]["usage"]["prompt_tokens"] == 100
    assert server.requests == [{**REQUEST, "stream": True, "stream_options": {"include_usage": True}}]
    assert server.headers[0]["authorization"] == "Bearer sk-test"


def test_the_request_given_is_left_as_it_was(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(says("Oui"))
    request = dict(REQUEST)
    list(model.stream(request, timeout_s=10))
    assert request == REQUEST


def test_one_connection_serves_one_call_after_the_other(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(says("un"), says("deux"), errors(400), says("trois"))
    list(model.stream(REQUEST, timeout_s=10))
    list(model.stream(REQUEST, timeout_s=10))
    with pytest.raises(PermanentError):
        list(model.stream(REQUEST, timeout_s=10))
    list(model.stream(REQUEST, timeout_s=10))
    assert server.connections == 1


@pytest.mark.parametrize("cookie", ["__cf_bm=1; path=/", "\xff=1; path=/"])
def test_what_one_answer_sets_goes_along_with_no_other(server: ScriptedModel, model: OpenAIModel, cookie: str) -> None:
    """The second, once it was remembered, let no request leave any more."""
    server.then(errors(400, headers={"Set-Cookie": cookie}), says("Oui"))
    with pytest.raises(PermanentError):
        list(model.stream(REQUEST, timeout_s=10))
    assert texts(list(model.stream(REQUEST, timeout_s=10))) == "Oui"
    assert "cookie" not in map(str.lower, server.headers[1])


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_separators_that_json_may_carry_do_not_cut_a_chunk(
    server: ScriptedModel, model: OpenAIModel, separator: str
) -> None:
    raw = json.dumps(chunk({"content": f"avant{separator}après"}), ensure_ascii=False).encode()
    server.then(Step((raw, chunk({}, "stop"))))
    assert texts(list(model.stream(REQUEST, timeout_s=10))) == f"avant{separator}après"


@pytest.mark.parametrize(
    ("status", "body", "error", "code"),
    [
        (408, None, TransientError, 408),
        (425, None, TransientError, 425),
        (429, None, TransientError, 429),
        (500, None, TransientError, 500),
        (503, b"<html>", TransientError, 503),
        (401, None, AuthError, 401),
        (403, None, AuthError, 403),
        (402, None, PermanentError, 402),
        (404, None, PermanentError, 404),
        (409, None, PermanentError, 409),
        (400, {"error": {"type": ["odd"], "metadata": {"error_type": {}}}}, PermanentError, 400),
        (413, b"<html>", ContextOverflow, 413),
        (422, [], PermanentError, 422),
        (400, {"error": {"code": "context_length_exceeded"}}, ContextOverflow, 400),
        (400, {"error": {"type": "context_length_exceeded"}}, ContextOverflow, 400),
        (400, {"error": {"metadata": {"error_type": "context_length_exceeded"}}}, ContextOverflow, 400),
        (429, {"error": {"code": "insufficient_quota"}}, PermanentError, 402),
    ],
)
def test_refusals_have_a_kind(
    server: ScriptedModel, model: OpenAIModel, status: int, body: Any, error: type[PermanentError], code: int
) -> None:
    server.then(errors(status, body))
    with pytest.raises(error) as caught:
        list(model.stream(REQUEST, timeout_s=10))
    assert (type(caught.value), caught.value.code) == (error, code)
    assert len(server.requests) == 1, "the client retries nothing"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "Incorrect API key provided: sk-proj-abcd****1234."}}, "Incorrect API key provided: …"),
        ({"error": {"message": "No such\nmodel"}}, "No such model"),
        ({"error": {"message": "x " * 500}}, ("x " * 500)[:160]),
        ({"error": {"message": ["odd"]}}, ""),
        ({"error": {"message": "a\x00b, cut in 🙂 \ud83d"}}, "ab, cut in 🙂"),
        ({"error": {"message": f"token {'a1' * 20} expired"}}, "token … expired"),
        ([], ""),
    ],
)
def test_the_providers_own_words_are_kept_without_keys(
    server: ScriptedModel, model: OpenAIModel, body: Any, said: str
) -> None:
    server.then(errors(401, body))
    with pytest.raises(AuthError) as caught:
        list(model.stream(REQUEST, timeout_s=10))
    assert caught.value.said == said
    assert "Incorrect" not in str(caught.value), "logs and alerts keep to our own words"


def test_the_words_of_an_error_in_the_stream_are_kept(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(Step((chunk({"content": "x"}), {"error": {"message": "overloaded"}})))
    with pytest.raises(ModelStreamBroken) as caught:
        list(model.stream(REQUEST, timeout_s=10))
    assert caught.value.said == "overloaded"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": "context_length_exceeded", "message": "no"}, ContextOverflow),
        ({"code": 400, "message": "no", "metadata": {"error_type": "context_length_exceeded"}}, ContextOverflow),
        ({"code": 402, "message": "no"}, PermanentError),
        ({"type": "insufficient_quota", "message": "no"}, PermanentError),
        ({"code": 400, "type": "BadRequestError", "message": "no"}, PermanentError),
        ({"code": "422", "message": "no"}, PermanentError),
        ({"code": 413, "message": "no"}, ContextOverflow),
        ({"code": 429, "message": "no"}, ModelStreamBroken),
        ({"code": 403, "message": "no"}, ModelStreamBroken),
        ({"code": 502, "message": "no"}, ModelStreamBroken),
        ({"code": "9" * 5_000, "message": "no"}, ModelStreamBroken),
        ({"code": ["odd"], "message": "no"}, ModelStreamBroken),
        ("no", ModelStreamBroken),
    ],
)
@pytest.mark.parametrize("as_event", [True, False])
def test_a_refusal_that_comes_as_a_success_is_told_apart_too(error: Any, kind: type[Exception], as_event: bool) -> None:
    body = json.dumps({"error": error}).encode()
    with dripping(EVENTS + b"data: %s\n\n" % body if as_event else as_json(body)) as url:
        model = OpenAIModel(url, "sk-test")
        with pytest.raises(kind) as caught:
            list(model.stream(REQUEST, timeout_s=10))
        assert (type(caught.value), caught.value.said) == (kind, "no")  # type: ignore[attr-defined]
        model.close()


def as_json(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


WHOLE = {"choices": [{"index": 0, "message": {"content": "Été"}, "finish_reason": "stop"}], "usage": {}}


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\n   \r\n  "], ids=["nothing", "a mark", "keeping alive"])
@pytest.mark.parametrize("indent", [None, 2])
def test_an_answer_that_comes_whole_is_one(before: bytes, indent: int | None) -> None:
    with dripping(as_json(before + json.dumps(WHOLE, indent=indent).encode())) as url:
        model = OpenAIModel(url, "sk-test")
        assert list(model.stream(REQUEST, timeout_s=10)) == [WHOLE]
        model.close()


def test_a_mark_of_the_byte_order_takes_no_word_away() -> None:
    events = b"".join(b"data: %s\r\n\r\n" % json.dumps(chunk({"content": word})).encode() for word in ("Bon", "jour"))
    with dripping(EVENTS + b"\xef\xbb\xbf" + events + b"data: [DONE]\r\n\r\n") as url:
        model = OpenAIModel(url, "sk-test")
        assert texts(list(model.stream(REQUEST, timeout_s=10))) == "Bonjour"
        model.close()


def test_retry_after_is_passed_on(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(errors(429, headers={"Retry-After": "7"}))
    with pytest.raises(TransientError) as caught:
        list(model.stream(REQUEST, timeout_s=10))
    assert caught.value.retry_after_s == 7


@pytest.mark.parametrize(
    "step",
    [
        dies_midstream(),
        midstream_error(),
        Step((b"{not json",)),
        Step((b"[1]",)),
        Step((b"[" * 100_000,)),
        Step((chunk({"content": "x"}), {"error": {"message": "overloaded"}})),
    ],
    ids=["connection broken", "error of OpenRouter", "not JSON", "not an object", "too deep", "bare error"],
)
def test_a_broken_stream_is_told_apart(server: ScriptedModel, model: OpenAIModel, step: Step) -> None:
    server.then(step)
    with pytest.raises(ModelStreamBroken):
        list(model.stream(REQUEST, timeout_s=10))


def test_a_stream_that_is_longer_than_any_answer_is_broken(
    server: ScriptedModel, model: OpenAIModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.clients.model.MOST_BYTES", 20_000)
    server.then(says("mot " * 3_000, piece=12_000), says("mot " * 6_000, piece=24_000))
    assert texts(list(model.stream(REQUEST, timeout_s=10))) == "mot " * 3_000
    with pytest.raises(ModelStreamBroken):
        list(model.stream(REQUEST, timeout_s=10))


def test_silence_before_the_end_is_a_timeout(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(hangs(30))
    with pytest.raises(ProviderTimeout):
        list(model.stream(REQUEST, timeout_s=0.2))


def test_a_silence_longer_than_accepted_is_a_timeout(server: ScriptedModel) -> None:
    server.then(hangs(30))
    model = OpenAIModel(server.url, "sk-test", timeout_s=0.2)
    with pytest.raises(ProviderTimeout):
        list(model.stream(REQUEST, timeout_s=20))
    model.close()


def test_a_server_that_drips_is_cut_off_at_the_deadline(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(drips(1_000, 0.05))
    started = time.monotonic()
    with pytest.raises(ProviderTimeout):
        list(model.stream(REQUEST, timeout_s=0.4))
    assert time.monotonic() - started < 10, "it drips for fifty seconds"


def test_a_complete_answer_counts_even_when_its_response_does_not_end(
    server: ScriptedModel, model: OpenAIModel
) -> None:
    answer = says("Voilà")
    server.then(Step((*answer.chunks, b"[DONE]"), hangs_s=30))
    started = time.monotonic()
    assert texts(list(model.stream(REQUEST, timeout_s=20))) == "Voilà"
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("silence_s", [0.2, 60])
@pytest.mark.parametrize(("rest", "piece"), [(b"", b""), (b"", b": alive\n\n"), (b'data: {"usage": {"prompt', b"")])
def test_a_complete_answer_counts_even_when_its_end_is_never_said(silence_s: float, rest: bytes, piece: bytes) -> None:
    answer = [b"data: %s\n\n" % json.dumps(one).encode() for one in (chunk({"content": "Oui"}), chunk({}, "stop"))]
    with dripping(EVENTS + b"".join(answer) + rest, piece) as url:
        model = OpenAIModel(url, "sk-test", timeout_s=silence_s)
        started = time.monotonic()
        assert texts(list(model.stream(REQUEST, timeout_s=30))) == "Oui"
        assert time.monotonic() - started < 10
        model.close()


def test_words_behind_what_looked_like_the_end_are_waited_for(server: ScriptedModel, model: OpenAIModel) -> None:
    words = [chunk({"content": "x"}, "stop") for _ in range(4)]  # a server that says "stop" each time
    server.then(
        Step((*words, chunk({"content": "y"}), chunk({"content": "z"}, "stop")), hangs_s=0.1, hangs_between=True)
    )
    assert texts(list(model.stream(REQUEST, timeout_s=20))) == "xxxxyz"


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"HTTP/1.1 200 OK\r\nX-Padding: ", b"x"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (b"HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\n\r\n", b"x"),
        (EVENTS, b": alive\n\n"),
    ],
    ids=["headers", "headers of headers", "a refusal", "comments"],
)
def test_whatever_drips_is_cut_off_at_the_deadline(head: bytes, piece: bytes) -> None:
    with dripping(head, piece) as url:
        model = OpenAIModel(url, "sk-test")
        started = time.monotonic()
        with pytest.raises(ProviderTimeout):
            list(model.stream(REQUEST, timeout_s=0.5))
        assert time.monotonic() - started < 5
        model.close()


def test_a_long_question_that_is_taken_in_sips_is_cut_off_at_the_deadline() -> None:
    with sipping() as url:
        model = OpenAIModel(url, "sk-test")
        started = time.monotonic()
        with pytest.raises(ProviderTimeout):
            list(model.stream({**REQUEST, "photo": "x" * 50_000_000}, timeout_s=0.5))
        assert time.monotonic() - started < 8, "it would take sixteen seconds"
        model.close()


def test_a_server_that_is_not_there_is_a_passing_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    model = OpenAIModel(f"http://127.0.0.1:{port}/v1", "sk-test")
    with pytest.raises(TransientError) as caught:
        list(model.stream(REQUEST, timeout_s=5))
    assert type(caught.value) is TransientError
    model.close()


def test_proxies_of_the_environment_are_not_used(server: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    server.then(says("direct"))
    model = OpenAIModel(server.url, "sk-test")
    assert texts(list(model.stream(REQUEST, timeout_s=10))) == "direct"
    model.close()


def test_a_stream_left_early_is_closed(server: ScriptedModel, model: OpenAIModel) -> None:
    server.then(hangs(30), says("ensuite"))
    stream = model.stream(REQUEST, timeout_s=20)
    next(stream)
    stream.close()
    assert texts(list(model.stream(REQUEST, timeout_s=10))) == "ensuite"
