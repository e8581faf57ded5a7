"""A tool that looks at a picture again. What stands on one may come from anybody: always untrusted."""

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.errors import ErrorType, FileUnreadable, ModelError, StorageError, ToolFailed, ToolRetry
from bot.services.library.run_eyes import RunEyes, can_be_seen
from bot.tools.context import ToolContext
from bot.tools.library import REASONS, the_one, title_of
from bot.tools.registry import tool


class LookAtPicture(BaseModel):
    """Arguments of look_at_picture."""

    model_config = ConfigDict(extra="forbid")

    file: str = Field("", max_length=200, description="Number or title; empty: newest")
    page: int = Field(1, ge=1, le=100_000, description="Of a scan")
    question: str = Field(min_length=2, max_length=500, description="")


@tool("library", effect="read", timeout_s=60, max_chars=4_000)
def look_at_picture(ctx: ToolContext, args: LookAtPicture, eyes: RunEyes) -> ToolOutput:
    """See a picture of the user's again, or a page of a scanned PDF, with one question. Not one beside the message."""
    pictures = eyes.pictures(args.file)
    if not pictures and not args.file.strip():
        raise ToolFailed("the user has no picture")
    file = the_one(pictures, args.file)
    if not can_be_seen(file):
        raise ToolFailed(f"{file.name}: it is neither a picture nor a PDF; read_user_file reads its text")
    try:
        seen, commit = eyes.look(file, args.page, args.question, ctx.left_s(50))
    except FileUnreadable as error:
        raise ToolFailed(f"{file.name}: {REASONS[error.reason]}") from None
    except StorageError as error:
        raise ToolFailed(f"the picture could not be fetched: {error}", ErrorType.TRANSIENT) from None
    except ModelError:
        raise ToolRetry("Nothing was seen on it: ask in other words.") from None
    data = {"number": file.id, "title": title_of(file), "seen": seen}
    return ToolOutput(data=data, untrusted=True, commit=commit)
