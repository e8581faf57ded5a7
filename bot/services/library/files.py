"""Files made for users: bytes in the store, a row that says whose they are, signed links to read them."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from bot.channels.names import attachment_name
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.dao import addresses
from bot.dao.conversation_key import plain_id
from bot.dao.library import files
from bot.dao.library.room import Owner
from bot.dao.privacy.owned_rows import ARCHIVE
from bot.dao.work import runs
from bot.errors import LibraryFull, ToolFailed
from bot.i18n.catalogue import say
from bot.i18n.size import shown_size
from bot.models import StoredFile
from bot.services.approval.unlinking import opens_nothing
from bot.services.library.room import LibraryRoom
from bot.signing.keys import keys_of
from bot.signing.links import LinkClaims, LinkSigner, read_claims
from bot.types import JSON, Language

FULL = (
    "Refused: the user's library is full of files that they sent, so nothing new can be kept. Answer in your own words "
    "instead of a file, and tell them to delete some of theirs by number with /fichiers (/files)."
)


@dataclass(frozen=True, slots=True)
class Links:
    """Makes links to stored files and finds the file behind one."""

    signer: LinkSigner
    ttl_s: int
    clock: Clock

    def to(self, file: StoredFile) -> str:
        """A fresh absolute link."""
        expires_at = int(self.clock.now().timestamp()) + self.ttl_s
        return self.signer.link(
            file.token, file.name, owner=file.conversation_id, version=file.link_version, expires_at=expires_at
        )

    def renewed(self, session: Session, text: str, *, conversation_id: str, user_id: int | None) -> str:
        """A text that is said late: with fresh links in place of ours, over or not, to files of this user, or of guests
        of this conversation, that nobody has revoked. Each is as long as the old one."""

        def fresh(match: re.Match[str]) -> str:
            claims = read_claims(match[1])
            file = files.by_token(session, claims.file_token) if claims else None
            if claims is None or file is None:
                return match[0]
            of_guests = file.user_id is None and file.conversation_id == conversation_id
            is_theirs = of_guests or (user_id is not None and file.user_id == user_id)
            is_ours = self.signer.is_genuine(claims, owner=file.conversation_id, version=file.link_version, now=0)
            return self.to(file) if is_theirs and is_ours else match[0]

        return self.signer.link_pattern.sub(fresh, text)

    def find(self, session: Session, token: str) -> StoredFile | None:
        """The file a link names, if the link is ours, whole, alive and not revoked. The copy of everything opens while
        its owner is signed in where it was asked for: its link stands in the conversation of whoever has the phone."""
        claims = read_claims(token)
        file = files.by_token(session, claims.file_token) if claims else None
        if claims is None or file is None:
            return None
        if file.content_type == ARCHIVE:
            here = addresses.signed_in_now(session, file.conversation_id, self.clock.now())
            if here != file.user_id:
                return None
        if self._is_genuine(claims, file, file.conversation_id):
            return file
        address = addresses.of_conversation(session, file.conversation_id)
        is_of_old = address is not None and self._is_genuine(claims, file, plain_id(address))
        return file if is_of_old else None

    def _is_genuine(self, claims: LinkClaims, file: StoredFile, owner: str) -> bool:
        now = self.clock.now().timestamp()
        return self.signer.is_genuine(claims, owner=owner, version=file.link_version, now=now)


def links_of(settings: Settings, clock: Clock) -> Links:
    """Links signed with a key of their own."""
    return Links(LinkSigner(keys_of(settings, "media links"), settings.public_url), settings.media_link_ttl_s, clock)


def link_line(file: StoredFile, links: Links, language: Language, key: str = "file_link") -> str:
    """A file as one line of text: its title, what it weighs, where it is."""
    size = shown_size(file.size, language)
    title = file.title or file.name
    title = opens_nothing(title) if file.tainted else title  # a name that a page dictated opens nothing
    return say(language, key, title=title, size=size, link=links.to(file))


@dataclass(frozen=True, slots=True)
class RunFiles:
    """Keeps the files one run makes. Identity comes from here, never from the model."""

    store: FileStore
    conversation_id: str
    user_id: int | None
    run_id: int
    room: LibraryRoom
    clock: Clock

    def keep(
        self, *, title: str, ending: str, content_type: str, body: bytes, tainted: bool = False
    ) -> tuple[JSON, Callable[[Session], None]]:
        """Store bytes now; return what the model is told and the commit that makes the file exist, for which the oldest
        of those made before may go. It raises ToolFailed when the library is full of what the user sent. `tainted`:
        it may hold a stranger's words though the run has read none until this call.

        Until that commit the bytes belong to nobody. Raises StorageError.
        """
        digest = self.store.put(body)
        name = attachment_name(title, ending)

        def commit(session: Session) -> None:
            try:
                self.room.make(session, Owner(self.user_id, self.conversation_id), len(body), self.clock.now())
            except LibraryFull:
                raise ToolFailed(FULL) from None
            files.add(
                session,
                StoredFile(
                    conversation_id=self.conversation_id,
                    user_id=self.user_id,
                    run_id=self.run_id,
                    name=name,
                    title=title[:256],
                    content_type=content_type,
                    size=len(body),
                    sha256=digest,
                    tainted=tainted or runs.is_tainted(session, self.run_id),
                ),
            )

        told = {"file": name, "bytes": len(body), "note": "It is attached to your reply; do not paste links to it."}
        return told, commit
