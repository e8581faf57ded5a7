"""The tool that makes presentations."""

from pydantic import Field

from bot.agent.spec import ToolOutput
from bot.documents.arguments import Part, Title
from bot.documents.pptx.model import MAX_SLIDES, Deck, Slide
from bot.documents.pptx.render import render_pptx
from bot.errors import DocumentError, ErrorType, StorageError, ToolFailed
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.tools.writing import pictures

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


class GeneratePptx(Part):
    """Arguments of generate_pptx."""

    title: Title = Field(min_length=1, max_length=200, description="Makes the first slide")
    subtitle: str = Field("", max_length=200, description="")
    slides: list[Slide] = Field(min_length=1, max_length=MAX_SLIDES, description="After the first")


@tool("files", effect="local", timeout_s=45, max_chars=2_000)
def generate_pptx(ctx: ToolContext, args: GeneratePptx, files: RunFiles, library: RunLibrary) -> ToolOutput:
    """Make a PowerPoint presentation and attach it: slides, an exposé, a talk. Not for text to read: generate_pdf. Few
    words a slide; what is said aloud goes into notes."""
    deck = Deck(
        title=args.title,
        subtitle=args.subtitle,
        slides=args.slides,
        images=pictures(library, (slide.image for slide in args.slides)),
        language=ctx.language,
        service_name=ctx.service_name,
        created_at=ctx.day,
    )
    try:
        body = render_pptx(deck, timeout_s=ctx.left_s(40))
    except DocumentError as error:
        raise ToolFailed(f"the presentation could not be made: {error}") from None
    try:
        told, commit = files.keep(title=args.title, ending=".pptx", content_type=CONTENT_TYPE, body=body)
    except StorageError as error:  # the store may be back in a moment: the file is made and stored again
        raise ToolFailed(f"the presentation could not be stored: {error}", ErrorType.TRANSIENT) from None
    return ToolOutput(data=told, commit=commit)
