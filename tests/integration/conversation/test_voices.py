"""What is said to the bot: written down, said back, and taken for what somebody would have typed."""

from collections.abc import Callable

import pytest

from bot.dao.money import spending
from bot.models import Alert, OtpCode, StoredFile
from bot.services.attachments.voices import AWAY_FOR_S, WHOLE_S
from bot.types import Mode
from tests.fakes.model import calls, says
from tests.fakes.sounds import silence, voice
from tests.fakes.speech import Trouble
from tests.integration.conversation.callers import QUIZ, Caller
from tests.integration.conversation.conftest import CREDITS, GUEST, PUPIL

pytestmark = pytest.mark.one_database  # what is stored by it: test_said_aloud, test_attachments

HIDDEN = "[code]"


@pytest.mark.parametrize("kind", ["ogg", "amr", "mp3", "m4a"])
def test_what_is_said_is_said_back_and_answered(caller: Caller, kind: str) -> None:
    caller.says("Comment calculer une moyenne ?", kind=kind)
    assert caller.hears() == ["J’ai entendu : « Comment calculer une moyenne ? »", "Voici la réponse."]
    assert caller.asked() == "Comment calculer une moyenne ?"
    (heard,) = caller.speech.heard
    assert heard.language == "fr"
    assert heard.ending == ("ogg" if kind == "amr" else kind)
    assert caller.line.credits() == CREDITS - 1
    assert caller.rows(StoredFile) == []
    assert not caller.line.run().tainted


def test_what_it_cost_is_counted(caller: Caller) -> None:
    caller.says("Bonjour")
    with caller.line.database.read() as session:
        spent = spending.so_far(session, now := caller.line.clock.now(), Mode.STUDENT, None, now)
    assert spent.of_mode >= 0.006 * 1.5 / 60


def test_a_voice_and_a_text_are_one_turn(open_caller: Callable[..., Caller]) -> None:
    caller = open_caller(media_window_s=2.5)
    caller.speech.hears(440, "Et donne un exemple.")
    caller.line.stores("Explique Thalès")
    caller.stores(voice(440))
    caller.line.drain()
    assert caller.asked() == "Explique Thalès\nEt donne un exemple."
    assert caller.hears() == ["J’ai entendu : « Et donne un exemple. »", "Voici la réponse."]


def test_a_long_speech_is_said_back_in_one_line(caller: Caller) -> None:
    caller.says("une *phrase* qui [n’en] finit pas " * 40)
    echo, _ = caller.hears()
    assert len(echo) < 250
    assert echo.endswith("… »")
    assert not set("*[]") & set(echo)


@pytest.mark.parametrize(
    ("sound", "declared", "said"),
    [
        (silence(), "audio/ogg", "n’entends rien"),
        (voice(440, 0.1), "audio/ogg", "n’entends rien"),
        (b"OggS" + b"\xa7" * 3_000, "audio/ogg", "abîmé"),
        (voice(440)[:4_000], "audio/ogg", "abîmé"),
        (b"", "audio/ogg", "vide"),
        (voice(440, 8), "audio/ogg", "trop long"),
        (voice(440, 8, "amr"), "audio/amr", "trop long"),
    ],
)
def test_what_cannot_be_heard_gets_one_clear_answer(
    open_caller: Callable[..., Caller], sound: bytes, declared: str, said: str
) -> None:
    caller = open_caller(voice_minutes=0.1)
    caller.sends(sound, declared)
    (answer,) = caller.hears()
    assert said in answer
    assert caller.speech.heard == []
    assert caller.line.model.requests == []
    assert caller.line.credits() == CREDITS


@pytest.mark.parametrize("words", [" … ", "Sous-titrage ST' 501"])
def test_a_transcriber_that_hears_nothing(caller: Caller, words: str) -> None:
    caller.says(words)
    (answer,) = caller.hears()
    assert "n’entends rien" in answer
    assert caller.line.credits() == CREDITS


def test_nobody_writes_it_down_and_the_voice_is_kept_for_a_day(open_caller: Callable[..., Caller]) -> None:
    caller = open_caller(model_transcribe=None)
    caller.sends(voice(440, kind="amr"), "audio/amr")
    (answer,) = caller.hears()
    assert "ne peux pas encore l’écouter" in answer
    (kept,) = caller.rows(StoredFile)
    assert isinstance(kept, StoredFile)
    assert (kept.content_type, kept.origin, kept.user_id) == ("audio/ogg", "sent", 1)
    caller.line.says("/fichiers")
    assert "vocal" not in " ".join(caller.hears())
    assert caller.line.credits() == CREDITS


# --- what is said counts as typed ------------------------------------------------------------------------------------


