"""/fichiers: a page of a person's files, newest first, each with a fresh link; they are deleted by number."""

from bot.conversation.command import Act, Command, Request
from bot.conversation.commands import file_lists
from bot.conversation.commands.guards import must_sign_in, must_wait
from bot.conversation.dialogues.confirmation import Confirmed
from bot.conversation.outcomes import Acted, Done
from bot.conversation.talk import Talk
from bot.reading.commands.arguments import Number
from bot.reading.commands.vocabulary import Wording
from bot.reading.replies.list_words import page
from bot.types import Mode


def prepare(request: Request) -> Act:
    """Read the page that is asked for and cut it into parts."""
    person, argument = request.person, request.argument
    number = argument.value if isinstance(argument, Number) else 1
    with request.database.read() as session:
        found = file_lists.read(session, person, page=number)
    listed = file_lists.listed(found, request.desk, person)

    def tell(talk: Talk) -> Acted:
        if must_sign_in(talk) or must_wait(talk):
            return Done()
        mine = listed
        if talk.person.user_id != person.user_id:  # signed in or out meanwhile
            mine = file_lists.listed(file_lists.read(talk.session, talk.person, page=1), talk.desk, talk.person)
        if mine is not None:
            file_lists.show(talk, mine)
        elif number > 1:
            talk.say("files_end")
        else:
            talk.say("files_none_guest" if talk.person.mode == Mode.GUEST else "files_none")
        return Done()

    return tell


FILES = Command(
    "files",
    Wording(
        fr="fichiers|mes fichiers",
        en="files|my files",
        slashed="documents|docs",
        said_fr="mes fichiers|mes documents|mes pdf|voir mes fichiers|voir mes documents|ou sont mes fichiers|"
        "ou sont mes documents|liste de mes fichiers|liste de mes documents|la liste de mes documents|"
        "retrouver mes documents|retrouver mes fichiers|afficher mes documents",
        said_en="my files|my documents|my pdfs|see my files|see my documents|show my files|show my documents|"
        "where are my files|where are my documents|list my files|list of my files|list my documents",
        asked=True,
        takes=page,
    ),
    prepare=prepare,
    confirmed={
        file_lists.DELETE: Confirmed(file_lists.delete, declined=file_lists.ask_again, otherwise=file_lists.wish_again)
    },
    dialogues=(file_lists.FileLists(),),
)
