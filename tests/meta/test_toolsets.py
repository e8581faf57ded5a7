"""The tools there are, beside the ones that are promised: names, categories and modes; and what must come with each."""

import pytest

from bot.i18n.catalogue import sentences
from bot.tools.toolbox import missing_sentences
from bot.tools.toolsets import LINES, TOOLS, TOOLSETS
from bot.types import Language, Mode

BOTH = (Mode.STUDENT, Mode.PRO)
CONTRACT = {  # category and modes
    "generate_xlsx": ("files", BOTH),
    "generate_pdf": ("files", BOTH),
    "generate_pptx": ("files", BOTH),
    "generate_docx": ("files", BOTH),
    "generate_html": ("files", BOTH),
    "generate_md": ("files", BOTH),
    "send_email_to_user": ("communication", BOTH),
    "send_sms_to_user": ("communication", BOTH),
    "send_whatsapp_to_user": ("communication", BOTH),
    "draft_email": ("communication", (Mode.PRO,)),
    "list_user_files": ("library", BOTH),
    "read_user_file": ("library", BOTH),
    "search_user_files": ("library", BOTH),
    "look_at_picture": ("library", BOTH),
    "save_memory": ("library", BOTH),
    "bash_execute": ("code", (Mode.PRO,)),
    "web_search": ("web", BOTH),
    "browse_url": ("web", BOTH),
    "interactive_quiz": ("pedagogy", BOTH),
    "true_false_quiz": ("pedagogy", BOTH),
    "award_bonus_credits": ("rewards", (Mode.STUDENT,)),
    "report_exercise_result": ("rewards", BOTH),
    "create_task": ("tasks", BOTH),
    "buy_credits": ("billing", BOTH),
    "report_bug": ("support", BOTH),
    "calculate": ("arithmetic", BOTH),
}


def test_the_tools_are_those_of_the_contract() -> None:
    assert {name: (TOOLS[name].category, modes) for _, name, modes in LINES} == CONTRACT
    assert len(LINES) == len(TOOLS), "a tool stands in the list once"


def test_guests_have_none() -> None:
    assert TOOLSETS[Mode.GUEST] == ()


@pytest.mark.parametrize("language", list(Language))
def test_every_tool_has_its_sentences_and_no_sentence_lacks_its_tool(language: Language) -> None:
    assert missing_sentences(TOOLS) == []
    about = {key.partition("_")[2] for key in sentences(language) if key.startswith(("doing_", "progress_"))}
    assert about == {*TOOLS, "thinking"}


def test_a_tool_without_sentences_is_named_with_every_one_of_them() -> None:
    assert missing_sentences(["calculate", "send_fax"]) == [
        "fr/doing_send_fax",
        "fr/progress_send_fax",
        "en/doing_send_fax",
        "en/progress_send_fax",
    ]
