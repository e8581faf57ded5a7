"""What people quote: they swipe a message and answer it (« oui », « refais celui-là »). What the agent is told of it,
and whether it says which question is answered. The quoted words are nobody's words of now: no reader of answers,
commands or cries for help is ever given them."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bot.conversation.talk import Talk
from bot.dao.quotations import Quoted
from bot.i18n.day import moment_at
from bot.models import Conversation, InboundMessage, PendingInteraction
from bot.reading.answers.reply import Choice, OutOfRange, read_choice
from bot.services.attachments.entries import QUOTED, are_untrusted, notes, one_line

MOST_CHARS: Final = 400
MOST_OF_REPLY: Final = 60  # of what is said of it, where several messages are one turn
QUESTION: Final = re.compile(r"run[0-9]+:(?:quiz|packs|offer|approval):[0-9]+")  # keys of parts that put one
QUIZ: Final = re.compile(r"run[0-9]+:quiz:")
_LINKED: Final = re.compile(r":link([0-9]+):")  # key of a part that carries a file as a link
_QUOTES: Final = str.maketrans("“”", '""')


def told(talk: Talk) -> tuple[str, ...]:
    """A line for the agent for each message that is quoted; nothing of what is another's, or in this very turn."""
    return tuple(line for quoted in _shown(talk) if (line := _line(talk, quoted)))


def is_untrusted(talk: Talk) -> bool:
    """Whether strangers may have written some of what `told` tells. What we said without a run may repeat what a run
    has read."""
    return any(_is_untrusted(talk, quoted) for quoted in _shown(talk))


def is_meant(talk: Talk, opened: PendingInteraction) -> bool | None:
    """Whether the question that is open is what they quote: True proves it, False proves that it is not; None where
    nothing is quoted that says so."""
    said = {_names(quoted, opened) for quoted in talk.quoted}
    return False if False in said else True if True in said else None


def chooses_of_old(talk: Talk, text: str, opened: PendingInteraction | None) -> bool:
    """Whether a text chooses from a list or menu that is no longer open. An old quiz is spoken of with the agent."""
    return any(
        quoted.options is not None
        and (opened is None or quoted.options["interaction"] != opened.id)
        and QUIZ.match(quoted.key) is None
        and isinstance(read_choice(text, quoted.options["labels"]), Choice | OutOfRange)
        for quoted in talk.quoted
    )


def _names(quoted: Quoted, opened: PendingInteraction) -> bool | None:
    if quoted.options is not None:
        return bool(quoted.options["interaction"] == opened.id)
    if quoted.run_id is None:  # one of our sentences, or what no run answered: behind the question it may be about it
        return False if quoted.at < opened.created_at else None
    if quoted.run_id != opened.run_id:
        return False
    return True if QUESTION.fullmatch(quoted.key) else None


def _shown(talk: Talk) -> Iterable[Quoted]:
    here = {message.message_sid for message in talk.messages}
    return (
        quoted
        for quoted in talk.quoted
        if quoted.user_id == talk.person.user_id and not quoted.is_open and quoted.sid not in here
    )


def _is_untrusted(talk: Talk, quoted: Quoted) -> bool:
    if not quoted.is_ours:
        return are_untrusted([_as_message(quoted)])
    if quoted.run_id is not None:
        return quoted.is_tainted
    return talk.session.get_one(Conversation, talk.person.conversation_id).tainted_upto > 0


def _line(talk: Talk, quoted: Quoted) -> str:
    """`[Quoted: your message of 2026-11-26 14:05, file 12, fiche.pdf: “…”]`: one line, which nothing in it can end."""
    things = _things(quoted)
    words = one_line(talk.desk.links.signer.link_pattern.sub("(link)", quoted.body)).translate(_QUOTES)
    if not words and not things:
        return ""
    whose = "your" if quoted.is_ours else "their own"
    head = f"{whose} message of {moment_at(talk.person.address, quoted.at):%Y-%m-%d %H:%M}"
    said = f"{', '.join([head, *things])}{f': “{_cut(words, MOST_CHARS)}”' if words else ''}"
    return f"[{QUOTED}: {said}{_of_it(talk.messages, quoted)}]"


def _things(quoted: Quoted) -> Sequence[str]:
    """What hangs on it, by the numbers that the tools know."""
    if not quoted.is_ours:
        return [_cut(one_line(note), MOST_CHARS) for note in notes([_as_message(quoted)])]
    if quoted.file is not None:
        number, name = quoted.file
        return [f"file {number}, {one_line(name)}"]
    return [f"file {found[1]}"] if (found := _LINKED.search(quoted.key)) else []


def _of_it(messages: Sequence[InboundMessage], quoted: Quoted) -> str:
    """Which words are about it, where it could be doubtful."""
    if len(messages) == 1:
        return ""
    said = (one_line(message.body) for message in messages if message.details.get("replied_to_sid") == quoted.sid)
    words = _cut(" / ".join(filter(None, said)).translate(_QUOTES), MOST_OF_REPLY)
    return f"; of it they say “{words}”" if words else ""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0] or text[:most]}…"


def _as_message(quoted: Quoted) -> InboundMessage:
    """Theirs, for whoever reads attachments; never stored."""
    return InboundMessage(
        message_sid=quoted.sid,
        conversation_id="",
        sender="",
        channel="",
        kind=quoted.kind,
        body=quoted.body,
        details=dict(quoted.details),
    )
