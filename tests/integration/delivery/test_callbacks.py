"""Status callbacks: any order, any number, forged ones without effect."""

import itertools

import pytest
import requests
from twilio.request_validator import RequestValidator

from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN
from tests.fakes.waiting import eventually
from tests.integration.delivery.conftest import Office
from tests.integration.delivery.test_sending import deliver_until

ORDERS = list(itertools.permutations(["queued", "sent", "delivered", "read"]))


def call_back(office: Office, part: object, sid: str, status: str, **extra: str) -> int:
    url = f"{office.settings.public_url}/webhooks/twilio/status?part={part}"
    form = {"MessageSid": sid, "MessageStatus": status, "AccountSid": ACCOUNT_SID, "ErrorCode": ""} | extra
    signature = RequestValidator(AUTH_TOKEN).compute_signature(url, form)
    return requests.post(url, form, headers={"X-Twilio-Signature": signature}, timeout=5).status_code


def sent_part(office: Office) -> tuple[int, str]:
    office.twilio.faults.callbacks.off = True
    part_id = office.post("un")[0]
    office.sender().deliver(office.conversation)
    return part_id, office.twilio.stand_in.sent[0].sid


def test_whatever_the_order_the_state_never_goes_back(office: Office) -> None:
    part_id, sid = sent_part(office)
    highest = 0
    ranks = ["queued", "sent", "delivered", "read"]
    for status in itertools.chain(*ORDERS[:6]):
        assert call_back(office, part_id, sid, status) == 204
        highest = max(highest, ranks.index(status))
        assert office.states() == [ranks[highest]]


def test_delivered_does_not_become_sent_again(office: Office) -> None:
    part_id, sid = sent_part(office)
    for status in ("delivered", "sent", "queued", "delivered"):
        call_back(office, part_id, sid, status)
    assert office.states() == ["delivered"]


def test_a_callback_that_overtakes_the_answer_is_kept(office: Office) -> None:
    """The part has no Sid yet: the create call is under way and its callback is already here."""
    office.twilio.faults.callbacks.copies = 3
    office.post("un")
    deliver_until(office, ["read"])


def test_another_sid_for_a_known_part_changes_nothing(office: Office) -> None:
    part_id, _ = sent_part(office)
    assert call_back(office, part_id, "SM" + "f" * 32, "read") == 204
    assert office.states() == ["queued"]


def test_a_part_never_sent_takes_no_callback(office: Office) -> None:
    part_id = office.post("un")[0]
    call_back(office, part_id, "SM" + "f" * 32, "delivered")
    assert office.states() == ["pending"]


@pytest.mark.parametrize("part", ["", "x", "-1", "1 OR 1=1", "9" * 30, "9" * 18, str(2**31), "٣"])
def test_a_part_that_is_no_number_is_refused(office: Office, part: str) -> None:
    assert call_back(office, part, "SM" + "0" * 32, "sent") == 403


@pytest.mark.parametrize("sid", ["", "SM12", "SM" + "0" * 33, "SM" + "G" * 32])
def test_a_malformed_sid_is_refused(office: Office, sid: str) -> None:
    assert call_back(office, 1, sid, "sent") == 403


@pytest.mark.parametrize("code", ["9" * 5_000, "9" * 12, "0", "-1", "٣", "6301x", "1e3"])
def test_an_error_code_that_is_none_is_left_out(office: Office, code: str) -> None:
    part_id, sid = sent_part(office)
    assert call_back(office, part_id, sid, "sent", ErrorCode=code) == 204
    assert office.states() == ["sent"]


def test_an_unknown_status_is_taken_and_changes_nothing(office: Office) -> None:
    part_id, sid = sent_part(office)
    assert call_back(office, part_id, sid, "teleported") == 204
    assert office.states() == ["queued"]


def test_a_callback_without_signature_changes_nothing(office: Office) -> None:
    part_id, sid = sent_part(office)
    url = f"{office.settings.public_url}/webhooks/twilio/status?part={part_id}"
    answer = requests.post(url, {"MessageSid": sid, "MessageStatus": "read", "AccountSid": ACCOUNT_SID}, timeout=5)
    assert answer.status_code == 403
    assert office.states() == ["queued"]


@pytest.mark.parametrize(("code", "label"), [("63112", "63112"), ("", "none"), ("99999", "other")])
def test_the_metrics_name_each_code_that_we_have_words_for(office: Office, code: str, label: str) -> None:
    part_id, sid = sent_part(office)
    assert call_back(office, part_id, sid, "failed", ErrorCode=code) == 204
    told = requests.get(f"{office.settings.public_url}/metrics", timeout=5).text
    assert f'palabre_parts_total{{code="{label}",state="failed"}} 1.0' in told


def test_shuffled_and_doubled_callbacks_end_well(office: Office) -> None:
    office.twilio.faults.callbacks.backwards = True
    office.twilio.faults.callbacks.copies = 2
    office.post("un", "deux", "trois")
    eventually(lambda: office.sender().deliver(office.conversation) is None and office.states() == ["read"] * 3, 20)
    assert [message.body for message in office.twilio.stand_in.sent] == ["un", "deux", "trois"]


@pytest.mark.parametrize("order", [("delivered", "read"), ("read", "delivered"), ("delivered", "delivered", "read")])
def test_the_part_behind_is_let_go_once(office: Office, order: tuple[str, ...]) -> None:
    office.twilio.faults.callbacks.off = True
    first, _second = office.post("un", "deux")
    office.sender().deliver(office.conversation)
    woken = [office.wake.backlogs("deliver")]
    for status in order:
        call_back(office, first, office.twilio.stand_in.sent[0].sid, status)
        woken.append(office.wake.backlogs("deliver"))
    assert woken == [[0], *[[1]] * len(order)]
