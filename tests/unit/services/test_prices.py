"""Prices as data: what they come to, and what is said of a file that is wrong."""

import json
from datetime import UTC
from pathlib import Path

import pytest

from bot.errors import ConfigurationError
from bot.models import LedgerEntry
from bot.services.money import quotes
from bot.services.money.prices import Prices, prices_of
from bot.services.money.statement import line, prices_in_words
from bot.text.french import with_plain_spaces
from bot.tools.toolsets import TOOLSETS
from bot.types import Language, Mode
from tests.fakes.product import make_settings


def own(folder: Path, text: str) -> Prices:
    path = folder / "prices.toml"
    path.write_text(text, encoding="utf-8")
    return prices_of(make_settings(prices_file=str(path)))


def test_ours_are_what_the_contract_says() -> None:
    prices = prices_of(make_settings())
    assert [prices.of_turn(mode) for mode in Mode] == [0, 1, 2]
    assert [prices.of_background(mode) for mode in Mode] == [0, 5, 8]
    prices.check_tools({tool.name for tools in TOOLSETS.values() for tool in tools})
    assert prices.of_tokens("any", 1_000_000) == 0


def test_what_is_counted_in_small_units_is_rounded_down(tmp_path: Path) -> None:
    prices = own(tmp_path, "[tokens]\nlarge = 0.5\n[delivery]\nsegment = 0.4\nmegabyte = 0.25\n")
    assert [prices.of_tokens("large", tokens) for tokens in (1_999, 2_000, 4_100)] == [0, 1, 2]
    assert prices.of_tokens("another", 9_000) == 0
    assert [prices.of_segments(count) for count in (0, 1, 3, 4, 6)] == [0, 0, 0, 1, 2]
    assert prices.of_bytes(8_500_000) == 2


def test_a_call_may_cost_more_the_more_it_is_given() -> None:
    prices = prices_of(make_settings())
    assert [prices.of_call("generate_pdf", "x" * size) for size in (100, 4_999, 5_000, 20_000)] == [1, 1, 2, 5]
    assert prices.of_call("web_search", "x" * 20_000) == 0


@pytest.mark.parametrize("line", ["é" * 100, "Leçon 1"])
def test_a_call_costs_what_it_was_given_however_its_model_writes_that(line: str) -> None:
    prices, given = prices_of(make_settings()), {"blocks": [{"text": line}] * 80}
    ways = [json.dumps(given, ensure_ascii=plain, indent=indent) for plain in (True, False) for indent in (None, 40)]
    assert max(map(len, ways)) - min(map(len, ways)) > 5_000
    assert len({prices.of_call("generate_docx", way) for way in ways}) == 1


def test_an_operators_file_replaces_single_lines(tmp_path: Path) -> None:
    prices = own(tmp_path, '[turn]\npro = 3\n[tools]\nweb_search = { call = 1 }\n[tokens]\n"*" = 1\n')
    assert [prices.of_turn(mode) for mode in Mode] == [0, 1, 3]
    assert (prices.of_call("web_search", ""), prices.of_call("generate_pdf", "")) == (1, 1)
    assert prices.of_tokens("any", 2_500) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[turn]\nstudent = -1\n", "turn.student"),
        ("[turn]\nstudent = 1.5\n", "turn.student"),
        ('[turn]\nstudent = "2"\n', "turn.student"),
        ("[turn]\nteacher = 1\n", "turn.teacher"),
        ("[turns]\nstudent = 1\n", "turns"),
        ("turn = 4\n", "turn"),
        ("[delivery]\nsegment = nan\n", "delivery.segment"),
        ("[delivery]\nsegment = 99999999\n", "delivery.segment"),
        ("[tools]\ngenerate_pdf = 3\n", "tools.generate_pdf"),
        ("[tools\n", "prices.toml"),
        ("\x00", "prices.toml"),
    ],
)
def test_a_wrong_file_is_told_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^PRICES_FILE .*{said}") as told:
        own(tmp_path, text)
    assert "\n" not in str(told.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"PRICES_FILE .*No such file"):
        prices_of(make_settings(prices_file=str(tmp_path / "none.toml")))


