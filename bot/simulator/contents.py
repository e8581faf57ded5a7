"""Twilio's Content API as the stand-in plays it: templates with variables, what becomes of them, what a tap sends."""

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.simulator.records import Account, Choice, Choices, Inbound, Refusal, Sent, channel_of, new_sid
from bot.types import Channel

VARIABLE = re.compile(r"\{\{(\w{1,16})\}\}")
BUTTONS, LIST, TEXT = "twilio/quick-reply", "twilio/list-picker", "twilio/text"
MOST_BODY, MOST_TITLE, MOST_ITEM, MOST_ID = 1024, 20, 24, 200
MOST_ENTRIES = {BUTTONS: 10, LIST: 10}
IN_SESSION_BUTTONS = 3
QUOTED_FOR = timedelta(days=7)  # then Twilio names a message no more


@dataclass(frozen=True, slots=True)
class Content:
    """A template."""

    sid: str
    friendly_name: str
    language: str
    variables: Mapping[str, str]
    types: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Rendered:
    """A template with its variables filled in, as the person sees it."""

    body: str
    choices: Choices | None = None


class Contents:
    """The templates of one account. Thread-safe."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._lock = threading.Lock()
        self._known: dict[str, Content] = {}
        self.approvals: dict[str, str] = {}  # by Sid, what WhatsApp says; of one that was made, nothing yet

    def create(self, document: Mapping[str, Any]) -> Content | Refusal:
        """Make a template; a name may be given twice, as at Twilio."""
        types, known = document.get("types"), {BUTTONS, LIST, TEXT}
        if not document.get("language") or not isinstance(types, dict) or not types or set(types) - known:
            return Refusal(400, 92002, "The Content could not be created: language or types are missing or unknown")
        for kind, fields in types.items():
            count = len(_entries(kind, fields))
            if not fields.get("body") or (kind in MOST_ENTRIES and not 1 <= count <= MOST_ENTRIES[kind]):
                return Refusal(400, 92002, f"The Content could not be created: {kind} is not complete")
        content = Content(
            new_sid("HX"),
            str(document.get("friendly_name", "")),
            str(document["language"]),
            dict(document.get("variables") or {}),
            types,
            datetime.now(UTC),
        )
        with self._lock:
            self._known[content.sid] = content
        return content

    def approve(self, sid: str, text: str, language: str) -> None:
        """Have a template without variables, under the Sid it has at Twilio. Text may be sent after 24 hours too: it
        passes for one that Meta has approved."""
        content = Content(sid, "", language, {}, {TEXT: {"body": text}}, datetime.now(UTC))
        with self._lock:
            self._known[sid] = content
            self.approvals[sid] = "approved"

    def all(self) -> list[Content]:
        """Every template, the newest first."""
        with self._lock:
            return list(reversed(self._known.values()))

    def delete(self, sid: str) -> bool:
        """Remove a template; False when there is none."""
        with self._lock:
            return self._known.pop(sid, None) is not None

    def rendered(self, form: Mapping[str, str]) -> Rendered | Refusal:
        """What a message by a template shows, or why Twilio would not send it."""
        with self._lock:
            content = self._known.get(form.get("ContentSid", ""))
        if content is None:
            return Refusal(404, 21655, f"The ContentSid {form.get('ContentSid')} is invalid")
        try:
            given = json.loads(form.get("ContentVariables") or "{}")
        except ValueError:
            given = None
        if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
            return Refusal(400, 21656, "The ContentVariables parameter is invalid")
        values = {**content.variables, **given}
        kind, fields = next(iter(content.types.items()))
        shown = Rendered(_filled(fields["body"], values), _choices(kind, fields, values))
        return _problem(kind, shown) or shown

    def resource(self, content: Content) -> dict[str, Any]:
        """A template as the API shows it."""
        return {
            "sid": content.sid,
            "account_sid": self._account.sid,
            "friendly_name": content.friendly_name,
            "language": content.language,
            "variables": dict(content.variables),
            "types": dict(content.types),
            "date_created": content.created_at.isoformat(),
            "url": f"https://content.twilio.com/v1/Content/{content.sid}",
        }


def quoted(message: Sent | Inbound | None, address: str, now: datetime) -> dict[str, str]:
    """The fields by which Twilio names the message that a person quotes: one of the same thread, on WhatsApp, and not
    too old."""
    is_theirs = message is not None and address in (message.from_, message.to)
    if message is None or not is_theirs or channel_of(address) is not Channel.WHATSAPP:
        return {}
    return _replied(message) if now - message.created_at < QUOTED_FOR else {}


def _replied(message: Sent | Inbound) -> dict[str, str]:
    return {"OriginalRepliedMessageSid": message.sid, "OriginalRepliedMessageSender": message.from_}


def tap(sent: Sent, index: int) -> tuple[str, dict[str, str]] | None:
    """The text and the other fields of the webhook when somebody taps an option; None when there is none such."""
    if sent.choices is None or not 0 <= index < len(sent.choices.items):
        return None
    chosen = sent.choices.items[index]
    replied = _replied(sent)
    if sent.choices.opener:
        return chosen.title, {"MessageType": "interactive", "ListId": chosen.id, "ListTitle": chosen.title, **replied}
    pressed = {"ButtonText": chosen.title, "ButtonPayload": chosen.id, "ButtonType": "REPLY"}
    return chosen.title, {"MessageType": "button", **pressed, **replied}


def _entries(kind: str, fields: Mapping[str, Any]) -> list[Mapping[str, str]]:
    found: list[Mapping[str, str]] = fields.get("actions" if kind == BUTTONS else "items") or []
    return found


def _filled(text: str, values: Mapping[str, str]) -> str:
    return VARIABLE.sub(lambda match: values.get(match[1], match[0]), text)


def _choices(kind: str, fields: Mapping[str, Any], values: Mapping[str, str]) -> Choices | None:
    if kind not in MOST_ENTRIES:
        return None
    name = "title" if kind == BUTTONS else "item"
    items = tuple(
        Choice(_filled(entry[name], values), _filled(entry.get("id", ""), values)) for entry in _entries(kind, fields)
    )
    return Choices(items, _filled(fields.get("button", ""), values) if kind == LIST else "")


def _problem(kind: str, shown: Rendered) -> Refusal | None:
    """WhatsApp's limits for what is sent in a session, without approval."""
    if shown.choices is None:
        return None
    titles, longest = [item.title for item in shown.choices.items], MOST_TITLE if kind == BUTTONS else MOST_ITEM
    if not 1 <= len(shown.body) <= MOST_BODY or len(shown.choices.opener) > MOST_TITLE:
        return Refusal(400, 63021, "Channel invalid content error: body or button is too long")
    if not all(1 <= len(title) <= longest for title in titles) or len(set(titles)) < len(titles):
        return Refusal(400, 63021, "Channel invalid content error: a title is empty, too long or there twice")
    if any(len(item.id) > MOST_ID for item in shown.choices.items):
        return Refusal(400, 63021, "Channel invalid content error: an id is too long")
    if kind == BUTTONS and len(titles) > IN_SESSION_BUTTONS:
        return Refusal(400, 63021, "Channel invalid content error: too many buttons")
    return None
