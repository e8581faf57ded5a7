"""Every failure that another package may meet has a name here. An exception that is defined elsewhere is a signal
within its own package, or a library's error said more exactly.

PalabreError
├── ConfigurationError          a setting is missing or wrong; stops the start with one line
├── WebhookRejected             a request that does not prove it comes from the provider
├── ProviderError               somebody else's server failed
│   ├── TransientError          trying again may help (retry_after_s when the provider said so)
│   │   └── ProviderTimeout     no answer in time: whether it happened is unknown
│   ├── PermanentError          trying again will not help
│   │   ├── ContextOverflow     the request is longer than the model can read
│   │   ├── PromptFiltered      the provider answers nobody who writes such a thing
│   │   ├── BodyTooLarge        what was sent is longer than it may be
│   │   └── AddressRefused      a web address we will not fetch (private, odd, wrong scheme)
│   └── AuthError               our credentials were refused; raises an alert
├── ModelError                  the model gave nothing usable
│   ├── ModelStreamBroken       the stream ended without finish_reason, or carried an error (transient)
│   └── ModelUnavailable        every model and every retry failed
├── ToolExit                    the ways out of a tool other than a result
│   ├── ToolRetry               the model should call again with other arguments
│   ├── ToolFailed              the tool cannot do this; the message is for the model
│   ├── ToolTimedOut            the tool stopped at a limit of its own; trying again would take as long
│   └── AwaitUser               the turn pauses until the user answers
├── DocumentError               a document could not be rendered or read
│   ├── FileUnreadable          no text is to be had from a file, for a reason that has a name
│   └── SoundUnreadable         a sound cannot be listened to, for a reason that has a name
├── AttachmentRefused           something that a person sent will not be read, for a reason that has a name
├── SandboxFailed               the shell sandbox could not run a command
├── StorageError                the file store failed
│   └── FileGone                bytes are not there, or not what was stored: trying again would find no others
├── LibraryFull                 nothing more can be kept for a person unless something of theirs goes
├── InsufficientCredits         the user's balance does not cover the turn
└── StopWork                    fatal to the work at hand; re-raised everywhere, never shown to anybody
    ├── LeaseLost               another worker owns this conversation or run now: stop silently
    ├── Interrupted             no fault of the work: what was begun goes on from its checkpoint, at no life
    │   ├── DatabaseAway        the database is away, hangs or is full
    │   │   └── GaveWay         the database ended this one transaction, so that others could go on
    │   └── MachineFull         this machine has no descriptor, thread or disk left
    ├── ShuttingDown            this process is leaving: release and stop
    └── Unwanted                whoever wanted it has cancelled it: stop, and keep nothing
"""

from enum import StrEnum

from bot.refusals import AttachmentRefusal, Unreadable, UnreadableSound


class ErrorType(StrEnum):
    """The kinds of failure a tool result may name."""

    TRANSIENT = "transient"
    PERMANENT = "permanent"
    AUTH = "auth"


class PalabreError(Exception):
    """Root of the project's own exceptions."""


class ConfigurationError(PalabreError):
    """A setting is missing or wrong. The text is one line that names the variable."""


class WebhookRejected(PalabreError):
    """The request is not a genuine webhook; answered with 403 and an empty body."""


