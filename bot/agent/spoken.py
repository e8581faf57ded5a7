"""What a model's server leaves in the text that is not the answer: what was thought before it, and the marks between
which a model is made to write. Pure."""

import re
from typing import Final

from bot.agent.written_calls import code_of

# What a model thinks before it answers, where its server leaves that in the text; some write only the end of it: at
# either end of a line, or glued between words. In the midst of a sentence or in quotes it is what the answer is about.
# Tags of most families, of Seed (<seed:think>), Magistral, Command and Kimi.
_TAG: Final = r"(?:\w{1,20}:)?(?:th(?:ink(?:ing)?|ought)|reasoning)>"
_BEGUN: Final = rf"(?:<{_TAG}|\[THINK\]|<\|START_THINKING\|>|◁think▷)"
_ENDED: Final = rf"(?:</{_TAG}|\[/THINK\]|<\|END_THINKING\|>|◁/think▷)"
_THINKING: Final = re.compile(
    rf"(?:\s*{_BEGUN}.*?(?:{_ENDED}|\Z)\s*)+"
    rf"|\A(?:(?!{_BEGUN}).)*?(?:(?:\A|(?<=\n)){_ENDED}|{_ENDED}(?=[^\S\n]*(?:\n|\Z))"
    rf"|(?<![\s`\"'«“‘*(\[]){_ENDED}(?![\s`\"'»”’*)\].,;:]))\s*",
    re.DOTALL,
)
_ANY_END: Final = re.compile(_ENDED)
_MARK: Final = r"<[|｜][\w▁]{1,40}[|｜]>"  # <|im_end|>, <|eot_id|>, <｜end▁of▁sentence｜>
_BEGINNING: Final = re.compile(rf"\A(?:\s*{_MARK}(?:assistant\s*\n)?)+\s*")
# Llama, whose server has taken the marks away.
_NAMED: Final = re.compile(r"\A\s*+assistant(?=[^\S\n]*+\n[^\S\n]*+\n)\s*+(?=\S)")
# What stands behind the mark at the end of a line is another message, which the model was not stopped from making up.
# In the midst of a sentence, in quotes or in code a mark is what the answer is about.
_END: Final = re.compile(rf"(?<![\"'«“‘])(?<!(?<!``)`){_MARK}(?=[^\S\n]*(?:\Z|\n|{_MARK}))")
_LAST: Final = re.compile(r"(?<![\s`\"'«“‘])(?:</s>|<eos>|<end_of_turn>)\s*\Z")  # Mistral and Llama, Gemma
# Where it says that it has read something, in marks that its own maker's pages would turn into links.
_CITED: Final = re.compile(
    r"[ \t]?(?:【\d{1,4}(?::\d{1,4})?†[^】\n]{0,200}】|:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?"
    r"|\ue200(?:cite|filecite)[^\ue200\ue201\n]{0,200}\ue201)"
)
_CHANNELS: Final = re.compile(
    r"\A\s*(?:<\|start\|>\w*)?<\|channel\|>(?:.*<\|channel\|>)?([^<]*)<\|message\|>", re.DOTALL
)
# A whole answer in tags of its own, also behind what was thought aloud before it.
_TAGS: Final = ("answer", "final_answer", "response", "reply")
_ENDS: Final = tuple(f"</{tag}>" for tag in _TAGS)
_ANSWERED: Final = re.compile(rf"(?:\A|(?<=\n))[^\S\n]*+<({'|'.join(_TAGS)})>(.*)</\1>\Z", re.DOTALL | re.IGNORECASE)
_SAID: Final = "final"  # the channel of gpt-oss in which it speaks


def unthought(text: str) -> str:
    """The text without what was thought before it."""
    begins = text.lstrip()[:1] in ("<", "[", "◁")
    found = _THINKING.match(text) if begins or _ANY_END.search(text) else None
    return text[found.end() :] if found else text


def unmarked(text: str) -> str:
    """The text without the marks around it and of what it cites, and without what stands behind them."""
    text = _untagged(_NAMED.sub("", _CITED.sub("", text)))
    if "<s>" not in text:  # else it is struck out
        text = _LAST.sub("", text)
    if "|>" not in text and "｜>" not in text:
        return text
    channels = _CHANNELS.match(text)
    if channels and channels[1].strip() != _SAID:
        return ""  # it has thought, or called something, and not spoken
    said = _BEGINNING.sub("", text[channels.end() :] if channels else text)
    is_code = code_of(said)
    end = next((found.start() for found in _END.finditer(said) if not is_code(found.start())), None)
    return said if end is None else said[:end].rstrip()


def _untagged(text: str) -> str:
    bare = text.rstrip()
    return _ANSWERED.sub(lambda found: found[2].strip(), bare) if bare.lower().endswith(_ENDS) else text
