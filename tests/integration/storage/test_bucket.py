"""Files in a bucket, over the S3 protocol: the same promises as the folder's."""

import hashlib
import io
import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
import requests

from bot.clients.storage import FileStore, open_store
from bot.errors import FileGone, StorageError
from tests.fakes.bucket import ACCESS_KEY, SECRET_KEY, Buckets, on_the_way
from tests.fakes.product import make_settings
from tests.fakes.serving import AppServer
from tests.fakes.threads import at_once
from tests.fakes.waiting import eventually

NAMES = (f"files-{number}" for number in itertools.count())
BODY = "un cours d’été".encode()
DIGEST = hashlib.sha256(BODY).hexdigest()


@dataclass
class Cupboard:
    """A store and the bucket behind it."""

    server: Buckets
    bucket: str
    store: FileStore


@pytest.fixture(scope="module")
def buckets() -> Iterator[Buckets]:
    with Buckets() as server:
        yield server


@pytest.fixture
def open_cupboard(buckets: Buckets) -> Callable[..., Cupboard]:
    def opened(prefix: str = "", server: Buckets = buckets) -> Cupboard:
        name = next(NAMES)
        settings = make_settings(
            storage_url=server.storage_url(name, prefix),
            aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET_KEY,
        )
        return Cupboard(server, name, open_store(settings))

    return opened


@pytest.fixture
def cupboard(open_cupboard: Callable[..., Cupboard]) -> Cupboard:
    return open_cupboard()


def test_what_is_put_is_read_by_its_digest(cupboard: Cupboard) -> None:
    assert cupboard.store.put(BODY) == DIGEST
    assert cupboard.store.read(DIGEST) == BODY
    assert cupboard.server.keys(cupboard.bucket) == [DIGEST]
    assert cupboard.store.part(DIGEST, 3, 8) == BODY[3:8]
    assert cupboard.store.part(DIGEST, 3, 1_000) == BODY[3:]
    assert cupboard.store.part(DIGEST, 0, 0) == b""


def test_a_prefix_keeps_services_apart_in_one_bucket(open_cupboard: Callable[..., Cupboard]) -> None:
    cupboard = open_cupboard("palabre/files")
    cupboard.store.put(BODY)
    cupboard.server.overwrite(cupboard.bucket, "others/file", b"theirs")
    assert sorted(cupboard.server.keys(cupboard.bucket)) == ["others/file", f"palabre/files/{DIGEST}"]
    assert cupboard.store.older_than(-60) == ([DIGEST], "")
    assert cupboard.store.read(DIGEST) == BODY


def test_a_bucket_is_listed_a_page_at_a_time(open_cupboard: Callable[..., Cupboard]) -> None:
    for prefix in ("", "palabre/files"):
        store = open_cupboard(prefix).store
        digests = sorted(store.put(bytes([number])) for number in range(5))
        assert store.older_than(-60, "", 2) == (digests[:2], digests[1])
        assert store.older_than(-60, digests[1], 2) == (digests[2:4], digests[3])
        assert store.older_than(-60, digests[3], 2) == (digests[4:], "")
        assert store.older_than(60, "", 2) == ([], digests[1]), "young ones are passed over"


def test_many_writers_of_one_file_leave_one_whole_file(cupboard: Cupboard) -> None:
    body = b"x" * 300_000
    (digest,) = set(at_once(8, lambda _: cupboard.store.put(body)))
    assert cupboard.server.keys(cupboard.bucket) == [digest]
    assert cupboard.store.read(digest) == body


def test_files_are_deleted_unless_somebody_needs_them_again(cupboard: Cupboard) -> None:
    cupboard.store.put(BODY)
    cupboard.store.delete(DIGEST, untouched_for_s=60)
    assert cupboard.store.read(DIGEST) == BODY
    eventually(lambda: cupboard.store.older_than(0.001) == ([DIGEST], ""), 5)
    cupboard.store.delete(DIGEST, untouched_for_s=0.001)
    cupboard.store.delete(DIGEST, untouched_for_s=60)  # another did it first
    cupboard.store.delete(DIGEST)
    assert cupboard.server.keys(cupboard.bucket) == []


