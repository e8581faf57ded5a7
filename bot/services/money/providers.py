"""Which payment providers an installation has. One sells; what was begun with another is settled as long as its keys
are there, so that providers can be changed while payments are open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from pydantic import SecretStr

from bot.clients.payments import PaymentProvider
from bot.clients.paystack import Paystack
from bot.clients.wave import Demo, Wave
from bot.config import Settings
from bot.signing.keys import keys_of

BACK_PATH: Final = "/payments/back"  # where a provider's page sends people when they are done there
DEMO_PATH: Final = "/pay"  # of the page of bot.simulator
DEMO_USE: Final = "demonstration payments"


@dataclass(frozen=True, slots=True)
class Providers:
    """`known` by name; `active` is the one that sells, None when nothing is sold online."""

    active: PaymentProvider | None
    known: Mapping[str, PaymentProvider]


def providers_of(settings: Settings) -> Providers:
    """Those whose settings are there."""
    made = {name: provider for name, make in MAKERS.items() if (provider := make(settings)) is not None}
    return Providers(made.get(settings.payment_provider or ""), made)


def _wave(settings: Settings) -> PaymentProvider | None:
    key, secrets = settings.wave_api_key, (settings.wave_webhook_secret, settings.wave_webhook_secret_previous)
    if key is None or settings.wave_webhook_secret is None:
        return None
    return Wave(key.get_secret_value(), settings.wave_api_url, _values(*secrets))


def _paystack(settings: Settings) -> PaymentProvider | None:
    key = settings.paystack_secret_key
    if key is None:
        return None
    domain = urlsplit(settings.public_url).hostname or ""
    domain = domain if "." in domain and not domain.replace(".", "").isdigit() else "palabre.example"
    return Paystack(key.get_secret_value(), settings.paystack_api_url, settings.paystack_exponent, domain)


def _demo(settings: Settings) -> PaymentProvider | None:
    """Its page and its API are served by the web process of the development machine."""
    if settings.payment_provider != "demo":
        return None
    return Demo(demo_key(settings), f"{settings.public_url}{DEMO_PATH}", [demo_key(settings)])


def demo_key(settings: Settings) -> str:
    """What the demonstration's API and webhooks are signed with."""
    return keys_of(settings, DEMO_USE).current.hex()


def _values(*secrets: SecretStr | None) -> list[str]:
    return [secret.get_secret_value() for secret in secrets if secret is not None]


MAKERS: Final[Mapping[str, Callable[[Settings], PaymentProvider | None]]] = {
    "wave": _wave,
    "paystack": _paystack,
    "demo": _demo,
}
