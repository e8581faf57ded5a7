"""Web and worker on machines of their own: what the worker writes, the web hands out, by way of a bucket."""

from tests.fakes.bucket import ACCESS_KEY, SECRET_KEY, Buckets
from tests.fakes.model import Request, Step, calls, says
from tests.flows.conftest import PUPIL, Stack


def test_a_document_written_by_a_worker_is_fetched_from_the_web_process(stack: Stack) -> None:
    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            return says("Voici la fiche.")
        return calls(("generate_pdf", {"title": "Fiche", "content": "Une fiche sur les fractions."}))

    stack.model.script(rule)
    with Buckets() as server:
        stack.start(
            STORAGE_URL=server.storage_url("palabre"), AWS_ACCESS_KEY_ID=ACCESS_KEY, AWS_SECRET_ACCESS_KEY=SECRET_KEY
        )
        awa = stack.twilio.phone(PUPIL)
        awa.says("Fais-moi une fiche")
        answer, document = awa.hears_all(2, 30)
        assert answer.body == "Voici la fiche."
        assert document.media[0].content.startswith(b"%PDF")
        assert len(server.keys("palabre")) == 1
        assert not (stack.folder / "files").exists()
        assert SECRET_KEY not in stack.log()
