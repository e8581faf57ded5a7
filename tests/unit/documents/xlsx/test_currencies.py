"""Which currency an amount is in, as people write it."""

import pytest

from bot.documents.xlsx.values import currency_in


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("1 200 GH₵", "GHS"), ("GH₵ 1 200", "GHS"), ("₵5", "GHS"), ("1 500 ₦", "NGN"), ("US$ 12", "USD"), ("12 kg", "")],
)
def test_the_currency_of_an_amount(amount: str, currency: str) -> None:
    assert currency_in(amount) == currency
