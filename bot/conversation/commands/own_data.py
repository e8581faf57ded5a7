"""What people do with their own data: take a copy of everything, or have everything erased."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.clients.storage import FileStore
from bot.clock import Clock, SystemClock
from bot.conversation.commands.account import link_hours, must_sign_in, must_wait
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.sign_in_sentences import waiting_time
from bot.conversation.people import Person
from bot.conversation.talk import Talk
from bot.dao import files
from bot.dao.database import Database
from bot.models import StoredFile
from bot.services.privacy import erase, export, holding


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
            if holding.held_for(session, person.user, self.clock.now()):
                return None
            if export.of_today(session, person.address, self.clock.now()) is not None:
                return None
        return export.prepare(self.database, self.store, person.address, person.conversation.id, person.language)

    def export(self, talk: Talk) -> None:
        """Ask whether the prepared export is to be handed over. It is kept meanwhile; nobody has a link to it."""
        prepared: StoredFile | None = talk.prepared
        made = export.of_today(talk.session, talk.person.address, talk.now)
        if (file := self._handed(talk, made or prepared)) is not None:
            if made is not None:
                seconds = export.wait_s(made, talk.now)
                talk.say("export_once_a_day", wait=waiting_time(talk.person.language, seconds))
            else:
                file.created_at = talk.now  # the day of the next one is counted by the same clock
            files.add(talk.session, file)
            talk.session.flush()
            confirmation.ask(talk, "export", {"file": file.id})

    def hand_over(self, talk: Talk, details: Mapping[str, Any]) -> None:
        """Confirmed by number: send the link."""
        file = self._handed(talk, talk.session.get(StoredFile, details["file"]))
        if file is not None:
            talk.say("export_ready", hours=link_hours(talk), link=talk.desk.links.to(file))

    def _handed(self, talk: Talk, file: StoredFile | None) -> StoredFile | None:
        """The export, if whoever is here now may have it; else None, and the person was told why."""
        if must_sign_in(talk) or must_wait(talk):
            return None
        if file is None or file.user_id != talk.person.address.user_id:
            talk.say("export_again")
            return None
        return file

    def ask_delete(self, talk: Talk) -> None:
        """Ask whether everything is really to be erased."""
        if not must_sign_in(talk):
            confirmation.ask(talk, "delete")

    def erase(self, talk: Talk, _details: Mapping[str, Any]) -> None:
        """Confirmed by number, and the question is claimed: erase everything, then say goodbye."""
        if must_sign_in(talk):
            return
        person = talk.person
        upto = max(message.id for message in talk.messages)
        digests = erase.erase(talk.session, person.address, person.conversation.id, upto, talk.now)
        talk.say("erased")
        talk.later.append(partial(erase.remove_bytes, self.database, self.store, digests))
