"""The answer to somebody in distress: ours, at once, whatever the model does. It names a person, a helpline of their
country and asks whether they are safe; operators get an alert without the words."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.config import Settings
from bot.dao.delivery import said_parts
from bot.i18n.catalogue import say
from bot.reading.distress.danger import Danger
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.library.files import Links
from bot.services.sign_in.phone_numbers import region_of
from bot.services.support import helplines, human_help
from bot.services.support.human_help import Asker, Told

FULL_AGAIN: Final = timedelta(minutes=10)  # until then short lines
SHORT_AGAIN: Final = timedelta(seconds=20)  # somebody who writes in pieces is not talked over
DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 40  # then only the full answer, every ten minutes: nobody can make us send without end
VARIANTS: Final = 3  # of the short line


@dataclass(frozen=True, slots=True)
class Care:
    """What caring needs, for one person in one transaction."""

    session: Session
    settings: Settings
    links: Links
    to: Recipient
    asker: Asker
    now: datetime
    alarms: bool = True  # whether anybody else is told

    def answer(self, message_id: int, danger: Danger) -> None:
        """Answer one message, once however often this is called. An address that opted out gets nothing; the alert
        is raised all the same."""
        told = self._tell() if self.alarms else Told.NOBODY
        outbox = Outbox(self.session, self.to, self.links)
        said = said_parts.written(self.session, self.to.conversation_id, "care", self.now - DAY)
        if any(key.startswith(f"care{message_id}:") for key, _ in said):
            return
        # Whose life is in danger now hears the number for that, whatever was answered to them before.
        mark = f":full:{Danger.NOW}:" if danger is Danger.NOW else ":full:"
        full = [at for key, at in said if mark in key]  # abs: nobody waits for what a clock ahead has noted
        if not full or abs(self.now - full[0]) >= FULL_AGAIN:
            outbox.text(f"care{message_id}:full:{danger}", self._full(danger, told))
        elif len(said) < MOST_A_DAY and abs(self.now - said[0][1]) >= SHORT_AGAIN:
            who = who_helps(self.settings, self.to, danger)
            outbox.text(f"care{message_id}:line", say(self.to.language, f"care_short_{len(said) % VARIANTS}", who=who))

    def _tell(self) -> Told:
        return human_help.request(
            self.session, self.settings, self.links, self.asker, self.now, kind=human_help.DISTRESS
        )

    def _full(self, danger: Danger, told: Told) -> str:
        language, contact = self.to.language, self.settings.human_contact
        region = region_of(self.to.address, "")
        lines = [
            say(language, "care_line", number=line.number, name=line.name[language], hours=line.hours[language])
            for line in helplines.fitting(region, danger)
        ]
        # What cannot wait comes second whatever was read: one cry in five is taken for another kind.
        rescue = helplines.emergency(region)
        number, name = (rescue.number, rescue.name[language]) if rescue else (None, None)
        emergency = say(language, "care_emergency", number=number, name=name)
        body = say(language, "care_body_hurt" if danger is Danger.HURT else "care_body")
        numbers = "\n".join([say(language, "care_lines"), *lines]) if lines else ""
        grown_up = say(language, "care_grown_up" if danger is Danger.SELF else "care_grown_up_other")
        human = say(language, "care_contact" if told is Told.NOBODY else "care_contact_told", contact=contact)
        opening, closing = say(language, f"care_{danger}"), say(language, "care_close")
        return "\n\n".join(filter(None, [opening, f"{emergency} {body}", numbers, f"{grown_up} {human}", closing]))


def is_answered(session: Session, conversation_id: str, message_id: int, since: datetime) -> bool:
    """Whether our answer to a message of somebody in distress was written since a moment."""
    return said_parts.last_state(session, conversation_id, f"care{message_id}:", since) is not None


def who_helps(settings: Settings, to: Recipient, danger: Danger = Danger.OTHER) -> str:
    """Whom to turn to, in one sentence."""
    region = region_of(to.address, "")
    lines, found = [line.number for line in helplines.fitting(region, danger)], helplines.emergency(region)
    rescue = found.number if found else None
    number = next(filter(None, [rescue, *lines] if danger is Danger.NOW else [*lines, rescue]), None)
    beside = rescue if rescue != number else None  # what was swallowed since needs another number than despair
    return say(to.language, "care_short_who", number=number, rescue=beside, contact=settings.human_contact)


def helplines_named(to: Recipient) -> tuple[str, ...]:
    """Every number that is sure in somebody's country, each with its name."""
    region = region_of(to.address, "")
    return tuple(f"{line.number} ({line.name[to.language]})" for line in helplines.of(region))