@pytest.fixture
def quizzed(caller: Caller) -> Caller:
    """One to whom a question of three options was put."""
    steps = iter((calls(("interactive_quiz", QUIZ)), says("À vous.")))
    caller.line.model.script(lambda _request: next(steps, says("La suite.")))
    caller.line.says("Fais-moi un quiz sur les capitales")
    caller.hears()
    assert caller.question() is not None
    return caller


@pytest.mark.parametrize(
    "words", ["Deux.", "La deuxième.", "Réponse B.", "Bé.", "Dakar.", "Le numéro deux, s'il vous plaît."]
)
def test_a_number_that_is_said_answers_a_quiz(quizzed: Caller, words: str) -> None:
    quizzed.says(words)
    assert quizzed.question() is None
    heard = quizzed.hears()
    assert heard[0] == f"J’ai entendu : « {words} »"
    assert "Dakar est au Sénégal" in heard[1]
    assert "Bravo" in heard[1] or "✅" in heard[1] or "juste" in heard[1].lower() or "exact" in heard[1].lower()


def test_a_sentence_that_is_said_leaves_the_quiz_open(quizzed: Caller) -> None:
    quizzed.says("J'ai deux questions sur la leçon.")
    assert quizzed.asked() == "J'ai deux questions sur la leçon."


def test_a_number_that_is_said_answers_a_menu(caller: Caller) -> None:
    caller.line.says("/langue")
    assert caller.question() is not None
    caller.hears()
    caller.says("La deux.")
    assert caller.question() is None
    assert any("English" in line or "speak" in line for line in caller.hears())


@pytest.mark.parametrize("name", ["", "Enregistrement 12.m4a"])
def test_a_command_that_is_said(caller: Caller, name: str) -> None:
    """Also in a recording that was sent as a file: its name, which comes as the text, was said by nobody."""
    caller.says("Mes crédits.", name=name)
    echo, answer = caller.hears()
    assert echo == "J’ai entendu : « Mes crédits. »"
    assert "50" in answer


def test_a_wish_for_a_person_is_heard(caller: Caller) -> None:
    caller.says("Je veux parler à une personne.")
    assert caller.line.model.requests == []
    assert caller.line.outcomes() == ["command"]


@pytest.mark.parametrize("words", ["Stop.", "STOP !", "Arrête.", "Ne m'écris plus."])
def test_a_voice_alone_stops_nothing(caller: Caller, words: str) -> None:
    caller.says(words)
    assert "tapez STOP" in caller.hears()[-1]
    assert caller.line.address(PUPIL).opted_out_at is None
    caller.line.says("STOP")
    assert caller.line.address(PUPIL).opted_out_at is not None


def test_whoever_opted_out_is_not_listened_to(caller: Caller) -> None:
    caller.line.says("STOP")
    caller.hears()
    caller.says("Bonjour")
    assert caller.speech.requests == 0
    assert caller.hears() == []


def test_distress_that_is_said_is_cared_for_as_if_it_were_typed(caller: Caller) -> None:
    caller.says("Je veux mourir.")
    heard = caller.hears()
    assert not any("entendu" in line for line in heard)
    assert any("aide@palabre.example" in line for line in heard)
    assert caller.line.credits() == CREDITS
    (alert,) = [alert for alert in caller.rows(Alert) if isinstance(alert, Alert)]
    assert "mourir" not in alert.detail


# --- one-time codes --------------------------------------------------------------------------------------------------


def digits_of(caller: Caller) -> str:
    """The code that was sent last."""
    (code,) = [row for row in caller.rows(OtpCode) if isinstance(row, OtpCode)]
    return caller.line.runtime.delivery.codes.codes(code.nonce)[0]


def begins_sign_in(caller: Caller) -> str:
    caller.line.says("/connexion", address=GUEST)
    caller.line.says("1", address=GUEST)
    caller.hears(GUEST)
    return digits_of(caller)


WORDS = "zéro un deux trois quatre cinq six sept huit neuf".split()


@pytest.mark.parametrize("spoken", [str, lambda code: " ".join(WORDS[int(digit)] for digit in code),
                                    lambda code: f"Mon code, c'est {code[:3]} {code[3:]}."])  # fmt: skip
def test_a_code_that_is_awaited_may_be_said(caller: Caller, spoken: Callable[[str], str]) -> None:
    code = begins_sign_in(caller)
    caller.says(spoken(code), address=GUEST)
    assert caller.line.address(GUEST).signed_in_until is not None
    assert not any("entendu" in line or code in line for line in caller.hears(GUEST))
    assert caller.body() == HIDDEN
    assert caller.line.model.requests == []


