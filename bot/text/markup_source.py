r"""Prepares Markdown for parsing: formulas, bare links and HTML are taken out first, so that `_`, `*` and `|` in them
are safe. Code and link targets are left to the parser. Prices stay: `$5 and $6` is no formula."""

import html
import re
from collections.abc import Callable
from typing import Final

from markdown_it.common.normalize_url import normalizeLink

from bot.text.fences import fenced
from bot.text.formula import Formula
from bot.text.latex import is_known
from bot.text.latex_reader import script
from bot.text.markup_blocks import Blocks, Where
from bot.text.stash import Stash

BREAK: Final = "\ue000"  # <br>: a new line, or a comma inside a table

_TAGS: Final = (
    "a|abbr|article|aside|b|big|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em|"
    "figcaption|figure|font|footer|h[1-6]|head|header|hr|html|i|img|input|ins|kbd|li|link|main|mark|meta|nav|ol|p|pre|"
    "q|s|samp|script|section|small|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|"
    "u|ul|var"
)
_ATTRIBUTE: Final = r"""\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=]+)"""

# LaTeX that its author forgot to put between dollars; what touches it belongs to it: `2\frac{1}{2}`.
_BEFORE: Final = r"(?:[^\W_]|[.,+/=!°%()-])"
_BEHIND: Final = rf"(?:{_BEFORE}|\^|_(?=[\w{{]))"
# Atomic groups, since before Python 3.11.5 `(?:…)*+` took less than it should where its inside may be tried again.
_GROUP: Final = r"\{(?>(?:[^{}\n]|\{(?>(?:[^{}\n]|\{(?>(?:[^{}\n]|\{[^{}\n]*+\})*)\})*)\})*)\}"
_MACRO: Final = (
    rf"(?:\\(?!(?:begin|end)\b)[A-Za-z]{{2,20}}+(?:\[[^\[\]\n]{{0,20}}\])?(?>(?:{_GROUP})*)"
    rf"|(?:(?<=[^\W_])|(?<=\)))[_^]{_GROUP}|(?<=\d)(?:\\,|\{{,\}})(?=\d))"
)

_LONE: Final = r"[^\W\d_](?!\w)"  # a letter that is no word: `x**n` is a power, `im**port**ant` is not
_BEHIND_LONE: Final = r"(?:(?<=[^\w*][^\W\d_])|(?<=^[^\W\d_]))"

