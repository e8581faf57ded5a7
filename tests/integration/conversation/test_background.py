"""What a worker does beside its jobs, without being asked."""

from datetime import timedelta

from sqlmodel import select

from bot.models import OtpCode
from tests.fakes.keys import conversation_id
from tests.fakes.waiting import eventually
from tests.integration.conversation.conftest import PUPIL, Line


def test_a_worker_that_starts_forgets_what_is_old(line: Line) -> None:
    long_ago = line.clock.now() - timedelta(days=2)
    with line.database.write() as session:
        session.add(
            OtpCode(number="+2250700000001", prefix="2250700", asker=conversation_id(PUPIL), digest="d",
                    created_at=long_ago, expires_at=long_ago)
        )  # fmt: skip

    def is_forgotten() -> bool:
        with line.database.read() as session:
            return session.exec(select(OtpCode.prefix)).one() == ""

    for thread in line.runtime.threads:
        thread.start()
    try:
        eventually(is_forgotten, 20)
    finally:
        for thread in line.runtime.threads:
            thread.stop()
