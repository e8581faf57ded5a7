"""Texts as vectors, so that a question finds what is said in other words or another language: what every provider of
them offers, and the one behind an OpenAI-compatible endpoint. The local model is bot.isolation.local_embeddings."""

from array import array
from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeAlias

from bot.clients.http import call_api
from bot.errors import TransientError

Kind = Literal["query", "passage"]
Vector: TypeAlias = "array[float]"  # float32


class Embedder(Protocol):
    """A model of sentences. `name` tells it from any other: vectors of two models say nothing about each other."""

    name: str

    def embed(self, texts: Sequence[str], kind: Kind, *, timeout_s: float) -> list[Vector]:
        """A vector for each text, all of one length: of what is looked for, or of what is found. Their dot product
        says how near two are. Raises bot.errors.ProviderError when the model is away."""


class EndpointEmbedder:
    """`POST {base}/embeddings` as OpenAI defines it (platform.openai.com/docs/api-reference/embeddings). Safe to share
    between threads."""

    def __init__(self, api_key: str, base_url: str, model: str) -> None:
        self.name = model
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._url = f"{base_url.rstrip('/')}/embeddings"

    def embed(self, texts: Sequence[str], kind: Kind, *, timeout_s: float) -> list[Vector]:  # noqa: ARG002
        """See Embedder. Such endpoints make no difference between questions and passages."""
        asked = {"model": self.name, "input": list(texts), "encoding_format": "float"}
        answer = call_api(
            "POST", self._url, who="the embeddings service", timeout_s=timeout_s, headers=self._headers, json=asked
        )
        try:
            found = sorted(answer["data"], key=lambda item: int(item["index"]))
            vectors = [_unit(item["embedding"]) for item in found]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise TransientError("the embeddings service answered something unexpected") from None
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) > 1:
            raise TransientError("the embeddings service answered something unexpected")
        return vectors


def _unit(values: Any) -> Vector:
    """A vector of length 1, so that dot products compare."""
    length = sum(value * value for value in values) ** 0.5
    if not 0 < length < float("inf"):
        raise ValueError("a vector without a direction")
    return array("f", [value / length for value in values])
