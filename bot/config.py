"""The one place that reads the environment. `Settings` is frozen; a bad value stops the start with one line."""

import re
from email.utils import getaddresses
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from bot.config_limits import LimitSettings
from bot.env_file import ENV_FILE_IS_READ, UNREADABLE, check
from bot.errors import ConfigurationError
from bot.setting_addresses import (
    DatabaseAddress,
    Key,
    MailServerAddress,
    PublicAddress,
    RedisAddress,
    Sender,
    StorageAddress,
    WebAddress,
    passwords_in,
)
from bot.setting_kinds import Countries, Names
from bot.types import Language

PLACEHOLDERS = ("change-me", "changeme", "placeholder", "development-only", "example", "your-")
OPTIONAL_SECRETS = (  # real ones, if any
    "secret_key_previous", "twilio_auth_token_previous", "metrics_token",
    "wave_api_key", "wave_webhook_secret", "wave_webhook_secret_previous", "paystack_secret_key",
)  # fmt: skip
NEEDED_TO_SELL: dict[str, tuple[str, ...]] = {  # by PAYMENT_PROVIDER
    "demo": (),
    "wave": ("wave_api_key", "wave_webhook_secret"),
    "paystack": ("paystack_secret_key",),
}
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ADDRESS = re.compile(r"(?=[!-~]+\Z)[^@<>,;]+@[^@<>,;]+\.[^@<>,;]+")  # of e-mail, as a header can carry it
FRENCH_SPEAKING = tuple("BF BI BJ CD CF CG CI CM DJ GA GN GQ KM MG ML NE RW SN TD TG FR BE CH LU CA".split())


