"""Somebody says that they want to die, or that they are hurt: answered by us, at once, whatever else is going on."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from bot.conversation.care import MOST_FREE, STAYS
from bot.dao import addresses, conversations
from bot.dao.work import runs, workers
from bot.models import Alert, InboundMessage, PendingInteraction, Run, User
from bot.text.french import with_plain_spaces
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, errors, filtered, last_user_text, says
from tests.integration.conversation.callers import QUIZ
from tests.integration.conversation.conftest import CREDITS, GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

KEY = conversation_id(PUPIL)
SAID = "jveu mourir"
CONSENT = "Vos messages sont conservés"
TRUE_OR_FALSE = {
    "question": "Un triangle a quatre côtés ?",
    "options": ["vrai", "faux"],
    "correct_index": 1,
    "explanation": "Il en a trois.",
    "subject": "Maths",
}
OpenLine = Callable[..., Line]


@pytest.fixture
def line(open_line: OpenLine) -> Line:
    """A model that always answers."""
    made = open_line()
    made.clock.freeze()
    made.model.script(lambda _request: says("Je reste avec vous."))
    return made


def hears(line: Line, address: str = PUPIL) -> str:
    """All that is new, in plain spaces."""
    return with_plain_spaces("\n\n".join(line.hears(address)))


def alerts(line: Line) -> list[tuple[str, str]]:
    with line.database.read() as session:
        return [(alert.kind, alert.detail) for alert in session.exec(select(Alert)) if alert.kind != "human_requested"]


def question_of_the_mode(line: Line) -> PendingInteraction:
    with line.database.read() as session:
        return session.exec(select(PendingInteraction)).one()


def test_who_wants_to_die_is_answered_by_us_first_then_by_the_model_and_pays_nothing(line: Line) -> None:
    line.says(SAID)
    first, *_, last = line.hears()
    said = with_plain_spaces(first)
    assert said.startswith("Merci de me l’avoir écrit.")
    assert "143" in said
    assert "116" in said
    assert "aide@palabre.example" in said
    assert "grande personne" in said
    assert "Produit avalé" in said
    assert "Êtes-vous en sécurité" in said
    assert last == "Je reste avec vous."
    assert line.credits() == CREDITS
    assert alerts(line) == [("distress", f"conversation {KEY}")]


def test_somebody_hurt_is_sent_to_a_grown_up_who_does_not_hurt_them(line: Line) -> None:
    line.says("mon oncle me touche")
    said = hears(line)
    assert "Je vous crois" in said
    assert "qui ne fait de mal à personne" in said
    assert "touché de force" in said


@pytest.mark.parametrize(
    "cry",
    [SAID, "mon oncle me touche", "les djihadistes sont dans notre quartier", "ma copine dit qu’elle va se tuer"],
    ids=["self", "hurt", "now", "other"],
)
def test_what_cannot_wait_comes_second_whatever_was_read(line: Line, cry: str) -> None:
    line.says(cry)
    rescue = with_plain_spaces(line.hears()[0]).split("\n\n")[1]
    assert rescue.startswith("En cas de danger : appelez le 180 (Sapeurs-pompiers), ou faites venir quelqu’un.")
    assert "centre de santé" in rescue


def test_in_english_and_without_a_known_country_there_is_a_human_and_a_grown_up(line: Line) -> None:
    address = "whatsapp:ZW.abcdef123456"
    line.says("i wanna die", address=address)
    said = hears(line, address)
    assert "Thank you for telling me" in said
    assert "a grown-up you trust" in said
    assert "aide@palabre.example" in said
    assert "You can call:" not in said


def test_whoever_hides_the_number_has_the_helplines_of_the_country_in_the_address(line: Line) -> None:
    line.says("i wanna die", address="whatsapp:FR.abcdef123456")
    assert "3114" in hears(line, "whatsapp:FR.abcdef123456")


def test_a_sentence_in_pieces_is_heard(line: Line) -> None:
    line.says("je veux", "mourir")
    assert "Merci de me l’avoir écrit" in hears(line)
    assert len(alerts(line)) == 1


@pytest.mark.parametrize(("begun", "ended"), [("je veux", "mourir"), ("je vais me", "tuer ce soir")])
def test_a_sentence_whose_beginning_was_answered_is_heard_within_a_minute(line: Line, begun: str, ended: str) -> None:
    line.says(begun)
    line.clock.skip(20)
    line.says(ended)
    assert "Merci de me l’avoir écrit" in hears(line)
    line.clock.skip(10)
    line.says("merci")
    assert len(alerts(line)) == 1
    assert line.credits() == CREDITS - 1, "only the beginning is paid"


@pytest.mark.parametrize("behind", ["je suis là", "personne", "la vie"])
def test_what_follows_a_cry_in_pieces_is_no_cry_again(line: Line, behind: str) -> None:
    line.says("je veux", "mourir")
    line.hears()
    line.clock.skip(25)
    line.says(behind)
    assert hears(line) == "Je reste avec vous."


def test_two_troubles_of_one_day_are_not_read_as_one_cry(line: Line) -> None:
    line.says("j’ai plus cette puce", "on m’a volé ma puce")
    assert "en sécurité" not in hears(line)
    assert alerts(line) == []


def test_what_was_written_long_before_begins_no_sentence(line: Line) -> None:
    line.says("je veux")
    line.clock.skip(61)
    line.says("mourir")
    assert alerts(line) == []


def tutor(request: Request) -> Step:
    """Asks a question of yes and no, and a second one, when a quiz is wanted."""
    if "quiz" not in last_user_text(request):
        return says("Je reste avec vous.")
    return calls(("interactive_quiz", TRUE_OR_FALSE), ("interactive_quiz", QUIZ))


def held_by_another(line: Line) -> None:
    with line.database.write() as session:
        conversations.ensure(session, PUPIL)
        workers.register(session, "other", "other")
        assert conversations.claim(session, KEY, "other", 8)


def test_it_acts_beside_a_turn_that_runs_and_is_taken_up_in_its_turn(line: Line) -> None:
    held_by_another(line)
    line.stores(SAID)
    line.runtime.inbox.drain(KEY)
    line.runtime.inbox.drain(KEY)
    assert hears(line).count("Merci de me l’avoir écrit") == 1
    assert line.outcomes() == [None]
    with line.database.write() as session:
        conversations.take_leases(session, 1, "nowhere")
    line.drain()
    assert hears(line) == "Je reste avec vous."


def test_pieces_are_heard_beside_a_turn_too(line: Line) -> None:
    held_by_another(line)
    line.stores("je veux")
    line.stores("mourir")
    line.runtime.inbox.drain(KEY)
    assert "Merci de me l’avoir écrit" in hears(line)


def test_a_long_queue_is_no_hindrance(line: Line) -> None:
    held_by_another(line)
    for number in range(30):
        line.stores(f"Question {number}")
    line.stores(SAID)
    line.runtime.inbox.drain(KEY)
    assert "Merci de me l’avoir écrit" in hears(line)


def test_ten_sentences_get_one_whole_answer_then_short_lines_and_one_alert(line: Line) -> None:
    whole = short = 0
    for _ in range(10):
        line.says(SAID)
        line.clock.skip(25)
        heard = [with_plain_spaces(text) for text in line.hears()]
        whole += sum("Merci de me l’avoir écrit" in text for text in heard)
        short += sum("Appelez le 143 (en cas de danger : le 180) ou allez voir une grande" in text for text in heard)
        assert heard
    assert (whole, short) == (1, 9)
    assert len(alerts(line)) == 1
    line.clock.skip(600)
    line.says(SAID)
    assert "Merci de me l’avoir écrit" in hears(line)


def test_a_life_in_danger_is_answered_whole_though_something_else_was_a_moment_ago(line: Line) -> None:
    line.says(SAID)
    line.hears()
    line.clock.skip(5)
    line.says("les djihadistes sont dans notre quartier")
    said = hears(line)
    assert "mettez-vous d’abord en sécurité" in said
    assert "appelez le 180" in said
    assert "criez" not in said, "nobody who hides is told to shout"
    line.clock.skip(25)
    line.says("ils tirent partout dehors")
    said = hears(line)
    assert "mettez-vous d’abord en sécurité" not in said
    assert "Appelez le 180" in said


@pytest.mark.parametrize("back_s", [3_600, 10 * 31_536_000], ids=["an hour", "ten years"])
def test_nobody_waits_until_a_clock_that_has_gone_back_has_caught_up(open_line: OpenLine, back_s: float) -> None:
    line = open_line(human_contact="+2250700000099")
    line.clock.freeze()
    line.model.script(lambda _request: says("Je reste avec vous."))
    line.says(SAID)
    line.hears()
    assert PUPIL in hears(line, "+2250700000099")
    line.clock.skip(-back_s)
    line.says(SAID)
    assert "Merci de me l’avoir écrit" in hears(line)
    assert PUPIL in hears(line, "+2250700000099")
    with line.database.read() as session:
        user = session.exec(select(User)).one()
        assert abs(user.last_seen_at - line.clock.now()).total_seconds() < 3_700, "known to be here, for a year"


def test_limits_of_a_sender_do_not_silence_it(open_line: OpenLine) -> None:
    line = open_line(sender_per_minute=1, sender_per_day=2)
    line.clock.freeze()
    line.model.script(lambda _request: says("Je reste avec vous."))
    for number in range(14):
        line.says(f"Question {number}")
    for command in ["/statut"] * 12:  # the reserve is used up too
        line.says(command)
    line.hears()
    line.says(SAID)
    assert "Merci de me l’avoir écrit" in hears(line)


def test_without_credits_and_beyond_the_trial_messages(open_line: OpenLine) -> None:
    line = open_line(guest_daily_messages=0)
    line.model.script(lambda _request: says("Je reste avec vous."))
    with line.database.write() as session:
        user = session.get_one(User, 1)
        user.credits = 0
    line.says(SAID)
    assert "Je reste avec vous." in hears(line)
    line.says("oui je suis seul", address=GUEST)
    assert "Je reste" not in hears(line, GUEST)
    line.says(SAID, address=GUEST)
    assert "Merci de me l’avoir écrit" in hears(line, GUEST)
    line.says("oui je suis seul", address=GUEST)  # what follows is free too
    assert "Je reste avec vous." in hears(line, GUEST)


def test_what_is_free_has_a_measure(line: Line) -> None:
    line.says(SAID)
    line.hears()
    run = line.run()
    with line.database.write() as session:
        for number in range(MOST_FREE):
            made = runs.start(session, Run(conversation_id=KEY, user_id=run.user_id, mode="student", language="fr"))
            made.status = "done"
            session.add(InboundMessage(message_sid=f"SMx{number}", conversation_id=KEY, sender=PUPIL, run_id=made.id,
                                       channel="whatsapp", kind="text", processed_at=line.clock.now(),
                                       received_at=line.clock.now()))  # fmt: skip
    line.clock.skip(700)
    line.says("Explique les fractions")
    assert line.credits() == CREDITS - 1
    line.says(SAID)
    assert "Merci de me l’avoir écrit" in hears(line)
    assert line.outcomes()[-1] == "cared"


def test_an_open_question_stays_open(line: Line) -> None:
    line.says("/mode")
    line.hears()
    line.says(SAID)
    assert "Merci de me l’avoir écrit" in hears(line)
    assert question_of_the_mode(line).closed_at is None


@pytest.mark.parametrize("reply", ["non", "oui", "Non pas du tout"])
def test_whether_they_are_safe_is_answered_to_us_and_not_to_the_quiz_that_was_open(line: Line, reply: str) -> None:
    line.model.script(tutor)
    line.says("un quiz")
    line.says(SAID)
    line.hears()
    line.says(reply)
    assert hears(line) == "Je reste avec vous."
    line.says("faux")
    assert "Question 1" in hears(line), "what cannot be meant for us is"


def test_a_quiz_begun_since_takes_a_yes(line: Line) -> None:
    line.model.script(tutor)
    line.says(SAID)
    line.says("un quiz")
    line.hears()
    line.says("oui")
    assert "Question 1" in hears(line)


@pytest.mark.parametrize("left", [CREDITS, 0])
def test_who_asks_for_work_in_the_background_is_stayed_with_here_and_pays_nothing(line: Line, left: int) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).credits = left
    line.says("/fond aide-moi, je veux mourir")
    first, *_, last = line.hears()
    assert with_plain_spaces(first).startswith("Merci de me l’avoir écrit.")
    assert last == "Je reste avec vous."
    with line.database.read() as session:
        assert session.get_one(User, 1).credits == left


def test_the_sign_in_dialogue_is_no_hindrance(line: Line) -> None:
    line.says("/connexion", address=GUEST)
    line.hears(GUEST)
    line.says(SAID, address=GUEST)
    assert "Merci de me l’avoir écrit" in hears(line, GUEST)


def test_whoever_said_stop_is_sent_nothing_but_the_alert_is_raised(line: Line) -> None:
    line.says("STOP")
    line.hears()
    line.says(SAID)
    assert line.hears() == []
    assert alerts(line) == [("distress", f"conversation {KEY}")]


def test_the_human_contact_is_told_without_the_words(open_line: OpenLine) -> None:
    line = open_line(human_contact="+2250700000099")
    line.model.script(lambda _request: says("Je reste avec vous."))
    line.says(SAID)
    assert "envoie un message à une personne de l’équipe" in hears(line)
    told = hears(line, "+2250700000099")
    assert PUPIL in told
    assert "mourir" not in told


def test_nobody_is_called_told_when_nothing_can_leave(line: Line) -> None:
    line.says(SAID)
    assert "envoie un message" not in hears(line)


def test_the_model_is_told_for_a_day_behind_what_never_changes(line: Line) -> None:
    line.says("Bonjour")
    before = line.model.requests[-1]["messages"]
    line.says(SAID)
    line.clock.skip(3600)
    line.says("C’est quoi une fraction ?")
    for request in line.model.requests[-2:]:
        messages = request["messages"]
        assert messages[: len(before)] == before
        assert messages[-2]["role"] == "system"
        assert messages[-2]["content"].startswith("[Care]")
        assert "143" in messages[-2]["content"]
        assert messages[-1]["role"] == "user"
    line.clock.skip(24 * 3600)
    line.says("C’est quoi un angle ?")
    assert not any("[Care]" in str(message["content"]) for message in line.model.requests[-1]["messages"])


def test_who_comes_next_on_this_phone_is_not_taken_for_them(line: Line) -> None:
    line.says(SAID)
    with line.database.write() as session:
        address = addresses.by_value(session, PUPIL)
        assert address is not None
        address.signed_in_until = None
    line.says("Bonjour, c’est quoi un angle ?")
    assert "[Care]" not in str(line.model.requests[-1]["messages"])


@pytest.mark.parametrize(
    "harmful",
    [
        "Garde ça secret, d’accord ?",
        "Rejoins-moi demain au parc.",
        "Envoie-moi une photo de toi.",
        "Le moyen le plus simple de mourir est de sauter.",
        "Prends 30 comprimés de paracétamol.",
        "Je suis la seule personne qui te comprend.",
        "Tu es très sexy.",
    ],
)
def test_a_model_that_misbehaves_is_not_heard(line: Line, harmful: str) -> None:
    line.model.script(lambda _request: says(f"Je t’écoute. {harmful}"))
    line.says(SAID)
    said = hears(line)
    assert "Merci de me l’avoir écrit" in said
    assert harmful not in said
    assert "aide@palabre.example" in said
    assert [kind for kind, _ in alerts(line)] == ["distress", "harmful_answer"]


def test_nor_by_a_pupil_who_only_asked_for_a_lesson(line: Line) -> None:
    line.model.script(lambda _request: says("Voici la leçon. Garde ça secret, d’accord ?"))
    line.says("Explique les fractions")
    assert "secret, d’accord" not in hears(line)
    assert [kind for kind, _ in alerts(line)] == ["harmful_answer"]


@pytest.mark.parametrize("step", [errors(400), filtered()])
def test_a_model_that_fails_or_refuses_leaves_nobody_with_an_excuse(line: Line, step: object) -> None:
    line.model.script(lambda _request: step)  # type: ignore[arg-type, return-value]
    line.says(SAID)
    said = hears(line)
    assert "Merci de me l’avoir écrit" in said
    assert "Je n’arrive pas à bien vous répondre" in said
    assert "Posez-moi une autre question" not in said


def test_the_wish_for_a_person_in_plain_words(line: Line) -> None:
    line.says("je veux parler à quelqu'un")
    assert "écrivez directement à aide@palabre.example" in hears(line)
    assert line.model.requests == []
    line.says("je veux parler à l'oral du bac")
    assert len(line.model.requests) == 1


def test_a_newcomer_in_distress_is_not_told_about_data_and_codes_now(line: Line) -> None:
    line.says(SAID, address=GUEST)
    line.says("merci", address=GUEST)
    line.says("/aide", address=GUEST)
    assert CONSENT not in hears(line, GUEST)
    assert line.address(GUEST).welcomed_at is None
    line.clock.skip(STAYS.total_seconds() + 1)
    line.says("Bonjour", address=GUEST)
    assert hears(line, GUEST).count(CONSENT) == 1, "with the first answer after that day"
