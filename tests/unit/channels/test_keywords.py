"""Opt-out and opt-in words, alone in their message."""

from typing import Literal

import pytest

from bot.channels.keywords import opt_keyword
from bot.types import Channel

STOP_WORDS = (
    "STOP stop Stop. STOPALL UNSUBSCRIBE END QUIT REVOKE OPTOUT ARRET arrêt ARRÊT DESABONNEMENT Désabonnement".split()
)


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("body", [*STOP_WORDS, " stop ! ", "« STOP »", "ＳＴＯＰ", "\nArre\u0302t\n"])
def test_stop_words_stop_on_both_channels(body: str, channel: Channel) -> None:
    assert opt_keyword(body, channel) == "stop"


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("body", ["START", "start", "UNSTOP", "Reprendre", "RÉABONNEMENT"])
def test_start_words_start_again(body: str, channel: Channel) -> None:
    assert opt_keyword(body, channel) == "start"


@pytest.mark.parametrize(("channel", "meaning"), [(Channel.SMS, "stop"), (Channel.WHATSAPP, None)])
def test_cancel_is_an_opt_out_on_sms_only(channel: Channel, meaning: Literal["stop"] | None) -> None:
    assert opt_keyword("CANCEL", channel) == meaning


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize(
    "body",
    ["", "stop it", "arrête de me parler", "yes", "oui", "/annuler", "non stop", "stopper", "s t o p", "2", "👍"],
)
def test_other_messages_are_not_keywords(body: str, channel: Channel) -> None:
    assert opt_keyword(body, channel) is None
