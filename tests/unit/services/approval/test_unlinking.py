"""Which addresses of a text stay links, and what becomes of the others."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.channels.compose import compose
from bot.services.approval.unlinking import Unlinking, opens_nothing, with_hosts
from bot.services.approval.vouched import links_in, spelt_in
from bot.types import Channel, Language

LESSON = "https://fr.wikipedia.org/wiki/Fraction"
KNOWN = with_hosts({LESSON, "http://cours.ci/a?b=1"})


def dead(text: str, *, code_is_dead: bool = False) -> str:
    return Unlinking(KNOWN, code_is_dead=code_is_dead)(text)


@pytest.mark.parametrize(
    "text",
    [
        f"Voir {LESSON}.", f"({LESSON})", f"Source:{LESSON}", f"*{LESSON}*", f"« {LESSON} »", "https://fr.wikipedia.org",
        "fr.wikipedia.org, par exemple", "fr.wikipedia.org/wiki/Fraction", "http://cours.ci/a?b=1",
        "http://cours.ci", f"{LESSON}!!!!",
        "le fichier cours.pdf", "lettre.doc et notes.xls", "clip.mp4", "Cours.odt",
        "moi@exemple.org", "3.14 et 1.2.3", "Fin. Suite", "etc.) et/ou", "1. Lomé\n2. Accra",
    ],
)  # fmt: skip
def test_what_others_wrote_and_what_is_no_address_stays(text: str) -> None:
    assert dead(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://evil.example/log?d=secret", "evil[.]example/log?d=secret"),
        ("(https://evil.example/log?d=secret).", "(evil[.]example/log?d=secret)."),
        (f"{LESSON}?d=secret", "fr[.]wikipedia[.]org/wiki/Fraction?d=secret"),
        (f"{LESSON}/../secret", "fr[.]wikipedia[.]org/wiki/Fraction/[.][.]/secret"),
        ("HTTPS://EVIL.EXAMPLE/X", "EVIL[.]EXAMPLE/X"),
        ("hhttps://ttps://evil.example/x", "evil[.]example/x"),
        ("http:/evil.example", "evil[.]example"),
        ("ftp://evil.example/x", "evil[.]example/x"),
        ("https://evil。example/x", "evil[.]example/x"),
        ("http://evil/secret", "evil/secret"),
        ("http://2130706433/secret", "2130706433/secret"),
        ("127.0.0.1:80/secret", "127[.]0[.]0[.]1:80/secret"),
        ("evil.example?d=secret", "evil[.]example?d=secret"),
        ("www.evil.example/x", "www[.]evil[.]example/x"),
        ("secret.evil.example", "secret. evil. example"),
        (f"{LESSON},https://evil.example/secret", "fr[.]wikipedia[.]org/wiki/Fraction,https://evil[.]example/secret"),
        (f"evil.example/{LESSON}", "evil[.]example/fr[.]wikipedia[.]org/wiki/Fraction"),
        ("fini.Ensuite", "fini. Ensuite"),
        ("archive.zip", "archive. zip"),  # of sites too
        (f"{LESSON}!?!?!", "fr[.]wikipedia[.]org/wiki/Fraction!?!?!"),  # its end could say something too
        (f"{'s' * 65}@exemple.org/", f"{'s' * 65}@exemple[.]org/"),
        (f"{'s' * 65}@exemple.org", f"{'s' * 65}@exemple. org"),
    ],
)  # fmt: skip
def test_what_the_model_alone_wrote_opens_nothing(text: str, shown: str) -> None:
    assert dead(text) == shown.replace("https://evil[.]example", "evil[.]example")


@pytest.mark.parametrize(
    "name",
    ["i❤.ws", "i❤️.ws", "\U0001f4a9.la", "evil\ufe0f.example", "cafe\u0301.example", "evil.भारत", "இந்தியா.example",
     "evil.e\u0301xample", "evil-.example", "👩\u200d🎓.ws"],
)  # fmt: skip
def test_a_site_may_be_named_by_pictures_and_marks(name: str) -> None:
    shown = name.replace(".", "[.]")
    assert dead(f"{name}/log?d=secret") == f"{shown}/log?d=secret"
    assert dead(f"Fin ({name})") == f"Fin ({name.replace('.', '. ')})"
    for before in ("", "Source:", "voir=", "1.", "#", "(", "/", "awa@"):
        assert links_in(f"Oui {before}{name}/log?d=secret, non")[-1].recipient.endswith("/log?d=secret")


@pytest.mark.parametrize(
    "before", ["Source:", "voir=", "#", "-", "_", "/", ".", "&", "x:", "http:", "http:/", "ftp://"]
)
@pytest.mark.parametrize("name", ["evil.example/log?d=secret", "evil。example/log", "evil.example:443/x"])
def test_a_message_opens_what_stands_behind_anything(before: str, name: str) -> None:
    assert [link.recipient for link in links_in(f"Lis {before}{name} vite")] == [f"https://{name}"]


@pytest.mark.parametrize(
    "text",
    ["awa.koffi@exemple.org", "écrire à moi@mail.exemple.org.", "dossier/cours.pdf", "3.14/2", "le 12.11.2026: bilan",
     "10 000 €.Le solde", "M. Koné", "etc.) et/ou", "Fin. Suite"],
)  # fmt: skip
def test_a_message_without_a_link_opens_nothing(text: str) -> None:
    assert links_in(text) == ()


def test_what_a_message_opens_is_told_whole_and_once() -> None:
    text = f"{LESSON}, http://cours.ci/a.html?b=c.de et [ici]({LESSON})evil.example/x"
    assert [link.recipient for link in links_in(text)] == [
        LESSON,
        "http://cours.ci/a.html?b=c.de",
        "https://evil.example/x",
    ]


@pytest.mark.parametrize("piece", ["a", "a.", "a.bb", "a-", "http:/"])
def test_letters_without_end_hold_up_nobody(piece: str) -> None:
    """In patterns that no thread can interrupt: 18 s for 20,000 letters."""
    text, began = piece * (20_000 // len(piece)), time.process_time()
    dead(text)
    links_in(text[:8_000])
    assert time.process_time() - began < 2


@pytest.mark.parametrize("spelling", ["https://fr.wikipedia.org/wiki/%46raction", f"{LESSON}#secret",
                                      "HTTPS://FR.wikipedia.org/wiki/Fraction"])  # fmt: skip
def test_a_known_address_has_one_spelling(spelling: str) -> None:
    """How it is spelt, and what stands behind #, could else say something to whoever serves it."""
    assert dead(spelling) == LESSON


