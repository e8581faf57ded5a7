"""Plain words on the line: commands as people say them, a question mark alone, « arrêter », the wish for a language."""

from collections.abc import Callable

import pytest

from bot.dao import addresses
from bot.dao.money import ledger
from bot.dao.work import runs
from bot.models import Run, User
from bot.types import EntryKind
from tests.fakes.model import says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

SMS = "+2250700000005"
ANSWER = "Une fraction est une part d’un tout."


@pytest.fixture
def line(open_line: Callable[..., Line]) -> Line:
    made = open_line()
    made.model.script(lambda _request: says(ANSWER))
    return made


def asked(line: Line) -> str:
    """What the person said last, as the model was shown it."""
    return str(line.model.requests[-1]["messages"][-1]["content"])


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("je veux supprimer mes données stp", "tout effacer"),
        ("combien il me reste ?", "50 crédits"),
        ("comment acheter des crédits", "pas encore ouvert"),
        ("jveux acheté d credit", "pas encore ouvert"),
        ("rechaj credit svp", "pas encore ouvert"),
        ("je n’ai plus de crédits", "pas encore ouvert"),
        ("mes credits sont finis", "pas encore ouvert"),
        ("i wan buy credit", "not open yet"),
        ("changer de langue", "Quelle langue"),
        ("deconect moi", "déconnecter"),
        ("nouvelle question", "change de sujet"),
        ("donnez-moi mes données", "copie de toutes vos données"),
        ("effacer mes infos", "tout effacer"),
        ("annulez tout", "rien à arrêter"),
        ("une réclamation", "Pour parler à une personne"),
        ("je veux un agent", "Pour parler à une personne"),
        ("suprime moi", "tout effacer"),
        ("appelez moi svp", "Pour parler à une personne"),
        ("stop mails", "ne connais pas votre adresse e-mail"),
    ],
)
def test_a_command_in_plain_words_needs_no_model(line: Line, said: str, words: str) -> None:
    line.says(said)
    assert words in "\n".join(line.hears()).replace("\u00a0", " ")
    assert line.model.requests == []


@pytest.mark.parametrize(
    "said",
    ["supprimer la parenthèse", "export of cocoa", "aide-moi à faire l’exo", "aide moi stp", "/outil", "/Tools "],
)
def test_its_false_friends_go_to_the_agent(line: Line, said: str) -> None:
    line.says(said)
    assert line.hears() == [ANSWER]


@pytest.mark.parametrize("said", ["/bidule", "/aide /statut", "/désinstaller."])
def test_what_stands_behind_a_slash_and_is_no_command_is_told_so_free_of_charge(line: Line, said: str) -> None:
    for address in (PUPIL, GUEST):
        line.says(said, address=address)
        heard = "\n".join(line.hears(address)).replace("\u00a0", " ")
        assert f"Je ne comprends pas « {said} ». Pour voir ce que vous pouvez écrire : /aide" in heard
    assert (line.model.requests, line.credits()) == ([], 50)


def test_the_word_of_the_demonstration_is_none_where_a_real_model_answers(open_line: Callable[..., Line]) -> None:
    line = open_line(environment="production", public_url="https://palabre.ci")
    line.says("/outil")
    assert "Je ne comprends pas « /outil »" in "\n".join(line.hears()).replace("\u00a0", " ")
    assert (line.model.requests, line.credits()) == ([], 50)


def test_a_guest_who_erases_is_told_of_nothing_that_only_users_have(line: Line) -> None:
    for address, has_more in ((PUPIL, True), (GUEST, False)):
        line.says("/supprimer", address=address)
        question = line.hears(address)[0]
        assert ["crédits" in question, "/exporter" in question] == [has_more] * 2


def test_an_option_behind_a_slash_answers_the_open_question(line: Line) -> None:
    line.says("/langue")
    line.says("/english")
    assert "I will speak English" in line.hears()[-1]


def test_a_question_mark_at_the_beginning_asks_what_is_not_clear_and_is_free(line: Line) -> None:
    line.says("??")
    (heard,) = line.hears()
    assert "pas clair" in heard
    assert line.model.requests == []
    assert line.credits() == 50


