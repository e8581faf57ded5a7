"""An e-mail as a part carries it: everything but its text, which is the part's body. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from bot.types import known_fields


@dataclass(frozen=True, slots=True)
class Email:
    """Recipients are plain addresses, shown to each other. `html` is a whole document, beside the text; `reply_to` a
    plain address or nothing; `attachments` are ids of stored files; `unsubscribe` is the address or https link by which
    a reader ends such e-mails, `one_click` an https link that does it without a question; `to_team` says that the
    recipients are the service's own people, whose address is no business of whoever it is about; `to_user`, that it
    goes to whoever asked for it; `untold`, that nobody waits for it. `only` is the one of the recipients whom this copy
    goes to; else it goes to all of them."""

    recipients: tuple[str, ...]
    subject: str
    html: str = ""
    reply_to: str = ""
    attachments: tuple[int, ...] = ()
    unsubscribe: str = ""
    to_team: bool = False
    one_click: str = ""
    only: str = ""
    to_user: bool = False
    untold: bool = False

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """From a part's column."""
        lists = {name: tuple(stored[name]) for name in ("recipients", "attachments")}
        return cls(**{**known_fields(cls, stored), **lists})

    def stored(self) -> dict[str, Any]:
        """For a part's column."""
        return {**asdict(self), "recipients": list(self.recipients), "attachments": list(self.attachments)}

    @property
    def shown_recipients(self) -> str:
        """Whom it goes to, for one sentence."""
        return ", ".join(self.reached)

    @property
    def reached(self) -> tuple[str, ...]:
        """Whom it goes to."""
        return (self.only,) if self.only else self.recipients
