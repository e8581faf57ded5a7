"""/humain: a person to talk to."""

from bot.conversation.command import Command, quick
from bot.conversation.talk import Talk
from bot.reading.commands import urgent_words
from bot.services.support import human_help
from bot.services.support.human_help import Asker


def tell(talk: Talk) -> None:
    """Name the person who can help, and tell them."""
    told = human_help.request(talk.session, talk.desk.settings, talk.desk.links, asker(talk), talk.now)
    talk.say(f"human_{told}", contact=talk.desk.settings.human_contact)


def asker(talk: Talk) -> Asker:
    """Whoever is here, as the human contact needs to know them."""
    person = talk.person
    return Asker(
        conversation_id=person.conversation_id,
        address=person.address,
        profile_name=person.profile_name,
        phone=person.phone,
        key=f"in{talk.messages[0].id}",
    )


HUMAN = Command("human", urgent_words.HUMAN, prepare=quick(tell))
