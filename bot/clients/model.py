"""The model's server: one streamed chat completion over the openai SDK's transport, as plain dicts. Retries nothing.

`client.request()` with a raw response skips the SDK's typed request and chunks, which cost more than our whole loop.
"""

import json
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import Any, Final

import httpx2
from openai import APIConnectionError, APIStatusError, APITimeoutError, DefaultHttpxClient, OpenAI
from openai._models import FinalRequestOptions
from openai._utils._json import openapi_dumps

from bot.clients.cancellable import make_cancellable
from bot.clients.cutoff import Cutoff, certificates, no_cookies
from bot.clients.http import status_error
from bot.errors import (
    ContextOverflow,
    ModelStreamBroken,
    PermanentError,
    PromptFiltered,
    ProviderError,
    ProviderTimeout,
    TransientError,
)
from bot.text.storable import storable

WHO = "the model"
CONNECT_TIMEOUT_S = 10.0
MOST_WORDS = 160  # characters of a provider's own error that are kept
MOST_BYTES = 64 * 1024 * 1024  # of one stream, in which a token takes some hundreds
USAGE_S = 2.0  # after the last word, how long is waited for the count of tokens: not every server comes to an end
DRAIN_S = 1.0  # after [DONE], how long the end of the response may take so that the connection can be used again
UNPAID, TOO_LARGE = 402, 413
MISWRITTEN = "tool_use_failed"  # Groq's 400 for what is no fault of the request
FILTERED = ("content_filter", "content_policy_violation", "data_inspection_failed")  # Azure, OpenAI, Alibaba
PADDING = b"\xef\xbb\xbf \t"  # before a line: a mark of the byte order, and spaces that keep a connection alive
RAW_RESPONSE = {"X-Stainless-Raw-Response": "stream"}
# What `client.post()` makes of its arguments, by defaults that pydantic copies one by one: of each question alike.
ASKING: Final = FinalRequestOptions.construct(method="post", url="/chat/completions", headers=RAW_RESPONSE)

_REFUSED = re.compile("4[0-9]{2}")
_KEY = re.compile(r"\b(?:sk|pk|tvly|jina)[-_][\w*.-]{4,}|\bBearer\s+\S+|[A-Za-z0-9_-]{32,}")


class _Client(OpenAI):
    """Asks for one thing, in one place, with one set of headers, and writes the head of its requests once: of one
    question and the next only the body differs. To write it anew is two fifths of what the SDK does for one."""

    _head: tuple[httpx2.URL, httpx2.Headers] | None = None  # without the body, which is somebody's

    @property
    def user_agent(self) -> str:
        return f"OpenAI/Python {self._version}"  # stock's, whatever we call the class

    def _build_request(self, options: Any, *, retries_taken: int = 0) -> httpx2.Request:
        if (head := self._head) is None:
            first = super()._build_request(options, retries_taken=retries_taken)
            for of_this_one in ("Content-Length", "X-Stainless-Read-Timeout"):
                first.headers.pop(of_this_one, None)
            self._head = head = (first.url, first.headers)
        url, headers = head
        timeout = {"timeout": options.timeout.as_dict()}
        body = openapi_dumps(options.json_data)
        return httpx2.Request("POST", url, headers=headers, content=body, extensions=timeout)


class OpenAIModel:
    """Any server that speaks OpenAI's chat completions; one per process, shared by its threads."""

    def __init__(self, base_url: str, api_key: str, *, timeout_s: float = 60) -> None:
        """`timeout_s` is the longest silence accepted, before the first chunk and between two."""
        self._silence_s = timeout_s
        http = DefaultHttpxClient(trust_env=False, verify=certificates(), cookies=no_cookies())
        make_cancellable(http)
        self._client = _Client(base_url=base_url, api_key=api_key, max_retries=0, http_client=http)

    def close(self) -> None:
        """Close the connections kept for the next call."""
        self._client.close()

    def stream(self, request: dict[str, Any], *, timeout_s: float) -> Generator[dict[str, Any], None, None]:
        """Yield the parsed chunks of one completion that lasts `timeout_s` at most. Raises bot.errors.ProviderError
        when it cannot begin or is late, ModelStreamBroken when it carries an error, nonsense, or breaks off."""
        cutoff = Cutoff(timeout_s)
        with closing(self._open(request, timeout_s, cutoff)) as response:
            finished = whole = False  # whole: all is said; what may follow is how many tokens it took
            try:
                for data in _events(cutoff.reading(response.iter_bytes())):
                    if data == b"[DONE]":
                        finished = whole = True
                        cutoff.after(DRAIN_S)
                    elif not finished:
                        yield (chunk := _chunk(data))
                        was_whole, whole = whole, _says_the_end(chunk) or (whole and not chunk.get("choices"))
                        if whole or was_whole:
                            cutoff.after(USAGE_S if whole else timeout_s)
            except httpx2.HTTPError as error:
                if not whole and not cutoff.fired:
                    raise _broken(error) from error
            if cutoff.fired and not whole:
                raise ProviderTimeout(f"{WHO} did not finish in time")

    def _open(self, request: dict[str, Any], timeout_s: float, cutoff: Cutoff) -> httpx2.Response:
        try:
            with cutoff.bounding():
                return self._post(request, timeout_s)
        except TransientError as error:
            if cutoff.fired:
                raise ProviderTimeout(f"{WHO} did not answer in time") from error
            raise

    def _post(self, request: dict[str, Any], timeout_s: float) -> httpx2.Response:
        silence_s = max(0.001, min(self._silence_s, timeout_s))
        timeout = httpx2.Timeout(silence_s, connect=min(CONNECT_TIMEOUT_S, silence_s))
        body = {**request, "stream": True, "stream_options": {"include_usage": True}}
        try:
            return self._client.request(
                httpx2.Response, ASKING.model_copy(update={"json_data": body, "timeout": timeout})
            )
        except APITimeoutError as error:
            raise ProviderTimeout(f"{WHO} did not answer in time") from error
        except APIConnectionError as error:
            raise TransientError(f"{WHO} could not be reached") from error
        except APIStatusError as error:
            raise _refusal(error) from error
        except httpx2.HTTPError as error:  # the SDK reads the body of a refusal outside its own handlers
            raise TransientError(f"the connection to {WHO} broke") from error


