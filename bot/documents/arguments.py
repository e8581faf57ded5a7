"""What every argument of our documents has in common."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict

_BOLD: Final = re.compile(r"(?<![\w)*])\*\*(?=[^\s*])([^*\n]+)(?<!\s)\*\*(?![\w(*])")
_HEADING: Final = re.compile(r"^\s*#{1,6}\s+(?=\S)")

_WRITTEN_END: Final = re.compile(
    r"(?<![\\\"'`])\\n(?!Left|Right|V[Dd]ash)(?=\\n|[-#*|>•]|\d|[^\W\d_a-z]|(?<=\\n\\n)[a-z])"
)


def unmarked(text: str) -> str:
    """Without the stars that make words bold where Markdown is read, « **Loyer** bureau »; 2**3**4 is a power."""
    return _BOLD.sub(r"\1", text)


def lined(text: str) -> str:
    r"""With ends of lines where their signs are written out, « ## Titre\n\n- a », as some models escape twice; `\neq`
    and C:\new stay."""
    if "\n" in text or "\\n" not in text:
        return text
    found = _WRITTEN_END.sub("\n", text)
    return text if found == text else found.removesuffix("\\n")


Lined = Annotated[str, AfterValidator(lined)]
"""A text of several lines."""
Title = Annotated[str, AfterValidator(lambda title: unmarked(_HEADING.sub("", title, count=1)))]
"""A line that is shown as it is, and names the file: without the marks of Markdown's titles."""


class Part(BaseModel):
    """A part of a document: nothing unknown is accepted."""

    model_config = ConfigDict(extra="forbid", frozen=True)
