"""What a one-time code is. The code itself is stored nowhere: it is made anew from its row and SECRET_KEY (or, after a
rotation, SECRET_KEY_PREVIOUS) in the moment it is sent."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from bot.channels.gsm7 import transliterate
from bot.config import Settings
from bot.i18n.catalogue import say
from bot.models import OtpCode
from bot.signing.keys import keys_of
from bot.types import Language

DIGITS = 6
ADMIN = "admin:"  # how an asker begins who is a browser at the administrators' page (bot.services.admin.sessions)


class OneTimeCodes:
    """Makes codes and their digests, each with a key of its own. The plurals give what the keys before a rotation made
    as well: it comes after what the current ones make."""

    def __init__(self, settings: Settings) -> None:
        self._keys, self._digest_keys = keys_of(settings, "otp"), keys_of(settings, "otp digest")
        self._service, self._host = settings.service_name, urlsplit(settings.public_url).hostname or ""

    def code(self, nonce: str) -> str:
        """Six digits."""
        return _six_digits(self._keys.mac(nonce))

    def codes(self, nonce: str) -> Sequence[str]:
        return [_six_digits(mac) for mac in self._keys.macs(nonce)]

    def code_of(self, row: OtpCode) -> str:
        """The code of a row, whichever key made it: the one whose digest stands there."""
        made = [code for code in self.codes(row.nonce) if row.digest in self.digests(row.asker, code)]
        return made[0] if made else self.code(row.nonce)

    def digest(self, asker: str, code: str) -> str:
        """What is stored of a code: it says nothing without the key, and fits one asker only."""
        return self.digests(asker, code)[0]

    def digests(self, asker: str, code: str) -> Sequence[str]:
        return [mac.hex() for mac in self._digest_keys.macs(f"{asker}\n{code}")]

    def pseudonym(self, number: str) -> str:
        """What stands for a number when its digits are no longer needed; it fits the number's column."""
        return self.pseudonyms(number)[0]

    def pseudonyms(self, number: str) -> Sequence[str]:
        return [mac.hex()[:16] for mac in self._digest_keys.macs(f"number\n{number}")]

    def text(self, row: OtpCode, language: Language) -> str:
        """The message that carries a code, one segment of plain letters. Never store or log it. One for the page of
        administrators ends with the line by which a browser fills it in, on that host alone (WICG, origin-bound
        one-time codes delivered via SMS)."""
        if row.asker.startswith(ADMIN):
            code = self.code_of(row)
            told = transliterate(say(language, "otp_admin_message", service=self._service, code=code))
            return f"{told}\n\n@{self._host} #{code}"
        return transliterate(say(language, "otp_message", service=self._service, code=self.code_of(row)))

    def mail_text(self, row: OtpCode, language: Language) -> str:
        """The e-mail that carries a code. Never store or log it."""
        return say(language, "otp_mail", service=self._service, code=self.code_of(row)) + "\n"


def _six_digits(mac: bytes) -> str:
    """By the dynamic truncation of HOTP (RFC 4226, section 5.3)."""
    start = mac[-1] & 0x0F
    number = int.from_bytes(mac[start : start + 4]) & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}d}"
