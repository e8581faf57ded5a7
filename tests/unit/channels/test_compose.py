"""Composition: parts of at most 1,600 characters, three at most, numbered on SMS."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels import compose as composing
from bot.channels.compose import Composition, compose, safe_text
from bot.channels.gsm7 import economical, is_gsm7, segments
from bot.channels.splitting import split
from bot.channels.whatsapp_marks import set_marks
from bot.text.french import spaced
from bot.text.markup_source import protect
from bot.text.stash import Stash
from bot.types import Channel, Language

SENTENCE = "La photosynthèse transforme la lumière en énergie. "


def words(count: int) -> str:
    return (SENTENCE * (count // len(SENTENCE) + 1))[:count].strip()


@pytest.mark.parametrize("channel", Channel)
def test_of_an_endless_answer_only_what_may_fit_is_read(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that writes backticks for ever held the whole process: 20 s for 100,000."""
    read: list[int] = []
    for name in ("to_plain", "to_whatsapp"):
        convert = getattr(composing, name)
        monkeypatch.setattr(
            composing, name, lambda text, convert=convert, **how: read.append(len(text)) or convert(text, **how)
        )
    composition = compose("Le début. " + "[" * 100_000, channel, Language.FR)
    assert composition.overflow
    assert composition.parts[0].startswith("Le début.")
    assert max(read) <= composing.READ
    assert not compose("Oui." + " " * 100_000, channel, Language.FR).overflow


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("markdown", ["", "  \n", "\u200b\x00", "<!-- rien -->", "&#8203;", "&nbsp;"])
def test_a_blank_answer_has_no_parts(markdown: str, channel: Channel) -> None:
    assert compose(markdown, channel, Language.FR) == Composition((), overflow=False)


@pytest.mark.parametrize(
    ("channel", "text"),
    [
        (Channel.WHATSAPP, "*Réponse\u00a0:* ça vaut √2 – «\u00a0voilà\u00a0»"),
        (Channel.SMS, "Réponse : ça vaut racine(2) – « voilà »"),
    ],
)
def test_a_short_answer_is_one_part_in_the_channel_s_own_form(channel: Channel, text: str) -> None:
    assert compose("**Réponse :** ça vaut $\\sqrt{2}$ – « voilà »", channel, Language.FR) == Composition(
        (text,), overflow=False
    )


@pytest.mark.parametrize(("size", "count"), [(1600, 1), (1700, 2), (3100, 2), (3300, 3), (4700, 3)])
@pytest.mark.parametrize("channel", Channel)
def test_up_to_three_parts_are_sent_whole(channel: Channel, size: int, count: int) -> None:
    composition = compose(words(size), channel, Language.FR)
    assert len(composition.parts) == count
    assert not composition.overflow
    assert all(len(part) <= 1600 for part in composition.parts)
    joined = " ".join(re.sub(r"^\(\d/\d\) ", "", part) for part in composition.parts)
    assert joined == words(size)


def test_parts_are_numbered_on_sms_only() -> None:
    text = words(3300)
    assert [part[:6] for part in compose(text, Channel.SMS, Language.FR).parts] == ["(1/3) ", "(2/3) ", "(3/3) "]
    assert not any(part.startswith("(") for part in compose(text, Channel.WHATSAPP, Language.FR).parts)
    assert not compose("court", Channel.SMS, Language.FR).parts[0].startswith("(")


@pytest.mark.parametrize(("channel", "ellipsis"), [(Channel.WHATSAPP, "…"), (Channel.SMS, "...")])
def test_a_longer_answer_becomes_its_beginning(channel: Channel, ellipsis: str) -> None:
    composition = compose(words(9000), channel, Language.FR)
    assert composition.overflow
    assert len(composition.parts) == 1
    assert 900 <= len(composition.parts[0]) <= 1000
    assert composition.parts[0].endswith("énergie." + ellipsis)


def test_the_beginning_of_code_closes_its_fence() -> None:
    (part,) = compose("```\n" + "ligne de code\n" * 600 + "```", Channel.WHATSAPP, Language.FR).parts
    assert part.endswith("\n```\n…")
    assert part.count("```") == 2


def test_emoji_count_double() -> None:
    composition = compose("👍" * 1000, Channel.WHATSAPP, Language.FR)
    assert [len(part) for part in composition.parts] == [800, 200]


def test_a_link_stays_whole_on_both_channels() -> None:
    link = "https://exemple.fr/media/" + "a" * 60 + "/cours.pdf"
    for channel in Channel:
        assert any(link in part for part in compose(words(1560) + f" [cours]({link}) fin", channel, Language.FR).parts)


@pytest.mark.parametrize(("mark", "length"), [("**", 1), ("_", 1), ("~~", 1), ("`", 1), ("**", 9), ("_", 40)])
@pytest.mark.parametrize("before", [960, 1_560])
def test_no_part_begins_or_ends_inside_what_is_marked(mark: str, length: int, before: int) -> None:
    """Also the beginning of an answer that is longer; and what is longer than a part can keep whole."""
    marked = f"{mark}Attention ! Ne divise jamais par zéro. {'Le reste suit ici. ' * length}".rstrip() + mark
    for times in (1, 5):
        text = f"{words(before)} {marked} {words(1_500 * times)}"
        for part in compose(text, Channel.WHATSAPP, Language.FR).parts:
            assert part.count("*") % 2 == part.count("_") % 2 == part.count("~") % 2 == part.count("`") % 2 == 0


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("space", [" ", "\u202f"])
def test_an_amount_is_never_in_two_parts(channel: Channel, space: str) -> None:
    """« … vous devez 47 250 », « 000 FCFA »: a thousandth of it, by SMS."""
    amount = f"47{space}250{space}000{space}FCFA"
    for before in range(1_560, 1_600):
        parts = compose(f"{('mot ' * 400)[:before].strip()} {amount} {words(900)}", channel, Language.FR).parts
        assert (
            sum(amount.replace("\u202f", " ") in part.replace("\u202f", " ").replace("\u00a0", " ") for part in parts)
            == 1
        )


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_title_is_in_the_part_of_what_it_is_above(gap: str) -> None:
    for before in range(1_520, 1_600):
        text = f"{words(before)}\n\n## Une pile{gap}{words(900)}"
        assert not any(part.endswith("*") for part in compose(text, Channel.WHATSAPP, Language.FR).parts)


