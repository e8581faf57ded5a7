"""The words that are commands, in French and English, with and without a slash, whatever their case and accents."""

import re
import unicodedata

COMMANDS = {
    "help": ("aide", "help", "menu"),
    "account": ("compte", "mon compte", "credits", "credit", "mes credits", "solde", "account", "my account"),
    "new": ("nouveau", "nouvelle conversation", "new"),
    "mode": ("mode", "niveau", "level"),
    "language": ("langue", "language"),
    "files": ("fichiers", "mes fichiers", "files", "my files"),
    "status": ("statut", "status"),
    "cancel": ("annuler", "stopper", "cancel"),
    "buy": ("acheter", "buy"),
    "login": ("connexion", "me connecter", "se connecter", "login", "log in", "sign in"),
    "logout": ("deconnexion", "me deconnecter", "se deconnecter", "logout", "log out", "sign out"),
    "export": ("exporter", "export"),
    "delete": ("supprimer", "delete", "supprimer mon compte", "delete my account"),
    "human": ("humain", "un humain", "parler a un humain", "human", "a human", "talk to a human"),
    "progress": ("progres", "mes progres", "progress", "my progress"),
}
PRIORITY = ("cancel", "status")  # act at once, even while a turn is running
_NAMES = {word: name for name, words in COMMANDS.items() for word in words}


def command_in(body: str) -> str | None:
    """The English name of the command a message is; None for anything else."""
    return _NAMES.get(folded(body).removeprefix("/").strip())


def folded(text: str) -> str:
    """Lower case, without accents, with single spaces, without a full stop at the end."""
    letters = unicodedata.normalize("NFKD", text.strip().lower())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"\s+", " ", plain).rstrip(" .!")
