"""The exact shapes Twilio speaks: webhook forms, status callback forms and the message resource. Pure."""

import json
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from bot.simulator.records import Account, Inbound, Sent, StatusChange
from bot.simulator.segments import count_segments
from bot.types import Channel

API_VERSION = "2010-04-01"
TWILIO = "https://api.twilio.com"

ERROR_MESSAGES = {
    21610: "Attempt to send to unsubscribed recipient",
    30003: "Unreachable destination handset",
    30008: "Unknown error",
    30011: "MMS not supported by the receiving phone number in this region",
    63016: "Failed to send freeform message because you are outside the allowed window",
    63019: "Media failed to download",
    63021: "Channel invalid content error",
}


def inbound_form(account: Account, inbound: Inbound) -> dict[str, str]:
    """The webhook form of a message a person sent; every field of Twilio's page that applies."""
    form = {
        "MessageSid": inbound.sid,
        "SmsSid": inbound.sid,
        "SmsMessageSid": inbound.sid,
        "AccountSid": account.sid,
        "ApiVersion": API_VERSION,
        "SmsStatus": "received",
        "From": inbound.from_,
        "To": inbound.to,
        "Body": inbound.body,
        "NumMedia": str(len(inbound.media)),
        "NumSegments": "1",
    }
    for number, media in enumerate(inbound.media):
        form[f"MediaUrl{number}"] = media_url(account, inbound.sid, media.sid)
        form[f"MediaContentType{number}"] = media.content_type
    form |= _whatsapp_fields(inbound) if inbound.channel is Channel.WHATSAPP else _sms_fields(inbound)
    return form | dict(inbound.extra)


def _whatsapp_fields(inbound: Inbound) -> dict[str, str]:
    name = inbound.from_.removeprefix("whatsapp:")
    context = {"ProfileName": inbound.profile_name}
    fields = {"ProfileName": inbound.profile_name, "MessageType": _message_type(inbound)}
    if name.startswith("+"):
        fields["WaId"] = context["WaId"] = name[1:]
    else:
        fields["ExternalUserId"] = inbound.from_  # the person hides the number
    fields["ChannelMetadata"] = json.dumps({"type": "whatsapp", "data": {"context": context}})
    if place := inbound.location:
        fields |= {"Latitude": str(place.latitude), "Longitude": str(place.longitude)}
        fields |= {name: value for name, value in (("Label", place.label), ("Address", place.address)) if value}
    return fields


def _message_type(inbound: Inbound) -> str:
    if inbound.location:
        return "location"
    if not inbound.media:
        return "text"
    family = inbound.media[0].content_type.partition("/")[0]
    if inbound.media[0].content_type == "text/vcard":
        return "contacts"
    return family if family in ("image", "audio", "video") else "document"


def _sms_fields(inbound: Inbound) -> dict[str, str]:
    places = {f"{side}{part}": "" for side in ("From", "To") for part in ("City", "State", "Zip", "Country")}
    country = "CI" if inbound.from_.startswith("+225") else "US" if inbound.from_.startswith("+1") else ""
    return places | {"NumSegments": str(count_segments(inbound.body)), "FromCountry": country}


def media_url(account: Account, message_sid: str, media_sid: str) -> str:
    """Where the application downloads what a person sent; Basic auth."""
    return f"{TWILIO}/{API_VERSION}/Accounts/{account.sid}/Messages/{message_sid}/Media/{media_sid}"


def status_form(account: Account, sent: Sent, change: StatusChange) -> dict[str, str]:
    """The form of one status callback."""
    form = {
        "MessageSid": sent.sid,
        "MessageStatus": change.status,
        "SmsSid": sent.sid,
        "SmsStatus": change.status,
        "AccountSid": account.sid,
        "From": sent.from_,
        "To": sent.to,
        "ApiVersion": API_VERSION,
    }
    if sent.messaging_service_sid:
        form["MessagingServiceSid"] = sent.messaging_service_sid
    if change.error_code is not None:
        form["ErrorCode"] = str(change.error_code)
    if sent.channel is Channel.SMS:
        if change.status in ("delivered", "undelivered"):
            form["RawDlrDoneDate"] = change.at.strftime("%y%m%d%H%M")
    else:
        form["ChannelPrefix"] = "whatsapp"
        form["ChannelInstallSid"] = "XE" + account.sid[2:]
        if change.error_code is not None:
            form["ChannelStatusMessage"] = ERROR_MESSAGES.get(change.error_code, "Error")
        if change.status == "read":
            form["EventType"] = "READ"
    return form


def sent_resource(account: Account, sent: Sent) -> dict[str, Any]:
    """The message resource of something the application created."""
    waiting = sent.status == "accepted"  # a messaging service has not chosen the sender yet
    went_out = next((change.at for change in sent.history if change.status not in ("queued", "accepted")), None)
    return _resource(account, sent.sid, sent.created_at) | {
        "body": sent.body,
        "num_segments": "0" if waiting else str(sent.segments),
        "direction": "outbound-api",
        "from": None if waiting else sent.from_,
        "to": sent.to,
        "date_updated": rfc2822(sent.history[-1].at),
        "date_sent": rfc2822(went_out) if went_out else None,
        "error_code": sent.error_code,
        "error_message": ERROR_MESSAGES.get(sent.error_code) if sent.error_code else None,
        "num_media": str(len(sent.media_urls)),
        "status": sent.status,
        "messaging_service_sid": sent.messaging_service_sid or None,
    }


def inbound_resource(account: Account, inbound: Inbound) -> dict[str, Any]:
    """The message resource of something a person sent."""
    return _resource(account, inbound.sid, inbound.created_at) | {
        "body": inbound.body,
        "num_segments": inbound_form(account, inbound)["NumSegments"],
        "direction": "inbound",
        "from": inbound.from_,
        "to": inbound.to,
        "date_updated": rfc2822(inbound.created_at),
        "date_sent": rfc2822(inbound.created_at),
        "error_code": None,
        "error_message": None,
        "num_media": str(len(inbound.media)),
        "status": "received",
        "messaging_service_sid": inbound.extra.get("MessagingServiceSid"),
    }


def media_resources(account: Account, message: Inbound | Sent) -> list[dict[str, Any]]:
    """The attachments of a message; what the application sent has none here."""
    if isinstance(message, Sent):
        return []
    addresses = [media_url(account, message.sid, media.sid).removeprefix(TWILIO) for media in message.media]
    return [
        {"sid": media.sid, "parent_sid": message.sid, "content_type": media.content_type, "uri": f"{address}.json"}
        for media, address in zip(message.media, addresses, strict=True)
    ]


def _resource(account: Account, sid: str, created_at: datetime) -> dict[str, Any]:
    path = f"/{API_VERSION}/Accounts/{account.sid}/Messages/{sid}"
    return {
        "account_sid": account.sid,
        "api_version": API_VERSION,
        "date_created": rfc2822(created_at),
        "price": None,
        "price_unit": "USD",
        "sid": sid,
        "subresource_uris": {"media": f"{path}/Media.json"},
        "uri": f"{path}.json",
    }


def rfc2822(moment: datetime) -> str:
    """`Sat, 21 Nov 2026 10:00:00 +0000`, as Twilio writes dates (whole seconds)."""
    return format_datetime(moment)