def test_a_question_mark_after_an_answer_says_that_it_was_not_understood(line: Line) -> None:
    line.says("C’est quoi une fraction ?")
    line.says("?")
    assert asked(line) == "Je n’ai pas compris votre réponse. Pouvez-vous me le dire plus simplement ?"
    line.says("/nouveau")
    line.hears()
    line.says("?")
    assert "pas clair" in line.hears()[0]


def test_a_question_mark_of_a_guest_counts_only_when_the_agent_answers(line: Line) -> None:
    line.says("?", address=GUEST)
    assert line.address(GUEST).guest_messages == 0
    line.says("Bonjour", address=GUEST)
    line.says("hein ?", address=GUEST)
    assert line.address(GUEST).guest_messages == 2


def test_a_question_mark_says_nothing_of_what_the_user_before_was_told(line: Line) -> None:
    """Signed out is private: for the guest who holds the phone now there is no answer yet."""
    line.says("C’est quoi une fraction ?")
    line.says("/deconnexion")
    line.says("1")
    line.hears()
    line.says("?")
    assert "pas clair" in line.hears()[0]


@pytest.mark.parametrize("said", ["arrêter", "on arrête", "c’est bon on arrête", "stop it"])
def test_who_wants_to_stop_says_what(line: Line, said: str) -> None:
    line.says("C’est quoi une fraction ?")
    line.hears()
    line.says(said)
    (menu,) = line.hears()
    assert menu.replace("\u00a0", " ").startswith(
        "Que voulez-vous arrêter ?\n1. Ce que nous faisons là\n2. Tous les messages"
    )
    line.says("1")
    assert "on s’arrête là" in line.hears()[0]
    assert line.address(PUPIL).opted_out_at is None


@pytest.mark.parametrize("answer", ["2", "tous les messages"])
def test_who_wants_no_message_any_more_is_opted_out(line: Line, answer: str) -> None:
    line.says("arrête")
    line.hears()
    line.says(answer)
    (farewell,) = line.hears()
    assert "ne recevrez plus" in farewell
    assert line.address(PUPIL).opted_out_at is not None
    line.says("Bonjour")
    assert line.hears() == []
    line.says("START")
    assert "retrouver" in line.hears()[0]


def test_stop_alone_asks_nothing(line: Line) -> None:
    for word, address in (("stop", PUPIL), ("arrêt", GUEST), ("arrêter", SMS)):
        line.says(word, address=address)
        assert line.address(address).opted_out_at is not None, word


@pytest.mark.parametrize("said", ["on arrête", "STOPPER", "laissez-moi tranquille", "je veux résilier"])
def test_by_sms_the_same_is_asked_and_needs_no_model(line: Line, said: str) -> None:
    line.says(said, address=SMS)
    assert "1. Ce que nous faisons" in line.hears(SMS)[0]
    line.says("2", address=SMS)
    assert "ne recevrez plus" in line.hears(SMS)[0]
    assert (line.model.requests, line.address(SMS).opted_out_at is not None) == ([], True)


@pytest.mark.parametrize("said", ["STOP PALABRE", "stoppp", "ok stop", "STOP au 36180"])
def test_by_sms_the_word_counts_with_our_name_and_with_slips(line: Line, said: str) -> None:
    line.says(said, address=SMS)
    assert (line.model.requests, line.address(SMS).opted_out_at is not None) == ([], True)


def test_a_word_to_stop_while_the_agent_works_stops_it_at_once(line: Line) -> None:
    line.says("Bonjour")
    line.hears()
    key = line.conversation().id
    with line.database.write() as session:
        run = runs.start(session, Run(conversation_id=key, user_id=1, mode="student", language="fr"))
    line.is_taken_elsewhere()
    line.stores("arrête")
    line.runtime.inbox.drain(key)
    assert "j’arrête" in line.hears()[0]
    with line.database.read() as session:
        assert session.get_one(Run, run.id).cancelled_at is not None


