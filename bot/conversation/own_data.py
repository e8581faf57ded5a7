"""What people do with their own data: take a copy of everything, or have everything erased."""

from dataclasses import dataclass, field
from functools import partial

from bot.clients.storage import FileStore
from bot.clock import Clock, SystemClock
from bot.conversation.acts import link_hours, must_sign_in
from bot.conversation.menus import open_menu
from bot.conversation.people import Person
from bot.conversation.sign_in_words import waiting_time
from bot.conversation.talk import Talk
from bot.dao import files
from bot.dao.database import Database
from bot.models import StoredFile
from bot.services import accounts
from bot.services.privacy import erase, export


@dataclass(frozen=True, slots=True)
class OwnData:
    """One instance a process."""

    database: Database
    store: FileStore
    clock: Clock = field(default_factory=SystemClock)

    def prepare_export(self, person: Person) -> StoredFile | None:
        """The slow half of an export, outside any transaction. None when its owner must sign in or wait first.
        Raises StorageError."""
        if person.address.user_id is not None and not person.signed_in:
            return None
        with self.database.read() as session:
            if accounts.export_held_for(session, person.user, self.clock.now()):
                return None
        return export.prepare(self.database, self.store, person.address, person.conversation.id, person.language)

    def export(self, talk: Talk) -> None:
        """Hand the prepared export over, as a link."""
        prepared: StoredFile | None = talk.prepared
        if must_sign_in(talk):
            return
        seconds = accounts.export_held_for(talk.session, talk.person.user, talk.now)
        if seconds:
            talk.say("export_held", wait=waiting_time(talk.person.language, seconds))
            return
        if prepared is None or prepared.user_id != talk.person.address.user_id:
            talk.say("export_again")
            return
        files.add(talk.session, prepared)
        talk.session.flush()
        talk.say("export_ready", hours=link_hours(talk), link=talk.desk.links.to(prepared))

    def ask_delete(self, talk: Talk) -> None:
        """Ask whether everything is really to be erased."""
        if not must_sign_in(talk):
            open_menu(talk, "delete")

    def erase(self, talk: Talk) -> None:
        """The person said yes, and the question is claimed: erase everything, then say goodbye."""
        if must_sign_in(talk):
            return
        person = talk.person
        upto = max(message.id or 0 for message in talk.messages)
        digests = erase.erase(talk.session, person.address, person.conversation.id, upto, talk.now)
        talk.say("erased")
        talk.later.append(partial(erase.remove_bytes, self.database, self.store, digests))
