"""What is said of things that came along and were not read, or not whole."""

from collections.abc import Sequence
from typing import Final

from bot.conversation.talk import Talk
from bot.i18n.catalogue import say
from bot.services.approval.unlinking import opens_nothing
from bot.services.attachments.entries import MOST_MEDIA, NotRead, addresses, doubtful

NAME: Final = 60  # characters of a file's that are shown


def tell(talk: Talk, not_read: Sequence[NotRead]) -> None:
    """Each sentence once. Where several things came, and each that it is said of has a name, it says which these
    are."""
    several = sum(len(addresses(message)) for message in talk.messages) > 1
    named: dict[str, list[str]] = {}
    for one in not_read:
        named.setdefault(_sentence(talk, one), []).append(_shown(one.name))
    for sentence, names in named.items():
        if several and all(names):
            talk.say("attachment_named", names=list(dict.fromkeys(names)), said=sentence)
        else:
            talk.tell(sentence)


def _sentence(talk: Talk, one: NotRead) -> str:
    settings, language = talk.desk.settings, talk.person.language
    return say(
        language,
        f"attachment_{one.reason}",
        what=say(language, f"what_{one.kind}"),
        anyway=one.reason in doubtful(talk.messages).values(),
        most=MOST_MEDIA,
        mb=f"{settings.media_mb:g}",
        minutes=settings.voice_minutes,
        pages=settings.document_pages,
    )


def _shown(name: str) -> str:
    """Whoever made the file may have chosen its name: nothing in it is or becomes a link."""
    shown = opens_nothing(name)
    return shown if len(shown) <= NAME else f"{shown[: NAME - 1].rstrip()}…"
