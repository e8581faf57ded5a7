"""A yes or a no in words, and what is neither."""

import pytest

from bot.reading.replies.assent import SENDING, SENDING_CODE, Assent, assent, insists, options_of, typed_digit

YES = [
    "oui", "D’accord", "c'est bon", "C’est parfait", "je valide", "oui merci", "ok vas-y", "un", "le chiffre un",
    "le chiffre 1", "👍", "👍🏾", "✅", "Ok 👍", "yes please", "looks good", "go ahead", "I agree", "je confirme",
    "Oui, je confirme !", "très bien", "Super !", "ça marche", "c’est top", "nice, thanks",
    "okk", "Dakor !", "d’acc", "cest bon", "sa marche", "waaw", "Waaw waaw", "ndiyo", "ok ndiyo", "ça me va",
    "j’ai dit oui", "👍🏻👍🏿", "oui chef", "Waaw jërëjëf",
    "oui euh oui vas-y", "ok inch’Allah",
]  # fmt: skip
NO = [
    "non", "Non merci", "no thanks", "no thank you", "nope", "pas du tout", "laisse tomber", "Non, laissez tomber svp",
    "never mind", "j’ai changé d’avis", "surtout pas", "pas la peine", "plus besoin merci",
    "👎 merci", "👎🏾 stp", "❌ non merci", "👎", "❌", "🚫", "🙅🏾\u200d♀️",
    "pardon non", "jamais", "c’est non", "j’ai dit non", "je refuse", "pas question",
    "déédéet jërëjëf", "non papa", "hapana", "Hapana asante", "déédéet", "dédet", "boye te",
]  # fmt: skip
NEITHER = [
    "", "oui mais change l’objet", "non, change l’objet", "c'est pas bon", "pas d’accord", "deux", "la 2", "7",
    "✋", "je sais pas", "c'est bon pour lundi ?", "le chiffre deux", "un peu plus court", "non le mail", "faux",
    "c’est faux", "merci de raccourcir", "pas maintenant", "laisse", "oublie la date", "trop long",
    "👎 plus court", "✋ plus court", "l’objet est à revoir ✋", "1 mais à 10 h", "12",
    "il faut te relire", "chef", "euh", "eh bien non pas lui",
]  # fmt: skip


DOUBTED = [
    "oui 👎", "ok ❌", "oui 🙅🏾", "ok 🛑", "oui ✖️", "c'est bon 👎", "oui ✋", "ok ✋🏿", "oui 🤚🏽", "merci 🖐🏾",
    "oui 🤔",
    "ok 🤷🏾\u200d♂️", "1 ✋", "48213 ❌", "48213 ?", "1 non", "1 non merci", "waw", "eh", "te", "oya",
    "sawa", "ok sawa", "awo",
    "no wahala", "on est ensemble", "y a pas drap", "oki doki", "i gree",
]  # fmt: skip
SAID = {**dict.fromkeys(YES, Assent.YES), **dict.fromkeys(NO, Assent.NO), **dict.fromkeys(NEITHER, Assent.NEITHER)}
SAID |= dict.fromkeys(DOUBTED, Assent.DOUBTED)


@pytest.mark.parametrize(("reply", "said"), SAID.items())
def test_what_a_reply_says(reply: str, said: Assent) -> None:
    assert assent(reply) is said
    assert assent(reply, SENDING) is said


@pytest.mark.parametrize("reply", ["oui envoie le mail", "envoie", "envoyez-le maintenant", "send it now", "l’envoyer"])
def test_the_wish_itself_is_a_yes_where_something_is_to_be_sent(reply: str) -> None:
    assert assent(reply, SENDING) is Assent.YES
    assert assent(reply) is Assent.NEITHER


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        *(
            (text, Assent.YES)
            for text in (
                "oui",
                "envoie",
                "envoie le code",
                "envoie-moi un code",
                "par SMS",
                "send me a code",
                "le même",
                "oui c’est bien mon numéro",
                "this number",
            )
        ),
        *(
            (text, Assent.NEITHER)
            for text in ("envoie un mail", "le mail", "message", "n’envoie pas le code", "quel code", "pas celui-ci")
        ),
    ],
)
def test_where_a_code_is_offered_it_is_what_is_sent(reply: str, said: Assent) -> None:
    assert assent(reply, SENDING_CODE) is said


@pytest.mark.parametrize(
    "reply", ["n’envoie pas", "ne l’envoie pas", "envoie le mail à Awa", "envoie un autre message"]
)
def test_a_wish_for_something_else_is_no_yes(reply: str) -> None:
    assert assent(reply, SENDING) is Assent.NEITHER


@pytest.mark.parametrize(
    ("reply", "digit"),
    [
        *(("1", 1), ("1️⃣", 1), ("1.", 1), ("le 2", 2), ("option 3", 3), ("option3", 3), ("oui 1", 1), ("2 stp", 2)),
        *(("1 ok", 1), ("1 oui envoie", 1), ("je tape 1", 1), ("stp 1", 1), ("1, je valide", 1), ("1 👍", 1)),
        *(("1er", None), ("le 1er", None), ("2e", None), ("la 3ème", None), ("un", None), ("a", None), ("oui", None)),
        *(("1 et 3", None), ("1 1", None), ("4", None), ("0", None), ("1 mais à 10 h", None), ("pas 1", None)),
        *(("3 non", 3), ("non, 3", 3), ("3 non merci", 3), ("2 non", None), ("non 1", None), ("non", None)),
        *(("1 h", None), ("1er ok", None), ("1 non", None), ("12", None), ("-1", None), ("1/2", None)),
    ],
)
def test_a_digit_is_typed_alone_or_beside_a_yes(reply: str, digit: int | None) -> None:
    assert typed_digit(reply, ("", "", "")) == digit


@pytest.mark.parametrize(
    ("reply", "digit"), [("1. Oui, seulement ceci", 1), ("2) non", 2), ("Oui, seulement ceci", None), ("1 non", None)]
)
def test_a_digit_is_typed_before_its_words(reply: str, digit: int | None) -> None:
    assert typed_digit(reply, options_of("Puis-je ?\n1. Oui, seulement ceci\n2. Non")) == digit


@pytest.mark.parametrize(
    "reply", ["👍", "oui supprime", "supprime tout", "je suis sûr", "yes delete it", "ok vas-y", "un"]
)
def test_where_a_number_is_asked_for_a_yes_insists(reply: str) -> None:
    assert insists(reply)


@pytest.mark.parametrize(
    "reply", ["merci", "Merci svp", "non", "laisse tomber", "supprime la phrase", "👎", "", "c'est faux"]
)
def test_what_does_not_insist(reply: str) -> None:
    assert not insists(reply)
