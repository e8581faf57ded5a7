"""E-mails as HTML and as text, from the templates in templates/email. Nothing in them is fetched when they are read:
no pictures from elsewhere, no scripts."""

from dataclasses import dataclass, replace
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from bot.channels.markup import to_plain
from bot.documents.blocks import Span
from bot.documents.html.writer import Writer
from bot.documents.markdown import parse
from bot.i18n.catalogue import TEMPLATES, say
from bot.text.safe import safe_text
from bot.types import Language


@dataclass(frozen=True, slots=True)
class Rendered:
    """One e-mail in both forms."""

    text: str
    html: str


class _MailWriter(Writer):
    """Mail programs set no formulas: their text stands there."""

    def _span(self, span: Span) -> str:
        return super()._span(replace(span, formula=None))


def message(subject: str, markdown: str, service: str, language: Language) -> Rendered:
    """What the service writes to its own user, from Markdown."""
    source = safe_text(markdown).strip()
    ending = say(language, "mail_ending", service=service)
    about = {"language": language, "subject": subject, "service": service, "ending": ending}
    body = Markup(_MailWriter().blocks(parse(source)))  # noqa: S704 - the writer escapes every text
    return Rendered(
        text=_environment().get_template("message.txt.j2").render(body=to_plain(source).strip(), ending=ending),
        html=_environment().get_template("message.html.j2").render(body=body, **about),
    )


def letter(subject: str, text: str, language: Language) -> str:
    """The HTML of what a person writes to another: their plain words, nothing in them converted."""
    paragraphs = [paragraph for paragraph in text.split("\n\n") if paragraph.strip()]
    return _environment().get_template("letter.html.j2").render(
        language=language, subject=subject, paragraphs=paragraphs
    )  # fmt: skip


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES / "email"),
        undefined=StrictUndefined,
        autoescape=select_autoescape(("html.j2",)),
        trim_blocks=True,
        lstrip_blocks=True,
    )
