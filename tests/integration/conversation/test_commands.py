"""A command added from outside, by the recipe of docs/extending.md: one object, driven by a worker's own inbox. It has
a slow half and an argument, asks for a number, opens a menu and a dialogue of its own, and lets the agent go on."""

from dataclasses import dataclass, replace

import pytest

from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.table import COMMANDS
from bot.conversation.composition import desk_of, exchange
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.confirmation import Confirmed, Details
from bot.conversation.dialogues.menus import Menu
from bot.conversation.outcomes import Acted, Ask, Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao.work import runs
from bot.models import PendingInteraction, Run
from bot.reading.commands.arguments import Argument, Misread, Number, number
from bot.reading.commands.vocabulary import Wording
from bot.services.sign_in.one_time_codes import OneTimeCodes
from tests.fakes.model import says
from tests.integration.conversation.conftest import PUPIL, Line

pytestmark = pytest.mark.one_database


class Colour(Dialogue):
    """Asks for a colour until it gets blue."""

    kind = "colour"

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        if " " in reply:
            return NotAnswered()
        if reply != "bleu":
            talk.tell("Une autre ?")
            return Done()
        self.close(talk, interaction)
        return Ask("Il aime le bleu.", free=True)


@dataclass(frozen=True)
class Garden:
    """The command: plants so many trees."""

    planted: list[object]

    def prepare(self, request: Request) -> Act:
        with request.database.write():  # what waits for anybody's transaction would wait for ever inside ours
            self.planted.append("dug")
        return lambda talk: self.act(talk, request.argument)

    def act(self, talk: Talk, argument: Argument | None) -> Acted:
        match argument:
            case Number(value=0):
                talk.ask("colour", {})
                talk.tell("Quelle couleur ?")
            case Number(value=trees) if trees < 10:
                confirmation.ask(talk, "export", {"trees": trees})
            case Number():
                return Ask("Dessine un jardin.")
            case Misread(text=text):
                talk.tell(f"Combien d’arbres ? Je ne lis pas « {text} ».")
            case _:
                self.menu.open(talk)
        return Done()

    @property
    def menu(self) -> Menu:
        return Menu("stop", ("this", "messages"), lambda _talk, option: self.planted.append(option))

    def confirmed(self, talk: Talk, details: Details) -> Done:
        self.planted.append(details["trees"])
        talk.tell("C’est planté.")
        return Done()

    def left(self, _talk: Talk, details: Details) -> None:
        self.planted.append(-details["trees"])


@dataclass
class Gardeners:
    """A line with the command, and what it did."""

    line: Line
    planted: list[object]

    def says(self, *bodies: str) -> list[str]:
        self.line.says(*bodies)
        return self.line.hears(PUPIL)


@pytest.fixture
def gardeners(line: Line) -> Gardeners:
    garden = Garden([])
    added = Command(
        "garden",
        Wording(fr="jardin", en="garden", said_fr="planter un jardin", takes=number),
        prepare=garden.prepare,
        confirmed={"export": Confirmed(garden.confirmed, garden.left)},
        menus=(garden.menu,),
        dialogues=(Colour(),),
    )
    commands = (*(command for command in COMMANDS if command.name not in ("export", "stop")), added)
    desk = line.runtime.inbox.exchange.desk
    mine = desk_of(desk.settings, desk.clock, desk.links, desk.store, OneTimeCodes(desk.settings), commands)
    inbox = replace(line.runtime.inbox, exchange=exchange(mine, line.database, commands))
    line.runtime = replace(line.runtime, inbox=inbox)
    line.model.script(lambda _request: says("Voilà."))
    return Gardeners(line, garden.planted)


def test_it_is_said_like_any_other_and_its_slow_half_holds_no_transaction(gardeners: Gardeners) -> None:
    (question,) = gardeners.says("planter un jardin stp")
    assert "1. " in question
    assert gardeners.planted == ["dug"]
    gardeners.says("1")
    assert gardeners.planted == ["dug", "this"]


def test_a_number_confirms_what_its_argument_asked_for(gardeners: Gardeners) -> None:
    (question,) = gardeners.says("/jardin 7")
    code = next(word.strip(".") for word in question.split() if word.strip(".").isdecimal())
    assert gardeners.says(code) == ["C’est planté."]
    assert gardeners.planted == ["dug", 7]


@pytest.mark.parametrize("leaving", ["0", "/annuler", "/nouveau", "Autre chose, s’il vous plaît"])
def test_what_is_left_is_put_back_once(gardeners: Gardeners, leaving: str) -> None:
    gardeners.says("/jardin 7", leaving, leaving)
    assert gardeners.planted == ["dug", -7]


def test_what_cannot_be_read_gets_one_clear_answer(gardeners: Gardeners) -> None:
    assert gardeners.says("/jardin fleuri") == ["Combien d’arbres\u00a0? Je ne lis pas «\u00a0fleuri\u00a0»."]
    assert gardeners.says("jardin fleuri") == ["Voilà."], "without a slash it is a message as any other"


def test_its_own_dialogue_reads_the_answers_and_leaves_the_rest_to_the_agent(gardeners: Gardeners) -> None:
    assert gardeners.says("/jardin 0") == ["Quelle couleur\u00a0?"]
    assert gardeners.says("vert") == ["Une autre\u00a0?"]
    assert gardeners.says("c’est quoi le bleu") == ["Voilà."]
    price = gardeners.line.credits()
    assert gardeners.says("bleu") == ["Voilà."]
    assert "Il aime le bleu." in str(gardeners.line.asked()[-1][-1])
    assert gardeners.line.credits() == price, "free: it continues something that was paid for"


def test_it_may_let_the_agent_go_on(gardeners: Gardeners) -> None:
    assert gardeners.says("/jardin 12") == ["Voilà."]
    run: Run = gardeners.line.run()
    with gardeners.line.database.read() as session:
        assert (
            runs.transcript(session, run.conversation_id, run.user_id, 0)[0].message["content"] == "Dessine un jardin."
        )