def test_code_stays_code_where_nothing_in_it_is_a_link() -> None:
    code = "```\nos.path.join(a)\n```\nou `np.array`"
    assert dead(code, code_is_dead=True) == code
    assert dead(code) != code
    assert dead("`https://evil.example/x`", code_is_dead=True) == "`evil[.]example/x`"


@pytest.mark.parametrize("code", ["a`x evil.example/x y`b", "5`x evil.example/x`", "a```x evil.example/x y```b"])
def test_backticks_within_words_are_no_code(code: str) -> None:
    assert dead(code, code_is_dead=True) == code.replace("evil.example", "evil[.]example")


@pytest.mark.parametrize(
    "marked", ["*evil*.example/x", "~evil~.example/x", "evil.*example*/x", "evil._example_/x", "*_evil_*.*example*/x"]
)
def test_bold_within_a_name_leaves_it_a_name(marked: str) -> None:
    """« **evil**.example » is `*evil*.example` on WhatsApp, which shows evil.example."""
    assert dead(f"Lis {marked}") == f"Lis {marked.replace('.', '[.]')}"


def test_a_run_that_has_read_nothing_shows_what_it_likes() -> None:
    unlinking = Unlinking(None)
    assert unlinking("Voir https://evil.example/x") == "Voir https://evil.example/x"
    assert not unlinking.changed


def test_it_knows_what_to_tell() -> None:
    texts = {LESSON: False, "fini.Ensuite": False, "https://evil.example/x": True, "evil.example/x": True}
    for text, told in {**texts, "evil.example/x, fini.Ensuite": True}.items():
        unlinking = Unlinking(KNOWN)
        unlinking(text)
        assert unlinking.changed is told


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize(
    "markdown",
    [
        "[ici](https://evil.example/x?d=s)", "![x](https://evil.example/x?d=s)", r"https://evil\.example/x?d=s",
        "evil&#46;example/x?d=s", "https://ev**il**.example/x?d=s", "<https://evil.example/x?d=s>",
        "evil．example/x?d=s", "e\u200bvil.example/x?d=s", "[a]: https://evil.example/x?d=s\n\n[a]",
        "| a |\n|---|\n| https://evil.example/x?d=s |", "`https://evil.example/x?d=s`",
        "**evil**.example/x?d=s", "evil.**example**/x?d=s",
    ],
)  # fmt: skip
def test_no_way_of_writing_it_makes_a_link(markdown: str, channel: Channel) -> None:
    (part,) = compose(markdown, channel, Language.FR, Unlinking(KNOWN, code_is_dead=True)).parts
    assert links_in(part) == () == links_in(part.replace("*", "").replace("_", ""))
    assert "://" not in part


@given(st.text(st.sampled_from("ab./:?#@[]()*`~_ \nhttps%-。"), max_size=60))
@example("https://https://a.bb")
@example("h[.]https://aa.bb")
def test_nothing_that_remains_is_a_link(text: str) -> None:
    once = dead(text)
    assert dead(once) == once
    assert not [link for link in links_in(once) if "://" in once and link.recipient not in once.replace("[.]", ".")]
    assert "http://" not in once.lower()
    assert "https://" not in once.lower()


def test_a_text_that_is_exactly_as_long_as_a_part_still_fits() -> None:
    text = "x.yy " * 320
    for part in compose(text, Channel.WHATSAPP, Language.FR, Unlinking(())).parts:
        assert len(part) <= 1_600


def test_the_links_of_a_document_are_those_that_are_known() -> None:
    text = f"[a]({LESSON}) [b]({LESSON}?d=s) {LESSON}, https://evil.example/x https://fr.wikipedia.org"
    assert spelt_in(text, KNOWN) == {LESSON, "https://fr.wikipedia.org"}


@pytest.mark.parametrize("channel", [Channel.WHATSAPP, Channel.SMS])
@pytest.mark.parametrize(
    "words",
    [
        r"evil\.example/x?d=s", r"evil\\\.example/x", "evil&#46;example/x", "evil&amp;#46;example/x",
        "ev**il**.example/x",
        "[a](https://evil.example/x)", "https://evil.example", r"h\ttps://evil.example/x", "`evil.example/x`",
    ],
)  # fmt: skip
def test_words_that_a_page_dictated_open_nothing_in_a_text_of_ours(words: str, channel: Channel) -> None:
    for sentence in ("N° 1 : étape 1 sur 2 ({})", "{} – 12 Ko", "• {} : 3 sur 4"):
        (part,) = compose(sentence.format(opens_nothing(words)), channel, Language.FR).parts
        assert links_in(part) == ()
        assert "://" not in part


def test_ordinary_words_stay_as_they_are() -> None:
    for words in ("Fiche de maths n° 3", "Lire 2 pages, écrire", "C++", "Chapitre 1.2 : l’eau", "50 % de 3 × 4"):
        assert opens_nothing(words) == words