def test_a_tool_that_does_not_exist_has_no_price(tmp_path: Path) -> None:
    known = {tool.name for tools in TOOLSETS.values() for tool in tools}
    prices = own(tmp_path, "[tools]\ngenerate_pfd = { call = 1 }\n")
    with pytest.raises(ConfigurationError, match=r"PRICES_FILE tools\.generate_pfd: there is no such tool"):
        prices.check_tools(known)


def test_dollars_are_estimated_by_model() -> None:
    prices = prices_of(make_settings())
    assert prices.in_dollars("gpt-5-mini", 1_000_000, 100_000, 400_000) == pytest.approx(0.15 + 0.01 + 0.2)
    assert prices.in_dollars("gpt-5-nano", 0, 1_000_000, 0) == pytest.approx(0.4)
    assert prices.in_dollars("who knows", 1_000_000, 0, 0) == pytest.approx(0.25)


def test_long_work_is_quoted_with_the_tools_it_is_known_to_use() -> None:
    prices = prices_of(make_settings())
    assert quotes.of_background(prices, Mode.STUDENT) == 5
    assert quotes.of_background(prices, Mode.PRO, {"generate_pdf": "x" * 5_000}) == 10
    assert "environ 10 crédits" in with_plain_spaces(quotes.question(10, 30, Language.FR))


def test_prices_are_told_in_one_line() -> None:
    prices = prices_of(make_settings())
    assert told(prices, Mode.PRO) == (
        "Une réponse coûte 2 crédits, plus 1 par document (davantage s’il est long), 1 par petit programme, 1 par SMS "
        "envoyé pour vous, 1 par tranche de 5 SMS après le premier. Un travail en arrière-plan (/fond) en coûte 8. "
        "Au-delà de 5 crédits, je demande d’abord votre accord. Une réponse qui échoue est remboursée. Recharger : "
        "/acheter"
    )
    assert "1 per document (more if it is long)" in told(prices, Mode.STUDENT, Language.EN)


def told(prices: Prices, mode: Mode, language: Language = Language.FR) -> str:
    """To somebody of a mode, who is asked above five credits."""
    offered = {tool.name for tool in TOOLSETS[mode]}
    return with_plain_spaces(prices_in_words(prices, mode, offered, 5, language))


def test_only_what_a_mode_has_is_told(tmp_path: Path) -> None:
    """A pupil has no programs, and an installation its own prices."""
    prices = own(tmp_path, '[tokens]\n"*" = 0.5\n[delivery]\nmegabyte = 1\n[background]\nstudent = 0\n')
    assert told(prices, Mode.STUDENT) == (
        "Une réponse coûte 1 crédit (davantage si elle est longue), plus 1 par document (davantage s’il est long), "
        "1 par SMS envoyé pour vous, les fichiers selon leur taille, 1 par tranche de 5 SMS après le premier. Au-delà "
        "de 5 crédits, je demande d’abord votre accord. Une réponse qui échoue est remboursée. Recharger : /acheter"
    )


def test_what_is_free_is_not_told(tmp_path: Path) -> None:
    free = "".join(f"{tool} = {{ call = 0, thousand_characters = 0 }}\n" for tool in prices_of(make_settings()).tools)
    prices = own(tmp_path, f"[tools]\n{free}[delivery]\nsegment = 0\n")
    assert told(prices, Mode.STUDENT).startswith("Une réponse coûte 1 crédit. Un travail en")


@pytest.mark.parametrize(
    ("amount", "language", "told"),
    [(1, Language.FR, "+1 crédit offert"), (20, Language.FR, "+20 crédits offerts"),
     (1, Language.EN, "+1 credit as a gift"), (2, Language.EN, "+2 credits as a gift")],
)  # fmt: skip
def test_one_credit_is_told_as_one(amount: int, language: Language, told: str) -> None:
    entry = LedgerEntry(user_id=1, amount=amount, balance=amount, kind="grant", idempotency_key="x")
    assert line(entry, language, UTC) == told
