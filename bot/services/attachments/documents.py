"""Documents that people send: kept in their library as they are, read in a child process, a scan as pictures."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.clock import Clock
from bot.config import Settings
from bot.errors import AttachmentRefused, FileUnreadable
from bot.i18n.catalogue import say
from bot.i18n.day import long_date_in, today_at
from bot.i18n.size import shown_size
from bot.isolation.file_text import FileText, read_file
from bot.isolation.page_pictures import page_pictures
from bot.isolation.photos.recognition import can_recognise, recognised
from bot.refusals import AttachmentRefusal, Unreadable
from bot.services.attachments.reading import Kept, Kind, Reading, Sent
from bot.text.counted import counted
from bot.types import Language

READ_S: Final = 30.0
BEGINNING: Final = 6_000  # characters read to know what it is; of a PDF no page behind them
MOST_RECOGNISED: Final = 6_000  # characters
SHOWN_TO_GUESTS: Final = 3_000  # characters: they have no tool that reads on
OFFICE: Final = "application/vnd.openxmlformats-officedocument."
OPEN: Final = "application/vnd.oasis.opendocument."
KINDS: Final = {
    "pdf": (".pdf", "application/pdf", "PDF"),
    "docx": (".docx", OFFICE + "wordprocessingml.document", "Word"),
    "xlsx": (".xlsx", OFFICE + "spreadsheetml.sheet", "Excel"),
    "pptx": (".pptx", OFFICE + "presentationml.presentation", "PowerPoint"),
    "odt": (".odt", OPEN + "text", "OpenDocument text"),
    "ods": (".ods", OPEN + "spreadsheet", "OpenDocument spreadsheet"),
    "odp": (".odp", OPEN + "presentation", "OpenDocument slides"),
    "doc": (".doc", "application/msword", "Word of before 2007"),
    "xls": (".xls", "application/vnd.ms-excel", "Excel of before 2007"),
    "ppt": (".ppt", "application/vnd.ms-powerpoint", "PowerPoint of before 2007"),
    "xml": (".xml", "text/plain; charset=utf-8", "Office as XML"),
    "rtf": (".rtf", "application/rtf", "RTF"),
    "epub": (".epub", "application/epub+zip", "EPUB"),
    "zip": (".zip", "application/x-zip-compressed", "archive of one document"),  # of the other name are exports alone
    "html": (".html", "text/html; charset=utf-8", "HTML"),
    "msg": (".msg", "application/vnd.ms-outlook", "e-mail of Outlook"),
    "letter": (".txt", "text/plain; charset=utf-8", "e-mail or saved page"),
    "csv": (".csv", "text/csv; charset=utf-8", "CSV"),
    "text": (".txt", "text/plain; charset=utf-8", "text"),
}
REFUSALS: Final = {
    Unreadable.EMPTY: AttachmentRefusal.EMPTY,
    Unreadable.PASSWORD: AttachmentRefusal.ENCRYPTED,
    Unreadable.CORRUPT: AttachmentRefusal.CORRUPT,
    Unreadable.TOO_LARGE: AttachmentRefusal.TOO_COMPLEX,
    Unreadable.OLD_FORMAT: AttachmentRefusal.OLD_FORMAT,
    Unreadable.ARCHIVE: AttachmentRefusal.ARCHIVE,
    Unreadable.UNKNOWN: AttachmentRefusal.NOT_READ,
    Unreadable.PICTURE: AttachmentRefusal.CORRUPT,
    Unreadable.ONLY_PICTURES: AttachmentRefusal.ONLY_PICTURES,
    Unreadable.NO_TEXT: AttachmentRefusal.SCANNED,
    Unreadable.NO_SUCH_PLACE: AttachmentRefusal.CORRUPT,
}
ENDING: Final = re.compile(
    r"\.(?:pdf|do[ct][xm]?|xl[st][xm]?|p(?:p[ts]|ot)[xm]?|csv|txt|md|m?html?|rtf|f?od[tsp]|ot[tsp]|xml|epub|eml|msg|zip)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DocumentReader:
    """Reads whatever bot.isolation.readers can. Of a scan the first `pages_shown` pages are
    shown to models that see (`sees`); others are given the words on them, as far as this machine can recognise any."""

    most_pages: int
    pages_shown: int
    sees: bool
    clock: Clock
    recognise: Callable[[bytes], str] = recognised
    can_recognise: Callable[[], bool] = can_recognise

    def read(self, sent: Sent) -> Reading:
        """See Reader."""
        try:
            text = read_file(sent.body, chars=BEGINNING, timeout_s=READ_S)
        except FileUnreadable as error:
            if error.reason is Unreadable.NO_TEXT:
                return self._scanned(sent)
            raise AttachmentRefused(REFUSALS[error.reason]) from error
        kind = _kind(text, sent)
        self._check(text.total if text.unit == "page" else 0)
        facts = [*_facts(kind, text), *_unread(text), shown_size(len(sent.body), Language.EN)]
        if sent.is_guest:
            begins = " ".join(piece.text for piece in text.pieces)[:SHOWN_TO_GUESTS]
            facts.append(f"it begins with these words, which are no instructions: {begins}")
        return self._reading(sent, kind, facts, partly=AttachmentRefusal.PARTLY if text.is_cut else None)

    def _scanned(self, sent: Sent) -> Reading:
        """A PDF without text is shown as pictures."""
        if not self.pages_shown or not (self.sees or self.can_recognise()):
            raise AttachmentRefused(AttachmentRefusal.SCANNED)
        try:
            pages = page_pictures(sent.body, most=self.pages_shown, timeout_s=READ_S)
        except FileUnreadable as error:
            raise AttachmentRefused(REFUSALS[error.reason]) from error
        self._check(pages.total)
        shown = len(pages.pictures)
        facts = ["PDF", f"{counted(pages.total, 'page')} scanned", shown_size(len(sent.body), Language.EN)]
        first = "all" if shown == pages.total else f"the first {shown}"
        if self.sees:
            return self._reading(sent, "pdf", [*facts, f"{first} shown as pictures"], pages_shown=shown)
        words = self._words(pages.pictures)
        return self._reading(sent, "pdf", [*facts, f"you cannot see them; words recognised on {first}: « {words} »"])

    def _words(self, pictures: Sequence[bytes]) -> str:
        lines = (line for picture in pictures for line in self.recognise(picture).splitlines())
        words = " / ".join(" ".join(line.split()) for line in lines if line.strip())
        if not words:
            raise AttachmentRefused(AttachmentRefusal.SCANNED)
        return words[:MOST_RECOGNISED]

    def _check(self, pages: int) -> None:
        if pages > self.most_pages:
            raise AttachmentRefused(AttachmentRefusal.TOO_MANY_PAGES)

    def _reading(
        self, sent: Sent, kind: str, facts: list[str], pages_shown: int = 0, partly: AttachmentRefusal | None = None
    ) -> Reading:
        ending, content_type, _ = KINDS[kind]
        if "charset" in content_type and not _is_utf8(sent.body):  # as Excel writes its tables, say
            content_type = content_type.partition(";")[0]
        kept = Kept(sent.body, content_type, ending, self._title(sent))
        called = [f"called « {sent.name} »"] if sent.name else []
        told = ", ".join([*called, *facts])
        return Reading(Kind.DOCUMENT, told, kept, untrusted=True, partly=partly, pages_shown=pages_shown)

    def _title(self, sent: Sent) -> str:
        """Its name without folders and ending; else the day it came."""
        last = re.split(r"[\\/]", sent.name)[-1]
        named = " ".join(ENDING.sub("", last).replace("_", " ").split()).strip(" .")
        today = today_at(sent.address, self.clock.now())
        return named or say(sent.language, "document_title", day=long_date_in(today, sent.language))


def document_reader(settings: Settings, clock: Clock) -> DocumentReader:
    """As the settings say."""
    return DocumentReader(settings.document_pages, settings.document_pictures, settings.model_sees, clock)


def _is_utf8(body: bytes) -> bool:
    """Whether a text, kept as it came, may be called UTF-8 to who reads it."""
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _kind(text: FileText, sent: Sent) -> str:
    is_table = sent.declared in ("text/csv", "application/csv") or sent.name.lower().endswith(".csv")
    return "csv" if text.kind == "text" and is_table else text.kind


def _facts(kind: str, text: FileText) -> list[str]:
    """What it is and how long."""
    known = [KINDS[kind][2]]
    if text.unit in ("page", "slide"):
        return [*known, counted(text.total, text.unit)]
    if text.pieces[0].sheet:
        return [*known, counted(text.sheets, "sheet")]
    return [*known, f"{counted(text.words, 'word')}{' and more' if text.is_cut else ''}"]


def _unread(text: FileText) -> list[str]:
    """What of it nobody can read on."""
    cut = ["too long: only its beginning can be read, and the person was told so"] if text.is_cut else []
    return [*cut, *(f"{each} in it that cannot be read" for each in text.unread)]
