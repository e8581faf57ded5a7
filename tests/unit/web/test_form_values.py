"""A form is read as the standard library reads it."""

from urllib.parse import parse_qsl, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.exceptions import Forbidden

from bot.web.hooks import MOST_FIELDS, _values

PIECES = st.sampled_from("a é Tu = == & && ; + % %2 %20 %C3%A9 %c3 %zz".split())
QUOTED = st.text(max_size=6).filter(lambda said: said.isprintable()).map(quote_plus)


def read(encoded: bytes) -> dict[str, str] | None:
    try:
        pairs = parse_qsl(encoded.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        return None
    return dict(pairs) if len(dict(pairs)) == len(pairs) else None


@given(st.lists(PIECES | QUOTED, max_size=30).map(lambda pieces: "".join(pieces).encode()) | st.binary(max_size=20))
@example(b"")
@example(b"Body=Tu+es+l%C3%A0+%3F&From=whatsapp%3A%2B2250700000001&NumMedia=0&Latitude=")
@example(b"a=1&a=1")
@example(b"a=1&%61=1")
@example(b"=")
@example(b"&".join(b"%d=" % number for number in range(MOST_FIELDS)))
@example(b"&".join(b"%d=" % number for number in range(MOST_FIELDS + 1)))
@example(b"&" * MOST_FIELDS)
@example(b"&" * (MOST_FIELDS - 1))
def test_a_form_is_read_as_the_standard_library_reads_it(encoded: bytes) -> None:
    wanted = read(encoded)
    if wanted is None:
        with pytest.raises(Forbidden):
            _values(encoded)
    else:
        assert _values(encoded) == wanted