def test_only_old_files_are_named_as_old(cupboard: Cupboard) -> None:
    cupboard.store.put(BODY)
    assert cupboard.store.older_than(60) == ([], "")
    assert cupboard.store.older_than(-60) == ([DIGEST], "")


@pytest.mark.parametrize("name", ["../secret", "", "a" * 63, f"{'a' * 63}.", f"..{'/' * 62}"])
def test_only_digests_name_files(cupboard: Cupboard, name: str) -> None:
    for act in (cupboard.store.read, cupboard.store.delete):
        with pytest.raises(StorageError, match="not a digest"):
            act(name)


def test_damaged_bytes_are_not_served(cupboard: Cupboard) -> None:
    cupboard.store.put(BODY)
    cupboard.server.overwrite(cupboard.bucket, DIGEST, b"something else")
    with pytest.raises(FileGone, match="damaged"):
        cupboard.store.read(DIGEST)


@pytest.mark.parametrize("spoils", [lambda body: body[:5], lambda _body: b"<html>Maintenance</html>", lambda _: b""])
def test_what_comes_spoiled_has_not_gone(
    buckets: Buckets, open_cupboard: Callable[..., Cupboard], spoils: Callable[[bytes], bytes]
) -> None:
    """Whole by its own length, as what stands before a server says it: what is there stays to be had."""
    cupboard = open_cupboard()
    cupboard.store.put(BODY)
    with AppServer(on_the_way(buckets.url, spoils)) as way:
        settings = make_settings(
            storage_url=f"s3://{cupboard.bucket}/?endpoint_url={way.url}",
            aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET_KEY,
        )
        with pytest.raises(StorageError, match="whole") as caught:
            open_store(settings).read(DIGEST)
    assert not isinstance(caught.value, FileGone)


def test_what_is_not_there_is_an_error_that_names_neither_bucket_nor_key(cupboard: Cupboard) -> None:
    with pytest.raises(FileGone) as caught:
        cupboard.store.read("0" * 64)
    assert cupboard.bucket not in str(caught.value)
    assert ACCESS_KEY not in str(caught.value)


def test_no_file_has_gone_with_its_bucket(cupboard: Cupboard) -> None:
    """Deleted, or asked for where it is not: it may be put right."""
    requests.delete(f"{cupboard.server.url}/{cupboard.bucket}", timeout=10).raise_for_status()
    for act in (lambda: cupboard.store.read(DIGEST), lambda: cupboard.store.part(DIGEST, 0, 1)):
        with pytest.raises(StorageError) as caught:
            act()
        assert not isinstance(caught.value, FileGone)


def test_a_server_out_of_reach_is_an_error_of_the_store(open_cupboard: Callable[..., Cupboard]) -> None:
    with Buckets() as server:
        store = open_cupboard(server=server).store
        server.stop()
    for act in (lambda: store.put(BODY), lambda: store.read(DIGEST), lambda: store.older_than(1)):
        with pytest.raises(StorageError) as caught:
            act()
        assert not isinstance(caught.value, FileGone), "it may be back in a moment"
    with pytest.raises(StorageError):
        store.delete(DIGEST, untouched_for_s=1)


def test_what_else_lies_in_a_bucket_is_nobodys_orphan(cupboard: Cupboard) -> None:
    for theirs in ("a-backup.dump", f"{DIGEST}.old"):
        cupboard.server.overwrite(cupboard.bucket, theirs, b"theirs")
    cupboard.store.put(BODY)
    assert cupboard.store.older_than(-60) == ([DIGEST], "")


def test_a_large_file_is_stored_in_pieces(cupboard: Cupboard) -> None:
    body = random.randbytes(12 * 1024 * 1024)
    digest = cupboard.store.put_file(io.BytesIO(body))
    assert cupboard.store.read(digest) == body
    assert cupboard.server.keys(cupboard.bucket) == [digest]


def test_a_large_file_that_cannot_be_stored_says_so(open_cupboard: Callable[..., Cupboard]) -> None:
    with Buckets() as server:
        cupboard = open_cupboard(server=server)
    with pytest.raises(StorageError):
        cupboard.store.put_file(io.BytesIO(bytes(12 * 1024 * 1024)))
