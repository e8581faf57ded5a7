"""Which address is meant by a mistyped one: guessed where it is near, never where it is as good as any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clients.mail_message import is_address
from bot.reading.commands.arguments import email_address
from bot.reading.replies.meant_addresses import COMMON, mended_address, usual_address


@pytest.mark.parametrize(
    ("domain", "meant"),
    [("gmail.con", "gmail.com"), ("gmial.com", "gmail.com"), ("gmail.co", "gmail.com"), ("gmail.fr", "gmail.com"),
     ("GMAI.COM", "gmail.com"), ("gmaill.con", "gmail.com"), ("yaho.fr", "yahoo.fr"), ("yahoo.con", "yahoo.com"),
     ("hotmial.com", "hotmail.com"), ("outlok.fr", "outlook.fr"), ("icloud.fr", "icloud.com")],
)  # fmt: skip
def test_a_domain_near_to_a_common_one_is_doubted(domain: str, meant: str) -> None:
    assert usual_address(f"Awa.k@{domain}") == f"Awa.k@{meant}"


@pytest.mark.parametrize(
    "domain",
    [*COMMON, "GMAIL.COM", "ymail.com", "mail.com", "mail.ru", "live.fr", "free.fr", "sfr.fr", "aol.com", "msn.com",
     "me.com", "abc.com", "orange.ci", "orange.sn", "gmx.com", "gouv.ci", "education.gouv.ci", "univ-cocody.edu.ci",
     "iut.univ-lome.tg", "ecobank.com", "boa.bj", "palabre.example", "exemple.ci"],
)  # fmt: skip
def test_others_are_taken_at_their_word(domain: str) -> None:
    assert usual_address(f"awa@{domain}") is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("awa@yahoo,fr", "awa@yahoo.fr"), ("awa@gmail", "awa@gmail.com"), ("awa @ gmail. com", "awa@gmail.com"),
     ("awa@gmail com", "awa@gmail.com"), ("c’est awa@gmail .com merci", "awa@gmail.com"),
     ("awa@@gmail..com", "awa@gmail.com"), ("aïcha@gmail.com", "aicha@gmail.com"), ("awa@école.ci", "awa@ecole.ci"),
     ("awa@gmailcom", "awa@gmail.com"), ("awa.gmail.com", "awa@gmail.com"), ("awahotmail.com", "awa@hotmail.com"),
     ("awa＠gmail。com", "awa@gmail.com"), ("a\u200bwa@gmail.com", "awa@gmail.com"),
     ("awa@gmail.com😀", "awa@gmail.com"), ("awa arobase gmail. com", "awa@gmail.com"),
     ("awa@gm\u0430il.com", "awa@gmail.com")],
)  # fmt: skip
def test_what_is_no_address_is_mended(typed: str, meant: str) -> None:
    assert email_address(typed) is None
    assert mended_address(typed) == meant


@pytest.mark.parametrize(
    "typed",
    ["", "@", "awa@", "@gmail.com", "gmail.com", "bonjour", "awa@gmail.com et koffi@gmail.com", "awa kone@gmail.com",
     "pas une adresse", "c’est quoi @gmail.com ?", "awa@..", "écris à awa@gmail,com que je viens",
     f"awa@gmail,com{'!' * 300}"],
)  # fmt: skip
def test_what_could_be_anybody_s_is_not_guessed(typed: str) -> None:
    assert mended_address(typed) is None


@given(st.text(max_size=60) | st.text("awé@.,; gmailcofr", max_size=30))
def test_a_guess_is_always_an_address(text: str) -> None:
    meant = mended_address(text)
    assert meant is None or (is_address(meant) and usual_address(meant) is None)
