"""What transcribers write where nobody speaks."""

import pytest

from bot.reading.incoming.transcripts import spoken_alone


@pytest.mark.parametrize(
    "transcript",
    [
        "", " … ", "♪♪♪", "[Musique]", "[BLANK_AUDIO]", "(silence)", "*toux*",
        "[Rires] [Applaudissements]", "♪ Frère Jacques ♪",
        "Sous-titrage ST' 501", "Sous-titrage Société Radio-Canada", "Sous-titrage MFP.", "Sous-titrage FR 2021",
        "Sous-titres réalisés par la communauté d'Amara.org", "Sous-titres par Amara.org", "❤️ par SousTitreur.com",
        "Subtitles by the Amara.org community", "Transcription by CastingWords", "Merci d'avoir regardé cette vidéo !",
        "Thanks for watching!", "Thank you so much for watching.", "Sous-titrage ST' 501\nSous-titrage ST' 501",
    ],
)  # fmt: skip
def test_nobody_said_it(transcript: str) -> None:
    assert spoken_alone(transcript) == ""


@pytest.mark.parametrize(
    ("transcript", "said"),
    [
        ("Dakar. Sous-titrage ST' 501", "Dakar."),
        ("Deux.\nSous-titrage Société Radio-Canada", "Deux."),
    ],
)
def test_what_was_said_beside_it_is_kept(transcript: str, said: str) -> None:
    assert spoken_alone(transcript) == said


@pytest.mark.parametrize(
    "transcript",
    [
        "Merci.", "Merci d'avoir regardé mon devoir.", "Au secours ! Au secours ! Au secours !", "(x+1)(x-2)", "2.",
        "Explique Thalès. (rires) Et Pythagore ?",
        "Sous-titrage ou doublage, quelle différence ?", "Comment faire le sous-titrage par Internet ?", "[2, 3[",
        "Fais des sous-titres pour ma vidéo.", "Merci.  Deux   espaces.\nUne ligne.", "A-t-on dit stop ? Arrête.",
        "La transcription de l'ADN.", "Subtitles in French, please.", "Transcription par l'ARN.",
    ],
)  # fmt: skip
def test_what_somebody_said_stays_as_it_is(transcript: str) -> None:
    assert spoken_alone(transcript) == transcript