def test_french_stays_french_and_a_wish_in_words_changes_it(line: Line) -> None:
    for said in ("slt", "jveu me conecter", "0", "5 an", "ok thank you", "the bac"):
        line.says(said, address=GUEST)
        assert line.address(GUEST).language == "fr", said
    line.says("english please", address=GUEST)
    assert line.address(GUEST).language == "en"
    assert "Answer in English" in str(line.model.requests[-1]["messages"][0]["content"])
    line.says("ok merci", address=GUEST)
    assert line.address(GUEST).language == "en"


def test_a_choice_beats_what_is_written_and_a_wish_beats_the_choice(line: Line) -> None:
    line.says("/langue")
    line.says("1")
    line.says("What is the meaning of this word in the book?")
    assert line.address(PUPIL).language == "fr"
    line.says("english please")
    line.says("Explique-moi les fractions avec des exemples")
    with line.database.read() as session:
        found = addresses.by_value(session, PUPIL)
        user = addresses.owner(session, found) if found else None
    assert line.address(PUPIL).language == "en"
    assert user is not None
    assert user.language == "en"


@pytest.mark.parametrize(
    ("said", "heard", "noted"),
    [
        ("je change de classe, je suis en 3e maintenant", "niveau collège", ("student", "middle")),
        ("je suis prof pas élève", "dans votre travail", ("pro", None)),
    ],
)
def test_a_class_or_mode_told_in_a_sentence_is_noted_and_costs_nothing(
    line: Line, said: str, heard: str, noted: tuple[str, str | None]
) -> None:
    """By SMS the dearer mode is confirmed by number, as behind its command. Of a guest nothing is noted."""
    line.says("C’est quoi une fraction ?")
    line.hears()
    line.says(said)
    assert heard in line.hears()[0]
    with line.database.read() as session:
        user = session.get_one(User, 1)
        assert (user.mode, user.level) == noted
    assert (len(line.model.requests), line.credits()) == (1, 49)
    line.says(said, address=GUEST)
    assert line.hears(GUEST)[0] == ANSWER


def test_where_a_professional_is_makes_no_pupil_of_them(line: Line) -> None:
    line.says("je suis prof pas élève")
    line.says("je suis au lycée maintenant")
    assert line.hears()[-1] == ANSWER
    with line.database.read() as session:
        user = session.get_one(User, 1)
        assert (user.mode, user.level) == ("pro", None)


def test_a_wish_for_a_language_is_free_where_no_answer_could_be_given_in_it(line: Line) -> None:
    line.says("english please")
    assert line.hears() == ["Done: I will speak English with you."]
    assert (line.model.requests, line.credits(), line.address(PUPIL).language) == ([], 50, "en")
    line.says("What is a fraction of the whole?")
    line.says("en français stp")
    assert line.hears() == [ANSWER, ANSWER], "what was said is said in French"
    with line.database.write() as session:
        ledger.post(session, 1, -line.credits(), EntryKind.ADJUSTMENT, "spent")
    for said, heard in (("english please", "I will speak English"), ("parle français", "je vous parle en français")):
        line.says(said)
        assert heard in line.hears()[0]
    assert len(line.model.requests) == 2


@pytest.mark.parametrize(
    ("address", "before", "wish", "question"),
    [
        (PUPIL, ["/mode"], "english please", "Help me learn"),
        (PUPIL, ["/supprimer"], "/langue en", "To confirm, type this number"),
        (PUPIL, ["/acheter"], "/langue en", "How many credits"),
        (PUPIL, ["/connexion"], "/langue en", "already signed in"),
        (GUEST, ["/connexion"], "english please", "Send the code to"),
        (GUEST, ["/connexion", "2"], "english please", "Which mobile number"),
        (GUEST, ["/connexion", "1"], "english please", "I am waiting for the code"),
    ],
)
def test_what_is_open_is_put_again_in_the_language_that_is_asked_for(
    open_line: Callable[..., Line], address: str, before: list[str], wish: str, question: str
) -> None:
    line = open_line(payment_provider="demo")
    for said in before:
        line.says(said, address=address)
    line.hears(address)
    line.says(wish, address=address)
    done, again = line.hears(address)
    assert done == "Done: I will speak English with you."
    assert question in again.replace("\u00a0", " ")
    assert line.model.requests == []
