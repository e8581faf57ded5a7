"""Checks at Twilio: our account, and where it sends what people write."""

import re
from contextlib import closing
from urllib.parse import urlsplit

from bot.cli.doctor.finding import Finding, bad, fine, none
from bot.clients.twilio_account import TwilioAccount
from bot.clients.twilio_content import TwilioContent
from bot.config import Settings

PATH = "/webhooks/twilio/message"
EXAMPLE = re.compile(r"(^|\.)(example|example\.(com|net|org)|invalid|test)$")


def account(settings: Settings) -> Finding:
    """The account knows our credentials and is active."""
    if _is_the_phone(settings):
        return none("doctor_twilio_phone")
    status = TwilioAccount(settings).status()
    found = fine if status == "active" else bad
    return found("doctor_twilio_status", status=status)


def sms_webhook(settings: Settings) -> Finding:
    """What people write by SMS is sent to us."""
    number, service = settings.twilio_sms_from, settings.twilio_messaging_service_sid
    if _is_the_phone(settings) or not (number or service):
        return none("doctor_webhook_unused")
    if number:
        numbers = TwilioAccount(settings).webhooks_of(number)
        return _judged(numbers[0], settings) if numbers else none("doctor_webhook_unseen", wanted=_wanted(settings))
    return _of_service(settings)


def whatsapp_webhook(settings: Settings) -> Finding:
    """What people write on WhatsApp is sent to us, as far as the API tells: not for a sender of its own."""
    if _is_the_phone(settings) or not (settings.twilio_whatsapp_from or settings.twilio_messaging_service_sid):
        return none("doctor_webhook_unused")
    if settings.twilio_whatsapp_from:
        return none("doctor_webhook_unseen", wanted=_wanted(settings))
    return _of_service(settings)


def template(settings: Settings) -> Finding:
    """WhatsApp has approved what reminds people who have written nothing for a day."""
    if _is_the_phone(settings):
        return none("doctor_twilio_phone")
    if not settings.whatsapp_templates:
        return none("doctor_template_off")
    with closing(TwilioContent(settings)) as content:
        told = {sid: content.approval(sid) for sid in dict.fromkeys(settings.whatsapp_templates.values())}
    waiting = [f"{sid} : {status or '?'}" for sid, status in told.items() if status != "approved"]
    if waiting:
        return bad("doctor_template_waits", found=", ".join(waiting))
    return fine("doctor_template_fine", count=len(told))


def public_url(settings: Settings) -> Finding:
    """Nobody can see from inside whether it is reachable from outside."""
    if not settings.is_production:
        return none("doctor_webhook_unused")
    if is_example(urlsplit(settings.public_url).hostname or ""):
        return bad("doctor_public_url_example", url=settings.public_url)
    return none("doctor_public_url_unseen", url=f"{settings.public_url}/healthz")


def is_example(host: str) -> bool:
    """Whether it is a host that documents use, which nobody has (RFC 2606)."""
    return bool(EXAMPLE.search(host.lower()))


def _of_service(settings: Settings) -> Finding:
    url = TwilioAccount(settings).webhook_of_service(settings.twilio_messaging_service_sid or "")
    return _judged(url, settings) if url is not None else none("doctor_webhook_unseen", wanted=_wanted(settings))


def _judged(url: str, settings: Settings) -> Finding:
    """Without user, password and query: those may be secrets. What follows `#` are Twilio's own options."""
    parts = urlsplit(url)
    found = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    if not url:
        return bad("doctor_webhook_none", wanted=_wanted(settings))
    if found == _wanted(settings):
        return fine("doctor_webhook_fine", found=found)
    return bad("doctor_webhook_other", found=found, wanted=_wanted(settings))


def _wanted(settings: Settings) -> str:
    return settings.public_url + PATH


def _is_the_phone(settings: Settings) -> bool:
    """Whether the phone of `make run` stands in for Twilio: then both are one and the same web process."""
    return not settings.is_production and settings.twilio_api_url == settings.public_url
