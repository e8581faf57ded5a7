"""The words that are commands, in French and English, with and without a slash, whatever their case and accents."""

import re
import unicodedata

from bot.channels.reply_words import one_edit_apart
from bot.types import Language

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
    "login": ("connexion", "connection", "conexion", "me connecter", "se connecter", "login", "log in", "sign in"),
    "logout": ("deconnexion", "me deconnecter", "se deconnecter", "logout", "log out", "sign out"),
    "export": ("exporter", "export"),
    "delete": ("supprimer", "delete", "supprimer mon compte", "delete my account"),
    "human": ("humain", "un humain", "parler a un humain", "human", "a human", "talk to a human"),
    "progress": ("progres", "mes progres", "progress", "my progress"),
}
IN_BOTH_LANGUAGES = frozenset({"menu", "mode", "credit", "credits"})
IN_ENGLISH = frozenset(
    "help|account|my account|new|level|language|files|my files|status|cancel|buy|login|log in|sign in|logout|log out|"
    "sign out|export|delete|delete my account|human|a human|talk to a human|progress|my progress".split("|")
)
PRIORITY = ("cancel", "status")  # act at once, even while a turn is running
_NAMES = {word: name for name, words in COMMANDS.items() for word in words}


def command_in(body: str) -> str | None:
    """The English name of the command a message is; None for anything else."""
    return _NAMES.get(_word(body) or "")


def language_of(body: str) -> Language | None:
    """The language of the command a message is; None when it is none, or one that both languages have."""
    word = _word(body)
    if word is None or word in IN_BOTH_LANGUAGES:
        return None
    return Language.EN if word in IN_ENGLISH else Language.FR


def _word(body: str) -> str | None:
    """The known word a message is; behind a slash, where nothing else can be meant, also with one slip."""
    text = folded(body)
    word = text.removeprefix("/").strip()
    if word in _NAMES:
        return word
    close = [known for known in _NAMES if text.startswith("/") and one_edit_apart(word, known)]
    return close[0] if len({_NAMES[known] for known in close}) == 1 else None


def folded(text: str) -> str:
    """Lower case, without accents, with single spaces, without a full stop at the end."""
    letters = unicodedata.normalize("NFKD", text.strip().lower())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"\s+", " ", plain).rstrip(" .!")