class Settings(LimitSettings):
    """Environment variables of the same names in capitals; seconds unless said."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_file=".env", env_file_encoding="utf-8-sig", env_ignore_empty=True,
        allow_inf_nan=False,
    )  # fmt: skip

    environment: Literal["development", "production"] = "production"  # whoever says nothing gets nothing open
    secret_key: SecretStr = SecretStr("development-only-secret-key-of-32-bytes")  # production refuses it
    secret_key_previous: SecretStr | None = None
    public_url: PublicAddress = "http://127.0.0.1:8000"
    database_url: DatabaseAddress = "sqlite:///var/palabre.db"
    redis_url: RedisAddress = "redis://127.0.0.1:6379/0"
    storage_url: StorageAddress = ""
    aws_access_key_id: str | None = None
    aws_secret_access_key: Key | None = None

    twilio_account_sid: str = Field(pattern=r"^AC[0-9a-f]{32}$")
    twilio_auth_token: Key
    twilio_auth_token_previous: Key | None = None
    twilio_api_url: WebAddress | None = None
    twilio_whatsapp_from: str | None = Field(default=None, pattern=r"^whatsapp:\+\d{6,15}$")
    twilio_sms_from: Sender | None = None
    twilio_messaging_service_sid: str | None = Field(default=None, pattern=r"^MG[0-9a-f]{32}$")
    twilio_media_delete: bool = False  # what people send is deleted at Twilio once it was read, or left
    whatsapp_template_sid: str | None = Field(default=None, pattern=r"^HX[0-9a-f]{32}$")  # unset: nobody is reminded
    whatsapp_template_sid_en: str | None = Field(default=None, pattern=r"^HX[0-9a-f]{32}$")

    openai_base_url: WebAddress = "https://api.openai.com/v1"
    openai_api_key: Key
    model_student: str = "gpt-5-mini"
    model_pro: str = "gpt-5-mini"
    model_summary: str = "gpt-5-nano"
    model_fallbacks: Names = ()
    model_sees: bool = True  # whether the models take pictures
    embeddings_model: str | None = None  # unset: the local model
    model_transcribe: str | None = None  # unset: nobody is listened to
    model_speech: str | None = None  # unset: who speaks is answered in writing alone
    speech_voice: str = "alloy"

    tavily_api_key: Key | None = None
    tavily_url: WebAddress = "https://api.tavily.com"
    jina_api_key: Key | None = None
    jina_url: WebAddress | None = None
    browse_allow_hosts: Names = ()

    payment_provider: str | None = None  # one of NEEDED_TO_SELL; unset: nothing is sold online
    wave_api_key: Key | None = None
    wave_api_url: WebAddress = "https://api.wave.com"
    wave_webhook_secret: Key | None = None
    wave_webhook_secret_previous: Key | None = None
    paystack_secret_key: Key | None = None
    paystack_api_url: WebAddress = "https://api.paystack.co"
    paystack_exponent: int = Field(2, ge=0, le=2)  # Paystack counts 10^this to a franc, which has no smaller unit

    smtp_url: MailServerAddress | None = None
    mail_from: str = ""
    bug_report_to: str = ""  # where report_bug writes, beside the administrators

    service_name: str = "Palabre"
    service_scope: str | None = None  # unset: homework and office work, said in each language
    human_contact: str = "aide@palabre.example"
    default_language: Language = Language.FR
    metrics_token: Key | None = None
    metrics_port: int | None = Field(default=None, ge=0, le=65_535)  # of a worker; 0: any free one
    client_address_header: str | None = Field(default=None, pattern=r"^[A-Za-z][A-Za-z0-9-]{0,63}$")
    otp_countries: Countries = FRENCH_SPEAKING
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @model_validator(mode="before")
    @classmethod
    def _without_spaces(cls, given: Any) -> Any:
        """A file or a console puts a space or a line end behind a value, which nobody sees: no key or address has one,
        and what is nothing else is unset. SECRET_KEY stays as it is: other keys come from each of its characters."""
        bare = {name: value.strip() if isinstance(value, str) else value for name, value in given.items()}
        whole = {name: given[name] for name in ("secret_key", "secret_key_previous") if bare.get(name)}
        return {name: value for name, value in bare.items() if value != "" or given[name] == ""} | whole

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], *sources: PydanticBaseSettingsSource, **named: PydanticBaseSettingsSource
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """All there are, in their order; `.env` only where nobody has read it for us."""
        told = super().settings_customise_sources(settings_cls, *sources, **named)
        is_read = any(
            ENV_FILE_IS_READ.lower() in source.env_vars for source in told if isinstance(source, EnvSettingsSource)
        )
        return tuple(source for source in told if not (is_read and isinstance(source, DotEnvSettingsSource)))

    @field_validator("mail_from")
    @classmethod
    def _mail_from(cls, value: str) -> str:
        found = [address for _, address in getaddresses([value])] if value else []
        if value and not (value.isprintable() and len(found) == 1 and ADDRESS.fullmatch(found[0])):
            raise ValueError("must be an e-mail address, as in Palabre <bot@example.org>")
        return value

    @field_validator("bug_report_to")
    @classmethod
    def _bug_report_to(cls, value: str) -> str:
        if value and not ADDRESS.fullmatch(value):
            raise ValueError("must be one e-mail address, as in bugs@example.org")
        return value

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if not (self.twilio_whatsapp_from or self.twilio_sms_from or self.twilio_messaging_service_sid):
            raise ValueError("TWILIO_WHATSAPP_FROM or TWILIO_SMS_FROM must be set: the bot needs a number")
        if self.worker_lost_after_s <= 2 * self.worker_heartbeat_s:
            raise ValueError("WORKER_LOST_AFTER_S must be more than twice WORKER_HEARTBEAT_S")
        if self.storage_url.startswith("s3:") and not (self.aws_access_key_id and self.aws_secret_access_key):
            raise ValueError("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set when STORAGE_URL is a bucket")
        if self.whatsapp_template_sid_en and not self.whatsapp_template_sid:
            raise ValueError("WHATSAPP_TEMPLATE_SID must be set when WHATSAPP_TEMPLATE_SID_EN is")
        if self.smtp_url and not self.mail_from:
            raise ValueError("MAIL_FROM must be set when SMTP_URL is")
        self._check_payments()
        if self.environment == "production":
            self._check_production()
        elif urlsplit(self.public_url).hostname not in LOOPBACK:
            raise ValueError("PUBLIC_URL must be an address of this machine in development: the phone signs as anybody")
        return self

    def _check_payments(self) -> None:
        if (seller := self.payment_provider) is None:
            return
        if seller not in NEEDED_TO_SELL:
            raise ValueError(f"PAYMENT_PROVIDER must be one of {', '.join(NEEDED_TO_SELL)}")
        if missing := [name.upper() for name in NEEDED_TO_SELL[seller] if not getattr(self, name)]:
            raise ValueError(f"{' and '.join(missing)} must be set when PAYMENT_PROVIDER is {seller}")

    def _check_production(self) -> None:
        for name in ("secret_key", "twilio_auth_token", "openai_api_key", *OPTIONAL_SECRETS):
            secret = getattr(self, name)
            value = secret.get_secret_value() if secret else None
            if value is not None and (len(value) < 16 or any(word in value.lower() for word in PLACEHOLDERS)):
                raise ValueError(f"{name.upper()} is a placeholder: production needs a real one, 16 letters or more")
        if self.payment_provider == "demo":
            raise ValueError("PAYMENT_PROVIDER is demo, which sells for no money: production needs wave or paystack")
        if "public_url" not in self.model_fields_set:
            raise ValueError("PUBLIC_URL is missing: production needs the address that people and Twilio reach it at")
        parts = urlsplit(self.public_url)
        if parts.scheme != "https" and parts.hostname not in LOOPBACK:
            raise ValueError("PUBLIC_URL must be https in production")

    @property
    def is_production(self) -> bool:
        return self.environment == "production"

    @property
    def whatsapp_templates(self) -> dict[Language, str]:
        """By language, what reminds somebody who has not written for 24 hours; empty when there is no template."""
        french = self.whatsapp_template_sid
        english = self.whatsapp_template_sid_en or french
        return {Language.FR: french, Language.EN: english} if french and english else {}

    def secret_values(self) -> tuple[str, ...]:
        """What may stand in no log line: every secret setting, and the passwords inside addresses."""
        values = [getattr(self, name) for name in type(self).model_fields]
        secrets = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
        addresses = [getattr(self, name) for name in type(self).model_fields if name.endswith("_url")]
        plain = [each.get_secret_value() if isinstance(each, SecretStr) else each or "" for each in addresses]
        passwords = [password for address in plain for password in passwords_in(address)]
        return tuple(value for value in (*secrets, *passwords, *map(unquote, passwords)) if value)

    @cached_property
    def storage_folder(self) -> Path:
        """Where files are kept: the folder of STORAGE_URL, or var/files below the working directory."""
        if self.storage_url.startswith("file://"):
            return Path(self.storage_url.removeprefix("file://"))  # as it stands: a folder may be called « C# »
        return Path("var/files").absolute()


def load_settings(**overrides: Any) -> Settings:
    """Settings from the environment (and `.env`). Raises ConfigurationError, one line that names the variable."""
    check(Path(".env"))
    try:
        return Settings(**overrides)
    except ValidationError as error:
        raise ConfigurationError(_one_line(error)) from None
    except (UnicodeDecodeError, PermissionError):
        raise ConfigurationError(UNREADABLE) from None


def _one_line(error: ValidationError) -> str:
    problems = []
    for item in error.errors():
        name = str(item["loc"][0]).upper() if item["loc"] else ""
        text = "is missing" if item["type"] == "missing" else _in_our_words(item["msg"])
        problems.append(f"{name} {text}".strip())
    return "; ".join(problems)


def _in_our_words(said: str) -> str:
    """What pydantic says of a value, as a sentence that begins with the name of the setting."""
    must = re.sub(r"^(?:Input|String) should ", "must ", said.removeprefix("Value error, "))
    return must.partition(", unable to ")[0]
