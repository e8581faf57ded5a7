"""An inbound message as the rest of the bot sees it: frozen, typed, what is used of Twilio's form. Read by
`inbound`."""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["text", "media", "location", "contact", "button", "empty"]

_CONTACT_TYPES: Final = frozenset({"text/vcard", "text/x-vcard"})


def bare_type(declared: str) -> str:
    """A declared type without what qualifies it: « Text/vCard; charset=utf-8 » is text/vcard."""
    return declared.partition(";")[0].strip().lower()


@dataclass(frozen=True, slots=True)
class Media:
    """One attachment: where Twilio keeps it and the type it declares (not to be trusted)."""

    url: str
    content_type: str


@dataclass(frozen=True, slots=True)
class Location:
    """A place somebody shared; degrees. `address` and `label` may be empty."""

    latitude: float
    longitude: float
    address: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """One message as its provider delivered it. Strings are empty where nothing was said."""

    message_sid: str
    sender: str  # Twilio's From, to be answered exactly as it stands
    recipient: str  # Twilio's To
    channel: str
    body: str
    media: tuple[Media, ...] = ()
    profile_name: str = ""
    wa_id: str = ""  # phone digits without +; empty when the person hides the number
    external_user_id: str = ""
    button_text: str = ""
    button_payload: str = ""
    list_id: str = ""
    location: Location | None = None
    replied_to_sid: str = ""
    opt_out_type: str = ""  # STOP, START or HELP: Twilio has already answered

    @property
    def kind(self) -> Kind:
        """What the message mainly is; the body may carry text besides."""
        if self.button_payload or self.button_text or self.list_id:
            return "button"
        if self.location is not None:
            return "location"
        if self.media:
            types = {bare_type(media.content_type) for media in self.media}
            return "contact" if types <= _CONTACT_TYPES else "media"
        return "text" if self.body.strip() else "empty"
