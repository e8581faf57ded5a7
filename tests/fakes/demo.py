"""A conversation with the demo model without any process: the calculator is real, other tools answer by heart."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.errors import ToolFailed, ToolRetry
from bot.simulator.demo.brain import Brain
from bot.simulator.demo.conversation import read_turn
from bot.simulator.demo.lessons import load_lessons
from bot.simulator.demo.library import load_library
from bot.simulator.demo.quizzes import load_bank
from bot.simulator.demo.skills.table import SKILLS
from bot.simulator.demo.steps import Call, Say
from bot.tools.arithmetic import Calculate, shown
from bot.tools.billing import BuyCredits
from bot.tools.communication import DraftEmail, OwnEmail
from bot.tools.communication import Message as OwnMessage
from bot.tools.docx import GenerateDocx
from bot.tools.expressions import evaluate
from bot.tools.html import GenerateHtml
from bot.tools.library import ListUserFiles, ReadUserFile, SearchUserFiles
from bot.tools.md import GenerateMd
from bot.tools.memory import SaveMemory
from bot.tools.pdf import GeneratePdf
from bot.tools.pedagogy import InteractiveQuiz, TrueFalseQuiz
from bot.tools.pictures import LookAtPicture
from bot.tools.rewards import AwardBonusCredits
from bot.tools.sheets import GenerateXlsx
from bot.tools.slides import GeneratePptx
from bot.tools.support import ReportBug
from bot.tools.tasks import CreateTask
from bot.tools.web import BrowseUrl, WebSearch
from bot.types import Message

LIBRARY = load_library()
BRAIN = Brain(load_lessons(LIBRARY), load_bank(LIBRARY))
TOOLS = {
    "calculate": Calculate,
    "web_search": WebSearch,
    "browse_url": BrowseUrl,
    "generate_pdf": GeneratePdf,
    "generate_xlsx": GenerateXlsx,
    "generate_pptx": GeneratePptx,
    "generate_docx": GenerateDocx,
    "generate_html": GenerateHtml,
    "generate_md": GenerateMd,
    "create_task": CreateTask,
    "buy_credits": BuyCredits,
    "award_bonus_credits": AwardBonusCredits,
    "interactive_quiz": InteractiveQuiz,
    "true_false_quiz": TrueFalseQuiz,
    "list_user_files": ListUserFiles,
    "read_user_file": ReadUserFile,
    "search_user_files": SearchUserFiles,
    "look_at_picture": LookAtPicture,
    "save_memory": SaveMemory,
    "send_email_to_user": OwnEmail,
    "send_sms_to_user": OwnMessage,
    "send_whatsapp_to_user": OwnMessage,
    "draft_email": DraftEmail,
    "report_bug": ReportBug,
}


@dataclass
class Talk:
    """One conversation; `says` gives the answer, `calls` holds what tools were called for it, by name."""

    guest: bool = False
    system: str = ""
    messages: list[Message] = field(default_factory=list)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def says(self, *texts: str) -> str:
        """Write some messages, one after another; the answer to the last one."""
        answer = ""
        for text in texts:
            self.messages.append({"role": "user", "content": text})
            answer = self._answer()
        return answer

    @property
    def tools(self) -> Sequence[str]:
        """The names of the tools called for the last message."""
        return [name for name, _ in self.calls]

    def skill(self, text: str) -> str:
        """The name of the skill that a message would go to."""
        request = self._request([*self.messages, {"role": "user", "content": text}])
        scene = BRAIN.scene(read_turn(request))
        return next(skill.name for skill in SKILLS if skill.reads(scene) is not None)

    def _answer(self) -> str:
        self.calls = []
        for number in range(8):
            step = BRAIN.next_step(read_turn(self._request(self.messages)))
            if isinstance(step, Say):
                self.messages.append({"role": "assistant", "content": step.text})
                return step.text
            self._run(step, f"call_{len(self.messages)}_{number}")
        raise AssertionError(f"it never spoke: {self.calls}")

    def _run(self, step: Call, call_id: str) -> None:
        TOOLS[step.name].model_validate(step.arguments)
        self.calls.append((step.name, step.arguments))
        function = {"name": step.name, "arguments": json.dumps(step.arguments)}
        call = {"id": call_id, "type": "function", "function": function}
        self.messages += [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": call_id, "content": json.dumps(_result(step))},
        ]

    def _request(self, messages: list[Message]) -> dict[str, Any]:
        functions = [{"name": name, "parameters": made.model_json_schema()} for name, made in TOOLS.items()]
        tools = [] if self.guest else [{"type": "function", "function": function} for function in functions]
        system = [{"role": "system", "content": self.system}] if self.system else []
        return {"messages": [*system, *messages], "tools": tools}


FILE = {"number": 1, "title": "Cours de SVT", "name": "cours.pdf"}
OWN: dict[str, dict[str, Any]] = {
    "list_user_files": {"files": [FILE]},
    "read_user_file": {**FILE, "content": [{"page": 1, "text": "Les feuilles vertes"}]},
    "search_user_files": {"results": [{**FILE, "passages": [{"page": 1, "text": "Les feuilles vertes"}]}]},
    "look_at_picture": {**FILE, "seen": "Un triangle"},
    "save_memory": {},
}


def _result(step: Call) -> dict[str, Any]:
    try:
        return {"status": "success", "data": _data(step.name, step.arguments)}
    except (ToolRetry, ToolFailed) as error:
        return {"status": "error", "error_type": "permanent", "message": str(error)}


def _data(name: str, arguments: dict[str, Any]) -> Any:
    if name == "calculate":
        return {"expression": arguments["expression"], **shown(evaluate(arguments["expression"]))}
    if name == "web_search":
        hits = LIBRARY.find(arguments["query"])
        return {"results": [{"title": hit.page.title, "url": f"http://demo/{hit.page.slug}"} for hit in hits]}
    if name == "browse_url":
        pages = [page for page in LIBRARY.pages if f"http://demo/{page.slug}" in arguments["urls"]]
        return {"pages": [{"url": f"http://demo/{p.slug}", "title": p.title, "text": p.text} for p in pages]}
    if name in OWN:
        return OWN[name] | ({"kept": arguments["fact"]} if name == "save_memory" else {})
    if name == "buy_credits":
        return {"tell": "écrivez à aide@palabre.example"}
    if name == "create_task":
        when = arguments.get("due") or arguments.get("in_minutes")
        return {"noted": arguments["title"], **({"due": str(when)} if when else {})}
    return {"file": "fiche.pdf"}
