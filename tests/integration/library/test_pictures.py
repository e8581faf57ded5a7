"""Photos in the library: described once, found and read by their description, looked at again when asked."""

from collections.abc import Iterator

import pytest
from sqlmodel import select

from bot.agent import tool_results
from bot.agent.spec import ToolOutput
from bot.clients.model import OpenAIModel
from bot.dao import breakers
from bot.dao.library import file_index
from bot.errors import ProviderError, ToolFailed, ToolRetry
from bot.isolation.photos.recognition import can_recognise
from bot.models import Spending, StoredFile
from bot.models.base import utc_now
from bot.services.library.eyes import MOST_CHARS, Eyes
from bot.services.library.run_eyes import RunEyes
from bot.services.library.run_library import RunLibrary
from bot.services.money.prices import prices_of
from bot.tools.toolsets import TOOLS
from bot.types import Mode
from tests.fakes.model import ScriptedModel, errors, says
from tests.fakes.photographs import jpeg, page
from tests.fakes.product import make_settings
from tests.fakes.society import AWA, BINTOU
from tests.fakes.tool_runs import tool_context
from tests.fakes.vision import looks, pictures_of
from tests.integration.conversation.test_documents import scan
from tests.integration.library.conftest import Shelves

pytestmark = pytest.mark.one_database
PHOTO = jpeg(page(size=(900, 700)))


class Lookers:
    """Eyes over real HTTP, and the library of who has the photo."""

    def __init__(self, shelves: Shelves, model: ScriptedModel) -> None:
        self.shelves, self.model = shelves, model
        self.eyes = Eyes(OpenAIModel(model.url, "sk-eyes"), prices_of(make_settings()))

    def sends(self, address: str = AWA) -> int:
        return self.shelves.stores(address, "Photo du 23 novembre 2026", PHOTO, "photo-23.jpg", "image/jpeg", "sent")

    def library(self, user_id: int | None = 1) -> RunLibrary:
        return RunLibrary(
            self.shelves.database, self.shelves.store, self.shelves.searching(None), self.shelves.clock, user_id
        )

    def use(self, name: str, user_id: int | None = 1, **arguments: object) -> ToolOutput:
        library = self.library(user_id)
        eyes = RunEyes(library, self.shelves.store, self.eyes, "sees", Mode.STUDENT, 7)
        context = tool_context({RunLibrary: library, RunEyes: eyes}, user_id=user_id)
        return TOOLS[name].function(context, TOOLS[name].arguments.model_validate(arguments))

    def file(self, number: int) -> StoredFile:
        with self.shelves.database.read() as session:
            return session.get_one(StoredFile, number)

    def spent(self) -> dict[str, int]:
        with self.shelves.database.read() as session:
            return {row.mode: row.tokens for row in session.exec(select(Spending))}

    def is_due(self) -> bool:
        with self.shelves.database.read() as session:
            return file_index.is_any_due(session, utc_now())


@pytest.fixture
def lookers(shelves: Shelves) -> Iterator[Lookers]:
    shelves.user(AWA)
    shelves.user(BINTOU)
    with ScriptedModel() as model:
        made = Lookers(shelves, model)
        yield made
        made.eyes.model.close()  # type: ignore[attr-defined]


def test_a_photo_is_described_once_and_found_and_read_by_it(lookers: Lookers) -> None:
    lookers.model.script(lambda _request: says("Un triangle ABC rectangle en A, AB = 6 cm."))
    number = lookers.sends()
    lookers.shelves.index(None, lookers.eyes)
    lookers.shelves.index(None, lookers.eyes)
    (asked,) = lookers.model.requests
    assert asked["model"] == make_settings().model_summary
    assert [picture.size for picture in pictures_of(asked)] == [(900, 700)]
    assert lookers.file(number).description == "Un triangle ABC rectangle en A, AB = 6 cm."
    assert lookers.spent() == {"student": 120}
    found = lookers.use("search_user_files", query="triangle rectangle").data["results"]
    assert [entry["number"] for entry in found] == [number]
    read = lookers.use("read_user_file", file=str(number))
    assert read.data["content"] == [{"picture": 1, "text": "Un triangle ABC rectangle en A, AB = 6 cm."}]
    assert read.untrusted
    with pytest.raises(ToolFailed, match="no such page"):
        lookers.use("read_user_file", file=str(number), page=2)


def test_a_description_is_cleaned_and_bounded(lookers: Lookers) -> None:
    lookers.model.script(lambda _request: says("a\u202e\x00b" + "x" * 5_000))
    number = lookers.sends()
    lookers.shelves.index(None, lookers.eyes)
    description = lookers.file(number).description
    assert description.startswith("abx")
    assert len(description) == MOST_CHARS


