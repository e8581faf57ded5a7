"""French spacing, where it belongs and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.channels.compose import compose
from bot.channels.gsm7 import is_gsm7, segments
from bot.text.french import spaced
from bot.types import Channel, Language


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bravo !", "Bravo~!"),
        ("Quel est votre niveau ?", "Quel est votre niveau~?"),
        ("Pour changer : /mode ; sinon rien", "Pour changer~: /mode~; sinon rien"),
        ("Écrivez « je passe ».", "Écrivez «~je passe~»."),
        ("*Bonne réponse !* 2. b", "*Bonne réponse~!* 2. b"),
        ("Quoi ?!", "Quoi~?!"),
        ("Bravo!", "Bravo!"),  # where nobody left a space there is none
        ("Rendez-vous à 12:30, ratio 3:4", "Rendez-vous à 12:30, ratio 3:4"),
        ("Lien : https://palabre.ci/a?b=c:d;e!f suite ?", "Lien~: https://palabre.ci/a?b=c:d;e!f suite~?"),
        ("Voyez https://palabre.ci/media/x !", "Voyez https://palabre.ci/media/x !"),
        ("Écrivez à aide@palabre.example : merci", "Écrivez à aide@palabre.example : merci"),
        ("```\nif x :\n    y = a ? b : c\n```\nFini !", "```\nif x :\n    y = a ? b : c\n```\nFini~!"),
        ("Tapez `a ? b : c` ici !", "Tapez `a ? b : c` ici~!"),
        ("x != 2 et y := 3", "x != 2 et y := 3"),
        (" : au début", " : au début"),
        ("fin \n: suite", "fin \n: suite"),
    ],
)
def test_a_mark_stays_with_its_word(text: str, shown: str) -> None:
    assert spaced(text).replace("\u00a0", "~") == shown


def test_english_and_sms_keep_their_spaces() -> None:
    assert compose("Really ?", Channel.WHATSAPP, Language.EN).parts == ("Really ?",)
    assert compose("Vraiment ?", Channel.SMS, Language.FR).parts == ("Vraiment ?",)
    assert compose("Vraiment ?", Channel.WHATSAPP, Language.FR).parts == ("Vraiment\u00a0?",)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_a_no_break_space_is_a_plain_one_by_sms(space: str) -> None:
    (part,) = compose(f"Vraiment{space}? Oui{space}!", Channel.SMS, Language.FR).parts
    assert part == "Vraiment ? Oui !"
    (other,) = compose(f"Bonjour {'مرحبا'}{space}!", Channel.SMS, Language.FR).parts
    assert not is_gsm7(other)
    assert space not in other
    assert segments(part) == 1


@given(st.text(alphabet=" a:;?!«»`.@/\n1", max_size=80))
def test_nothing_but_spaces_changes_and_twice_is_once(text: str) -> None:
    once = spaced(text)
    assert once.replace("\u00a0", " ") == text
    assert spaced(once).replace("\u00a0", " ") == text
