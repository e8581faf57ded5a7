"""The way out of e-mails of a worker process, composed."""

from bot.clients.mail import Mailer
from bot.config import Settings
from bot.obs.counting import counted
from bot.obs.metrics import Metrics


def mailer_of(settings: Settings, metrics: Metrics) -> Mailer | None:
    """None where no server is set: then no e-mail leaves."""
    url = settings.smtp_url
    if url is None:
        return None
    return counted(Mailer(url.get_secret_value(), settings.mail_from), "mail", metrics.provider_errors)
