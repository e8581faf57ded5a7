"""Twilio's form: every field that is used is read, what Twilio never sends is refused."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import WebhookRejected
from bot.reading.incoming.inbound import Inbound, Location, Media, parse
from bot.reading.incoming.priority import Words, priority_of
from bot.reading.incoming.urgency import is_urgent
from bot.types import Channel

ACCOUNT = "AC" + "1" * 32
SID = "SM" + "0123456789abcdef" * 2
BSUID = "whatsapp:CI.ENT." + "A1b2" * 32


def form(**changes: str | None) -> dict[str, list[str]]:
    """A WhatsApp text message; None leaves a field out."""
    fields: dict[str, str | None] = {
        "MessageSid": SID,
        "SmsSid": SID,
        "SmsMessageSid": SID,
        "AccountSid": ACCOUNT,
        "From": "whatsapp:+2250700000000",
        "To": "whatsapp:+14155238886",
        "Body": "Bonjour, c’est Awa.",
        "NumMedia": "0",
        "NumSegments": "1",
        "ProfileName": "Awa",
        "WaId": "2250700000000",
        "SmsStatus": "received",
        "MessageType": "text",
        "ApiVersion": "2010-04-01",
    }
    return {name: [value] for name, value in {**fields, **changes}.items() if value is not None}


def read(**changes: str | None) -> Inbound:
    return parse(form(**changes), account_sid=ACCOUNT)


def test_a_whatsapp_text() -> None:
    message = read()
    assert message.message_sid == SID
    assert (message.sender, message.recipient) == ("whatsapp:+2250700000000", "whatsapp:+14155238886")
    assert (message.channel, message.kind, message.body) == (Channel.WHATSAPP, "text", "Bonjour, c’est Awa.")
    assert (message.profile_name, message.wa_id) == ("Awa", "2250700000000")
    assert message.media == ()
    assert message.location is None


def test_an_sms() -> None:
    message = read(
        From="+33600000000", To="+33700000000", FromCity="PARIS", FromCountry="FR", NumSegments="3",
        MessagingServiceSid="MG" + "a" * 32, ProfileName=None, WaId=None,
    )  # fmt: skip
    assert (message.channel, message.kind) == (Channel.SMS, "text")
    assert (message.sender, message.recipient) == ("+33600000000", "+33700000000")


@pytest.mark.parametrize(
    ("parameter", "field"),
    [
        ("ExternalUserId", "external_user_id"),
        ("ButtonText", "button_text"),
        ("ButtonPayload", "button_payload"),
        ("ListId", "list_id"),
        ("OptOutType", "opt_out_type"),
        ("ProfileName", "profile_name"),
    ],
)
def test_a_field_is_read_and_cleaned_of_what_cannot_be_stored(parameter: str, field: str) -> None:
    assert getattr(read(**{parameter: f"une\x00 valeur{chr(0xDC00)} é"}), field) == "une valeur é"


def test_a_reply_names_the_message_it_answers() -> None:
    assert read(OriginalRepliedMessageSid="MM" + "b" * 32).replied_to_sid == "MM" + "b" * 32


def test_media_are_paired_with_their_types() -> None:
    message = read(NumMedia="2", MediaUrl0="https://a/0", MediaContentType0="image/jpeg", MediaUrl1="https://a/1")
    assert message.media == (Media("https://a/0", "image/jpeg"), Media("https://a/1", ""))


LAYOUT = {"NumMedia": "1", "MediaUrl0": "https://a/0", "MediaContentType0": 'Application/SMIL; name="0.smil"'}


@pytest.mark.parametrize(
    ("body", "kind", "urgent"),
    [
        ("", "empty", False),
        ("b", "text", True),
        ("Laisse tomber", "text", True),
        ("STOP", "text", True),
        ("Je veux mourir", "text", True),
        ("Bonjour", "text", False),
    ],
)
def test_words_of_an_mms_are_heard_as_if_its_layout_were_not_there(body: str, kind: str, urgent: bool) -> None:
    message = read(Body=body, **LAYOUT)
    assert (message.kind, message.media) == (kind, ())
    priority = priority_of(Words(message.body, message.kind, message.channel))
    assert is_urgent(priority, message.kind, message.body, {}) is urgent


def test_a_photo_of_an_mms_comes_without_its_layout() -> None:
    photo = {"NumMedia": "2", "MediaUrl1": "https://a/1", "MediaContentType1": "image/jpeg"}
    assert read(**LAYOUT | photo).media == (Media("https://a/1", "image/jpeg"),)


@pytest.mark.parametrize(
    ("latitude", "longitude", "location"),
    [
        ("5.36", "-4.008", Location(5.36, -4.008, "Plateau", "Abidjan")),
        ("nan", "0", None),
        ("inf", "0", None),
        ("91", "0", None),
        ("0", "-181", None),
        ("x", "0", None),
        (None, "0", None),
    ],
)
def test_a_location_has_true_coordinates(latitude: str | None, longitude: str, location: Location | None) -> None:
    assert read(Latitude=latitude, Longitude=longitude, Address="Plateau", Label="Abidjan").location == location


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "text"),
        ({"Body": ""}, "empty"),
        ({"Body": " \n"}, "empty"),
        ({"Body": None}, "empty"),
        ({"ButtonPayload": "1", "ButtonText": "Oui", "Body": "Oui"}, "button"),
        ({"ListId": "1"}, "button"),
        ({"Latitude": "5", "Longitude": "4", "Body": ""}, "location"),
        ({"NumMedia": "1", "MediaUrl0": "u", "MediaContentType0": "image/png"}, "media"),
        ({"NumMedia": "1", "MediaUrl0": "u", "MediaContentType0": "text/vcard"}, "contact"),
        ({"NumMedia": "1", "MediaUrl0": "u", "MediaContentType0": "text/x-vcard; charset=utf-8"}, "contact"),
    ],
)
def test_a_message_has_a_kind(changes: dict[str, str | None], kind: str) -> None:
    assert read(**changes).kind == kind


def test_a_body_of_any_length_is_kept_up_to_a_bound() -> None:
    assert read(Body="é" * 1600).body == "é" * 1600
    assert len(read(Body="é" * 9000).body) == 4000


def test_a_body_loses_only_what_cannot_be_stored() -> None:
    assert read(Body=f"a\x00\u200b\n {chr(0xD800)}b\u202e").body == "a\u200b\n b\u202e"


def test_unknown_and_empty_parameters_are_ignored() -> None:
    fields = form() | {"Nouveau": ["x"], "Vide": []}
    assert parse(fields, account_sid=ACCOUNT) == read()


@pytest.mark.parametrize("name", ["MessageSid", "From", "Body", "Inconnu"])
def test_a_repeated_parameter_is_refused(name: str) -> None:
    with pytest.raises(WebhookRejected):
        parse(form() | {name: ["x", "x"]}, account_sid=ACCOUNT)


BAD_SIDS = [
    "",
    "SM",
    SID.upper(),
    SID + "0",
    SID[:-1],
    SID + "\n",
    " " + SID,
    "XX" + SID[2:],
    SID + "NumMedia0",
    SID[:-1] + "٣",
    SID + "\x00",
]


@pytest.mark.parametrize("value", [*BAD_SIDS, None], ids=repr)
def test_a_malformed_message_sid_is_refused(value: str | None) -> None:
    with pytest.raises(WebhookRejected):
        read(MessageSid=value)


@pytest.mark.parametrize("name", ["SmsSid", "SmsMessageSid", "OriginalRepliedMessageSid", "MessagingServiceSid"])
@pytest.mark.parametrize("value", BAD_SIDS[1:], ids=repr)
def test_any_other_malformed_sid_is_refused(name: str, value: str) -> None:
    with pytest.raises(WebhookRejected):
        read(**{name: value})


def test_a_replay_that_swallows_the_next_fields_into_the_sid_is_refused() -> None:
    with pytest.raises(WebhookRejected):
        read(MessageSid=f"{SID}NumMedia0NumSegments1", NumMedia=None, NumSegments=None)


@pytest.mark.parametrize("value", [None, "", "AC" + "2" * 32, ACCOUNT + " ", ACCOUNT.lower()])
def test_another_account_is_refused(value: str | None) -> None:
    with pytest.raises(WebhookRejected):
        read(AccountSid=value)


@pytest.mark.parametrize(
    "address",
    ["+2250700000000", "whatsapp:+33600000000", "whatsapp:CI.abc123", BSUID, "36180", "Orange CI", "MyCo"],
)
def test_an_address_of_a_known_form_is_kept_as_it_is(address: str) -> None:
    assert read(From=address).sender == address


@pytest.mark.parametrize("side", ["From", "To"])
@pytest.mark.parametrize(
    "address",
    [None, "", "+", "+2250700000000\n", "whatsapp:", "whatsapp:0700", "whatsapp:ci.abc", "whatsapp:CI.",
     "whatsapp:CI.a b", "whatsapp:CI." + "a" * 160, "+٢٢٥", "messenger:123",
     "rcs:+33600000000", "12", "Une marque trop longue", "<b>"],
)  # fmt: skip
def test_an_address_of_no_known_form_is_refused(side: str, address: str | None) -> None:
    with pytest.raises(WebhookRejected):
        read(**{side: address})


@pytest.mark.parametrize(
    "changes",
    [{"NumMedia": value} for value in ("-1", "11", "x", "1.0", "٣", " 1", "1e1")]
    + [{"NumMedia": "1"}, {"NumMedia": "1", "MediaUrl0": " "}, {"NumMedia": "2", "MediaUrl0": "u", "MediaUrl2": "u"}],
)
def test_bad_or_missing_media_are_refused(changes: dict[str, str]) -> None:
    with pytest.raises(WebhookRejected):
        read(**changes)


NAMES = st.sampled_from([*form(), "MediaUrl0", "Latitude", "Longitude", "ListId"]) | st.text(max_size=10)
VALUES = st.lists(
    st.sampled_from([SID, ACCOUNT, "whatsapp:+2250700000000", "1", "10"]) | st.text(max_size=40), max_size=2
)


@given(st.dictionaries(NAMES, VALUES, max_size=12), st.sampled_from([dict, form]))
@settings(max_examples=200, deadline=None)
def test_any_form_is_read_or_refused(fields: dict[str, list[str]], base: Callable[[], dict[str, list[str]]]) -> None:
    try:
        message = parse(base() | fields, account_sid=ACCOUNT)
    except WebhookRejected:
        return
    message.body.encode("utf-8")
    assert message.kind in ("text", "media", "location", "contact", "button", "empty")
    assert hash(message)


@pytest.mark.parametrize("title", ["ButtonText", "ListTitle"])
def test_a_press_without_a_body_says_its_title(title: str) -> None:
    assert read(Body="", **{title: "La deuxième"}).body == "La deuxième"
    assert read(Body="Autre chose", **{title: "La deuxième"}).body == "Autre chose"