def test_a_wrong_code_counts_as_one_typed_wrong_and_is_not_said_back(caller: Caller) -> None:
    code = begins_sign_in(caller)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    caller.says(" ".join(WORDS[int(digit)] for digit in wrong), address=GUEST)
    heard = " ".join(caller.hears(GUEST))
    assert "entendu" not in heard
    assert wrong not in heard
    assert caller.body() == HIDDEN
    caller.says("quatre huit deux neuf", address=GUEST)
    assert "entendu" not in " ".join(caller.hears(GUEST))
    assert caller.body() == HIDDEN


@pytest.mark.parametrize(
    "around", ["{}", "Je me souviens de mon code, c'était {}, et j'ai une question sur Pythagore."]
)
def test_an_old_code_that_is_said_is_neither_said_back_nor_shown_nor_kept(caller: Caller, around: str) -> None:
    code = begins_sign_in(caller)
    caller.line.says("0", address=GUEST)
    caller.hears(GUEST)
    caller.says(around.format(" ".join(WORDS[int(digit)] for digit in code)), address=GUEST)
    heard = " ".join(caller.hears(GUEST))
    assert "entendu" not in heard
    assert code not in heard
    assert caller.line.model.requests == []
    assert caller.body() == HIDDEN


def test_the_code_of_an_e_mail_may_be_said_as_well(open_caller: Callable[..., Caller]) -> None:
    caller = open_caller(smtp_url="smtp://127.0.0.1:9", mail_from="Palabre <bot@palabre.example>")
    caller.line.says("/email awa@example.org")
    caller.hears()
    code = digits_of(caller)
    caller.says("quatre huit deux neuf")
    assert "entendu" not in " ".join(caller.hears())
    caller.says(" ".join(WORDS[int(digit)] for digit in code))
    heard = " ".join(caller.hears())
    assert "C’est fait" in heard
    assert "entendu" not in heard
    assert caller.body() == HIDDEN
    assert caller.line.model.requests == []


def test_six_digits_that_are_no_code_are_an_ordinary_question(caller: Caller) -> None:
    caller.says("Combien font quatre cent quatre-vingt-deux mille neuf cent treize plus douze, quinze et dix-huit ?")
    assert "quatre-vingt-deux mille" in caller.asked()


# --- trouble with the provider ---------------------------------------------------------------------------------------


def test_a_transcriber_that_is_away_for_a_moment_is_asked_again(caller: Caller) -> None:
    caller.speech.trouble.extend([Trouble(503), Trouble(503)])
    caller.says("Bonjour")
    assert caller.hears()[-1] == "Voici la réponse."
    assert caller.speech.requests == 3


@pytest.mark.parametrize(("trouble", "tries"), [(Trouble(503), 4), (Trouble(401), 1), (Trouble(400), 1)])
def test_one_that_stays_away_costs_nothing_but_one_clear_line(caller: Caller, trouble: Trouble, tries: int) -> None:
    caller.speech.trouble.extend([trouble] * 50)
    began = caller.line.clock.monotonic()
    caller.says("Bonjour")
    (answer,) = caller.hears()
    assert "Réessayez dans quelques minutes" in answer
    assert caller.line.clock.monotonic() - began < WHOLE_S
    assert caller.speech.requests == tries
    assert caller.line.credits() == CREDITS
    assert caller.line.model.requests == []
    is_auth = trouble.status == 401
    assert [alert.kind for alert in caller.rows(Alert) if isinstance(alert, Alert)] == ["provider_auth"] * is_auth


def test_while_it_is_away_others_are_not_kept_waiting(caller: Caller) -> None:
    caller.speech.trouble.extend([Trouble(503)] * 5)
    caller.says("Bonjour")
    caller.says("Encore")
    assert caller.speech.requests == 5
    caller.says("Et maintenant ?")  # the first that succeeds ends it
    assert caller.asked() == "Et maintenant ?"
    caller.speech.trouble.extend([Trouble(503)])
    caller.says("Là ?")
    assert caller.asked() == "Là ?"
    assert AWAY_FOR_S <= 60


def test_nobody_is_listened_to_when_the_day_is_spent(open_caller: Callable[..., Caller]) -> None:
    caller = open_caller(daily_budget_dollars=0.000001)
    caller.says("Bonjour")
    caller.hears()
    caller.says("Encore")
    assert caller.speech.requests == 1


def test_nothing_that_was_said_is_in_a_log(caller: Caller, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    caller.says("Mon secret est turquoise.")
    caller.speech.trouble.extend([Trouble(400, b'{"error": "secret turquoise"}')])
    caller.says("Mon secret est turquoise.")
    assert "turquoise" not in caplog.text
