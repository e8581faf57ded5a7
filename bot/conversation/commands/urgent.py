"""What acts at once, even while a turn is running: stopping it, and asking how far it is; the same of what works in the
background."""

from collections.abc import Sequence
from typing import Final

from bot.conversation.command import Act, Command, Request, quick_with
from bot.conversation.commands.tasks import REMINDER, drop_numbers, named_by
from bot.conversation.dialogues.backgrounds import is_offered
from bot.conversation.dialogues.menus import Menu
from bot.conversation.dialogues.opting import opt
from bot.conversation.outcomes import Acted, Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.dao import inbound
from bot.dao.work import background_runs, runs
from bot.i18n.catalogue import catalogue, say
from bot.i18n.day import moment_in, zone_of
from bot.models import Run
from bot.reading.commands import urgent_words
from bot.reading.commands.arguments import Argument, Number, Numbers, says_everything
from bot.reading.commands.vocabulary import Wording
from bot.reading.incoming.priority import Priority
from bot.reading.words.answer_words import tokens
from bot.services.background import places, wording
from bot.services.money.prices import prices_of
from bot.services.money.stopping import leaves_something
from bot.types import Background, StopReason, known

STOPPING: Final = frozenset({"stopper"})


def cancel(talk: Talk, argument: Argument | None = None) -> Acted:
    """Stop what is meant: those with these numbers in the background, or everything; without either the turn that
    runs, or what comes before one, else the question that is open, else the one that works in the background. Say so
    when there is nothing to stop."""
    behind = _behind(talk)
    if says_everything(" ".join(message.body for message in talk.messages)):
        has_stopped = _stop_here(talk)
        if behind:
            return _stop_all(talk, behind)
        if has_stopped:
            return Done()
    match argument:
        case Number(value=value):
            return _stop_numbers(talk, behind, (value,))
        case Numbers(values=values):
            return _stop_numbers(talk, behind, values)
    if quoted := [run for run in behind if run.id in {each.run_id for each in talk.quoted}]:
        return _stop_all(talk, quoted)
    if _stop_here(talk):
        return Done()
    if (opened := talk.question) is not None and talk.leave_question():
        talk.desk.dialogues[opened.kind].say_left(talk, opened)
    elif behind and len(goes_on := [run for run in behind if run.cancelled_at is None]) <= 1:
        return _stop_all(talk, goes_on or behind)
    else:
        _ask_what(talk, behind)
    return Done()


def _ask_what(talk: Talk, behind: Sequence[Run]) -> None:
    """Which of several; of nothing « stopper » may be meant for all messages, as « arrêter » may."""
    if behind:
        talk.say("background_which", lines="\n".join(_lines(talk, behind)))
    elif STOPPING.isdisjoint(tokens(talk.messages[0].body)):
        talk.say("cancel_nothing")
    else:
        MENU.open(talk)


def stop(talk: Talk) -> Acted:
    """Stop the turn that runs or what comes before one, or what works in the background; when nothing does, ask what is
    to stop: this, or all messages."""
    if _running(talk) is not None or _behind(talk):
        return cancel(talk)
    if _withdraw(talk):
        talk.say("cancel_asked", ready=False)
    else:
        MENU.open(talk)
    return Done()


def let_go(talk: Talk) -> Obeyed:
    """Stop the turn that runs here, or what comes before one. When nothing does, the words are said of something
    else."""
    return Done() if _stop_here(talk) or talk.silent else NotMeant()


def choose(talk: Talk, what: str) -> None:
    """Act on the answer to the menu of /stop: end all messages (`messages`), or just this, with the quiz that waited
    behind the menu."""
    if what == "messages":
        opt(talk, out=True, answered=False)
    else:
        talk.leave_all()
        talk.say("stopped_this")


def status(talk: Talk, argument: Argument | None = None) -> None:
    """What is being done, and for how long; of what works in the background also how far it is."""
    run, behind = _running(talk), _behind(talk)
    said = list[str]()
    if isinstance(argument, Number):
        named = [each for each in behind if each.number == argument.value]
        if behind and not named:
            _tell_no_number(talk, behind, argument.value)
            return
        behind = named
    elif run is not None:
        said = [_now(talk, run)]
    elif inbound.is_any_before(talk.session, talk.person.conversation_id, talk.messages[0].id):
        said = [say(talk.person.language, "status_waiting")]
    said += _lines(talk, behind)
    if not said and is_offered(talk):
        said = [say(talk.person.language, "background_digits")]
    talk.tell("\n".join(said) if said else _idle(talk))


def _running(talk: Talk) -> Run | None:
    """The turn that runs here, if it is of whoever asks: what a user who is signed out has going on is theirs."""
    run = runs.direct(talk.session, talk.person.conversation_id)
    return run if run is not None and run.user_id == talk.person.user_id else None


