"""An answer too long to be said whole, while its document cannot be stored."""

from datetime import UTC, datetime

import pytest

from bot.agent.spec import RunResult, Usage
from bot.conversation.people import Person
from bot.conversation.turn.reply import Around, prepare
from bot.errors import StorageError
from bot.models import Run
from bot.types import Channel, Language, Mode, StopReason
from tests.fakes.product import make_settings

LINK = "https://exemple.fr/cours/" + "a" * 60
CODE = "```\n" + "".join(f"x{line} = {line}\n" for line in range(600)) + "```"
LONG = ("Un mot de plus. " * 54) + f"Voir [le cours]({LINK}). " + "Suite. " * 900


class Away:
    """A store that is away."""

    def put(self, _body: bytes) -> str:
        raise StorageError("cannot store a file: away")


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("text", [CODE, LONG], ids=["code", "link"])
def test_the_beginning_is_cut_at_a_good_place_and_said_to_be_cut(channel: Channel, text: str) -> None:
    person = Person("c", 1, "+2250700000001", channel, "", None, 1, Mode.STUDENT, None, None, Language.FR)
    run = Run(id=7, conversation_id="c", started_at=datetime(2026, 11, 25, tzinfo=UTC))
    result = RunResult(text, StopReason.DONE_SIGNAL, 1, Usage(), "m")
    answer = prepare(person, run, result, make_settings(), Away(), Around())  # type: ignore[arg-type]
    (beginning,), (line,) = (composition.parts for _, composition in answer.texts)
    assert beginning.count("`") in (0, 6)
    assert "https" not in beginning or LINK in beginning
    assert beginning.endswith(("…", "..."))
    assert line.startswith("(Réponse coupée")
    assert answer.whole is None
