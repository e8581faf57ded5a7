"""Sums and lengths of time in sentences, and what sentences say where a setting is none or one."""

import pytest

from bot.i18n.catalogue import say
from bot.i18n.figures import grouped, lasting
from bot.services.money.packs import Pack
from bot.types import Language

FR, EN = Language.FR, Language.EN


@pytest.mark.parametrize(
    ("number", "french", "english"),
    [(0, "0", "0"), (999, "999", "999"), (12_345, "12\u00a0345", "12,345"), (-1_000, "-1\u00a0000", "-1,000")],
)
def test_thousands_stand_apart(number: int, french: str, english: str) -> None:
    assert (grouped(number, FR), grouped(number, EN)) == (french, english)


@pytest.mark.parametrize(
    ("seconds", "french", "english"),
    [(30, "1 minute", "1 minute"), (1_800, "30 minutes", "30 minutes"), (3_600, "1 heure", "1 hour"),
     (5_400, "90 minutes", "90 minutes"), (7_199, "119 minutes", "119 minutes"), (86_399, "23 heures", "23 hours"),
     (86_400, "24 heures", "24 hours"), (31_622_400, "8 784 heures", "8,784 hours")],
)  # fmt: skip
def test_a_length_of_time_is_never_said_to_be_longer(seconds: float, french: str, english: str) -> None:
    assert (lasting(seconds, FR).replace("\u00a0", " "), lasting(seconds, EN).replace("\u00a0", " ")) == (
        french,
        english,
    )


@pytest.mark.parametrize(
    ("key", "values", "french", "english"),
    [
        ("guest_allowance_used", {"limit": 1}, "votre message d’essai du jour", "used your trial message for"),
        ("guest_allowance_used", {"limit": 0}, "Je réponds aux personnes", "I answer people who"),
        ("prices_guest", {"limit": 0, "welcome": 0, "turn": 1, "pro": 2}, "Une fois la connexion faite, une réponse",
         "Once you sign in, an answer costs a student 1 credit, a"),
        ("prices_guest", {"limit": 1, "welcome": 1, "turn": 0, "pro": 0}, "gratuit. Une fois la connexion faite, vous "
         "recevez 1 crédit ; une réponse coûte 0 crédit", "is free. Once you sign in you get 1 credit; an answer"),
        ("account_guest", {"left": 0, "limit": 0}, "connecté ici. Pour vous connecter", "signed in. To sign in"),
        ("over_day", {"limit": 1}, "d’aujourd’hui : 1 message. Je", "maximum: 1 message. I"),
        ("credits_low", {"low": 1}, "moins de 1 crédit. Pour", "less than 1 credit left"),
        ("background_no_credits", {"credits": 1, "balance": 0}, "coûte 1 crédit, et", "costs 1 credit, and"),
        ("link_over", {"seconds": 3_600}, "pendant 1 heure. Pour", "works for 1 hour. To"),
    ],
)  # fmt: skip
def test_sentences_read_well_with_none_and_with_one(
    key: str, values: dict[str, int], french: str, english: str
) -> None:
    given = {"contact": "aide@palabre.example", **values}
    for language, words in ((FR, french), (EN, english)):
        assert words in say(language, key, **given).replace("\u00a0", " ")


def test_a_pack_of_one_is_one_credit() -> None:
    pack = Pack("one", 1, 10, "XOF")
    assert pack.label(FR).replace("\u00a0", " ") == "1 crédit, 10 FCFA"
