"""/fond: what follows is worked on in the background; alone, what is being worked on goes on there."""

from typing import Final

from bot.conversation import care, quoting
from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.urgent import cancel, status
from bot.conversation.dialogues.backgrounds import answer_by_command, is_offered
from bot.conversation.outcomes import Acted, Ask, Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.conversation.turn.handing_over import most_of, price_of
from bot.dao.work import background_runs, runs
from bot.models import Run
from bot.reading.commands import urgent_words
from bot.reading.commands.arguments import AnyText
from bot.reading.commands.vocabulary import Invocation
from bot.reading.wishes.background_wish import asks_of_it
from bot.services.attachments.entries import comes_along
from bot.services.background import wording
from bot.types import Background

_AROUND_A_NUMBER: Final = " .,;:!?()#n°"  # a number alone is no long work


def prepare(request: Request) -> Act:
    """Everything is quick."""
    argument = request.argument
    asked = argument.text if isinstance(argument, AnyText) else ""
    return lambda talk: begin(talk, asked) if asked else go_on_there(talk)


def begin(talk: Talk, asked: str) -> Obeyed:
    """A request that never enters the lane. Who is in distress is stayed with here, free, and not numbered as work."""
    if care.is_marked(talk.messages):
        return NotMeant()
    if not talk.person.signed_in:
        talk.say("background_guest")
        return Done()
    match urgent_words.URGENT.read(asked):  # « /fond statut » means that work, and is none
        case Invocation(name="cancel", argument=argument):
            return cancel(talk, argument)
        case Invocation(name="status", argument=argument):
            status(talk, argument)
            return Done()
    if asks_of_it(asked) and not _brings_something(talk):
        return _explain(talk)
    whole = "\n".join((*quoting.told(talk), asked))  # as it is stored
    if same := _under_way(talk, whole):
        limit = talk.desk.settings.background_timeout_s
        lines = (wording.line(talk.session, run, talk.person.language, talk.now, limit) for run in same)
        talk.say("background_already", lines="\n".join(lines))
        return Done()
    answered = None if any(map(comes_along, talk.messages)) else answer_by_command(talk, asked, whole)
    if answered is None and asked.strip(_AROUND_A_NUMBER).isdecimal():
        return go_on_there(talk)
    return answered or Ask(asked, background="at once")


def _under_way(talk: Talk, asked: str) -> list[Run]:
    """What works or waits for the same words: sent again because nothing seemed to come, they are one request, and are
    paid for once."""
    if talk.person.user_id is None or any(map(comes_along, talk.messages)):
        return []
    theirs = background_runs.of_user(talk.session, talk.person.user_id)
    return [run for run in theirs if run.cancelled_at is None and wording.asked_in(talk.session, run.id) == asked]


def go_on_there(talk: Talk) -> Acted:
    """The turn that runs here goes on in the background; when none does, say how it is asked for."""
    run = runs.direct(talk.session, talk.person.conversation_id)
    if not talk.person.signed_in:
        talk.say("background_guest")
    elif is_offered(talk):
        talk.say("background_digits")
    elif run is None or run.user_id != talk.person.user_id:
        _say_how(talk)
    elif background_runs.wish(talk.session, run.id):
        talk.say("background_soon")
    else:
        talk.say("background_soon" if run.background == Background.WISHED else "background_not_this")
    return Done()


def _brings_something(talk: Talk) -> bool:
    """A file, or a message that they quote, which is what « explique » is about then."""
    opened = talk.question
    is_of_offer = opened is not None and is_offered(talk) and quoting.is_meant(talk, opened)
    return any(map(comes_along, talk.messages)) or (bool(quoting.told(talk)) and not is_of_offer)


def _explain(talk: Talk) -> Done:
    """The offer that is open says what it is and costs; without one the command does."""
    opened = talk.question
    if opened is not None and is_offered(talk):
        talk.desk.dialogues[opened.kind].put_again(talk, opened)
    else:
        _say_how(talk)
    return Done()


def _say_how(talk: Talk) -> None:
    settings, mode = talk.desk.settings, talk.person.mode
    talk.say("background_how", credits=price_of(settings, mode), most=most_of(settings, mode))


BACKGROUND = Command("background", urgent_words.BACKGROUND, prepare=prepare)
