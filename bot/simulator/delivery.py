"""The life of a message after Twilio accepted it: media fetched, statuses one after another, callbacks posted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.simulator.courier import Courier
from bot.simulator.faults import Faults
from bot.simulator.forms import status_form
from bot.simulator.records import Account, CallbackAttempt, Media, Sent, StatusChange
from bot.simulator.rules import media_problem, takes_mms
from bot.simulator.wire import fetch_media, post_signed
from bot.types import Channel

Note = Callable[[Sent, StatusChange | CallbackAttempt | Media], None]
Stamp = Callable[[str, int | None], StatusChange]


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between the steps of a message's life."""

    sent_s: float = 0.01
    delivered_s: float = 0.01
    read_s: float = 0.01


@dataclass(frozen=True, slots=True)
class Delivery:
    """Carries messages to phones. `stamp` makes a status change of now, `note` records what happened."""

    account: Account
    faults: Faults
    pace: Pace
    courier: Courier
    stamp: Stamp
    note: Note

    def start(self, sent: Sent, doom: int | None) -> None:
        """Begin the life of an accepted message; `doom` is the error it is already known to fail with."""
        self.courier.schedule(self.pace.sent_s, partial(self._send, sent, doom))

    def _send(self, sent: Sent, doom: int | None) -> None:
        code = doom or self.faults.next_delivery() or self._attach(sent)
        if code:
            self._advance(sent, [("failed", code, 0.0)], [])
            return
        steps = [("sent", None, 0.0), ("delivered", None, self.pace.delivered_s)]
        if sent.channel is Channel.WHATSAPP:
            steps.append(("read", None, self.pace.read_s))
        self._advance(sent, steps, [])

    def _attach(self, sent: Sent) -> int | None:
        """Fetch the media; the error code when that fails. WhatsApp takes the first file and ignores the others."""
        if sent.channel is Channel.SMS and sent.media_urls and not takes_mms(sent.to):
            return 30011
        for url in sent.media_urls[:1] if sent.channel is Channel.WHATSAPP else sent.media_urls:
            media = None if self.faults.next_download() else fetch_media(url)
            if media is None:
                return 63019
            if problem := media_problem(sent.channel, media):
                return problem
            self.note(sent, media)
        return None

    def _advance(self, sent: Sent, steps: Sequence[tuple[str, int | None, float]], told: list[StatusChange]) -> None:
        """Take the first step now and schedule the others after it, so that callbacks keep their order."""
        status, code, _ = steps[0]
        change = self.stamp(status, code)
        self.note(sent, change)
        told = [*told, change]
        callbacks = self.faults.callbacks
        if not callbacks.backwards:
            self._tell(sent, change)
        elif len(steps) == 1:
            for earlier in reversed(told):
                self._tell(sent, earlier)
        if steps[1:]:
            self.courier.schedule(steps[1][2], partial(self._advance, sent, steps[1:], told))

    def _tell(self, sent: Sent, change: StatusChange) -> None:
        callbacks = self.faults.callbacks
        if not sent.status_callback or callbacks.off or not callbacks.only(sent):
            return
        for _ in range(callbacks.copies):
            if callbacks.delay_s:
                self.courier.schedule(callbacks.delay_s, partial(self._post, sent, change))
            else:
                self._post(sent, change)

    def _post(self, sent: Sent, change: StatusChange) -> None:
        form = status_form(self.account, sent, change)
        answer = post_signed(self.account, sent.status_callback, form)
        at = self.stamp(change.status, None).at
        self.note(sent, CallbackAttempt(change.status, sent.status_callback, answer.http_status, form, at))
