"""Files made for users: bytes in the store, a row that says whose they are, signed links to read them."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from bot.channels.names import attachment_name
from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.dao import files
from bot.models import StoredFile
from bot.signing.keys import derive
from bot.signing.links import LinkSigner, read_claims
from bot.types import JSON


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

    def find(self, session: Session, token: str) -> StoredFile | None:
        """The file a link names, if the link is ours, whole, alive and not revoked."""
        claims = read_claims(token)
        file = files.by_token(session, claims.file_token) if claims else None
        if claims is None or file is None:
            return None
        genuine = self.signer.is_genuine(
            claims, owner=file.conversation_id, version=file.link_version, now=self.clock.now().timestamp()
        )
        return file if genuine else None


def links_of(settings: Settings, clock: Clock) -> Links:
    """Links signed with a key of their own."""
    key = derive(settings.secret_key.get_secret_value(), "media links")
    return Links(LinkSigner(key, settings.public_url), settings.media_link_ttl_s, clock)


@dataclass(frozen=True, slots=True)
class RunFiles:
    """Keeps the files one run makes. Identity comes from here, never from the model."""

    store: FileStore
    conversation_id: str
    user_id: int | None
    run_id: int

    def keep(
        self, *, title: str, ending: str, content_type: str, body: bytes
    ) -> tuple[JSON, Callable[[Session], None]]:
        """Store bytes now; return what the model is told and the commit that makes the file exist.

        Until that commit the bytes belong to nobody. Raises StorageError.
        """
        digest = self.store.put(body)
        name = attachment_name(title, ending)

        def commit(session: Session) -> None:
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
                ),
            )

        told = {"file": name, "bytes": len(body), "note": "It is attached to your reply; do not paste links to it."}
        return told, commit
