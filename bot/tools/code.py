"""Running code: a command in the shell sandbox. What it prints is cut and cleaned here; what it leaves is kept in one
transaction with its result, so that a command run again after a crash changes nothing twice."""

import json
import re
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.errors import ErrorType, SandboxFailed, StorageError, ToolFailed, ToolRetry, ToolTimedOut
from bot.isolation.shell.launcher import CPU_S
from bot.isolation.shell.runner import COMMAND_S, Ran, Sandbox, Written
from bot.services.library.files import RunFiles
from bot.services.shell.harvest import MAX_FILES
from bot.services.shell.homes import Home, RunHome
from bot.services.shell.sifting import TIMEOUT_S, Harvest, sifted
from bot.text.safe import safe_text
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.types import JSON

SHOWN_CHARS = 4_000
ROOM = SHOWN_CHARS - 600  # for the two streams; the rest is for names and notes
KILLED, OUT_OF_TIME = 137, 152  # what a shell calls a command that was killed, or calculated for too long
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
BOUNDS = {
    "memory": "killed: it used more memory than the 384 MiB a command may have",
    "files": "killed: it made more than 20,000 files",
    "sockets": "killed: it opened more than 64 sockets",
    "output": "killed: it printed more than 1 MiB",
}
CALCULATED = f"killed: it calculated for {CPU_S} seconds, which is all that it may"
TOO_LONG = "the command was stopped after {seconds} seconds. Nothing it made was kept. Do less at a time."
NOT_KEPT = "home is too large to be kept (8 MB packed, 2,000 files): it is as before this command"
LEFT_OUT = "of ~ not kept: {} that are links, pipes or sockets, cannot be read or lie too deep (16 folders, 512 bytes)"
CROWDED = f"not attached: {{}} more new files, {MAX_FILES} at most are and 5 MB together"
WITHHELD = "not attached: {} files that are not what they are named, or load or run something when they are opened"
UNREAD = "not attached: {} files that are too large or too complex to be looked at"

Commit = Callable[[Any], None]


class BashExecute(BaseModel):
    """Arguments of bash_execute."""

    model_config = ConfigDict(extra="forbid")

    command: str = Field(min_length=1, max_length=8_000, description="Several lines are fine: python3 - <<'EOF' … EOF")


@tool("code", effect="local", timeout_s=55, max_chars=SHOWN_CHARS)
def bash_execute(ctx: ToolContext, args: BashExecute, sandbox: Sandbox, home: RunHome, files: RunFiles) -> ToolOutput:
    """Run bash in a closed sandbox: python3 (standard library), Unix programs, 30 seconds, no network, no input, none
    of the user's files. Use it to compute, simulate, convert or check data, try code. Not for one sum (calculate), web
    pages or documents (generate_…). 4,000 characters of output are shown. ~ stays for an hour. New csv, txt, md, pdf,
    png, jpg, xlsx, docx, pptx directly in ~ are attached to your reply (5 at most, 5 MB): keep the user's there, all
    others in /tmp."""
    if "\0" in args.command:
        raise ToolRetry("a command cannot hold a NUL character")
    try:
        before = home.open()
        ran = sandbox.run(args.command, before.body, timeout_s=ctx.left_s(COMMAND_S))
    except SandboxFailed as error:
        kind = ErrorType.TRANSIENT if error.passes else ErrorType.PERMANENT
        raise ToolFailed(f"the command was not run: {error}", kind) from None
    except StorageError as error:
        raise ToolFailed(f"the command was not run: {error}", ErrorType.TRANSIENT) from None
    if ran.ended == "timeout":
        raise ToolTimedOut(TOO_LONG.format(seconds=round(ran.elapsed_ms / 1000)))
    try:
        harvest = sifted(ran.files, timeout_s=ctx.left_s(TIMEOUT_S))
        attached, notes, commits = _kept(ran, harvest, before, home, files)
    except StorageError as error:  # the store may be back in a moment; the command runs again on the home of before
        raise ToolFailed(f"what the command made could not be stored: {error}", ErrorType.TRANSIENT) from None
    return ToolOutput(data=_data(ran, attached, notes), untrusted=before.tainted, commit=_in_order(commits))


def _kept(
    ran: Ran, harvest: Harvest, before: Home, home: RunHome, files: RunFiles
) -> tuple[list[str], list[str], list[Commit]]:
    """The names of what is attached, what is said of the rest, and what makes it and the new home exist."""
    attached, commits = [], []
    for file in harvest.found[:MAX_FILES]:
        title = " ".join(safe_text(file.title).split())[:100]
        told, commit = files.keep(
            title=title, ending=file.ending, content_type=file.content_type, body=file.body, tainted=before.tainted
        )
        attached.append(told["file"])
        commits.append(commit)
    if ran.home is not None and (ran.home or before.body):  # the hour begins anew
        commits.append(home.keep(before, ran.home))
    crowded = len(harvest.found) - len(attached) + ran.unread
    notes = ((WITHHELD, harvest.withheld), (UNREAD, harvest.unread), (CROWDED, crowded))
    return attached, [note.format(number) for note, number in notes if number], commits


def _in_order(commits: list[Commit]) -> Commit:
    def commit(session: Any) -> None:
        for each in commits:
            each(session)

    return commit


def _data(ran: Ran, attached: list[str], of_files: list[str]) -> dict[str, JSON]:
    wanted = [_cost(text) for text in (_whole(ran.stdout), _whole(ran.stderr))]
    for_errors = min(wanted[1], max(ROOM - wanted[0], ROOM // 3))
    notes = [BOUNDS[ran.ended] + "; home is as before this command"] if ran.ended in BOUNDS else []
    if ran.ended == "exit" and ran.home is None:
        notes.append(NOT_KEPT)
    elif ran.dropped:
        notes.append(LEFT_OUT.format(ran.dropped))
    if ran.exit_code == OUT_OF_TIME:
        notes.append(CALCULATED)
    notes += of_files
    data: dict[str, JSON] = {
        "exit_code": KILLED if ran.exit_code is None else ran.exit_code,
        "stdout": shown(ran.stdout, ROOM - for_errors),
        "stderr": shown(ran.stderr, for_errors),
    }
    return data | ({"attached": attached} if attached else {}) | ({"note": "; ".join(notes)} if notes else {})


def shown(stream: Written, room: int) -> str:
    """What a stream said in `room` characters of JSON: its beginning and its end, nothing that a terminal obeys."""
    head, tail, left_out = clean(stream.head), clean(stream.tail), stream.left_out
    if not left_out:
        text = clean(stream.head + stream.tail)
        if _cost(text) <= room:
            return text
        head, tail = text[: -len(text) // 4], text[-len(text) // 4 :]
    mark = "\n[… left out …]\n" if not left_out else f"\n[… {left_out:,} bytes and more left out …]\n"
    while head and (over := _cost(head + mark + tail) - room) > 0:
        head = head[: -max(1, over // 2)]
    while tail and _cost(head + mark + tail) > room:
        tail = tail[len(tail) // 8 + 1 :]
    return head + mark + tail


def clean(data: bytes) -> str:
    """Bytes as text that can be stored and shown: no escape sequences, no control or invisible characters."""
    return safe_text(ESCAPES.sub("", data.decode("utf-8", "replace")))


def _whole(stream: Written) -> str:
    return clean(stream.head + stream.tail)


def _cost(text: str) -> int:
    return len(json.dumps(text, ensure_ascii=False))
