"""Which tools there are and which mode has them: the one list, a line a tool. The order is that in the request."""

from importlib import import_module

from bot.agent.spec import Tool
from bot.types import Mode

PUPIL, PRO = (Mode.STUDENT,), (Mode.PRO,)
BOTH = PUPIL + PRO

LINES = (  # the module of bot.tools that holds it, the tool, whose it is
    ("web", "web_search", BOTH),
    ("web", "browse_url", BOTH),
    ("arithmetic", "calculate", BOTH),
    ("sheets", "generate_xlsx", BOTH),
    ("code", "bash_execute", PRO),
    ("slides", "generate_pptx", BOTH),
    ("pdf", "generate_pdf", BOTH),
    ("docx", "generate_docx", BOTH),
    ("html", "generate_html", BOTH),
    ("md", "generate_md", BOTH),
    ("library", "list_user_files", BOTH),
    ("library", "read_user_file", BOTH),
    ("library", "search_user_files", BOTH),
    ("pictures", "look_at_picture", BOTH),
    ("memory", "save_memory", BOTH),
    ("pedagogy", "interactive_quiz", BOTH),
    ("pedagogy", "true_false_quiz", BOTH),
    ("pedagogy", "report_exercise_result", BOTH),
    ("rewards", "award_bonus_credits", PUPIL),
    ("tasks", "create_task", BOTH),
    ("billing", "buy_credits", BOTH),
    ("communication", "send_email_to_user", BOTH),
    ("communication", "send_sms_to_user", BOTH),
    ("communication", "send_whatsapp_to_user", BOTH),
    ("communication", "draft_email", PRO),
    ("support", "report_bug", BOTH),
)


def _loaded(module: str, name: str) -> Tool:
    found = getattr(import_module(f"bot.tools.{module}"), name)
    if not isinstance(found, Tool):
        raise TypeError(f"bot.tools.{module}.{name} is no tool: the decorator is missing")
    return found


TOOLS: dict[str, Tool] = {name: _loaded(module, name) for module, name, _ in LINES}
TOOLSETS: dict[Mode, tuple[Tool, ...]] = {
    mode: tuple(TOOLS[name] for _, name, modes in LINES if mode in modes) for mode in Mode
}


def names_in(category: str) -> tuple[str, ...]:
    """The tools of a category."""
    return tuple(tool.name for tool in TOOLS.values() if tool.category == category)
