"""A turn that has done what nothing takes back, and then has no answer, says so: whoever asks anew gets it twice."""

from collections.abc import Callable

import pytest
from sqlalchemy import update
from sqlmodel import select

from bot.dao.database import Database
from bot.models import OutboundPart, User
from bot.types import EMAIL, Mode
from tests.fakes.mail import MailServer
from tests.fakes.model import Step, blank, calls, dies_midstream, errors, filtered, in_turn, says
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_background_work import heard, work

pytestmark = pytest.mark.one_database

MAIL = ("send_email_to_user", {"subject": "Fiche", "text": "Les fractions."})
TASK = ("create_task", {"title": "Réviser"})
FILE = ("generate_pdf", {"title": "Fiche", "content": "Les fractions."})
LEFT = "Déjà fait, inutile de le redemander\u00a0: un e-mail parti pour votre adresse"


@pytest.fixture
def line(open_line: Callable[..., Line], server: MailServer) -> Line:
    """A professional on WhatsApp whose address is confirmed."""
    made = open_line(smtp_url=f"smtp://127.0.0.1:{server.port}", mail_from="Palabre <bot@palabre.example>")
    with made.database.write() as session:
        user = session.get_one(User, 1)
        user.mode, user.email = Mode.PRO, "awa@example.org"
    return made


def mails(database: Database) -> int:
    with database.read() as session:
        return len(session.exec(select(OutboundPart).where(OutboundPart.channel == EMAIL)).all())


@pytest.mark.parametrize("end", [blank(), says("<br>"), errors(400), errors(402), dies_midstream()])
def test_what_has_left_is_said_instead_of_a_word_of_trying_again(line: Line, end: Step) -> None:
    before = line.credits()
    line.model.script(in_turn(calls(MAIL), then=lambda: None, last=end))
    line.says("Envoie-moi la fiche par e-mail")
    (told,) = line.hears()
    assert told == f"Je n’ai pas pu terminer ma réponse. Votre message n’a rien coûté. {LEFT}."
    assert (mails(line.database), line.credits()) == (1, before)


def test_all_of_it_is_told_with_the_file_that_is_ready(line: Line) -> None:
    line.model.script(in_turn(calls(FILE, MAIL, MAIL, TASK), then=lambda: None, last=errors(400)))
    line.says("Envoie-moi la fiche par e-mail, et rappelle-moi")
    told, _file = line.hears()
    assert "mais voici ce qui est prêt" in told
    assert told.endswith("redemander\u00a0: 2 e-mails partis pour votre adresse, une tâche notée (/taches).")


def test_a_provider_that_filters_the_answer_leaves_it_said(line: Line) -> None:
    line.model.script(in_turn(calls(MAIL), then=lambda: None, last=filtered()))
    line.says("Envoie-moi la fiche par e-mail")
    (told,) = line.hears()
    assert told.endswith(f"\n\n{LEFT}.")


def test_what_was_refused_is_not_said_to_have_left(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).email = None
    line.model.script(in_turn(calls(MAIL), then=lambda: None, last=errors(400)))
    line.says("Envoie-moi la fiche par e-mail")
    (told,) = line.hears()
    assert "Réessayez" in told


def test_whoever_stops_a_turn_is_told_what_had_left(line: Line, open_line: Callable[..., Line]) -> None:
    other = open_line()
    line.model.script(in_turn(calls(MAIL), then=lambda: other.says("/annuler"), last=says("C’est parti.")))
    line.says("Envoie-moi la fiche par e-mail")
    assert heard(line)[-1] == LEFT.replace("\u00a0", " ") + "."


def test_the_next_turn_sees_what_the_last_one_has_done(line: Line) -> None:
    line.model.script(in_turn(calls(MAIL), then=lambda: None, last=errors(400)))
    line.says("Envoie-moi la fiche par e-mail")
    line.model.script(lambda _request: says("Elle est partie."))
    line.says("Réessaie")
    sent = [call for message in line.asked()[-1] for call in message.get("tool_calls") or ()]
    assert sent[0]["function"]["name"] == "send_email_to_user"
    assert line.hears(PUPIL)[-1] == "Elle est partie."


def test_work_in_the_background_that_fails_says_what_has_left(line: Line) -> None:
    line.model.script(in_turn(calls(MAIL), then=lambda: None, last=errors(400)))
    line.says("/fond Envoie-moi la fiche par e-mail")
    heard(line)
    work(line)
    (said,) = heard(line)
    assert "pas pu terminer votre demande n° 1" in said
    assert said.endswith(LEFT.replace("\u00a0", " ") + ".")


QUIZ = {"question": "Capitale du Mali ?", "options": ["Bamako", "Dakar"], "correct_index": 0,
        "explanation": "Elle est au bord du Niger.", "subject": "Géographie"}  # fmt: skip


def test_behind_a_verdict_nobody_is_sent_to_answer_the_quiz_again(line: Line) -> None:
    line.model.then(calls(("interactive_quiz", QUIZ)))
    line.says("Un quiz svp")
    line.hears()
    with line.database.write() as session:
        session.execute(update(OutboundPart).values(first_dispatched_at=line.clock.now()))
    before = line.credits()
    line.model.script(lambda _request: errors(503))
    line.says("a")
    verdict, told = line.hears()
    assert "bord du Niger" in verdict
    assert told.endswith("Déjà fait, inutile de le redemander\u00a0: la correction de votre quiz.")
    assert line.credits() == before
