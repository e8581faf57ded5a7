"""The checks, in the order in which they are shown."""

import time

from bot.cli.doctor import names, places, providers, twilio
from bot.cli.doctor.finding import Check, Finding, bad, fine, none
from bot.config import Settings
from bot.errors import SandboxFailed
from bot.isolation.shell.trial import tried_sandbox
from bot.services.money.prices import prices_of
from bot.services.support.human_help import can_be_told
from bot.tools.toolsets import TOOLS


def checks(settings: Settings) -> list[Check]:
    """All of them; how many there are depends on the models."""
    return [
        Check("doctor_settings", _settings),
        Check("doctor_names", names.look),
        Check("doctor_prices", _prices),
        Check("doctor_folders", places.folders),
        Check("doctor_disk", places.disk),
        Check("doctor_database", places.database),
        Check("doctor_schema", places.schema),
        Check("doctor_secret_key", places.secret_key),
        Check("doctor_clock", places.clock),
        Check("doctor_redis", places.redis),
        Check("doctor_storage", places.storage),
        Check("doctor_fonts", places.fonts),
        Check("doctor_twilio", twilio.account),
        Check("doctor_whatsapp_webhook", twilio.whatsapp_webhook),
        Check("doctor_sms_webhook", twilio.sms_webhook),
        Check("doctor_template", twilio.template),
        Check("doctor_public_url", twilio.public_url),
        Check("doctor_human", _human),
        *providers.models(settings),
        *(Check(key, look) for key, look in providers.OTHERS),
        Check("doctor_words", places.words_on_pictures),
        Check("doctor_sandbox", _sandbox),
    ]


def _settings(settings: Settings) -> Finding:
    return fine("doctor_settings_fine", environment=settings.environment)


def _prices(settings: Settings) -> Finding:
    """As every worker looks at them when it starts. Raises ConfigurationError."""
    prices_of(settings).check_tools(TOOLS)
    if settings.prices_file:
        return fine("doctor_prices_fine", file=settings.prices_file)
    return fine("doctor_prices_ours")


def _sandbox(_settings: Settings) -> Finding:
    """Where it is off nothing is wrong with the rest: the tool is not offered."""
    started = time.monotonic()
    try:
        tried_sandbox()
    except SandboxFailed as error:
        return none("doctor_sandbox_off", reason=error)
    return fine("doctor_sandbox_fine", milliseconds=round((time.monotonic() - started) * 1000))


def _human(settings: Settings) -> Finding:
    """Somebody is where people in need are sent to. Behind the phone of `make run` nobody has to be."""
    contact = settings.human_contact
    if settings.is_production and twilio.is_example(contact.rpartition("@")[2]):
        return bad("doctor_human_nobody", contact=contact)
    if can_be_told(settings):
        return fine("doctor_human_fine", contact=contact)
    return none("doctor_human_unheard", contact=contact)