_SPECIAL: Final = re.compile(
    rf"""
    (?P<dialled> (?<![*#`\\])(?<![^\W_]) (?P<stars>(?:\\?[*#]){{1,5}})
                 (?P<digits>\d{{2,6}}(?:(?:\\?[*#])+\w{{1,30}}){{0,9}})\\?\# (?P<marks>\*{{0,3}}) (?![^\W_]) )
  | (?P<kept>  ^[ \t>]*(?P<fence>`{{3,}}|~{{3,}})[^\n]*\n(?:.*?^[ \t>]*(?P=fence)|.*\Z)
             | (?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)
             | \\[\\$`*_~<]
             | \]\(\s{{0,9}}(?:<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s{{1,9}}(?:"[^"\n]*"|'[^'\n]*'))?\s{{0,9}}\)
             | <[a-z][a-z0-9+.-]*:[^\s<>]*> )
  | (?P<blank> (?<![\\_])_{{4,}} | (?<![\\\w*])_{{2,3}}(?=/|[.-]_|h_{{2,3}}(?!\w)) | (?<=_h)_{{2,3}}(?!\w)
             | (?<=/)_{{2,3}}(?![\w*]) | (?<=\()_{{2,3}}(?=\)) )
  | ^(?P<definition> [ ]{{0,3}}\[(?P<label>[^\]\n]+)\]:[ \t]*+\n?+[ \t]*+)(?P<target>\S+)
  | \\\((?P<round>.{{1,1000}}?)\\\)
  | \\\[(?P<square>.{{1,1000}}?)\\\]
  | \$\$(?P<double>.{{1,1000}}?)\$\$
  | \\begin\{{(?P<listed>itemize|enumerate|description)\}}
    (?P<items>(?:(?!\\begin\{{).){{0,5000}}?)\\end\{{(?P=listed)\}}
  | (?P<order> \\(?:(?:sub){{0,2}}section|textbf|textit|emph|underline)\*?\{{[^{{}}\n]{{1,300}}\}} )
  | (?P<table> <table\b[^<>]{{0,500}}>(?:(?!<table\b).){{1,20000}}?</table\s*> )
  | (?P<environment> \\begin\{{(?P<name>[a-z]+\*?)\}}.{{0,2000}}?\\end\{{(?P=name)\}})
  | (?<![\w$\\])\$(?P<single>[^\s$](?:[^$\n]*[^\s$\\])?(?:(?<==)[ ])?)\$(?![\w$])
  | (?P<bare> (?>{_BEFORE}{{0,12}})\^?(?<![:\\/]){_MACRO}(?>(?:{_BEHIND}|{_GROUP}|{_MACRO})*) )
  | (?P<link> \bhttps?://[^\s<>`\[\]|"]+ )
  | (?P<note> \[\^(?=\d{{1,3}}\]) )
  | (?:(?<=[^\W\d_])|(?<=[)\]]))~(?P<lowered>\d{{1,3}}|[nmxyij])~(?!~)
  | (?<=[\w)\]~])\^(?P<lifted>[-−]?\d{{1,3}}[+−-]?|[+−-]|[nmxo]|er|re|e|ème|os|st|nd|rd|th)\^(?![\w(^])
  | (?<![=\w])==(?=[^\s=*])(?P<marked>[^=*`\n]{{1,200}}?)(?<=[^\s=])==(?![=\w])
  | <(?P<raised>su[pb])>(?P<script>[^<>\n]{{1,40}})</(?P=raised)>
  | (?P<without> (?<=[\w)\]])\\(?=\{{[^{{}}\\\n]{{1,60}}\}}) )
  | (?P<product> (?<=[\w)])(?:\*(?=[\w(])(?![¹²³⁰⁴-⁹])|\*\*(?=[0-9(]))
                 | (?:(?<=\))|{_BEHIND_LONE})\*\*(?={_LONE}(?!\*\*))
                 | (?:(?<=[\d)])|{_BEHIND_LONE})[ ]\*\*[ ](?=-?(?:[0-9(]|{_LONE})) )
  | (?P<break> <br\s*/?> )
  | (?P<tag> ^[ \t]*+<(?P<unseen>script|style)\b[^<>]*>(?:(?!<(?P=unseen)\b).){{0,20000}}?</(?P=unseen)\s*>
             | <!--.*?--> | \s{{0,50}}+</?(?:li|[ou]l)(?:{_ATTRIBUTE})*\s*/?> | </?(?:{_TAGS})(?:{_ATTRIBUTE})*\s*/?> )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_CLOSED: Final = re.compile(r"</([a-z][a-z0-9]*)")
_RULE: Final = re.compile(r"[ \t>_]*")  # a line across the page, which is one to write on
_REFERENCE: Final = re.compile(r"\[([^\[\]\n]{1,200})\](?:\[([^\[\]\n]{0,200})\]|(?![(:]))")
_FOOTNOTE: Final = re.compile(r"\^.*|\d+")
_ADDRESS: Final = re.compile(r"<?(?:https?://|mailto:)", re.IGNORECASE)
_CLOSING: Final = ".,;:!?'*_~»…”’،؛؟。、"
_ANCHOR: Final = re.compile(
    r"""<a\s[^<>]*?href\s*=\s*["']?(https?://[^\s"'<>]+)["']?[^<>]*>([^<>\[\]]*)</a>""", re.IGNORECASE
)

_FORMULAS: Final = ("round", "square", "double", "environment", "single", "bare")
_DISPLAYED: Final = ("square", "double", "environment")
_OPERATOR: Final = re.compile(r"[\\^_=<>+*/{}|−×÷≤≥≠±°²³√π-]")
_LONE_LETTERS: Final = re.compile(
    r"(?:[A-Za-z](?![A-Za-z])|[0-9\s,;.:()\[\]'!%])+|[A-Za-z]{1,4}|[0-9.,]+ ?[A-Za-z]{1,2}"
    r"|(?:[A-Z]{1,4}[xyz]?(?![A-Za-z])|[\s,;:.()\[\]'])+"  # [AB], (AB), [Ox): segments, lines, half-lines
)
_PRICE: Final = re.compile(r"[0-9][0-9.,]*\s+[A-Za-z]{3,}")


def protect(markdown: str, formulas: Stash, verbatim: Stash, *, sided: bool = False) -> str:
    """The Markdown (without private-use characters) with its formulas hidden in one stash, as Formula, and its bare
    links in another. HTML tags are gone, `<br>` is BREAK. What no link refers to is no definition: `[1]: https://…` in
    a list of sources stays. `sided`: SIDES tell what stands in the middle or on the right."""
    markdown = fenced(markdown)
    referred = {_label(full or text) for text, full in _REFERENCE.findall(markdown) if not _FOOTNOTE.fullmatch(text)}

    blocks = Blocks(frozenset(_CLOSED.findall(markdown.lower())), sided)

    def hidden(match: re.Match[str]) -> str:
        found = {name: text for name, text in match.groupdict().items() if text is not None}
        if "dialled" in found or "kept" in found:
            is_code = "dialled" in found
            return _dialled(found["stars"], f"{found['digits']}#", found["marks"]) if is_code else match[0]
        if "definition" in found:
            if _label(found["label"]) in referred and _ADDRESS.match(found["target"]):
                return match[0]
            target = _SPECIAL.sub(hidden, f"\t{found['target']}")[1:]  # behind a tab none begins: `[1]:[1]:[1]:…`
            return re.sub(r"\[(?:\^(?=\d))?", r"\\[", found["definition"], count=1) + target
        if found.keys() & {"link", "product", "without"}:  # 2*3*4 and ℝ\{2} are maths, whatever CommonMark says
            return _link(match[0], verbatim) if "link" in found else verbatim.hide(match[0])
        if "blank" in found and _RULE.fullmatch(_line_of(match)):
            return match[0]
        if (written := _written(found, formulas, hidden)) is not None:
            return written
        begins = match.string.find("<", match.start())
        if (block := blocks.markdown(found, Where.of(match.string, begins))) is not None:
            return _SPECIAL.sub(hidden, block)
        return _formula(match, formulas, hidden)

    return _SPECIAL.sub(hidden, _ANCHOR.sub(r"[\2](\1)", markdown))


def _line_of(match: re.Match[str]) -> str:
    begins, ends = match.string.rfind("\n", 0, match.start()) + 1, match.string.find("\n", match.end())
    return match.string[begins : ends if ends >= 0 else None]


def _written(found: dict[str, str], formulas: Stash, hidden: Callable[[re.Match[str]], str]) -> str | None:
    """What CommonMark does not know: a mark over words, small letters, the number of a footnote, a new line."""
    if "marked" in found:
        return f"**{_SPECIAL.sub(hidden, found['marked'])}**"
    if "blank" in found:  # « le ____/____/______ », « (____) oui »: two of them are no marks around what is between
        return found["blank"].replace("_", "\\_")
    if "note" in found:  # as sources are numbered
        return "\\["
    if found.keys() & {"script", "lowered", "lifted"}:
        return formulas.hide(_script(found))
    return BREAK if "break" in found else None


def hide_formulas(text: str, formulas: Stash) -> str:
    """The text (without private-use characters) with its formulas hidden, as Formula, and nothing else changed: for
    text that is not Markdown, in which tags, links and code stay as they are written."""

    def hidden(match: re.Match[str]) -> str:
        return _formula(match, formulas, hidden) if any(match[name] for name in _FORMULAS) else match[0]

    return _SPECIAL.sub(hidden, text)


def _formula(match: re.Match[str], formulas: Stash, hidden: Callable[[re.Match[str]], str]) -> str:
    """What a match of one of _FORMULAS becomes; after a price the search goes on behind its dollar sign."""
    if match["bare"] and not is_known(match["bare"]):
        return match[0]
    if match["single"] and not _is_formula(match["single"]):
        return "$" + _SPECIAL.sub(hidden, match[0][1:])
    kind = next(name for name in _FORMULAS if match[name])
    return formulas.hide(Formula(match[kind], displayed=kind in _DISPLAYED))


def _is_formula(text: str) -> bool:
    """Whether what stands between two dollar signs is maths rather than prose between two prices."""
    return not _PRICE.match(text) and bool(_OPERATOR.search(text) or _LONE_LETTERS.fullmatch(text))


def _dialled(stars: str, digits: str, marks: str) -> str:
    """A code to be dialled, such as `*144#` or `##002#`, as code: its stars are no marks, whatever marks stand around
    it. It begins with one or two."""
    stars, digits = stars.replace("\\", ""), digits.replace("\\", "")
    if len(marks) == len(stars):  # *144#* is the code, and no code begins with a digit
        return f"`{stars[-1]}{digits}`"
    around = len(marks) or (2 if len(stars) > 2 else 0)
    if around > len(stars):  # they end what began before
        around = 0
    return f"{stars[:around]}`{stars[around:]}{digits}`{marks}"


def _script(found: dict[str, str]) -> str:
    if "script" not in found:
        return script(found["lowered"], "_") if "lowered" in found else script(found["lifted"], "^")
    return script(html.unescape(found["script"]), "^" if found["raised"].lower() == "sup" else "_")


def _label(text: str) -> str:
    return " ".join(text.casefold().split())


def _link(found: str, verbatim: Stash) -> str:
    """A bare link, hidden; punctuation and closing marks after it are not part of it."""
    link = found.rstrip(_CLOSING)
    while link.endswith(")") and link.count("(") < link.count(")"):
        link = link[:-1].rstrip(_CLOSING)
    return verbatim.hide(normalizeLink(link)) + found[len(link) :]
