"""The child's side of rendering a Markdown file. Only ever run by bot.isolation.children."""

from bot.documents.assembly import blocks_of, enclosures_of
from bot.documents.labels import LABELS
from bot.documents.letters import Frame, frame_of
from bot.documents.md.writer import Writer, escaped
from bot.documents.model import Document, Source

BREAK = "\\\n"


def answer(payload: bytes) -> bytes:
    """A Document as JSON in, Markdown in UTF-8 out."""
    document = Document.model_validate_json(payload)
    text = Writer(document.language).blocks(blocks_of(document))
    frame, enclosed = frame_of(document), Writer(document.language).blocks(enclosures_of(document))
    pieces = [*_letter(frame, text), enclosed] if frame else [f"# {_line(document.title)}", _subtitle(document), text]
    if document.sources:
        pieces += [f"## {LABELS[document.language].sources}", _sources(document.sources)]
    return ("\n\n".join(piece for piece in pieces if piece) + "\n").encode()


def _letter(frame: Frame, text: str) -> list[str]:
    subject = f"**{frame.subject_label.strip()}** {_line(frame.subject)}" if frame.subject else ""
    sender, recipient = (BREAK.join(map(_line, lines)) for lines in (frame.sender, frame.recipient))
    return [sender, recipient, _line(frame.dateline), subject, text, _line(frame.closing), _line(frame.signature)]


def _subtitle(document: Document) -> str:
    return f"*{_line(document.subtitle)}*" if document.subtitle else ""


def _address(source: Source) -> str:
    if not source.link:
        return escaped(source.url)
    return f"<{source.url.replace('<', '%3C').replace('>', '%3E')}>"


def _sources(sources: tuple[Source, ...]) -> str:
    return "\n".join(
        f"{number}. {_line(source.title)} {_address(source)}{escaped(source.noted)}"
        for number, source in enumerate(sources, 1)
    )


def _line(text: str) -> str:
    return escaped(" ".join(text.split()))
