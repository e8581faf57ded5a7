"""What the tools that write documents share: their arguments, and the way from them to a file that is kept."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field, WithJsonSchema

from bot.agent.spec import ToolOutput
from bot.documents.arguments import Part
from bot.documents.model import MAX_CONTENT_CHARS, MAX_PARTS, BlockSpec, Document, Kind, Letter, Source
from bot.documents.render import CONTENT_TYPES, render
from bot.errors import DocumentError, ErrorType, StorageError, ToolFailed
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.tools.context import ToolContext


class WrittenSource(Part):
    """One numbered reference."""

    title: str = Field(min_length=1, max_length=300, description="As readers know it")
    url: Annotated[str, Field(max_length=2_048, pattern=r"^https?://\S+$"), WithJsonSchema({"type": "string"})] = Field(
        description="Never made up"
    )


class Written(Part):
    """Arguments of every tool that writes a document."""

    title: str = Field(min_length=1, max_length=200, description="Also names the file")
    content: str = Field(
        "",
        max_length=MAX_CONTENT_CHARS,
        description="The text in Markdown without its title: ## headings, lists, tables, $LaTeX$",
    )
    blocks: list[BlockSpec] = Field(
        default_factory=list, max_length=MAX_PARTS, description="What Markdown cannot do, in order, after content"
    )
    sources: list[WrittenSource] = Field(default_factory=list, max_length=50, description="Pages it relies on")


class Printed(Written):
    """Arguments of the tools whose documents go to paper."""

    subtitle: str = Field("", max_length=300, description="Line below the title")
    letter: Letter | None = Field(None, description="Frame of a letter; content is then its body")


def written(kind: Kind, ctx: ToolContext, args: Written, files: RunFiles, library: RunLibrary) -> ToolOutput:
    """Render the document and keep it. Raises ToolFailed: permanent with what is wrong in it, transient where the store
    is away."""
    document = Document(
        title=args.title,
        subtitle=args.subtitle if isinstance(args, Printed) else "",
        content=args.content,
        parts=tuple(args.blocks),
        letter=args.letter if isinstance(args, Printed) else None,
        sources=tuple(Source(title=source.title, url=source.url) for source in args.sources),
        images=pictures(library, (block.text for block in args.blocks if block.type == "image")),
        language=ctx.language,
        service_name=ctx.service_name,
        created_at=ctx.day,
    )
    try:
        body = render(kind, document, timeout_s=ctx.left_s(40))
    except DocumentError as error:
        raise ToolFailed(f"the {kind.upper()} could not be made: {error}") from None
    try:
        told, commit = files.keep(title=args.title, ending=f".{kind}", content_type=CONTENT_TYPES[kind], body=body)
    except StorageError as error:  # the store may be back in a moment: the document is made and stored again
        raise ToolFailed(f"the {kind.upper()} could not be stored: {error}", ErrorType.TRANSIENT) from None
    return ToolOutput(data=told, commit=commit)


def pictures(library: RunLibrary, names: Iterable[str]) -> dict[str, bytes]:
    """The user's own pictures that a document names. Raises ToolFailed where the store is away."""
    try:
        return library.pictures({name.strip() for name in names} - {""})
    except StorageError as error:
        raise ToolFailed(f"an image could not be read: {error}", ErrorType.TRANSIENT) from None
