"""What is a command, in French and English: words with and without a slash, and whole phrases, as people say them.

A message is a command when it is nothing else: « supprimer mes données stp », never « supprimer la parenthèse »."""

from typing import Final

from bot.reading.answer_words import one_edit_apart, tokens
from bot.reading.command_phrases import FILLERS, PHRASES, SPELLINGS, WISHES, WITHOUT_WISH
from bot.reading.wrapped import Words, cores, phrases, without_opening, written
from bot.text.folding import folded
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
    "login": (
        "connexion",
        "connection",
        "conexion",
        "conection",
        "me connecter",
        "se connecter",
        "login",
        "log in",
        "sign in",
    ),
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
LONGEST_PHRASE = 120  # characters
ASKED_WITH_A_MARK: Final = frozenset({"account", "files", "status", "progress"})  # « solde ? », but not « supprimer ? »
_NAMES: Final = {word: name for name, words in COMMANDS.items() for word in words}
# « aide stp » asks for aid with a lesson: for the menu the word stands alone.
_BARE: Final[dict[Words, str]] = {(word,): name for word, name in _NAMES.items() if " " not in word and name != "help"}
_SAID_IN: Final = {
    language: {core: name for name, said in commands.items() for core in phrases(said, SPELLINGS)}
    for language, commands in PHRASES.items()
}
_PHRASES: Final = {
    **{written(word.split(), SPELLINGS): name for word, name in _NAMES.items() if " " in word},
    **_SAID_IN[Language.FR],
    **_SAID_IN[Language.EN],
}
_FILLERS: Final = phrases(FILLERS, {})
_WISHES: Final = phrases(WISHES, SPELLINGS)
_WITHOUT_WISH: Final = frozenset(phrases(WITHOUT_WISH, SPELLINGS))


def command_in(body: str) -> str | None:
    """The English name of the command a message is; None for anything else."""
    word = _word(body)
    if word:
        return _NAMES[word]
    phrase = _phrase(body)
    return (_BARE.get(phrase) or _PHRASES[phrase]) if phrase else None


def language_of(body: str) -> Language | None:
    """The language of the command a message is; None when it is none, or one that both languages have."""
    word = _word(body) or " ".join(_phrase(body) or ())
    if not word or word in IN_BOTH_LANGUAGES:
        return None
    said_in = [language for language in Language if tuple(word.split()) in _SAID_IN[language]]
    if not said_in:
        return Language.EN if word in IN_ENGLISH else Language.FR
    return said_in[0] if len(said_in) == 1 else None


def _phrase(body: str) -> Words | None:
    """The known phrase that a message is, with nothing around it but what says nothing."""
    if len(body) > LONGEST_PHRASE:
        return None
    words, is_question = tuple(tokens(body)), "?" in body
    for core in cores(words, _FILLERS):
        if core in _BARE and not (is_question and _BARE[core] not in ASKED_WITH_A_MARK):
            return core
    for core in cores(written(words, SPELLINGS), _FILLERS):
        wanted = without_opening(core, _WISHES)
        if core in _PHRASES:
            return core
        if wanted in _PHRASES and wanted not in _WITHOUT_WISH:
            return wanted
    return None


def _word(body: str) -> str | None:
    """The known word a message is; behind a slash, where nothing else can be meant, also with one slip."""
    text = phrase(body)
    word = text.removeprefix("/").strip()
    if word in _NAMES:
        return word
    close = [known for known in _NAMES if text.startswith("/") and one_edit_apart(word, known)]
    return close[0] if len({_NAMES[known] for known in close}) == 1 else None


def phrase(text: str) -> str:
    """Folded, with single spaces, without a full stop at the end."""
    return " ".join(folded(text).split()).rstrip(" .!")
