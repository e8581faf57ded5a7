"""Checks of what is ours: folders, disk, database, Redis, storage, fonts, what reads pictures."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from redis.exceptions import ResponseError

from bot.cli.doctor.finding import Finding, bad, fine, none
from bot.clients.storage import open_store
from bot.config import Settings
from bot.dao.condition import Condition, condition
from bot.dao.conversation_key import USE
from bot.dao.database import Database
from bot.dao.engine.limits import WEB
from bot.documents.pdf.fontbook import FILES, FOLDER
from bot.errors import StorageError
from bot.isolation.photos.recognition import LANGUAGES, can_recognise, languages_known
from bot.queue.connection import HasBecomeReplica, connect
from bot.signing.keys import keys_of

SQLITE = "sqlite:///"
TRIAL = "palabre:doctor"  # a key of its own
LEAST_FREE_MB = 500
MOST_SECONDS_APART = 5.0
ANSWER_S = 4.0
TRUETYPE = b"\x00\x01\x00\x00"


def folders(settings: Settings) -> Finding:
    """The folders that must be there, or be made, can be written to."""
    closed = [str(folder) for folder in _folders(settings) if not os.access(_existing(folder), os.W_OK | os.X_OK)]
    if closed:
        return bad("doctor_folders_closed", folders=", ".join(closed))
    return fine("doctor_folders_fine", folders=", ".join(str(folder) for folder in _folders(settings)))


def disk(settings: Settings) -> Finding:
    """There is room where we write."""
    free = {folder: shutil.disk_usage(_existing(folder)).free // 1_000_000 for folder in _folders(settings)}
    folder = min(free, key=lambda one: free[one])
    found = fine if free[folder] >= LEAST_FREE_MB else bad
    return found("doctor_disk_free", folder=folder, megabytes=free[folder])


def database(settings: Settings) -> Finding:
    """The database answers."""
    if _is_unmade(settings):
        return none("doctor_database_unmade", file=settings.database_url.removeprefix(SQLITE))
    return fine("doctor_database_fine", version=_condition(settings).version)


def schema(settings: Settings) -> Finding:
    """The newest migration has been made."""
    seen = None if _is_unmade(settings) else _condition(settings)
    if seen is not None and seen.revision == seen.newest:
        return fine("doctor_schema_fine", revision=seen.revision)
    if seen is not None and seen.is_newer:
        return fine("doctor_schema_newer", revision=seen.revision, newest=seen.newest)
    if seen is None or seen.revision is None:
        return bad("doctor_schema_none") if settings.is_production else none("doctor_schema_later")
    return bad("doctor_schema_old", revision=seen.revision, newest=seen.newest)


def secret_key(settings: Settings) -> Finding:
    """SECRET_KEY is the one that the database was used with. Raises ConfigurationError."""
    seen = None if _is_unmade(settings) else _condition(settings)
    if seen is None or not seen.is_migrated:
        return none("doctor_secret_key_later")
    with _opened(settings) as found:
        found.conversation_key.id_of("anybody")
    return fine("doctor_secret_key_fine")


def clock(settings: Settings) -> Finding:
    """This machine and the database agree on the time."""
    if _is_unmade(settings):
        return none("doctor_clock_later")
    apart = _condition(settings).seconds_ahead
    found = fine if abs(apart) <= MOST_SECONDS_APART else bad
    return found("doctor_clock_apart", seconds=f"{apart:+.1f}")


def redis(settings: Settings) -> Finding:
    """Redis or Valkey answers, and takes what is written: without wake-ups no worker does anything."""
    with closing(connect(settings.redis_url, connect_timeout_s=ANSWER_S, read_timeout_s=ANSWER_S)) as client:
        told = client.info("server")
        try:
            client.set(TRIAL, 1, ex=1)
            found, key = fine, "doctor_redis_fine"
        except (ResponseError, HasBecomeReplica):
            found, key = bad, "doctor_redis_closed"
    name = "Valkey" if "valkey_version" in told else "Redis"
    return found(key, version=f"{name} {told.get('valkey_version') or told['redis_version']}")


def storage(settings: Settings) -> Finding:
    """A small file can be stored, read and removed."""
    store, body = open_store(settings), secrets.token_bytes(32)  # its own: nobody else's file has this content
    parts = urlsplit(settings.storage_url)
    place = f"s3://{parts.hostname}{parts.path}" if parts.scheme == "s3" else str(settings.storage_folder)
    try:
        digest = store.put(body)
        same = store.read(digest) == body
        store.delete(digest)
    except StorageError:
        return bad("doctor_storage_bad", place=place)
    return fine("doctor_storage_fine", place=place) if same else bad("doctor_storage_bad", place=place)


def words_on_pictures(settings: Settings) -> Finding:
    """Tesseract is there, with its French: what reads pictures where the models see none."""
    if settings.model_sees:
        return none("doctor_words_unneeded")
    if not can_recognise():
        return none("doctor_words_off")
    missing = [name for name in LANGUAGES if name not in languages_known()]
    return bad("doctor_words_missing", names=", ".join(missing)) if missing else fine("doctor_words_fine")


def fonts(_settings: Settings) -> Finding:
    """The fonts of documents are there, and are fonts."""
    lost = [name for name in FILES.values() if not _is_font(FOLDER / f"{name}.ttf")]
    return bad("doctor_fonts_lost", names=", ".join(lost)) if lost else fine("doctor_fonts_fine", count=len(FILES))


def _is_font(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(TRUETYPE)) == TRUETYPE
    except OSError:
        return False


def _folders(settings: Settings) -> list[Path]:
    """Where we write: the database's file, the files people get, and what children leave for a moment."""
    own = [_file(settings).parent] if settings.database_url.startswith(SQLITE) else []
    files = [] if settings.storage_url.startswith("s3:") else [settings.storage_folder]
    return list(dict.fromkeys((*own, *files, Path(tempfile.gettempdir()))))


def _existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.exists())


def _file(settings: Settings) -> Path:
    return Path(settings.database_url.removeprefix(SQLITE)).absolute()


def _is_unmade(settings: Settings) -> bool:
    """Whether the database is a file that does not exist yet; looking into it would make it, for a wrong user maybe."""
    return settings.database_url.startswith(SQLITE) and not _file(settings).exists()


def _condition(settings: Settings) -> Condition:
    with _opened(settings) as found:
        return condition(found)


@contextmanager
def _opened(settings: Settings) -> Iterator[Database]:
    made = Database(settings.database_url, keys_of(settings, USE), pool_size=1, limits=WEB)
    try:
        yield made
    finally:
        made.close()
