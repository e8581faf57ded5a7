"""Files in an S3 bucket, for services on several machines. Loaded only where STORAGE_URL names one."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import BinaryIO, TypeVar
from urllib.parse import parse_qs, urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from bot.clients.digests import checked, digest_of, is_digest
from bot.config import Settings
from bot.errors import FileGone, StorageError

CONNECT_TIMEOUT, ANSWER_TIMEOUT = timedelta(seconds=3), timedelta(seconds=20)
RETRIES = 2
PIECES_AT_ONCE = 2  # of 5 MiB, of one large file
FAILURES = (BaseError, OSError, ValueError)

T = TypeVar("T")


class BucketStore:
    """Each file under the SHA-256 of its content. Safe to share between threads."""

    def __init__(self, store: S3Store) -> None:
        self._store = store

    def put(self, body: bytes) -> str:
        """Store bytes durably and return their SHA-256 in hexadecimal; storing them again makes them young again.
        Raises StorageError."""
        digest = hashlib.sha256(body).hexdigest()
        _try("store a file", lambda: obstore.put(self._store, digest, body))
        return digest

    def put_file(self, file: BinaryIO) -> str:
        """Store durably what stands in an open file, a piece at a time: a large one is whole only when its last piece
        has come. Returns its SHA-256 in hexadecimal. Raises StorageError."""
        digest = _try("store a file", lambda: digest_of(file))
        _try("store a file", lambda: obstore.put(self._store, digest, file, max_concurrency=PIECES_AT_ONCE))
        return digest

    def read(self, digest: str) -> bytes:
        """The bytes stored under a digest. Raises FileGone when they are not there, or are not what was stored. That
        less has come, or a page that says why, is said by what the bucket holds: nothing of that has gone."""
        path = checked(digest)
        body = bytes(self._there(lambda: obstore.get(self._store, path).bytes()))
        if hashlib.sha256(body).hexdigest() == digest:
            return body
        if len(body) != _try("read a file", lambda: obstore.head(self._store, path)["size"]):
            raise StorageError("cannot read a file: it did not come whole")
        raise FileGone("cannot read a file: it is damaged")

    def part(self, digest: str, start: int, end: int) -> bytes:
        """The bytes from `start` up to, not including, `end`. Raises FileGone when they are not there."""
        path = checked(digest)
        if start >= end:
            return b""
        return bytes(self._there(lambda: obstore.get_range(self._store, path, start=start, end=end)))

    def delete(self, digest: str, untouched_for_s: float = 0) -> None:
        """Remove a digest's bytes, unless somebody stored them (again) in the last so many seconds.

        S3 cannot look and delete in one step: bytes nobody needed for so long, stored anew in the milliseconds between
        the two, would be lost. Raises StorageError.
        """
        path = checked(digest)
        if untouched_for_s and not self._is_older(path, untouched_for_s):
            return
        _try("delete a file", lambda: obstore.delete(self._store, path))

    def older_than(self, seconds: float, after: str = "", limit: int = 1000) -> tuple[list[str], str]:
        """Some of the digests stored longer ago than that, and the name to go on from. One request for a thousand
        names. Raises StorageError."""
        before = datetime.now(UTC) - timedelta(seconds=seconds)
        listed = _try(
            "list the files",
            lambda: next(iter(obstore.list(self._store, offset=after or None, chunk_size=limit)), []),
        )
        found = [each["path"] for each in listed if each["last_modified"] < before and is_digest(each["path"])]
        return found, listed[-1]["path"] if len(listed) == limit else ""

    def _there(self, act: Callable[[], T]) -> T:
        """What is read. A server says « not found » of a file and of a whole bucket (deleted, of another region) alike:
        a file has gone from a bucket that can be listed. Raises FileGone, or StorageError."""
        try:
            return _try("read a file", act)
        except FileGone:
            self.older_than(0, limit=1)
            raise

    def _is_older(self, path: str, seconds: float) -> bool:
        try:
            stored = obstore.head(self._store, path)["last_modified"]
        except FileNotFoundError:
            return False
        except FAILURES as error:
            raise StorageError(f"cannot look at a file: {type(error).__name__}") from None
        return datetime.now(UTC) - stored > timedelta(seconds=seconds)


def open_bucket(settings: Settings) -> BucketStore:
    """The bucket of `s3://bucket/prefix?endpoint_url=https://…&region=…`. Nothing is asked of it yet."""
    address = urlsplit(settings.storage_url)
    options = {name: values[0] for name, values in parse_qs(address.query).items()}
    secret, endpoint = settings.aws_secret_access_key, options.get("endpoint_url")
    store = S3Store(
        address.hostname,
        prefix=address.path.strip("/") or None,
        endpoint=endpoint,
        region=options.get("region", "auto" if endpoint else "us-east-1"),
        access_key_id=settings.aws_access_key_id,
        secret_access_key=secret.get_secret_value() if secret else None,
        client_options={
            "allow_http": (endpoint or "").startswith("http://"),
            "connect_timeout": CONNECT_TIMEOUT,
            "timeout": ANSWER_TIMEOUT,
        },
        retry_config={"max_retries": RETRIES, "retry_timeout": ANSWER_TIMEOUT},
    )
    return BucketStore(store)


def _try(what: str, act: Callable[[], T]) -> T:
    """The provider's own words stay out: they hold addresses and keys' names."""
    try:
        return act()
    except FileNotFoundError:
        raise FileGone(f"cannot {what}: it is not there") from None
    except FAILURES as error:
        raise StorageError(f"cannot {what}: {type(error).__name__}") from None
