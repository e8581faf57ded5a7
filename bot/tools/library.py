"""Tools that look into the user's own files. What stands in a file may come from anybody: always untrusted. They lead
nowhere: the model writes files too, and could put what must not leave into an address there."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.agent.tool_results import text_of
from bot.errors import ErrorType, FileUnreadable, StorageError, ToolFailed, ToolRetry
from bot.isolation.extraction import visible
from bot.isolation.file_text import FileText
from bot.models import FilePassage, StoredFile
from bot.refusals import Unreadable
from bot.services.library.run_library import RunLibrary, Where
from bot.services.library.search import Found
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.types import JSON

MOST_LISTED, MOST_FOUND = 20, 5
READ_CHARS = 8_000
MOST_SUMS = 12  # sheets
EXCERPT_CHARS = 700
FRAME_CHARS = 400  # what a piece costs beside its text, fences and names
REASONS = {
    Unreadable.EMPTY: "the file is empty",
    Unreadable.PASSWORD: "the file is protected by a password: the user must send it without one",
    Unreadable.CORRUPT: "the file is damaged, or not of the kind that its name says",
    Unreadable.TOO_LARGE: "the file is too large or too complex to be read",
    Unreadable.NO_TEXT: "its pages are pictures without text (a scan): look_at_picture shows one, where it is offered",
    Unreadable.ONLY_PICTURES: "it holds pictures and no text: the user may send them as photos, or the file as a PDF",
    Unreadable.PICTURE: "it is a picture, not described yet: look_at_picture shows it, where it is offered",
    Unreadable.OLD_FORMAT: "it is an .xlsb, or a .ppt or .doc of before 1997: the user must save it anew",
    Unreadable.ARCHIVE: "it is an archive of several files, or of none that is read: the user may send them one by one",
    Unreadable.UNKNOWN: "this kind of file cannot be read",
    Unreadable.NO_SUCH_PLACE: "it has no such page, slide, part or sheet: ask for an earlier page, or without a sheet",
}


class ListUserFiles(BaseModel):
    """Arguments of list_user_files: none."""

    model_config = ConfigDict(extra="forbid")


class ReadUserFile(BaseModel):
    """Arguments of read_user_file."""

    model_config = ConfigDict(extra="forbid")

    file: str = Field(min_length=1, max_length=200, description="Number, name or title")
    page: int = Field(1, ge=1, le=100_000, description="To begin at")
    sheet: str = Field("", max_length=64, description="")
    column: str = Field("", max_length=64, description="To sum exactly: letter or heading")


class SearchUserFiles(BaseModel):
    """Arguments of search_user_files."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=2, max_length=300, description="In the user's words")


@tool("library", effect="read", timeout_s=10, max_chars=4_000)
def list_user_files(_ctx: ToolContext, args: ListUserFiles, library: RunLibrary) -> ToolOutput:  # noqa: ARG001
    """List the user's newest files with their numbers: when they ask what files they have, or mean one you cannot name.
    Not to find what a file says: search_user_files."""
    files = library.newest(MOST_LISTED + 1)
    data: dict[str, JSON] = {"files": [_line(file) for file in files[:MOST_LISTED]]}
    if len(files) > MOST_LISTED:
        data["note"] = "There are older ones: search_user_files finds them."
    return ToolOutput(data=data, untrusted=any(file.tainted for file in files))


@tool("library", effect="read", timeout_s=30, max_chars=READ_CHARS)
def read_user_file(ctx: ToolContext, args: ReadUserFile, library: RunLibrary) -> ToolOutput:
    """Read one of the user's files (PDF, Office, HTML, CSV, text), long ones in pieces: go on with page as next says.
    Not to find a passage: search_user_files."""
    file = the_one(library.named(args.file), args.file)
    try:
        where = Where(args.page, args.sheet, args.column)
        text = library.read(file, where, chars=READ_CHARS, timeout_s=ctx.left_s(25))
    except FileUnreadable as error:
        raise ToolFailed(f"{file.name}: {REASONS[error.reason]}") from None
    except StorageError as error:
        raise ToolFailed(f"the file could not be fetched: {error}", ErrorType.TRANSIENT) from None
    if args.column and not text.sums:
        raise ToolRetry(f"{file.name} has no column {args.column!r}: read it without one to see its headings")
    return ToolOutput(data=_read(file, text), untrusted=True)


@tool("library", effect="read", timeout_s=15, max_chars=8_000)
def search_user_files(ctx: ToolContext, args: SearchUserFiles, library: RunLibrary) -> ToolOutput:
    """Search what the user's files say, in French and English at once; gives passages and pages. Use it when the user
    speaks of a document of theirs. Not for the web."""
    answer = library.search(args.query, limit=MOST_FOUND, timeout_s=ctx.left_s(8))
    data: dict[str, JSON] = {"results": [_result(found) for found in answer.found]}
    if answer.waiting:
        data["note"] = f"{answer.waiting} new files cannot be searched yet; list_user_files shows them."
    return ToolOutput(data=data, untrusted=True)


def the_one(files: Sequence[StoredFile], wanted: str) -> StoredFile:
    """The only one of these. Raises ToolRetry with what may be meant: by the names we gave, since an error carries no
    fence, and whoever sent a file may have written its title."""
    if not files:
        raise ToolRetry(f"No file is called {wanted!r}: list_user_files says which there are.")
    if len(files) > 1:
        some = "; ".join(f"{file.id} {file.name} of {file.created_at:%Y-%m-%d}" for file in files[:5])
        raise ToolRetry(f"Several files may be meant, give the number of one: {some}")
    return files[0]


def _line(file: StoredFile) -> dict[str, JSON]:
    return {"number": file.id, "title": title_of(file), "name": file.name, "made": file.created_at.date().isoformat()}


def _read(file: StoredFile, text: FileText) -> dict[str, JSON]:
    """As many whole pieces as fit, and where to go on."""
    pieces: list[JSON] = []
    sums: dict[str, JSON] = {"sums": list(text.sums[:MOST_SUMS])} if text.sums else {}
    left = READ_CHARS - FRAME_CHARS - len(text_of(sums))
    for piece in text.pieces:
        entry = {text.unit: piece.place, **({"sheet": piece.sheet} if piece.sheet else {}), "text": piece.text}
        left -= len(text_of(entry))
        if left < 0 and pieces:
            break
        pieces.append(entry)
    last = text.pieces[len(pieces) - 1].place
    data: dict[str, JSON] = {"number": file.id, "title": title_of(file), f"{text.unit}s": text.total, "content": pieces}
    unread: list[JSON] = [*(["what is behind its beginning: it is too long"] if text.is_cut else []), *text.unread]
    data |= {"cannot_be_read": unread} if unread else {}
    return sums | data | ({"next": last + 1} if last < text.total else {})


def _result(found: Found) -> dict[str, JSON]:
    return {**_line(found.file), "passages": [_passage(found.file, passage) for passage in found.passages]}


def _passage(file: StoredFile, passage: FilePassage) -> dict[str, JSON]:
    text = passage.body.removeprefix(title_of(file)).strip()
    where = {"page": passage.place, **({"sheet": passage.sheet} if passage.sheet else {})}
    return {**where, "text": text[:EXCERPT_CHARS]}


def title_of(file: StoredFile) -> str:
    """As it is shown to the model."""
    return " ".join(visible(file.title or file.name).split())[:120]
