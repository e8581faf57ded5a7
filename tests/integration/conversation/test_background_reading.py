"""A long run in the background over the real journal: what it is shown of itself, and how much it may read."""

import json
from collections.abc import Callable
from itertools import pairwise

from sqlmodel import col, func, select

from bot.agent.compaction import is_summary
from bot.agent.shaping import estimate_tokens
from bot.dao.work import run_leases
from bot.models import Run, Spending, TranscriptMessage
from tests.fakes.model import USAGE, Request, Step, calls, says
from tests.fakes.web import FakeWeb
from tests.integration.conversation.conftest import Line
from tests.integration.conversation.test_background_work import heard, open_runs, work
from tests.integration.conversation.test_sources import HTML, TEXT

SHOWN = 6_000  # tokens
SUMMED_UP = "Le cacao ivoirien : 2,2 millions de tonnes en 2023."
EACH = USAGE["prompt_tokens"] + USAGE["completion_tokens"]


def thinks(line: Line, steps: int) -> None:
    """A model that takes so many steps, thinking aloud, and another that sums up."""

    def rule(request: Request) -> Step:
        if request["model"] == "summarises":
            return says(SUMMED_UP)
        with line.database.read() as session:
            done = session.exec(select(func.count()).where(TranscriptMessage.role == "tool")).one()
        if done >= steps:
            return says("Le dossier est prêt.")
        return calls(("calculate", {"expression": f"{done}*7"}), text=f"Étape {done}. " + "pensée " * 150)

    line.model.script(rule)


def prompts(line: Line) -> list[str]:
    return [json.dumps(request["messages"]) for request in line.model.requests if request["model"] != "summarises"]


def summaries(line: Line) -> list[dict[str, object]]:
    with line.database.read() as session:
        rows = session.exec(select(TranscriptMessage).order_by(col(TranscriptMessage.id)))
        return [row.message for row in rows if is_summary(row.message)]


def test_a_long_run_is_summed_up_paid_for_and_never_too_long(open_line: Callable[..., Line]) -> None:
    line = open_line(background_shown_tokens=SHOWN)
    thinks(line, 50)
    line.says("/fond Fais-moi un dossier sur le cacao ivoirien")
    work(line)
    assert "Le dossier est prêt." in heard(line)[-1]
    assert len(found := summaries(line)) >= 2
    assert SUMMED_UP in str(found[-1]["content"])
    assert max(estimate_tokens(json.loads(prompt)[1:]) for prompt in prompts(line)) < SHOWN + 1_000
    with line.database.read() as session:
        tokens = session.exec(select(func.sum(Spending.tokens))).one()
    run, took = line.run(), len(line.model.requests) * EACH
    assert (tokens, run.prompt_tokens + run.completion_tokens) == (took, took)
    assert run.iterations == 51


def test_prompts_begin_alike_whoever_takes_it_up_and_whatever_happens_beside(open_line: Callable[..., Line]) -> None:
    """Five workers come to their end in the middle; the person begins another one and chats meanwhile."""
    line = open_line(background_shown_tokens=SHOWN)
    thinks(line, 30)
    line.says("/fond Fais-moi un dossier sur le cacao ivoirien")
    run_id = open_runs(line)[0].id
    key = line.conversation().id
    rule = line.model._rule
    seen: list[str] = []
    again: list[str] = []  # whose answers nobody heard

    def stolen(request: Request) -> Step:
        assert rule is not None
        seen.append(request["model"])
        if len(seen) in (4, 9, 15, 22, 28):
            again.append(request["model"])
            with line.database.write() as session:
                run_leases.take_in(session, key)
        return rule(request)

    line.model.script(stolen)
    line.says("/fond Et un autre sur le café")
    other = open_runs(line)[1].id
    with line.database.write() as session:  # a worker is at it too
        session.get_one(Run, other).background_at = line.clock.now()
    for _ in range(8):
        line.clock.skip(61)
        line.says("/statut")
        work(line, run_id)
    with line.database.read() as session:
        assert session.get_one(Run, run_id).ended_at is not None
    jumps = sum(not after.startswith(before[:-1]) for before, after in pairwise(prompts(line)))
    assert len(prompts(line)) == 31 + sum(model != "summarises" for model in again)
    assert len(summaries(line)) <= jumps <= 2 * len(summaries(line)) + 1
    assert len({json.dumps(request.get("tools")) for request in line.model.requests if "tools" in request}) == 1


def test_it_may_read_so_many_pages_and_is_told_so_before_and_then(open_line: Callable[..., Line]) -> None:
    pages = {f"/p{number}": HTML.format(TEXT) for number in range(6)}
    with FakeWeb(pages=pages) as web:
        line = open_line(browse_allow_hosts=web.host, background_pages=3)
        urls = [f"{web.url}{path}" for path in pages]
        line.model.then(
            calls(("browse_url", {"urls": urls[:2]})),
            calls(("browse_url", {"urls": urls[1:4]}), ("browse_url", {"urls": [urls[0], f"{urls[1]}#suite"]})),
            calls(("browse_url", {"urls": [urls[4]]}), ("browse_url", {"urls": [urls[5]]})),
            calls(("browse_url", {"urls": [urls[5]]})),
            says("Le dossier est prêt."),
        )
        line.says(f"/fond Fais-moi un dossier d’après {' '.join(urls)}")
        work(line)
    assert "you may read up to 3 web pages" in str(line.asked()[0][-1]["content"])
    replies = [str(message["content"]) for message in line.asked()[-1] if message["role"] == "tool"]
    refused = [reply for reply in replies if "Refused" in reply]
    assert "3 pages is all that this task may read; left: 1." in refused[0]
    assert [("which is all" in reply) for reply in refused[1:]] == [True, True]
    assert len(replies) - len(refused) == 3
    assert sorted(web.requests) == ["/p0", "/p1", "/p4"]


def test_a_turn_reads_as_many_as_its_calls_bring(open_line: Callable[..., Line]) -> None:
    pages = {f"/p{number}": HTML.format(TEXT) for number in range(2)}
    with FakeWeb(pages=pages) as web:
        line = open_line(browse_allow_hosts=web.host, background_pages=1)
        urls = [f"{web.url}{path}" for path in pages]
        line.model.then(calls(("browse_url", {"urls": urls})), says("Lu."))
        line.says(f"Lis {' '.join(urls)}")
    assert sorted(web.requests) == ["/p0", "/p1"]
