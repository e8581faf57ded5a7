"""What acts at once, even while a turn is running: stopping it, and asking how far it is."""

from bot.conversation.dialogues.menus import open_menu
from bot.conversation.talk import Talk
from bot.dao import interactions, runs
from bot.i18n.catalogue import catalogue
from bot.models import Run


def cancel(talk: Talk) -> None:
    """Stop the turn that runs, else close the question that is open, else say that there is nothing to stop."""
    run = _running(talk)
    if run is not None:
        run.cancelled_at = talk.now
        talk.say("cancel_asked")
        return
    opened = interactions.current(talk.session, talk.person.conversation.id, talk.now)
    if opened is not None and interactions.claim(talk.session, opened.id, "cancelled", talk.now):
        talk.say("menu_cancelled")
    else:
        talk.say("cancel_nothing")


def stop(talk: Talk) -> None:
    """Stop the turn that runs; when none does, ask what is to stop: this, or all messages."""
    if _running(talk) is None:
        open_menu(talk, "stop")
    else:
        cancel(talk)


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
    run = runs.running(talk.session, talk.person.conversation.id)
    return run if run is not None and run.user_id == talk.person.user_id else None
