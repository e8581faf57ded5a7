"""Photos and the demo model, which has no eyes: it measures what it got, and says no more."""

import json
from typing import Any

import pytest

from bot.agent.pictures import picture_part
from bot.agent.tool_results import fenced
from bot.simulator.demo.conversation import read_turn
from bot.types import Language
from tests.fakes.demo import BRAIN, Talk
from tests.fakes.photographs import jpeg, page

NOTE = "[Photo: photo-23.jpg, file 3, 600 × 400 px]"


def sent(*sizes: tuple[int, int], text: str = NOTE, model: str = "demo-student") -> dict[str, Any]:
    parts = [{"type": "text", "text": text}, *(picture_part(jpeg(page("", size)), "image/jpeg") for size in sizes)]
    return {"model": model, "messages": [{"role": "user", "content": parts}], "tools": []}


@pytest.mark.parametrize("caption", ["", "\nRésous l’équation 2x + 3 = 7", "\nquiz sur les fractions"])
def test_it_says_what_it_got_and_that_it_has_no_eyes(caption: str) -> None:
    step = BRAIN.next_step(read_turn(sent((600, 400), (300, 500), text=NOTE + caption)))
    assert "photo (600 × 400, 300 × 500), mais je suis un modèle de démonstration sans yeux" in str(step)


def test_what_a_message_quotes_is_nobody_s_wish() -> None:
    asked = "[Quoted: your message of 2026-11-26 14:05: “Fais un quiz (1)”]\nCombien font 2 + 2 ?"
    read = read_turn({"messages": [{"role": "user", "content": asked}]})
    assert read.text == "Combien font 2 + 2 ?"


def test_the_description_of_a_photo_tells_nothing_of_the_language() -> None:
    seen = f"{NOTE}\nOn it: {fenced('A photo of the board, and I do not know what it shows.')}"
    spoken = [{"role": "user", "content": said} for said in ("résous ça stp", seen, "supprime la photo")]
    assert read_turn({"messages": spoken}).language is Language.FR


def test_it_describes_a_photo_by_its_size() -> None:
    assert "600 × 400 pixels" in BRAIN.summarise(read_turn(sent((600, 400), text="Describe this picture")))


def test_words_that_were_recognised_are_shown() -> None:
    talk = Talk()
    note = "[Photo: photo-23.jpg, file 3, 600 × 400 px; you cannot see it; words recognised on it: « Exercice 3 »]"
    assert "sans yeux, mais voici les mots reconnus sur votre photo : Exercice 3" in talk.says(note)


@pytest.mark.parametrize("asked", ["Regarde encore ma photo", "tu peux revoir la photo ?", "look at my picture again"])
def test_it_looks_again_when_asked(asked: str) -> None:
    talk = Talk()
    assert "Un triangle" in talk.says(asked)
    assert talk.tools == ["look_at_picture"]
    assert json.dumps(talk.calls[0][1], ensure_ascii=False) == json.dumps({"question": asked}, ensure_ascii=False)


def test_a_guest_is_told_how_to_get_there() -> None:
    assert "/connexion" in Talk(guest=True).says("regarde encore ma photo")


@pytest.mark.parametrize(
    "said", ["C’est quoi une photosynthèse ?", "un cours sur la photographie", "comment voir la Lune"]
)
def test_other_words_are_no_photo(said: str) -> None:
    assert Talk().skill(said) != "photo"
