"""What acts at once, even while a turn is running: stopping it, and asking how far it is."""

from bot.conversation.command import Command, quick
from bot.conversation.dialogues.menus import Menu
from bot.conversation.dialogues.opting import opt
from bot.conversation.talk import Talk
from bot.dao import runs
from bot.i18n.catalogue import catalogue
from bot.models import Run
from bot.reading import urgent_words
from bot.reading.commands import Wording


def cancel(talk: Talk) -> None:
    """Stop the turn that runs, else close the question that is open, else say that there is nothing to stop."""
    run = _running(talk)
    if run is not None:
        run.cancelled_at = talk.now
        talk.say("cancel_asked")
    else:
        talk.say("menu_cancelled" if talk.leave_question() else "cancel_nothing")


def stop(talk: Talk) -> None:
    """Stop the turn that runs; when none does, ask what is to stop: this, or all messages."""
    if _running(talk) is None:
        MENU.open(talk)
    else:
        cancel(talk)


def choose(talk: Talk, what: str) -> None:
    """What was meant."""
    if what == "messages":
        opt(talk, out=True, answered=False)
    else:
        talk.say("stopped_this")


def status(talk: Talk) -> None:
    """What is being done, and for how long."""
    run = _running(talk)
    if run is None:
        talk.say("status_idle")
        return
    seconds = round((talk.now - run.started_at).total_seconds())
    tool = runs.tool_under_way(talk.session, run.id)
    doing = catalogue(talk.person.language).get(f"doing_{tool}")
    if doing is None:  # no tool, or one of another version of the service, whose worker is at it
        talk.say("status_thinking", seconds=seconds)
    else:
        talk.say("status_tool", seconds=seconds, doing=doing.render())


def _running(talk: Talk) -> Run | None:
    """The turn that runs here, if it is of whoever asks: what a user who is signed out has going on is theirs."""
    run = runs.direct(talk.session, talk.person.conversation_id)
    return run if run is not None and run.user_id == talk.person.user_id else None


MENU = Menu("stop", ("this", "messages"), choose)
CANCEL = Command("cancel", urgent_words.CANCEL, prepare=quick(cancel))
STATUS = Command("status", urgent_words.STATUS, prepare=quick(status))
# « on arrête » is read before any command: bot.reading.keywords
STOP = Command("stop", Wording(), prepare=quick(stop), menus=(MENU,))