def _events(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The data of each server-sent event; comments and other fields are skipped. What comes instead of events is plain
    JSON, in one line or over several: an error, or the whole answer of a server that does not stream."""
    lines = _lines(blocks)
    for padded in lines:
        line = padded.lstrip(PADDING).rstrip()
        if line.startswith(b"data:"):
            yield line.removeprefix(b"data:").lstrip()
        elif line.startswith(b"{"):
            yield line if line.endswith(b"}") else b"\n".join([line, *lines])


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines that end in LF, and only there: the SDK's own reader also cuts at U+2028, which JSON may carry raw. Raises
    ModelStreamBroken for more of them than any answer takes."""
    begun: list[bytes] = []  # of a line, in pieces: joined each time, one of many megabytes would take minutes
    read = 0
    for block in blocks:
        read += len(block)
        if read > MOST_BYTES:
            raise ModelStreamBroken("the stream is longer than any answer")
        end, *lines = block.split(b"\n")
        begun.append(end)
        if lines:
            yield b"".join(begun)
            *whole, rest = lines
            yield from whole
            begun = [rest]
    if any(begun):
        yield b"".join(begun)


def _chunk(data: bytes) -> dict[str, Any]:
    try:
        chunk = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ModelStreamBroken("a chunk is not JSON") from error
    if not isinstance(chunk, dict):
        raise ModelStreamBroken("a chunk is not an object")
    if told := chunk.get("error"):
        broken = _named(told) or ModelStreamBroken("the stream carries an error")
        broken.said = own_words(told)
        raise broken
    return chunk


def _says_the_end(chunk: dict[str, Any]) -> bool:
    """Whether nothing of the answer follows, as far as its server says."""
    choices = chunk.get("choices")
    return isinstance(choices, list) and any(isinstance(one, dict) and one.get("finish_reason") for one in choices)


def _broken(error: httpx2.HTTPError) -> ProviderTimeout | ModelStreamBroken:
    if isinstance(error, httpx2.TimeoutException):
        return ProviderTimeout(f"{WHO} fell silent")
    return ModelStreamBroken(f"the stream broke off ({type(error).__name__})")


def _refusal(error: APIStatusError) -> ProviderError:
    """The error for a response that is not a success, with the provider's own words."""
    body = error.body
    if isinstance(body, list) and body and isinstance(body[0], dict):  # Gemini
        body = body[0].get("error")
    refusal = _named(body, error.status_code)
    if refusal is None:
        refusal = status_error(error.status_code, error.response.headers, WHO)
    refusal.said = own_words(body)
    return refusal


def own_words(error: object) -> str:
    """What a provider says of an error: `{"message": "Incorrect API key provided", …}`, or plain text. One short line
    that can be stored, in which nothing looks like a key."""
    said = error.get("message") if isinstance(error, dict) else error
    line = " ".join(storable(said).split()) if isinstance(said, str) else ""
    return _KEY.sub("…", line)[:MOST_WORDS]


def _named(error: object, status: int | None = None) -> ProviderError | None:
    """The errors that providers have a name for, also on HTTP 200: OpenAI puts it in `code` or `type`, OpenRouter in
    `metadata.error_type`, what its filter stopped in `metadata.flagged_input` on a 403. On HTTP 200 the status stands
    in `code` (vLLM, OpenRouter). OpenAI says 429 for an empty account, which waiting does not fill: that is a 402."""
    told = error if isinstance(error, dict) else {}
    metadata = told["metadata"] if isinstance(told.get("metadata"), dict) else {}
    kinds = (told.get("code"), told.get("type"), metadata.get("error_type"))
    if "context_length_exceeded" in kinds or TOO_LARGE in (status, *kinds):
        return ContextOverflow(f"{WHO} cannot read that much", code=status)
    if "flagged_input" in metadata or any(kind in FILTERED for kind in kinds):
        return PromptFiltered(f"{WHO} has a filter that stopped the request", code=status)
    if MISWRITTEN in kinds:
        return TransientError(f"{WHO} wrote a call that its server cannot read", code=status)
    if "insufficient_quota" in kinds or (status is None and UNPAID in kinds):
        return PermanentError(f"{WHO} asks for payment", code=UNPAID)
    return _late_refusal(told.get("code")) if status is None else None


def _late_refusal(code: object) -> PermanentError | None:
    """A request that will not be read, said when a success had been promised: asked again it would end alike. What may
    pass, and what is about keys, which a provider behind the provider may mean, is a stream that broke."""
    refusal = status_error(int(str(code)), {}, WHO) if _REFUSED.fullmatch(str(code)) else None
    return refusal if isinstance(refusal, PermanentError) else None
