"""What words say of a price."""

import pytest

from bot.reading.replies.accepting import Accepting, accepts, asks_for_less

SAID = {
    Accepting.YES: [
        "oui", "ok", "D’accord", "d'accord stp", "vas-y", "oui vas-y", "Oui, fais-le", "je veux bien",
        "je suis d’accord", "j’accepte", "c’est bon", "ok merci", "pas de problème", "no problem", "sure, go ahead",
        "do it", "👍🏾", "✅", "1 ok", "ok 1", "continue", "okk", "dakor",
        "waaw", "ndiyo", "ça me va", "oui boss",
        "y a pas de problème",
    ],
    Accepting.NO: [
        "non", "non merci", "0", "oui 2", "👎", "❌", "trop cher", "trop cher deh", "Non, c’est trop cher pour moi",
        "👎 merci", "🚫", "🙅", "too expensive", "je ne suis pas d’accord", "2 non", "2. Non", "non, 2", "2 non merci",
        "pardon non", "hapana", "déédéet", "jamais de la vie",
    ],
    Accepting.LEAVE: [
        "laisse tomber", "laisse", "pas maintenant", "plus tard", "never mind", "retour", "c’est pas la peine",
        "pas encore", "non pas encore",
    ],
    Accepting.UNCLEAR: ["merci", "Super !", "parfait, merci", "merci beaucoup", "merci chef", "merci mingi",
                        "thanks", "nice", "oui 👎", "oui ✋",
                        "ok 🤔", "1 non", "eh", "waw", "no wahala", "on est ensemble"],
    Accepting.OTHER: [
        "", "ça", "sa", "cest", "le", "je veux", "pas d’accord", "c’est pas cher", "ok mais c’est cher",
        "combien ça coûte ?",
        "oui mais en anglais", "non vas-y", "not ok", "c’est quoi ?", "et si je dis oui ?", "3",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("reply", "said"), [(reply, said) for said, replies in SAID.items() for reply in replies])
def test_what_a_reply_says_of_a_price(reply: str, said: Accepting) -> None:
    assert accepts(reply) is said


@pytest.mark.parametrize("reply", ["en bref", "Réponds en bref stp", "bref", "oui, en bref", "just a short answer"])
def test_a_wish_for_less(reply: str) -> None:
    assert asks_for_less(reply)


@pytest.mark.parametrize("reply", ["non", "maintenant", "", "en bref, le cacao", "c’est long"])
def test_no_wish_for_less(reply: str) -> None:
    assert not asks_for_less(reply)
