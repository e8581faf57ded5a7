"""System prompts: Jinja files in templates/prompts, one a mode."""

from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.i18n.catalogue import TEMPLATES
from bot.types import Channel, Language, Mode

CHANNEL_NAMES = {Channel.WHATSAPP: "WhatsApp", Channel.SMS: "SMS"}
LANGUAGE_NAMES = {Language.FR: "French", Language.EN: "English"}


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES / "prompts"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - plain text for a model
        trim_blocks=True,
    )


@lru_cache(maxsize=64)
def system_prompt(mode: Mode, channel: Channel, language: Language, service: str, scope: str, contact: str) -> str:
    """The system prompt of a conversation; the same bytes for the same arguments, so that caches hit."""
    template = _environment().get_template(f"{mode}.md.j2")
    return template.render(
        service=service,
        scope=scope,
        contact=contact,
        channel=str(channel),
        channel_name=CHANNEL_NAMES[channel],
        language_name=LANGUAGE_NAMES[language],
    ).strip()


def summary_prompt(language: Language) -> str:
    """What the summarising model is told."""
    return _environment().get_template("summary.md.j2").render(language_name=LANGUAGE_NAMES[language]).strip()
