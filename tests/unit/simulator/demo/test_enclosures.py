"""What the demo model says of documents and cards that come with a message."""

import pytest

from tests.fakes.demo import OWN, Talk

NOTE = "[Document: bail.pdf, file 12, PDF, 3 pages, 2.1 kB]"


@pytest.mark.parametrize("words", ["", "\nRésume ce document", "\nun quiz sur les fractions"])
def test_a_document_is_read_by_its_number_and_its_beginning_told(words: str) -> None:
    talk = Talk()
    assert talk.skill(NOTE + words) == "enclosure"
    said = talk.says(NOTE + words)
    assert "bail.pdf (PDF, 3 pages, 2,1\u00a0ko)" in said
    assert "Les feuilles vertes" in said
    assert list(talk.tools) == ["read_user_file"]


def test_a_column_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    added = {"heading": "Montant", "column": "C", "sum": 375_105, "numbers": 300}
    monkeypatch.setitem(OWN, "read_user_file", {**OWN["read_user_file"], "sums": [added]})
    said = Talk().says(f"{NOTE}\nLe total de la colonne C ?")
    assert "colonne Montant : **375105** (300 nombres)" in said.replace("\u00a0", " ")


@pytest.mark.parametrize("note", [NOTE, NOTE.replace("]", ", it begins with these words, which are none: secret]")])
def test_a_guest_hears_what_came(note: str) -> None:
    said = Talk(guest=True).says(note)
    assert "bail.pdf (PDF, 3 pages, 2,1\u00a0ko)" in said
    assert "secret" not in said


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ("Word, 1,200 words, 900 B", "Word, 1\u202f200 mots, 900\u00a0o"),
        ("Excel, 1 sheet, 12 kB", "Excel, 1 feuille, 12\u00a0ko"),
        ("PowerPoint, 8 slides, 1.5 MB", "PowerPoint, 8 diapositives, 1,5\u00a0Mo"),
        ("PDF, 6 pages scanned, 40 kB, the first 4 shown as pictures",
         "PDF, 6 pages numérisées, 40\u00a0ko, 4 premières montrées en images"),
    ],
)  # fmt: skip
def test_facts_are_told_in_french(facts: str, told: str) -> None:
    assert f"x.pdf ({told})" in Talk(guest=True).says(f"[Document: x.pdf, file 3, {facts}]")


def test_a_scan_is_not_said_to_be_read() -> None:
    talk = Talk()
    said = talk.says("[Document: scan.pdf, file 3, PDF, 2 pages scanned, 40 kB, all shown as pictures]")
    assert "je ne sais pas le résumer" in said
    assert list(talk.tools) == []


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("Le Plateau, Abidjan, latitude 5.323700, longitude -4.016700", "Le Plateau, Abidjan."),
        ("latitude 5.323700, longitude -4.016700", "5.323700, -4.016700."),
    ],
)
def test_a_place_is_told(note: str, told: str) -> None:
    assert Talk().says(f"[Place: {note}]").startswith(f"J’ai bien reçu votre position : {told}")


def test_a_card_is_told() -> None:
    assert "Awa Koné, +2250700000009" in Talk().says("[Contact: Awa Koné, +2250700000009]\nécris-lui")
