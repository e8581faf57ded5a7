"""What a code is made of."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from bot.channels.gsm7 import is_gsm7, segments
from bot.models import OtpCode
from bot.models.base import utc_now
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Language
from tests.fakes.product import make_settings

CODES = OneTimeCodes(make_settings())
OTHERS = OneTimeCodes(make_settings(secret_key="another-key-for-tests-and-nothing-else"))


@given(st.text("0123456789abcdef", min_size=32, max_size=32))
def test_a_code_is_six_digits_and_always_the_same(nonce: str) -> None:
    code = CODES.code(nonce)
    assert len(code) == 6
    assert code.isdigit()
    assert CODES.code(nonce) == code


def test_codes_depend_on_the_key_and_the_nonce() -> None:
    nonces = [hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest() for number in range(300)]
    made = [CODES.code(nonce) for nonce in nonces]
    assert len(set(made)) > 295
    assert made != [OTHERS.code(nonce) for nonce in nonces]
    assert any(code.startswith("0") for code in made)


def test_a_digest_fits_one_asker_and_one_key() -> None:
    digest = CODES.digest("asker", "123456")
    assert digest == CODES.digest("asker", "123456")
    assert len({digest, CODES.digest("asked", "123456"), CODES.digest("asker", "123457")}) == 3
    assert digest != OTHERS.digest("asker", "123456")
    assert "123456" not in digest


def test_the_message_is_one_segment_in_both_languages() -> None:
    row = OtpCode(number="+2250700000001", prefix="2250700", asker="a", nonce="n", digest="d", expires_at=utc_now())
    code = CODES.code("n")
    assert CODES.text(row, Language.FR) == f"Code Palabre : {code}. Ne le partagez pas."
    assert CODES.text(row, Language.EN) == f"Palabre code: {code}. Do not share it."
    odd = OneTimeCodes(make_settings(service_name="Cœur d’Études"))
    for language in Language:
        assert is_gsm7(odd.text(row, language))
        assert segments(odd.text(row, language)) == 1
