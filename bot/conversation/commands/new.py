"""/nouveau: another conversation begins, of which the model knows nothing yet. « efface notre conversation » does no
more, and says so: what stands on a telephone stays there."""

from bot.conversation.command import Command, quick
from bot.conversation.talk import Talk
from bot.dao import contexts
from bot.dao.work import runs
from bot.reading.commands.vocabulary import Wording

_ERASING = "efface effacer effacez supprime supprimer supprimez vide vider videz".split()
_TALK = (
    "la conversation",
    "cette conversation",
    "notre conversation",
    "la discussion",
    "cette discussion",
    "notre discussion",
)


def begin_anew(talk: Talk) -> None:
    """Forget what was said and leave what was asked."""
    _forget(talk)
    talk.say("new_conversation")


def forget_talk(talk: Talk) -> None:
    """The same for who wants the conversation erased: on a telephone that others read, it is not."""
    _forget(talk)
    talk.say("talk_forgotten")


def _forget(talk: Talk) -> None:
    key = talk.person.conversation_id
    talk.leave_all()
    contexts.forget(talk.session, key, talk.person.user_id, runs.last_transcript_id(talk.session, key))


NEW = Command(
    "new",
    Wording(
        fr="nouveau|nouvelle conversation",
        en="new",
        said_fr="nouvelle conversation|nouvelle discussion|nouvelle question|nouveau sujet|une nouvelle question|"
        "une nouvelle conversation|j ai une nouvelle question|commencer une nouvelle conversation|"
        "ouvrir une nouvelle conversation|demarrer une nouvelle conversation|nouveau chat|changer de sujet|"
        "changeons de sujet|on change de sujet|passons a autre chose|on passe a autre chose|recommencer a zero|"
        "recommence a zero|repartir a zero|on repart a zero|oublie tout",
        said_en="new conversation|new chat|new question|new topic|a new question|a new conversation|"
        "i have a new question|start a new conversation|start new conversation|start a new chat|start over|"
        "start again from zero|change the subject|change subject|change topic|change the topic|"
        "let s talk about something else|forget everything",
        not_wished="nouvelle question|une nouvelle question|nouveau sujet|new question|a new question|new topic",
    ),
    prepare=quick(begin_anew),
)
FORGET_TALK = Command(
    "forget_talk",
    Wording(
        said_fr="|".join(f"{verb} {what}" for verb in _ERASING for what in _TALK),
        said_en="clear the conversation|clear chat|clear the chat|delete this conversation|delete our conversation|"
        "erase this conversation|erase our conversation|delete the chat|delete this chat",
    ),
    prepare=quick(forget_talk),
)
