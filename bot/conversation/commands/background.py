"""/fond: what follows is worked on in the background; alone, what is being worked on goes on there."""

from bot.conversation import care
from bot.conversation.command import Act, Command, Request
from bot.conversation.dialogues.backgrounds import is_offered
from bot.conversation.outcomes import Acted, Ask, Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.conversation.turn.handing_over import most_of, price_of
from bot.dao import background_runs, runs
from bot.reading import urgent_words
from bot.reading.arguments import AnyText
from bot.types import Background


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
    return Ask(asked, background="at once")


def go_on_there(talk: Talk) -> Acted:
    """The turn that runs here goes on in the background; when none does, say how it is asked for."""
    run = runs.direct(talk.session, talk.person.conversation_id)
    if not talk.person.signed_in:
        talk.say("background_guest")
    elif is_offered(talk):
        talk.say("background_digits")
    elif run is None or run.user_id != talk.person.user_id:
        settings = talk.desk.settings
        price, most = price_of(settings, talk.person.mode), most_of(settings, talk.person.mode)
        talk.say("background_how", credits=price, most=most)
    elif background_runs.wish(talk.session, run.id):
        talk.say("background_soon")
    else:
        talk.say("background_soon" if run.background == Background.WISHED else "background_not_this")
    return Done()


BACKGROUND = Command("background", urgent_words.BACKGROUND, prepare=prepare)
