"""`TwilioStandIn`: Twilio's account as the application and the phones see it. Thread-safe state, no web framework."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.clock import Clock, SystemClock
from bot.simulator.contents import Contents, Rendered
from bot.simulator.courier import Courier
from bot.simulator.delivery import Delivery, Pace
from bot.simulator.faults import Faults
from bot.simulator.forms import inbound_form
from bot.simulator.records import (
    Account,
    CallbackAttempt,
    Inbound,
    Location,
    Media,
    Refusal,
    Sent,
    StatusChange,
    TypingCall,
    new_sid,
)
from bot.simulator.rules import START_WORDS, STOP_WORDS, check_create, window_is_open
from bot.simulator.wire import post_signed
from bot.types import Channel


class TwilioStandIn:
    """One account. `webhook_base_url` is the application's PUBLIC_URL and may be set once it is known."""

    def __init__(
        self, account: Account, webhook_base_url: str, *, pace: Pace | None = None, clock: Clock | None = None
    ) -> None:
        self.account, self.webhook_base_url = account, webhook_base_url
        self.faults = Faults()
        self.contents = Contents(account)
        self.changed = threading.Condition()  # guards all state; notified whenever anything happens
        self.version = 0
        self._clock = clock or SystemClock()
        self._listener: Callable[[], None] = lambda: None
        self._sent: dict[str, Sent] = {}
        self._inbound: dict[str, Inbound] = {}
        self._typing: list[TypingCall] = []
        self._opted_out: set[str] = set()
        self._last_inbound: dict[str, datetime] = {}
        self._stopping = threading.Event()
        self._courier = Courier()
        self._delivery = Delivery(
            account, self.faults, pace or Pace(), self._courier, stamp=self._stamp, note=self._note
        )

    # -- what tests and the phone look at ---------------------------------------------------------------------

    @property
    def webhook_url(self) -> str:
        """Where messages that people send are posted."""
        return self.webhook_base_url.rstrip("/") + "/webhooks/twilio/message"

    @property
    def sent(self) -> list[Sent]:
        """Every message the application created, in order."""
        with self.changed:
            return list(self._sent.values())

    @property
    def inbound(self) -> list[Inbound]:
        """Every message a person sent, in order."""
        with self.changed:
            return list(self._inbound.values())

    @property
    def typing(self) -> list[TypingCall]:
        with self.changed:
            return list(self._typing)

    def has_opted_out(self, address: str) -> bool:
        with self.changed:
            return address in self._opted_out

    def close_window(self, address: str) -> None:
        """Make WhatsApp's 24 hours pass for this person."""
        with self.changed:
            self._last_inbound.pop(address, None)

    def wait_until(self, condition: Callable[[], bool], deadline_s: float) -> bool:
        """Wait for `condition`, looked at after each change; False when `deadline_s` seconds passed first."""
        with self.changed:
            return self.changed.wait_for(condition, deadline_s)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after each change, under the lock: it must be quick."""
        self._listener = listener

    def restore(self, sent: Sequence[Sent], inbound: Sequence[Inbound]) -> None:
        """Take up the messages of an earlier life. What had not gone out yet goes out now."""
        with self.changed:
            self._sent = {message.sid: message for message in sent}
            for received in inbound:
                self._store(received)
            self._announce()
        for message in sent:
            if message.status in ("queued", "accepted"):
                self._delivery.start(message, None)

    def pause(self, seconds: float) -> None:
        """Hold a request up, but not past `stop`."""
        self._stopping.wait(seconds)

    def stop(self) -> None:
        """End the background threads; what was not posted yet is dropped."""
        self._stopping.set()
        self._courier.stop()

    # -- what the application asks of Twilio ------------------------------------------------------------------

    def create(
        self, form: Mapping[str, str], media_urls: Sequence[str] = (), *, in_reply: bool = False
    ) -> Sent | Refusal:
        """Create a message from the fields of the REST API, or of a webhook's answer. The phone gets it a moment
        later."""
        to, service = form.get("To", ""), form.get("MessagingServiceSid", "")
        shown = self.contents.rendered(form) if form.get("ContentSid") else Rendered(form.get("Body", ""))
        with self.changed:
            opted_out = to in self._opted_out
            if refusal := check_create(form, media_urls, opted_out):
                return refusal
            if isinstance(shown, Refusal):
                return shown
            sent = Sent(
                sid=new_sid("MM" if media_urls else "SM"), to=to, from_=form.get("From") or self.account.number_for(to),
                body=shown.body, created_at=self._clock.now(), media_urls=tuple(media_urls),
                status_callback=form.get("StatusCallback", ""), messaging_service_sid=service,
                content_sid=form.get("ContentSid", ""), choices=shown.choices, in_reply=in_reply,
            )  # fmt: skip
            sent.history.append(self._stamp("accepted" if service else "queued", None))
            self._sent[sent.sid] = sent
            doom = 21610 if opted_out else self._window_problem(sent)
            self._announce()
        self._delivery.start(sent, doom)
        return sent

    def find(self, sid: str) -> Sent | Inbound | None:
        """A message by its identifier, whichever way it went."""
        with self.changed:
            return self._sent.get(sid) or self._inbound.get(sid)

    def find_media(self, message_sid: str, media_sid: str) -> Media | None:
        """A file that a person sent."""
        with self.changed:
            message = self._inbound.get(message_sid)
        return next((media for media in message.media if media.sid == media_sid), None) if message else None

    def indicate_typing(self, message_sid: str) -> bool:
        """Show « is typing… » and mark the message read; False when there is no such inbound message."""
        with self.changed:
            inbound = self._inbound.get(message_sid)
            if inbound is None:
                return False
            inbound.read = True
            self._typing.append(TypingCall(message_sid, inbound.from_, self._clock.now()))
            self._announce()
            return True

    # -- what a person does -----------------------------------------------------------------------------------

    def receive(
        self,
        from_: str,
        body: str = "",
        *,
        media: Sequence[Media] = (),
        location: Location | None = None,
        profile_name: str = "Awa Koné",
        extra: Mapping[str, str] | None = None,
        sid: str = "",
    ) -> Inbound:
        """A person sends a message: stored, then posted to the webhook. Returns it with the webhook's answer. A `sid`
        that is known already sends nothing."""
        inbound = Inbound(
            sid=sid or new_sid("MM" if media else "SM"),
            from_=from_,
            to=self.account.number_for(from_),
            body=body,
            created_at=self._clock.now(),
            media=tuple(replace(item, sid=item.sid or new_sid("ME")) for item in media),
            location=location,
            profile_name=profile_name,
            extra=extra or {},
        )
        with self.changed:
            if known := self._inbound.get(inbound.sid):
                return known
            self._store(inbound)
            self._announce()
        return self.deliver(inbound)

    def deliver(self, inbound: Inbound) -> Inbound:
        """Post the webhook of a stored message; again for a duplicate delivery, with the same MessageSid."""
        form, headers = inbound_form(self.account, inbound), {"I-Twilio-Idempotency-Token": inbound.sid}
        answer = post_signed(self.account, self.webhook_url, form, headers)
        with self.changed:
            inbound.http_status = answer.http_status
            inbound.problem = answer.problem
            self._announce()
        for text in answer.replies:
            self.create({"From": inbound.to, "To": inbound.from_, "Body": text}, in_reply=True)
        return inbound

    # -- inside -----------------------------------------------------------------------------------------------

    def _window_problem(self, sent: Sent) -> int | None:
        if sent.channel is Channel.SMS or (sent.content_sid and not sent.choices):  # what is tapped has no approval
            return None
        return None if window_is_open(self._last_inbound.get(sent.to), self._clock.now()) else 63016

    def _store(self, inbound: Inbound) -> None:
        """Remember a message. Opt-out is Twilio's default on long codes: one-word messages, SMS only."""
        self._inbound[inbound.sid] = inbound
        self._last_inbound[inbound.from_] = inbound.created_at
        word = inbound.body.strip().upper()
        if inbound.channel is Channel.SMS and word in STOP_WORDS:
            self._opted_out.add(inbound.from_)
        elif inbound.channel is Channel.SMS and word in START_WORDS:
            self._opted_out.discard(inbound.from_)

    def _stamp(self, status: str, error_code: int | None) -> StatusChange:
        return StatusChange(status, self._clock.now(), error_code)

    def _note(self, sent: Sent, fact: StatusChange | CallbackAttempt | Media) -> None:
        with self.changed:
            match fact:
                case StatusChange():
                    sent.history.append(fact)
                case CallbackAttempt():
                    sent.callbacks.append(fact)
                case Media():
                    sent.media.append(fact)
            self._announce()

    def _announce(self) -> None:
        self.version += 1
        self._listener()
        self.changed.notify_all()
