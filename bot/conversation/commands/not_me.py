"""« Ce n’est pas moi », below the line that somebody has signed in to the account: nobody should have to look up then
how an account is protected. The agent, which was not shown that line, would take it for small talk."""

from datetime import timedelta
from typing import Final

from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.human import tell
from bot.conversation.commands.logout import sign_out
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Confirmed
from bot.conversation.outcomes import Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.dao.delivery import said_parts
from bot.reading.commands.vocabulary import Wording
from bot.services.sign_in.accounts import JOINED

LATELY: Final = timedelta(days=2)


def prepare(_request: Request) -> Act:
    """Nothing slow."""
    return protect


def protect(talk: Talk) -> Obeyed:
    """Tell a person, and ask whether to sign out everywhere; where nobody was said to have signed in, it means
    something else."""
    key, since = talk.person.conversation_id, talk.now - LATELY
    if talk.user is None or said_parts.last_state(talk.session, key, JOINED, since) is None:
        return NotMeant()
    tell(talk)
    confirmation.ask(talk, "not_me", {"where": "everywhere"})
    return Done()


NOT_ME = Command(
    "not_me",
    Wording(
        said_fr="ce n est pas moi|c est pas moi|c pas moi|cest pas moi|se n est pas moi|pas moi|ce n etait pas moi|"
        "non ce n est pas moi|non c est pas moi|non c pas moi|non pas moi|"
        "c etait pas moi|ce n est pas moi qui me suis connecte|c est pas moi qui me suis connecte|"
        "c pas moi qui me suis connecte|je ne me suis pas connecte|je me suis pas connecte|je me suis jamais connecte|"
        "ce n est pas mon numero|c est pas mon numero|je ne connais pas ce numero|je connais pas ce numero|"
        "on m a pirate|on a pirate mon compte|mon compte est pirate",
        said_en="it was not me|it wasn t me|it isn t me|it is not me|it s not me|that was not me|that wasn t me|"
        "that s not me|this is not me|this isn t me|this was not me|this wasn t me|not me|no it wasn t me|no not me|"
        "i did not sign in|i didn t sign in|i do not know this number|i don t know this number|i was hacked|"
        "i have been hacked|my account was hacked|somebody hacked my account|"
        "someone hacked my account",
    ),
    prepare=prepare,
    confirmed={"not_me": Confirmed(sign_out)},
)