class ProviderError(PalabreError):
    """Somebody else's server failed. `code` is the provider's own number or the HTTP status; `said` are its own words,
    for people who look under the bonnet: they may quote what was sent, so they stay out of logs and alerts."""

    error_type = ErrorType.PERMANENT
    said = ""

    def __init__(self, message: str, *, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class TransientError(ProviderError):
    """Trying again may help, after `retry_after_s` seconds when the provider said so."""

    error_type = ErrorType.TRANSIENT

    def __init__(self, message: str, *, code: int | None = None, retry_after_s: float | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after_s = retry_after_s


class ProviderTimeout(TransientError):
    """No answer in time: whether the request took effect is unknown."""


class PermanentError(ProviderError):
    """Trying again will not help."""


class ContextOverflow(PermanentError):
    """The request is longer than the model can read; another model may have more room."""


class PromptFiltered(PermanentError):
    """A filter of the provider has stopped what was written, before any model read it."""


class BodyTooLarge(PermanentError):
    """What was sent is longer than it may be."""


class AddressRefused(PermanentError):
    """A web address we will not fetch: private, oddly written, wrong scheme or port."""


class AuthError(ProviderError):
    """Our credentials were refused."""

    error_type = ErrorType.AUTH


class ModelError(PalabreError):
    """The model gave nothing usable."""


class ModelStreamBroken(ModelError):
    """The stream ended without finish_reason, or carried an error (`said`: in the provider's own words)."""

    said = ""


class ModelUnavailable(ModelError):
    """Every model and every retry failed. The text is a short kind; `detail` says what came last."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind)
        self.detail = detail


class ToolExit(PalabreError):
    """The ways out of a tool other than a result."""


class ToolRetry(ToolExit):
    """The model should call again with other arguments; the text tells it how."""


class ToolFailed(ToolExit):
    """The tool cannot do this; the text is for the model."""

    def __init__(self, message: str, error_type: ErrorType = ErrorType.PERMANENT) -> None:
        super().__init__(message)
        self.error_type = error_type


class ToolTimedOut(ToolExit):
    """The tool stopped at a time limit of its own, with no effect. The text is for the model."""


class AwaitUser(ToolExit):
    """The turn pauses until the user answers."""


class DocumentError(PalabreError):
    """A document could not be rendered or read."""


class SandboxFailed(PalabreError):
    """The shell sandbox did not run a command, and why. `passes`: it may work in a moment."""

    def __init__(self, message: str, *, passes: bool = False) -> None:
        super().__init__(message)
        self.passes = passes


class FileUnreadable(DocumentError):
    """No text is to be had from a file, or not from the place that was asked for."""

    def __init__(self, reason: Unreadable) -> None:
        super().__init__(reason.value)
        self.reason = reason


class AttachmentRefused(PalabreError):
    """Something that a person sent will not be read."""

    def __init__(self, reason: AttachmentRefusal) -> None:
        super().__init__(reason.value)
        self.reason = reason


class SoundUnreadable(DocumentError):
    """A sound cannot be listened to."""

    def __init__(self, reason: UnreadableSound) -> None:
        super().__init__(reason.value)
        self.reason = reason


class StorageError(PalabreError):
    """The file store failed."""


class FileGone(StorageError):
    """Bytes are not there any more, or are not what was stored: trying again would find no others."""


class LibraryFull(PalabreError):
    """Nothing more can be kept for a person unless something that they sent goes, which only they decide."""


class InsufficientCredits(PalabreError):
    """The user's balance does not cover the turn."""


class StopWork(PalabreError):
    """Fatal to the work at hand; re-raised everywhere, never shown to anybody."""


class LeaseLost(StopWork):
    """Another worker owns this conversation now: stop silently."""


class Interrupted(StopWork):
    """No fault of the work that met it, which goes on from its checkpoint when what it lacks is back."""


class MachineFull(Interrupted):
    """This machine has no descriptor, thread, memory of the kernel's or disk left."""


class DatabaseAway(Interrupted):
    """The database is away, hangs, is full, or ended what we did so that others can go on. When the end of a
    transaction raises this, nobody knows whether it was committed. `refusal`: the server's own line when it is there
    and refuses us."""

    def __init__(self, told: str = "", refusal: str = "") -> None:
        super().__init__(told)
        self.refusal = refusal


class GaveWay(DatabaseAway):
    """The database ended, or refused, this one transaction: somebody else holds what it needs, or it took too long.
    Others are served meanwhile."""


class ShuttingDown(StopWork):
    """This process is leaving: release and stop."""


class Unwanted(StopWork):
    """Whoever wanted it has cancelled it meanwhile (bot.cancelling): stop, and keep nothing of it."""