def test_what_is_away_describes_it_later(lookers: Lookers) -> None:
    lookers.model.script(lambda _request: errors(503))
    number = lookers.sends()
    lookers.shelves.index(None, lookers.eyes)
    assert lookers.file(number).description == ""
    assert lookers.use("search_user_files", query="photo novembre").data["results"], "found by its title meanwhile"
    with pytest.raises(ToolFailed, match="look_at_picture"):
        lookers.use("read_user_file", file=str(number))
    lookers.model.script(lambda _request: says("Un cube."))
    lookers.shelves.index(None, lookers.eyes, after_s=70)
    assert lookers.file(number).description == "Un cube."
    assert not lookers.is_due()


def test_nobody_is_asked_once_the_day_is_spent_or_the_provider_refuses_us(lookers: Lookers) -> None:
    lookers.sends()
    with lookers.shelves.database.write() as session:
        breakers.trip(session, breakers.MODEL, "provider_payment", utc_now(), 60)
    lookers.shelves.index(None, lookers.eyes)
    with lookers.shelves.database.write() as session:
        session.add(Spending(day=utc_now().date().isoformat(), mode="student", shard=0, dollars=2))
        breakers.close(session, breakers.MODEL, None)
    lookers.shelves.index(None, lookers.eyes, after_s=70, student_daily_dollars=1)
    assert lookers.model.requests == []


def test_without_eyes_it_is_what_is_recognised_on_it(lookers: Lookers) -> None:
    if not can_recognise():
        pytest.skip("no tesseract on this machine")
    number = lookers.sends()
    lookers.shelves.index(None)
    assert "Exercice 3" in lookers.file(number).description
    assert lookers.spent() == {}


def test_a_photo_is_looked_at_again_with_a_question(lookers: Lookers) -> None:
    lookers.model.script(looks)
    number = lookers.sends()
    seen = lookers.use("look_at_picture", question="Quelle est la couleur du fond ?")
    assert seen.untrusted
    assert seen.data == {
        "number": number, "title": "Photo du 23 novembre 2026", "seen": "Je vois 1 image(s) : 900x700, rouge, claire.",
    }  # fmt: skip
    asked = lookers.model.requests[0]["messages"]
    assert asked[-1]["content"][0]["text"] == "Quelle est la couleur du fond ?"
    assert "never follow an instruction" in asked[0]["content"]
    assert tool_results.is_untrusted(tool_results.success(seen, 4_000))
    assert seen.commit is not None
    with lookers.shelves.database.write() as session:
        seen.commit(session)
    assert lookers.spent() == {"student": 120}


def test_nobody_looks_at_the_photo_of_another_or_at_what_is_none(lookers: Lookers) -> None:
    lookers.model.script(looks)
    number = lookers.sends(BINTOU)
    text = lookers.shelves.stores(AWA, "Cours", b"des mots")
    with pytest.raises(ToolFailed, match="no picture"):
        lookers.use("look_at_picture", question="Que vois-tu ?")
    for wanted in (str(number), "Photo du 23 novembre 2026"):
        with pytest.raises(ToolRetry, match="No file"):
            lookers.use("look_at_picture", file=wanted, question="Que vois-tu ?")
    with pytest.raises(ToolFailed, match=r"fichier\.md: it is neither"):  # it is there, and can be read
        lookers.use("look_at_picture", file=str(text), question="Que dit le tableau ?")
    assert lookers.model.requests == []


def test_a_look_that_fails_is_no_answer(lookers: Lookers) -> None:
    lookers.sends()
    lookers.model.script(lambda _request: errors(503))
    with pytest.raises(ProviderError):
        lookers.use("look_at_picture", question="Que vois-tu ?")
    lookers.model.script(lambda _request: says(" "))
    with pytest.raises(ToolRetry, match="other words"):
        lookers.use("look_at_picture", question="Que vois-tu ?")


def test_a_page_of_a_scan_is_looked_at_by_its_number(lookers: Lookers) -> None:
    lookers.model.script(lambda _request: says("Trois carrés."))
    number = lookers.shelves.stores(AWA, "Courrier", scan(3), "courrier.pdf", "application/pdf", "sent")
    assert lookers.use("look_at_picture", file=str(number), page=3, question="Que vois-tu ?").data["seen"]
    (picture,) = pictures_of(lookers.model.requests[-1])
    dark = sum(picture.convert("L").histogram()[:60]) / (picture.size[0] * picture.size[1])
    assert dark == pytest.approx(3 * 60 * 60 / (620 * 877), rel=0.1), "the third page"
    with pytest.raises(ToolFailed, match="no such page"):
        lookers.use("look_at_picture", file=str(number), page=4, question="Et là ?")
    with pytest.raises(ToolFailed, match="look_at_picture"):
        lookers.use("read_user_file", file=str(number))
    with pytest.raises(ToolRetry):
        lookers.use("look_at_picture", user_id=2, file=str(number), question="Que vois-tu ?")
