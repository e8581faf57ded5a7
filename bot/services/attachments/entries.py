"""What stands in a message's details about its attachments, one entry each, in their order:

`{"kind": "photo", "file": 12, "note": "Photo: photo-1.jpg, file 12, 1080 × 1440 px", "untrusted": true}`
`{"kind": "photo", "refused": "too_small", "note": "Attachment: a photo that could not be read (too small); …"}`

Pure. A message is unread as long as it has more media than entries."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.models import InboundMessage
from bot.refusals import MAY_BE_WRONG
from bot.services.attachments.reading import Kind
from bot.text.safe import safe_text
from bot.text.storable import storable

MOST_MEDIA = 10
"""Of one turn: more are named, and not read."""
QUOTED = "Quoted"  # begins the line of a message that is quoted (bot.conversation.quoting)
KINDS_OF_NOTE = ("Photo", "Voice", "Document", "Contact", "Place", "Attachment", QUOTED)
NAMES = {"Photo": Kind.PHOTO, "Voice": Kind.VOICE, "Document": Kind.DOCUMENT, "Contact": Kind.CONTACT}
NOTE = re.compile(rf"^\[({'|'.join(KINDS_OF_NOTE)})\b[^\n]*\]$", re.MULTILINE)
BRACKETS = str.maketrans("[]", "()")
FILE_NAME = re.compile(  # of what people have: « Corrige ce texte.Merci », « Fais l’exercice 3.c » are wishes
    r"[^\n]{1,250}\.(?:pdf|do[ct][xm]?|xl[sta][xmb]?|p(?:p[tsa]|ot)[xm]?|[ct]sv|txt|md|x?html?|rtf|f?od[tspgb]|ot[tsp]|epub|mht(?:ml?)?"
    r"|pages|numbers|key|wp[sd]|dps|o?xps|vsdx?|mobi|azw3?|fb2|djvu|mpp|sxw|zip|rar|7z|gz|tar|tgz|bz2|xz|apks?|xapk|aab|exe|msi|jar|iso"
    r"|img|json|ya?ml|xml|tex|log|sql|py|ipynb|jsx?|tsx?|css|php|java|kt|cpp|cs|sh|ps1|ini|toml|bak|db|sqlite|dbf|dat|dta|sav|spv"
    r"|vcf|ics|vcs|eml|msg|p7[ms]|pub|mdb|accdb|dwg|dxf|stl|psd|eps|cdr|ggb|gpx|km[lz]|geojson|srt|vtt|lnk|torrent|enc|crypt\d\d?"
    r"|jpe?g|jfif|jxl|png|gif|bmp|ico|tiff?|dng|webp|hei[cf]s?|avif|svg|mp[34]|m4[abv]|opus|og[gav]|amr|aac|flac|aiff?|mka|weba|wav|wm[av]"
    r"|3gpp?|mov|avi|flv|mpe?g|mkv|webm)",
    re.IGNORECASE,
)
# So is « Convertis ce fichier en .pdf », of these words alone: whoever made a file may have chosen its name.
_CONVERTING = re.compile(
    r"(?:(?:bonjour|bonsoir|svp|stp|please|merci de|je veux|tu peux|vous pouvez|peux[- ]tu|pouvez[- ]vous|can you)"
    r"[ ,]+)*(?:me )?(?:convertir|convertis|convertissez|converti|transforme[rz]?|transformes|mets|mettre|mettez|"
    r"passe[rz]?|enregistre[rz]?|convert|turn|save|change)(?:[- ](?:moi|le|la|les|ce|cet|cette|ces|ça|ca|mon|ma|mes|"
    r"this|that|it|the|my|fichiers?|document|doc|texte|photo|image|word|pdf|excel|file|picture|svp|stp|please))*"
    r" (?:en|vers|au format|sous format|en format|into|to|as) ?\.\w{2,5}",
    re.IGNORECASE,
)

Entry = dict[str, Any]


class NotRead(NamedTuple):
    """Why something was not read, or not whole; what it is; how it is called, where somebody said."""

    reason: str
    kind: str
    name: str = ""


def addresses(message: InboundMessage) -> tuple[str, ...]:
    """Where its media are."""
    return tuple(message.details.get("media_urls") or ())


def entries(message: InboundMessage) -> Sequence[Entry]:
    """What is known of its media so far."""
    return tuple(message.details.get("attachments") or ())


def is_unread(message: InboundMessage) -> bool:
    """Whether some of its media have not been looked at yet."""
    return len(entries(message)) < len(addresses(message))


def comes_along(message: InboundMessage) -> bool:
    """Whether it belongs with what is written around it: media, a place, a contact."""
    return message.kind in ("media", "contact", "location")


def notes(messages: Iterable[InboundMessage]) -> tuple[str, ...]:
    """What the model is told of the attachments of a turn, a line each. A refusal is told as one beside others."""
    return tuple(f"[{note}]" for message in messages for note in (*_place(message), *_read(message)))


def refusals(messages: Iterable[InboundMessage]) -> tuple[NotRead, ...]:
    """What was not read, or not whole, in its order."""
    return tuple(
        NotRead(reason, entry["kind"], file_name(message) if len(addresses(message)) == 1 else "")
        for message in messages
        for entry in entries(message)
        if (reason := entry.get("refused") or entry.get("partly"))
    )


def is_anything_read(messages: Iterable[InboundMessage]) -> bool:
    """Whether something beside words came that the model can be told of."""
    return any(_place(message) or any(map(is_told, entries(message))) for message in messages)


def is_told(entry: Entry) -> bool:
    """Whether it was read, and the model is told of it."""
    return "refused" not in entry and bool(entry.get("note"))


def is_spoken(messages: Iterable[InboundMessage]) -> bool:
    """Whether something of it was said, not typed."""
    return any(entry.get("spoken") for entry in _all(messages))


def files(messages: Iterable[InboundMessage], kind: Kind) -> tuple[int, ...]:
    """The files of one kind that were read, each once."""
    read = (entry for entry in _all(messages) if entry["kind"] == kind and "refused" not in entry)
    return tuple(dict.fromkeys(entry["file"] for entry in read if "file" in entry))


def doubtful(messages: Iterable[InboundMessage]) -> dict[int, str]:
    """The photos that were kept though nobody may see anything on them, each with what is said to be wrong with it."""
    return {
        entry["file"]: entry["refused"]
        for entry in _all(messages)
        if "file" in entry and entry.get("refused") in MAY_BE_WRONG
    }


def scans(messages: Iterable[InboundMessage]) -> dict[int, int]:
    """The documents that are shown as pictures, and how many pages of each."""
    return {entry["file"]: entry["pages_shown"] for entry in _all(messages) if entry.get("pages_shown")}


def file_name(message: InboundMessage) -> str:
    """How an attachment is called: Twilio has no field for it, and gives a document's name as the message's text where
    nobody wrote one."""
    name = message.body.strip()
    is_name = addresses(message) and FILE_NAME.fullmatch(name) and not _CONVERTING.fullmatch(name)
    return name if is_name else ""


def is_only_named(message: InboundMessage) -> bool:
    """Whether the text of a message is how its attachment is called, which whoever made that may have chosen: nothing
    of its sender's, for whom it would speak. What was said aloud is no name."""
    return bool(file_name(message)) and not is_spoken([message])


