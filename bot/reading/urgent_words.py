"""The commands that are honoured before others, known when a message comes in: to stop, to ask how far it is, to
reach a person, to sign in, as guests do who wait behind those who have. The other commands say their own words
(bot.conversation.commands)."""

from typing import Final

from bot.reading.arguments import AnyText, any_text, anything_else, number, phone_number
from bot.reading.commands import Vocabulary, Wording

CANCEL: Final = Wording(
    fr="annuler|stopper",
    en="cancel",
    said_fr="anuler|annuller|annuler ma demande|annule ma demande|annulez ma demande|annuler la demande|annuler tout|"
    "annule tout|tout annuler|annule ca|annuler ca|annule|annulez|annuler ma question|annule ma question|"
    "annuler la reponse|arreter le quiz|arrete le quiz|on arrete le quiz|arreter ce quiz|quitter le quiz|stop le quiz|"
    "stop quiz",
    said_en="cancel my request|cancel the request|cancel it|cancel that|cancel this|cancel everything|cancel all|"
    "cancel my question|stop the quiz|quit the quiz|end the quiz|leave the quiz|stop quiz|stop this quiz",
    takes=number,
)
STATUS: Final = Wording(
    fr="statut",
    en="status",
    said_fr="ou en es tu|ou en etes vous|tu en es ou|t en es ou|vous en etes ou|ou en est ma demande|"
    "ou en est mon document|ou en est mon pdf|ou en est ma reponse|tu travailles encore|tu es encore dessus|"
    "etat de ma demande|statut de ma demande",
    said_en="how far are you|how far along are you|are you still working|are you still on it|"
    "status of my request|what is the status of my request|where is my document|where is my pdf|where is my answer",
    asked=True,
    takes=number,
)
HUMAN: Final = Wording(
    fr="humain|un humain|parler a un humain",
    en="human|a human|talk to a human",
    takes=anything_else,
)
BACKGROUND: Final = Wording(
    fr="fond|en arriere-plan|arriere-plan",
    en="background|in the background",
    said_fr="en arriere plan|arriere plan|en tache de fond|continue en arriere plan|fais le en arriere plan|"
    "fais ca en arriere plan|passe en arriere plan|mets ca en arriere plan",
    said_en="in the background|continue in the background|do it in the background|do that in the background|"
    "go on in the background",
    takes=any_text,
    only_slashed=True,
)
LOGIN: Final = Wording(
    fr="connexion|connection|conexion|conection|me connecter|se connecter",
    en="login|log in|sign in",
    said_fr="me connecter|je me connecte|connecte moi|connectez moi|connecter moi|se connecter|connecter|"
    "ouvrir ma session|ouvrir une session|m inscrire|je m inscris|inscris moi|creer un compte|creer mon compte|"
    "ouvrir un compte|acceder a mon compte|entrer dans mon compte|m identifier|me reconnecter|reconnecte moi|"
    "reconnexion|connexion a mon compte|recevoir un code|recevoir le code|recevoir mon code",
    said_en="log in|log me in|login|sign in|sign me in|signin|sign up|sign me up|signup|register|register me|"
    "create an account|create account|create my account|open an account|get an account|log into my account|"
    "log in to my account|sign in to my account|access my account|get a code|get my code|get the code|connect me|"
    "connect my account",
    takes=phone_number,
)
URGENT: Final = Vocabulary(
    {"cancel": CANCEL, "status": STATUS, "human": HUMAN, "background": BACKGROUND, "login": LOGIN}
)


def urgent_in(body: str) -> str | None:
    """The name of the urgent command a message is. What is to be worked on in the background waits for its turn like
    any other request."""
    found = URGENT.read(body)
    return found.name if found and not isinstance(found.argument, AnyText) else None


def asks_cancel(reply: str) -> bool:
    """Whether a reply gives up what was asked."""
    return urgent_in(reply) == "cancel"
