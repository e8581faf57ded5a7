"""/statut while a tool runs: what is being done, in the words of the tool."""

import pytest

from bot.dao.work import runs
from bot.models import Run, ToolCallRecord
from tests.fakes.model import says
from tests.integration.conversation.conftest import Line

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("calculate", "(calcul)"),
        ("interactive_quiz", "(préparation d’un quiz)"),
        ("tool_of_tomorrow", "Je réfléchis à votre demande"),  # a newer worker is at it: we have no words for its tool
    ],
)
def test_status_says_what_the_tool_under_way_is_doing(line: Line, tool: str, said: str) -> None:
    line.model.then(says("Bonjour !"))
    line.says("Bonjour")
    line.hears()
    key = line.conversation().id
    with line.database.write() as session:
        run = runs.start(session, Run(conversation_id=key, user_id=1, mode="student", language="fr"))
        session.add(ToolCallRecord(run_id=run.id, call_id="c", iteration=1, tool=tool, arguments="{}"))
    line.is_taken_elsewhere()
    line.stores("/statut")
    line.runtime.inbox.drain(key)
    assert said in "\n".join(line.hears())
