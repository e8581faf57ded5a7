"""What stands before everything that gives something of a person's away."""

from bot.conversation.dialogues.sign_in_sentences import waiting_time
from bot.conversation.talk import Talk
from bot.services.privacy import holding


def must_sign_in(talk: Talk) -> bool:
    """Whether the data behind this address are a user's who is signed out here, and the person was told so: whoever
    holds the phone now may be somebody else."""
    if talk.address.user_id is None or talk.person.signed_in:
        return False
    talk.say("own_data_needs_sign_in")
    return True


def must_wait(talk: Talk) -> bool:
    """Whether this account has just grown and gives nothing old away yet, and the person was told so."""
    seconds = holding.held_for(talk.session, talk.user, talk.now)
    if seconds:
        talk.say("own_data_held", wait=waiting_time(talk.person.language, seconds))
    return seconds > 0