def test_lines_that_are_all_bold_are_cut_between_two() -> None:
    parts = compose(
        "\n".join(f"**Ligne {number} du texte**" for number in range(150)), Channel.WHATSAPP, Language.FR
    ).parts
    assert all(part.startswith("*Ligne") and part.endswith("texte*") for part in parts)


def test_safe_text_is_applied_before_anything_else() -> None:
    assert compose("a\x00\u202eb\U000e0041c" + chr(0xD83D), Channel.WHATSAPP, Language.FR).parts == ("abc",)
    assert safe_text("a\x00") == "a"


@given(st.text(max_size=200), st.integers(1, 60), st.sampled_from(Channel))
@settings(max_examples=150, deadline=None)
def test_whatever_the_answer_its_parts_can_be_sent(text: str, times: int, channel: Channel) -> None:
    composition = compose(text * times, channel, Language.FR)
    assert len(composition.parts) <= (1 if composition.overflow else 3)
    for part in composition.parts:
        assert 0 < len(part.encode("utf-16-le")) // 2 <= 1600
        assert part.strip()
        assert "\x00" not in part


def test_french_on_sms_is_gsm7_whatever_the_marks() -> None:
    markdown = (
        "# Œuvre complète\n\n- **ça** « être »…\n\n| à | ê |\n|---|---|\n| $x^2$ | π |\n\nVoilà l’essentiel, en bref."
    )
    assert is_gsm7(compose(markdown, Channel.SMS, Language.FR).parts[0])


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("La leçon est prête", "La leçon est prête"),  # one segment either way
        ("Écris « bonjour »", "Écris « bonjour »"),
        (
            "La leçon « Les forêts » est prête : " + "a" * 60,
            'La lecon "Les forêts" est prête : '.replace("ê", "e") + "a" * 60,
        ),
        ("La leçon est prête, مرحبا " + "a" * 60, "La leçon est prête, مرحبا " + "a" * 60),  # UCS-2 anyway
        ("Œuvre 👍 " + "a" * 20, "Œuvre 👍 " + "a" * 20),
    ],
)
def test_an_sms_is_transliterated_only_when_that_saves_a_segment(text: str, sent: str) -> None:
    assert compose(text, Channel.SMS, Language.FR).parts == (sent,)


def test_a_part_that_needs_another_script_leaves_the_others_cheap() -> None:
    french = "La leçon sur les forêts est prête, et l’élève la relit. "
    composition = compose(french * 50 + "\n\n" + "مرحبا " * 100, Channel.SMS, Language.FR)
    assert [is_gsm7(part) for part in composition.parts] == [True] * (len(composition.parts) - 1) + [False]
    assert len(composition.parts) > 1


@given(st.text(alphabet="abc éèçêœ«»’…\u00a0\n😀مπ", max_size=300), st.integers(1, 12))
@settings(max_examples=100, deadline=None)
def test_no_sms_costs_more_than_its_text(text: str, times: int) -> None:
    for part in compose(text * times, Channel.SMS, Language.FR).parts:
        assert segments(economical(part)) == segments(part)


@pytest.mark.parametrize(
    "step",
    [
        lambda: set_marks("~ ~^" * 100_000),
        lambda: protect("\\(a" * 60_000, Stash(15), Stash(16)),
        lambda: split("http://a " * 12_000, 1_600),
    ],
    ids=["marks", "formulas", "links"],
)
def test_the_work_grows_no_faster_than_the_text(step: Callable[[], object]) -> None:
    """What grows with the square of the length takes minutes here, and meets the suite's limit for one test."""
    assert step()


def test_a_french_answer_is_set_as_french_for_whoever_has_chosen_english() -> None:
    french, english = "Voici ce que je sais : « oui » !", "A question ? No : an answer."
    assert compose(french, Channel.WHATSAPP, Language.EN).parts == (spaced(french),)
    assert compose(english, Channel.WHATSAPP, Language.EN).parts == (english,)


@pytest.mark.parametrize(
    ("table", "language", "sent"),
    [
        ("|Word|Price|\n|-|-|\n|Rice|5|", Language.EN, "*Word: Price*\n- Rice: 5"),
        ("|Word|Price|Qty|\n|-|-|-|\n|Rice|5|2|", Language.EN, "- Word: Rice; Price: 5; Qty: 2"),
        ("|Pays|Prix|Nb|\n|-|-|-|\n|Mali|5|2|", Language.FR, "- Pays : Mali ; Prix : 5 ; Nb : 2"),
        ("Voici les prix de la ville :\n\n|Pays|Prix|\n|-|-|\n|Mali|5|", Language.EN, "*Pays : Prix*\n- Mali : 5"),
    ],
)
def test_the_marks_of_a_table_are_set_as_its_language_sets_them(table: str, language: Language, sent: str) -> None:
    (part,) = compose(table, Channel.WHATSAPP, language).parts
    assert part.replace("\u00a0", " ").endswith(sent)
