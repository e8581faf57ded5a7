"""The environment of `make run`'s processes: the caller's, with development values where it says nothing; and what it
makes of the service, told in a few lines."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from bot.env_file import ENV_FILE_IS_READ
from bot.errors import SandboxFailed
from bot.i18n.catalogue import say
from bot.isolation.shell.trial import tried_sandbox
from bot.simulator.mails import FOLDER
from bot.types import Language

MODELS = ("MODEL_STUDENT", "MODEL_PRO")
FILES = "file://"  # and a folder, as it stands: Settings.storage_folder takes it so too
# What the demonstration has not: rules hear nothing and have no voice, and nobody elsewhere reads this machine's pages.
REAL_MODELS_OWN = (
    *("MODEL_FALLBACKS", "MODEL_TRANSCRIBE", "MODEL_SPEECH", "EMBEDDINGS_MODEL"),
    *("JINA_API_KEY", "JINA_URL"),
)
DEFAULT_MODEL, DEFAULT_PROVIDER = "gpt-5-mini", "https://api.openai.com/v1"


def development(
    given: Mapping[str, str], data: Path, port: int, valkey_port: int, demo_port: int, mail_port: int
) -> dict[str, str]:
    """What the children see; `.env` is in `given` already. Valkey is ours unless `given` has REDIS_URL, the model
    unless it has OPENAI_API_KEY, the mailbox unless it has SMTP_URL."""
    url = f"http://127.0.0.1:{port}"
    own = {
        ENV_FILE_IS_READ: "1",
        "ENVIRONMENT": "development",
        "PUBLIC_URL": url,
        "TWILIO_API_URL": url,
        "TWILIO_ACCOUNT_SID": "AC" + "0" * 32,
        "TWILIO_AUTH_TOKEN": "development-only-auth-token",
        "TWILIO_WHATSAPP_FROM": "whatsapp:+14155238886",
        "TWILIO_SMS_FROM": "+33644600000",
        "WHATSAPP_TEMPLATE_SID": "HX" + "0" * 31 + "1",
        "WHATSAPP_TEMPLATE_SID_EN": "HX" + "0" * 31 + "2",
        "PYTHONUNBUFFERED": "1",
    }
    if not given.get("REDIS_URL"):
        own["REDIS_URL"] = f"redis://127.0.0.1:{valkey_port}/0"
    if not given.get("OPENAI_API_KEY"):
        given = {name: value for name, value in given.items() if name not in REAL_MODELS_OWN}
        own |= _demonstration(demo_port)
    if not given.get("SMTP_URL"):
        own |= _mailbox(given, mail_port)
    if not given.get("PAYMENT_PROVIDER"):
        own["PAYMENT_PROVIDER"] = "demo"
    places = {"DATABASE_URL": f"sqlite:///{data / 'palabre.db'}", "STORAGE_URL": f"{FILES}{data / 'files'}"}
    return {**given, **{name: given.get(name) or place for name, place in places.items()}, **own}


def _demonstration(port: int) -> dict[str, str]:
    demo = f"http://127.0.0.1:{port}"
    return {
        "OPENAI_BASE_URL": f"{demo}/v1",
        "OPENAI_API_KEY": "demo",
        "MODEL_STUDENT": "demo-rules",
        "MODEL_PRO": "demo-rules",
        "MODEL_SUMMARY": "demo-summary",
        "TAVILY_URL": demo,
        "TAVILY_API_KEY": "demo",
        "BROWSE_ALLOW_HOSTS": f"127.0.0.1:{port}",
    }


def _mailbox(given: Mapping[str, str], port: int) -> dict[str, str]:
    """Only with our own mailbox: a mail server of the developer's must not be asked to write to these addresses."""
    return {
        "SMTP_URL": f"smtp://127.0.0.1:{port}",
        "MAIL_FROM": given.get("MAIL_FROM") or "Palabre <palabre@palabre.example>",
        "BUG_REPORT_TO": given.get("BUG_REPORT_TO") or "bugs@palabre.example",
    }


def mail_folder(made: Mapping[str, str]) -> Path:
    """Where the mailbox keeps its e-mails: beside the files, as Settings.storage_folder finds them."""
    storage = made["STORAGE_URL"]
    return Path(storage.removeprefix(FILES) if storage.startswith(FILES) else "var/files").parent / FOLDER


def told(given: Mapping[str, str], made: Mapping[str, str], language: Language) -> list[str]:
    """A line for each thing the service needs: what it has, or that it is off and what would switch it on."""
    lines = [
        *_model_and_search(given, language),
        _voice(given, language),
        _mail(given, language),
        _payments(made, language),
    ]
    lines.append(say(language, "run_storage", place=_place(made["STORAGE_URL"])))
    own_queue = not given.get("REDIS_URL")
    lines.append(say(language, "run_queue_own" if own_queue else "run_queue", place=_place(made["REDIS_URL"])))
    return [*lines, say(language, "run_phones"), _sandbox(language)]


def _sandbox(language: Language) -> str:
    """It is tried out here too: the worker says the same in its log."""
    try:
        tried_sandbox()
    except SandboxFailed as error:
        return say(language, "run_sandbox_off", reason=error)
    return say(language, "run_sandbox")


def _model_and_search(given: Mapping[str, str], language: Language) -> tuple[str, str]:
    if not given.get("OPENAI_API_KEY"):
        return say(language, "run_model_demo"), say(language, "run_search_demo")
    models = dict.fromkeys(given.get(name) or DEFAULT_MODEL for name in MODELS)
    host = urlsplit(given.get("OPENAI_BASE_URL") or DEFAULT_PROVIDER).hostname
    model = say(language, "run_model", models=", ".join(models), host=host)
    return model, say(language, "run_search" if given.get("TAVILY_API_KEY") else "run_search_off")


def _voice(given: Mapping[str, str], language: Language) -> str:
    """Whether people are listened to, and answered aloud."""
    if not (given.get("OPENAI_API_KEY") and given.get("MODEL_TRANSCRIBE")):
        return say(language, "run_voice_off")
    models = ", ".join(filter(None, (given["MODEL_TRANSCRIBE"], given.get("MODEL_SPEECH"))))
    return say(language, "run_voice", models=models)


def _mail(given: Mapping[str, str], language: Language) -> str:
    if not given.get("SMTP_URL"):
        return say(language, "run_mail_own")
    return say(language, "run_mail", host=urlsplit(given["SMTP_URL"]).hostname)


def _payments(made: Mapping[str, str], language: Language) -> str:
    provider = made["PAYMENT_PROVIDER"]
    return say(language, "run_payments_demo" if provider == "demo" else "run_payments", provider=provider)


def _place(address: str) -> str:
    """An address without its user, password and query."""
    if address.startswith(FILES):
        return address.removeprefix(FILES)
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname}{parts.path}"
