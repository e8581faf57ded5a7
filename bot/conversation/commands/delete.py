"""/supprimer: everything of a person's own is erased."""

from bot.conversation.command import Command, quick
from bot.conversation.commands.guards import must_sign_in
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Confirmed, Details
from bot.conversation.dialogues.sign_in_sentences import is_too_new
from bot.conversation.outcomes import Done
from bot.conversation.talk import Talk
from bot.dao.money import payments
from bot.reading.commands.arguments import everything
from bot.reading.commands.vocabulary import Wording
from bot.services.privacy import erase


def ask(talk: Talk) -> None:
    """Ask whether everything is really to be erased."""
    if not (must_sign_in(talk) or is_too_new(talk)):
        confirmation.ask(talk, "delete", signed_in=talk.person.signed_in)


def erase_all(talk: Talk, _details: Details) -> Done:
    """Confirmed by number, and the question is claimed: erase everything, then say goodbye."""
    if must_sign_in(talk) or is_too_new(talk):
        return Done()
    user_id = talk.person.user_id
    link = user_id is not None and payments.is_any_payable(talk.session, user_id, talk.now)
    upto = max(message.id for message in talk.messages)
    digests = erase.erase(talk.session, talk.address, talk.person.conversation_id, upto, talk.now)
    talk.say("erased", link=link)
    return Done(erased=digests)


DELETE = Command(
    "delete",
    Wording(
        fr="supprimer|supprimer mon compte",
        en="delete|delete my account",
        slashed="effacer|tout effacer|erase",
        said_fr="supprimer mes donnees|supprime mes donnees|supprimez mes donnees|supprimer toutes mes donnees|"
        "supprimer mon compte|supprime mon compte|supprimez mon compte|suppression de mon compte|"
        "suppression de mes donnees|suppression du compte|la suppression de mon compte|la suppression de mes donnees|"
        "supprimer le compte|effacer mes donnees|efface mes donnees|effacez mes donnees|effacer toutes mes donnees|"
        "effacer mon compte|efface mon compte|effacer mes messages|efface mes messages|effacez mes messages|"
        "supprimer mes messages|supprime mes messages|supprimer mes informations|effacer mes informations|"
        "detruire mes donnees|fermer mon compte|cloturer mon compte|efface moi",
        said_en="delete my data|delete all my data|delete my account|delete the account|delete account|"
        "delete my messages|delete my information|delete my info|delete all my messages|erase my data|"
        "erase all my data|"
        "erase my account|erase my messages|remove my data|remove my account|remove all my data|close my account|"
        "deletion of my account|deletion of my data|wipe my data|delete me",
        takes=everything,
        only_slashed=True,
        only_taken=True,
    ),
    prepare=quick(ask),
    confirmed={"delete": Confirmed(erase_all)},
)
