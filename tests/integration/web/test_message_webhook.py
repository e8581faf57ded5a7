"""The inbound webhook: only Twilio gets in, every message is stored once, and nothing depends on Redis."""

from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.wrappers import Request

from bot.dao.database import Database
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import make_settings
from tests.fakes.threads import at_once
from tests.fakes.twilio import ACCOUNT_SID
from tests.fakes.valkey import Valkey
from tests.integration.web.webhook import AWA, BASE, PATH, Web, form, sign


def test_a_message_is_stored_whole_and_answered_with_nothing(web: Web, valkey: Valkey) -> None:
    answer = web.post(form())
    assert (answer.status_code, answer.mimetype) == (200, "text/xml")
    assert answer.get_data(as_text=True).endswith("<Response/>")
    row = web.rows()[0]
    assert (row.sender, row.channel, row.kind, row.body) == (AWA, "whatsapp", "text", " Bonjour à tous ")
    assert row.details["profile_name"] == "Awa"
    assert valkey.client().llen("rq:queue:turns") == 1


@pytest.mark.parametrize(
    ("changes", "queue"),
    [
        ({"Body": "/statut"}, "urgent"),
        ({"Body": "STOP"}, "urgent"),
        ({"Body": "je veux mourir"}, "urgent"),
        ({"Body": "la b"}, "urgent"),
        ({"Body": "Continuer", "ButtonText": "Continuer", "ButtonPayload": "i7:1", "MessageType": "button"}, "urgent"),
        ({"Body": "Explique-moi la photosynthèse"}, "turns"),
    ],
)
def test_what_needs_no_agent_is_woken_for_past_the_turns(
    web: Web, valkey: Valkey, changes: dict[str, str], queue: str
) -> None:
    web.post(form(**changes))
    assert [valkey.client().llen(f"rq:queue:{name}") for name in ("turns", "urgent")] == [
        int(queue == name) for name in ("turns", "urgent")
    ]


@pytest.mark.parametrize("sender", [AWA, "whatsapp:+14155238886", "36034"])
@pytest.mark.parametrize("is_wanted", [True, False])
def test_what_came_along_is_due_to_go_at_twilio_from_the_first(
    database: Database, sender: str, is_wanted: bool
) -> None:
    """Whoever wrote it, and whatever becomes of the message."""
    web = Web(database, make_settings(environment="production", public_url=BASE, redis_url="redis://127.0.0.1:9/0",
                                      twilio_media_delete=is_wanted))  # fmt: skip
    media = f"https://api.twilio.com/2010-04-01/Accounts/{ACCOUNT_SID}/Messages/MM{'1' * 32}/Media/ME{'2' * 32}"
    web.post(form(From=sender, NumMedia="1", MediaUrl0=media, MediaContentType0="image/jpeg"))
    web.post(form(From=sender, MessageSid="SM" + "2" * 32))
    assert [row.media_due_at is not None for row in web.rows()] == [is_wanted, False]


def test_twenty_simultaneous_deliveries_are_one_row_and_one_wake_up(web: Web, valkey: Valkey) -> None:
    statuses = at_once(20, lambda _: web.post(form()).status_code)
    assert statuses == [200] * 20
    assert len(web.rows()) == 1
    assert valkey.client().llen("rq:queue:turns") == 1


def test_without_redis_the_message_is_kept_and_answered(web: Web, valkey: Valkey) -> None:
    valkey.kill()
    assert web.post(form()).status_code == 200
    assert len(web.rows()) == 1


def test_the_previous_token_is_good_while_tokens_rotate(web: Web) -> None:
    assert web.post(form(), sign(form(), token="b" * 32)).status_code == 200


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "nonsense",
        "é" * 28,
        sign(form(), token="c" * 32),
        sign(form(Body="autre")),
        sign(form(), url="https://bot.example:9" + PATH),
        sign(form(), url="http://bot.example:8443" + PATH),
        sign(form(), url=BASE + PATH + "/"),
    ],
)
def test_what_twilio_did_not_sign_leaves_no_trace(web: Web, signature: str) -> None:
    answer = web.post(form(), signature.encode("latin-1", "ignore").decode("latin-1"))
    assert (answer.status_code, answer.data) == (403, b"")
    assert web.rows() == []


