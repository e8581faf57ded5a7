"""The commands that are honoured before others, known when a message comes in: to stop, to ask how far it is, to
reach a person, to sign in, as guests do who wait behind those who have. The other commands say their own words
(bot.conversation.commands)."""

from typing import Final

from bot.reading.commands.arguments import AnyText, any_text, anything_else, number, numbers, phone_number
from bot.reading.commands.vocabulary import Vocabulary, Wording

CANCEL: Final = Wording(
    fr="annuler|stopper",
    en="cancel",
    before="annule|annulez|arrete|arretez|arreter|stoppe|stoppez|stop",
    said_fr="anuler|annuller|annuler ma demande|annule ma demande|annulez ma demande|annuler la demande|annuler tout|"
    "annulez tout|annule tout|tout annuler|annule ca|annuler ca|annule|annulez|annuler ma question|annule ma question|"
    "annuler la reponse|arreter le quiz|arrete le quiz|on arrete le quiz|arreter ce quiz|quitter le quiz|stop le quiz|"
    "stop quiz|annule les deux|annuler les deux|annule les trois|annule toutes mes demandes|"
    "annuler toutes mes demandes|non annule|non annulez|non annuler|non annule ca|non annule tout|non annule stop|"
    "finalement annule|en fait annule",
    said_en="cancel my request|cancel the request|cancel it|cancel that|cancel this|cancel everything|cancel all|"
    "cancel my question|stop the quiz|quit the quiz|end the quiz|leave the quiz|stop quiz|stop this quiz|"
    "cancel both|cancel all my requests",
    takes=numbers,
)
STATUS: Final = Wording(
    fr="statut",
    en="status",
    said_fr="ou en es tu|ou en est tu|ou en etes vous|tu en es ou|tu en est ou|t en es ou|vous en etes ou|"
    "ou en est ma demande|"
    "ou en est mon document|ou en est mon pdf|ou en est ma reponse|tu travailles encore|tu es encore dessus|"
    "etat de ma demande|statut de ma demande|ou tu en es|ou vous en etes|ou en est mon rapport|ou en est le rapport|"
    "ou en est mon dossier|ou en est le dossier|ou en est le document|ou en est mon travail|ou en est mon fichier|"
    "mon rapport est pret|le rapport est pret|mon dossier est pret|le dossier est pret|mon document est pret|"
    "le document est pret|mon pdf est pret|le pdf est pret|mon fichier est pret|le fichier est pret|"
    "est ce que mon rapport est pret|est ce que mon dossier est pret|est ce que mon document est pret|"
    "est ce que mon pdf est pret|est ce que c est pret|c est bientot pret|c est deja pret|ca avance|tu as fini|"
    "as tu fini|t as fini|tu as termine|as tu termine|vous avez fini|avez vous fini|vous avez termine|"
    "avez vous termine|tu as deja fini|tu as bientot fini|encore combien de temps|combien de temps encore|"
    "il reste combien de temps|il te reste combien de temps|il te faut combien de temps|c est pour quand",
    said_en="how far are you|how far along are you|are you still working|are you still on it|"
    "status of my request|what is the status of my request|where is my document|where is my pdf|where is my answer|"
    "where is my report|how is my report going|is my report ready|is the report ready|is my document ready|"
    "is the document ready|is my pdf ready|is my file ready|is it ready|is it ready yet|are you done|are you done yet|"
    "are you finished|have you finished|how much longer|how much time left|how long left",
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
    fr="connexion|connection|conexion|conection|inscription|me connecter|se connecter",
    en="login|log in|sign in",
    said_fr="me connecter|je me connecte|connecte moi|connectez moi|connecter moi|se connecter|connecter|"
    "ouvrir ma session|ouvrir une session|m inscrire|s inscrire|tout debloquer|debloquer tout|"
    "je m inscris|inscris moi|creer un compte|creer mon compte|"
    "ouvrir un compte|acceder a mon compte|entrer dans mon compte|m identifier|me reconnecter|reconnecte moi|"
    "changer de compte|changer d utilisateur|utiliser un autre compte|me connecter a un autre compte|"
    "me connecter avec un autre compte|ce n est pas mon compte|c est pas mon compte|"
    "je suis deja inscrit|je suis deja inscrite|j ai deja un compte|"
    "reconnexion|connexion a mon compte|recevoir un code|recevoir le code|recevoir mon code",
    said_en="log in|log me in|login|sign in|sign me in|signin|sign up|sign me up|signup|register|register me|"
    "create an account|create account|create my account|open an account|get an account|log into my account|"
    "i already have an account|i have an account|"
    "change account|switch account|switch accounts|use another account|this is not my account|not my account|"
    "it s not my account|log in to my account|"
    "sign in to my account|access my account|get a code|get my code|get the code|connect me|"
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