def _withdraw(talk: Talk) -> bool:
    """Close what was under way here before any turn, such as looking at a photo, and what waits for a turn. Returns
    whether there was anything."""
    key, first, outcome = talk.person.conversation_id, talk.messages[0].id, StopReason.CANCELLED
    under_way = inbound.withdraw(talk.session, key, first, outcome, talk.now, talk.writer_id)
    waited = inbound.close_untouched(
        talk.session, key, outcome, talk.now, talk.writer_id, kept=tuple(Priority), before_id=first
    )
    return under_way or waited > 0


def _behind(talk: Talk) -> Sequence[Run]:
    """What works or waits in the background for whoever asks."""
    user_id = talk.person.user_id
    return background_runs.of_user(talk.session, user_id) if user_id is not None else []


def _stop_here(talk: Talk) -> bool:
    """Stop the turn that runs here, or what comes before one, and say so. False: there is neither."""
    run = _running(talk)
    if run is not None:
        run.cancelled_at = run.cancelled_at or talk.now
        prices = prices_of(talk.desk.settings)
        talk.say("cancel_asked", ready=leaves_something(talk.session, prices, run))
    elif _withdraw(talk):
        talk.say("cancel_asked", ready=False)
    else:
        return False
    return True


def _stop_numbers(talk: Talk, behind: Sequence[Run], numbers: Sequence[int]) -> Acted:
    if not REMINDER.isdisjoint(tokens(talk.messages[0].body)):
        drop_numbers(talk, numbers)
        return Done()
    for number in (number for number in numbers if number not in [run.number for run in behind]):
        _tell_no_number(talk, behind, number)
        return Done()
    return _stop_all(talk, [run for run in behind if run.number in numbers])


def _tell_no_number(talk: Talk, behind: Sequence[Run], number: int) -> None:
    """A task of this number is named: its list may be what they have read last."""
    lines = "\n".join(_lines(talk, behind))
    talk.say("background_no_number", number=number, lines=lines, task=named_by(talk, number))


def _stop_all(talk: Talk, meant: Sequence[Run]) -> Acted:
    """Those at work end soon, and say what they leave; those that wait end here."""
    begun: list[int] = []
    for run in meant:
        named = {"number": run.number, "title": wording.title_of(talk.session, run.id)}
        if run.background == Background.WAITING:
            talk.say("background_withdrawn", **named)
            begun += places.end(talk.session, run, talk.now, "cancelled")
        else:
            talk.say("background_stopping", **named)
            run.cancelled_at = run.cancelled_at or talk.now
    return Done(begun=tuple(begun))


def _lines(talk: Talk, behind: Sequence[Run]) -> list[str]:
    limit = talk.desk.settings.background_timeout_s
    return [wording.line(talk.session, run, talk.person.language, talk.now, limit) for run in behind]


def _now(talk: Talk, run: Run) -> str:
    language, seconds = talk.person.language, round((talk.now - run.started_at).total_seconds())
    doing = catalogue(language).get(f"doing_{runs.tool_under_way(talk.session, run.id)}")
    if doing is None:  # no tool, or one of another version of the service, whose worker is at it
        return say(language, "status_thinking", seconds=seconds)
    return say(language, "status_tool", seconds=seconds, doing=doing.render())


def _idle(talk: Talk) -> str:
    """Nothing is going on; what ended last in the background is named."""
    language, user_id = talk.person.language, talk.person.user_id
    key = talk.person.conversation_id
    last = background_runs.last_ended(talk.session, key, user_id) if user_id is not None else None
    idle = say(language, "status_idle")
    if last is None or last.ended_at is None:
        return idle
    at = moment_in(last.ended_at.astimezone(zone_of(talk.person.address)), language)
    ends = {StopReason.CANCELLED: "stopped", StopReason.ERROR: "failed"}
    key = f"background_last_{ends.get(known(StopReason, last.stop_reason, StopReason.ERROR), 'done')}"
    title = wording.title_of(talk.session, last.id)
    return f"{say(language, key, number=last.number, title=title, at=at)}\n{idle}"


def _cancelling(request: Request) -> Act:
    return lambda talk: cancel(talk, request.argument)


MENU = Menu("stop", ("this", "messages"), choose)
CANCEL = Command("cancel", urgent_words.CANCEL, prepare=_cancelling)
STATUS = Command("status", urgent_words.STATUS, prepare=quick_with(status))
# « on arrête » is read before any command: bot.reading.commands.keywords
STOP = Command("stop", Wording(), prepare=lambda _request: stop, menus=(MENU,))
# « laisse tomber », too, in words of no command: bot.reading.wishes.letting_go
LET_GO = Command("let_go", Wording(), prepare=lambda _request: let_go)
