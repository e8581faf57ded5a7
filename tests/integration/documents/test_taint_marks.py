"""Files of every kind carry the mark of the run that made them: whether it had read what strangers wrote."""

from pathlib import Path
from typing import Any

import pytest

from bot.dao.database import Database
from bot.dao.library import files
from bot.dao.work import runs
from bot.services.library.files import RunFiles
from bot.services.library.room import room_of
from bot.services.library.run_library import RunLibrary
from bot.services.research.run_sources import RunSources
from bot.tools.toolsets import TOOLS
from tests.fakes.society import AWA, Society
from tests.fakes.tool_runs import tool_context

TEXT = {"title": "Bilan", "content": "Bonjour."}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "pdf": TEXT,
    "docx": TEXT,
    "html": TEXT,
    "md": TEXT,
    "pptx": {"title": "Bilan", "slides": [{"title": "Vue", "bullets": ["un"]}]},
    "xlsx": {"title": "Bilan", "sheets": [{"name": "Notes", "columns": [{"title": "Nom"}], "rows": [["Awa"]]}]},
}


@pytest.mark.parametrize("tainted", [True, False])
@pytest.mark.parametrize("kind", ARGUMENTS)
def test_a_file_carries_the_mark_of_its_run(database: Database, tmp_path: Path, kind: str, tainted: bool) -> None:
    society = Society(database, tmp_path)
    user_id = society.user(AWA)
    past = society.past(AWA, "banane")
    nothing: Any = None
    given = {
        RunFiles: RunFiles(
            society.store, past.conversation_id, user_id, past.run_id, room_of(society.settings), society.clock
        ),
        RunLibrary: RunLibrary(nothing, nothing, nothing, nothing, user_id),
        RunSources: RunSources(database, past.conversation_id, past.run_id),
    }
    tool = TOOLS[f"generate_{kind}"]
    output = tool.function(tool_context(given), tool.arguments.model_validate(ARGUMENTS[kind]))
    assert output.commit is not None
    with database.write() as session:
        if tainted:  # by a page that came in after the file was begun, too
            runs.taint(session, past.run_id, past.conversation_id)
        output.commit(session)
    with database.read() as session:
        (made,) = [file for file in files.of_run(session, past.run_id) if file.name.endswith(f".{kind}")][-1:]
        assert made.title == "Bilan"
        assert made.tainted is tainted
