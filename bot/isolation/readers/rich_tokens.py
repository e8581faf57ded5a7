"""The words of Rich Text Format 1.9.1 that matter to who reads it, and how its bytes are parted. Pure."""

import re
from typing import Final

TOKEN: Final = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\", re.DOTALL
)
"""A control word and its number, a letter by its code, a control sign, a bracket, letters; or none of these."""
CHARSETS: Final = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
CODE_PAGES: Final = {"cp10000": "mac_roman"}
SIGNS: Final = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "emspace": " ", "enspace": " ", "qmspace": " ",
    "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
}  # fmt: skip
ESCAPED: Final = {"~": "\u00a0", "_": "-", "{": "{", "}": "}", "\\": "\\"}
FONTS, STYLES = "fonttbl", "stylesheet"
SKIPPED: Final = frozenset(
    (FONTS, STYLES, "colortbl", "info", "pict", "nonshppict", "fldinst", "shp", "do", "shprslt", "nonesttables",
     "filetbl", "revtbl", "listtable", "listoverridetable", "rsidtbl", "xe", "tc", "tcn", "txe", "rxe", "mmath",
     "objdata", "formfield", "template", "private", "sp", "background", "ftnsep", "ftnsepc", "ftncn", "aftnsep",
     "aftnsepc", "aftncn")
)  # fmt: skip
"""Groups that hold no text of a page. All that begin with a star are skipped too, but those that hold a picture."""
UNREAD: Final = {"pict": "picture", "mmath": "formula"}
SAID: Final = (
    "nonshppict",
    "listpicture",
    "pict",
    "mmath",
)  # what stands in these was counted already, or is no picture
BOXES: Final = ("shptxt", "dptxbxtext")
BESIDE: Final = {
    **{f"header{page}": "Header" for page in ("", "l", "r", "f")},
    **{f"footer{page}": "Footer" for page in ("", "l", "r", "f")},
    "footnote": "Footnotes", "annotation": "Comments", **dict.fromkeys(BOXES, "Box"),
}  # fmt: skip
"""Groups that hold text beside that of a page, and what it is."""
NOTED: Final = {"Footnotes": "", "Comments": "c"}
"""What of it is made on a place in the text, and what stands before its number there."""
MARKS: Final = {"super": "^", "sub": "_", "nosupersub": "", "up": "^", "dn": "_", "strike": "~", "striked": "~"}
"""Words that say how letters stand, of those two with a height."""
HEADINGS: Final = ("heading ", "titre ", "title")
