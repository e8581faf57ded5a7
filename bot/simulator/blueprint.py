"""What bot.development registers: the phone page and the stand-ins for Twilio and for a payment provider."""

from flask import Blueprint, redirect
from werkzeug.wrappers import Response

from bot.clock import SystemClock
from bot.config import Settings
from bot.dao.database import Database
from bot.errors import ConfigurationError
from bot.i18n.catalogue import say
from bot.services.money.providers import DEMO_PATH, demo_key
from bot.services.watching.hub import Hub
from bot.simulator.archive import Archive
from bot.simulator.checkout.routes import api_blueprint, page_blueprint
from bot.simulator.checkout.sessions import CheckoutStandIn, post_to
from bot.simulator.delivery import Pace
from bot.simulator.mails import FOLDER
from bot.simulator.phone import phone_blueprint
from bot.simulator.records import Account
from bot.simulator.rest import rest_blueprint
from bot.simulator.twilio import TwilioStandIn

HUMAN_PACE = Pace(sent_s=0.15, delivered_s=0.35, read_s=0.8)
WHATSAPP_NUMBER = "whatsapp:+14155238886"
SMS_NUMBER = "+33644600000"


def phone_blueprints(settings: Settings, database: Database, hub: Hub | None = None) -> list[Blueprint]:
    """The blueprints, sharing one stand-in that remembers beside the file store; `hub` holds who watches runs. Raises
    ConfigurationError in production: whoever opens the page speaks as anybody and watches anybody."""
    if settings.is_production:
        raise ConfigurationError("ENVIRONMENT is production: the phone refuses to start in production")
    clock = SystemClock()
    account = Account(
        sid=settings.twilio_account_sid,
        auth_token=settings.twilio_auth_token.get_secret_value(),
        whatsapp_number=settings.twilio_whatsapp_from or WHATSAPP_NUMBER,
        sms_number=settings.twilio_sms_from or SMS_NUMBER,
    )
    stand_in = TwilioStandIn(account, settings.public_url, pace=HUMAN_PACE, clock=clock)
    for language, sid in settings.whatsapp_templates.items():
        stand_in.contents.approve(sid, say(language, "reminder"), language)
    Archive(stand_in, settings.storage_folder.with_name("phone")).load()
    mails = settings.storage_folder.with_name(FOLDER)
    return [
        _entrance(),
        phone_blueprint(stand_in, database, clock, settings.public_url, mails, hub=hub),
        rest_blueprint(stand_in),
        *_checkout(settings, clock),
    ]


def _entrance() -> Blueprint:
    """Whoever types the address without its end comes to the phone too."""
    blueprint = Blueprint("entrance", __name__)

    @blueprint.get("/")
    @blueprint.get("/phone/")
    def enter() -> Response:
        return redirect("/phone")

    return blueprint


def _checkout(settings: Settings, clock: SystemClock) -> list[Blueprint]:
    """Where the demonstration's purchases are paid, if that is who sells."""
    if settings.payment_provider != "demo":
        return []
    key, base = demo_key(settings), settings.public_url
    deliver = post_to(f"{base}/webhooks/payments/demo")
    stand_in = CheckoutStandIn(clock, f"{base}{DEMO_PATH}", [key], deliver)
    return [api_blueprint(stand_in, key, DEMO_PATH), page_blueprint(stand_in, DEMO_PATH)]
