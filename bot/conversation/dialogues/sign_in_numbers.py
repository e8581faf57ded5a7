"""The numbers that codes of a sign-in may go to, as whoever writes spells them."""

from bot.conversation.dialogues.sign_in_sentences import may_change
from bot.conversation.talk import Talk
from bot.reading.commands.arguments import phone_number
from bot.services.sign_in.phone_numbers import MobileNumber, Refused, own_number_of, parse_mobile, region_of


def own_number(talk: Talk) -> MobileNumber | None:
    """The number inside the person's address, if a code may go there."""
    return own_number_of(talk.person.address, talk.desk.settings.otp_countries)


def parsed(talk: Talk, written: str) -> MobileNumber | Refused:
    """A number that was written, read as in the country of the person's own."""
    countries = talk.desk.settings.otp_countries
    return parse_mobile(written, region_of(talk.person.address, countries[0]), countries)


def number_alone(talk: Talk, reply: str) -> MobileNumber | None:
    """The mobile number that a reply is and says nothing else, if another than the address's own may be given."""
    written = phone_number(reply) if may_change(talk) else None
    found = parsed(talk, written.written) if written is not None else None
    return found if isinstance(found, MobileNumber) else None
