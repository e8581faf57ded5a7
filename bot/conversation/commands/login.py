"""/connexion: the sign-in dialogue, and what a newcomer is asked first."""

from bot.conversation.command import Command, quick
from bot.conversation.commands.mode import MODES
from bot.conversation.dialogues.sign_in import SignIn
from bot.conversation.talk import Talk
from bot.i18n.day import is_evening
from bot.reading.commands import Wording
from bot.services.money.prices import prices_of
from bot.services.sign_in.accounts import Confirmed
from bot.types import Mode


def after_sign_in(talk: Talk, confirmed: Confirmed) -> None:
    """Greet somebody who has just signed in; a newcomer then chooses a mode."""
    user = confirmed.user
    key = "signed_in_new" if confirmed.is_new else "signed_in_again"
    price, price_pro = map(prices_of(talk.desk.settings).of_turn, (Mode.STUDENT, Mode.PRO))
    service = talk.desk.settings.service_name
    evening = is_evening(talk.person.address, talk.now)
    talk.say(key, service=service, credits=user.credits, price=price, price_pro=price_pro, evening=evening)
    if user.mode is None:
        MODES.open(talk)


SIGN_IN = SignIn(after_sign_in)
LOGIN = Command(
    "login",
    Wording(
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
    ),
    prepare=quick(SIGN_IN.start),
    dialogues=(SIGN_IN,),
)