def test_the_host_a_caller_claims_counts_for_nothing(web: Web) -> None:
    fields = form()
    forged = sign(fields, url="https://evil.example" + PATH)
    headers = {"X-Twilio-Signature": forged, "Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    assert web.client().post(PATH, data=fields, headers=headers).status_code == 403


def test_a_query_string_is_part_of_what_is_signed(web: Web) -> None:
    path = PATH + "?a=b%20c&d=%C3%A9"
    assert web.post(form(), sign(form(), url=BASE + path), path=path).status_code == 200
    assert web.post(form(MessageSid="SM" + "2" * 32), sign(form(), url=BASE + PATH), path=path).status_code == 403


def test_a_signed_replay_with_fields_swallowed_is_refused(web: Web) -> None:
    """Names and values are signed without separators: these fields have the signature of the honest ones."""
    honest = form(MessageType=None)
    swallowed = {name: value for name, value in honest.items() if name not in ("NumMedia", "NumSegments")}
    swallowed["MessageSid"] = honest["MessageSid"] + "NumMedia0NumSegments1"
    assert sign(swallowed) == sign(honest)
    assert web.post(swallowed).status_code == 403
    assert web.rows() == []


@pytest.mark.parametrize(
    "fields",
    [
        form(MessageSid="SM" + "1" * 31),
        form(MessageSid=None),
        form(MessageSid="XX" + "1" * 32),
        form(AccountSid="AC" + "9" * 32),
        form(AccountSid=None),
        form(From=None),
        form(From="whatsapp:nobody"),
        form(NumMedia="many"),
        form(NumMedia="1"),
    ],
)
def test_signed_nonsense_is_refused(web: Web, fields: dict[str, str]) -> None:
    assert web.post(fields).status_code == 403
    assert web.rows() == []


@pytest.mark.parametrize("first", [" Bonjour à tous ", "autre"])
def test_a_repeated_parameter_is_refused(web: Web, first: str) -> None:
    """Twilio signs what is said twice once; and who reads the first of two could take what nobody has signed."""
    body = urlencode([("Body", first), *form().items()])
    headers = {"X-Twilio-Signature": sign(form()), "Content-Type": "application/x-www-form-urlencoded"}
    assert web.client().post(PATH, data=body, headers=headers).status_code == 403
    assert web.rows() == []


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=x", "text/plain"])
def test_only_forms_are_read(web: Web, kind: str) -> None:
    headers = {"X-Twilio-Signature": sign({}), "Content-Type": kind}
    assert web.client().post(PATH, data=b"{}", headers=headers).status_code == 403


def test_a_body_over_64_kib_is_refused(web: Web) -> None:
    assert web.post(form(Body="a" * 70_000)).status_code == 413
    assert web.rows() == []


def test_unknown_parameters_are_no_reason_to_refuse(web: Web) -> None:
    assert web.post(form(NewTwilioThing="42", ReferralNumMedia="0")).status_code == 200


@pytest.mark.parametrize("sender", ["whatsapp:CI.1A2b3C", "whatsapp:CI.ENT.99", "+2250700000001"])
def test_every_kind_of_sender_is_known(web: Web, sender: str) -> None:
    assert web.post(form(From=sender, WaId=None)).status_code == 200
    assert web.rows()[0].sender == sender


@pytest.mark.parametrize(
    "body", ["", "😀😀", "مرحبا", "a\x00b", "x" * 1600, "\u202eabc", "' OR 1=1 --", "{{ 7*7 }}", "=1+1"]
)
def test_odd_text_is_taken(web: Web, body: str) -> None:
    assert web.post(form(Body=body)).status_code == 200
    assert web.rows()[0].body == body.replace("\x00", "")


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_other_methods_are_not_there(web: Web, method: str) -> None:
    assert web.client().open(PATH, method=method.upper()).status_code in (403, 405)


@given(st.dictionaries(st.text(min_size=1, max_size=20), st.text(max_size=60), max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_signed_form_makes_it_fail(tmp_path_factory: pytest.TempPathFactory, fields: dict[str, str]) -> None:
    web = _shared_web(tmp_path_factory)
    body = urlencode(fields, encoding="utf-8", errors="replace")
    read = Request.from_values(
        method="POST", data=body, content_type="application/x-www-form-urlencoded"
    ).form.to_dict()  # fmt: skip
    headers = {"X-Twilio-Signature": sign(read), "Content-Type": "application/x-www-form-urlencoded"}
    assert web.client().post(PATH, data=body, headers=headers).status_code == 403


_WEB: list[Web] = []


def _shared_web(folders: pytest.TempPathFactory) -> Web:
    if not _WEB:
        folder = folders.mktemp("web")
        database = open_database(f"sqlite:///{folder}/palabre.db")
        migrate(database)
        _WEB.append(
            Web(database, make_settings(environment="production", public_url=BASE, redis_url="redis://127.0.0.1:9/0"))
        )
    return _WEB[0]
