"""What the bot says and is told: catalogues that agree, prompts that render for everybody."""

import itertools
import re
from datetime import date

import pytest
from jinja2 import meta

from bot.conversation.turn.prompts import Facts, summary_prompt, system_prompt
from bot.i18n.catalogue import catalogue, environment, sentences
from bot.i18n.detect import detect
from bot.types import Channel, Language, Level, Mode

TODAY = date(2026, 11, 22)
FACTS = Facts("Palabre", "l’aide aux devoirs", "aide@palabre.example", "An answer costs 1 credit.")


def variables(text: str) -> set[str]:
    return meta.find_undeclared_variables(environment(Language.FR).parse(text))


def test_both_catalogues_have_the_same_keys_and_placeholders() -> None:
    french, english = sentences(Language.FR), sentences(Language.EN)
    assert list(french) == list(english), "the same keys in the same order, file by file"
    assert {key: variables(text) for key, text in french.items()} == {
        key: variables(text) for key, text in english.items()
    }
    assert set(catalogue(Language.FR)) == set(french)


def test_french_is_written_with_its_own_apostrophe_and_spaces() -> None:
    for key, text in sentences(Language.FR).items():
        said = re.sub(r"\{\{.*?\}\}", "", text.partition(" / Which")[0])
        assert "'" not in said, key
        assert not re.search(r"\w[?!;]", said), key


def test_english_is_written_with_its_own_apostrophe_and_quotation_marks() -> None:
    code = re.compile(r"\{[{%].*?[%}]\}|make run .*")
    straight = re.compile(r"['\"]")
    assert [key for key, text in sentences(Language.EN).items() if straight.search(code.sub("", text))] == []


@pytest.mark.parametrize(
    ("key", "values", "french", "english"),
    [
        ("tasks_dropped_all", {"count": 1}, "1 tâche retirée", "1 task taken off your list. I"),
        ("tasks_dropped_all", {"count": 2}, "2 tâches retirées", "remind you of them."),
        ("attachment_too_complex", {"what": "photo"}, "votre photo : c’est trop long", "Your photo is too long"),
        ("attachment_too_long", {"minutes": 1.5}, "jusqu’à 1,5 minute.", "listen to 1.5 minutes at most"),
        ("attachment_too_large", {"mb": "2.5"}, "plus de 2,5 Mo", "larger than 2.5 MB"),
        ("admin_list_hidden", {"length": "1"}, "(1 caractère)", "(1 character)"),
        ("admin_teaching_of_turns", {"turns": "1"}, "sur 1 demande", "of 1 request"),
        ("status_thinking", {"seconds": 0}, "depuis 1 s.", "for 1 s."),
        ("status_tool", {"seconds": 125, "doing": "calcul"}, "depuis 2 minutes (calcul)", "for 2 minutes (calcul)"),
        ("task_done", {"title": "Appeler maman !"}, "faite : Appeler maman ! Bravo", "noted: Appeler maman ! Well"),
        ("task_dropped", {"title": "Réviser"}, "liste : Réviser. Je", "list: Réviser. I"),
        ("task_reminder", {"title": "Réviser.", "due": "", "number": 1}, "Rappel : Réviser.\n", "Reminder: Réviser.\n"),
        ("draft_unwanted", {"recipients": "a@x.ci, b@x.ci"}, "à a@x.ci, b@x.ci, on ne veut", "asked for no more"),
    ],
)
def test_a_sentence_agrees_with_its_numbers_and_names(
    key: str, values: dict[str, object], french: str, english: str
) -> None:
    assert french in catalogue(Language.FR)[key].render(values)
    assert english in catalogue(Language.EN)[key].render(values)


def test_no_french_word_lost_its_accents() -> None:
    text = " ".join(sentences(Language.FR).values()).lower()
    for bare in ("reponse", "desole", "probleme", "credits epuises", "deja", "apres", "a ete", "piece jointe", "voila"):
        assert not re.search(rf"\b{bare}\b", text)


def test_french_calls_nobody_a_man() -> None:
    """What is said to whoever it is agrees with « la connexion » or « votre compte », never with « vous »."""
    to_a_man = re.compile(
        r"\bvous (?:n’)?(?:êtes|serez|avez (?:\w+ )?été)(?: \w+)? (?:\w+[éi]|seul|prêt)\b"
        r"|\b(?:une fois|quand on est) \w+é\b",
        re.IGNORECASE,
    )
    assert [key for key, text in sentences(Language.FR).items() if to_a_man.search(text)] == []


@pytest.mark.parametrize("language", Language)
def test_an_e_mail_to_others_is_ended_by_its_link_alone(language: Language) -> None:
    """A reply to it goes to its author, and nobody here reads that."""
    said = sentences(language)
    assert "stop" not in (said["draft_ending"] + said["unsubscribe_over"]).lower()


@pytest.mark.parametrize("language", Language)
def test_no_line_of_a_sentence_ends_with_a_block(language: Language) -> None:
    """The renderer takes the end of the line away with it, unless the block stands alone there."""
    for key, text in sentences(language).items():
        ends = [line for line in text.split("\n")[:-1] if line.endswith("%}")]
        assert all(line.startswith("{%") and line.count("%}") == 1 for line in ends), key


@pytest.mark.parametrize(("mode", "channel", "language"), list(itertools.product(Mode, Channel, Language)))
@pytest.mark.parametrize("level", [None, *Level])
def test_every_prompt_renders_for_everybody(
    mode: Mode, level: Level | None, channel: Channel, language: Language
) -> None:
    def render() -> str:
        return system_prompt(mode, level, channel, language, FACTS, TODAY)

    text = render()
    assert len(re.findall(r"[\d,]+ characters", text)) == 1, "one length for an answer"
    assert not re.search(r"\S- [A-Z]", text), "a rule begins its line, whatever file it comes from"
    assert "Palabre" in text
    assert "l’aide aux devoirs" in text
    assert "aide@palabre.example" in text
    assert FACTS.prices in text
    assert "Help nobody to harm" in text
    assert "A code of six digits from Palabre comes only when somebody asks for one" in text
    assert "You change and erase nothing of it: never say that you did, name the command." in text
    assert ("French" if language == Language.FR else "English") in text
    assert text == render()
    assert summary_prompt(language)


def test_the_student_prompt_follows_the_level_and_the_professional_one_the_field() -> None:
    asked = (Channel.SMS, Language.FR, FACTS, TODAY)
    texts = {system_prompt(Mode.STUDENT, level, *asked) for level in (None, *Level)}
    assert len(texts) == 5
    assert all("hint" in text for text in texts)
    pro = system_prompt(Mode.PRO, None, *asked)
    assert "SYSCOHADA" in pro
    assert "OHADA" in pro


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bonjour", Language.FR),
        ("Hello", Language.EN),
        ("c koi une fraction", Language.FR),
        ("Explique-moi les fractions stp", Language.FR),
        ("What is a fraction?", Language.EN),
        ("Explain fractions to me please", Language.EN),
        ("L’élève", Language.FR),
        ("2+2", None),
        ("😀", None),
        ("مرحبا", None),
        ("Pythagore", None),
        ("", None),
    ],
)
def test_the_language_of_a_message(text: str, expected: Language | None) -> None:
    assert detect(text) == expected
