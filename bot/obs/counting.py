"""Counts the failed tries of providers, by wrapping their clients where the process is composed."""

from collections.abc import Generator
from types import GeneratorType
from typing import Any, TypeVar, cast

from prometheus_client import Counter

from bot.errors import ModelStreamBroken, ProviderError, ProviderTimeout, StorageError

Client = TypeVar("Client")


def counted(client: Client, provider: str, errors: Counter) -> Client:
    """The same client; whatever its methods raise is counted on the way."""
    return cast(Client, _Counted(client, provider, errors))


class _Counted:
    def __init__(self, client: object, provider: str, errors: Counter) -> None:
        self._client, self._provider, self._errors = client, provider, errors

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if name.startswith("_") or not callable(found):
            return found

        def call(*args: Any, **options: Any) -> Any:
            try:
                result = found(*args, **options)
            except Exception as error:
                self._count(error)
                raise
            return self._through(result) if isinstance(result, GeneratorType) else result

        return call

    def _through(self, stream: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        try:
            return (yield from stream)
        except Exception as error:
            self._count(error)
            raise

    def _count(self, error: Exception) -> None:
        match error:
            case ProviderTimeout():
                kind = "timeout"
            case ProviderError():
                kind = str(error.error_type)
            case ModelStreamBroken():
                kind = "broken"
            case StorageError():
                kind = "storage"
            case _:
                return
        self._errors.labels(self._provider, kind).inc()
