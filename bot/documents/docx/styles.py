"""What Word documents look like: page, language, styles, numbered and bulleted lists, all in the document's theme."""

from datetime import datetime

from docx.document import Document as Word
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Mm, Pt, RGBColor
from docx.styles.style import ParagraphStyle

from bot.documents.model import Document
from bot.documents.theme import ACCENT, DEEP, HEADINGS, INK, LINK, MUTED, TINT, Colour, hexadecimal
from bot.text.safe import safe_text
from bot.types import Language

FONT = "Calibri"  # on every Office; others show its metric twin Carlito
MONOSPACED = "Consolas"
LOCALES = {Language.FR: "fr-FR", Language.EN: "en-GB"}
LEVELS = 9
BALLAST = ("thumbnail", "stylesWithEffects", "customXml")  # kinds of parts
BULLETS = ("•", "–", "▪")
BULLETED, NUMBERED = 90, 91  # our abstract lists; the template's own have lower numbers


def prepare(word: Word, document: Document) -> None:
    """An A4 page, our styles, the language, the properties that readers and search show."""
    section = word.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(24)
    section.top_margin, section.bottom_margin = Mm(25), Mm(22)
    properties = word.core_properties
    properties.title, properties.subject = safe_text(document.title)[:255], safe_text(document.subtitle)[:255]
    properties.author = properties.last_modified_by = safe_text(document.service_name)[:255]
    properties.comments = properties.keywords = ""
    properties.language = LOCALES[document.language]
    properties.created = properties.modified = document.created_at.replace(tzinfo=None)
    _styles(word, LOCALES[document.language])
    _lists(word)
    _lighten(word)


def _styles(word: Word, locale: str) -> None:
    normal = word.styles["Normal"]
    _letters(normal, FONT, 11, INK)
    language = OxmlElement("w:lang", attrs={qn("w:val"): locale, qn("w:eastAsia"): locale, qn("w:bidi"): "ar-SA"})
    for old in word.styles.element.iter(qn("w:lang")):
        old.set(qn("w:val"), locale)
    if normal.element.rPr.find(qn("w:lang")) is None:
        normal.element.rPr.append(language)
    normal.paragraph_format.space_after, normal.paragraph_format.line_spacing = Pt(7), 1.15
    _letters(word.styles["Title"], FONT, 25, DEEP, bold=True)
    _letters(word.styles["Subtitle"], FONT, 12.5, MUTED)
    for level, (size, before, after) in enumerate(HEADINGS, 1):
        heading = word.styles[f"Heading {level}"]
        _letters(heading, FONT, size + 0.5, DEEP, bold=True)
        heading.paragraph_format.space_before, heading.paragraph_format.space_after = Pt(before), Pt(after)
        heading.paragraph_format.keep_with_next = True
    _letters(word.styles["Caption"], FONT, 9, MUTED)
    _letters(word.styles["Quote"], FONT, 11, MUTED)
    for running in ("Header", "Footer"):
        _letters(word.styles[running], FONT, 8.5, MUTED)
        word.styles[running].paragraph_format.tab_stops.clear_all()
    code = word.styles.add_style("Code", WD_STYLE_TYPE.PARAGRAPH)
    _letters(code, MONOSPACED, 9.5, INK)
    code.paragraph_format.line_spacing = 1.0
    code.element.get_or_add_pPr().insert_element_before(_shade(TINT), "w:spacing")
    link = word.styles.add_style("Hyperlink", WD_STYLE_TYPE.CHARACTER)
    link.font.color.rgb, link.font.underline = RGBColor(*LINK), True


def _lighten(word: Word) -> None:
    """Leave out what the template brings along and nothing here uses, nearly half of a short document: a picture of its
    own first page, the styles once more for Word 2010, and a hundred looks of tables, which every Word knows itself."""
    for rels in (word.part.rels, word.part.package.rels):
        for key in [key for key, rel in rels.items() if rel.reltype.rpartition("/")[2] in BALLAST]:
            del rels[key]
    for style in list(word.styles.element.iterchildren(qn("w:style"))):
        if style.get(qn("w:type")) == "table" and style.get(qn("w:default")) is None:
            word.styles.element.remove(style)


def _letters(style: ParagraphStyle, font: str, size: float, colour: Colour, *, bold: bool = False) -> None:
    """Fonts are named for all scripts, and the template's theme fonts, which would win, are taken away."""
    style.font.name, style.font.size, style.font.bold, style.font.italic = font, Pt(size), bold, False
    style.font.color.rgb = RGBColor(*colour)
    fonts = style.element.rPr.rFonts
    for attribute in list(fonts.attrib):
        del fonts.attrib[attribute]
    for script in ("ascii", "hAnsi", "cs", "eastAsia"):
        fonts.set(qn(f"w:{script}"), font)
    for border in style.element.iter(qn("w:pBdr")):
        border.getparent().remove(border)
        break


def _shade(colour: Colour) -> BaseOxmlElement:
    return parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:color="auto" w:fill="{hexadecimal(colour)}"/>')


def _lists(word: Word) -> None:
    """Two kinds of list of nine levels. A w:abstractNum must stand before every w:num."""
    numbering = word.part.numbering_part.element
    first = numbering.find(qn("w:num"))
    for key in (BULLETED, NUMBERED):
        levels = "".join(_level(level, numbered=key == NUMBERED) for level in range(LEVELS))
        made = parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{key}"><w:multiLevelType w:val="multilevel"/>'
            f"{levels}</w:abstractNum>"
        )
        first.addprevious(made) if first is not None else numbering.append(made)


def _level(level: int, *, numbered: bool) -> str:
    text = f"%{level + 1}." if numbered else BULLETS[min(level, len(BULLETS) - 1)]
    indent = 400 * (level + 1)
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{"decimal" if numbered else "bullet"}"/>'
        f'<w:lvlText w:val="{text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{indent}" w:hanging="320"/></w:pPr>'
        f'<w:rPr><w:b w:val="{int(numbered)}"/><w:color w:val="{hexadecimal(ACCENT)}"/></w:rPr></w:lvl>'
    )


def new_list(word: Word, *, start: int | None) -> int:
    """The number of a list of its own, so that it counts from its own beginning."""
    numbering = word.part.numbering_part.element
    number = max((int(num.get(qn("w:numId"))) for num in numbering.iter(qn("w:num"))), default=0) + 1
    override = (
        ""
        if start is None
        else "".join(
            f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="{start}"/></w:lvlOverride>'
            for level in range(LEVELS)
        )
    )
    key = BULLETED if start is None else NUMBERED
    numbering.append(
        parse_xml(f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{key}"/>{override}</w:num>')
    )
    return number


def moment_of(document: Document) -> str:
    """When it was made, as its properties write it."""
    moment: datetime = document.created_at
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
