"""What a model's server leaves in the text that is not the answer: what was thought before it, and the marks between
which a model is made to write. Pure."""

import re
from typing import Final

# What a model thinks before it answers, where its server leaves that in the text; some write only the end of it: at
# either end of a line, or glued between words. In the midst of a sentence or in quotes it is what the answer is about.
_TAG: Final = r"th(?:ink(?:ing)?|ought)>"
_THINKING: Final = re.compile(
    rf"(?:\s*<{_TAG}.*?(?:</{_TAG}|\Z)\s*)+"
    rf"|\A(?:(?!<th(?:ink|ought)).)*?(?:(?:\A|(?<=\n))</{_TAG}|</{_TAG}(?=[^\S\n]*(?:\n|\Z))"
    rf"|(?<![\s`\"'«“‘*(\[])</{_TAG}(?![\s`\"'»”’*)\].,;:]))\s*",
    re.DOTALL,
)
_MARK: Final = r"<[|｜][\w▁]{1,40}[|｜]>"  # <|im_end|>, <|eot_id|>, <｜end▁of▁sentence｜>
_BEGINNING: Final = re.compile(rf"\A(?:\s*{_MARK}(?:assistant\s*\n)?)+\s*")
# What stands behind the mark at the end of a line is another message, which the model was not stopped from making up.
# In the midst of a sentence or in quotes a mark is what the answer is about.
_END: Final = re.compile(rf"(?<![`\"'«“‘]){_MARK}(?=[^\S\n]*(?:\Z|\n|{_MARK})).*", re.DOTALL)
_CHANNELS: Final = re.compile(
    r"\A\s*(?:<\|start\|>\w*)?<\|channel\|>(?:.*<\|channel\|>)?([^<]*)<\|message\|>", re.DOTALL
)
_SAID: Final = "final"  # the channel of gpt-oss in which it speaks


def unthought(text: str) -> str:
    """The text without what was thought before it."""
    found = _THINKING.match(text) if "think" in text or "thought" in text else None
    return text[found.end() :] if found else text


def unmarked(text: str) -> str:
    """The text without the marks around it, and without what stands behind them."""
    if "|>" not in text and "｜>" not in text:
        return text
    channels = _CHANNELS.match(text)
    if channels and channels[1].strip() != _SAID:
        return ""  # it has thought, or called something, and not spoken
    said = text[channels.end() :] if channels else text
    return said if "```" in said else _END.sub("", _BEGINNING.sub("", said)).rstrip()
