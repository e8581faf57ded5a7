"""« stop mails »: the agent writes no more e-mails to somebody's own address, said here instead of by the link that
each of them carries. Below a draft, which is a mail too, it is said of that one."""

from typing import Final

from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.guards import must_sign_in
from bot.conversation.outcomes import Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.dao.delivery import suppressions
from bot.reading.commands.vocabulary import Wording
from bot.services.mail import drafts

_MAILS_EN: Final = ("mail", "mails", "email", "emails", "e mails")
_MAILS_FR: Final = (*_MAILS_EN, "courriels")


def prepare(_request: Request) -> Act:
    """Nothing slow."""
    return stop


def stop(talk: Talk) -> Obeyed:
    """Note it, and say how to have them again."""
    if talk.question is not None and talk.question.kind == drafts.KIND:
        return NotMeant()
    if must_sign_in(talk):
        return Done()
    if talk.user is None or talk.user.email is None:
        talk.say("email_stopped_none", service=talk.desk.settings.service_name)
        return Done()
    address = talk.user.email
    suppressions.add(talk.session, suppressions.digest_of(talk.session, address), talk.now)
    talk.say("email_stopped", address=address)
    return Done()


def _said(mails: tuple[str, ...], *phrases: str) -> str:
    """Each phrase of each word for them, behind « d » where it begins with a vowel."""
    written = (phrase.replace("de *", "d *") if mail[0] == "e" else phrase for mail in mails for phrase in phrases)
    words = (mail for mail in mails for _ in phrases)
    return "|".join(phrase.replace("*", mail) for phrase, mail in zip(written, words, strict=True))


NO_MAIL = Command(
    "no_mail",
    Wording(
        said_fr=_said(
            _MAILS_FR, "stop *", "stop les *", "stop aux *", "arrete les *", "arretez les *", "arreter les *",
            "arrete tes *", "arretez vos *", "plus de *", "ne m envoie plus de *", "ne m envoyez plus de *",
            "arrete de m envoyer des *", "arretez de m envoyer des *", "je ne veux plus de *", "je veux plus de *",
            "je ne veux plus recevoir de *", "je veux plus recevoir de *", "ne plus recevoir de *",
            "je ne veux plus recevoir vos *", "desabonner des *", "me desabonner des *", "desabonnez moi des *",
            "desabonne moi des *", "se desabonner des *",
        ),
        said_en=_said(
            _MAILS_EN, "stop *", "stop the *", "stop your *", "stop sending *", "stop sending me *", "no more *",
            "unsubscribe from *", "unsubscribe me from *", "unsubscribe from the *", "i don t want any more *",
        )
        + "|stop emailing me|don t email me|do not email me",
    ),
    prepare=prepare,
)  # fmt: skip
