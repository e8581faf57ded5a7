"""Whatever people type, in whatever order, on phones that several of them use: every message comes to its end, nothing
of one person reaches another, and balances are what the ledger says."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from sqlmodel import col, select

from bot.models import Address, LedgerEntry, OtpCode, User
from bot.services.money import credits
from tests.fakes.model import Request, Step, blank, calls, cut_at_length, errors, filtered, last_user_text, says
from tests.fakes.wave import FakeWave
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

CODE = "<the code that was sent last>"
OTHER = "+2250700000009"
PLACES = (PUPIL, PUPIL, GUEST, PUPIL.removeprefix("whatsapp:"), f"whatsapp:{OTHER}")
STORIES = (
    ("/connexion", "1", CODE, "1", "3"), ("/connexion", "2", "0700000009", CODE), ("/connexion 0700000001", CODE),
    ("/deconnexion", "1"), ("/deconnexion", "2"), ("un quiz", "1"), ("un quiz", "c'est quoi une fraction ?", "2"),
    ("un mail à Awa", "oui"), ("un mail à Awa", "non"), ("/acheter", "1"), ("/acheter", "2", "annule"),
    ("/supprimer", CODE), ("/mode", "1", "3"), ("/mode pro",), ("retiens mon secret", "/memoire", "oublie 1"),
    ("rappelle-moi", "/taches", "/fait 1"), ("/fond un rapport", "/statut", "/annuler"), ("STOP", "START"),
    ("english please", "/help", "/credits"), ("je veux mourir", "merci", "/nouveau"), ("/email", "awa@example.org"),
    ("/exporter", "1"), ("écris-moi ailleurs",), ("erreur",), ("vide",), ("coupé",), ("filtré",), ("un outil",),
    ("/fichiers",), ("/progres",), ("/humain",), ("j'ai payé",), ("",), ("...",), ("🙂",), ("/",), ("/inconnu",),
    ("0",), ("{{ 7*7 }}",), ("'; DROP TABLE run; --",), ("9" * 22,), ("b",), ("vrai",), ("oui",), ("non",), ("?",),
)  # fmt: skip
QUIZ = {"question": "Que vaut 1/2 + 1/2 ?", "options": ["un", "deux"], "correct_index": 0, "explanation": "Un tout.",
        "subject": "maths"}  # fmt: skip
BROKEN = {"erreur": errors(400), "vide": blank(), "filtré": filtered(), "coupé": cut_at_length("Texte")}
MARK = re.compile(r"⟦user \d+⟧")


def whose(line: Line, place: str) -> str:
    """A mark of whoever is signed in at an address; of nobody for a guest."""
    with line.database.read() as session:
        row = session.exec(select(Address).where(Address.value == place)).first()
        until = row.signed_in_until if row else None
        return f"⟦user {row.user_id}⟧" if row and row.user_id and until and until > line.clock.now() else "⟦guest⟧"


def newest_code(line: Line) -> str:
    with line.database.read() as session:
        row = session.exec(select(OtpCode).order_by(col(OtpCode.id).desc()).limit(1)).first()
        return line.runtime.delivery.codes.code_of(row) if row else "123456"


def answering(line: Line, place: list[str]) -> Callable[[Request], Step]:
    """A model that marks all it says, keeps and sends with whose it is."""

    def rule(request: Request) -> Step:
        text, mark = last_user_text(request), whose(line, place[0])
        table = {
            "quiz": ("interactive_quiz", QUIZ), "secret": ("save_memory", {"content": f"secret {mark}"}),
            "mail": ("draft_email", {"to": ["b@example.org"], "subject": mark, "body": mark}),
            "rappelle": ("create_task", {"title": f"réviser {mark}", "due": "2026-12-01T07:00"}),
            "ailleurs": ("send_whatsapp_to_user", {"text": mark}), "outil": ("nothing_like_it", {}),
        }  # fmt: skip
        known = {tool["function"]["name"] for tool in request.get("tools") or ()}
        if text in BROKEN:
            return BROKEN[text]
        asked = next((call for word, call in table.items() if word in text), None)
        if asked and asked[0] in known | {"nothing_like_it"} and known and request["messages"][-1]["role"] == "user":
            return calls(asked)
        return says(f"Réponse {mark}.")

    return rule


def typed(dice: Random, steps: int) -> Iterator[tuple[str, str]]:
    """Who types what: beginnings of stories, some of which others break into."""
    under_way: list[tuple[str, str]] = []
    for _ in range(steps):
        if not under_way:
            place = dice.choice(PLACES)
            under_way = [(place, body) for body in dice.choice(STORIES)]
        if dice.random() < 0.2:
            yield dice.choice(PLACES), dice.choice(dice.choice(STORIES))
        else:
            yield under_way.pop(0)


@pytest.mark.parametrize("seed", range(3))
def test_every_message_ends_and_nothing_crosses(open_line: Callable[..., Line], wave: FakeWave, seed: int) -> None:
    settings = {"smtp_url": "smtp://127.0.0.1:9", "mail_from": "Palabre <bot@example.org>"}
    line = open_line(**wave.settings, **settings, guest_daily_messages=1_000)
    wave.stand_in.clock = wave.clock = line.clock
    with line.database.write() as session:
        pupil = session.get_one(User, 1)
        pupil.phone, pupil.email = PUPIL.removeprefix("whatsapp:"), "awa@example.org"
        credits.top_up(session, pupil, 1_000)
    dice, here = Random(seed), [PUPIL]
    line.model.script(answering(line, here))
    for place, body in typed(dice, 110):
        here[0] = place
        line.clock.skip(dice.choice([1, 8, 20, 20, 700, 4_000]))
        before, asked = whose(line, place), len(line.model.requests)
        line.says(newest_code(line) if body == CODE else body, address=place)
        assert line.outcomes()[-1] is not None, (place, body)
        seen = [*line.hears(place), *(str(request["messages"]) for request in line.model.requests[asked:])]
        theirs = {before, whose(line, place)}
        assert not {mark for text in seen for mark in MARK.findall(text)} - theirs, (place, body, seen)
    with line.database.read() as session:
        for user in session.exec(select(User)):
            entries = session.exec(select(LedgerEntry.amount).where(LedgerEntry.user_id == user.id))
            assert 0 <= user.credits == sum(entries)
