"""What whoever watches a run is told while it works: steps, tools and tokens; and that nobody waits for telling it."""

import json
import time
from collections.abc import Callable, Iterator

import pytest

from bot.queue.progress import NEWSREEL, ProgressReader, key_of
from tests.fakes.model import calls, says
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.integration.conversation.conftest import Line

QUESTION, ANSWER = "Les fractions de Mariam ?", "Voici la leçon de Mariam."
DOCUMENT = {"title": "La leçon de Mariam", "content": "Trois quarts, pour Mariam."}
PRODUCTION = {"environment": "production", "public_url": "https://palabre.ci",
              "twilio_auth_token": "t" * 40, "openai_api_key": "o" * 40}  # fmt: skip


@pytest.fixture
def reader(valkey: Valkey) -> Iterator[ProgressReader]:
    made = ProgressReader(valkey.url)
    yield made
    made.close()


def told(reader: ProgressReader, run_id: int) -> list[tuple[str, dict[str, object]]]:
    """What is told of a run up to its end."""
    found = eventually(lambda: _until_done(reader, run_id))
    return [(kind, {name: value for name, value in json.loads(data).items() if name != "run"}) for kind, data in found]


def _until_done(reader: ProgressReader, run_id: int) -> list[tuple[str, str]]:
    found = [(event.kind, event.data) for event in reader.behind({key_of(run_id): "0-0"}).get(key_of(run_id), [])]
    return found if found and found[-1][0] == "done" else []


@pytest.mark.one_database
def test_a_run_is_told_step_by_step_and_without_a_word(
    open_line: Callable[..., Line], valkey: Valkey, reader: ProgressReader
) -> None:
    line = open_line(redis_url=valkey.url)
    line.model.then(calls(("generate_md", DOCUMENT), ("Mariam_secret_tool", {"word": ANSWER})), says(ANSWER))
    line.says(QUESTION)
    events = told(reader, line.run().id)
    assert events[0] == ("turn_start", {"background": False, "lives": 1})
    assert [(kind, facts.get("state") or facts.get("tool") or facts.get("kind")) for kind, facts in events[1:-1]] == [
        ("content", "asked"),
        ("content", "written"),
        ("tool_start", "generate_md"),
        ("tool_end", "generate_md"),
        ("file", "md"),
        ("tool_end", "other"),
        ("content", "asked"),
        ("content", "written"),
    ]
    assert events[2][1]["tokens"] > 0  # type: ignore[operator]
    assert events[-1] == ("done", {"stop_reason": "done_signal", "iterations": 2})
    assert "mariam" not in json.dumps(events).lower()
    assert "+225" not in json.dumps(events)


@pytest.mark.one_database
@pytest.mark.parametrize("production", [False, True], ids=["development", "production"])
def test_what_the_model_writes_is_seen_while_it_comes_on_a_development_machine_alone(
    open_line: Callable[..., Line], valkey: Valkey, reader: ProgressReader, production: bool
) -> None:
    line = open_line(redis_url=valkey.url, **(PRODUCTION if production else {}))
    line.model.then(says(ANSWER))
    line.says(QUESTION)
    told(reader, line.run().id)
    seen = [json.loads(event.data).get("words", "") for event in reader.behind({NEWSREEL: "0-0"}).get(NEWSREEL, [])]
    assert "".join(seen) == ("" if production else ANSWER)


@pytest.mark.one_database
@pytest.mark.parametrize("how", ["away", "hanging", "slow"])
def test_a_turn_costs_no_more_without_redis(open_line: Callable[..., Line], valkey: Valkey, how: str) -> None:
    with valkey.slowly(0.2) as slow_url:
        _told_at_no_cost(open_line(redis_url=slow_url if how == "slow" else valkey.url), valkey, how)


def _told_at_no_cost(line: Line, valkey: Valkey, how: str) -> None:
    line.model.then(says("Un"), says("Deux"))
    line.says("Bonjour")
    assert line.hears() == ["Un"]
    events: list[float] = []
    tell = line.runtime.feed.tell

    def timed(event: object) -> None:
        before = time.monotonic()
        tell(event)  # type: ignore[arg-type]
        events.append(time.monotonic() - before)

    line.runtime.feed.tell = timed  # type: ignore[method-assign]
    if how == "away":
        valkey.kill()
        line.says("Et sans Redis ?")
    elif how == "hanging":
        with valkey.pause():
            line.says("Et sans Redis ?")
    else:
        line.says("Et par un Redis lent ?")
    assert line.hears() == ["Deux"]
    assert len(events) >= 4
    assert sum(events) < 0.1, "one trip would take longer"
