"""The doctor's screen: a line for each check, then what is to be done."""

from collections.abc import Iterable

from bot.cli.doctor.finding import Check, Finding, Mark
from bot.i18n.catalogue import say
from bot.types import Language

LABEL_CHARS = 18
LEAST_SECRET_CHARS = 6  # as in logs: shorter ones are words of everyday


class Report:
    """Writes lines in which no secret stands, and counts what is bad."""

    def __init__(self, language: Language, secrets: Iterable[str] = ()) -> None:
        self._language = language
        kept = (secret for secret in secrets if len(secret) >= LEAST_SECRET_CHARS)
        self._secrets = sorted(kept, key=len, reverse=True)
        self.bad = 0

    def line(self, check: str, finding: Finding, name: str = "") -> str:
        """The line of one check: mark, label (and which one it is), what was found, and what to do if it is bad."""
        text = self._say(finding.key, **finding.values)
        if finding.mark is Mark.BAD:
            self.bad += 1
            text = f"{text} → {self._say(f'{check}_advice')}"
        label = f"{self._say(check)} {name}".rstrip()
        return self._safe(f"{finding.mark} {label:<{LABEL_CHARS}} {text}")

    def lines(self, found: Iterable[tuple[Check, Finding]]) -> Iterable[str]:
        for check, finding in found:
            yield self.line(check.key, finding, check.name)

    def verdict(self) -> str:
        return self._say("doctor_bad", count=self.bad) if self.bad else self._say("doctor_fine")

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, key, **values)

    def _safe(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return text
