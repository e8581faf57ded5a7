"""What a person is told whose attachment cannot be fetched."""

import pytest

from bot.errors import AddressRefused, AttachmentRefused, PermanentError, ProviderError, TransientError
from bot.refusals import AttachmentRefusal
from bot.services.attachments.fetching import Fetching
from tests.fakes.clock import FakeClock


class Away:
    """A store from which nothing comes."""

    def __init__(self, error: ProviderError) -> None:
        self.error = error

    def fetch(self, url: str, *, max_bytes: int) -> bytes:
        raise self.error if max_bytes else AssertionError(url)

    def delete(self, url: str) -> None:
        raise AssertionError(url)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        *((PermanentError("no", code=code), AttachmentRefusal.EXPIRED) for code in (403, 404, 410)),
        *((PermanentError("odd", code=code), AttachmentRefusal.UNREACHABLE) for code in (301, 400, 416)),
        (PermanentError("Twilio has no valid certificate"), AttachmentRefusal.UNREACHABLE),
        (AddressRefused("the address is none of our account's media"), AttachmentRefusal.UNREACHABLE),
        (TransientError("busy", code=503), AttachmentRefusal.UNREACHABLE),
    ],
)
def test_only_what_its_store_says_to_be_gone_is_said_to_be_gone(
    error: ProviderError, reason: AttachmentRefusal
) -> None:
    with pytest.raises(AttachmentRefused) as caught:
        Fetching(Away(error), FakeClock(), max_bytes=9).get("https://api.twilio.com/media")
    assert caught.value.reason == reason