def written(message: InboundMessage) -> str:
    """What a person wrote with it."""
    return "" if is_only_named(message) else message.body.strip()


def are_untrusted(messages: Iterable[InboundMessage]) -> bool:
    """Whether a run that is shown them has seen what somebody else may have written."""
    return any(entry.get("untrusted") for entry in _all(messages))


def one_line(text: str) -> str:
    """Fit to stand in a note: it cannot end it."""
    return " ".join(storable(safe_text(text)).split()).translate(BRACKETS)


def without_notes(text: str) -> str:
    """What the person wrote, of a turn's text."""
    return NOTE.sub("", text).strip()


def kind_noted(text: str) -> Kind:
    """What came along first, of a turn's text that has a note."""
    came = (found[1] for found in NOTE.finditer(text) if found[1] != QUOTED)
    return NAMES.get(next(came, ""), Kind.OTHER)


def _all(messages: Iterable[InboundMessage]) -> Iterable[Entry]:
    return (entry for message in messages for entry in entries(message))


def _read(message: InboundMessage) -> Iterable[str]:
    return (entry["note"] for entry in entries(message) if entry.get("note"))


def _place(message: InboundMessage) -> Sequence[str]:
    """A place that was shared: `[5.345, -4.024, "label", "address"]`; older rows have no address."""
    found = message.details.get("location")
    if not found:
        return ()
    latitude, longitude, *names = found
    said = ", ".join(one_line(str(name)) for name in names if name)
    return (f"Place: {said + ', ' if said else ''}latitude {latitude:.6f}, longitude {longitude:.6f}",)
