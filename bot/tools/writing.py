"""What the tools that write documents share: their arguments, and the way from them to a file that is kept."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from bot.agent.spec import ToolOutput
from bot.documents.arguments import Lined, Part, Title
from bot.documents.labels import reading_note
from bot.documents.model import MAX_CONTENT_CHARS, MAX_PARTS, BlockSpec, Document, Kind, Letter, Source
from bot.documents.render import CONTENT_TYPES, rendered
from bot.errors import DocumentError, ErrorType, StorageError, ToolFailed
from bot.services.approval.run_links import RunLinks
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.services.research.run_sources import ReadSource, RunSources
from bot.tools.context import ToolContext
from bot.types import Language


class WrittenSource(Part):
    """One numbered reference."""

    title: str = Field("", max_length=300, description="As readers know it; else the page's own")
    url: Annotated[str, Field(max_length=2_048, pattern=r"^https?://\S+$"), WithJsonSchema({"type": "string"})] = Field(
        description="Never made up"
    )


# Shown in words, which are shorter than a schema; they are validated all the same. Of a block's types the model is told
# those that Markdown has no words for.
ShownBlock = Annotated[BlockSpec, WithJsonSchema({"type": "object"})]
ShownSource = Annotated[WrittenSource, WithJsonSchema({"type": "object"})]
ShownLetter = Annotated[Letter, WithJsonSchema({"type": "object"})]


class Written(Part):
    """Arguments of every tool that writes a document."""

    title: Title = Field(min_length=1, max_length=200, description="Names the file")
    content: Lined = Field(
        "",
        max_length=MAX_CONTENT_CHARS,
        description="Markdown without the title: ## headings, lists, tables, $LaTeX$, <center>, <div align=right>",
    )
    blocks: list[ShownBlock] = Field(
        default_factory=list,
        max_length=MAX_PARTS,
        description="Charts, curves, pictures, after content: type bar, line, pie (text: title; rows: first row column "
        "names, first column labels), function (text: x^2-3x+2; 2x; optional x_min, x_max), image (text: its name "
        "among the user's files), text (Markdown), page_break",
    )
    sources: list[ShownSource] = Field(
        default_factory=list,
        max_length=50,
        description="Pages it relies on, never made up: title, url",
    )


class Printed(Written):
    """Arguments of the tools whose documents go to paper."""

    subtitle: Title = Field("", max_length=300, description="")
    letter: ShownLetter | None = Field(
        None,
        description="Of a letter, whose body is content: sender, recipient (name, address; one a line), place, "
        "subject; optional closing",
    )


def like_pdf(schema: dict[str, Any]) -> None:
    """The schema of a tool whose description says that it takes what generate_pdf takes: names and types alone."""
    for about in schema["properties"].values():
        about["description"] = ""


def written(
    kind: Kind,
    ctx: ToolContext,
    args: Written,
    files: RunFiles,
    library: RunLibrary,
    sources: RunSources,
    links: RunLinks,
) -> ToolOutput:
    """Render the document and keep it. Raises ToolFailed: permanent with what is wrong in it, transient where the store
    is away."""
    kept = links.kept([args.content, *texts_of(args.blocks), *(source.url for source in args.sources)])
    document = Document(
        title=args.title,
        subtitle=args.subtitle if isinstance(args, Printed) else "",
        content=args.content,
        parts=tuple(args.blocks),
        letter=args.letter if isinstance(args, Printed) else None,
        sources=checked(args.sources, sources, ctx.language, kept),
        images=pictures(library, (block.text for block in args.blocks if block.type == "image")),
        language=ctx.language,
        service_name=ctx.service_name,
        created_at=ctx.day,
        links=kept,
    )
    try:
        made = rendered(kind, document, timeout_s=ctx.left_s(40))
    except DocumentError as error:
        raise ToolFailed(f"the {kind.upper()} could not be made: {error}") from None
    try:
        told, commit = files.keep(title=args.title, ending=f".{kind}", content_type=CONTENT_TYPES[kind], body=made.body)
    except StorageError as error:  # the store may be back in a moment: the document is made and stored again
        raise ToolFailed(f"the {kind.upper()} could not be stored: {error}", ErrorType.TRANSIENT) from None
    if made.remarks and isinstance(told, dict):
        told = told | {"remarks": list(made.remarks)}
    return ToolOutput(data=told, commit=commit)


def texts_of(blocks: Iterable[BlockSpec]) -> Iterator[str]:
    """All words of some blocks, where addresses may stand."""
    for block in blocks:
        yield from (block.text, *block.items, *(cell for row in block.rows for cell in row if isinstance(cell, str)))


def checked(
    asked: Sequence[WrittenSource], sources: RunSources, language: Language, kept: Collection[str] | None
) -> tuple[Source, ...]:
    """The references as they are printed: with the address and the day where they were read, marked where they never
    were. People bring their own: none is refused. What was never read is a link only where it is `kept` (None: all)."""
    found = sources.read([source.url for source in asked])
    return tuple(_printed(source, page, language, kept) for source, page in zip(asked, found, strict=True))


def _printed(
    source: WrittenSource, page: ReadSource | None, language: Language, kept: Collection[str] | None
) -> Source:
    url, title, read_at = (page.url, page.title, page.read_at) if page else (source.url, "", None)
    linked = page is not None or kept is None or source.url in kept
    return Source(
        title=source.title.strip() or title or url, url=url, note=reading_note(read_at, language), linked=linked
    )


def pictures(library: RunLibrary, names: Iterable[str]) -> dict[str, bytes]:
    """The user's own pictures that a document names. Raises ToolFailed where the store is away."""
    try:
        return library.pictures({name.strip() for name in names} - {""})
    except StorageError as error:
        raise ToolFailed(f"an image could not be read: {error}", ErrorType.TRANSIENT) from None
