"""The question whether an e-mail address is another one, mistyped: a step of the dialogue that confirms one, put before
a code goes to nowhere."""

from bot.conversation.dialogues.offering import cancellable
from bot.conversation.talk import Talk
from bot.i18n.catalogue import say
from bot.models import PendingInteraction
from bot.reading.answers.reply import Choice, OutOfRange, read_choice
from bot.reading.replies.assent import HURRIED, Assent, assent


def ask(talk: Talk, kind: str, meant: str, written: str) -> None:
    """Ask it. `written` is empty where no code could go to what was written."""
    put(talk, talk.ask(kind, {"address": None, "otp_id": None, "meant": meant, "written": written}))


def labels(talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:
    """What can be chosen; nothing where it was not asked."""
    if not interaction.payload.get("meant"):
        return ()
    keys = ["email_meant_yes", *(["email_meant_as_written"] if interaction.payload["written"] else [])]
    return tuple(say(talk.person.language, key) for key in keys)


def settled(talk: Talk, interaction: PendingInteraction, reply: str) -> str | None:
    """The address that a reply settles on; empty: neither; None: it says nothing of it, or it was not asked."""
    payload = interaction.payload
    if not payload.get("meant"):
        return None
    choice, said = read_choice(reply, labels(talk, interaction)), assent(reply, HURRIED)
    if isinstance(choice, Choice):
        return str((payload["meant"], payload["written"])[choice.index])
    return {Assent.YES: str(payload["meant"]), Assent.NO: ""}.get(said)


def repeats(talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
    """Whether a reply is a number that is none of its lines: then it is put once more."""
    offered = labels(talk, interaction)
    again = bool(offered) and isinstance(read_choice(reply, offered), OutOfRange)
    if again:
        put(talk, interaction)
    return again


def put(talk: Talk, interaction: PendingInteraction) -> None:
    """Put it, or put it once more."""
    meant, written = interaction.payload["meant"], interaction.payload["written"]
    question = say(talk.person.language, "email_meant", meant=meant, written=written)
    talk.offer(cancellable(talk, question, labels(talk, interaction)))
