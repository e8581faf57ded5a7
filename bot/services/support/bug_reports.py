"""Reports of faults, from a run: an alert for operators, an e-mail to BUG_REPORT_TO, a message to each administrator.
They say which run and the end of the number, what the agent says happened, and nothing of anybody else's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.channels.emails import Email
from bot.clock import Clock
from bot.config import Settings
from bot.dao import addresses, alerts
from bot.dao.admin import administrators
from bot.dao.database import Database
from bot.errors import ToolFailed
from bot.i18n.catalogue import say
from bot.services.delivery import mails
from bot.services.delivery.mails import Letter
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.library.files import Links
from bot.services.support.human_help import way_to
from bot.types import JSON, mask

KIND: Final = "bug_reported"
DAY: Final = timedelta(days=1)
MOST_OF_USER: Final = 3  # in a day
MOST_OF_ALL: Final = 50
PASSED_ON = "The report leaves for the team now. Tell the user so, in one sentence; promise no answer."
NOTED = "The report is noted for the team, who look at it when they are there. Tell the user so, in one sentence."
ENOUGH = "Refused: enough was reported today. Tell the user that the team knows, and that /humain reaches a person."


@dataclass(frozen=True, slots=True)
class RunReports:
    """Reports for one run."""

    database: Database
    settings: Settings
    links: Links
    clock: Clock
    conversation_id: str
    user_id: int | None
    run_id: int
    channel: str

    def report(self, text: str) -> tuple[JSON, Callable[[Session], None]]:
        """What the model is told, and what writes the report with the transaction that stores that. Raises
        ToolFailed."""
        with self.database.read() as session:
            self._refuse(session)
            goes = bool(self._mailbox) or bool(administrators.all_of(session))

        def commit(session: Session) -> None:
            alerts.one_at_a_time(session)
            self._refuse(session)
            alerts.add(session, KIND, f"run {self.run_id}", self.run_id)  # nothing personal: alerts outlive an erasure
            self._write(session, text, alerts.count(session, KIND, self.clock.now() - DAY))

        return {"reported": True, "note": PASSED_ON if goes else NOTED}, commit

    @property
    def _mailbox(self) -> str:
        return self.settings.bug_report_to if self.settings.smtp_url is not None else ""

    def _refuse(self, session: Session) -> None:
        since = self.clock.now() - DAY
        of_user = alerts.count_of_user(session, KIND, self.user_id, since) if self.user_id is not None else 0
        if of_user >= MOST_OF_USER or alerts.count(session, KIND, since) >= MOST_OF_ALL:
            raise ToolFailed(ENOUGH)

    def _write(self, session: Session, text: str, number: int) -> None:
        language, service = self.settings.default_language, self.settings.service_name
        who = mask(addresses.of_conversation(session, self.conversation_id) or "")
        channel = capabilities_of(self.channel).name
        body = say(language, "bug_report", service=service, address=who, run=self.run_id, channel=channel, text=text)
        key = f"bug{self.run_id}:{number}"
        if self._mailbox:
            subject = say(language, "bug_report_subject", service=service, run=self.run_id)
            letter = Letter(key, Email((self._mailbox,), subject, to_team=True), body)
            mails.post(session, self.conversation_id, letter, self.links, language, self.run_id)
        self._tell(session, administrators.all_of(session), key, body)

    def _tell(self, session: Session, admins: Sequence[str], key: str, body: str) -> None:
        """Each administrator, on their channel or, while its window is closed, on the one that stands in for it."""
        for at, address in enumerate(admins):
            channel, value = way_to(session, self.settings, address, self.clock.now())
            to = Recipient(self.conversation_id, value, channel, self.settings.default_language)
            Outbox(session, to, self.links, self.run_id).text(f"{key}:{at}", body)
