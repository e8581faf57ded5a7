"""« Ce n’est pas moi », below the line that somebody has signed in to the account: nobody should have to look up then
how an account is protected. The agent, which was not shown that line, would take it for small talk.

Where the account has been given another number since, be it a thief's, no code that comes here would open it any more:
who is here stays signed in, all others are signed out, and the number can be changed at once."""

from datetime import timedelta
from typing import Final

from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.human import tell
from bot.conversation.commands.login import SIGN_IN
from bot.conversation.commands.logout import sign_out
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Confirmed, Details
from bot.conversation.dialogues.sign_in_numbers import own_number
from bot.conversation.dialogues.sign_in_sentences import may_change
from bot.conversation.outcomes import Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.dao.delivery import said_parts
from bot.i18n.country import region_at
from bot.models import User
from bot.reading.commands.vocabulary import Wording
from bot.services.privacy import holding
from bot.services.sign_in import accounts
from bot.services.sign_in.accounts import JOINED
from bot.services.sign_in.phone_numbers import masked

LATELY: Final = timedelta(days=2)


def prepare(_request: Request) -> Act:
    """Nothing slow."""
    return protect


def protect(talk: Talk) -> Obeyed:
    """Tell a person, and ask whether to sign out everywhere, or everywhere else; where nobody was said to have signed
    in to the account of whoever is here, it means something else."""
    key, since, user = talk.person.conversation_id, talk.now - LATELY, talk.user
    if user is None or not said_parts.was_told(talk.session, key, user.id, JOINED, since):
        return NotMeant()
    tell(talk)
    if _comes_back(talk, user):
        confirmation.ask(talk, "not_me", {"where": "everywhere"})
    else:
        confirmation.ask(talk, "not_me_here", number=_number(talk, user))
    return Done()


def stay(talk: Talk, _details: Details) -> Done:
    """End the sign-in everywhere else, and offer to change the number."""
    user = talk.user
    if user is None:
        talk.say("not_logged_in")
        return Done()
    accounts.sign_out_elsewhere(talk.session, user, talk.address)
    contact, changes = talk.desk.settings.human_contact, may_change(talk)
    talk.say("logged_out_elsewhere", number=_number(talk, user), changes=changes, contact=contact)
    if changes:
        SIGN_IN.start(talk)
    return Done()


def _comes_back(talk: Talk, user: User) -> bool:
    """Whether a code opens the account here again, as one has before, or to this phone's own number. Who came by a code
    to the account's number, be it a thief, does not stay: they would be alone in it, and its owner not told of another
    number. Nor does who has just joined it, and may not change its number."""
    key, own = talk.person.conversation_id, own_number(talk)
    if user.phone is None or (own is not None and own.e164 == user.phone):
        return True
    if talk.desk.otp.was_proved(talk.session, key, user.phone):
        return True
    return holding.is_new_here_for(talk.session, user, key, talk.now) > 0


def _number(talk: Talk, user: User) -> str:
    return masked(user.phone, region_at(talk.person.address)) if user.phone else ""


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
    confirmed={"not_me": Confirmed(sign_out), "not_me_here": Confirmed(stay)},
)
